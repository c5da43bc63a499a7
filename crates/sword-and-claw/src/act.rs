//! The options of the Movement step, one file each, and the choice among them (SC-TURN-06).

pub(crate) mod aim;
pub(crate) mod charge;
pub(crate) mod engine;
pub(crate) mod lane;
pub(crate) mod lanes;
pub(crate) mod onward;
pub(crate) mod orders;
pub(crate) mod trample;
pub(crate) mod travel;
pub(crate) mod whom;

use crate::cards::Qualities;
use crate::decisions::ask_anyway;
use crate::decisions::movement::{MOVEMENT, Next, ORDER, Order};
use crate::events::Inches;
use crate::state::{Motion, State};
use crate::{Event, Table, flight, turn, victory};
use kernel::{Figure, Flow, Refusal};
use orders::Orders;
use rulebook::SC;
use travel::Travel;
use whom::Whom;

/// One figure of the active side does one thing, or a player has finished (SC-TURN-09).
///
/// # Errors
/// Pauses for the choices and everything that follows from them.
pub(crate) fn one(t: &mut Table<'_>) -> Flow {
    let (side, seat) = (t.state.active, t.state.asked);
    let question = Whom::new(t.state, seat);
    match ask_anyway(t.oracle, MOVEMENT.to(seat), &question)? {
        Next::Activate { figure } => {
            t.state.waiting = 0;
            order(t, figure)
        }
        Next::Wait => {
            turn::wait(t.state, side);
            Ok(())
        }
        Next::Concede => victory::concede(t, seat),
        Next::Done => {
            if turn::finish(t.state, side) {
                // Haste was for this step, used or not.
                for piece in t.state.pieces.iter_mut().filter(|piece| piece.side == side) {
                    piece.hasted = 0;
                }
                return turn::next(t);
            }
            Ok(())
        }
    }
}

fn order(t: &mut Table<'_>, unit: Figure) -> Flow {
    let seat = t.state.piece(unit).owner;
    let question = Orders::new(t.state, unit);
    let order = ask_anyway(t.oracle, ORDER.to(seat).actor(unit), &question)?;
    match order {
        Order::Hold => {
            t.state.piece_mut(unit).motion = Motion::Hold;
            t.tell(SC::TURN_06, || Event::Held { unit });
            Ok(())
        }
        Order::Aim => {
            aim::aim(t, unit);
            Ok(())
        }
        Order::Reload { weapon } => match t.state.sheet(unit).attack_named(weapon) {
            Some(attack) => aim::reload(t, unit, attack),
            None => Ok(()),
        },
        Order::Charge { target } => charge::perform(t, unit, target),
        Order::Move { way } if t.state.is_engine(unit) => engine::push(t, unit, &way),
        _ => {
            let Some((motion, leg)) = order.moves() else { return Ok(()) };
            let mut travel = begin(t, unit, motion);
            onward::go(t, &mut travel, leg)
        }
    }
}

/// Sets a movement going.
pub(crate) fn begin(t: &mut Table<'_>, unit: Figure, motion: Motion) -> Travel {
    let inches = inches(t.state, unit, motion);
    t.state.piece_mut(unit).motion = motion;
    let (rule, how) = match motion {
        Motion::Run => (SC::RUN_01, "run"),
        Motion::Charge => (SC::CHARGE_01, "charge"),
        Motion::Slide => (SC::SLIDE_01, "slide"),
        _ => (SC::MOVE_01, "move"),
    };
    if t.aloud() {
        if t.state.piece(unit).slowed {
            t.note(SC::COND_01);
        }
        if motion == Motion::Slide && t.state.flying(unit) {
            t.note(SC::FLIGHT_09);
        }
        if t.state.sheet(unit).flies() && !t.state.flying(unit) {
            t.note(SC::FLIGHT_03);
        }
        if motion == Motion::Charge && t.state.sheet(unit).has(Qualities::CANT_RUN) {
            t.note(SC::QUAL_03);
        }
        t.note(SC::TROOP_08);
    }
    t.tell(rule, || Event::MoveBegan { unit, how, inches: Inches(inches.into()) });
    Travel::new(t.state, unit, motion, inches)
}

/// The Move score of this turn: Haste, half speed after an entangle, a short crew (SC-COND-01, SC-QUAL-09).
pub(crate) fn speed(state: &State, figure: Figure) -> u8 {
    let (piece, sheet) = (state.piece(figure), state.sheet(figure));
    let mut speed = sheet.movement + piece.hasted;
    if sheet.is_engine() && engine::pushers(state, figure).len() < usize::from(sheet.crew()) {
        speed = speed.saturating_sub(1);
    }
    if piece.slowed { speed.div_ceil(2) } else { speed }
}

/// Inches of an option.
pub(crate) fn inches(state: &State, figure: Figure, motion: Motion) -> u8 {
    let speed = speed(state, figure);
    match motion {
        Motion::Run => 2 * speed,
        Motion::Charge if state.sheet(figure).has(Qualities::CANT_RUN) => speed,
        Motion::Charge => 2 * speed,
        Motion::Slide => flight::slide(state, figure),
        _ => speed,
    }
}

/// May a figure do anything in the Movement step?
///
/// # Errors
/// The rule that forbids it.
pub(crate) fn able(state: &State, figure: Figure) -> Result<(), Refusal> {
    let piece = state.piece(figure);
    if !piece.on_board() {
        return Err(Refusal::new(SC::TURN_05, "it is not on the board"));
    }
    if piece.side != state.active {
        return Err(Refusal::new(SC::TURN_03, "it is not the turn of its side"));
    }
    if piece.motion != Motion::None {
        return Err(Refusal::new(SC::TURN_06, "it has used its Movement step"));
    }
    if piece.paralyzed > 0 {
        return Err(Refusal::new(SC::COND_02, "a paralyzed figure cannot move or act"));
    }
    if state.is_engine(figure) && engine::crew(state, figure).is_empty() {
        return Err(Refusal::new(SC::QUAL_07, "a siege weapon does nothing without its crew"));
    }
    Ok(())
}

/// May a figure use this way of moving?
///
/// # Errors
/// The rule that forbids it.
pub(crate) fn permit(state: &State, figure: Figure, motion: Motion) -> Result<(), Refusal> {
    let piece = state.piece(figure);
    if piece.entangled > 0 {
        let held = if state.is_engine(figure) { "its crew is entangled" } else { "an entangled figure cannot move" };
        return Err(Refusal::new(SC::COND_01, held));
    }
    if motion == Motion::Run && state.sheet(figure).has(Qualities::CANT_RUN) {
        return Err(Refusal::new(SC::QUAL_03, "it cannot run"));
    }
    if state.is_engine(figure) && motion != Motion::Move {
        return Err(Refusal::new(SC::QUAL_18, "a siege weapon only makes plain moves"));
    }
    Ok(())
}
