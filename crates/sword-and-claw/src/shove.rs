//! Figures that are put somewhere else because their place is taken or forbidden (SC-FLIGHT-22, SC-WQUAL-08).

use crate::decisions::opening::{DISPLACE, Displaced};
use crate::state::{Altitude, Place, State, distance};
use crate::terrain::Going;
use crate::{Event, Table};
use kernel::{Figure, Flow, Refusal, Rule};
use rulebook::SC;
use space::grid::{Block, Square};

/// Puts a flyer one level down, on the nearest free place where its own is taken; its owner picks among equals.
///
/// # Errors
/// Pauses for that choice.
pub(crate) fn lower(t: &mut Table<'_>, unit: Figure, altitude: Altitude) -> Flow {
    let Some(space) = t.state.space(unit) else {
        return Ok(());
    };
    if Going::of(t.state, unit).at(altitude).stand(t.state, space).is_ok() {
        t.state.put(unit, Place::On(space.at), altitude);
        return Ok(());
    }
    let spots = nearest(t.state, unit, space, altitude);
    if spots.is_empty() {
        return Ok(());
    }
    let at = choose(t, unit, &spots, SC::FLIGHT_22)?;
    put(t, unit, at, altitude);
    Ok(())
}

/// Its owner picks one of several places.
///
/// # Errors
/// Pauses for the choice.
pub(crate) fn choose(t: &mut Table<'_>, unit: Figure, spots: &[Square], rule: Rule) -> Flow<Square> {
    let options: Vec<Displaced> = spots.iter().map(|at| Displaced::To { at: *at }).collect();
    let asked = DISPLACE.to(t.state.piece(unit).owner).by(rule).actor(unit);
    let picked = t.ask_telling(asked, &options, |state, answer| {
        let Displaced::To { at } = *answer;
        Going::of(state, unit).stand(state, Block::new(at, state.base(unit)))?;
        Err(Refusal::new(rule, "another place is nearer"))
    })?;
    Ok(spots[picked])
}

/// Puts a figure on a place and says so.
pub(crate) fn put(t: &mut Table<'_>, unit: Figure, to: Square, altitude: Altitude) {
    let rule = if t.state.piece(unit).altitude > altitude { SC::FLIGHT_22 } else { SC::WQUAL_08 };
    t.state.put(unit, Place::On(to), altitude);
    t.tell(rule, || Event::Displaced { unit, to });
}

/// All free places at the least distance from where the figure is.
pub(crate) fn nearest(state: &State, unit: Figure, from: Block, altitude: Altitude) -> Vec<Square> {
    let going = Going::of(state, unit).at(altitude);
    let field = state.field();
    let mut best = u8::MAX;
    let mut spots = Vec::new();
    for at in field.squares() {
        let block = Block::new(at, from.side);
        // How far the base has to go, square for square.
        let far = distance(Block::single(from.at), Block::single(at));
        if far == 0 || far > best || going.stand(state, block).is_err() {
            continue;
        }
        if far < best {
            best = far;
            spots.clear();
        }
        spots.push(at);
    }
    spots
}
