//! "Did you mean": the closest legal word to a mistyped one.

/// The candidate closest to `word`, if it is close enough to be what was meant: at most one slip for every three
/// letters, where a slip is a letter too many, too few, wrong, or swapped with its neighbour. Case does not count.
///
/// Of equally close candidates the first wins.
pub fn nearest<'c>(word: &str, candidates: impl IntoIterator<Item = &'c str>) -> Option<&'c str> {
    let word = word.to_lowercase();
    let slips = (word.chars().count() / 3).max(1);
    candidates
        .into_iter()
        .map(|candidate| (strsim::osa_distance(&word, &candidate.to_lowercase()), candidate))
        .filter(|&(distance, candidate)| distance <= slips && distance < candidate.chars().count())
        .min_by_key(|&(distance, _)| distance)
        .map(|(_, candidate)| candidate)
}

/// More words than anybody wants to read once the one that was meant is told.
const MANY: usize = 24;

/// The closing words of a problem about an unknown word: the nearest candidate and what would have been legal.
pub(crate) fn hint(word: &str, candidates: &[&str]) -> Option<String> {
    let meant = nearest(word, candidates.iter().copied());
    match (meant, candidates) {
        (_, []) => None,
        (Some(meant), all) if all.len() == 1 || all.len() > MANY => Some(format!("did you mean \"{meant}\"?")),
        (Some(meant), _) => Some(format!("did you mean \"{meant}\"? (expected {})", list(candidates))),
        (None, _) => Some(format!("expected {}", list(candidates))),
    }
}

/// Words as a list, all of them: whoever reads it looks for one that it may hold.
pub(crate) fn list(words: &[&str]) -> String {
    words.join(", ")
}
