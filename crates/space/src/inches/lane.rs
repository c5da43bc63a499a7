//! Strips along a path, half planes, contact on the way, and straight lines that climb and jump.

use super::base::Base;
use super::edge::beyond;
use super::keepout::Keepout;
use super::measure::{square, told};
use super::path::{Fault, Profile, Scratch, Stride, Why};
use super::polygon::Polygon;
use super::segment::{Point, Share, along, compare, cross};
use super::spot::Spot;
use super::table::Tabletop;
use super::terrain::{Kind, Mover, Piece};

/// The first leg of a path whose strip a base overlaps. The strip of a leg is the rectangle that reaches `half` to either
/// side of it, with flat ends; touching it is enough (its corners are rounded to the nearest thousandth). The base must
/// stand no more than `level` above or below the leg there.
pub fn in_strip(track: &[Spot], half: i32, level: i32, base: &Base) -> Option<usize> {
    track.windows(2).position(|pair| {
        let there = super::base::nearest_on_leg(pair[0], pair[1], base.at.plan());
        let apart = (i64::from(there.z) - i64::from(base.at.z)).abs();
        apart <= i64::from(level) && strip(pair[0].plan(), pair[1].plan(), i64::from(half), base)
    })
}

fn strip(a: Point, b: Point, half: i64, base: &Base) -> bool {
    let (p, radius) = (base.at.plan(), i64::from(base.radius));
    let long = a.square_to(b);
    if long == 0 || half < 0 {
        return false;
    }
    let (t, off) = (along(a, b, p), i128::from(cross(a, b, p)));
    let beside = |reach: i64| off * off <= i128::from(reach) * i128::from(reach) * i128::from(long);
    if (0..=long).contains(&t) {
        return beside(half + radius);
    }
    let over = i128::from(if t < 0 { -t } else { t - long });
    if beside(half) {
        return over * over <= i128::from(radius) * i128::from(radius) * i128::from(long);
    }
    let end = if t < 0 { a } else { b };
    let corner = if off < 0 { side(a, b, end, half) } else { side(b, a, end, half) };
    p.square_to(corner) <= square(radius)
}

/// The point `out` to the right of a way, to the nearest thousandth.
fn side(a: Point, b: Point, p: Point, out: i64) -> Point {
    p.toward(Point { x: p.x + (b.y - a.y), y: p.y - (b.x - a.x) }, out)
}

/// Whether `p` lies beyond the line through `target` square to the way from `from` to `to`. On the line is not beyond.
pub fn behind(target: Point, from: Point, to: Point, p: Point) -> bool {
    let shifted = Point { x: from.x + (p.x - target.x), y: from.y + (p.y - target.y) };
    along(from, to, shifted) > 0
}

/// Where a base on its way from `from` to `to` comes within `gap` of another in plan: the last whole thousandth at which
/// the gap is not smaller, and the length up to there. It is the start if the gap is smaller already, and none if the way
/// never comes so near.
pub fn contact(from: Spot, to: Spot, radius: i32, other: &Base, gap: i32) -> Option<(Spot, i32)> {
    let (a, b, c) = (from.plan(), to.plan(), other.at.plan());
    let reach = i64::from(radius) + i64::from(other.radius) + i64::from(gap);
    let near = |p: Point| p.square_to(c) < square(reach);
    if near(a) {
        return Some((from, 0));
    }
    // The distance falls up to the foot of the perpendicular.
    let foot = super::segment::nearest(c, a, b);
    let whole = a.to(foot);
    if foot.square_to(c) > square(reach) {
        return None;
    }
    let (mut low, mut high) = (0, whole + 1);
    while high - low > 1 {
        let middle = low + (high - low) / 2;
        if near(a.toward(b, middle)) { high = middle } else { low = middle }
    }
    let p = a.toward(b, low);
    let z = super::base::nearest_on_leg(from, to, p).z;
    Some((p.at(z), told(low)))
}

/// Whether a base that goes from one spot to another comes within `n` of another base in space. A leg that changes its
/// height counts as being at all heights between its ends all along. The reach at another height is rounded to the nearest
/// thousandth.
pub fn passes_within(from: Spot, to: Spot, radius: i32, other: &Base, n: i32) -> bool {
    let (low, high) = (i64::from(from.z.min(to.z)), i64::from(from.z.max(to.z)));
    let z = i64::from(other.at.z);
    let rise = (low - z).max(z - high).max(0);
    let both = i64::from(radius) + i64::from(other.radius);
    super::base::reach_at(i64::from(n), rise)
        .is_some_and(|reach| n >= 0 && compare(other.at.plan(), from.plan(), to.plan(), both + reach).is_le())
}

/// See [`stretch`].
const GRAZE: i64 = 2;

/// The stretch of a way on which a disc of radius `reach` overlaps a polygon: the first and the last whole thousandth from
/// its beginning. If the polygon is left and entered again, all between counts. A way that only grazes it, overlapping by
/// less than two thousandths, does not count: its points are rounded by as much.
pub fn stretch(from: Point, to: Point, reach: i32, outline: &Polygon) -> Option<(i32, i32)> {
    let reach = i64::from(reach);
    if reach <= GRAZE || !outline.overlaps_sweep(from, to, reach - GRAZE) {
        return None;
    }
    let whole = from.to(to);
    let halve = |mut low: i64, mut high: i64, low_is: &dyn Fn(i64) -> bool| {
        while high - low > 1 {
            let middle = low + (high - low) / 2;
            if low_is(middle) { low = middle } else { high = middle }
        }
        (low, high)
    };
    let enter = match outline.overlaps_disc(from, reach) {
        true => 0,
        false => halve(0, whole, &|l| !outline.overlaps_sweep(from, from.toward(to, l), reach)).1,
    };
    let leave = match outline.overlaps_disc(to, reach) {
        true => whole,
        false => halve(enter, whole, &|l| outline.overlaps_sweep(from.toward(to, l), to, reach)).0,
    };
    Some((told(enter), told(leave)))
}

/// What a straight line may do besides walking; 0 for nothing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Spring {
    /// The highest single climb, up or down.
    pub climb: i32,
    /// The widest gap.
    pub gap: i32,
    /// The deepest jump down, and how far beyond the edge it may land. What is deeper is climbed down.
    pub drop: i32,
    pub beyond: i32,
    /// How much of a base must rest on a floor: the distance from its centre to the edge.
    pub rest: i32,
}

/// A straight line does not change its manner more often than this.
const MOST_LEGS: usize = 48;

impl Tabletop {
    /// Straight lines of a mover that climb and jump, clear of what is to be kept clear of.
    pub fn springing<'a>(&'a self, mover: &'a Mover, spring: &'a Spring, keep: &'a [Keepout]) -> Springing<'a> {
        Springing { table: self, mover, spring, keep }
    }

    /// The first floor between two heights that the way comes to after a share of it.
    pub(super) fn far_floor(&self, a: Point, b: Point, after: Share, high: i32, low: i32) -> Option<(Share, i32)> {
        let mut best: Option<(Share, i32)> = None;
        self.floors.any_along(a, b, 0, |id| {
            let piece = &self.pieces()[usize::from(id)];
            if piece.kind == Kind::Block && piece.top <= high && piece.top >= low {
                piece.outline.cover_spans(a, b, |span| {
                    let nearer = best.is_none_or(|(share, z)| (span.from, -piece.top) < (share, -z));
                    if span.from > after && span.to > span.from && nearer {
                        best = Some((span.from, piece.top));
                    }
                });
            }
            false
        });
        best
    }
}

/// Who goes in a straight line, and what he may do on it: see [`Tabletop::springing`].
#[derive(Clone, Copy, Debug)]
pub struct Springing<'a> {
    table: &'a Tabletop,
    mover: &'a Mover,
    spring: &'a Spring,
    keep: &'a [Keepout],
}

/// A straight line, as far as it has come.
struct Line<'l> {
    to: Spot,
    scratch: &'l mut Scratch,
    track: &'l mut Vec<Spot>,
    strides: &'l mut Vec<Stride>,
}

impl Springing<'_> {
    /// The path in a straight line (in plan) from one spot to another: it walks, climbs what stands in the way, jumps gaps
    /// and drops off edges. `track` and `strides` are filled with the legs.
    ///
    /// # Errors
    /// Where the line cannot go on; the legs up to there are kept.
    pub fn straight(
        &self,
        from: Spot,
        to: Spot,
        scratch: &mut Scratch,
        track: &mut Vec<Spot>,
        strides: &mut Vec<Stride>,
    ) -> Result<(), Fault> {
        track.clear();
        strides.clear();
        track.push(from);
        let line = &mut Line { to, scratch, track, strides };
        let mut here = from;
        while line.strides.len() < MOST_LEGS {
            let fault = match self.table.leg(here, to, self.mover, self.keep, line.scratch) {
                Ok(stride) if allowed(&stride, self.spring) => {
                    line.track.push(to);
                    line.strides.push(stride);
                    return Ok(());
                }
                Ok(stride) => Fault { leg: 0, at: here, why: refused(&stride, to) },
                Err(fault) => fault,
            };
            let before = line.strides.len();
            let fault = Fault { leg: before, ..fault };
            let solid = |id| self.table.piece(id).filter(|piece| piece.is_solid());
            let piece = if let Why::Piece(id) = fault.why { solid(id) } else { None };
            let on = match piece {
                Some(piece) => self.over_piece(here, piece, line),
                None => self.over_edge(here, line),
            };
            match on {
                Some(next) if line.strides.len() > before && next == to => return Ok(()),
                Some(next) if line.strides.len() > before && next != here => here = next,
                _ => return Err(fault),
            }
        }
        Err(Fault { leg: line.strides.len(), at: here, why: Why::NoHold })
    }

    /// Adds legs to a line and says where it stands then, or adds none of them.
    fn go(&self, legs: &[Spot], line: &mut Line<'_>) -> Option<Spot> {
        let (tracks, known) = (line.track.len(), line.strides.len());
        for &next in legs {
            let last = *line.track.last()?;
            if next == last {
                continue;
            }
            match self.table.leg(last, next, self.mover, self.keep, line.scratch) {
                Ok(stride) if allowed(&stride, self.spring) => {
                    line.track.push(next);
                    line.strides.push(stride);
                }
                _ => {
                    line.track.truncate(tracks);
                    line.strides.truncate(known);
                    return None;
                }
            }
        }
        line.track.last().copied()
    }

    /// Climbs what stopped a walk, and goes down on its far side unless there is room to stand on top.
    fn over_piece(&self, here: Spot, piece: &Piece, line: &mut Line<'_>) -> Option<Spot> {
        let (table, b) = (self.table, line.to.plan());
        let foot = table.farthest(here, b, self.mover, self.keep, line.scratch);
        let top = Spot { z: piece.top, ..foot };
        let mut covered: Option<(Share, Share)> = None;
        piece.outline.cover_spans(foot.plan(), b, |span| covered = covered.or(Some((span.from, span.to))));
        let (enter, leave) = covered?;
        let whole = foot.plan().to(b);
        let (enter, leave) = (enter.of(whole), leave.of(whole));
        let rest = i64::from(self.spring.rest);
        // Wide enough to stand on, or a crest to step over: then the base hangs on its far side. A line that ends on it stays.
        let ends = leave == whole && line.to.z == piece.top;
        if ends || leave - enter > 2 * rest {
            let on = foot.plan().toward(b, (enter + rest).min(whole));
            return self.go(&[foot, top, on.at(piece.top)], line);
        }
        // A wall with a floor behind it at the height of its crest.
        let over = foot.plan().toward(b, leave + rest).at(piece.top);
        if table.floor(over.plan(), piece.top) == Some(piece.top)
            && let Some(next) = self.go(&[foot, top, over], line)
        {
            return Some(next);
        }
        if let Some(next) = self.jump((foot, leave), piece.top, &[top], line) {
            return Some(next);
        }
        let far = foot.plan().toward(b, leave + i64::from(self.mover.radius) + 1).at(piece.top);
        let down = table.floor(far.plan(), piece.top.saturating_sub(1))?;
        self.go(&[foot, top, far, Spot { z: down, ..far }], line)
    }

    /// Jumps where the floor ends, over the gap or down, or climbs down.
    fn over_edge(&self, here: Spot, line: &mut Line<'_>) -> Option<Spot> {
        let (table, spring) = (self.table, self.spring);
        let (a, b) = (here.plan(), line.to.plan());
        let Profile::Void(end) = table.profile(here, b, self.mover, line.scratch) else { return None };
        let feet = end.feet;
        let whole = a.to(b);
        let edge = end.at.of(whole);
        // The nearest far floor, if it can be jumped to.
        let step = feet.saturating_add(self.mover.step);
        let far = (table.far_floor(a, b, end.at, step, feet.saturating_sub(spring.drop)))
            .map(|(share, z)| (share.of(whole), z))
            .filter(|(land, _)| land - edge <= i64::from(spring.gap));
        if let Some((land, z)) = far {
            let there = a.toward(b, (land + i64::from(spring.rest)).min(whole)).at(z);
            if let Some(next) = self.go(&[there], line) {
                return Some(next);
            }
        }
        if let Some(next) = self.jump((here, edge), feet, &[], line) {
            return Some(next);
        }
        // Down the wall, with the base hanging just outside the edge.
        let p = a.toward(b, (edge + i64::from(self.mover.radius) + 1).min(whole));
        let down = table.floor(p, feet.saturating_sub(1))?;
        self.go(&[p.at(feet), p.at(down)], line)
    }

    /// Jumps down over an edge that lies so far along the line, after some other legs: as far out as he may, for that part of
    /// the way costs least.
    fn jump(&self, (here, edge): (Spot, i64), feet: i32, first: &[Spot], line: &mut Line<'_>) -> Option<Spot> {
        let (a, b) = (here.plan(), line.to.plan());
        let (whole, clear) = (a.to(b), i64::from(self.mover.radius) + 1);
        for out in (clear..=i64::from(self.spring.beyond).max(clear)).rev().step_by(50) {
            let p = a.toward(b, (edge + out).min(whole));
            let z = self.table.floor(p, feet)?;
            let legs: Vec<Spot> = [here].iter().chain(first).copied().chain([p.at(z)]).collect();
            if let Some(next) = self.go(&legs, line) {
                return Some(next);
            }
        }
        None
    }
}

pub(super) fn allowed(stride: &Stride, spring: &Spring) -> bool {
    match *stride {
        Stride::Flat { .. } => true,
        Stride::Ladder { .. } => false,
        Stride::Climb { rise } => rise.saturating_abs() <= spring.climb,
        Stride::Gap { width, rise, .. } => width <= spring.gap && rise.saturating_neg() <= spring.drop.max(spring.gap),
        Stride::Drop { beyond, height, .. } => height <= spring.drop && beyond <= spring.beyond,
    }
}

fn refused(stride: &Stride, to: Spot) -> Why {
    match *stride {
        Stride::Drop { height, .. } => Why::Edge { drop: height },
        Stride::Gap { rise, .. } => Why::Edge { drop: rise.saturating_neg() },
        _ => Why::TooHigh(to.z),
    }
}

/// Where a base of this radius stands that touches a side of an outline from outside at a point of the side, rounded away.
pub fn against(a: Point, b: Point, p: Point, radius: i32) -> Point {
    beyond(a, b, p, i64::from(radius))
}
