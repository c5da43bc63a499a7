//! How well a battle stands for a side: who is left and in what state, what it has to expect, how near it is to the rout,
//! how near its warriors are to the fight and to what the scenario asks for. Each side is looked at by itself, with the eyes
//! of one of them: who looks cares for his own captain, and of the enemy for anybody who falls soon.

mod quarry;
#[cfg(test)]
mod tests;

use super::charges::arrives;
use super::prospect;
use crate::cards::{Objective, Stat};
use crate::ground::INCH;
use crate::resolve::nerves;
use crate::state::{Did, NextStep, Place, Posture, State};
use crate::turn::edge::{self, Whose};
use kernel::{Figure, Seat};
use space::inches::Spot;

const WON: i32 = 1_000_000;
/// What it costs a band to come to a quarter of losses, little by little, and to have to test from then on.
const NERVES: i32 = 1400;
const SHAKEN: i32 = 2000;

pub(crate) fn appraise(state: &State, seat: Seat) -> i32 {
    let carried = foreseen(state);
    seen(carried.as_ref().unwrap_or(state), seat, seat)
}

/// How a side stands against the best of the others, all in its own eyes.
pub(crate) fn balance(state: &State, seat: Seat) -> i32 {
    let carried = foreseen(state);
    let state = carried.as_ref().unwrap_or(state);
    let others = state.seats().filter(|other| *other != seat);
    let rival = others.map(|other| seen(state, other, seat)).max().unwrap_or(0);
    seen(state, seat, seat).saturating_sub(rival)
}

/// How well the battle stands for one side in the eyes of a viewer.
fn seen(state: &State, seat: Seat, viewer: Seat) -> i32 {
    if let Some(outcome) = &state.outcome {
        return if outcome.winner == Some(seat) { WON } else { 0 };
    }
    if state.player(seat).routed {
        return 0;
    }
    let mine = state.figures().filter(|figure| state.owner(*figure) == seat);
    let bodies: i32 = mine.map(|figure| worth(state, figure, viewer)).sum();
    let mut total = 10_000 + bodies - losses(state, seat);
    total += aims(state, seat);
    if state.next < NextStep::Rout {
        total -= spread(state, seat);
    } else {
        total -= prospect::losses(state, seat, |figure| price(state, figure, viewer));
        total -= vain(state, seat);
        total -= state.band(seat).map(|figure| alone(state, figure, viewer)).sum::<i32>();
        // Only who has the turn can go nearer; if both counted the way, neither would gain by it.
        if state.active() == seat {
            let quarry = quarry::quarry(state, seat);
            total -= state.band(seat).map(|figure| gap(state, figure, quarry)).sum::<i32>();
        }
    }
    total
}

/// The battle as it will stand when the declared charges have come home, one after the other, and those have failed that
/// find no way or no room; what is expected of blows, company and enemies nearby is expected there.
fn foreseen(state: &State) -> Option<State> {
    if state.charges.is_empty() {
        return None;
    }
    let mut then = state.clone();
    then.charges.clear();
    for charge in &state.charges {
        let Some(spot) = arrives(&then, charge) else {
            then.warrior_mut(charge.charger).did.add(Did::FailedCharge);
            continue;
        };
        if charge.unseen {
            then.charges.push(charge.clone());
            continue;
        }
        let warrior = then.warrior_mut(charge.charger);
        warrior.at = spot;
        warrior.did.add(Did::Charged);
        warrior.fresh = true;
        then.warrior_mut(charge.target).did.add(Did::WasCharged);
    }
    Some(then)
}

/// Who is set up together fights together: inches from the middle of the band.
fn spread(state: &State, seat: Seat) -> i32 {
    let spots = || state.band(seat).map(|figure| state.warrior(figure).at);
    let count = spots().count().max(1) as i64;
    let middle = spots().fold((0, 0), |sum, at| (sum.0 + i64::from(at.x), sum.1 + i64::from(at.y)));
    let middle = space::inches::Point { x: middle.0 / count, y: middle.1 / count };
    spots().map(|at| at.plan().to(middle) as i32 / INCH).sum()
}

/// Who is alone among enemies may panic (CH-TURN-19), and nobody helps him.
fn alone(state: &State, figure: Figure, viewer: Seat) -> i32 {
    const NEAR: i32 = 10 * INCH;
    const COMPANY: i32 = 6 * INCH;
    let seat = state.owner(figure);
    let mut friends = state.band(seat).filter(|other| *other != figure && state.warrior(*other).steady());
    if !state.warrior(figure).steady() || friends.any(|other| state.within(figure, other, COMPANY)) {
        return 0;
    }
    if nerves::lonely(state, figure) && !nerves::ignores_panic(state, figure) {
        let fails = (11 - i32::from(state.stat(figure, Stat::Leadership))).clamp(1, 8);
        return price(state, figure, viewer) * fails / 20;
    }
    let threatened = state.present().any(|foe| state.enemies(figure, foe) && state.within(figure, foe, NEAR));
    if threatened { 25 } else { 5 }
}

/// Charges that will not get there cost their turn.
fn vain(state: &State, seat: Seat) -> i32 {
    const TURN: i32 = 80;
    TURN * state.band(seat).filter(|figure| state.warrior(*figure).did.has(Did::FailedCharge)).count() as i32
}

/// A band fights the worse the nearer it is to a quarter of losses (CH-ROUT-03).
fn losses(state: &State, seat: Seat) -> i32 {
    let (started, lost) = (i32::from(state.player(seat).started.max(1)), state.losses(seat) as i32);
    let quarter = (started + 3) / 4;
    if lost < quarter { NERVES * lost / quarter } else { NERVES + SHAKEN + 80 * (lost - quarter) }
}

/// What a warrior is worth to a viewer when nothing ails him.
pub(crate) fn price(state: &State, figure: Figure, viewer: Seat) -> i32 {
    let (sheet, owner) = (state.sheet(figure), state.owner(figure));
    let quarter = (i32::from(state.player(owner).started.max(1)) + 3) / 4;
    // For the rout every warrior counts the same: the enemy's weakest fall sooner than his best.
    let dear = if owner == viewer { i32::from(sheet.fighter.cost) + if sheet.leader { 120 } else { 0 } } else { 0 };
    60 + dear + NERVES / quarter
}

fn worth(state: &State, figure: Figure, viewer: Seat) -> i32 {
    let warrior = state.warrior(figure);
    let base = price(state, figure, viewer);
    match warrior.place {
        Place::Out | Place::Fled => return 0,
        Place::Safe => return base,
        Place::Waiting | Place::Table => {}
    }
    let mut worth = base + 50 * i32::from(warrior.wounds);
    worth -= match warrior.posture {
        Posture::Standing => 0,
        Posture::Down => base / 3,
        Posture::Stunned => base / 2,
    };
    if warrior.fleeing {
        worth -= base / 2;
    }
    if warrior.hidden {
        worth += 6;
    }
    worth
}

/// What an inch of the way costs: little at first, for the enemy may come and be met, and more and more, for battles end.
fn hurry(state: &State) -> i32 {
    let (round, limit) = (i32::from(state.round), i32::from(state.setting.scenario.rounds.max(1)));
    // Shards are kept by who routs the enemy in time.
    let pressed = if state.shards.is_empty() { 4 } else { 10 };
    pressed + 20 * round * round / (limit * limit)
}

/// What the way between a warrior and the enemy costs whom his band goes for.
fn gap(state: &State, figure: Figure, quarry: Option<Figure>) -> i32 {
    let warrior = state.warrior(figure);
    let Some(quarry) = quarry.filter(|_| warrior.steady() && warrior.shard.is_none()) else { return 0 };
    let way = state.setting.field.roads().length(warrior.at, state.warrior(quarry).at).min(60 * INCH);
    // Shooters come as near as they have to; then the rest is for others.
    let range = state.sheet(figure).missile.iter().map(|arm| arm.weapon.range).max().unwrap_or(0);
    let near = (way - range * 3 / 4).max(0);
    hurry(state) * (near + (way - near) / 4) / INCH
}

/// What the scenario counts, and the way to it.
fn aims(state: &State, seat: Seat) -> i32 {
    let player = state.player(seat);
    // More than anybody gains on the way there.
    let mut total = 3000 * i32::from(player.shards) + 3000 * i32::from(player.through);
    for objective in &state.setting.scenario.objectives {
        total += match objective {
            Objective::HoldPiece(piece) => house(state, seat, *piece),
            Objective::BreakThrough { .. } => passage(state, seat),
            _ => 0,
        };
    }
    if !state.shards.is_empty() {
        total += shards(state, seat);
    }
    total
}

/// The attacker wants to be in the house, the defender to have somebody in it.
fn house(state: &State, seat: Seat, piece: u8) -> i32 {
    let Some(plot) = state.setting.field.plots.get(piece as usize).copied().flatten() else { return 0 };
    let middle = Spot::new(plot.x + plot.width / 2, plot.y + plot.depth / 2, 0);
    let roads = state.setting.field.roads();
    let attacks = state.player(seat).attacker;
    let rounds = i32::from(state.setting.scenario.rounds.max(1));
    let weight = if attacks { 4 + 8 * i32::from(state.round) / rounds } else { 3 };
    let held = crate::victory::holder(state, piece) == Some(seat);
    let way = |figure: Figure| weight * (roads.length(state.warrior(figure).at, middle) / INCH).min(40);
    let able = state.band(seat).filter(|figure| state.warrior(*figure).steady() && state.sheet(*figure).may_carry());
    let ways: i32 = able.map(way).sum();
    (if held { 500 } else { 0 }) - ways
}

/// Two of the band go for the enemy's edge: the two who have the shortest way.
fn passage(state: &State, seat: Seat) -> i32 {
    let roads = state.setting.field.roads();
    let mut ways: Vec<i32> = state
        .band(seat)
        .filter(|figure| state.warrior(*figure).steady() && state.sheet(*figure).may_carry())
        .map(|figure| {
            let at = state.warrior(figure).at;
            edge::nearest(state, seat, Whose::Enemy, at).map_or(0, |edge| roads.length(at, edge)).min(60 * INCH)
        })
        .collect();
    ways.sort_unstable();
    let wanted = usize::from(2u8.saturating_sub(state.player(seat).through));
    let rounds = i32::from(state.setting.scenario.rounds.max(1));
    let weight = 8 + 16 * i32::from(state.round) / rounds;
    let near: i32 = ways.iter().take(wanted).map(|way| (60 * INCH - way) * weight / INCH).sum();
    let rest: i32 = ways.iter().skip(wanted).map(|way| (60 * INCH - way) * 2 / INCH).sum();
    near + rest
}

/// Shards that lie about draw the nearest who may carry one, and the more if there is time to bring them home; carriers
/// want to go home.
fn shards(state: &State, seat: Seat) -> i32 {
    const MOST: i32 = 60 * INCH;
    let roads = state.setting.field.roads();
    let rounds = i32::from(state.setting.scenario.rounds) - i32::from(state.round);
    let home = |at: Spot| edge::nearest(state, seat, Whose::Own, at).map_or(0, |home| roads.length(at, home)).min(MOST);
    let mut sent: Vec<Figure> = Vec::new();
    let mut total = 0;
    for shard in state.shards.iter().filter(|shard| shard.home.is_none()) {
        if let Some(carrier) = shard.carrier {
            if state.owner(carrier) == seat {
                let way = home(state.warrior(carrier).at);
                total += 600 + 12 * (MOST - way) / INCH;
            }
            continue;
        }
        let able = |figure: &Figure| {
            let warrior = state.warrior(*figure);
            warrior.steady() && warrior.shard.is_none() && state.sheet(*figure).may_carry() && !sent.contains(figure)
        };
        let near = state
            .band(seat)
            .filter(able)
            .map(|figure| (roads.length(state.warrior(figure).at, shard.at).min(MOST), figure))
            .min();
        if let Some((way, figure)) = near {
            sent.push(figure);
            // He runs there and walks home.
            let step = i32::from(state.stat(figure, Stat::Movement)) * INCH;
            let turns = way / (2 * step).max(1) + home(shard.at) / step.max(1);
            let weight = if turns <= rounds { 24 } else { 8 };
            total += weight * (MOST - way) / INCH;
        }
    }
    total
}
