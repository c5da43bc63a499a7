//! What odds take for granted: who does what in an attack before its dice have fallen.

use crate::State;
use crate::profile::Manner;
use kernel::{Ask, Fall, Question, Roll, Thing};

/// The answer that somebody is taken to give, by its place.
pub(super) fn assumed(state: &State, ask: &Ask, question: &dyn Question, last: Option<(Roll, Fall)>) -> Option<usize> {
    match ask.prompt {
        "weapon" => weapon(state, ask, question),
        "adjust" | "charge-step" => Some(0),
        // The shot is looked at from where the model stands.
        "fire-order" => verb(question, "shoot"),
        "portents" => verb(question, "plain"),
        "reroll" => verb(question, if again(last?) { "reroll" } else { "keep" }),
        _ => None,
    }
}

fn verb(question: &dyn Question, verb: &str) -> Option<usize> {
    (0..question.len()).find(|index| question.choice(*index).verb.text() == verb)
}

/// The known weapon of the longest Reach and the most Damage; what is Small and has not been shown does not count
/// (SM-MODEL-03).
fn weapon(state: &State, ask: &Ask, question: &dyn Question) -> Option<usize> {
    let figure = ask.actor?;
    let (sheet, shown) = (state.sheet(figure), state.fighter(figure).shown);
    let worth = |index: usize| {
        let Thing::Name(name) = question.choice(index).things[0] else { return None };
        let arm = sheet.named(name)?;
        let hidden = sheet.concealed(usize::from(sheet.arms.get(usize::from(arm))?.weapon), shown);
        let weapon = sheet.arm(arm);
        Some((!hidden, weapon.manner != Manner::Bare, weapon.reach, weapon.damage))
    };
    (0..question.len()).max_by_key(|index| worth(*index))
}

/// Whether a die is rolled again: of several the best stays, so that nothing is lost; a single one where it has failed, or
/// where a new one is likely to be better.
fn again((roll, fall): (Roll, Fall)) -> bool {
    let total = fall.value + i32::from(roll.modifiers.sum());
    match roll.target {
        Some(target) => total <= i32::from(target),
        None => roll.throw.count > 1 || fall.value <= 5,
    }
}
