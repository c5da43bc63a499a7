//! The area within reach as outlines that a board can draw.
//!
//! The floor is looked at on a lattice. Where the limit of the way ends between two lattice points, the outline lies where
//! the limit is used up, in proportion; where something blocks, it lies halfway. Each height of floor has outlines of its
//! own.

use std::collections::BTreeMap;

use super::measure::{divide, told};
use super::path::Scratch;
use super::reach::{Search, Trip};
use super::segment::Point;
use super::spot::{Area, Spot};

/// A lattice of costs at one height; what is not reached costs the most there is.
struct Layer {
    cost: Vec<i32>,
}

struct Lattice {
    low: (i64, i64),
    columns: usize,
    rows: usize,
    pitch: i64,
}

impl Lattice {
    fn point(&self, at: usize) -> Point {
        let (column, row) = ((at % self.columns) as i64, (at / self.columns) as i64);
        Point::new((self.low.0 + column) * self.pitch, (self.low.1 + row) * self.pitch)
    }
}

impl Trip<'_> {
    /// All places that the centre of a base can be brought to within the limit. `pitch` is the distance of lattice points:
    /// a quarter of an inch draws well. Where the base may also stay is not asked.
    pub fn area(&self, pitch: i32, search: &mut Search) -> Area {
        let Trip { table, from, gait, keep, .. } = *self;
        let pitch = i64::from(pitch.max(50));
        self.spread(search);
        let limit = i64::from(gait.limit.clamp(0, 100_000));
        // One lattice point beyond the limit on each side, so that outlines close.
        let reach = limit + 2 * pitch;
        let range =
            |at: i32| ((i64::from(at) - reach).div_euclid(pitch), (i64::from(at) + reach).div_euclid(pitch) + 1);
        let ((west, east), (south, north)) = (range(from.x), range(from.y));
        let lattice = Lattice {
            low: (west, south),
            columns: (east - west + 1) as usize,
            rows: (north - south + 1) as usize,
            pitch,
        };
        let mut layers: BTreeMap<i32, Layer> = BTreeMap::new();
        let mut scratch = Scratch::default();
        // Costs a little beyond the limit are kept too: the outline lies between.
        let most = limit + pitch + pitch / 2;
        for &(spot, cost) in search.reached() {
            let left = most - i64::from(cost);
            let rows = range_of(i64::from(spot.y), left, lattice.low.1, lattice.rows, pitch);
            for row in rows {
                for column in range_of(i64::from(spot.x), left, lattice.low.0, lattice.columns, pitch) {
                    let at = row * lattice.columns + column;
                    let p = lattice.point(at);
                    let sum = i64::from(cost) + spot.plan().to(p);
                    if sum > most {
                        continue;
                    }
                    let sum = told(sum);
                    // A place that is already reached for less at the height of this floor need not be walked to.
                    if layers.get(&spot.z).is_some_and(|layer| layer.cost[at] <= sum) {
                        continue;
                    }
                    if let Some(z) = table.walk(spot, p, self.mover(), keep, &mut scratch) {
                        let layer = layers
                            .entry(z)
                            .or_insert_with(|| Layer { cost: vec![i32::MAX; lattice.columns * lattice.rows] });
                        layer.cost[at] = layer.cost[at].min(sum);
                    }
                }
            }
        }
        let mut outlines = Vec::new();
        for (z, layer) in &layers {
            trace(&lattice, layer, told(limit), *z, &mut outlines);
        }
        Area { outlines }
    }
}

/// The lattice lines within `reach` of a coordinate.
fn range_of(at: i64, reach: i64, low: i64, count: usize, pitch: i64) -> std::ops::Range<usize> {
    let clamp = |line: i64| (line - low).clamp(0, count as i64) as usize;
    clamp((at - reach).div_euclid(pitch))..clamp((at + reach).div_euclid(pitch) + 1)
}

/// The four sides of a cell, in order round it against the clock from the lower one; each is named by the lattice point at
/// its lower left end and whether it runs up.
fn sides(at: usize, columns: usize) -> [(usize, bool); 4] {
    [(at, false), (at + 1, true), (at + columns, false), (at, true)]
}

/// Follows the border between what is within the limit and what is not, cell by cell, with the inside to the left.
fn trace(lattice: &Lattice, layer: &Layer, limit: i32, z: i32, outlines: &mut Vec<Vec<Spot>>) {
    let columns = lattice.columns;
    let inside = |at: usize| layer.cost[at] <= limit;
    let mut next: BTreeMap<(usize, bool), (usize, bool)> = BTreeMap::new();
    for row in 0..lattice.rows - 1 {
        for column in 0..columns - 1 {
            let at = row * columns + column;
            let corners = [at, at + 1, at + columns + 1, at + columns].map(inside);
            let sides = sides(at, columns);
            // Going round against the clock, the border leaves the cell on a side that goes from inside to outside and came
            // in on the side before it that goes from outside to inside.
            for i in 0..4 {
                if corners[i] && !corners[(i + 1) % 4] {
                    let mut back = i;
                    while corners[back] {
                        back = (back + 3) % 4;
                    }
                    next.insert(sides[i], sides[back]);
                }
            }
        }
    }
    let place = |(at, up): (usize, bool)| {
        let other = if up { at + columns } else { at + 1 };
        let (within, without) = if inside(at) { (at, other) } else { (other, at) };
        let (p, q) = (lattice.point(within), lattice.point(without));
        let (c, d) = (i128::from(layer.cost[within]), i128::from(layer.cost[without]));
        let over = if layer.cost[without] == i32::MAX || d <= c { (1, 2) } else { (i128::from(limit) - c, d - c) };
        let part = |a: i64, b: i64| a + divide(i128::from(b - a) * over.0, over.1);
        Point::new(part(p.x, q.x), part(p.y, q.y)).at(z)
    };
    while let Some((&first, _)) = next.first_key_value() {
        let mut outline = Vec::new();
        let mut at = first;
        while let Some(to) = next.remove(&at) {
            let spot = place(at);
            if outline.last() != Some(&spot) {
                outline.push(spot);
            }
            at = to;
        }
        if outline.len() > 2 {
            outlines.push(outline);
        }
    }
}
