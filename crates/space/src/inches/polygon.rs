//! Simple polygons in plan.

use std::cmp::Ordering;
use std::fmt;

use super::measure::square;
use super::segment::{Point, Share, compare, compare_lines, cross, meet};

/// A rectangle along the axes that holds a shape, its border included.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bounds {
    pub low: Point,
    pub high: Point,
}

impl Bounds {
    pub fn of(points: impl IntoIterator<Item = Point>) -> Bounds {
        let mut points = points.into_iter();
        let first = points.next().unwrap_or(Point { x: 0, y: 0 });
        points.fold(Bounds { low: first, high: first }, Bounds::and)
    }

    /// The same with a point more.
    pub fn and(self, p: Point) -> Bounds {
        Bounds {
            low: Point { x: self.low.x.min(p.x), y: self.low.y.min(p.y) },
            high: Point { x: self.high.x.max(p.x), y: self.high.y.max(p.y) },
        }
    }

    /// The same, `by` larger on every side.
    pub fn wider(self, by: i64) -> Bounds {
        Bounds {
            low: Point { x: self.low.x - by, y: self.low.y - by },
            high: Point { x: self.high.x + by, y: self.high.y + by },
        }
    }

    pub fn meets(&self, other: &Bounds) -> bool {
        self.low.x <= other.high.x
            && other.low.x <= self.high.x
            && self.low.y <= other.high.y
            && other.low.y <= self.high.y
    }

    /// Whether the line through two points leaves all of it strictly to one side: it meets neither inside nor border.
    pub fn beside(&self, a: Point, b: Point) -> bool {
        // The corners that lie farthest to the left and to the right of the line.
        let (low_x, high_x) = if b.y >= a.y { (self.low.x, self.high.x) } else { (self.high.x, self.low.x) };
        let (low_y, high_y) = if b.x >= a.x { (self.low.y, self.high.y) } else { (self.high.y, self.low.y) };
        cross(a, b, Point { x: low_x, y: high_y }) < 0 || cross(a, b, Point { x: high_x, y: low_y }) > 0
    }

    pub fn holds(&self, p: Point) -> bool {
        p.x >= self.low.x && p.x <= self.high.x && p.y >= self.low.y && p.y <= self.high.y
    }
}

/// Where a point lies.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Place {
    Inside,
    Border,
    Outside,
}

/// A part of a straight line that lies in a polygon.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Span {
    pub from: Share,
    pub to: Share,
}

/// Why points make no polygon.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PolygonError {
    TooFewPoints,
    NoArea,
    CrossesItself,
}

impl fmt::Display for PolygonError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            PolygonError::TooFewPoints => "a polygon has at least three different corners",
            PolygonError::NoArea => "a polygon with no area",
            PolygonError::CrossesItself => "the outline meets itself",
        })
    }
}

/// A simple polygon with some area, its corners against the clock.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Polygon {
    points: Box<[Point]>,
    bounds: Bounds,
    convex: bool,
}

impl Polygon {
    /// Corners in either direction; the last is joined to the first. A corner given twice in a row is taken once.
    ///
    /// # Errors
    /// If they enclose nothing, or if the outline meets itself.
    pub fn new(points: impl IntoIterator<Item = Point>) -> Result<Polygon, PolygonError> {
        let mut points: Vec<Point> = points.into_iter().map(|p| Point::new(p.x, p.y)).collect();
        points.dedup();
        while points.len() > 1 && points.first() == points.last() {
            points.pop();
        }
        if points.len() < 3 {
            return Err(PolygonError::TooFewPoints);
        }
        let origin = points[0];
        let area: i128 = points.windows(2).map(|pair| i128::from(cross(origin, pair[0], pair[1]))).sum();
        match area.cmp(&0) {
            Ordering::Equal => return Err(PolygonError::NoArea),
            Ordering::Less => points.reverse(),
            Ordering::Greater => {}
        }
        let count = points.len();
        let side = |i: usize| (points[i % count], points[(i + 1) % count]);
        for i in 0..count {
            let (a, b) = side(i);
            let (_, c) = side(i + 1);
            // The next side may not turn back on this one, and no other side may touch it.
            let back = cross(a, b, c) == 0 && super::segment::along(b, a, c) > 0;
            let others = (i + 2..count).filter(|&j| (j + 1) % count != i);
            if back || others.into_iter().any(|j| meet(a, b, side(j).0, side(j).1)) {
                return Err(PolygonError::CrossesItself);
            }
        }
        let convex = (0..count).all(|i| cross(side(i).0, side(i).1, side(i + 1).1) >= 0);
        let bounds = Bounds::of(points.iter().copied());
        Ok(Polygon { points: points.into(), bounds, convex })
    }

    /// The rectangle between two opposite corners.
    ///
    /// # Errors
    /// If it has no area.
    pub fn rectangle(a: Point, b: Point) -> Result<Polygon, PolygonError> {
        Polygon::new([a, Point { x: b.x, y: a.y }, b, Point { x: a.x, y: b.y }])
    }

    pub fn points(&self) -> &[Point] {
        &self.points
    }

    pub fn bounds(&self) -> &Bounds {
        &self.bounds
    }

    pub fn is_convex(&self) -> bool {
        self.convex
    }

    /// The sides in order; the polygon lies to the left of each.
    pub fn sides(&self) -> impl Iterator<Item = (Point, Point)> + '_ {
        let last = self.points[self.points.len() - 1];
        let mut before = last;
        self.points.iter().map(move |&p| (std::mem::replace(&mut before, p), p))
    }

    pub fn place(&self, p: Point) -> Place {
        if !self.bounds.holds(p) {
            return Place::Outside;
        }
        if self.convex {
            let mut border = false;
            for (a, b) in self.sides() {
                match cross(a, b, p) {
                    0 => border = true,
                    side if side < 0 => return Place::Outside,
                    _ => {}
                }
            }
            return if border { Place::Border } else { Place::Inside };
        }
        let mut inside = false;
        for (a, b) in self.sides() {
            let side = cross(a, b, p);
            if side == 0 && compare(p, a, b, 0).is_eq() {
                return Place::Border;
            }
            // Upward sides with the point to the left, downward sides with it to the right.
            if a.y <= p.y && b.y > p.y && side > 0 || b.y <= p.y && a.y > p.y && side < 0 {
                inside = !inside;
            }
        }
        if inside { Place::Inside } else { Place::Outside }
    }

    /// Inside or on the border.
    pub fn covers(&self, p: Point) -> bool {
        self.place(p) != Place::Outside
    }

    /// The distance of a point from the polygon (0 inside) compared with `reach`, which is 0 or more.
    pub fn compare(&self, p: Point, reach: i64) -> Ordering {
        if !self.bounds.wider(reach).holds(p) {
            return Ordering::Greater;
        }
        if self.place(p) == Place::Inside {
            return 0.cmp(&reach);
        }
        self.sides().map(|(a, b)| compare(p, a, b, reach)).min().unwrap_or(Ordering::Greater)
    }

    /// The distance from the polygon, to the nearest thousandth; 0 inside.
    pub fn distance(&self, p: Point) -> i64 {
        if self.covers(p) {
            return 0;
        }
        self.sides().map(|(a, b)| super::segment::distance(p, a, b)).min().unwrap_or(0)
    }

    /// Whether a disc overlaps the polygon. Touching is not overlapping.
    pub fn overlaps_disc(&self, centre: Point, radius: i64) -> bool {
        self.compare(centre, radius).is_lt()
    }

    /// Whether a disc lies in the polygon, which it may touch from within.
    pub fn holds_disc(&self, centre: Point, radius: i64) -> bool {
        self.place(centre) == Place::Inside && self.sides().all(|(a, b)| compare(centre, a, b, radius).is_ge())
    }

    /// Whether a disc that is moved from `a` to `b` overlaps the polygon anywhere. Touching is not overlapping.
    pub fn overlaps_sweep(&self, a: Point, b: Point, radius: i64) -> bool {
        if !self.bounds.wider(radius).meets(&Bounds::of([a, b])) {
            return false;
        }
        !self.lies_beside(a, b, radius)
            && (self.place(a) == Place::Inside || self.sides().any(|(c, d)| compare_lines(a, b, c, d, radius).is_lt()))
    }

    /// Whether all of it lies to one side of the line through two points, no nearer than `reach`: a cheap answer to whether
    /// a way between them passes it by.
    fn lies_beside(&self, a: Point, b: Point, reach: i64) -> bool {
        let (mut least, mut most) = (i64::MAX, i64::MIN);
        for &p in &*self.points {
            let side = cross(a, b, p);
            (least, most) = (least.min(side), most.max(side));
        }
        let off = i128::from(least.max(most.saturating_neg()));
        off > 0 && off * off >= i128::from(square(reach)) * i128::from(a.square_to(b))
    }

    /// The parts of the way from `a` to `b` that lie inside, in order. What only runs along the border is not inside.
    pub fn inner_spans(&self, a: Point, b: Point, mut f: impl FnMut(Span)) {
        if self.convex {
            if let Some(span) = self.clip(a, b, false) {
                f(span);
            }
        } else {
            self.joined(
                a,
                b,
                |place| place == Place::Inside,
                |span| {
                    if span.from < span.to {
                        f(span)
                    }
                },
            );
        }
    }

    /// The parts of the way from `a` to `b` that lie inside or on the border, in order. Neighbours are joined; a part
    /// can be a single point.
    pub fn cover_spans(&self, a: Point, b: Point, mut f: impl FnMut(Span)) {
        if self.convex {
            if let Some(span) = self.clip(a, b, true) {
                f(span);
            }
        } else {
            self.joined(a, b, |place| place != Place::Outside, f);
        }
    }

    /// As [`Polygon::inner_spans`] by the way that serves all polygons.
    #[cfg(test)]
    pub(super) fn inner_spans_slowly(&self, a: Point, b: Point, mut f: impl FnMut(Span)) {
        self.joined(
            a,
            b,
            |place| place == Place::Inside,
            |span| {
                if span.from < span.to {
                    f(span)
                }
            },
        );
    }

    fn joined(&self, a: Point, b: Point, wanted: impl Fn(Place) -> bool, mut f: impl FnMut(Span)) {
        let mut open: Option<Span> = None;
        self.walk(a, b, |span, place| {
            if !wanted(place) {
                if let Some(before) = open.take() {
                    f(before);
                }
                return;
            }
            let from = open.map_or(span.from, |before| before.from);
            open = Some(Span { from, to: span.to });
        });
        if let Some(span) = open {
            f(span);
        }
    }

    /// Clips a way by every side in turn.
    fn clip(&self, a: Point, b: Point, closed: bool) -> Option<Span> {
        if !self.bounds.meets(&Bounds::of([a, b])) || self.bounds.beside(a, b) {
            return None;
        }
        let (mut from, mut to) = (Share::NONE, Share::ALL);
        // A point on a side is outside when the border does not count.
        let least = i64::from(!closed);
        for (c, d) in self.sides() {
            let (sa, sb) = (cross(c, d, a), cross(c, d, b));
            match (sa >= least, sb >= least) {
                (false, false) => return None,
                (false, true) => from = from.max(Share { over: -sa, under: sb - sa }),
                (true, false) => to = to.min(Share { over: sa, under: sa - sb }),
                (true, true) => {}
            }
        }
        match from.cmp(&to) {
            Ordering::Less => Some(Span { from, to }),
            Ordering::Equal if closed => Some(Span { from, to }),
            _ => None,
        }
    }

    /// Cuts a way at every point where it meets the outline and says of each part where it lies, and of each cut
    /// between two parts that it lies on the border. Only for polygons that are not convex: it allocates.
    fn walk(&self, a: Point, b: Point, mut f: impl FnMut(Span, Place)) {
        if !self.bounds.meets(&Bounds::of([a, b])) {
            return;
        }
        let mut cuts = vec![Share::NONE, Share::ALL];
        for (c, d) in self.sides() {
            let (sa, sb) = (cross(c, d, a), cross(c, d, b));
            if sa != sb {
                let cut =
                    if sa > sb { Share { over: sa, under: sa - sb } } else { Share { over: -sa, under: sb - sa } };
                cuts.push(cut);
            }
            // Ends of sides along the way.
            let long = a.square_to(b);
            if long > 0 && cross(a, b, c) == 0 {
                cuts.push(Share { over: super::segment::along(a, b, c), under: long });
            }
        }
        cuts.retain(|cut| *cut >= Share::NONE && *cut <= Share::ALL);
        cuts.sort_unstable();
        cuts.dedup();
        if cuts.len() < 2 || a == b {
            f(Span { from: Share::NONE, to: Share::ALL }, self.place(a));
            return;
        }
        for pair in cuts.windows(2) {
            let at = |cut: Share| Span { from: cut, to: cut };
            f(at(pair[0]), self.place_along(a, b, pair[0], pair[0]));
            f(Span { from: pair[0], to: pair[1] }, self.place_along(a, b, pair[0], pair[1]));
            f(at(pair[1]), self.place_along(a, b, pair[1], pair[1]));
        }
    }

    /// Where the middle between two shares of a way lies, exactly: sides are compared in multiples of the shares.
    fn place_along(&self, a: Point, b: Point, s: Share, t: Share) -> Place {
        let (over, under) = (
            i128::from(s.over) * i128::from(t.under) + i128::from(t.over) * i128::from(s.under),
            2 * i128::from(s.under) * i128::from(t.under),
        );
        let mut inside = false;
        for (c, d) in self.sides() {
            // The side of the point is linear along the way, and so is its height over an end of the side.
            let mix = |at_a: i64, at_b: i64| {
                let (at_a, at_b) = (i128::from(at_a), i128::from(at_b));
                let sum =
                    |over: i128, under: i128| at_a.checked_mul(under - over)?.checked_add(at_b.checked_mul(over)?);
                // Only ways of many miles need the coarser sum.
                sum(over, under).or_else(|| sum(over >> 66, under >> 66)).unwrap_or(0).signum()
            };
            let side = mix(cross(c, d, a), cross(c, d, b));
            let above_c = mix(a.y - c.y, b.y - c.y);
            let above_d = mix(a.y - d.y, b.y - d.y);
            let right_c = mix(a.x - c.x, b.x - c.x);
            let right_d = mix(a.x - d.x, b.x - d.x);
            if side == 0 && above_c * above_d <= 0 && right_c * right_d <= 0 {
                return Place::Border;
            }
            if above_c >= 0 && above_d < 0 && side > 0 || above_d >= 0 && above_c < 0 && side < 0 {
                inside = !inside;
            }
        }
        if inside { Place::Inside } else { Place::Outside }
    }
}
