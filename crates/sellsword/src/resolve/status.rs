//! Combat statuses: gaining, keeping and losing them. Recovery at the end of a turn is in `turn`.

use crate::cards::{Condition, Verb};
use crate::resolve::stats;
use crate::state::{State, Status};
use crate::{Event, Table};
use kernel::{Figure, Rule, Seat};
use rulebook::SW;

/// Puts a status on a unit; true if it has it now because of this (SW-EFFECT-05).
pub(crate) fn gain(t: &mut Table<'_>, by: Option<Figure>, by_seat: Seat, unit: Figure, verb: &Verb) -> bool {
    let Verb::Status { condition, amount, recover, modifier, star } = *verb else {
        return false;
    };
    if !t.state.unit(unit).on_map() {
        return false;
    }
    if t.state.sheet(unit).immune_to(condition) {
        t.tell(SW::TRAIT_05, || Event::StatusResisted { unit, status: condition.name() });
        return false;
    }
    if star && !by.is_some_and(|by| t.state.adjacent(by, unit)) {
        t.tell(SW::STATUS_18, || Event::StatusMissing { unit, status: condition.name() });
        return false;
    }
    let new = Status { condition, amount, recover, modifier, star, by, by_seat };
    let fresh = match t.state.unit(unit).status(condition) {
        None => true,
        Some(old) if harder(t.state, unit, &new, old) => false,
        Some(_) => {
            t.tell(SW::STATUS_02, || Event::StatusKept { unit, status: condition.name() });
            return false;
        }
    };
    if fresh {
        t.state.unit_mut(unit).statuses.push(new);
    } else {
        t.note(SW::STATUS_02);
        if let Some(old) = t.state.unit_mut(unit).statuses.iter_mut().find(|status| status.condition == condition) {
            *old = new;
        }
    }
    tell_gained(t, unit, &new);
    if fresh {
        lose_acts(t, unit, condition);
    }
    true
}

fn tell_gained(t: &mut Table<'_>, unit: Figure, new: &Status) {
    let Status { condition, amount, recover, modifier, star, .. } = *new;
    let several = t.state.unit(unit).statuses.len() > 1;
    let defenceless = matches!(condition, Condition::Pinned | Condition::Stunned | Condition::Helpless);
    for (applies, rule) in [
        (star, SW::STATUS_18),
        (modifier != 0, SW::RECOVER_04),
        (several, SW::STATUS_03),
        (defenceless, SW::COMPROMISED_02),
        (condition == Condition::Glamyred, SW::STATUS_09),
        (condition == Condition::Compromised, SW::RECOVER_09),
        (true, SW::STATUS_01),
    ] {
        if applies {
            t.note(rule);
        }
    }
    t.tell(rule(condition), || Event::StatusGained {
        unit,
        status: condition.name(),
        recover: recover.text(),
        amount: amount.into(),
    });
}

/// The chapter's entry for each status.
pub(crate) fn rule(condition: Condition) -> Rule {
    match condition {
        Condition::Controlled => SW::STATUS_04,
        Condition::Enraged => SW::STATUS_06,
        Condition::Glamyred => SW::STATUS_08,
        Condition::Hobbled => SW::STATUS_10,
        Condition::Pinned => SW::STATUS_11,
        Condition::Shaken => SW::STATUS_12,
        Condition::Stunned => SW::STATUS_13,
        Condition::Helpless => SW::STATUS_14,
        Condition::Compromised => SW::COMPROMISED_03,
        Condition::Recurring(_) => SW::STATUS_16,
    }
}

/// Is the new status harder to shake off, or worse, than the old one (SW-STATUS-02)?
fn harder(state: &State, unit: Figure, new: &Status, old: &Status) -> bool {
    if matches!(new.condition, Condition::Recurring(_)) && new.amount != old.amount {
        return new.amount > old.amount;
    }
    let number = |status: &Status| stats::current(state, unit, status.recover) + status.modifier;
    // Of two equally hard ones the one that does not depend on a captor is worse (SW-STATUS-18).
    number(new) < number(old) || (number(new) == number(old) && old.star && !new.star)
}

/// Acts lost by a status gained in the middle of the own turn (SW-STATUS-15).
fn lose_acts(t: &mut Table<'_>, unit: Figure, condition: Condition) {
    if t.state.turn.unit != Some(unit) || t.state.next != crate::state::NextStep::Act {
        return;
    }
    let before = t.state.turn.acts;
    t.state.turn.acts = match condition {
        Condition::Shaken => before - 1,
        Condition::Stunned => before - 2,
        Condition::Helpless => 0,
        _ => return,
    }
    .max(0);
    if t.state.turn.acts < before {
        let left = t.state.turn.acts.into();
        t.tell(SW::STATUS_15, || Event::ActsLost { unit, left });
    }
}

pub(crate) fn end(t: &mut Table<'_>, unit: Figure, condition: Condition, rule: Rule, reason: &'static str) {
    t.state.unit_mut(unit).statuses.retain(|status| status.condition != condition);
    if condition == Condition::Glamyred {
        t.state.unit_mut(unit).dazed = false;
    }
    t.tell(rule, || Event::StatusEnded { unit, status: condition.name(), reason });
}

/// Asterisk statuses end once the causing unit is no longer adjacent (SW-STATUS-18). Called after anything that moves
/// or removes a unit.
pub(crate) fn drop_stars(t: &mut Table<'_>) {
    for at in 0..t.state.units.len() {
        let unit = Figure(at as u16);
        if t.state.unit(unit).statuses.is_empty() {
            continue;
        }
        while let Some(condition) = loosened(t.state, unit) {
            end(t, unit, condition, SW::STATUS_18, "no longer adjacent");
        }
    }
}

fn loosened(state: &State, unit: Figure) -> Option<Condition> {
    let stars = state.unit(unit).statuses.iter().filter(|status| status.star);
    stars.filter(|status| !status.by.is_some_and(|by| state.adjacent(by, unit))).map(|status| status.condition).next()
}

/// May the unit react (SW-REACT-16)?
pub(crate) fn may_react(state: &State, unit: Figure) -> bool {
    let u = state.unit(unit);
    u.on_map() && !u.dazed && !u.has(Condition::Stunned) && !u.has(Condition::Helpless)
}
