//! Uniform buckets over a table: which shapes can come near a line.

use super::polygon::Bounds;
use super::segment::Point;

/// The side of a bucket, unless the table is so large that there would be too many.
const SIDE: i64 = 2_000;
const MOST: i64 = 64;

/// Numbers of shapes by the buckets that their bounds meet.
#[derive(Clone, Debug, Default)]
pub(super) struct Index {
    side: i64,
    columns: i64,
    rows: i64,
    /// Where the list of each bucket begins, and where the last one ends.
    starts: Vec<u32>,
    items: Vec<u16>,
}

impl Index {
    /// Shapes beyond the table count as standing in the buckets at its border.
    pub(super) fn new(width: i64, depth: i64, shapes: &[(u16, Bounds)]) -> Index {
        let side = SIDE.max(width.max(depth) / MOST + 1);
        let (columns, rows) = (width.max(0) / side + 1, depth.max(0) / side + 1);
        let mut index = Index { side, columns, rows, starts: Vec::new(), items: Vec::new() };
        let mut lists = vec![Vec::new(); (columns * rows) as usize];
        for (id, bounds) in shapes {
            for column in index.column(bounds.low.x)..=index.column(bounds.high.x) {
                for row in index.row(bounds.low.y)..=index.row(bounds.high.y) {
                    lists[(row * columns + column) as usize].push(*id);
                }
            }
        }
        index.starts.push(0);
        for list in lists {
            index.items.extend(list);
            index.starts.push(index.items.len() as u32);
        }
        index
    }

    fn column(&self, x: i64) -> i64 {
        x.div_euclid(self.side).clamp(0, self.columns - 1)
    }

    fn row(&self, y: i64) -> i64 {
        y.div_euclid(self.side).clamp(0, self.rows - 1)
    }

    fn bucket(&self, column: i64, row: i64) -> &[u16] {
        let at = (row * self.columns + column) as usize;
        &self.items[self.starts[at] as usize..self.starts[at + 1] as usize]
    }

    /// Shapes whose bounds may hold the point.
    pub(super) fn at(&self, p: Point) -> &[u16] {
        self.bucket(self.column(p.x), self.row(p.y))
    }

    /// Calls `f` with every shape that may come within `margin` of the way, some of them more than once, until it
    /// answers true. Tells whether it did.
    pub(super) fn any_along(&self, a: Point, b: Point, margin: i64, mut f: impl FnMut(u16) -> bool) -> bool {
        let (left, right) = if a.x <= b.x { (a, b) } else { (b, a) };
        let (dx, dy) = (right.x - left.x, right.y - left.y);
        let (low, high) = (a.y.min(b.y), a.y.max(b.y));
        for column in self.column(left.x - margin)..=self.column(right.x + margin) {
            let (mut bottom, mut top) = (low, high);
            if dx > self.side {
                // The part of the way over this column, widened by the margin.
                let from = (column * self.side - margin - left.x).clamp(0, dx);
                let to = ((column + 1) * self.side + margin - left.x).clamp(0, dx);
                let (from, to) = if column == 0 { (0, to) } else { (from, to) };
                let (from, to) = if column == self.columns - 1 { (from, dx) } else { (from, to) };
                let (at_from, at_to) = (left.y + dy * from / dx, left.y + dy * to / dx);
                bottom = at_from.min(at_to) - 1;
                top = at_from.max(at_to) + 1;
            }
            for row in self.row(bottom - margin)..=self.row(top + margin) {
                if self.bucket(column, row).iter().any(|&id| f(id)) {
                    return true;
                }
            }
        }
        false
    }
}
