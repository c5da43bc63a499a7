//! How well a battle stands: who is left, in what state, how near to the rout, and what the scenario counts.

use crate::cards::Stat;
use crate::resolve::nerves;
use crate::state::{Place, Posture, State};
use crate::turn::charge::reach;
use kernel::{Figure, Seat};

const WON: i32 = 1_000_000;

pub fn appraise(state: &State, seat: Seat) -> i32 {
    if let Some(outcome) = &state.outcome {
        return match outcome.winner {
            Some(winner) if winner == seat => WON,
            Some(_) => -WON,
            None => 0,
        };
    }
    let others: i32 = state.seats().filter(|other| *other != seat).map(|other| side(state, other)).sum();
    let count = (state.players.len() as i32 - 1).max(1);
    // Distance is the same for both, so that only who has the turn can want less of it.
    let eager: i32 =
        if state.active() == seat { state.band(seat).map(|figure| closeness(state, figure)).sum() } else { 0 };
    side(state, seat) - others / count + eager
}

fn side(state: &State, seat: Seat) -> i32 {
    let player = state.player(seat);
    if player.routed {
        return -WON / 4;
    }
    let mine = state.figures().filter(|figure| state.owner(*figure) == seat);
    let bodies: i32 = mine.map(|figure| worth(state, figure)).sum();
    let losses = state.losses(seat) as i32;
    // A band near a quarter of losses will soon have to test.
    let shaken = if nerves::shaken(state, seat) { 300 } else { 0 };
    bodies + charges(state, seat) - 60 * losses - shaken
        + 800 * i32::from(player.shards)
        + 1500 * i32::from(player.through)
}

/// Declared charges: good where they can arrive, the more so on those who fight worse; bad where they must fail.
fn charges(state: &State, seat: Seat) -> i32 {
    let mine = state.charges.iter().filter(|charge| state.owner(charge.charger) == seat);
    mine.map(|charge| {
        if !state.within(charge.charger, charge.target, reach(state, charge.charger)) {
            return -60;
        }
        let fallen = if state.warrior(charge.target).stands() { 0 } else { 60 };
        40 + fallen + 8 * (prowess(state, charge.charger) - prowess(state, charge.target))
    })
    .sum()
}

/// How well somebody fights at close quarters.
fn prowess(state: &State, figure: Figure) -> i32 {
    let stats = [Stat::Weapon, Stat::Strength, Stat::Toughness, Stat::Attacks, Stat::Wounds];
    stats.into_iter().map(|stat| i32::from(state.stat(figure, stat))).sum()
}

fn worth(state: &State, figure: Figure) -> i32 {
    let (warrior, sheet) = (state.warrior(figure), state.sheet(figure));
    let base = 100 + 2 * i32::from(sheet.fighter.cost) + if sheet.leader { 80 } else { 0 };
    match warrior.place {
        Place::Out | Place::Fled => return 0,
        Place::Safe => return base,
        Place::Waiting | Place::Table => {}
    }
    let mut worth = base + 40 * i32::from(warrior.wounds);
    worth -= match warrior.posture {
        Posture::Standing => 0,
        Posture::Down => base / 3,
        Posture::Stunned => base / 2,
    };
    if warrior.fleeing {
        worth -= base / 3;
    }
    if warrior.shard.is_some() {
        worth += 300;
    }
    if warrior.hidden {
        worth += 10;
    }
    worth
}

/// Fighters want to come to grips, shooters to have a mark; a little, so that nobody dawdles.
fn closeness(state: &State, figure: Figure) -> i32 {
    let nearest = state
        .present()
        .filter(|other| state.enemies(figure, *other))
        .map(|other| state.distance(figure, other))
        .min()
        .unwrap_or(48_000);
    let keen = if state.sheet(figure).missile.is_empty() { 2 } else { 1 };
    let skill = i32::from(state.stat(figure, Stat::Weapon));
    (48_000 - nearest.min(48_000)) / 250 * keen * skill / 6
}
