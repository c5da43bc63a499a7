//! Movement that is done to a unit: Move, Push, Pull, Recoil (SW-EFFECT-07 to SW-EFFECT-13).

mod together;

pub(crate) use together::next;

use super::cause::Cause;
use super::{harm, status};
use crate::cards::{Condition, Ground, Stat, Verb};
use crate::decisions::{MOVE, PIT, PULL, PUSH, Placing, RECOIL, StepOrStay};
use crate::events::Driven;
use crate::state::{Place, State};
use crate::terrain::{Mover, nearest_spaces};
use crate::{Event, Table};
use kernel::{Figure, Flow, Prompt, Refusal, Rule};
use rulebook::SW;
use space::grid::{Block, Dir, Square};
use std::cmp::Ordering;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum How {
    Move,
    Push,
    Pull,
}

impl How {
    fn prompt(self) -> Prompt<StepOrStay> {
        match self {
            How::Move => MOVE,
            How::Push => PUSH,
            How::Pull => PULL,
        }
    }

    /// The word of its prompt serves for its events, too.
    fn text(self) -> &'static str {
        self.prompt().decision.prompt
    }

    fn rule(self) -> Rule {
        self.prompt().decision.rule
    }
}

/// Carries out one movement effect; true if the unit moved at least a square (SW-EFFECT-05).
///
/// # Errors
/// Pauses for the squares that are chosen.
pub(crate) fn apply(t: &mut Table<'_>, cause: &Cause, unit: Figure, verb: &Verb) -> Flow<bool> {
    if !t.state.unit(unit).on_map() {
        return Ok(false);
    }
    let before = t.state.space(unit);
    match *verb {
        Verb::Move(squares) => shove(t, cause, unit, How::Move, squares)?,
        Verb::MoveSelf(squares) => {
            t.note(SW::EFFECT_13);
            shove(t, cause, unit, How::Move, squares)?;
        }
        Verb::Push(squares) => shove(t, cause, unit, How::Push, squares)?,
        Verb::Pull(squares) => shove(t, cause, unit, How::Pull, squares)?,
        Verb::Recoil(points) => recoil(t, cause, unit, points)?,
        _ => {}
    }
    Ok(t.state.space(unit) != before)
}

/// The side that causes it moves the unit, square by square, and may stop at any time.
fn shove(t: &mut Table<'_>, cause: &Cause, unit: Figure, how: How, squares: u8) -> Flow {
    let held = t.state.unit(unit).has(Condition::Pinned) || t.state.sheet(unit).size.side() > 1;
    let mut moved = 0;
    for _ in 0..squares {
        let Some(space) = t.state.space(unit) else { break };
        let nexts = ways(t.state, cause, unit, space, how);
        if nexts.is_empty() {
            let (width, height) = (t.state.field.width(), t.state.field.height());
            if Dir::ALL.into_iter().any(|dir| space.step(dir, width, height).is_none()) {
                t.note(SW::MAP_08);
            }
            t.note(SW::EFFECT_11);
            break;
        }
        let steps = nexts.iter().map(|next| StepOrStay::Step { to: next.at });
        let options: Vec<StepOrStay> = steps.chain([StepOrStay::Stay]).collect();
        let judge = |state: &State, answer: &StepOrStay| match answer {
            StepOrStay::Stay => Ok(()),
            StepOrStay::Step { to } => {
                let mover = shoved(state, unit);
                way(state, cause, &mover, space, how, towards(space, *to)?).map(|_| ())
            }
        };
        let picked = t.ask_telling(how.prompt().to(cause.seat).actor(cause.unit).about(unit), &options, judge)?;
        let Some(next) = nexts.get(picked).copied() else { break };
        blame(t, cause, unit);
        moved += 1;
        if next.squares().any(|square| t.state.ground(square).has(Ground::PIT)) {
            into_pit(t, cause, unit, next)?;
            break;
        }
        put(t, cause, unit, next, (how.text(), how.rule()))?;
    }
    if held {
        t.note(SW::EFFECT_12);
    }
    t.tell(how.rule(), || Event::ForcedEnded { unit, how: how.text(), squares: Driven(moved) });
    Ok(())
}

/// Whoever moves a unit about is remembered, for wounds without an attacker (SW-WIN-04).
fn blame(t: &mut Table<'_>, cause: &Cause, unit: Figure) {
    if cause.unit != unit {
        t.state.unit_mut(unit).harmed_by = Some(cause.seat);
    }
}

fn put(t: &mut Table<'_>, cause: &Cause, unit: Figure, to: Block, (how, rule): (&'static str, Rule)) -> Flow {
    let Some(from) = t.state.space(unit) else {
        return Ok(());
    };
    t.state.put(unit, Place::On(to.at));
    t.note(SW::EFFECT_11);
    t.tell(rule, || Event::Forced { unit, how, from: from.at, to: to.at });
    if !cause.together {
        status::drop_stars(t);
    }
    // Being moved into it counts as entering.
    if from.newly_covered(to).any(|square| t.state.ground(square).has(Ground::DAMAGING)) {
        t.note(SW::TERRAIN_07);
    }
    harm::entered(t, unit, Some(from))
}

/// The unit as something that is pushed about: extra costs are ignored and walls are not passed, whatever its own traits.
fn shoved(state: &State, unit: Figure) -> Mover {
    let mut mover = Mover::of(state, unit);
    (mover.ghostly, mover.flies) = (false, true);
    mover
}

/// Spaces one square on that forced movement may lead to: no wall, no edge, no other unit; pits are entered and dealt
/// with (SW-EFFECT-11, SW-TERRAIN-14).
fn ways(state: &State, cause: &Cause, unit: Figure, space: Block, how: How) -> Vec<Block> {
    let mover = shoved(state, unit);
    Dir::ALL.into_iter().filter_map(|dir| way(state, cause, &mover, space, how, dir).ok()).collect()
}

/// The space in one direction, if the movement may lead there.
fn way(state: &State, cause: &Cause, mover: &Mover, space: Block, how: How, dir: Dir) -> Result<Block, Refusal> {
    let (wanted, reason) = match how {
        How::Move => (None, ""),
        How::Push => (Some(Ordering::Greater), "each square of a push leads further away from the unit that pushes"),
        How::Pull => (Some(Ordering::Less), "each square of a pull leads closer to the unit that pulls"),
    };
    if wanted.is_some_and(|wanted| shifts(state, cause, space, wanted) & dir.bit() == 0) {
        return Err(Refusal::new(how.rule(), reason));
    }
    let next = mover.step(state, space, dir, 0)?.to;
    next.squares().try_for_each(|square| open_to_force(state, mover, square))?;
    Ok(next)
}

/// The direction of a square around.
fn towards(space: Block, to: Square) -> Result<Dir, Refusal> {
    space.at.dir_to(to).ok_or(Refusal::new(SW::EFFECT_11, "forced movement goes one square at a time"))
}

/// No other unit, no pillar that nobody may stay in, no wall; an empty sliding wall is one.
fn open_to_force(state: &State, mover: &Mover, square: Square) -> Result<(), Refusal> {
    if mover.taken.contains(square) {
        return Err(Refusal::new(SW::EFFECT_11, "another unit stands there"));
    }
    if state.ground(square).has(Ground::OBSTRUCTING) {
        return Err(Refusal::new(SW::EFFECT_11, "nobody may stay in obstructing terrain"));
    }
    if state.field.layout(state.open).walls.filled(square) {
        return Err(Refusal::new(SW::EFFECT_11, "forced movement stops at a wall"));
    }
    Ok(())
}

/// The directions, as a mask, in which the counted distance from the unit that causes the movement changes so.
fn shifts(state: &State, cause: &Cause, space: Block, wanted: Ordering) -> u8 {
    let geometry = state.field.geometry(state.open);
    let steps = cause.space(state).into_iter().flat_map(|near| geometry.shifts(near, space, wanted));
    steps.fold(0, |mask, (dir, _)| mask | dir.bit())
}

/// Placed on the nearest open space instead, and Shaken unless it flies (SW-TERRAIN-14).
fn into_pit(t: &mut Table<'_>, cause: &Cause, unit: Figure, pit: Block) -> Flow {
    let squares = nearest_spaces(t.state, unit, pit, |_| true);
    if squares.is_empty() {
        return Ok(());
    }
    let options: Vec<Placing> = squares.into_iter().map(|at| Placing::Place { at }).collect();
    let judge = |state: &State, Placing::Place { at }: &Placing| {
        let mover = Mover::of(state, unit);
        mover.stand(state, Block::new(*at, mover.side))?;
        Err(Refusal::new(SW::TERRAIN_14, "there is open space nearer to the pit"))
    };
    let picked = t.ask_telling(PIT.to(cause.seat).actor(cause.unit).about(unit), &options, judge)?;
    let Placing::Place { at: to } = options[picked];
    let from = t.state.space(unit);
    t.state.put(unit, Place::On(to));
    t.tell(SW::TERRAIN_14, || Event::FellIntoPit { unit, to });
    if !cause.together {
        status::drop_stars(t);
    }
    harm::entered(t, unit, from)?;
    if !t.state.flies(unit) {
        let shaken =
            Verb::Status { condition: Condition::Shaken, amount: 0, recover: Stat::Brawn, modifier: 0, star: false };
        status::gain(t, cause, unit, &shaken);
    }
    Ok(())
}

/// The unit backs away under its own controller, as far as its points allow (SW-EFFECT-10).
fn recoil(t: &mut Table<'_>, cause: &Cause, unit: Figure, points: u8) -> Flow {
    let seat = t.state.side(unit);
    let mut left = points;
    let mut moved = 0;
    while let Some(space) = t.state.space(unit) {
        let furthest = depth(t.state, cause, unit, space, left);
        if furthest == 0 {
            break;
        }
        let nexts: Vec<(Block, u8)> = backward(t.state, cause, unit, space, left)
            .into_iter()
            .filter(|(next, cost)| 1 + depth(t.state, cause, unit, *next, left - cost) == furthest)
            .collect();
        let options: Vec<StepOrStay> = nexts.iter().map(|(next, _)| StepOrStay::Step { to: next.at }).collect();
        let judge = |state: &State, answer: &StepOrStay| {
            if let StepOrStay::Step { to } = answer {
                back(state, cause, &Mover::of(state, unit), space, left, towards(space, *to)?)?;
            }
            Err(Refusal::with(
                SW::EFFECT_10,
                "it has to recoil as far as it can, which is {0} more",
                furthest.into(),
                0,
            ))
        };
        let picked = t.ask_telling(RECOIL.to(seat).actor(unit).about(cause.unit), &options, judge)?;
        let Some((next, cost)) = nexts.get(picked).copied() else { break };
        left -= cost;
        moved += 1;
        blame(t, cause, unit);
        put(t, cause, unit, next, ("recoil", SW::EFFECT_10))?;
    }
    t.tell(SW::EFFECT_10, || Event::ForcedEnded { unit, how: "recoil", squares: Driven(moved) });
    Ok(())
}

/// The most squares the unit can still back away.
fn depth(state: &State, cause: &Cause, unit: Figure, space: Block, points: u8) -> u8 {
    backward(state, cause, unit, space, points)
        .into_iter()
        .map(|(next, cost)| 1 + depth(state, cause, unit, next, points - cost))
        .max()
        .unwrap_or(0)
}

fn backward(state: &State, cause: &Cause, unit: Figure, space: Block, points: u8) -> Vec<(Block, u8)> {
    let mover = Mover::of(state, unit);
    Dir::ALL.into_iter().filter_map(|dir| back(state, cause, &mover, space, points, dir).ok()).collect()
}

/// One square back in one direction, with its price.
fn back(
    state: &State,
    cause: &Cause,
    mover: &Mover,
    space: Block,
    points: u8,
    dir: Dir,
) -> Result<(Block, u8), Refusal> {
    if shifts(state, cause, space, Ordering::Greater) & dir.bit() == 0 {
        return Err(Refusal::new(SW::EFFECT_10, "each square of a recoil leads further away from the attacker"));
    }
    // The second diagonal belongs to the own turn and costs nothing here (SW-TEMP-02).
    let step = mover.step(state, space, dir, 0)?;
    if step.cost > points {
        let (cost, left) = (step.cost.into(), points.into());
        return Err(Refusal::with(SW::EFFECT_10, "the square costs {0} of its points, and it has {1}", cost, left));
    }
    step.to.squares().try_for_each(|square| open_to_force(state, mover, square))?;
    if step.to.squares().any(|square| state.ground(square).has(Ground::PIT)) {
        return Err(Refusal::new(SW::EFFECT_10, "nobody recoils into a pit"));
    }
    if !state.field.map.walls.block_fits(step.to) {
        return Err(Refusal::new(SW::EFFECT_11, "forced movement stops at a wall"));
    }
    Ok((step.to, step.cost))
}
