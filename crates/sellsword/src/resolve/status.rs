//! Combat statuses: gaining, keeping and losing them. Recovery at the end of a turn is in `turn`.

use crate::cards::{Condition, Verb};
use crate::events::Left;
use crate::resolve::cause::Cause;
use crate::resolve::stats;
use crate::state::{State, Status};
use crate::{Event, Table};
use kernel::{Figure, Rule};
use rulebook::SW;

/// Puts a status on a unit; true if it has it now because of this (SW-EFFECT-05). Each cause has an entry of its own, so
/// that what one captor lets go the other still holds (SW-STATUS-02).
pub(crate) fn gain(t: &mut Table<'_>, cause: &Cause, unit: Figure, verb: &Verb) -> bool {
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
    if star && !cause.next_to(t.state, unit) {
        t.tell(SW::STATUS_18, || Event::StatusMissing { unit, status: condition.name() });
        return false;
    }
    let new = Status { condition, amount, recover, modifier, star, by: Some(cause.unit), by_seat: cause.seat };
    let worst = hardest(t.state, unit, condition);
    let worse = worst.is_none_or(|worst| harder(t.state, unit, &new, &worst));
    let same = t.state.unit(unit).statuses.iter().position(|old| old.same_cause(&new));
    match same {
        Some(at) if harder(t.state, unit, &new, &t.state.unit(unit).statuses[at]) => {
            t.state.unit_mut(unit).statuses[at] = new;
        }
        Some(_) => {
            t.tell(SW::STATUS_02, || Event::StatusKept { unit, status: condition.name() });
            return false;
        }
        None => t.state.unit_mut(unit).statuses.push(new),
    }
    if !worse && same.is_some() {
        t.tell(SW::STATUS_02, || Event::StatusKept { unit, status: condition.name() });
        return false;
    }
    if !worse {
        t.tell(SW::STATUS_02, || Event::CauseAdded { unit, status: condition.name(), by: cause.unit });
        return false;
    }
    if worst.is_some() {
        t.note(SW::STATUS_02);
    }
    tell_gained(t, unit, &new);
    if worst.is_none() {
        lose_acts(t, unit, condition);
    }
    true
}

/// Of all entries of a status the one whose effect counts: the highest Recurring wounds, else the hardest to shake off, of
/// equals the first.
pub(crate) fn hardest(state: &State, unit: Figure, condition: Condition) -> Option<Status> {
    let causes = state.unit(unit).causes(condition).copied();
    causes.reduce(|worst, next| if harder(state, unit, &next, &worst) { next } else { worst })
}

/// The entry that has to be shaken off: with it all of the status goes (SW-RECOVER-06).
pub(crate) fn firmest(state: &State, unit: Figure, condition: Condition) -> Option<Status> {
    state.unit(unit).causes(condition).copied().min_by_key(|status| number(state, unit, status))
}

fn tell_gained(t: &mut Table<'_>, unit: Figure, new: &Status) {
    let Status { condition, amount, recover, modifier, star, .. } = *new;
    let several = t.state.unit(unit).conditions().count() > 1;
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
    let (new_number, old_number) = (number(state, unit, new), number(state, unit, old));
    // Of two equally hard ones the one that does not depend on a captor is worse (SW-STATUS-18).
    new_number < old_number || (new_number == old_number && old.star && !new.star)
}

/// What a recovery roll has to stay below.
fn number(state: &State, unit: Figure, status: &Status) -> i16 {
    stats::current(state, unit, status.recover) + status.modifier
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
        let left = Left(t.state.turn.acts.into());
        t.tell(SW::STATUS_15, || Event::ActsLost { unit, left });
    }
}

/// Ends a status, whatever it has come from.
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
        while let Some(at) = loosened(t.state, unit) {
            let loose = t.state.unit_mut(unit).statuses.remove(at);
            match loose.by {
                // Something else still holds it.
                Some(by) if t.state.unit(unit).has(loose.condition) => {
                    t.note(SW::STATUS_02);
                    t.tell(SW::STATUS_18, || Event::HoldLost { by, unit, status: loose.condition.name() });
                }
                _ => end(t, unit, loose.condition, SW::STATUS_18, "no longer adjacent"),
            }
        }
    }
}

fn loosened(state: &State, unit: Figure) -> Option<usize> {
    let held = |status: &Status| status.by.is_some_and(|by| state.adjacent(by, unit));
    state.unit(unit).statuses.iter().position(|status| status.star && !held(status))
}

/// May the unit react (SW-REACT-16)?
pub(crate) fn may_react(state: &State, unit: Figure) -> bool {
    let u = state.unit(unit);
    u.on_map() && !u.dazed && !u.has(Condition::Stunned) && !u.has(Condition::Helpless)
}
