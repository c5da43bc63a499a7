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
    sum + i32::from(state.side(seat).dice) * 10 + i32::from(state.side(seat).breaks()) * 8 - rout(state, seat)
}

/// What the danger of a Rout costs: the share of Checks that fail, and a foretaste of it while losses mount.
fn rout(state: &State, seat: Seat) -> i32 {
    let band = state.band(seat);
    let (lost, models) = (i32::from(state.losses(seat)), i32::from(band.models).max(1));
    let wavering = state.of(seat).filter(|(_, fighter, _)| fighter.shocked || fighter.broken).count() as i32;
    let crusader = band.archetype == Some(crate::effects::Archetype::RelentlessCrusader);
    let percent = state.setting.pack.limits.rout[usize::from(crusader)][usize::from(band.rival.is_some())];
    let due = i32::from(percent) * models;
    if 100 * lost < due {
        return 400 * (100 * lost + 30 * wavering).min(due) / due;
    }
    let led = band.warlord.filter(|warlord| state.fighter(*warlord).on_table() && !state.fighter(*warlord).broken);
    let cmd = led.map_or(0, |warlord| i32::from(state.sheet(warlord).cmd()));
    let fails = (45 - 9 * (cmd - lost)).clamp(2, 98);
    600 + 20 * fails
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
            let out = state.field.march(usize::MAX);
            let caches = state.caches.iter().enumerate().map(|(at, cache)| match cache {
                Cache::Carried(by) if state.owner(*by) == state.intruder => {
                    300 - state.fighter(*by).spot().map_or(0, |spot| out.inches(spot)) * 5
                }
                Cache::Carried(_) => -40,
                Cache::Lies(_) => 90 - approach(state, at) * 3,
                Cache::Secured => 0,
            });
            i32::from(secured(state)) * 600 + caches.sum::<i32>()
        }
        Quest::Beacon => {
            let lit = if state.beacon { 500 + i32::from(state.signals) * 400 } else { 0 };
            lit - approach(state, 0) * 6
        }
    };
    sign * sum
}

/// Inches that the nearest Intruder has to walk to an objective, and half of what the next one has.
fn approach(state: &State, objective: usize) -> i32 {
    let march = state.field.march(objective);
    let (mut first, mut second) = (60, 60);
    for (_, fighter, spot) in state.of(state.intruder) {
        if fighter.ready() && fighter.carries.is_none() {
            let far = march.inches(spot);
            (first, second) = if far < first { (far, first) } else { (first, second.min(far)) };
        }
    }
    first + second / 2
}
