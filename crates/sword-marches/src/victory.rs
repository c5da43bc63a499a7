//! How a battle ends.

use crate::content::Quest;
use crate::scenario::secured;
use crate::state::{Stage, State, other};
use crate::{Event, Table};
use kernel::{Outcome, Rule, Seat};
use rulebook::SM;

/// The battle is over.
pub fn finish(t: &mut Table<'_>, rule: Rule, winner: Option<Seat>, reason: &'static str) {
    if t.state.is_over() {
        return;
    }
    let scores = [Seat(0), Seat(1)].map(|seat| i32::from(t.state.losses(other(seat)))).to_vec();
    t.state.outcome = Some(Outcome { winner, scores, rounds: t.state.turn.into(), reason });
    t.state.stage = Stage::Over;
    t.state.lost.clear();
    match winner {
        Some(seat) => t.tell(rule, || Event::BattleWon { seat, reason }),
        None => t.tell(rule, || Event::BattleDrawn { reason }),
    }
}

/// What ends a battle at any moment: caches carried off, or nobody left (SM-TURN-03).
pub fn check(t: &mut Table<'_>) -> bool {
    if t.state.is_over() {
        return true;
    }
    let intruder = t.state.intruder;
    let grave = t.state.field.adventure.quest == Quest::GraveGold;
    let gold = secured(t.state);
    if grave && gold >= 2 {
        finish(t, SM::ADV1_06, Some(intruder), "two caches are carried off");
        return true;
    }
    match (gone(t.state, intruder), gone(t.state, other(intruder))) {
        (false, false) => return false,
        (true, true) if !grave => finish(t, SM::ADV2_09, None, "nobody is left"),
        (true, true) => finish(t, SM::TURN_03, None, "nobody is left"),
        (true, false) if grave && gold == 1 => finish(t, SM::ADV1_10, None, "one cache was worth everything"),
        (true, false) if grave => finish(t, SM::ADV1_10, Some(other(intruder)), "no Intruder is left"),
        (false, true) if grave => finish(t, SM::ADV1_09, Some(intruder), "no Sentry is left"),
        (true, false) => finish(t, SM::ADV2_09, Some(other(intruder)), "no Intruder is left"),
        (false, true) => finish(t, SM::ADV2_09, Some(intruder), "no Sentry is left"),
    }
    true
}

fn gone(state: &State, seat: Seat) -> bool {
    state.of(seat).next().is_none()
}

/// The last Turn is over (SM-TURN-03).
pub fn end_of_turn(t: &mut Table<'_>) {
    if check(t) || t.state.turn < t.state.field.adventure.turns {
        return;
    }
    let intruder = t.state.intruder;
    match (t.state.field.adventure.quest, secured(t.state)) {
        (Quest::GraveGold, 0) => finish(t, SM::ADV1_07, Some(other(intruder)), "no cache was carried off"),
        (Quest::GraveGold, _) => finish(t, SM::ADV1_08, None, "one cache was carried off"),
        (Quest::Beacon, _) if t.state.beacon => finish(t, SM::ADV2_07, Some(intruder), "the beacon burns at dawn"),
        (Quest::Beacon, _) => finish(t, SM::ADV2_08, Some(other(intruder)), "the beacon is dark at dawn"),
    }
}
