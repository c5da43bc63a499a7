//! What lies between two fighters: corners, fences, openings (SC-TOHIT-05, SC-TOHIT-06), and the reach of long weapons
//! (SC-WQUAL-26).

use crate::cards::EdgeKind;
use crate::contact;
use crate::sight::{Buffers, unblocked};
use crate::state::{State, squares_apart};
use kernel::Figure;
use space::grid::{Block, Dir, Line, Point, SIXTEENTHS, Square};

/// In the order of what it costs the attacker.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Barrier {
    None,
    Fence,
    Corner,
    Opening,
    /// Nothing gets past.
    Solid,
}

/// Can a melee attack from one figure reach the other: adjacent, or within two squares for Reach, at a height where
/// they could fight (SC-MELEE-02, SC-WQUAL-26)?
pub(crate) fn reaches(state: &State, by: Figure, target: Figure, reach: bool, buffers: &mut Buffers) -> bool {
    if contact::in_contact(state, by, target) {
        return true;
    }
    let (Some(from), Some(to)) = (state.space(by), state.space(target)) else {
        return false;
    };
    let level = state.level(by);
    // Only what is solid hinders a long weapon; mist does not.
    reach
        && level == state.level(target)
        && squares_apart(from, to) == 2
        && to.squares().any(|square| unblocked(state, from, level, square, level, buffers))
}

/// The least that stands between two bases in reach of each other.
pub(crate) fn between(state: &State, from: Block, to: Block) -> Barrier {
    if from.overlaps(to) {
        return Barrier::None;
    }
    let apart = squares_apart(from, to);
    let mut best = Barrier::Solid;
    for one in from.squares() {
        for other in to.squares() {
            if squares_apart(Block::single(one), Block::single(other)) == apart {
                best = best.min(pair(state, one, other));
                if best == Barrier::None {
                    return best;
                }
            }
        }
    }
    if best == Barrier::Solid { Barrier::None } else { best }
}

fn pair(state: &State, from: Square, to: Square) -> Barrier {
    match from.dir_to(to) {
        Some(dir) if !dir.is_diagonal() => edge(state.field().edge(from, dir)),
        Some(_) => round_corner(state, from, to),
        None if state.field().edged => along(state, from, to),
        None => Barrier::None,
    }
}

fn edge(kind: EdgeKind) -> Barrier {
    match kind {
        EdgeKind::Open | EdgeKind::Door => Barrier::None,
        EdgeKind::Fence => Barrier::Fence,
        EdgeKind::Window | EdgeKind::Slit => Barrier::Opening,
        EdgeKind::Wall => Barrier::Solid,
    }
}

/// A diagonal blow goes past one of two corners; with exactly one of them closed it goes round that corner.
fn round_corner(state: &State, from: Square, to: Square) -> Barrier {
    let field = state.field();
    let across = if to.x > from.x { Dir::E } else { Dir::W };
    let down = if to.y > from.y { Dir::S } else { Dir::N };
    let route = |first: Dir, corner: Square, second: Dir| {
        if state.hard(corner) {
            return Barrier::Solid;
        }
        edge(field.edge(from, first)).max(edge(field.edge(corner, second)))
    };
    let one = route(across, Square::new(to.x, from.y), down);
    let two = route(down, Square::new(from.x, to.y), across);
    match (one.min(two), one.max(two)) {
        (Barrier::None, Barrier::Solid) => Barrier::Corner,
        (least, _) => least,
    }
}

/// Fences and openings on the line between the centres of two squares further apart.
fn along(state: &State, from: Square, to: Square) -> Barrier {
    let line = Line::new(Block::single(from).centre(), Block::single(to).centre());
    let field = state.field();
    let mut worst = Barrier::None;
    for y in from.y.min(to.y)..=from.y.max(to.y) {
        for x in from.x.min(to.x)..=from.x.max(to.x) {
            let corner = Point::new(i32::from(x) * SIXTEENTHS, i32::from(y) * SIXTEENTHS);
            let ends = [Point::new(corner.x, corner.y + SIXTEENTHS), Point::new(corner.x + SIXTEENTHS, corner.y)];
            for (side, end) in [Dir::W, Dir::N].into_iter().zip(ends) {
                let found = edge(field.edge(Square::new(x, y), side));
                if found > worst && found < Barrier::Solid && line.meets_segment(corner, end) {
                    worst = found;
                }
            }
        }
    }
    worst
}
