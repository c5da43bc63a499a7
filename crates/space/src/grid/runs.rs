//! Stretches of one and the same along a line of squares or edges, as a board draws them.

/// Runs of equal values below `end`: start, length, value.
pub fn runs<T: PartialEq>(end: u8, value: impl Fn(u8) -> Option<T>) -> impl Iterator<Item = (u8, u8, T)> {
    let mut at = 0;
    std::iter::from_fn(move || {
        while at < end {
            let start = at;
            at += 1;
            if let Some(found) = value(start) {
                while at < end && value(at).as_ref() == Some(&found) {
                    at += 1;
                }
                return Some((start, at - start, found));
            }
        }
        None
    })
}

#[cfg(test)]
mod tests {
    use super::runs;

    #[test]
    fn gaps_and_changes_end_a_run() {
        let line = [None, Some('a'), Some('a'), Some('b'), None, Some('b')];
        let found: Vec<_> = runs(line.len() as u8, |at| line[usize::from(at)]).collect();
        assert_eq!(found, [(1, 2, 'a'), (3, 1, 'b'), (5, 1, 'b')]);
        assert_eq!(runs(0, |_| Some(())).count(), 0);
    }
}
