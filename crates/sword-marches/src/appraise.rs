//! How well a battle stands for one side: what its models are worth, what they may do to one another next, how near a
//! Rout is, and what the Adventure asks for. What one side gains the other loses.

mod menace;
mod task;

use crate::content::Kind;
use crate::state::{Fighter, Place, State, other};
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
    side(state, seat) - side(state, other(seat)) + menace::balance(state, seat) + task::progress(state, seat)
}

fn side(state: &State, seat: Seat) -> i32 {
    let mut sum = 0;
    for figure in state.figures().filter(|figure| state.owner(*figure) == seat) {
        sum += worth(state, figure);
    }
    let side = state.side(seat);
    // Who does nothing but forfeit has lost (SM-FORFEIT-04).
    let idle = i32::from(side.forfeits) * if side.executed == 0 { 300 } else { 25 };
    sum + i32::from(side.dice) * 10 + i32::from(side.breaks()) * 8 - idle - rout(state, seat)
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
    let fighter = state.fighter(figure);
    match fighter.place {
        Place::Wounded | Place::Fled => 0,
        Place::Left => whole(state, figure),
        Place::Waiting | Place::On(_) => whole(state, figure) * share(fighter) / 8 + i32::from(fighter.token) * 6,
    }
}

/// What a model is worth unhurt.
fn whole(state: &State, figure: Figure) -> i32 {
    let sheet = state.sheet(figure);
    let [cbt, cmd, con] = sheet.profile.ratings.map(i32::from);
    let rank = match sheet.profile.kind {
        Kind::Warlord => SCALE,
        Kind::Champion => SCALE / 2,
        Kind::Warrior | Kind::Hireling => 0,
    };
    SCALE / 2 + rank + 12 * cbt + 5 * cmd + 8 * con
}

/// Eighths of its worth that a model's condition leaves.
fn share(fighter: &Fighter) -> i32 {
    match (fighter.shocked, fighter.broken) {
        (true, _) => 5,
        (_, true) => 4,
        _ => 8,
    }
}
