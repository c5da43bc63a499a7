//! Who touches whom, and who can fight whom (SC-SETUP-04, SC-FLIGHT-12).

use crate::state::{Level, Side, State};
use kernel::Figure;
use space::grid::{Block, Dir, Square};

/// Are two figures adjacent and at a height where they could fight?
pub(crate) fn in_contact(state: &State, a: Figure, b: Figure) -> bool {
    match (state.space(a), state.space(b)) {
        (Some(one), Some(other)) => state.level(a) == state.level(b) && adjacent_at(state, state.level(a), one, other),
        _ => false,
    }
}

/// Are two bases at that level adjacent? What stands on the ground parts nobody above it (SC-FLIGHT-17).
pub(crate) fn adjacent_at(state: &State, level: Level, a: Block, b: Block) -> bool {
    if level > Level::Ground { a.touches(b) } else { adjacent(state, a, b) }
}

/// Do two bases on the ground touch, with nothing solid between them? Bases above one another do.
pub(crate) fn adjacent(state: &State, a: Block, b: Block) -> bool {
    if !a.touches(b) {
        return false;
    }
    if a.overlaps(b) || !state.field().edged && !near_hard(state, a, b) {
        return true;
    }
    a.squares().any(|one| b.squares().any(|other| reaches(state, one, other)))
}

/// Hard blocking squares can only part two bases that touch by their corners.
fn near_hard(state: &State, a: Block, b: Block) -> bool {
    let corner = |a: u8, a_side: u8, b: u8, b_side: u8| a + a_side == b || b + b_side == a;
    corner(a.at.x, a.side, b.at.x, b.side)
        && corner(a.at.y, a.side, b.at.y, b.side)
        && (a.squares().any(|one| b.squares().any(|other| one.dir_to(other).is_some() && !reaches(state, one, other))))
}

/// Can a blow go from one square to its neighbour: no solid wall, no two hard corners (SC-SETUP-04)?
pub(crate) fn reaches(state: &State, from: Square, to: Square) -> bool {
    let Some(dir) = from.dir_to(to) else { return false };
    let field = state.field();
    if !dir.is_diagonal() {
        return !field.edge(from, dir).blocks_sight();
    }
    let (dx, dy) = dir.delta();
    let across = if dx > 0 { Dir::E } else { Dir::W };
    let down = if dy > 0 { Dir::S } else { Dir::N };
    let (beside, above) = (Square::new(to.x, from.y), Square::new(from.x, to.y));
    let route = |first: Dir, corner: Square, second: Dir| {
        !state.hard(corner) && !field.edge(from, first).blocks_sight() && !field.edge(corner, second).blocks_sight()
    };
    route(across, beside, down) || route(down, above, across)
}

/// Figures of `side` in contact with a base at that level, each once.
pub(crate) fn each(state: &State, space: Block, level: Level, side: Side, mut f: impl FnMut(Figure)) {
    let field = state.field();
    let (left, top) = (space.at.x.saturating_sub(1), space.at.y.saturating_sub(1));
    let right = space.at.x.saturating_add(space.side).min(field.width() - 1);
    let bottom = space.at.y.saturating_add(space.side).min(field.height() - 1);
    for y in top..=bottom {
        for x in left..=right {
            let square = Square::new(x, y);
            let Some(found) = state.standing_on(square) else { continue };
            let piece = state.piece(found);
            if piece.side != side || state.level(found) != level {
                continue;
            }
            let Some(other) = state.space(found) else { continue };
            // A large base is met once, at the first of its squares within the ring.
            let first = Square::new(other.at.x.max(left), other.at.y.max(top));
            if first == square && adjacent_at(state, level, space, other) {
                f(found);
            }
        }
    }
    for found in &state.aloft {
        if state.piece(*found).side == side
            && state.level(*found) == level
            && state.space(*found).is_some_and(|other| adjacent_at(state, level, space, other))
        {
            f(*found);
        }
    }
}

/// Is an enemy figure in contact? Siege weapons do not pin anybody (SC-RANGED-04).
pub(crate) fn pinned(state: &State, figure: Figure) -> bool {
    let Some(space) = state.space(figure) else { return false };
    let mut found = false;
    each(state, space, state.level(figure), state.piece(figure).side.other(), |enemy| {
        found |= !state.is_engine(enemy);
    });
    found
}
