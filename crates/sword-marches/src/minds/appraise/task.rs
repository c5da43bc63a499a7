//! How near a side is to what the Adventure asks for.

use crate::content::Quest;
use crate::field::INCH;
use crate::scenario::{secured, walk};
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
            lit - approach(state, 0, 10 + 3 * i32::from(state.turn), Carriers::DoNotCount)
        }
    }
}

/// What a cache that is sure to come home is worth to the Intruder, and what two are on top of that: they win
/// (SM-ADV1-06).
const CACHE: i32 = 600;
const PAIR: i32 = 5000;

/// The Intruder's gold in its own eyes: what can still be brought home in time. Waiting costs nothing while there is time,
/// but a burden is the safer the nearer it is to the edge. Where too little is left to win by gold, or few Sentries are
/// left, those are hunted.
fn gold_hoped_for(state: &State) -> i32 {
    let out = state.field.march(usize::MAX);
    let left = i32::from(state.field.adventure.turns.saturating_sub(state.turn));
    let time = |fighter: &Fighter| (left + i32::from(fighter.token)) * STRIDE;
    let mut hopes = Vec::new();
    let mut sent: Vec<Figure> = Vec::new();
    let mut walks = 0;
    for (at, cache) in state.caches.iter().enumerate() {
        match cache {
            Cache::Secured => {
                hopes.push(100);
                walks -= HOMEWARD * TAKEN / 10;
            }
            Cache::Carried(by) if state.owner(*by) == state.intruder => {
                let fighter = state.fighter(*by);
                let home = fighter.spot().map_or(600, |spot| out.tenths(spot));
                let hope = hope(time(fighter) - home) * safety(home) / 100;
                if hope > 0 {
                    hopes.push(hope);
                    walks += HOMEWARD * (home - TAKEN) / 10;
                }
                // Whoever leads has better things to do.
                if state.warlord(state.intruder) == Some(*by) {
                    walks += LEADER;
                }
            }
            Cache::Lies(spot) => {
                let home = out.tenths(*spot);
                let free = state.of(state.intruder).filter(|(figure, fighter, _)| {
                    fighter.ready() && fighter.carries.is_none() && !sent.contains(figure)
                });
                let spare = |fighter: &Fighter, here: Spot| time(fighter) - walk(state, at, here) - home;
                let best = free.map(|(figure, fighter, here)| (spare(fighter, here), figure)).max_by_key(|best| best.0);
                let price = 7 + i32::from(state.turn);
                match best {
                    Some((spare, figure)) if hope(spare) > 0 => {
                        sent.push(figure);
                        // It has to be taken first.
                        hopes.push(hope(spare) * UNTAKEN / 100);
                        walks += approach(state, at, price, Carriers::HaveBeenThere);
                    }
                    _ => walks += FORLORN * price,
                }
            }
            Cache::Carried(_) => {}
        }
    }
    hopes.sort_unstable_by_key(|hope| -hope);
    let standing =
        |mine: bool| state.standing().filter(|(_, fighter, _)| (fighter.owner == state.intruder) == mine).count();
    let hunt = match (hopes.len() < 2, standing(true) >= 2 * standing(false)) {
        (true, _) => hunt(state),
        (_, true) => hunt(state) * 6 / 10,
        _ => 0,
    };
    let best = |at: usize| hopes.get(at).copied().unwrap_or(0);
    CACHE * (best(0) + best(1)) / 100 + PAIR * best(0) / 100 * best(1) / 100 - walks - hunt
}

/// Hundredths of a cache that come of one that lies about and could be brought home in time.
const UNTAKEN: i32 = 40;

/// Hundredths of burdens that get home from so many tenths of an inch away.
fn safety(home: i32) -> i32 {
    92 - home.min(400) * 15 / 100
}

/// What it costs that the Warlord carries one himself.
const LEADER: i32 = 250;

/// What an inch homewards is worth for a burden, and from how many tenths of an inch away it is better than none.
const HOMEWARD: i32 = 12;
const TAKEN: i32 = 300;

/// What it costs that Sentries are left to themselves: how far the two Intruders are who are nearest to each and have
/// their hands free. It is counted by the prey, since a hunter must not lose by a kill that the next one is farther away.
fn hunt(state: &State) -> i32 {
    const PRICE: i32 = 10;
    const FAR: i32 = 40_000;
    let free = || state.of(state.intruder).filter(|(_, fighter, _)| fighter.ready() && fighter.carries.is_none());
    let far = |prey: Spot| {
        let mut nearest = [FAR; 2];
        for (_, _, spot) in free() {
            let gap = prey.plan().to(spot.plan()).min(FAR.into()) as i32;
            match gap {
                gap if gap < nearest[0] => nearest = [gap, nearest[0]],
                gap if gap < nearest[1] => nearest[1] = gap,
                _ => {}
            }
        }
        nearest[0] + nearest[1]
    };
    let prey = state.standing().filter(|(_, fighter, _)| fighter.owner != state.intruder);
    prey.map(|(_, _, spot)| far(spot) * PRICE / INCH).sum()
}

/// Inches of walks that a cache counts which nobody can bring home any more: not fewer than on the way to it.
const FORLORN: i32 = 100;

/// Tenths of an inch that a Move takes a carrier.
const STRIDE: i32 = 60;

/// Hundredths of a cache that come of it, with so many tenths of an inch to spare on the way home.
pub(super) fn hope(spare: i32) -> i32 {
    match spare {
        120.. => 100,
        0.. => 64 + spare * 3 / 10,
        -60..0 => 64 + spare * 9 / 10,
        _ => 0,
    }
}

/// The Intruder's gold in the eyes of the Sentry.
fn gold_at_risk(state: &State) -> i32 {
    let out = state.field.march(usize::MAX);
    let caches = state.caches.iter().enumerate().map(|(at, cache)| match cache {
        Cache::Carried(by) if state.owner(*by) == state.intruder => {
            900 - state.fighter(*by).spot().map_or(0, |spot| out.tenths(spot)) * 3 / 2
        }
        Cache::Carried(_) => -40,
        Cache::Lies(_) => 200 - approach(state, at, 5 + i32::from(state.turn), Carriers::DoNotCount),
        Cache::Secured => 0,
    });
    i32::from(secured(state)) * 1500 + caches.sum::<i32>()
}

/// How those who carry something already count on the way to an objective.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Carriers {
    DoNotCount,
    HaveBeenThere,
}

/// What the walks of the Intruders to an objective cost: those behind the first count most, so that nobody runs ahead.
fn approach(state: &State, objective: usize, price: i32, carrying: Carriers) -> i32 {
    const SHARES: [i32; 6] = [2, 3, 3, 3, 2, 1];
    const FAR: i32 = 600;
    let mut nearest = [FAR; SHARES.len()];
    let mut carriers = 0;
    for (_, fighter, spot) in state.of(state.intruder) {
        if fighter.carries.is_some() {
            carriers += usize::from(carrying == Carriers::HaveBeenThere);
        } else if fighter.ready() {
            let mut far = walk(state, objective, spot);
            for slot in &mut nearest {
                if far < *slot {
                    std::mem::swap(slot, &mut far);
                }
            }
        }
    }
    for slot in nearest.iter_mut().filter(|slot| **slot == FAR).take(carriers) {
        *slot = 100;
    }
    let sum: i32 = nearest.iter().zip(SHARES).map(|(far, share)| far * share).sum();
    price * sum / 40
}
