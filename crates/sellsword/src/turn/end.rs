//! The end of a turn: Recurring wounds, recovery, then other effects (SW-TURN-04).

use crate::cards::{Condition, Verb, When};
use crate::decisions::{END_OF_TURN, PricedTrait, RECOVER, RECURRING, Recovery, RecurringOrder};
use crate::effects::{self, Context};
use crate::resolve::{reroll, stats, status, vigor, wounds};
use crate::state::Status;
use crate::victory::Source;
use crate::{Event, Table, rolls};
use kernel::{Figure, Flow, Modifiers};
use rulebook::SW;

/// # Errors
/// Pauses for wounds, the recovery rolls and traits.
pub fn end(t: &mut Table<'_>) -> Flow {
    let Some(unit) = t.state.turn.unit else {
        t.state.stage = crate::state::Stage::ChooseUnit;
        return Ok(());
    };
    let unmet = rage_unmet(t, unit);
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

/// An obliged unit that held back loses 5 Vigor and cannot shake off its rage (SW-STATUS-07).
fn rage_unmet(t: &mut Table<'_>, unit: Figure) -> bool {
    let Some(enemy) = t.state.turn.duty else {
        return false;
    };
    if !t.state.unit(enemy).on_map() || t.state.adjacent(unit, enemy) {
        return false;
    }
    let amount = vigor::lose(t, unit, 5);
    t.tell(SW::STATUS_07, || Event::RageUnmet { unit, amount: amount.into() });
    true
}

fn recurring(t: &mut Table<'_>, unit: Figure) -> Flow {
    let running: Vec<Status> = t
        .state
        .unit(unit)
        .statuses
        .iter()
        .filter(|status| matches!(status.condition, Condition::Recurring(_)))
        .copied()
        .collect();
    let mut running = running;
    while !running.is_empty() {
        // Several are suffered one after the other, in the order the controller chooses (SW-STATUS-16).
        let suffer = |status: &Status| RecurringOrder::Suffer { status: status.condition.name() };
        let options: Vec<RecurringOrder> = running.iter().map(suffer).collect();
        let status = running.remove(t.ask_at(RECURRING.to(t.state.turn.controller).actor(unit), &options)?);
        let Condition::Recurring(wound) = status.condition else { continue };
        if !t.state.unit(unit).on_map() || t.state.is_over() {
            return Ok(());
        }
        t.note(SW::TURN_04);
        t.note(SW::STATUS_16);
        if status.by.is_some_and(|by| !t.state.unit(by).on_map()) {
            t.note(SW::STATUS_23);
        }
        // The owner of the unit that imposed it scores, even after that unit is gone (SW-WIN-04).
        let source = Source { unit: status.by, seat: Some(status.by_seat), terrain: false };
        wounds::plain(t, unit, wound, status.amount, source)?;
    }
    Ok(())
}

/// One roll for each status, in the order the owner chooses; any may be left (SW-RECOVER-06, SW-RECOVER-08).
fn recover(t: &mut Table<'_>, unit: Figure, enraged_fails: bool) -> Flow {
    let mut tried = Vec::new();
    loop {
        let left =
            |condition: &Condition| !tried.contains(condition) && (!enraged_fails || *condition != Condition::Enraged);
        let statuses = t.state.unit(unit).statuses.iter().map(|status| status.condition);
        let open: Vec<Condition> = statuses.filter(left).collect();
        if open.is_empty() {
            return Ok(());
        }
        let from = open.iter().map(|condition| Recovery::From { status: condition.name() });
        let options: Vec<Recovery> = from.chain([Recovery::Done]).collect();
        let owner = t.state.unit(unit).owner;
        let picked = t.ask_at(RECOVER.to(owner).actor(unit), &options)?;
        let Some(condition) = open.get(picked).copied() else {
            return Ok(());
        };
        if !tried.is_empty() {
            t.note(SW::RECOVER_06);
        }
        tried.push(condition);
        attempt(t, unit, condition)?;
    }
}

fn attempt(t: &mut Table<'_>, unit: Figure, condition: Condition) -> Flow {
    let Some(status) = t.state.unit(unit).status(condition).copied() else {
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
            if t.ask(END_OF_TURN.to(seat).actor(unit), &options)? == PricedTrait::Without {
                continue;
            }
        }
        effects::use_trait(t, unit, at, None)?;
    }
    Ok(())
}
