//! Origins of bursts that do some good.

use crate::act::burst::Origin;
use crate::resolve::attack::caught;
use kernel::{Answer, Rng};
use space::grid::Square;

/// A square of some enemy where there is one in reach, else any legal one.
pub(crate) fn sample(question: &Origin<'_>, rng: &mut Rng) -> Answer {
    let good = worthwhile(question);
    if !good.is_empty() {
        return Origin::answer(good[rng.below(good.len())]);
    }
    let (width, height) = (question.state.field.width(), question.state.field.height());
    for _ in 0..20 {
        let square = Square::new(rng.below(width.into()) as u8, rng.below(height.into()) as u8);
        if question.legal(square) {
            return Origin::answer(square);
        }
    }
    Origin::answer(question.own())
}

/// The origins that catch the most enemies and the fewest friends, by what their cards are worth.
pub(crate) fn candidates(question: &Origin<'_>, most: usize) -> Vec<Answer> {
    let (state, unit) = (question.state, question.unit);
    let worth = |square: &Square| -> i32 {
        let sign = |other| if state.enemies(unit, other) { 1 } else { -1 };
        caught(state, unit, question.at, *square)
            .iter()
            .map(|other| sign(*other) * i32::from(state.sheet(*other).vp))
            .sum()
    };
    let mut squares: Vec<(i32, Square)> = question.all().into_iter().map(|square| (-worth(&square), square)).collect();
    squares.sort();
    squares.truncate(most);
    squares.into_iter().map(|(_, square)| Origin::answer(square)).collect()
}

/// Legal squares of enemies.
fn worthwhile(question: &Origin<'_>) -> Vec<Square> {
    let state = question.state;
    let enemies = state.standing().filter(|other| state.enemies(question.unit, *other));
    let spaces = enemies.filter_map(|other| state.space(other));
    let mut squares: Vec<Square> =
        spaces.flat_map(|space| space.squares()).filter(|square| question.legal(*square)).collect();
    squares.dedup();
    squares
}
