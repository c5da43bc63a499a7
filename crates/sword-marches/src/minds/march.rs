//! How far it is to walk to somewhere, over the whole table: for minds that want to get there. Nothing here decides
//! anything; a cell is an inch wide, and lengths are tenths of an inch.

use crate::field::{Feet, Field, LOW, MOVER};
use space::inches::{Point, Spot};
use space::roads;

const CELL: i64 = 1000;
/// What entering Difficult Ground costs on top of the walk through it: the Move that leads into it ends there.
const ENTRY: u16 = 30;
const STRAIGHT: u16 = 10;
const DIAGONAL: u16 = 14;
const LONGEST: u16 = DIAGONAL + ENTRY;
const NEIGHBOURS: [(i64, i64, u16); 8] = [
    (1, 0, STRAIGHT),
    (-1, 0, STRAIGHT),
    (0, 1, STRAIGHT),
    (0, -1, STRAIGHT),
    (1, 1, DIAGONAL),
    (1, -1, DIAGONAL),
    (-1, 1, DIAGONAL),
    (-1, -1, DIAGONAL),
];

#[derive(Clone, Debug)]
pub struct March {
    wide: i64,
    deep: i64,
    far: Vec<u16>,
    /// The floor of each cell.
    level: Vec<i32>,
}

impl March {
    /// Walks from everywhere to the cells that `goal` accepts, with twice the price in Difficult Ground.
    pub fn new(field: &Field, goal: impl Fn(Spot) -> bool) -> March {
        let (wide, deep) = (i64::from(field.width()) / CELL, i64::from(field.depth()) / CELL);
        let mut march = March { wide, deep, far: Vec::new(), level: Vec::new() };
        let mut scratch = space::inches::Scratch::default();
        let cells = (wide * deep).max(0) as usize;
        let spots: Vec<Option<Spot>> = (0..cells).map(|at| march.pass(field, at, &mut scratch)).collect();
        march.level = spots.iter().map(|spot| spot.map_or(i32::MIN, |spot| spot.z)).collect();
        let rough = |at: usize| spots[at].is_some_and(|spot| field.rough_under(Feet::default(), spot).is_some());
        let rough: Vec<bool> = (0..cells).map(rough).collect();
        let goals = (0..cells).filter(|at| spots[*at].is_some_and(&goal));
        let links = |at: usize| {
            let (rough, spots) = (&rough, &spots);
            march.around(at).filter(|(next, _)| spots[*next].is_some()).map(move |(next, step)| {
                match (rough[next], rough[at]) {
                    (true, _) => (next, 2 * step),
                    (false, true) => (next, step + ENTRY),
                    (false, false) => (next, step),
                }
            })
        };
        let walks = |from: usize, to: usize| match (spots[from], spots[to]) {
            (Some(from), Some(to)) => field.board.walk(from, to.plan(), &MOVER, &[], &mut scratch) == Some(to.z),
            _ => false,
        };
        march.far = roads::lengths(cells, goals, LONGEST, links, walks);
        march
    }

    /// The middle of a cell, if a base can pass there; on a stair it may not be able to rest.
    fn pass(&self, field: &Field, at: usize, scratch: &mut space::inches::Scratch) -> Option<Spot> {
        let p = self.centre(at);
        let spot = p.at(field.board.floor(p, i32::MAX)?);
        (field.board.walk(spot, p, &MOVER, &[], scratch) == Some(spot.z)).then_some(spot)
    }

    fn centre(&self, at: usize) -> Point {
        let at = at as i64;
        // Off the middle, so that it does not fall on the borders of terrain drawn in half inches.
        Point::new(at % self.wide * CELL + 570, at / self.wide * CELL + 570)
    }

    fn cell(&self, p: Point) -> usize {
        let x = (p.x / CELL).clamp(0, self.wide - 1);
        let y = (p.y / CELL).clamp(0, self.deep - 1);
        (y * self.wide + x) as usize
    }

    fn around(&self, at: usize) -> impl Iterator<Item = (usize, u16)> + use<> {
        let (wide, deep) = (self.wide, self.deep);
        let (x, y) = (at as i64 % wide, at as i64 / wide);
        NEIGHBOURS.into_iter().filter_map(move |(dx, dy, step)| {
            let (x, y) = (x + dx, y + dy);
            (x >= 0 && y >= 0 && x < wide && y < deep).then_some(((y * wide + x) as usize, step))
        })
    }

    /// Tenths of an inch to walk from a spot; a far way off where there is no way.
    pub fn tenths(&self, spot: Spot) -> i32 {
        i32::from(self.start(spot).0.min(1000))
    }

    /// The walk from a spot and the cell in which it begins: its own or one beside it, on the same floor. A roof that is
    /// near in plan is not near.
    fn start(&self, spot: Spot) -> (u16, usize) {
        let at = self.cell(spot.plan());
        let cells =
            self.around(at).chain([(at, 0)]).filter(|(cell, _)| self.level[*cell].abs_diff(spot.z) <= LOW as u32);
        let walk = |cell: usize| self.far[cell].saturating_add(self.step_to(spot.plan(), cell));
        cells.map(|(cell, _)| (walk(cell), cell)).min().unwrap_or((u16::MAX, at))
    }

    /// Tenths of an inch to the middle of a cell, straight and slanting as from cell to cell: whoever has gone half a cell
    /// has come nearer by it.
    fn step_to(&self, from: Point, cell: usize) -> u16 {
        let to = self.centre(cell);
        let (dx, dy) = ((from.x - to.x).abs(), (from.y - to.y).abs());
        ((dx.max(dy) * 10 + dx.min(dy) * 4) / CELL) as u16
    }

    /// The way down from a spot as places one after the other, no longer than `limit`.
    pub fn way(&self, from: Spot, limit: i32, out: &mut Vec<Point>) {
        out.clear();
        let mut here = from.plan();
        let mut left = i64::from(limit);
        let mut at = self.start(from).1;
        if at != self.cell(here) {
            here = self.centre(at);
            left -= from.plan().to(here);
            out.push(here);
        }
        let level = |a: usize, b: usize| self.level[a].abs_diff(self.level[b]) <= LOW as u32;
        while let Some((next, _)) =
            self.around(at).filter(|(next, _)| level(*next, at)).min_by_key(|(next, _)| self.far[*next])
        {
            let there = self.centre(next);
            let length = here.to(there);
            if self.far[next] >= self.far[at] {
                break;
            }
            if length > left {
                // What is left of the limit is gone as well.
                if left >= 50 {
                    out.push(here.toward(there, left));
                }
                break;
            }
            left -= length;
            out.push(there);
            (here, at) = (there, next);
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::content::core;
    use crate::field::{Feet, of};
    use space::inches::Spot;

    #[test]
    fn every_part_of_an_inch_counts_and_a_bog_is_walked_round() {
        let pack = core();
        let adventure =
            pack.adventures.iter().find(|adventure| adventure.id.text() == "grave-gold").expect("Grave-Gold");
        let field = of(adventure).expect("its board");
        let march = field.march(usize::MAX);
        let walks: Vec<i32> = (0..20).map(|part| march.tenths(Spot::new(30_570, 12_000 - part * 300, 0))).collect();
        assert!(walks.is_sorted_by(|far, near| far > near), "{walks:?}");
        // From the gate of the churchyard to the south edge, past the Boggy hollow.
        let mut way = Vec::new();
        march.way(Spot::new(24_000, 16_500, 0), 40_000, &mut way);
        assert!(way.last().is_some_and(|end| end.y < 2000), "{way:?}");
        assert!(way.iter().all(|p| field.rough_under(Feet::default(), p.at(0)).is_none()), "{way:?}");
    }
}
