//! The end of a turn: Recurring wounds, recovery, then other effects (SW-TURN-04).

use super::rage;
use crate::cards::{Condition, Verb, When};
use crate::decisions::{END_OF_TURN, PricedTrait, RECOVER, RECURRING, Recovery, RecurringOrder};
use crate::effects::{self, Context};
use crate::resolve::{reroll, stats, status, wounds};
use crate::state::{State, Status};
use crate::victory::{self, Source};
use crate::{Event, Table, rolls};
use kernel::{Figure, Flow, Modifiers, Refusal};
use rulebook::SW;

/// # Errors
/// Pauses for wounds, the recovery rolls and traits.
pub(crate) fn end(t: &mut Table<'_>) -> Flow {
    let Some(unit) = t.state.turn.unit else {
        t.state.next = crate::state::NextStep::ChooseUnit;
        return Ok(());
    };
    let unmet = rage::unmet(t, unit);
    recurring(t, unit)?;
    if !t.state.is_over() && t.state.unit(unit).on_map() {
        recover(t, unit, unmet)?;
        closing_traits(t, unit)?;
    }
    if t.state.is_over() {
        return Ok(());
    }
    super::finish(t, unit)
}

fn recurring(t: &mut Table<'_>, unit: Figure) -> Flow {
    let types = t.state.unit(unit).conditions().filter(|condition| matches!(condition, Condition::Recurring(_)));
    // Of one type the highest amount is suffered, whoever it came from (SW-STATUS-02).
    let mut running: Vec<Status> = types.filter_map(|condition| status::hardest(t.state, unit, condition)).collect();
    while !running.is_empty() && t.state.unit(unit).on_map() && !t.state.is_over() {
        // Several are suffered one after the other, in the order the controller chooses (SW-STATUS-16).
        let suffer = |status: &Status| RecurringOrder::Suffer { status: status.condition.name() };
        let options: Vec<RecurringOrder> = running.iter().map(suffer).collect();
        let none = |_: &State, _: &RecurringOrder| {
            Err(Refusal::new(SW::STATUS_16, "it has no such Recurring wounds left to suffer in this turn"))
        };
        let picked = t.ask_telling(RECURRING.to(t.state.turn.controller).actor(unit), &options, none)?;
        let status = running.remove(picked);
        let Condition::Recurring(wound) = status.condition else { continue };
        t.note(SW::TURN_04);
        t.note(SW::STATUS_16);
        if status.by.is_some_and(|by| !t.state.unit(by).on_map()) {
            t.note(SW::STATUS_23);
        }
        // The owner of the unit that imposed it scores, even after that unit is gone (SW-WIN-04).
        let source = Source { unit: status.by, seat: Some(status.by_seat), terrain: false };
        wounds::plain(t, unit, wound, status.amount, source)?;
        victory::check(t);
    }
    Ok(())
}

/// One roll for each status, in the order the owner chooses; any may be left (SW-RECOVER-06, SW-RECOVER-08).
fn recover(t: &mut Table<'_>, unit: Figure, enraged_fails: bool) -> Flow {
    let mut tried = Vec::new();
    loop {
        let all: Vec<Condition> = t.state.unit(unit).conditions().collect();
        let open = |condition: &Condition| {
            if tried.contains(condition) {
                return Err(Refusal::new(SW::RECOVER_06, "it has rolled for that status in this turn"));
            }
            if enraged_fails && *condition == Condition::Enraged {
                return Err(Refusal::new(SW::STATUS_07, "it held back in its rage and stays Enraged"));
            }
            Ok(())
        };
        if !all.iter().any(|condition| open(condition).is_ok()) {
            return Ok(());
        }
        let answers: Vec<Recovery> =
            all.iter().map(|condition| Recovery::From { status: condition.name() }).chain([Recovery::Done]).collect();
        let judge = |state: &State, answer: &Recovery| match answer {
            Recovery::Done => Ok(()),
            Recovery::From { status } => {
                let named = state.unit(unit).conditions().find(|condition| condition.name() == *status);
                named.ok_or(Refusal::new(SW::STATUS_01, "it has no such status")).and_then(|condition| open(&condition))
            }
        };
        let owner = t.state.unit(unit).owner;
        let Recovery::From { status } = t.ask_judged(RECOVER.to(owner).actor(unit), &answers, judge)? else {
            return Ok(());
        };
        let Some(condition) = all.iter().copied().find(|condition| condition.name() == status) else {
            return Ok(());
        };
        if !tried.is_empty() {
            t.note(SW::RECOVER_06);
        }
        tried.push(condition);
        attempt(t, unit, condition)?;
    }
}

/// All of a status goes with one roll, which has to shake off the firmest of its causes.
fn attempt(t: &mut Table<'_>, unit: Figure, condition: Condition) -> Flow {
    let Some(status) = status::firmest(t.state, unit, condition) else {
        return Ok(());
    };
    let needed = needed(t, unit, &status);
    let mut modifiers = Modifiers::default();
    modifiers.add("injuries", SW::RECOVER_05, t.state.unit(unit).injuries());
    loop {
        let natural = rolls::recovery(t, unit, needed, &modifiers)?;
        let total = natural + i32::from(modifiers.sum());
        t.note(SW::RECOVER_02);
        t.note(SW::RECOVER_07);
        t.note(status.recover.rule());
        t.note(SW::TURN_04);
        t.tell(SW::RECOVER_01, || Event::RecoveryRolled {
            unit,
            status: condition.name(),
            natural,
            modifiers,
            total,
            needed: needed.into(),
        });
        if reroll::of_recovery(t, unit)? {
            continue;
        }
        if natural == 20 {
            t.note(SW::RECOVER_03);
        }
        if natural != 20 && total < i32::from(needed) {
            status::end(t, unit, condition, SW::RECOVER_01, "recovered");
        } else {
            t.tell(SW::RECOVER_01, || Event::RecoveryFailed { unit, status: condition.name() });
        }
        return Ok(());
    }
}

/// The current statistic with the status's own modifier and bonuses of traits (SW-RECOVER-04, SW-TRAIT-21).
fn needed(t: &mut Table<'_>, unit: Figure, status: &Status) -> i16 {
    let mut value = stats::current(t.state, unit, status.recover) + status.modifier;
    if status.modifier != 0 {
        t.note(SW::RECOVER_04);
    }
    let wanted = |verb: &Verb| if let Verb::RecoveryBonus(bonus) = verb { Some(*bonus) } else { None };
    let mut helped = false;
    effects::standing(t.state, unit, Context::default(), wanted, |bonus| {
        value += bonus.value;
        helped = true;
    });
    if helped {
        t.note(SW::TRAIT_21);
    }
    value
}

/// Traits for the end of the turn come after the recovery rolls (SW-TRAIT-18).
fn closing_traits(t: &mut Table<'_>, unit: Figure) -> Flow {
    for at in 0..t.state.sheet(unit).traits.len() {
        let power = &t.state.sheet(unit).traits[at];
        if power.when != When::TurnEnd || effects::usable(t.state, unit, at).is_err() {
            continue;
        }
        if effects::costs(power) {
            let options = [PricedTrait::Use { power: power.name }, PricedTrait::Without];
            let seat = t.state.turn.controller;
            let why = |state: &State, answer: &PricedTrait| effects::unasked(state, unit, answer, SW::TRAIT_18);
            if t.ask_telling(END_OF_TURN.to(seat).actor(unit), &options, why)? > 0 {
                continue;
            }
        }
        effects::use_trait(t, unit, at, None)?;
        victory::check(t);
        if t.state.is_over() {
            return Ok(());
        }
    }
    Ok(())
}
