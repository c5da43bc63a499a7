//! Ways over the map that lead somewhere.

use crate::state::State;
use crate::terrain::Going;
use kernel::{Figure, Rng, Walk};
use space::grid::{Dir, Square};

/// A way that leads somewhere: towards an enemy, an objective, or nowhere in particular. Steps are tried one by one,
/// so that nothing is enumerated.
pub(crate) fn sample(state: &State, going: &Going, points: u8, rng: &mut Rng) -> Option<Walk> {
    let mut block = state.space(going.unit)?;
    let goal = goal(state, going.unit, rng);
    let geometry = state.field.geometry(state.open);
    let mut walk = Walk::default();
    let mut ends = [block; kernel::MAX_STEPS + 1];
    let (mut left, mut diagonals) = (points, state.turn.diagonals);
    while left > 0 && walk.squares().len() < kernel::MAX_STEPS {
        let here = geometry.distance(block.at, goal);
        let lean = rng.below(2) as i8 * 2 - 1;
        let next = block.at.heading(goal).and_then(|dir| {
            [0, lean, -lean, 2 * lean, -2 * lean].into_iter().find_map(|turn| {
                let dir = Dir::ALL[(dir as i8 + turn).rem_euclid(8) as usize];
                let step = going.step(state, block, dir, diagonals).ok()?;
                (step.cost <= left && geometry.distance(step.to.at, goal) < here).then_some(step)
            })
        });
        let Some(step) = next else { break };
        left -= step.cost;
        diagonals += u8::from(step.diagonal);
        block = step.to;
        walk.push(block.at);
        ends[walk.squares().len()] = block;
    }
    // Back to the last square where it may stay.
    while !walk.is_empty() && going.stand(state, ends[walk.squares().len()]).is_err() {
        walk.pop();
    }
    if walk.is_empty() { any_step(state, going, points, rng) } else { Some(walk) }
}

fn any_step(state: &State, going: &Going, points: u8, rng: &mut Rng) -> Option<Walk> {
    let block = state.space(going.unit)?;
    let first = rng.below(8);
    (0..8).find_map(|at| {
        let step = going.step(state, block, Dir::ALL[(first + at) % 8], state.turn.diagonals).ok()?;
        (step.cost <= points && going.stand(state, step.to).is_ok()).then(|| Walk::from_iter([step.to.at]))
    })
}

fn goal(state: &State, unit: Figure, rng: &mut Rng) -> Square {
    let objectives = &state.field.map.objectives;
    match rng.below(8) {
        0..=3 => {
            let count = state.units.len();
            let first = rng.below(count);
            for at in 0..count {
                let other = Figure(((first + at) % count) as u16);
                if state.enemies(unit, other)
                    && let Some(space) = state.space(other)
                {
                    return space.at;
                }
            }
        }
        4..=6 if !objectives.is_empty() => {
            let area = objectives[rng.below(objectives.len())].area;
            return Square::new(
                area.at.x + rng.below(area.width.into()) as u8,
                area.at.y + rng.below(area.height.into()) as u8,
            );
        }
        _ => {}
    }
    Square::new(rng.below(state.field.width().into()) as u8, rng.below(state.field.height().into()) as u8)
}
