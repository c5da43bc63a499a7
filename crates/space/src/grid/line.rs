//! Straight lines in sixteenths of a square, and the points they are drawn between.
//!
//! Coordinates are exact as long as each is within ±2^29, far more than any board needs: then every
//! product below fits 64 bits.

use super::block::Block;

/// How many units of [`Point`] there are to a square.
pub const SIXTEENTHS: i32 = 16;

/// Points per square edge: those at 1/16, 3/16 ... 15/16. None of them is a grid point.
const PER_EDGE: i32 = 8;

/// A point in sixteenths of a square.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Point {
    pub x: i32,
    pub y: i32,
}

/// A closed box in sixteenths. A box with `left == right` or `top == bottom` is a segment or a point; one
/// with `left > right` or `top > bottom` is empty.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Rect {
    pub left: i32,
    pub top: i32,
    pub right: i32,
    pub bottom: i32,
}

/// A straight line from one point to another, both included.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Line {
    pub from: Point,
    pub to: Point,
}

impl Point {
    pub const fn new(x: i32, y: i32) -> Point {
        Point { x, y }
    }
}

impl Line {
    pub const fn new(from: Point, to: Point) -> Line {
        Line { from, to }
    }

    /// Do this line and the segment from `a` to `b` share at least one point? Touching counts, and so do
    /// lines that lie along each other.
    #[inline]
    pub fn meets_segment(self, a: Point, b: Point) -> bool {
        let Line { from, to } = self;
        // The boxes settle every case in which the two lie on one straight line.
        if from.x.max(to.x) < a.x.min(b.x)
            || a.x.max(b.x) < from.x.min(to.x)
            || from.y.max(to.y) < a.y.min(b.y)
            || a.y.max(b.y) < from.y.min(to.y)
        {
            return false;
        }
        not_on_one_side(turn(from, to, a), turn(from, to, b)) && not_on_one_side(turn(a, b, from), turn(a, b, to))
    }

    /// Do this line and the closed box share at least one point?
    #[inline]
    pub fn meets_rect(self, r: Rect) -> bool {
        let Line { from, to } = self;
        if (from.x.max(to.x) < r.left)
            | (from.x.min(to.x) > r.right)
            | (from.y.max(to.y) < r.top)
            | (from.y.min(to.y) > r.bottom)
            | (r.left > r.right)
            | (r.top > r.bottom)
        {
            return false;
        }
        let (offset, reach) = self.offset(r);
        offset <= reach
    }

    /// Does this line run through the open inside of the box? A line along an edge of it or through a mere
    /// corner does not; a line that only begins or ends inside does.
    #[inline]
    pub fn enters_rect(self, r: Rect) -> bool {
        let Line { from, to } = self;
        if (from.x.max(to.x) <= r.left)
            | (from.x.min(to.x) >= r.right)
            | (from.y.max(to.y) <= r.top)
            | (from.y.min(to.y) >= r.bottom)
            | (r.left >= r.right)
            | (r.top >= r.bottom)
        {
            return false;
        }
        let (offset, reach) = self.offset(r);
        // The reach is 0 only for a line that is a single point, which the test above found inside.
        (offset < reach) | (reach == 0)
    }

    /// How far the middle of the box lies from the endless line, and how far the box reaches towards it,
    /// both measured across the line in the same unit. A box and a line whose shadows on the two axes
    /// overlap meet exactly if the shadows across the line overlap too, as no other direction can separate
    /// a box from a segment.
    #[inline]
    fn offset(self, r: Rect) -> (i64, i64) {
        let (x, y) = (i64::from(self.from.x), i64::from(self.from.y));
        let (dx, dy) = (i64::from(self.to.x) - x, i64::from(self.to.y) - y);
        let (left, top) = (i64::from(r.left), i64::from(r.top));
        let (right, bottom) = (i64::from(r.right), i64::from(r.bottom));
        // Everything is doubled, as the middle of a box may fall between two sixteenths.
        let middle = dx * (top + bottom - 2 * y) - dy * (left + right - 2 * x);
        (middle.abs(), dx.abs() * (bottom - top) + dy.abs() * (right - left))
    }
}

/// The points lines of sight start from: at 1/16, 3/16 ... 15/16 of every square edge of the outer border
/// of the block, clockwise from its top-left corner. 32 for side 1, 64 for side 2.
pub fn border_points(block: Block) -> impl Iterator<Item = Point> + Clone {
    let rect = block.rect();
    let edge = i32::from(block.side) * PER_EDGE;
    (0..4 * edge).map(move |index| {
        let along = 2 * (index % edge) + 1;
        match index / edge {
            0 => Point::new(rect.left + along, rect.top),
            1 => Point::new(rect.right, rect.top + along),
            2 => Point::new(rect.right - along, rect.bottom),
            _ => Point::new(rect.left, rect.bottom - along),
        }
    })
}

/// The points lines of sight run to: the centre of the block first, then, in row order, the 8 by 8 points
/// at the odd sixteenths of each of its squares. 65 for side 1, 257 for side 2.
pub fn inner_points(block: Block) -> impl Iterator<Item = Point> + Clone {
    let rect = block.rect();
    let row = i32::from(block.side) * PER_EDGE;
    let lattice = (0..row * row)
        .map(move |index| Point::new(rect.left + 2 * (index % row) + 1, rect.top + 2 * (index / row) + 1));
    std::iter::once(block.centre()).chain(lattice)
}

/// Which way the path from `a` over `b` to `c` turns: the sign tells left from right, 0 is straight.
#[inline]
fn turn(a: Point, b: Point, c: Point) -> i64 {
    let (x, y) = (i64::from(a.x), i64::from(a.y));
    (i64::from(b.x) - x) * (i64::from(c.y) - y) - (i64::from(b.y) - y) * (i64::from(c.x) - x)
}

#[inline]
fn not_on_one_side(one: i64, other: i64) -> bool {
    (one.min(other) <= 0) & (one.max(other) >= 0)
}
