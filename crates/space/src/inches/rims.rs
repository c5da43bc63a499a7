//! Rims: where somebody gets from one floor to another without a ladder. They are the edges of floors and the sides of walls,
//! each looked at in a few places: nearest to where a way begins, nearest to where it ends, between the two, in the middle.

use super::edge::beyond;
use super::lane::Spring;
use super::path::{Scratch, Stride};
use super::polygon::Span;
use super::scramble::Scramble;
use super::segment::{Point, Share, cross, distance, nearest};
use super::spot::Spot;
use super::terrain::{Kind, Piece};

/// A straight part of a border, with the higher side to the left of the way from `a` to `b`.
#[derive(Clone, Copy, Debug)]
struct Rim<'a> {
    a: Point,
    b: Point,
    z: i32,
    /// The wall that has to be got over; none for the edge of a floor.
    wall: Option<&'a Piece>,
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

/// What a jump saves at most: it lands so far out, and that costs nothing. More than two in one way do not pay.
pub(super) fn saved(spring: &Spring) -> i64 {
    if spring.drop > 0 { 2 * i64::from(spring.beyond) } else { 0 }
}

/// Looks for crossings between a start and a goal, within a length.
#[allow(missing_debug_implementations, reason = "closures are not printable")]
pub(super) struct Finder<'a> {
    pub(super) scramble: Scramble<'a>,
    pub(super) goal: Point,
    pub(super) scratch: Scratch,
    pub(super) found: Vec<Crossing>,
}

impl Finder<'_> {
    pub(super) fn look(&mut self) {
        let Scramble { trip, spring, .. } = self.scramble;
        let (table, mover) = (trip.table, trip.ways.mover());
        let (start, goal) = (trip.from.plan(), self.goal);
        let most = i64::from(trip.gait.limit) + saved(spring);
        let near = |rim: &Rim<'_>| distance(start, rim.a, rim.b) + distance(goal, rim.a, rim.b) <= most;
        let low = |drop: i32| drop > mover.step && drop <= spring.climb.max(spring.drop).max(spring.gap);
        let edges = table.edges().iter().filter(|edge| low(edge.drop) || spring.gap > 0);
        let edges = edges.map(|edge| Rim { a: edge.a, b: edge.b, z: edge.z, wall: None });
        let walls = table.pieces().iter().filter(|piece| piece.kind == Kind::Barrier && spring.climb > 0);
        let walls =
            walls.flat_map(|piece| piece.outline.sides().map(|(a, b)| Rim { a, b, z: piece.top, wall: Some(piece) }));
        let rims: Vec<Rim<'_>> = edges.chain(walls).filter(near).collect();
        for rim in rims {
            for p in places(&rim, start, goal) {
                match rim.wall {
                    None => self.over_edge(&rim, p),
                    Some(wall) => self.over_wall(&rim, wall, p),
                }
            }
        }
    }

    /// Up to the floor, down from it by jumping and by climbing, and over the gap beyond it: straight out and towards the goal.
    fn over_edge(&mut self, rim: &Rim<'_>, p: Point) {
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
    fn over_wall(&mut self, rim: &Rim<'_>, wall: &Piece, p: Point) {
        let Scramble { trip, spring, .. } = self.scramble;
        let (table, clear) = (trip.table, i64::from(trip.ways.mover().radius) + 1);
        let out = beyond(rim.a, rim.b, p, clear);
        let Some(z) = table.floor(out, wall.top.saturating_sub(1)) else { return };
        // Where a floor lies behind it at its height, that floor has an edge of its own.
        let rise = wall.top.saturating_sub(z);
        if rise <= trip.ways.mover().step || rise > spring.climb || table.floor(p, wall.top) == Some(wall.top) {
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
    fn add(&mut self, rim: &Rim<'_>, from: Spot, to: Spot, drop: i32) {
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
fn places(rim: &Rim<'_>, start: Point, goal: Point) -> Vec<Point> {
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
