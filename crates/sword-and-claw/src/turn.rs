//! The turn of a side: its steps, Reset, and the players of one side taking turns within a step (SC-TURN, SC-RESET).

use crate::act;
use crate::state::{Motion, NextStep, Part, Party, Side, State};
use crate::{Event, Table, contact, victory, zones};
use kernel::{Flow, Seat};
use rulebook::SC;

/// What the step is called in the log.
pub(crate) fn title(step: NextStep) -> &'static str {
    match step {
        NextStep::Edges => "Attacker and edges",
        NextStep::AttackersCore => "Attackers' core",
        NextStep::DefendersCore => "Defenders' core",
        NextStep::ChooseReserves => "Choice of reserves",
        NextStep::DefendersReserve => "Defenders' reserve",
        NextStep::AttackersReserve => "Attackers' reserve",
        NextStep::SavingThrows => "Saving throws",
        NextStep::Reset => "Reset",
        NextStep::Movement => "Movement",
        NextStep::Spellcasting => "Spellcasting",
        NextStep::Ranged => "Ranged attacks",
        NextStep::Melee => "Melee attacks",
        NextStep::Over => "The end",
    }
}

/// Goes on to the next step of the turn, or to the turn of the other side (SC-TURN-01, SC-TURN-02).
///
/// # Errors
/// Pauses where a zone acts on a figure that begins its turn in it.
pub(crate) fn next(t: &mut Table<'_>) -> Flow {
    let step = match t.state.next_step {
        NextStep::SavingThrows => NextStep::Reset,
        NextStep::Reset => NextStep::Movement,
        NextStep::Movement => NextStep::Spellcasting,
        NextStep::Spellcasting => NextStep::Ranged,
        NextStep::Ranged => NextStep::Melee,
        NextStep::Melee => return end(t),
        other => other,
    };
    enter(t, step);
    Ok(())
}

fn enter(t: &mut Table<'_>, step: NextStep) {
    t.state.next_step = step;
    t.state.part = Part::First;
    t.state.declared.clear();
    for piece in &mut t.state.pieces {
        (piece.acted, piece.serving) = (false, false);
    }
    let side = t.state.active;
    open(t.state, side);
    if step == NextStep::Movement {
        contacts(t.state);
    }
    t.tell(SC::TURN_02, || Event::StepBegan { step: title(step) });
}

/// The first turn belongs to the attackers (SC-DEPLOY-06).
///
/// # Errors
/// Never: nobody stands in a zone yet.
pub(crate) fn first(t: &mut Table<'_>) -> Flow {
    (t.state.round, t.state.active) = (1, t.state.attacker);
    t.note(SC::DEPLOY_06);
    begin(t)
}

/// After Melee the other side begins, and after both a new round.
fn end(t: &mut Table<'_>) -> Flow {
    zones::end_of_turn(t);
    let over = t.state.active;
    if over != t.state.attacker {
        if victory::limit(t) {
            return Ok(());
        }
        t.state.round += 1;
    }
    t.state.active = over.other();
    begin(t)
}

fn begin(t: &mut Table<'_>) -> Flow {
    let (side, round) = (t.state.active, t.state.round);
    let seat = Party::of(t.state, side);
    t.tell(SC::TURN_01, || Event::TurnBegan { seat, round: round.into() });
    let setting = std::sync::Arc::clone(&t.state.setting);
    for piece in &mut t.state.pieces {
        let sheet = &setting.roster[usize::from(piece.troop.0)];
        // A readied alternative is bound through the enemy turn (SC-TROOP-21).
        piece.bound = piece.ready_ranged.or(piece.ready_melee).map(|attack| sheet.attack(attack).option);
        piece.struck = Default::default();
        (piece.scorched, piece.moved) = (0, false);
        // What it trampled is missing from what it has readied (SC-TRAMPLE-02).
        if piece.side == side || !piece.readied() {
            piece.trampled = 0;
        }
        if piece.side == side {
            (piece.levels, piece.casts, piece.slowed) = (0, 0, false);
            // What half a crew has loaded fires from the next turn on (SC-QUAL-15).
            piece.primed |= std::mem::take(&mut piece.loading);
        }
    }
    enter(t, NextStep::SavingThrows);
    zones::start_of_turn(t)
}

/// Step 2: readied states, opportunity counts, unused Aims and last turn's movement are gone (SC-RESET-01, -03).
///
/// # Errors
/// Never by itself.
pub(crate) fn reset(t: &mut Table<'_>) -> Flow {
    let side = t.state.active;
    let mut cleared = false;
    for at in 0..t.state.pieces.len() {
        let unit = kernel::Figure(at as u16);
        let piece = t.state.piece_mut(unit);
        if piece.side != side {
            continue;
        }
        cleared |= piece.on_board() && (piece.opportunities > 0 || piece.aimed);
        let readied = piece.readied() && piece.on_board();
        (piece.ready_ranged, piece.ready_melee, piece.bound) = (None, None, None);
        (piece.opportunities, piece.aimed, piece.motion) = (0, false, Motion::None);
        if readied {
            t.note(SC::RESET_02);
            t.tell(SC::RESET_01, || Event::ReadyLost { unit });
        }
    }
    if cleared {
        t.note(SC::RESET_03);
    }
    next(t)
}

/// Step 3: one figure after the other, each finished before the next (SC-TURN-06, SC-TURN-09).
///
/// # Errors
/// Pauses for the player's choice and everything that follows from it.
pub(crate) fn movement(t: &mut Table<'_>) -> Flow {
    act::one(t)
}

/// Enemies in contact when the Movement step begins.
fn contacts(state: &mut State) {
    let mut list = std::mem::take(&mut state.contacts);
    list.clear();
    let side = state.active;
    for figure in state.of_side(side) {
        let Some(space) = state.space(figure) else { continue };
        contact::each(state, space, state.level(figure), side.other(), |enemy| list.push((figure, enemy)));
    }
    list.sort_unstable();
    state.contacts = list;
}

/// Begins to ask the players of a side.
pub(crate) fn open(state: &mut State, side: Side) {
    (state.done, state.waiting) = (0, 0);
    let first = state.seats_of(side).find(|seat| asked_at_all(state, *seat)).or(state.seats_of(side).next());
    state.asked = first.unwrap_or(Seat(0));
}

/// Once all are placed a player with nobody left has nothing to say.
fn asked_at_all(state: &State, seat: Seat) -> bool {
    state.next_step < NextStep::SavingThrows || victory::in_play(state, seat)
}

/// The player that is asked has finished; true when all of the side have.
pub(crate) fn finish(state: &mut State, side: Side) -> bool {
    state.done |= 1 << state.asked.0;
    state.waiting = 0;
    pass_on(state, side)
}

/// The player that is asked lets an ally go first.
pub(crate) fn wait(state: &mut State, side: Side) {
    state.waiting |= 1 << state.asked.0;
    pass_on(state, side);
}

/// May the player let an ally go first? Not when all others have finished or wait themselves.
pub(crate) fn may_wait(state: &State, side: Side) -> bool {
    let open = |seat: Seat| seat != state.asked && (state.done | state.waiting) >> seat.0 & 1 == 0;
    state.seats_of(side).any(|seat| open(seat) && asked_at_all(state, seat))
}

fn pass_on(state: &mut State, side: Side) -> bool {
    let seats = state.players.len() as u8;
    let after = (1..=seats).map(|by| Seat((state.asked.0 + by) % seats));
    let open = |seat: &Seat| {
        state.players[seat.index()].side == side && state.done >> seat.0 & 1 == 0 && asked_at_all(state, *seat)
    };
    match after.into_iter().find(open) {
        Some(seat) => {
            state.asked = seat;
            false
        }
        None => true,
    }
}
