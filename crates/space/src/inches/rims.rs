//! Rims: where somebody gets from one floor to another without a ladder. They are the edges of floors and the sides of walls,
//! each looked at in a few places: nearest to where a way begins, nearest to where it ends, between the two, in the middle.

use super::edge::beyond;
use super::lane::Spring;
use super::path::{Scratch, Stride};
use super::polygon::Span;
use super::scramble::Scramble;
use super::segment::{Point, Share, cross, distance, nearest};
use super::spot::Spot;
use super::table::Tabletop;
use super::terrain::{Kind, Mover, Piece, PieceId};

/// A straight part of a border, with the higher side to the left of the way from `a` to `b`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rim {
    a: Point,
    b: Point,
    z: i32,
    /// How far down the floor lies outside.
    drop: i32,
    /// The wall that has to be got over; none for the edge of a floor.
    wall: Option<PieceId>,
}

/// All rims of a table at which a mover does not simply step up or down.
pub(super) fn rims(table: &Tabletop, mover: &Mover) -> Box<[Rim]> {
    let edges = table.edges().iter().map(|edge| Rim { a: edge.a, b: edge.b, z: edge.z, drop: edge.drop, wall: None });
    let walls = (0..).map(PieceId).zip(table.pieces()).filter(|(_, piece)| piece.kind == Kind::Barrier);
    let walls = walls.flat_map(|(id, piece)| {
        piece.outline.sides().filter_map(move |(a, b)| {
            let middle = Share { over: 1, under: 2 }.between(a, b);
            let z = table.floor(beyond(a, b, middle, i64::from(mover.radius) + 1), piece.top.saturating_sub(1))?;
            // Where a floor lies behind it at its height, that floor has an edge of its own.
            let wall = table.floor(middle, piece.top) != Some(piece.top);
            wall.then(|| Rim { a, b, z: piece.top, drop: piece.top.saturating_sub(z), wall: Some(id) })
        })
    });
    edges.chain(walls).filter(|rim| rim.drop > mover.step).collect()
}

impl Rim {
    /// Whether a way from one place to another that touches it can be so short; most cannot, which takes no root to tell.
    fn within(&self, start: Point, goal: Point, most: i64) -> bool {
        let low = Point { x: self.a.x.min(self.b.x), y: self.a.y.min(self.b.y) };
        let high = Point { x: self.a.x.max(self.b.x), y: self.a.y.max(self.b.y) };
        let off = |p: Point| (low.x - p.x).max(p.x - high.x).max(low.y - p.y).max(p.y - high.y).max(0);
        off(start) + off(goal) <= most && distance(start, self.a, self.b) + distance(goal, self.a, self.b) <= most
    }
}

/// A way over a rim: a few legs, one after the other.
#[derive(Clone, Debug)]
pub(super) struct Crossing {
    pub(super) spots: Vec<Spot>,
    pub(super) strides: Vec<Stride>,
    /// Along which it can be shifted.
    pub(super) rim: (Point, Point),
}

impl Crossing {
    pub(super) fn from(&self) -> Spot {
        self.spots[0]
    }

    pub(super) fn to(&self) -> Spot {
        self.spots[self.spots.len() - 1]
    }
}

/// What jumping saves at most: it lands so far out, and that costs nothing.
pub(super) fn saved(spring: &Spring) -> i64 {
    if spring.drop > 0 { i64::from(spring.beyond) } else { 0 }
}

/// Looks for crossings between a start and a goal, within a length.
#[allow(missing_debug_implementations, reason = "closures are not printable")]
pub(super) struct Finder<'a> {
    pub(super) scramble: Scramble<'a>,
    pub(super) goal: Point,
    /// So far before the goal a way may end.
    pub(super) short: i32,
    pub(super) scratch: Scratch,
    pub(super) found: Vec<Crossing>,
}

impl Finder<'_> {
    pub(super) fn look(&mut self) {
        let Scramble { trip, spring, .. } = self.scramble;
        let (start, goal) = (trip.from.plan(), self.goal);
        let most = i64::from(trip.gait.limit) + i64::from(self.short) + saved(spring);
        for rim in trip.ways.rims(trip.table) {
            // Whoever gets up there climbs, by a ladder at least.
            let rise = i64::from(rim.z.saturating_sub(trip.from.z).max(0));
            let low = rim.drop <= spring.climb.max(spring.drop).max(spring.gap) || spring.gap > 0;
            if !low || !rim.within(start, goal, most - rise) {
                continue;
            }
            for p in places(rim, start, goal) {
                match rim.wall.and_then(|id| trip.table.piece(id)) {
                    None => self.over_edge(rim, p),
                    Some(wall) => self.over_wall(rim, wall, p),
                }
            }
        }
    }

    /// Up to the floor, down from it by jumping and by climbing, and over the gap beyond it: straight out and towards the goal.
    fn over_edge(&mut self, rim: &Rim, p: Point) {
        let Scramble { trip, spring, .. } = self.scramble;
        let (table, clear) = (trip.table, i64::from(trip.ways.mover().radius) + 1);
        let inside = beyond(rim.b, rim.a, p, spring.rest.into()).at(rim.z);
        if !table.has_floor(inside) {
            return;
        }
        let out = |far: i64| beyond(rim.a, rim.b, p, far);
        let below = |p: Point| table.floor(p, rim.z.saturating_sub(1)).map(|z| p.at(z));
        if let Some(foot) = below(out(clear)).filter(|_| spring.climb > 0) {
            self.add(rim, foot, inside, 0);
            self.add(rim, inside, foot, 0);
        }
        let goal = self.goal;
        let ahead = |far: i64| inside.plan().toward(goal, far.min(inside.plan().to(goal)));
        // Past the landing of a jump, whichever way it goes.
        let (straight, toward) = (out(spring.beyond.into()), ahead(i64::from(spring.beyond) + 3 * clear));
        for landing in [below(straight), below(toward)].into_iter().flatten() {
            self.add(rim, inside, landing, spring.drop);
        }
        let most = i64::from(spring.gap) + clear;
        let step = rim.z.saturating_add(trip.ways.mover().step);
        for far in [out(most), ahead(most)] {
            let found = table.far_floor(inside.plan(), far, Share::NONE, step, rim.z.saturating_sub(spring.drop));
            if let Some((share, z)) = found.filter(|_| spring.gap > 0) {
                let land = share.of(inside.plan().to(far)) + i64::from(spring.rest);
                self.add(rim, inside, inside.plan().toward(far, land).at(z), spring.drop);
            }
        }
    }

    /// Up one side of a wall and down the other.
    fn over_wall(&mut self, rim: &Rim, wall: &Piece, p: Point) {
        let Scramble { trip, spring, .. } = self.scramble;
        let (table, clear) = (trip.table, i64::from(trip.ways.mover().radius) + 1);
        let out = beyond(rim.a, rim.b, p, clear);
        let Some(z) = table.floor(out, wall.top.saturating_sub(1)) else { return };
        let rise = wall.top.saturating_sub(z);
        if rise <= trip.ways.mover().step || rise > spring.climb {
            return;
        }
        let within = beyond(rim.b, rim.a, p, 4 * clear);
        let mut thick: Option<Span> = None;
        wall.outline.cover_spans(out, within, |span| thick = thick.or(Some(span)));
        let Some(thick) = thick else { return };
        let leave = thick.to.of(out.to(within));
        for (far, drop) in [(i64::from(spring.beyond), spring.drop), (clear, 0)] {
            let behind = out.toward(within, leave + far);
            if let Some(far) = table.floor(behind, wall.top) {
                self.add(rim, out.at(z), behind.at(far), drop);
            }
        }
    }

    /// Straight from one place to another, if that is possible.
    fn add(&mut self, rim: &Rim, from: Spot, to: Spot, drop: i32) {
        let Scramble { trip, spring, .. } = self.scramble;
        let spring = Spring { drop, ..*spring };
        let (mut spots, mut strides) = (Vec::new(), Vec::new());
        let straight = trip.table.springing(trip.ways.mover(), &spring, trip.keep);
        let level = |strides: &[Stride]| strides.iter().all(|stride| matches!(stride, Stride::Flat { .. }));
        if from != to
            && straight.straight(from, to, &mut self.scratch, &mut spots, &mut strides).is_ok()
            && !level(&strides)
        {
            self.found.push(Crossing { spots, strides, rim: (rim.a, rim.b) });
        }
    }
}

/// Where a rim is looked at.
fn places(rim: &Rim, start: Point, goal: Point) -> Vec<Point> {
    const INSET: i64 = 20;
    let (a, b) = (rim.a, rim.b);
    let long = a.to(b);
    if long <= 2 * INSET {
        return Vec::new();
    }
    let (a, b) = (a.toward(b, INSET), b.toward(a, INSET));
    let (first, last) = (nearest(start, a, b), nearest(goal, a, b));
    // A way over it bends least where it is as far from either as they are from it.
    let (near, far) = (start.to(first), goal.to(last));
    let share = Share { over: near, under: (near + far).max(1) };
    let between = share.between(first, last);
    let middle = Share { over: 1, under: 2 }.between(a, b);
    // Through a rim on which the straight line lies it is crossed there.
    let sides = (cross(a, b, start), cross(a, b, goal));
    let straight = (sides.0.signum() * sides.1.signum() < 0).then(|| {
        let share = Share { over: sides.0.abs(), under: sides.0.abs().saturating_add(sides.1.abs()).max(1) };
        nearest(share.between(start, goal), a, b)
    });
    let mut all = vec![first, last, between, middle];
    all.extend(straight);
    all.sort_unstable();
    all.dedup_by(|p, q| p.square_to(*q) < INSET * INSET);
    all
}
