//! Walls with openings, and rectangles in inches: the bricks of which ready-made terrain is built.

use super::edge::beyond;
use super::polygon::{Polygon, PolygonError};
use super::segment::Point;
use super::terrain::Piece;

/// A hole in a wall, measured from the beginning of the wall: between `from` and `to` along it, and between the heights
/// `sill` and `lintel` above the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Opening {
    pub from: i32,
    pub to: i32,
    pub sill: i32,
    pub lintel: i32,
}

/// The outline of a straight wall: `thick` to the left of the way from `a` to `b`.
///
/// # Errors
/// If it has no area.
pub fn wall_outline(a: Point, b: Point, thick: i32) -> Result<Polygon, PolygonError> {
    let thick = i64::from(thick);
    Polygon::new([a, b, beyond(b, a, b, thick), beyond(b, a, a, thick)])
}

/// The pieces of a straight wall from `bottom` to `top`: full height beside the openings, what is below their sills, and
/// what is above their lintels. Openings are given in order along the wall and do not overlap. Each piece is made with
/// `make`, for instance [`Piece::barrier`].
///
/// # Errors
/// If a part of the wall has no area, so if openings are out of order.
pub fn wall(
    a: Point,
    b: Point,
    thick: i32,
    heights: (i32, i32),
    openings: &[Opening],
    make: impl Fn(Polygon, i32, i32) -> Piece,
    out: &mut Vec<Piece>,
) -> Result<(), PolygonError> {
    let (bottom, top) = heights;
    let whole = a.to(b);
    let mut part = |from: i64, to: i64, bottom: i32, top: i32| -> Result<(), PolygonError> {
        if from < to && bottom < top {
            out.push(make(wall_outline(a.toward(b, from), a.toward(b, to), thick)?, bottom, top));
        } else if from > to {
            return Err(PolygonError::CrossesItself);
        }
        Ok(())
    };
    let mut done = 0;
    for opening in openings {
        let (from, to) = (i64::from(opening.from), i64::from(opening.to));
        part(done, from, bottom, top)?;
        part(from, to, bottom, opening.sill.min(top))?;
        part(from, to, opening.lintel.max(bottom), top)?;
        done = to;
    }
    part(done, whole, bottom, top)
}
