//! Uniform buckets over a table: which shapes can come near a line.

use super::polygon::Bounds;
use super::segment::Point;

/// The side of a bucket as a power of 2, so that nothing is divided, unless the table is so large that there would be too
/// many buckets.
const SIDE: u32 = 11;
const MOST: i64 = 64;

/// Slopes are kept in parts of 2 to this power; no way is longer than 2^31, so that products fit.
const FINE: u32 = 24;

/// Shapes that stand in several buckets are known again up to this number.
const KNOWN: usize = 512;

/// Numbers of shapes by the buckets that their bounds meet.
#[derive(Clone, Debug, Default)]
pub(super) struct Index {
    side: u32,
    columns: i64,
    rows: i64,
    /// Where the list of each bucket begins, and where the last one ends.
    starts: Vec<u32>,
    items: Vec<u16>,
}

impl Index {
    /// Shapes beyond the table count as standing in the buckets at its border.
    pub(super) fn new(width: i64, depth: i64, shapes: &[(u16, Bounds)]) -> Index {
        let wanted = (width.max(depth).max(0) / MOST) as u64;
        let side = SIDE.max(u64::BITS - wanted.leading_zeros());
        let (columns, rows) = ((width.max(0) >> side) + 1, (depth.max(0) >> side) + 1);
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
        (x >> self.side).clamp(0, self.columns - 1)
    }

    fn row(&self, y: i64) -> i64 {
        (y >> self.side).clamp(0, self.rows - 1)
    }

    fn bucket(&self, column: i64, row: i64) -> &[u16] {
        let at = (row * self.columns + column) as usize;
        &self.items[self.starts[at] as usize..self.starts[at + 1] as usize]
    }

    /// Shapes whose bounds may hold the point.
    pub(super) fn at(&self, p: Point) -> &[u16] {
        self.bucket(self.column(p.x), self.row(p.y))
    }

    /// Calls `f` with every shape that may come within `margin` of the way, until it answers true; on crowded tables with
    /// some of them more than once. Tells whether it did.
    pub(super) fn any_along(&self, a: Point, b: Point, margin: i64, mut f: impl FnMut(u16) -> bool) -> bool {
        let mut seen = [0u64; KNOWN / 64];
        let mut f = |id: u16| {
            let Some(word) = seen.get_mut(usize::from(id / 64)) else { return f(id) };
            let bit = 1 << (id % 64);
            let known = *word & bit != 0;
            *word |= bit;
            !known && f(id)
        };
        let (left, right) = if a.x <= b.x { (a, b) } else { (b, a) };
        let (dx, dy) = (right.x - left.x, right.y - left.y);
        let (low, high) = (a.y.min(b.y), a.y.max(b.y));
        let steep = dx >> self.side == 0;
        // How far the way climbs with each step to the right, and what the rounding of it can come to.
        let slope = if steep { 0 } else { (dy << FINE) / dx };
        let slack = 2 + (dx >> FINE);
        for column in self.column(left.x - margin)..=self.column(right.x + margin) {
            let (mut bottom, mut top) = (low, high);
            if !steep {
                // The part of the way over this column, widened by the margin.
                let from = ((column << self.side) - margin - left.x).clamp(0, dx);
                let to = (((column + 1) << self.side) + margin - left.x).clamp(0, dx);
                let from = if column == 0 { 0 } else { from };
                let to = if column == self.columns - 1 { dx } else { to };
                let (at_from, at_to) = (left.y + ((slope * from) >> FINE), left.y + ((slope * to) >> FINE));
                bottom = at_from.min(at_to) - slack;
                top = at_from.max(at_to) + slack;
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
