//! The end of a turn: Recurring wounds, recovery, then other effects (SW-TURN-04).

use crate::cards::{Condition, Verb, When};
use crate::effects::{self, Context, OnName};
use crate::resolve::hit::UseOrNot;
use crate::resolve::{reroll, stats, status, vigor, wounds};
use crate::state::{State, Status};
use crate::victory::Source;
use crate::{Event, Sellsword, Table, rolls};
use kernel::{Ask, Choice, Figure, Flow, Modifiers, Name, Offer};
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
        let options: Vec<OnName> = running.iter().map(|status| OnName("suffer", status.condition.name())).collect();
        let ask = Ask::new(t.state.turn.controller, "recurring", SW::STATUS_16).actor(unit);
        let status = running.remove(t.pick(ask, &options)?);
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

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct RecoverOrDone(Option<Condition>);

impl Offer<Sellsword> for RecoverOrDone {
    fn choice(&self, state: &State) -> Choice {
        match self.0 {
            Some(condition) => OnName("recover", condition.name()).choice(state),
            None => Choice::new(Name::of("done"), &[]),
        }
    }
}

/// One roll for each status, in the order the owner chooses; any may be left (SW-RECOVER-06, SW-RECOVER-08).
fn recover(t: &mut Table<'_>, unit: Figure, enraged_fails: bool) -> Flow {
    let mut tried = Vec::new();
    loop {
        let mut options: Vec<RecoverOrDone> = t
            .state
            .unit(unit)
            .statuses
            .iter()
            .map(|status| status.condition)
            .filter(|condition| !tried.contains(condition) && (!enraged_fails || *condition != Condition::Enraged))
            .map(|condition| RecoverOrDone(Some(condition)))
            .collect();
        if options.is_empty() {
            return Ok(());
        }
        options.push(RecoverOrDone(None));
        let owner = t.state.unit(unit).owner;
        let picked = t.pick(Ask::new(owner, "recover", SW::RECOVER_08).actor(unit), &options)?;
        let Some(condition) = options[picked].0 else {
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
            let options = [UseOrNot(Some(power.name)), UseOrNot(None)];
            let seat = t.state.turn.controller;
            if t.pick(Ask::new(seat, "end-of-turn", SW::TRAIT_18).actor(unit), &options)? == 1 {
                continue;
            }
        }
        effects::use_trait(t, unit, at, None)?;
    }
    Ok(())
}
