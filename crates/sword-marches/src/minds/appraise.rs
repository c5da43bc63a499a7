//! How well a battle stands for one side: what its models are worth, what they may do to one another next, how near a
//! Rout is, and what the Adventure asks for. Each side is looked at by itself, with the eyes of one of them: the Intruder
//! must get something done, the Sentry has won if nothing happens, and so they weigh the same table differently.

mod dread;
mod exchange;
mod menace;
mod task;
#[cfg(test)]
mod tests;

use crate::content::Kind;
use crate::resolve::attack::close_arms;
use crate::state::{Fighter, NextStep, Place, State, other};
use dread::Dread;
use kernel::{Figure, Seat};
use menace::Ranks;
use space::inches::Spot;

/// What a Warrior of middling ratings is worth.
const SCALE: i32 = 100;

/// More than all else that can be seen before the first Turn.
const ROLE: i32 = 20_000;

/// What a lost battle costs.
const LOST: i32 = 5000;

/// What a side loses with its Warlord besides the model: most of its Action Tokens (SM-POOL-04).
const LEADERLESS: i32 = 500;

/// What an inch too far from the next friend costs.
const LONE: i32 = 4;

pub(crate) fn appraise(state: &State, seat: Seat) -> i32 {
    ended(state, seat).unwrap_or_else(|| seen(state, seat, seat, &Ranks::of(state)))
}

/// How a side stands against the other, both in its own eyes.
pub(crate) fn balance(state: &State, seat: Seat) -> i32 {
    if let Some(worth) = ended(state, seat) {
        return 2 * worth;
    }
    if state.next_step == NextStep::Roles {
        return if state.priority == seat { ROLE } else { -ROLE };
    }
    let ranks = Ranks::of(state);
    seen(state, seat, seat, &ranks) - seen(state, other(seat), seat, &ranks) + role(state, seat) + depth(state, seat)
}

/// What it is worth to the Sentry, who places his models before any Intruder stands on the table, that they are away from
/// where those come from: most of all the Warlord, who is shot at as soon as he is seen.
fn depth(state: &State, seat: Seat) -> i32 {
    if state.turn > 0 || seat == state.intruder {
        return 0;
    }
    let far = |at: Spot| state.field.intruder.distance(at.plan()).clamp(0, 24_000) as i32 / 1000;
    let worth = |figure: Figure| if state.warlord(seat) == Some(figure) { 12 } else { 4 };
    state.of(seat).map(|(figure, _, at)| far(at) * worth(figure)).sum()
}

/// What the role is worth until the first Turn; from then on it is the same whatever is done. Whoever chooses it does well
/// to be the Sentry: of random minds and of veterans alike, the Intruder wins no more than one battle in three.
fn role(state: &State, seat: Seat) -> i32 {
    match (state.turn, seat == state.intruder) {
        (0, true) => -ROLE,
        (0, false) => ROLE,
        _ => 0,
    }
}

fn ended(state: &State, seat: Seat) -> Option<i32> {
    let outcome = state.outcome.as_ref()?;
    Some(match outcome.winner {
        Some(winner) if winner == seat => LOST,
        Some(_) => -LOST,
        None => 0,
    })
}

/// How well the battle stands for one side in the eyes of a viewer.
fn seen(state: &State, seat: Seat, viewer: Seat, ranks: &Ranks<'_>) -> i32 {
    let dread = Dread::of(state, seat, viewer);
    let menace = ranks.losses(state, seat, viewer, &dread);
    side(state, seat, ranks) - dread.cost() - menace + task::progress(state, seat, viewer)
}

fn side(state: &State, seat: Seat, ranks: &Ranks<'_>) -> i32 {
    let away = state.figures().filter(|figure| state.owner(*figure) == seat && !state.fighter(*figure).on_table());
    let mut sum: i32 = away.map(|figure| reserve(state, figure)).sum();
    for model in ranks.of_seat(seat) {
        sum += condition(model.fighter, model.prize);
    }
    let side = state.side(seat);
    if state.warlord(seat).is_some_and(|warlord| state.fighter(warlord).is_lost()) {
        sum -= LEADERLESS;
    }
    // Who does nothing but forfeit has lost (SM-FORFEIT-04).
    let idle = match side.only_forfeits() {
        true if side.forfeits > 0 && !state.any_active(seat) => LOST,
        true => i32::from(side.forfeits) * 300,
        false => i32::from(side.forfeits) * 60,
    };
    sum - lone(ranks, seat) + i32::from(side.dice) * 10 + i32::from(side.breaks()) * 8 - idle
}

/// What it costs that models stand by themselves: nobody comes to their help, and numbers make them panic.
fn lone(ranks: &Ranks<'_>, seat: Seat) -> i32 {
    let all: Vec<_> = ranks.of_seat(seat).filter(|model| model.fighter.ready()).map(|model| model.at.plan()).collect();
    let far = |at: usize| {
        let others = all.iter().enumerate().filter(|(other, _)| *other != at);
        let nearest = others.map(|(_, other)| (all[at].square_to(*other), *other)).min_by_key(|near| near.0);
        nearest.map_or(0, |(_, other)| (all[at].to(other) - 5000).clamp(0, 8000) as i32)
    };
    (0..all.len()).map(far).sum::<i32>() * LONE / 1000
}

/// What a model that is not on the table is worth.
fn reserve(state: &State, figure: Figure) -> i32 {
    let fighter = state.fighter(figure);
    match fighter.place {
        Place::Wounded | Place::Fled => 0,
        Place::Left => prize(state, figure, close_arms(state, figure)),
        Place::Waiting | Place::On(_) => condition(fighter, prize(state, figure, close_arms(state, figure))),
    }
}

/// What is left of a model's worth in the condition that it is in.
fn condition(fighter: &Fighter, prize: i32) -> i32 {
    prize * share(fighter) / 8 + i32::from(fighter.token) * 6
}

/// What a model is worth unhurt, with the best that it can fight with: a thrown Spear is gone.
fn prize(state: &State, figure: Figure, usable: impl Iterator<Item = u8>) -> i32 {
    let sheet = state.sheet(figure);
    let force = |arm: u8| 4 * i32::from(sheet.arm(arm).damage) + 8 * i32::from(sheet.arm(arm).dice);
    whole(state, figure) + usable.map(force).max().unwrap_or(0)
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
    match (fighter.shocked, fighter.broken, fighter.token) {
        (true, _, _) => 5,
        // Whoever has a Token may pull itself together; the others run on.
        (_, true, true) => 6,
        (_, true, false) => 3,
        _ => 8,
    }
}
