//! A template that widens: from the rim of whoever uses it towards a point, with a rounded far end.

use super::base::Base;
use super::polygon::Polygon;
use super::segment::Point;

/// A flat triangle without its tip. Its far end is half a circle as wide as the end, which lies within the length.
#[derive(Clone, Debug)]
pub struct Cone {
    body: Option<Polygon>,
    end: Point,
    radius: i64,
}

/// The measures of a cone.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ConeSize {
    pub length: i32,
    /// Width at the near end and at the far end.
    pub near: i32,
    pub far: i32,
}

impl Cone {
    /// From a point towards another; corners are rounded to the nearest thousandth. Without a direction it is only the
    /// circle of its far end, round the point.
    pub fn new(from: Point, towards: Point, size: &ConeSize) -> Cone {
        let radius = i64::from(size.far) / 2;
        if from == towards {
            return Cone { body: None, end: from, radius };
        }
        let end = from.toward(towards, i64::from(size.length) - radius);
        let across = Point { x: towards.y - from.y, y: from.x - towards.x };
        let side = |p: Point, out: i64| p.toward(Point { x: p.x + across.x, y: p.y + across.y }, out);
        let near = i64::from(size.near) / 2;
        let body = Polygon::new([side(from, near), side(end, radius), side(end, -radius), side(from, -near)]).ok();
        Cone { body, end, radius }
    }

    /// Whether a base overlaps the template in plan. Touching is not overlapping.
    pub fn overlaps(&self, base: &Base) -> bool {
        let p = base.at.plan();
        self.body.as_ref().is_some_and(|body| body.overlaps_disc(p, i64::from(base.radius)))
            || Base::new(self.end.at(base.at.z), i32::try_from(self.radius).unwrap_or(i32::MAX)).overlaps(base)
    }
}
