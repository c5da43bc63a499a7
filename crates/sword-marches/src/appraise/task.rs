//! How near a side is to what the Adventure asks for.

use crate::content::Quest;
use crate::scenario::secured;
use crate::state::{Cache, State};
use kernel::Seat;

/// The Sentry has nothing to do but to keep the Intruder from it.
pub(super) fn progress(state: &State, seat: Seat) -> i32 {
    if seat != state.intruder {
        return 0;
    }
    match state.field.adventure.quest {
        Quest::GraveGold => grave_gold(state),
        Quest::Beacon => {
            let lit = if state.beacon { 900 + i32::from(state.signals) * 600 } else { 0 };
            lit - approach(state, 0, 10 + 3 * i32::from(state.turn))
        }
    }
}

fn grave_gold(state: &State) -> i32 {
    let out = state.field.march(usize::MAX);
    let caches = state.caches.iter().enumerate().map(|(at, cache)| match cache {
        Cache::Carried(by) if state.owner(*by) == state.intruder => {
            900 - state.fighter(*by).spot().map_or(0, |spot| out.inches(spot)) * 15
        }
        Cache::Carried(_) => -40,
        Cache::Lies(_) => 200 - approach(state, at, 5 + i32::from(state.turn)),
        Cache::Secured => 0,
    });
    i32::from(secured(state)) * 1500 + caches.sum::<i32>()
}

/// What the walks of the Intruders to an objective cost: those behind the first count most, so that nobody runs ahead.
fn approach(state: &State, objective: usize, price: i32) -> i32 {
    const SHARES: [i32; 6] = [2, 3, 3, 3, 2, 1];
    let march = state.field.march(objective);
    let mut nearest = [60; SHARES.len()];
    for (_, fighter, spot) in state.of(state.intruder) {
        if fighter.ready() && fighter.carries.is_none() {
            let mut far = march.inches(spot);
            for slot in &mut nearest {
                if far < *slot {
                    std::mem::swap(slot, &mut far);
                }
            }
        }
    }
    let sum: i32 = nearest.iter().zip(SHARES).map(|(far, share)| far * share).sum();
    price * sum / 4
}
