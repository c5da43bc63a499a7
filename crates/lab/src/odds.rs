//! Exact odds: the step that a choice sets off, run once for every outcome of its dice.

use kernel::oracle::{Chance, odds};
use kernel::{Answer, Ask, Choice, Flow, Log, Pause, Question, System};
use std::collections::BTreeMap;

/// More runs than any single attack takes, with replies and rerolls.
const MOST_RUNS: u64 = 2_000_000;

/// Chances of everything that can come of `choice`, made now. `policy` answers what is asked after it (which replies are
/// made, how wounds are taken, whether to reroll) and `measure` says what of the state after the step is looked at.
///
/// `None` when the choice is not legal now, or the outcomes are too many to count.
pub fn of_choice<S: System, R: Ord>(
    state: &S::State,
    choice: &Choice,
    policy: &mut dyn FnMut(&Ask, &dyn Question) -> Answer,
    measure: impl Fn(&S::State) -> R,
) -> Option<BTreeMap<R, Chance>> {
    let (mut log, mut scratch) = (Log::off(), S::Scratch::default());
    let mut made = true;
    let first = std::cell::Cell::new(true);
    let mut answer = |ask: &Ask, question: &dyn Question| {
        if !first.replace(false) {
            return policy(ask, question);
        }
        question.settle(choice).unwrap_or_else(|_| {
            made = false;
            Answer::Option(0)
        })
    };
    let mut after = state.clone();
    let table = odds(MOST_RUNS, &mut answer, |oracle| -> Flow<R> {
        first.set(true);
        after.clone_from(state);
        S::run(&mut after, oracle, &mut log, &mut scratch).map_err(|_| Pause)?;
        Ok(measure(&after))
    });
    if made { table } else { None }
}
