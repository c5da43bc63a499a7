//! How well a battle stands for a side: score, what is left of both, and ground held.

use crate::cards::{InjuryBox, Stat};
use crate::state::{Place, State};
use kernel::{Figure, Seat};

pub fn appraise(state: &State, seat: Seat) -> i32 {
    if let Some(outcome) = &state.outcome {
        return match outcome.winner {
            Some(winner) if winner == seat => 1_000_000,
            Some(_) => -1_000_000,
            None => 0,
        };
    }
    let mut total = 0;
    for player in state.seats() {
        let sign = if player == seat { 10 } else { -10 };
        total += sign * 10 * i32::from(state.players[player.index()].score);
    }
    for unit in state.figures() {
        let mine = state.unit(unit).owner == seat;
        let worth = worth(state, unit);
        total += if mine { worth } else { -worth };
        if mine {
            total += position(state, unit);
        }
    }
    total + ground(state, seat)
}

/// A unit is worth its cost as long as it has not been scored, and less for what it has lost.
fn worth(state: &State, unit: Figure) -> i32 {
    let (u, sheet) = (state.unit(unit), state.sheet(unit));
    if u.place == Place::Dropped {
        return 0;
    }
    let boxes = sheet.boxes.len().max(1) as i32;
    let left = boxes - i32::from(u.injuries());
    let vp = i32::from(sheet.vp);
    // Lives left: boxes and the Vigor that shields them, out of what it began with.
    let most = boxes * 5 + i32::from(sheet.stat(Stat::Vigor));
    let now = left * 5 + i32::from(u.vigor);
    let mut value = vp * 60 * now / most + vp * 15;
    value -= 12 * vp * u.statuses.len() as i32 / 10;
    value += 15 * i32::from(u.tokens[0]) + 25 * i32::from(u.tokens[1]) + 35 * i32::from(u.tokens[2]);
    if state.injured_in(unit, InjuryBox::Mortal) {
        value /= 2;
    }
    value
}

/// Being near something worth attacking or holding is worth a little, so that units do not stand about.
fn position(state: &State, unit: Figure) -> i32 {
    let Some(space) = state.space(unit) else {
        return 0;
    };
    let geometry = state.field.geometry(state.open);
    let enemy = state.standing().filter(|other| state.unit(*other).owner != state.unit(unit).owner).map(|other| state.distance(unit, other)).min();
    let area = state.field.map.objectives.iter().map(|objective| geometry.distance(space.at, objective.area.at)).min();
    let reach = state.sheet(unit).longest.max(1);
    let near_enemy = enemy.map_or(0, |distance| -6 * i32::from(distance.min(40).saturating_sub(reach)));
    let near_area = area.map_or(0, |distance| -4 * i32::from(distance.min(40)));
    near_enemy + near_area
}

fn ground(state: &State, seat: Seat) -> i32 {
    let mut total = 0;
    for objective in &state.field.map.objectives {
        let holders = state.standing().filter(|unit| state.space(*unit).is_some_and(|space| objective.area.meets(space)));
        let (mut mine, mut theirs) = (false, false);
        for unit in holders {
            if state.unit(unit).owner == seat { mine = true } else { theirs = true }
        }
        total += 250 * i32::from(mine && !theirs) - 250 * i32::from(theirs && !mine);
    }
    total
}
