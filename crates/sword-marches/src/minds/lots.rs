//! Answers that are drawn by lot.

use kernel::{Answer, Rng};

/// So many bargains are compared by a mind.
const BARGAINS: usize = 4;

pub(crate) fn one_of(answers: usize, rng: &mut Rng) -> Answer {
    Answer::Option(rng.below(answers.max(1)))
}

/// A carrier mostly keeps its cache.
pub(crate) fn burden(rng: &mut Rng) -> Answer {
    Answer::Option(usize::from(rng.below(4) == 0))
}

/// What a mind compares: the end of the step and a few bargains. Most bargains are worth as much as they cost, and with
/// all of them beside it the end would hardly be drawn among its equals.
pub(crate) fn bargains(deals: usize, end: Option<usize>, rng: &mut Rng, most: usize) -> Vec<Answer> {
    let mut found: Vec<usize> = end.into_iter().collect();
    let few = most.min(BARGAINS).min(deals);
    while found.len() < few {
        let one = rng.below(deals);
        if !found.contains(&one) {
            found.push(one);
        }
    }
    found.into_iter().map(Answer::Option).collect()
}

/// A report is a walk among free moves; now and then one must be enough.
pub(crate) fn bargain(deals: usize, end: Option<usize>, rng: &mut Rng) -> Answer {
    match end {
        Some(end) if rng.below(6) == 0 => Answer::Option(end),
        _ => Answer::Option(rng.below(deals)),
    }
}
