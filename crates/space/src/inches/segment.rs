//! Points and straight lines in plan, with exact answers to where they lie and how near they come.

use std::cmp::Ordering;

use super::measure::{divide, root, square, told};
use super::spot::Spot;

/// Nothing lies farther out than this: a coordinate beyond is read as being here. So differences stay below 2^31,
/// their products below 2^62, and no sum of two such products leaves 64 bits.
pub const FAR: i64 = 1 << 29;

/// A place in plan, in thousandths of an inch.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Point {
    pub x: i64,
    pub y: i64,
}

impl Point {
    pub const fn new(x: i64, y: i64) -> Point {
        Point { x: clamp(x), y: clamp(y) }
    }

    pub fn at(self, z: i32) -> Spot {
        Spot { x: told(self.x), y: told(self.y), z }
    }

    /// The square of the distance.
    pub const fn square_to(self, other: Point) -> i64 {
        let (x, y) = (other.x - self.x, other.y - self.y);
        x * x + y * y
    }

    /// The distance to the nearest thousandth.
    pub fn to(self, other: Point) -> i64 {
        root(self.square_to(other))
    }

    /// The point `length` away in the direction of `other`, to the nearest thousandth; this point itself if `other` is
    /// the same.
    pub fn toward(self, other: Point, length: i64) -> Point {
        let (x, y) = (i128::from(other.x - self.x), i128::from(other.y - self.y));
        // Sixteen times the length keeps the rounding of the root out of the answer.
        let long = i128::from(super::measure::wide_root(256 * (x * x + y * y)));
        let length = i128::from(length);
        Point::new(self.x + divide(16 * x * length, long), self.y + divide(16 * y * length, long))
    }
}

const fn clamp(value: i64) -> i64 {
    if value > FAR {
        FAR
    } else if value < -FAR {
        -FAR
    } else {
        value
    }
}

/// Twice the area of the triangle: above 0 if `p` lies to the left of the way from `a` to `b`.
pub const fn cross(a: Point, b: Point, p: Point) -> i64 {
    (b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x)
}

/// How far `p` lies along the way from `a` to `b`, times the length of that way.
pub const fn along(a: Point, b: Point, p: Point) -> i64 {
    (b.x - a.x) * (p.x - a.x) + (b.y - a.y) * (p.y - a.y)
}

/// The distance of a point from a line's nearest point, compared with `reach`. A line of no length is its point.
pub fn compare(p: Point, a: Point, b: Point, reach: i64) -> Ordering {
    if reach < 0 {
        return Ordering::Greater;
    }
    let square = square(reach);
    let long = a.square_to(b);
    let t = along(a, b, p);
    if t <= 0 {
        return a.square_to(p).cmp(&square);
    }
    if t >= long {
        return b.square_to(p).cmp(&square);
    }
    let off = i128::from(cross(a, b, p));
    (off * off).cmp(&(i128::from(square) * i128::from(long)))
}

/// Whether two lines have a point in common; their ends belong to them.
pub fn meet(a: Point, b: Point, c: Point, d: Point) -> bool {
    let (sc, sd) = (cross(a, b, c).signum(), cross(a, b, d).signum());
    let (sa, sb) = (cross(c, d, a).signum(), cross(c, d, b).signum());
    if sc * sd < 0 && sa * sb < 0 {
        return true;
    }
    let on = |side: i64, p: Point, q: Point, r: Point| side == 0 && within_box(p, q, r);
    on(sc, a, b, c) || on(sd, a, b, d) || on(sa, c, d, a) || on(sb, c, d, b)
}

fn within_box(a: Point, b: Point, p: Point) -> bool {
    p.x >= a.x.min(b.x) && p.x <= a.x.max(b.x) && p.y >= a.y.min(b.y) && p.y <= a.y.max(b.y)
}

/// The distance between two lines, compared with `reach`.
pub fn compare_lines(a: Point, b: Point, c: Point, d: Point, reach: i64) -> Ordering {
    if meet(a, b, c, d) {
        return 0.cmp(&reach);
    }
    let ends = [compare(a, c, d, reach), compare(b, c, d, reach), compare(c, a, b, reach), compare(d, a, b, reach)];
    ends.into_iter().min().unwrap_or(Ordering::Greater)
}

/// The distance of a point from a line, to the nearest thousandth.
pub fn distance(p: Point, a: Point, b: Point) -> i64 {
    p.to(nearest(p, a, b))
}

/// The point of a line that is nearest to `p`, to the nearest thousandth.
pub fn nearest(p: Point, a: Point, b: Point) -> Point {
    let long = a.square_to(b);
    let t = along(a, b, p).clamp(0, long);
    if long == 0 {
        return a;
    }
    let part = |from: i64, to: i64| from + divide(i128::from(to - from) * i128::from(t), i128::from(long));
    Point::new(part(a.x, b.x), part(a.y, b.y))
}

/// A part of a line: `over` of `under`, with `under` above 0. 0 is its beginning, 1 its end.
#[derive(Clone, Copy, Debug)]
pub struct Share {
    pub over: i64,
    pub under: i64,
}

impl Share {
    pub const NONE: Share = Share { over: 0, under: 1 };
    pub const ALL: Share = Share { over: 1, under: 1 };

    /// The share of a length, to the nearest thousandth.
    pub fn of(self, length: i64) -> i64 {
        divide(i128::from(length) * i128::from(self.over), i128::from(self.under))
    }

    /// The point that lies this share along the way.
    pub fn between(self, a: Point, b: Point) -> Point {
        Point::new(a.x + self.of(b.x - a.x), a.y + self.of(b.y - a.y))
    }
}

impl PartialEq for Share {
    fn eq(&self, other: &Share) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Share {}

impl PartialOrd for Share {
    fn partial_cmp(&self, other: &Share) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Share {
    fn cmp(&self, other: &Share) -> Ordering {
        let product = |a: i64, b: i64| i128::from(a) * i128::from(b);
        product(self.over, other.under).cmp(&product(other.over, self.under))
    }
}
