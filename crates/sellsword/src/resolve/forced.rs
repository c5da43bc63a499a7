//! Movement that is done to a unit: Move, Push, Pull, Recoil (SW-EFFECT-07 to SW-EFFECT-13).

use super::{harm, status};
use crate::cards::{Condition, Ground, Stat, Verb};
use crate::decisions::{MOVE, PIT, PULL, PUSH, Placing, RECOIL, StepOrStay};
use crate::state::{Place, State};
use crate::terrain::{Going, nearest_spaces};
use crate::{Event, Table};
use kernel::{Figure, Flow, Prompt, Rule};
use rulebook::SW;
use space::grid::{Block, Dir};
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
pub fn apply(t: &mut Table<'_>, by: Figure, unit: Figure, verb: &Verb) -> Flow<bool> {
    if !t.state.unit(unit).on_map() {
        return Ok(false);
    }
    let before = t.state.space(unit);
    match *verb {
        Verb::Move(squares) => shove(t, by, unit, How::Move, squares)?,
        Verb::MoveSelf(squares) => {
            t.note(SW::EFFECT_13);
            shove(t, by, unit, How::Move, squares)?;
        }
        Verb::Push(squares) => shove(t, by, unit, How::Push, squares)?,
        Verb::Pull(squares) => shove(t, by, unit, How::Pull, squares)?,
        Verb::Recoil(points) => recoil(t, by, unit, points)?,
        _ => {}
    }
    Ok(t.state.space(unit) != before)
}

/// The side that causes it moves the unit, square by square, and may stop at any time.
fn shove(t: &mut Table<'_>, by: Figure, unit: Figure, how: How, squares: u8) -> Flow {
    let seat = t.state.side(by);
    let held = t.state.unit(unit).has(Condition::Pinned) || t.state.sheet(unit).size.side() > 1;
    let mut moved = 0;
    for _ in 0..squares {
        let Some(space) = t.state.space(unit) else { break };
        let nexts = ways(t.state, by, unit, space, how);
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
        let picked = t.ask_at(how.prompt().to(seat).actor(by).about(unit), &options)?;
        let Some(next) = nexts.get(picked).copied() else { break };
        blame(t, by, unit);
        if next.squares().any(|square| t.state.ground(square).has(Ground::PIT)) {
            into_pit(t, by, unit, next)?;
            moved += 1;
            break;
        }
        put(t, unit, space, next, how.text(), how.rule())?;
        moved += 1;
        if t.state.is_over() {
            return Ok(());
        }
    }
    if held {
        t.note(SW::EFFECT_12);
    }
    t.tell(how.rule(), || Event::ForcedEnded { unit, how: how.text(), squares: moved });
    Ok(())
}

/// Whoever moves a unit about is remembered, for wounds without an attacker (SW-WIN-04).
fn blame(t: &mut Table<'_>, by: Figure, unit: Figure) {
    if by != unit {
        t.state.unit_mut(unit).harmed_by = Some(t.state.side(by));
    }
}

fn put(t: &mut Table<'_>, unit: Figure, from: Block, to: Block, how: &'static str, rule: Rule) -> Flow {
    t.state.put(unit, Place::On(to.at));
    t.note(SW::EFFECT_11);
    t.tell(rule, || Event::Forced { unit, how, from: from.at, to: to.at });
    status::drop_stars(t);
    // Being moved into it counts as entering.
    if from.newly_covered(to).any(|square| t.state.ground(square).has(Ground::DAMAGING)) {
        t.note(SW::TERRAIN_07);
    }
    harm::entered(t, unit, Some(from))
}

/// Spaces one square on that forced movement may lead to: no wall, no edge, no other unit; pits are entered and dealt
/// with (SW-EFFECT-11, SW-TERRAIN-14).
fn ways(state: &State, by: Figure, unit: Figure, space: Block, how: How) -> Vec<Block> {
    let mut going = Going::of(state, unit);
    // Extra costs are ignored and walls are not passed, whatever the unit's own traits.
    going.ghostly = false;
    going.flies = true;
    let dirs = match how {
        How::Move => u8::MAX,
        How::Push => shifts(state, by, space, Ordering::Greater),
        How::Pull => shifts(state, by, space, Ordering::Less),
    };
    Dir::ALL
        .into_iter()
        .filter(|dir| dirs & dir.bit() != 0)
        .filter_map(|dir| going.step(state, space, dir, 0).ok())
        .map(|step| step.to)
        .filter(|next| next.squares().all(|square| open_to_force(state, &going, square)))
        .collect()
}

/// No other unit, no pillar that nobody may stay in, no wall; an empty sliding wall is one.
fn open_to_force(state: &State, going: &Going, square: space::grid::Square) -> bool {
    !going.taken.contains(square)
        && !state.ground(square).has(Ground::OBSTRUCTING)
        && !state.field.layout(state.open).walls.filled(square)
}

/// The directions, as a mask, in which the counted distance from the unit that causes the movement changes so.
fn shifts(state: &State, by: Figure, space: Block, wanted: Ordering) -> u8 {
    let geometry = state.field.geometry(state.open);
    let steps = state.space(by).into_iter().flat_map(|near| geometry.shifts(near, space, wanted));
    steps.fold(0, |mask, (dir, _)| mask | dir.bit())
}

/// Placed on the nearest open space instead, and Shaken unless it flies (SW-TERRAIN-14).
fn into_pit(t: &mut Table<'_>, by: Figure, unit: Figure, pit: Block) -> Flow {
    let squares = nearest_spaces(t.state, unit, pit, |_| true);
    if squares.is_empty() {
        return Ok(());
    }
    let options: Vec<Placing> = squares.into_iter().map(|at| Placing::Place { at }).collect();
    let Placing::Place { at: to } = t.ask(PIT.to(t.state.side(by)).actor(by).about(unit), &options)?;
    let from = t.state.space(unit);
    t.state.put(unit, Place::On(to));
    t.tell(SW::TERRAIN_14, || Event::FellIntoPit { unit, to });
    status::drop_stars(t);
    harm::entered(t, unit, from)?;
    if !t.state.flies(unit) {
        let shaken =
            Verb::Status { condition: Condition::Shaken, amount: 0, recover: Stat::Brawn, modifier: 0, star: false };
        let seat = t.state.side(by);
        status::gain(t, Some(by), seat, unit, &shaken);
    }
    Ok(())
}

/// The unit backs away under its own controller, as far as its points allow (SW-EFFECT-10).
fn recoil(t: &mut Table<'_>, by: Figure, unit: Figure, points: u8) -> Flow {
    let seat = t.state.side(unit);
    let mut left = points;
    let mut moved = 0;
    while let Some(space) = t.state.space(unit) {
        let furthest = depth(t.state, by, unit, space, left);
        if furthest == 0 {
            break;
        }
        let nexts: Vec<(Block, u8)> = backward(t.state, by, unit, space, left)
            .into_iter()
            .filter(|(next, cost)| 1 + depth(t.state, by, unit, *next, left - cost) == furthest)
            .collect();
        let options: Vec<StepOrStay> = nexts.iter().map(|(next, _)| StepOrStay::Step { to: next.at }).collect();
        let picked = t.ask_at(RECOIL.to(seat).actor(unit).about(by), &options)?;
        let Some((next, cost)) = nexts.get(picked).copied() else { break };
        left -= cost;
        moved += 1;
        blame(t, by, unit);
        put(t, unit, space, next, "recoil", SW::EFFECT_10)?;
        if t.state.is_over() {
            return Ok(());
        }
    }
    t.tell(SW::EFFECT_10, || Event::ForcedEnded { unit, how: "recoil", squares: moved });
    Ok(())
}

/// The most squares the unit can still back away.
fn depth(state: &State, by: Figure, unit: Figure, space: Block, points: u8) -> u8 {
    backward(state, by, unit, space, points)
        .into_iter()
        .map(|(next, cost)| 1 + depth(state, by, unit, next, points - cost))
        .max()
        .unwrap_or(0)
}

fn backward(state: &State, by: Figure, unit: Figure, space: Block, points: u8) -> Vec<(Block, u8)> {
    let going = Going::of(state, unit);
    let dirs = shifts(state, by, space, Ordering::Greater);
    Dir::ALL
        .into_iter()
        .filter(|dir| dirs & dir.bit() != 0)
        // The second diagonal belongs to the own turn and costs nothing here (SW-TEMP-02).
        .filter_map(|dir| going.step(state, space, dir, 0).ok())
        .filter(|step| step.cost <= points)
        .filter(|step| {
            step.to
                .squares()
                .all(|square| open_to_force(state, &going, square) && !state.ground(square).has(Ground::PIT))
        })
        .filter(|step| state.field.map.walls.block_fits(step.to))
        .map(|step| (step.to, step.cost))
        .collect()
}
