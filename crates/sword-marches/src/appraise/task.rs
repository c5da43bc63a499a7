//! How near a side is to what the Adventure asks for.

use crate::content::Quest;
use crate::field::INCH;
use crate::scenario::secured;
use crate::state::{Cache, Fighter, State};
use kernel::{Figure, Seat};
use space::inches::Spot;

/// The Sentry has nothing to do but to keep the Intruder from it.
pub(super) fn progress(state: &State, seat: Seat, viewer: Seat) -> i32 {
    if seat != state.intruder {
        return 0;
    }
    match state.field.adventure.quest {
        Quest::GraveGold if viewer == state.intruder => gold_hoped_for(state),
        Quest::GraveGold => gold_at_risk(state),
        Quest::Beacon => {
            let lit = if state.beacon { 900 + i32::from(state.signals) * 600 } else { 0 };
            lit - approach(state, 0, 10 + 3 * i32::from(state.turn), false)
        }
    }
}

/// What a cache that is sure to come home is worth to the Intruder, and what two are on top of that: they win
/// (SM-ADV1-06).
const CACHE: i32 = 600;
const PAIR: i32 = 5000;

/// The Intruder's gold in its own eyes: what can still be brought home in time. Waiting costs nothing while there is time.
/// Where too little is left to win by gold, the Sentries are hunted.
fn gold_hoped_for(state: &State) -> i32 {
    let out = state.field.march(usize::MAX);
    let left = i32::from(state.field.adventure.turns.saturating_sub(state.turn));
    let time = |fighter: &Fighter| (left + i32::from(fighter.token)) * STRIDE;
    let mut hopes = Vec::new();
    let mut sent: Vec<Figure> = Vec::new();
    let mut walks = 0;
    for (at, cache) in state.caches.iter().enumerate() {
        match cache {
            Cache::Carried(by) if state.owner(*by) == state.intruder => {
                let fighter = state.fighter(*by);
                let home = fighter.spot().map_or(60, |spot| out.inches(spot));
                let hope = hope(time(fighter) - home);
                if hope > 0 {
                    hopes.push(hope);
                    walks += 4 * home - 150;
                }
            }
            Cache::Lies(spot) => {
                let (march, home) = (state.field.march(at), out.inches(*spot));
                let free = state.of(state.intruder).filter(|(figure, fighter, _)| {
                    fighter.ready() && fighter.carries.is_none() && !sent.contains(figure)
                });
                let spare = |fighter: &Fighter, here: Spot| time(fighter) - march.inches(here) - home;
                let best = free.map(|(figure, fighter, here)| (spare(fighter, here), figure)).max_by_key(|best| best.0);
                let price = 5 + i32::from(state.turn);
                match best {
                    Some((spare, figure)) if hope(spare) > 0 => {
                        sent.push(figure);
                        // It has to be taken first.
                        hopes.push(hope(spare) * 6 / 10);
                        walks += approach(state, at, price, true);
                    }
                    _ => walks += FORLORN * price,
                }
            }
            Cache::Carried(_) | Cache::Secured => {}
        }
    }
    hopes.sort_unstable_by_key(|hope| -hope);
    hopes.splice(0..0, std::iter::repeat_n(100, secured(state).into()));
    let hunt = if hopes.len() < 2 { hunt(state) } else { 0 };
    let best = |at: usize| hopes.get(at).copied().unwrap_or(0);
    CACHE * (best(0) + best(1)) / 100 + PAIR * best(0) / 100 * best(1) / 100 - walks - hunt
}

/// What it costs that Intruders with free hands are far from the next Sentry.
fn hunt(state: &State) -> i32 {
    const PRICE: i32 = 10;
    let far = |here: Spot| {
        let foes = state.standing().filter(|(_, fighter, _)| fighter.owner != state.intruder);
        foes.map(|(_, _, spot)| here.plan().to(spot.plan()).min(40_000) as i32).min().unwrap_or(0)
    };
    let free = state.of(state.intruder).filter(|(_, fighter, _)| fighter.ready() && fighter.carries.is_none());
    free.map(|(_, _, spot)| far(spot) * PRICE / INCH).sum()
}

/// Inches of walks that a cache counts which nobody can bring home any more: not fewer than on the way to it.
const FORLORN: i32 = 100;

/// Inches that a Move takes a carrier.
const STRIDE: i32 = 6;

/// Hundredths of a cache that come of it, with so many inches to spare on the way home.
fn hope(spare: i32) -> i32 {
    match spare {
        12.. => 100,
        0.. => 64 + spare * 3,
        -6..0 => 64 + spare * 9,
        _ => 0,
    }
}

/// The Intruder's gold in the eyes of the Sentry.
fn gold_at_risk(state: &State) -> i32 {
    let out = state.field.march(usize::MAX);
    let caches = state.caches.iter().enumerate().map(|(at, cache)| match cache {
        Cache::Carried(by) if state.owner(*by) == state.intruder => {
            900 - state.fighter(*by).spot().map_or(0, |spot| out.inches(spot)) * 15
        }
        Cache::Carried(_) => -40,
        Cache::Lies(_) => 200 - approach(state, at, 5 + i32::from(state.turn), false),
        Cache::Secured => 0,
    });
    i32::from(secured(state)) * 1500 + caches.sum::<i32>()
}

/// What the walks of the Intruders to an objective cost: those behind the first count most, so that nobody runs ahead.
/// Carriers may count as having been there.
fn approach(state: &State, objective: usize, price: i32, been: bool) -> i32 {
    const SHARES: [i32; 6] = [2, 3, 3, 3, 2, 1];
    const FAR: i32 = 60;
    let march = state.field.march(objective);
    let mut nearest = [FAR; SHARES.len()];
    let mut carriers = 0;
    for (_, fighter, spot) in state.of(state.intruder) {
        if fighter.carries.is_some() {
            carriers += usize::from(been);
        } else if fighter.ready() {
            let mut far = march.inches(spot);
            for slot in &mut nearest {
                if far < *slot {
                    std::mem::swap(slot, &mut far);
                }
            }
        }
    }
    for slot in nearest.iter_mut().filter(|slot| **slot == FAR).take(carriers) {
        *slot = 10;
    }
    let sum: i32 = nearest.iter().zip(SHARES).map(|(far, share)| far * share).sum();
    price * sum / 4
}

#[cfg(test)]
mod tests {
    use super::hope;

    #[test]
    fn hope_never_grows_as_time_runs_out_and_is_gone_a_move_too_late() {
        let all: Vec<i32> = (-10..=40).rev().map(hope).collect();
        assert!(all.is_sorted_by(|more, less| more >= less), "{all:?}");
        assert_eq!((hope(12), hope(0), hope(-6), hope(-7)), (100, 64, 10, 0));
    }
}
