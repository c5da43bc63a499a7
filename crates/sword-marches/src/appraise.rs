//! How well a battle stands for one side: what its models are worth, what they may do to one another next, how near a
//! Rout is, and what the Adventure asks for. Each side is looked at by itself:
//! whoever compares them sees what one gains and the other loses.

mod dread;
mod exchange;
mod menace;
mod task;

use crate::content::Kind;
use crate::resolve::attack::close_arms;
use crate::state::{Fighter, Place, State};
use dread::Dread;
use kernel::{Figure, Seat};

/// What a Warrior of middling ratings is worth.
const SCALE: i32 = 100;

/// What an inch too far from the next friend costs.
const LONE: i32 = 4;

pub fn appraise(state: &State, seat: Seat) -> i32 {
    if let Some(outcome) = &state.outcome {
        return match outcome.winner {
            Some(winner) if winner == seat => 5000,
            Some(_) => -5000,
            None => 0,
        };
    }
    let dread = Dread::of(state, seat);
    side(state, seat) - dread.cost() - menace::losses(state, seat, &dread) + task::progress(state, seat)
}

fn side(state: &State, seat: Seat) -> i32 {
    let mut sum = 0;
    for figure in state.figures().filter(|figure| state.owner(*figure) == seat) {
        sum += worth(state, figure);
    }
    let side = state.side(seat);
    // Who does nothing but forfeit has lost (SM-FORFEIT-04).
    let idle = i32::from(side.forfeits) * if side.executed == 0 { 300 } else { 60 };
    sum - lone(state, seat) + i32::from(side.dice) * 10 + i32::from(side.breaks()) * 8 - idle
}

/// What it costs that models stand by themselves: nobody comes to their help, and numbers make them panic.
fn lone(state: &State, seat: Seat) -> i32 {
    let all: Vec<_> = state.of(seat).filter(|(_, fighter, _)| fighter.ready()).map(|(_, _, at)| at.plan()).collect();
    let far = |at: usize| {
        let others = all.iter().enumerate().filter(|(other, _)| *other != at);
        others.map(|(_, other)| all[at].to(*other)).min().map_or(0, |gap| (gap - 5000).clamp(0, 8000) as i32)
    };
    (0..all.len()).map(far).sum::<i32>() * LONE / 1000
}

fn worth(state: &State, figure: Figure) -> i32 {
    let fighter = state.fighter(figure);
    match fighter.place {
        Place::Wounded | Place::Fled => 0,
        Place::Left => whole(state, figure) + arms(state, figure),
        Place::Waiting | Place::On(_) => {
            (whole(state, figure) + arms(state, figure)) * share(fighter) / 8 + i32::from(fighter.token) * 6
        }
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

/// What the best that it can fight with is worth: a thrown Spear is gone.
fn arms(state: &State, figure: Figure) -> i32 {
    let sheet = state.sheet(figure);
    let force = |arm: u8| 4 * i32::from(sheet.arm(arm).damage) + 8 * i32::from(sheet.arm(arm).dice);
    close_arms(state, figure).map(force).max().unwrap_or(0)
}

/// Eighths of its worth that a model's condition leaves.
fn share(fighter: &Fighter) -> i32 {
    match (fighter.shocked, fighter.broken) {
        (true, _) => 5,
        (_, true) => 4,
        _ => 8,
    }
}
