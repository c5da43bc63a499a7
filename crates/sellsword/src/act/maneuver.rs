//! The Maneuver: one square with 2 points, without provoking anybody (SW-MANEUVER-01 to -04).

use super::basic_move::{free_to_move, take};
use super::{affordable, spend};
use crate::cards::{ActKind, Condition, Stat};
use crate::resolve::stats;
use crate::state::State;
use crate::terrain::{Mover, Step};
use crate::{Event, Table};
use kernel::{Figure, Flow, Refusal};
use rulebook::SW;
use space::grid::{Dir, Square};

/// # Errors
/// The rule that forbids the act, the step, its price or its end.
pub(crate) fn check(state: &State, unit: Figure, mover: &Mover, to: Square) -> Result<Step, Refusal> {
    affordable(state, unit, ActKind::Maneuver, 1)?;
    free_to_move(state, unit)?;
    let Some(space) = state.space(unit) else {
        return Err(Refusal::new(SW::MAP_06, "the unit is not on the map"));
    };
    let Some(dir) = space.at.dir_to(to) else {
        return Err(Refusal::new(SW::MANEUVER_01, "a Maneuver goes one square"));
    };
    step(state, unit, mover, dir)
}

/// The step in one direction, with its price and its end.
///
/// # Errors
/// As for [`check`].
pub(crate) fn step(state: &State, unit: Figure, mover: &Mover, dir: Dir) -> Result<Step, Refusal> {
    let Some(space) = state.space(unit) else {
        return Err(Refusal::new(SW::MAP_06, "the unit is not on the map"));
    };
    let step = mover.step(state, space, dir, state.turn.diagonals)?;
    if step.cost > 2 {
        let rule = if state.unit(unit).has(Condition::Hobbled) { SW::MANEUVER_04 } else { SW::MANEUVER_01 };
        return Err(Refusal::with(rule, "the step costs {0 point|points}, a Maneuver has 2", step.cost.into(), 0));
    }
    mover.stand(state, step.to)?;
    Ok(step)
}

/// # Errors
/// Pauses for wounds that the terrain causes.
pub(crate) fn perform(t: &mut Table<'_>, unit: Figure, to: Square) -> Flow {
    let mover = Mover::of(t.state, unit);
    let (Some(space), Ok(step)) = (t.state.space(unit), check(t.state, unit, &mover, to)) else {
        return Ok(());
    };
    spend(t, ActKind::Maneuver, 1);
    t.state.turn.moved = true;
    t.state.turn.astride = false;
    t.note(SW::MANEUVER_02);
    t.note(SW::MANEUVER_01);
    t.note(SW::REACT_06);
    if t.state.unit(unit).has(Condition::Hobbled) {
        t.note(SW::MANEUVER_04);
    }
    // It brings its own points, so that a unit without any Move still has it.
    if stats::current(t.state, unit, Stat::Move) == 0 {
        t.note(SW::MOVE_14);
    }
    t.tell(SW::ACT_05, || Event::Maneuvered { unit, from: space.at, to: step.to.at, cost: step.cost.into() });
    take(t, &mover, space, step)
}
