//! Cones and fans: sectors of a circle laid over the grid.
//!
//! The point of a sector is the centre of a square and its axis a [`Course`]; its radius is its length and half
//! a square, so that it ends at the far side of the last one. A square is covered if at least half of 64 by 64
//! points spread over it are, counted in whole numbers: the ruling of SC-WQUAL-06.

use std::collections::BTreeMap;

use super::course::Course;
use super::square::Square;

/// How wide a sector is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Sector {
    /// An arc of 45 degrees.
    Cone,
    /// An arc of 90 degrees.
    Fan,
}

/// The squares that a sector covers, as changes of (x, y) from its point, the nearest first.
type Shape = Box<[(i32, i32)]>;

/// Sectors worked out so far. A shape depends on its kind, length and axis alone, and the grid looks the same in
/// all eight directions: so only axes between east and south-east are kept.
#[derive(Clone, Default, Debug)]
pub struct Sectors {
    shapes: BTreeMap<(Sector, u8, Course), Shape>,
}

/// Units to a square: lattice points lie at the odd ones.
const UNITS: i64 = 128;

/// The outermost lattice points of a square, seen from its centre.
const RIM: i64 = 63;

/// Lattice points along a side of a square.
const POINTS: i64 = 64;

impl Sectors {
    /// The squares of a board of this size that the sector covers, the nearest to its point first. The square of
    /// its point is not among them; other squares of the attacker's base may be.
    pub fn squares(
        &mut self,
        sector: Sector,
        length: u8,
        from: Square,
        axis: Course,
        width: u8,
        height: u8,
    ) -> impl Iterator<Item = Square> + Clone + '_ {
        self.offsets(sector, length, axis).filter_map(move |(dx, dy)| from.shifted(dx, dy, width, height))
    }

    /// The same squares as changes of (x, y) from the point.
    pub fn offsets(
        &mut self,
        sector: Sector,
        length: u8,
        axis: Course,
    ) -> impl Iterator<Item = (i32, i32)> + Clone + '_ {
        let (dx, dy) = axis.delta();
        let eastern = axis.turned_east();
        let shape = self.shapes.entry((sector, length, eastern)).or_insert_with(|| sector.shape(length, eastern));
        let steep = dy.abs() > dx.abs();
        let sign = |along: i32| if along < 0 { -1 } else { 1 };
        shape.iter().map(move |&(x, y)| {
            let (x, y) = if steep { (y, x) } else { (x, y) };
            (x * sign(dx), y * sign(dy))
        })
    }
}

impl Sector {
    fn shape(self, length: u8, axis: Course) -> Shape {
        let reach = i32::from(length);
        let around = (-reach..=reach).flat_map(|y| (-reach..=reach).map(move |x| (x, y)));
        let mut shape: Vec<(i32, i32)> =
            around.filter(|&square| square != (0, 0) && self.covers(length, axis, square)).collect();
        shape.sort_by_key(|&(x, y)| (x * x + y * y, y, x));
        shape.into()
    }

    /// Is at least half of the square covered?
    fn covers(self, length: u8, axis: Course, (x, y): (i32, i32)) -> bool {
        let first = (i64::from(x) * UNITS - RIM, i64::from(y) * UNITS - RIM);
        self.sum(length, axis, first, POINTS) >= (POINTS * POINTS) as u32
    }

    /// What `side` by `side` lattice points count together, the first of them being the top-left one. As a sector is
    /// convex, the outermost points mostly settle it for all; else each quarter is looked at.
    fn sum(self, length: u8, axis: Course, (x, y): (i64, i64), side: i64) -> u32 {
        let far = 2 * (side - 1);
        let corners = [(0, 0), (far, 0), (far, far), (0, far)].map(|(dx, dy)| (x + dx, y + dy));
        let weights = corners.map(|point| self.weight(length, axis, point));
        if weights == [2; 4] {
            return 2 * (side * side) as u32;
        }
        if side == 2 {
            return weights.iter().sum();
        }
        if weights == [0; 4] && self.is_apart(length, axis, corners) {
            return 0;
        }
        let quarters = [(0, 0), (side, 0), (0, side), (side, side)];
        quarters.iter().map(|&(dx, dy)| self.sum(length, axis, (x + dx, y + dy), side / 2)).sum()
    }

    /// Do these points, and with them all between, lie beyond the arc, behind the point, or all to one side? The
    /// sides of a cone are taken a little wide, as their slope is no fraction.
    fn is_apart(self, length: u8, axis: Course, corners: [(i64, i64); 4]) -> bool {
        let (dx, dy) = axis.wide();
        let nearest = |along: fn(&(i64, i64)) -> i64| {
            let (low, high) = corners.iter().map(along).fold((i64::MAX, i64::MIN), |(l, h), v| (l.min(v), h.max(v)));
            low.max(-high).max(0)
        };
        let (x, y) = (nearest(|corner| corner.0), nearest(|corner| corner.1));
        // The tangents of 45 degrees and, slightly more than it is, of 22.5.
        let (rise, run) = match self {
            Sector::Fan => (1, 1),
            Sector::Cone => (5, 12),
        };
        let beyond =
            |side: i64| corners.iter().all(|&(x, y)| side * run * (dx * y - dy * x) > rise * (dx * x + dy * y));
        x * x + y * y > radius(length).pow(2)
            || corners.iter().all(|&(x, y)| dx * x + dy * y <= 0)
            || beyond(1)
            || beyond(-1)
    }

    /// What a lattice point counts: 2 inside the sector, 1 on a straight edge of it, 0 elsewhere.
    #[inline]
    fn weight(self, length: u8, axis: Course, (x, y): (i64, i64)) -> u32 {
        let (dx, dy) = axis.wide();
        let (ahead, square) = (x * dx + y * dy, x * x + y * y);
        if ahead <= 0 || square > radius(length).pow(2) {
            return 0;
        }
        // The cosine of the angle from the axis is ahead / sqrt(product); the rest is its double angle formula,
        // once for a fan and twice for a cone.
        let product = square * (dx * dx + dy * dy);
        let twice = 2 * ahead * ahead - product;
        let inside = match self {
            Sector::Fan => twice.cmp(&0),
            Sector::Cone if twice < 0 => return 0,
            Sector::Cone => (2 * i128::from(twice).pow(2)).cmp(&i128::from(product).pow(2)),
        };
        match inside {
            std::cmp::Ordering::Less => 0,
            std::cmp::Ordering::Equal => 1,
            std::cmp::Ordering::Greater => 2,
        }
    }
}

impl Course {
    /// The same course turned and mirrored until it leads between east and south-east.
    fn turned_east(self) -> Course {
        let (dx, dy) = self.delta();
        let (dx, dy) = (dx.abs(), dy.abs());
        Course::new(dx.max(dy), dx.min(dy))
    }

    fn wide(self) -> (i64, i64) {
        let (dx, dy) = self.delta();
        (dx.into(), dy.into())
    }
}

/// In lattice units.
fn radius(length: u8) -> i64 {
    i64::from(length) * UNITS + UNITS / 2
}
