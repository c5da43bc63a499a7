//! What odds take for granted: who does what in an attack before its dice have fallen.

use crate::State;
use crate::decisions::{
    ADJUST, Again, CHARGE_STEP, Defending, FIRE_ORDER, FireOrder, PORTENTS, Portents, REROLL, WEAPON,
};
use crate::profile::Manner;
use kernel::{Answers, Ask, Fall, Question, Roll};

/// The answer that somebody is taken to give, by its place.
pub(super) fn assumed(state: &State, ask: &Ask, question: &dyn Question, last: Option<(Roll, Fall)>) -> Option<usize> {
    match ask {
        _ if WEAPON.is(ask) => weapon(state, ask, question),
        _ if ADJUST.is(ask) || CHARGE_STEP.is(ask) => Some(0),
        // The shot is looked at from where the model stands.
        _ if FIRE_ORDER.is(ask) => at(question, FireOrder::Shoot),
        _ if PORTENTS.is(ask) => at(question, Portents::Plain),
        _ if REROLL.is(ask) => at(question, if again(last?) { Again::Reroll } else { Again::Keep }),
        _ => None,
    }
}

/// The place of an answer in a question.
fn at<D: Answers>(question: &dyn Question, answer: D) -> Option<usize> {
    (0..question.len()).find(|index| D::read(&question.choice(*index)).as_ref() == Some(&answer))
}

/// The known weapon of the longest Reach and the most Damage; what is Small and has not been shown does not count
/// (SM-MODEL-03).
fn weapon(state: &State, ask: &Ask, question: &dyn Question) -> Option<usize> {
    let figure = ask.actor?;
    let (sheet, shown) = (state.sheet(figure), state.fighter(figure).shown);
    let worth = |index: usize| {
        let Defending::With { weapon } = Defending::read(&question.choice(index))?;
        let arm = sheet.named(weapon)?;
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
