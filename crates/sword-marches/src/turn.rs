//! A Turn: Mettle, Orders, Action (SM-TURN-01).

pub(crate) mod action;
pub(crate) mod mettle;
pub(crate) mod orders;

use crate::effects::Grant;
use crate::state::NextStep;
use crate::{Event, Table, scenario, victory};
use kernel::{Flow, Seat};
use rulebook::SM;

/// A new Turn begins with its Mettle Phase; those who found no room before the battle come in first.
///
/// # Errors
/// Pauses for where they do.
pub(crate) fn start(t: &mut Table<'_>) -> Flow {
    t.state.turn += 1;
    let turn = t.state.turn.into();
    t.note(SM::TURN_01);
    t.note(SM::METTLE_01);
    if t.state.turn == 1 {
        t.note(SM::METTLE_02);
    }
    t.tell(SM::TURN_03, || Event::TurnBegan { turn });
    crate::setup::enter(t)?;
    t.state.next_step = NextStep::Rout;
    Ok(())
}

/// What lasts until the end of the Turn ends, in the order of SM-TURN-04.
///
/// # Errors
/// Pauses never.
pub(crate) fn end(t: &mut Table<'_>) -> Flow {
    forfeits(t);
    if t.state.is_over() {
        return Ok(());
    }
    for figure in t.state.figures() {
        let early = t.state.sheet(figure).has(Grant::EarlyRecovery);
        if let Some(rule) = early.filter(|_| t.state.fighter(figure).shocked && t.state.fighter(figure).on_table()) {
            t.state.fighter_mut(figure).shocked = false;
            t.tell(rule, || Event::Recovered { model: figure });
        }
    }
    crate::resolve::ambush::exposed(t);
    for fighter in &mut t.state.fighters {
        fighter.shocks = 0;
        fighter.entangled = false;
        fighter.tactical = false;
        fighter.broke = false;
        fighter.acted = false;
        fighter.fury = false;
        fighter.handed = false;
        fighter.calmed = false;
        fighter.hands = None;
        fighter.stood = None;
        fighter.token = false;
    }
    action::note_engagements(t.state);
    for seat in [Seat(0), Seat(1)] {
        let side = t.state.side_mut(seat);
        let dice = i32::from(std::mem::take(&mut side.dice));
        side.may_break = false;
        side.belayed = false;
        if dice > 0 {
            t.tell(SM::TACDICE_03, || Event::DiceLost { seat, dice: crate::events::TacticalDice(dice) });
        }
    }
    let turn = t.state.turn.into();
    t.tell(SM::TURN_04, || Event::TurnEnded { turn });
    scenario::end_of_turn(t);
    victory::end_of_turn(t);
    if !t.state.is_over() {
        t.state.next_step = NextStep::TurnStart;
    }
    Ok(())
}

/// Who did nothing but forfeit in this Action Phase has lost (SM-FORFEIT-04).
fn forfeits(t: &mut Table<'_>) {
    let idle = |seat: Seat| t.state.side(seat).forfeits > 0 && t.state.side(seat).only_forfeits();
    let (a, b) = (idle(Seat(0)), idle(Seat(1)));
    for (seat, lost) in [(Seat(0), a), (Seat(1), b)] {
        if lost {
            t.tell(SM::FORFEIT_04, || Event::AllForfeited { seat });
        }
    }
    match (a, b) {
        (true, true) => victory::finish(t, SM::FORFEIT_04, None, "both forfeited every Action"),
        (true, false) => victory::finish(t, SM::FORFEIT_04, Some(Seat(1)), "the other forfeited every Action"),
        (false, true) => victory::finish(t, SM::FORFEIT_04, Some(Seat(0)), "the other forfeited every Action"),
        (false, false) => {}
    }
}
