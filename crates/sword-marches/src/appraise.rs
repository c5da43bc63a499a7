//! How well a battle stands for one side.

use crate::content::{Kind, Quest};
use crate::scenario::secured;
use crate::state::{Cache, Fighter, Place, State, other};
use kernel::{Figure, Seat};

/// What a Warrior of middling ratings is worth.
const SCALE: i32 = 100;

pub fn appraise(state: &State, seat: Seat) -> i32 {
    if let Some(outcome) = &state.outcome {
        return match outcome.winner {
            Some(winner) if winner == seat => 10_000,
            Some(_) => -10_000,
            None => 0,
        };
    }
    side(state, seat) - side(state, other(seat)) + task(state, seat)
}

fn side(state: &State, seat: Seat) -> i32 {
    let mut sum = 0;
    for figure in state.figures().filter(|figure| state.owner(*figure) == seat) {
        sum += worth(state, figure);
    }
    sum + i32::from(state.side(seat).dice) * 10 + i32::from(state.side(seat).breaks()) * 8
}

fn worth(state: &State, figure: Figure) -> i32 {
    let (fighter, sheet) = (state.fighter(figure), state.sheet(figure));
    let [cbt, cmd, con] = sheet.profile.ratings.map(i32::from);
    let rank = match sheet.profile.kind {
        Kind::Warlord => SCALE,
        Kind::Champion => SCALE / 2,
        Kind::Warrior | Kind::Hireling => 0,
    };
    let whole = SCALE / 2 + rank + 12 * cbt + 5 * cmd + 8 * con;
    match fighter.place {
        Place::Wounded | Place::Fled => 0,
        Place::Left => whole,
        Place::Waiting | Place::On(_) => whole * share(fighter) / 8 + i32::from(fighter.token) * 6,
    }
}

/// Eighths of its worth that a model's condition leaves.
fn share(fighter: &Fighter) -> i32 {
    match (fighter.shocked, fighter.broken) {
        (true, _) => 5,
        (_, true) => 4,
        _ => 8,
    }
}

/// How near the side is to what the Adventure asks for.
fn task(state: &State, seat: Seat) -> i32 {
    let sign = if seat == state.intruder { 1 } else { -1 };
    let adventure = &state.field.adventure;
    let sum = match adventure.quest {
        Quest::GraveGold => {
            let carried = state.caches.iter().map(|cache| match cache {
                Cache::Carried(by) if state.owner(*by) == state.intruder => {
                    let y = state.fighter(*by).spot().map_or(0, |spot| spot.y / 1000);
                    120 + (30 - y) * 4
                }
                Cache::Carried(_) => -20,
                Cache::Lies(at) => 40 - approach(state, *at) * 2,
                Cache::Secured => 0,
            });
            i32::from(secured(state)) * 500 + carried.sum::<i32>()
        }
        Quest::Beacon => {
            let lit = if state.beacon { 400 + i32::from(state.signals) * 300 } else { 0 };
            lit - adventure.objectives.first().map_or(0, |beacon| approach(state, beacon.at) * 4)
        }
    };
    sign * sum
}

/// Inches from the nearest Intruder to a spot.
fn approach(state: &State, at: space::inches::Spot) -> i32 {
    let gaps = state.of(state.intruder).filter(|(_, fighter, _)| fighter.ready());
    gaps.map(|(_, _, spot)| (spot.plan().to(at.plan()) / 1000) as i32).min().unwrap_or(48)
}
