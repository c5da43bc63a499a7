//! How well a battle stands for a side, seen from that side alone: its score, what is left of its units, the ground it
//! holds or can soon hold, and how near it is to a fight. Minds compare what the sides have.

use crate::cards::{InjuryBox, Stat};
use crate::round;
use crate::state::{Place, State};
use kernel::{Figure, Seat};

/// A victory point in hand. All else is measured by it.
const POINT: i32 = 100;
/// A square of the way to an enemy or to an objective.
const SQUARE: i32 = 8;

pub(crate) fn appraise(state: &State, seat: Seat) -> i32 {
    if let Some(outcome) = &state.outcome {
        return if outcome.winner == Some(seat) { 1_000_000 } else { 0 };
    }
    let own = |unit: &Figure| state.unit(*unit).owner == seat;
    let units: i32 = state.figures().filter(own).map(|unit| worth(state, unit)).sum();
    let fights: i32 = state.standing().filter(own).map(|unit| nearness(state, unit)).sum();
    POINT * i32::from(state.players[seat.index()].score) + units + fights + ground(state, seat)
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
    value -= 12 * vp * u.conditions().count() as i32 / 10;
    value += 15 * i32::from(u.tokens[0]) + 25 * i32::from(u.tokens[1]) + 35 * i32::from(u.tokens[2]);
    if state.injured_in(unit, InjuryBox::Mortal) {
        value /= 2;
    }
    value
}

/// Squares between a unit and the nearest enemy that its attacks reach count against it, so that nobody stands about.
fn nearness(state: &State, unit: Figure) -> i32 {
    let foes = state.standing().filter(|other| state.unit(*other).owner != state.unit(unit).owner);
    let nearest = foes.map(|foe| state.distance(unit, foe)).min();
    let reach = state.sheet(unit).longest.max(1);
    nearest.map_or(0, |distance| -SQUARE * i32::from(distance.min(40).saturating_sub(reach)))
}

/// Objectives held, and the way of the nearest unit to each of the others. A unit can go to one of them only.
fn ground(state: &State, seat: Seat) -> i32 {
    let geometry = state.field.geometry(state.open);
    let mut sent: Vec<Figure> = Vec::new();
    let mut total = 0;
    for (at, objective) in state.field.map.objectives.iter().enumerate() {
        // Half of what it will pay, for the round is not over.
        if round::occupants(state, at)[..] == [seat] {
            total += POINT / 2 * i32::from(round::worth(state, at));
        }
        let near = state
            .standing()
            .filter(|unit| state.unit(*unit).owner == seat && !sent.contains(unit))
            .filter_map(|unit| Some((geometry.distance(state.space(unit)?.at, objective.area.at), unit)))
            .min();
        if let Some((distance, unit)) = near {
            sent.push(unit);
            total -= SQUARE * i32::from(distance.min(40));
        }
    }
    total
}
