//! The convex hull of two blocks: nothing outside it can matter to a line between them.

use super::block::Block;
use super::line::{Point, Rect};

/// The convex hull of two boxes, kept as its extent along each direction that can separate it from a third
/// box: the two axes and the normals of those of its edges that are slanted.
///
/// A slanted edge joins corners of the same kind, one of each box: seen from a slanted direction, the
/// foremost corner of every box is the same one. So the four lines joining like corners are all there can
/// be; those that turn out to lie inside the hull are needless but separate nothing they should not.
pub(super) struct Hull {
    bounds: Rect,
    slants: [Slant; 4],
}

/// The extent of a hull along the direction (x, y): from `low` to `high`.
#[derive(Clone, Copy)]
struct Slant {
    x: i64,
    y: i64,
    low: i64,
    high: i64,
}

impl Hull {
    pub(super) fn new(from: Block, to: Block) -> Hull {
        let (a, b) = (from.rect(), to.rect());
        let (p, q) = (corners(a), corners(b));
        Hull {
            bounds: Rect {
                left: a.left.min(b.left),
                top: a.top.min(b.top),
                right: a.right.max(b.right),
                bottom: a.bottom.max(b.bottom),
            },
            slants: [0, 1, 2, 3].map(|corner| Slant::new(a, b, p[corner], q[corner])),
        }
    }

    /// Do the closed hull and the closed box share a point?
    pub(super) fn touches(&self, r: Rect) -> bool {
        let bounds = self.bounds;
        r.left <= bounds.right
            && r.right >= bounds.left
            && r.top <= bounds.bottom
            && r.bottom >= bounds.top
            && self.slants.iter().all(|slant| {
                let (low, high) = slant.extent(r);
                low <= slant.high && high >= slant.low
            })
    }

    /// Do the open hull and the open box share a point? Two open convex shapes are apart exactly if some
    /// direction separates them, and it may leave them touching.
    pub(super) fn overlaps(&self, r: Rect) -> bool {
        let bounds = self.bounds;
        r.left < r.right
            && r.top < r.bottom
            && r.left < bounds.right
            && r.right > bounds.left
            && r.top < bounds.bottom
            && r.bottom > bounds.top
            && self.slants.iter().all(|slant| {
                let (low, high) = slant.extent(r);
                low < slant.high && high > slant.low || slant.is_none()
            })
    }
}

impl Slant {
    /// The direction across the line from `p` to `q`, and how far the two boxes extend along it.
    fn new(a: Rect, b: Rect, p: Point, q: Point) -> Slant {
        let (x, y) = (i64::from(p.y - q.y), i64::from(q.x - p.x));
        let bare = Slant { x, y, low: 0, high: 0 };
        let (one, other) = (bare.extent(a), bare.extent(b));
        Slant { low: one.0.min(other.0), high: one.1.max(other.1), ..bare }
    }

    /// Two boxes that have a corner in common give no direction there.
    fn is_none(self) -> bool {
        (self.x, self.y) == (0, 0)
    }

    fn extent(self, r: Rect) -> (i64, i64) {
        let (left, right) = (self.x * i64::from(r.left), self.x * i64::from(r.right));
        let (top, bottom) = (self.y * i64::from(r.top), self.y * i64::from(r.bottom));
        (left.min(right) + top.min(bottom), left.max(right) + top.max(bottom))
    }
}

fn corners(r: Rect) -> [Point; 4] {
    [Point::new(r.left, r.top), Point::new(r.right, r.top), Point::new(r.right, r.bottom), Point::new(r.left, r.bottom)]
}
