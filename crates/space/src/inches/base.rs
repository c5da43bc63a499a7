//! Round bases and upright figures: how far apart, touching, within.
//!
//! The distance between two bases is `sqrt(h*h + v*v)`: h is the gap between the rims in plan, 0 where they overlap, v
//! the difference in height of what they stand on. *Within n* includes a distance of exactly n.

use super::measure::{root, square, told, wide_root};
use super::segment::{Point, compare};
use super::spot::Spot;

/// Bases this near (in thousandths) are in contact: a spot is a whole number of thousandths, so a base that is set
/// against another can stand up to the root of 2 thousandths off.
pub const CONTACT: i32 = 2;

/// A round base: a flat disc at the height of what it stands on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Base {
    pub at: Spot,
    pub radius: i32,
}

impl Base {
    pub const fn new(at: Spot, radius: i32) -> Base {
        Base { at, radius }
    }

    /// The gap between the rims in plan, to the nearest thousandth, 0 if they overlap.
    pub fn gap(&self, other: &Base) -> i32 {
        let apart = self.at.plan().to(other.at.plan());
        told((apart - i64::from(self.radius) - i64::from(other.radius)).max(0))
    }

    /// The distance in space, to the nearest thousandth.
    pub fn distance(&self, other: &Base) -> i32 {
        spread(i64::from(self.gap(other)), rise(self.at, other.at))
    }

    /// Whether the distance in space is at most `n`, exactly.
    pub fn within(&self, other: &Base, n: i32) -> bool {
        reaches(self.at, other.at, i64::from(self.radius) + i64::from(other.radius), n)
    }

    /// Whether the gap in plan is at most `n`, whatever the heights.
    pub fn within_plan(&self, other: &Base, n: i32) -> bool {
        let reach = i64::from(self.radius) + i64::from(other.radius) + i64::from(n);
        n >= 0 && self.at.plan().square_to(other.at.plan()) <= square(reach)
    }

    /// Whether the distance from the rim to a spot is at most `n`.
    pub fn within_spot(&self, spot: Spot, n: i32) -> bool {
        reaches(self.at, spot, i64::from(self.radius), n)
    }

    /// The distance from the rim to a spot, to the nearest thousandth.
    pub fn distance_to(&self, spot: Spot) -> i32 {
        self.distance(&Base::new(spot, 0))
    }

    /// Whether the gap in plan between the rim and the line from `a` to `b` is at most `n`.
    pub fn within_line(&self, a: Point, b: Point, n: i32) -> bool {
        n >= 0 && compare(self.at.plan(), a, b, i64::from(self.radius) + i64::from(n)).is_le()
    }

    /// Whether the rims touch or are so near that no whole thousandth would fit between them; see [`CONTACT`]. Bases at
    /// different heights touch only if these differ by no more either.
    pub fn touches(&self, other: &Base) -> bool {
        self.within(other, CONTACT)
    }

    /// Whether the discs overlap in plan, whatever the heights. Touching is not overlapping.
    pub fn overlaps(&self, other: &Base) -> bool {
        let both = i64::from(self.radius) + i64::from(other.radius);
        self.at.plan().square_to(other.at.plan()) < square(both)
    }
}

/// A figure as sight and movement know it: an upright cylinder over its base.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Cylinder {
    pub at: Spot,
    pub radius: i32,
    pub height: i32,
}

impl Cylinder {
    pub fn base(&self) -> Base {
        Base { at: self.at, radius: self.radius }
    }

    pub fn top(&self) -> i32 {
        self.at.z.saturating_add(self.height)
    }
}

/// How far a path's nearest point is from a base, and where: for things that look at a whole move.
pub fn nearest_on_leg(from: Spot, to: Spot, p: Point) -> Spot {
    let (a, b) = (from.plan(), to.plan());
    let at = super::segment::nearest(p, a, b);
    let long = a.square_to(b);
    let z = if long == 0 {
        to.z
    } else {
        let part = super::measure::divide(
            i128::from(i64::from(to.z) - i64::from(from.z)) * i128::from(super::segment::along(a, b, at)),
            i128::from(long),
        );
        told(i64::from(from.z) + part)
    };
    at.at(z)
}

fn rise(a: Spot, b: Spot) -> i64 {
    i64::from(a.z) - i64::from(b.z)
}

fn spread(h: i64, v: i64) -> i32 {
    told(wide_root(i128::from(h) * i128::from(h) + i128::from(v) * i128::from(v)))
}

/// `sqrt(max(0, d - radii)^2 + v^2) <= n` without taking a root.
fn reaches(a: Spot, b: Spot, radii: i64, n: i32) -> bool {
    let v = i128::from(rise(a, b));
    let left = i128::from(n) * i128::from(n) - v * v;
    if n < 0 || left < 0 {
        return false;
    }
    // d <= R + sqrt(left)  <=>  d^2 - R^2 - left <= 2 R sqrt(left)
    let radii = i128::from(radii);
    let over = i128::from(a.plan().square_to(b.plan())) - radii * radii - left;
    over <= 0 || over * over <= 4 * radii * radii * left
}

/// How wide a keep-out of `n` is in plan at a height difference of `v`, to the nearest thousandth; none if out of reach.
pub(super) fn reach_at(n: i64, v: i64) -> Option<i64> {
    if v == 0 {
        return Some(n);
    }
    (v.abs() <= n).then(|| root(n * n - v * v))
}
