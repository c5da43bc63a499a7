//! Damaging terrain: 5 wounds on every entry and at the start of a turn begun in it (SW-TERRAIN-06).

use crate::cards::Ground;
use crate::resolve::wounds;
use crate::victory::Source;
use crate::{Event, Table};
use kernel::{Figure, Flow};
use rulebook::SW;
use space::grid::Block;

/// After a step. `before` is the space it left; `None` where the whole space is new.
///
/// # Errors
/// Pauses for the owner's choices about the wounds.
pub(crate) fn entered(t: &mut Table<'_>, unit: Figure, before: Option<Block>) -> Flow {
    let Some(space) = t.state.space(unit) else {
        return Ok(());
    };
    let fire = space
        .squares()
        .filter(|square| before.is_none_or(|block| !block.contains(*square)))
        .filter(|square| t.state.ground(*square).has(Ground::DAMAGING))
        .count();
    if fire > 0 {
        burn(t, unit, fire)?;
    }
    Ok(())
}

/// At the start of a turn.
///
/// # Errors
/// As for [`entered`].
pub(crate) fn stood(t: &mut Table<'_>, unit: Figure) -> Flow {
    let fire = t
        .state
        .space(unit)
        .map_or(0, |space| space.squares().filter(|square| t.state.ground(*square).has(Ground::DAMAGING)).count());
    if fire > 0 {
        burn(t, unit, fire)?;
    }
    Ok(())
}

pub(crate) fn stands_in_it(t: &Table<'_>, unit: Figure) -> bool {
    t.state.space(unit).is_some_and(|space| space.squares().any(|square| t.state.ground(square).has(Ground::DAMAGING)))
}

fn burn(t: &mut Table<'_>, unit: Figure, squares: usize) -> Flow {
    let wound = t.state.field.map.damage;
    let sheet = t.state.sheet(unit);
    if squares > 1 || sheet.size.side() > 1 || sheet.common.fly || sheet.common.ghostly {
        t.note(SW::TERRAIN_07);
    }
    t.tell(SW::TERRAIN_06, || Event::TerrainHarms { unit, wound: wound.text() });
    // The wounds are nobody's: who scores is worked out from the last harm done (SW-WIN-04).
    wounds::plain(t, unit, wound, 5, Source { unit: None, seat: None, terrain: true })?;
    Ok(())
}
