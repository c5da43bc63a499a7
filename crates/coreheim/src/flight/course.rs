//! The way of a flight (CH-PSYCH-12): straight away from the enemies, or by the shortest way to the nearest edge of the
//! table; ladders and stairs only lead down.

use crate::Table;
use crate::ground::Gait;
use crate::state::State;
use kernel::Figure;
use space::inches::{self, Border, Keepout, Mover, Point, Search, Spot};

/// No way is longer.
const LONGEST: i32 = 120_000;
/// Legs along what is in the way before somebody is held to be cornered.
const LEGS: usize = 12;

#[derive(Debug)]
pub(super) struct Course {
    pub(super) track: Vec<Spot>,
    /// It leads to the edge of the table (CH-PSYCH-15).
    pub(super) gone: bool,
}

/// Who runs, and what he keeps clear of.
struct Runner<'a> {
    state: &'a State,
    figure: Figure,
    mover: Mover,
    keep: &'a [Keepout],
    search: &'a mut Search,
    scratch: &'a mut inches::Scratch,
}

pub(super) fn course(t: &mut Table<'_>, figure: Figure, away: Option<(i64, i64)>, length: i32) -> Course {
    let mut keep = std::mem::take(&mut t.scratch.keep);
    t.state.keepouts(figure, Gait::Walk, &[], &mut keep);
    let (search, scratch) = (&mut t.scratch.search, &mut t.scratch.path);
    let mut runner = Runner { state: t.state, figure, mover: t.state.mover(figure), keep: &keep, search, scratch };
    let mut course = match away {
        Some(way) => runner.away(way, length),
        None => runner.edgeward(length),
    };
    if !course.gone {
        runner.back(&mut course.track);
    }
    t.scratch.keep = keep;
    course
}

impl Runner<'_> {
    fn gait(&self, limit: i32) -> inches::Gait {
        inches::Gait { limit, ladders: self.state.sheet(self.figure).may_climb(), stairs: true, up: false }
    }

    /// To the edge that is nearest in a straight line, by the shortest way.
    fn edgeward(&mut self, length: i32) -> Course {
        let field = &self.state.setting.field;
        let (table, ways) = (&field.table, field.ways(self.mover));
        let from = self.state.warrior(self.figure).at;
        let far = |border: Border| from.plan().to(border.nearest(table, from.plan()));
        let mut border = Border::South;
        for other in [Border::North, Border::West, Border::East] {
            if far(other) < far(border) {
                border = other;
            }
        }
        let mut track = Vec::new();
        // Most ways are hardly longer than the straight one, and those are found soon.
        let straight = inches::measure::told(far(border));
        for limit in [straight + 6_000, straight + 24_000, LONGEST] {
            let gait = self.gait(limit);
            if let Some(whole) = ways.trip(table, from, &gait, self.keep).to_border(border, self.search, &mut track) {
                ways.cut(table, length, self.keep, self.search, &mut track);
                return Course { track, gone: whole <= length };
            }
        }
        let goal = border.nearest(table, from.plan());
        self.along(vec![from], (goal.x - from.plan().x, goal.y - from.plan().y), length)
    }

    /// Straight on until something is in the way; from there the shortest way to where the line leaves the table.
    fn away(&mut self, way: (i64, i64), length: i32) -> Course {
        let field = &self.state.setting.field;
        let (table, ways) = (&field.table, field.ways(self.mover));
        let from = self.state.warrior(self.figure).at;
        let goal = clipped(table, from.plan(), aim(from, way, i64::from(LONGEST)));
        let whole = from.plan().to(goal);
        let stop = from.plan().toward(goal, whole.min(length.into()));
        let reached = table.farthest(from, stop, &self.mover, self.keep, self.scratch);
        let mut track = vec![from, reached];
        if reached.plan() == stop {
            return Course { track, gone: whole <= i64::from(length) };
        }
        let left = length - inches::measure::told(from.plan().to(reached.plan()));
        let (gait, mut rest) = (self.gait(left), Vec::new());
        let goal = table.floor(goal, reached.z).map(|z| goal.at(z));
        let led = goal.and_then(|goal| {
            ways.trip(table, reached, &gait, self.keep).toward(goal, LONGEST, self.search, &mut rest)?;
            Some(rest.last() == Some(&goal))
        });
        match led {
            Some(gone) => {
                track.extend(rest.into_iter().skip(1));
                Course { track, gone }
            }
            None => self.along(track, way, left),
        }
    }

    /// No way leads there: straight on, then along what is in the way, on the heading that leads farthest in the direction
    /// of the flight.
    fn along(&mut self, mut track: Vec<Spot>, way: (i64, i64), length: i32) -> Course {
        let table = &self.state.setting.field.table;
        let mut left = i64::from(length);
        for _ in 0..LEGS {
            let Some(at) = track.last().copied().filter(|_| left > 0) else { break };
            let straight = clipped(table, at.plan(), aim(at, way, left));
            let on = table.farthest(at, straight, &self.mover, self.keep, self.scratch);
            if on != at {
                left -= at.plan().to(on.plan());
                track.push(on);
                continue;
            }
            let mut best: Option<(i64, Spot)> = None;
            for heading in HEADINGS.into_iter().filter(|heading| heading.0 * way.0 + heading.1 * way.1 >= 0) {
                let goal = clipped(table, at.plan(), aim(at, heading, left.min(2000)));
                let there = table.farthest(at, goal, &self.mover, self.keep, self.scratch);
                let (dx, dy) = (there.plan().x - at.plan().x, there.plan().y - at.plan().y);
                let gain = dx * way.0 + dy * way.1 + (dx.abs() + dy.abs()) / 64;
                if there != at && gain > 0 && best.is_none_or(|(most, _)| gain > most) {
                    best = Some((gain, there));
                }
            }
            let Some((_, there)) = best else { break };
            left -= at.plan().to(there.plan());
            track.push(there);
        }
        Course { track, gone: false }
    }

    /// Friends are passed, but nobody ends on top of another (CH-GEOM-08) or hanging over an edge: back along the way until
    /// there is room.
    fn back(&self, track: &mut Vec<Spot>) {
        const STEP: i64 = 100;
        let table = &self.state.setting.field.table;
        let fits = |spot: Spot| {
            let stands = table.stand(spot, &self.mover, self.state.overhang(self.figure)).is_ok();
            stands && self.state.may_end(self.figure, spot, Gait::Charge)
        };
        while let [.., before, last] = track[..] {
            let length = before.plan().to(last.plan());
            if fits(last) {
                return;
            }
            track.pop();
            if before.z == last.z && length > STEP {
                track.push(before.plan().toward(last.plan(), length - STEP).at(last.z));
            }
        }
    }
}

/// Sixteen headings.
const HEADINGS: [(i64, i64); 16] = [
    (1000, 0),
    (924, 383),
    (707, 707),
    (383, 924),
    (0, 1000),
    (-383, 924),
    (-707, 707),
    (-924, 383),
    (-1000, 0),
    (-924, -383),
    (-707, -707),
    (-383, -924),
    (0, -1000),
    (383, -924),
    (707, -707),
    (924, -383),
];

/// A place so far in this direction.
fn aim(at: Spot, way: (i64, i64), length: i64) -> Point {
    let here = at.plan();
    here.toward(Point { x: here.x + way.0 * 1000, y: here.y + way.1 * 1000 }, length)
}

/// The last place of the way that lies on the table.
fn clipped(table: &inches::Tabletop, from: Point, to: Point) -> Point {
    if table.holds(to) {
        return to;
    }
    let (mut low, mut high) = (0, from.to(to));
    while high - low > 1 {
        let middle = low + (high - low) / 2;
        if table.holds(from.toward(to, middle)) { low = middle } else { high = middle }
    }
    from.toward(to, low)
}
