//! What traits do to places: units summoned, moved elsewhere or a step aside, terrain made; and where a unit goes that may
//! not stay where it is.

use crate::cards::{Condition, Ground};
use crate::decisions::{
    APPEAR, Appearing, FREE_STEP, Placing, SHIFT, SUMMON, Shifting, StepOrStay, TERRAIN, TerrainCentre,
};
use crate::events::Squares;
use crate::field::Buffers;
use crate::resolve::status;
use crate::state::{Made, Place, State, Unit};
use crate::terrain::{Mover, nearest_spaces};
use crate::{Event, Table, sight};
use kernel::{Figure, Flow, Name, Refusal};
use rulebook::SW;
use space::grid::{Block, Dir, Square};

/// Squares for a summoned unit: legal to occupy, empty, within reach by counted distance (SW-MOD-14).
fn summon_squares(state: &State, bearer: Figure, side: u8, within: u8) -> Vec<Square> {
    let Some(space) = state.space(bearer) else {
        return Vec::new();
    };
    let mover = summoned(state, bearer, space, side);
    let geometry = state.field.geometry(state.open);
    let mut found = Vec::new();
    for y in 0..state.field.height() {
        for x in 0..state.field.width() {
            let block = Block::new(Square::new(x, y), side);
            if mover.stand(state, block).is_ok() && geometry.distance_blocks(space, block) <= within {
                found.push(block.at);
            }
        }
    }
    found
}

/// Who is summoned stands where nobody else does, the bearer included.
fn summoned(state: &State, bearer: Figure, space: Block, side: u8) -> Mover {
    let mut mover = Mover::of(state, bearer);
    mover.side = side;
    mover.taken.insert_all(space.squares());
    mover
}

pub(super) fn summon(t: &mut Table<'_>, bearer: Figure, id: Name, count: u8, within: u8) -> Flow<bool> {
    let Some(profile) = t.state.setting.roster.iter().position(|p| p.card.id == id && p.modcard.is_none()) else {
        return Ok(false);
    };
    let seat = t.state.side(bearer);
    let mut placed = false;
    for _ in 0..count {
        let sheet = &t.state.setting.roster[profile];
        let (side, title) = (sheet.size.side(), sheet.title);
        let squares = summon_squares(t.state, bearer, side, within);
        if squares.is_empty() {
            t.tell(SW::MOD_14, || Event::SummonFailed { title });
            break;
        }
        let options: Vec<Placing> = squares.into_iter().map(|at| Placing::Place { at }).collect();
        let judge = |state: &State, Placing::Place { at }: &Placing| {
            if let Some(space) = state.space(bearer) {
                summoned(state, bearer, space, side).stand(state, Block::new(*at, side))?;
            }
            Err(Refusal::with(SW::MOD_14, "it is placed at a distance of {0} at most", within.into(), 0))
        };
        let Placing::Place { at } = options[t.ask_telling(SUMMON.to(seat).actor(bearer), &options, judge)?];
        let twins = t
            .state
            .units
            .iter()
            .filter(|unit| unit.owner == seat && t.state.setting.roster[unit.profile as usize].card.id == id)
            .count();
        let mut unit = Unit::new(profile as u16, &t.state.setting.roster[profile], seat, twins as u8 + 1);
        // Placed during a turn it waits for the next round; at the start of one it acts in it (SW-MOD-15).
        unit.acted = t.state.turn.unit.is_some();
        let figure = Figure(t.state.units.len() as u16);
        t.state.units.push(unit);
        t.state.put(figure, Place::On(at));
        t.note(SW::MOD_14);
        t.note(SW::BUILD_02);
        t.tell(SW::MOD_15, || Event::Summoned { unit: figure, at });
        placed = true;
    }
    Ok(placed)
}

/// Legal empty spaces within reach and in sight (SW-TRAIT-25).
pub(super) fn reappear(t: &mut Table<'_>, bearer: Figure, within: u8) -> Flow<bool> {
    let Some(space) = t.state.space(bearer) else {
        return Ok(false);
    };
    let state = &*t.state;
    let mover = Mover::of(state, bearer);
    let geometry = state.field.geometry(state.open);
    let mut buffers = Buffers::default();
    let mut squares = Vec::new();
    for y in 0..state.field.height() {
        for x in 0..state.field.width() {
            let block = Block::new(Square::new(x, y), mover.side);
            if block == space || mover.stand(state, block).is_err() {
                continue;
            }
            let near = block.squares().any(|square| {
                geometry.distance_blocks(space, Block::single(square)) <= within
                    && sight::sees_square(state, bearer, square, &mut buffers)
            });
            if near {
                squares.push(block.at);
            }
        }
    }
    if squares.is_empty() {
        return Ok(false);
    }
    let options: Vec<Appearing> = squares.into_iter().map(|at| Appearing::At { at }).collect();
    let judge = |state: &State, Appearing::At { at }: &Appearing| {
        let block = Block::new(*at, mover.side);
        if block == space {
            return Err(Refusal::new(SW::TRAIT_25, "it appears elsewhere than where it stands"));
        }
        mover.stand(state, block).map_err(|refusal| Refusal { rule: SW::TRAIT_25, ..refusal })?;
        Err(Refusal::with(SW::TRAIT_25, "it appears at a distance of {0} at most, where it sees", within.into(), 0))
    };
    let picked = t.ask_telling(APPEAR.to(t.state.side(bearer)).actor(bearer), &options, judge)?;
    let Appearing::At { at } = options[picked];
    t.state.put(bearer, Place::On(at));
    t.note(SW::LOS_06);
    t.tell(SW::TRAIT_25, || Event::Reappeared { unit: bearer, to: at });
    status::drop_stars(t);
    Ok(true)
}

/// Squares a free step can reach with the 2 points of a Maneuver (SW-TRAIT-26).
pub(super) fn free_steps(state: &State, unit: Figure) -> Vec<Square> {
    let Some(space) = state.space(unit) else {
        return Vec::new();
    };
    if state.unit(unit).has(Condition::Pinned) {
        return Vec::new();
    }
    let mover = Mover::of(state, unit);
    let steps = Dir::ALL.into_iter().filter_map(|dir| stroll(state, &mover, space, dir).ok());
    steps.map(|to| to.at).collect()
}

fn stroll(state: &State, mover: &Mover, space: Block, dir: Dir) -> Result<Block, Refusal> {
    // Outside its own turn the unit counts no diagonal.
    let diagonals = if state.turn.unit == Some(mover.unit) { state.turn.diagonals } else { 0 };
    let step = mover.step(state, space, dir, diagonals)?;
    if step.cost > 2 {
        let cost = step.cost.into();
        return Err(Refusal::with(SW::TRAIT_26, "the step costs {0} points, a free step has 2", cost, 0));
    }
    mover.stand(state, step.to)?;
    Ok(step.to)
}

pub(super) fn free_step(t: &mut Table<'_>, unit: Figure) -> Flow<bool> {
    let squares = free_steps(t.state, unit);
    if squares.is_empty() {
        return Ok(false);
    }
    let steps = squares.into_iter().map(|to| StepOrStay::Step { to });
    let options: Vec<StepOrStay> = steps.chain([StepOrStay::Stay]).collect();
    let (seat, before) = (t.state.side(unit), t.state.space(unit));
    let judge = |state: &State, answer: &StepOrStay| match (answer, before) {
        (StepOrStay::Step { to }, Some(space)) => {
            let one = Refusal::new(SW::TRAIT_26, "a free step goes one square");
            let dir = space.at.dir_to(*to).ok_or(one)?;
            stroll(state, &Mover::of(state, unit), space, dir).map(|_| ())
        }
        _ => Ok(()),
    };
    let StepOrStay::Step { to } = options[t.ask_telling(FREE_STEP.to(seat).actor(unit), &options, judge)?] else {
        return Ok(false);
    };
    t.state.put(unit, Place::On(to));
    t.tell(SW::TRAIT_26, || Event::FreeStepped { unit, to });
    status::drop_stars(t);
    crate::resolve::harm::entered(t, unit, before)?;
    Ok(true)
}

/// The centre is within reach and in sight; every square that is not wall within the radius gains the kind (SW-TRAIT-27).
pub(super) fn make_terrain(t: &mut Table<'_>, bearer: Figure, kind: Ground, reach: u8, radius: u8) -> Flow<bool> {
    let Some(space) = t.state.space(bearer) else {
        return Ok(false);
    };
    let state = &*t.state;
    let geometry = state.field.geometry(state.open);
    let mut buffers = Buffers::default();
    let all: Vec<Square> =
        (0..state.field.height()).flat_map(|y| (0..state.field.width()).map(move |x| Square::new(x, y))).collect();
    let centres: Vec<Square> = all
        .iter()
        .copied()
        .filter(|square| {
            geometry.distance_blocks(space, Block::single(*square)) <= reach
                && sight::sees_square(state, bearer, *square, &mut buffers)
        })
        .collect();
    let options: Vec<TerrainCentre> = centres.into_iter().map(|at| TerrainCentre::Centre { at }).collect();
    if options.is_empty() {
        return Ok(false);
    }
    let judge = |state: &State, TerrainCentre::Centre { at }: &TerrainCentre| {
        let range = state.field.geometry(state.open).distance_blocks(space, Block::single(*at));
        if range > reach {
            let (range, reach) = (range.into(), reach.into());
            return Err(Refusal::with(
                SW::TRAIT_27,
                "the distance to the centre is {0}, the trait reaches {1}",
                range,
                reach,
            ));
        }
        Err(Refusal::new(SW::TRAIT_27, "the centre has to be in sight"))
    };
    let picked = t.ask_telling(TERRAIN.to(t.state.side(bearer)).actor(bearer), &options, judge)?;
    let TerrainCentre::Centre { at: centre } = options[picked];
    let until = t.state.round + 1;
    let mut count = 0;
    for square in all {
        let within = t.state.field.geometry(t.state.open).distance(centre, square) <= radius;
        if within && !t.state.field.map.walls.filled(square) {
            t.state.made.retain(|made| made.square != square || made.kind != kind);
            t.state.made.push(Made { square, kind, until });
            count += 1;
        }
    }
    t.note(SW::TEMP_07);
    t.tell(SW::TRAIT_27, || Event::TerrainMade { unit: bearer, at: centre, count: Squares(count) });
    Ok(true)
}

/// The owner shifts a unit that may not stay where it is to the nearest legal space (SW-MOVE-13).
///
/// # Errors
/// Pauses when several spaces are equally near.
pub(crate) fn settle(t: &mut Table<'_>, unit: Figure) -> Flow {
    let Some(space) = t.state.space(unit) else {
        return Ok(());
    };
    if Mover::of(t.state, unit).stand(t.state, space).is_ok() {
        return Ok(());
    }
    let squares = nearest_spaces(t.state, unit, space, |_| true);
    let options: Vec<Shifting> = squares.into_iter().map(|to| Shifting::Shift { to }).collect();
    if options.is_empty() {
        return Ok(());
    }
    let judge = |state: &State, Shifting::Shift { to }: &Shifting| {
        Mover::of(state, unit).stand(state, Block::new(*to, space.side))?;
        Err(Refusal::new(SW::MOVE_13, "it is shifted to the nearest place where it may stay"))
    };
    let picked = t.ask_telling(SHIFT.to(t.state.unit(unit).owner).actor(unit), &options, judge)?;
    let Shifting::Shift { to } = options[picked];
    t.state.put(unit, Place::On(to));
    t.tell(SW::MOVE_13, || Event::Shifted { unit, to });
    status::drop_stars(t);
    // It enters that square like any other (SW-TERRAIN-06).
    crate::resolve::harm::entered(t, unit, Some(space))
}
