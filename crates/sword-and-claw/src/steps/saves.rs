//! Step 1: a saving throw for every effect on the active side's figures (SC-SAVE-01, SC-SAVE-02, SC-COND).

use crate::conditions::{self, Condition};
use crate::resolve::damage;
use crate::{Event, Table, turn, zones};
use kernel::{Figure, Flow};
use rulebook::SC;

/// # Errors
/// Pauses for dice, and where a sinking flyer's owner picks its place.
pub(crate) fn saves(t: &mut Table<'_>) -> Flow {
    let side = t.state.active;
    for at in 0..t.state.pieces.len() {
        let unit = Figure(at as u16);
        let piece = t.state.piece(unit);
        if piece.side != side || piece.entangled + piece.paralyzed + piece.poisoned == 0 {
            continue;
        }
        for condition in Condition::ALL {
            against(t, unit, condition)?;
        }
    }
    turn::next(t)
}

/// One save for each of a condition that it had when the turn began.
fn against(t: &mut Table<'_>, unit: Figure, condition: Condition) -> Flow {
    let count = condition.count(t.state, unit) - zones::just_caught(t.state, unit, condition);
    if count > 1 {
        t.note(SC::SAVE_02);
        t.note(SC::COND_04);
    }
    for _ in 0..count {
        if !t.state.piece(unit).on_board() {
            return Ok(());
        }
        t.note(SC::SAVE_01);
        let total = conditions::save(t, unit, condition.text())?;
        if total >= 6 {
            passed(t, unit, condition, total >= 10);
        } else {
            failed(t, unit, condition)?;
        }
    }
    Ok(())
}

/// The condition ends; below 10 an entangle slows for this turn (SC-SAVE-04, SC-SAVE-05, SC-COND-01).
fn passed(t: &mut Table<'_>, unit: Figure, condition: Condition, clean: bool) {
    conditions::lose(t.state, unit, condition);
    if condition == Condition::Entangled && !clean {
        t.state.piece_mut(unit).slowed = true;
    }
    t.note(condition.rule());
    let rule = if clean { SC::SAVE_05 } else { SC::SAVE_04 };
    t.tell(rule, || Event::Saved { unit, from: condition.text(), clean });
}

/// Poison wounds, and flyers that cannot move sink (SC-SAVE-06, SC-COND-03, SC-FLIGHT-22).
fn failed(t: &mut Table<'_>, unit: Figure, condition: Condition) -> Flow {
    t.note(condition.rule());
    t.tell(SC::SAVE_06, || Event::SaveFailed { unit, against: condition.text() });
    match condition {
        Condition::Poisoned => {
            t.note(SC::COND_03);
            damage::wound(t, unit, 1);
            Ok(())
        }
        Condition::Entangled | Condition::Paralyzed => conditions::sink(t, unit, SC::FLIGHT_22),
    }
}
