//! Paths of straight legs: is each leg legal for a base, what is it, and if not, where does it go wrong and why.
//!
//! A path is a list of spots, the places of the base's centre. Two spots in a row make a leg, and what the leg is follows
//! from the terrain: see [`Stride`]. Geometry tells lengths and heights; what they cost is for the rules to say.

use super::base::{CONTACT, reach_at};
use super::measure::told;
use super::segment::{Point, Share, compare};
use super::spot::Spot;
use super::table::Table;
use super::terrain::{LadderId, Mover, PieceId};

/// Somebody or something round that a path must keep clear of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Keepout {
    pub at: Spot,
    pub radius: i32,
    /// Whoever passes below `at` or above `at + height` is not stopped by the body.
    pub height: i32,
    /// The distance in space (rim to rim, as between bases) that must be kept besides; 0 for none.
    pub margin: i32,
    /// Whether a distance of exactly `margin` is still allowed.
    pub touch: bool,
}

/// What a leg is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stride {
    /// Over floors that differ by no more than a step, or over the crest of what is climbed. `length` is the plan length.
    Flat { length: i32 },
    /// Straight up (above 0) or down along something whose top is at the upper end and touches the rim.
    Climb { rise: i32 },
    /// From one stop of a ladder or stairs to another.
    Ladder { ladder: LadderId, rise: i32, length: i32 },
    /// Over a gap: `before` on the floor, `width` from edge to edge, `after` on the floor of the far side, which lies
    /// `rise` higher (below 0: lower).
    Gap { before: i32, width: i32, after: i32, rise: i32 },
    /// Off an edge: `before` on the floor, `beyond` from the edge to the landing, in plan, and `height` down.
    Drop { before: i32, beyond: i32, height: i32 },
}

impl Stride {
    /// The length in plan.
    pub fn length(&self) -> i32 {
        match *self {
            Stride::Flat { length } | Stride::Ladder { length, .. } => length,
            Stride::Climb { .. } => 0,
            Stride::Gap { before, width, after, .. } => before.saturating_add(width).saturating_add(after),
            Stride::Drop { before, beyond, .. } => before.saturating_add(beyond),
        }
    }
}

/// Why a leg is not legal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Why {
    OffTable,
    /// Nothing to stand on, or to hang on, at the height of the spot; the floor is at this height.
    NoFloor(i32),
    /// The base would overlap a piece that cannot be stepped over, or forbidden ground.
    Piece(PieceId),
    /// The base would come too near; the place in the list of [`Keepout`]s.
    Keepout(usize),
    /// The floor ends and the leg does not lead on to a floor on which it could land.
    Edge {
        drop: i32,
    },
    /// A climb with nothing to climb on that ends at its upper end.
    NoHold,
    /// The landing, or the way over the gap, lies too high to step on.
    TooHigh(i32),
}

/// The first place where a path goes wrong.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fault {
    /// 0 is the leg from the first spot to the second.
    pub leg: usize,
    /// As far as the base may come on that leg, to the nearest thousandth.
    pub at: Spot,
    pub why: Why,
}

/// Room for the workings of path questions, so that asking allocates nothing once it has grown.
#[derive(Clone, Debug, Default)]
pub struct Scratch {
    pub(super) tops: Vec<Top>,
    pub(super) cuts: Vec<Share>,
    pub(super) parts: Vec<Part>,
}

/// A floor under the way.
#[derive(Clone, Copy, Debug)]
pub(super) struct Top {
    from: Share,
    to: Share,
    z: i32,
    piece: u16,
}

/// A part of a leg at one height of the feet.
#[derive(Clone, Copy, Debug)]
pub(super) struct Part {
    pub(super) from: Share,
    pub(super) to: Share,
    pub(super) feet: i32,
}

/// The length of a way, each leg rounded to the nearest thousandth in plan and then summed.
pub fn plan_length(track: &[Spot]) -> i32 {
    track.windows(2).fold(0i32, |sum, pair| sum.saturating_add(told(pair[0].plan().to(pair[1].plan()))))
}

/// How far a walk came before the floor ended.
pub(super) enum Profile {
    Whole { feet: i32 },
    Void { at: Share, feet: i32, floor: i32 },
}

impl Table {
    /// Checks a path leg by leg and lists what each leg is. `keep` is what must be kept clear of.
    ///
    /// # Errors
    /// The first fault. `out` then holds the legs before it.
    pub fn path(
        &self,
        track: &[Spot],
        mover: &Mover,
        keep: &[Keepout],
        scratch: &mut Scratch,
        out: &mut Vec<Stride>,
    ) -> Result<(), Fault> {
        out.clear();
        for (leg, pair) in track.windows(2).enumerate() {
            let stride = self.leg(pair[0], pair[1], mover, keep, scratch).map_err(|fault| Fault { leg, ..fault })?;
            out.push(stride);
        }
        Ok(())
    }

    /// Checks one leg: see [`Stride`] for what it can be. The first spot is taken to be legal.
    ///
    /// # Errors
    /// Where it goes wrong and why.
    pub fn leg(
        &self,
        from: Spot,
        to: Spot,
        mover: &Mover,
        keep: &[Keepout],
        scratch: &mut Scratch,
    ) -> Result<Stride, Fault> {
        let (a, b) = (from.plan(), to.plan());
        let fault = |at: Spot, why: Why| Fault { leg: 0, at, why };
        if !self.holds(b) {
            return Err(fault(from, Why::OffTable));
        }
        if from.z != to.z || a != b {
            if let Some(ladder) = self.ladder_between(from, to) {
                return Ok(Stride::Ladder { ladder, rise: to.z.saturating_sub(from.z), length: told(a.to(b)) });
            }
            if a == b {
                return self.climb(from, to, mover, keep);
            }
        }
        let length = told(a.to(b));
        match self.floor(b, to.z) {
            Some(z) if z == to.z && self.has_floor(from) => {}
            other => {
                if from.z == to.z && self.crest(from, to, mover, scratch) {
                    scratch.parts.clear();
                    scratch.parts.push(Part { from: Share::NONE, to: Share::ALL, feet: from.z });
                    self.clear(a, b, mover, keep, scratch).map_err(|(at, why)| fault(at, why))?;
                    return Ok(Stride::Flat { length });
                }
                let floor = if self.has_floor(from) { other } else { self.floor(a, from.z) };
                return Err(fault(from, Why::NoFloor(floor.unwrap_or(0))));
            }
        }
        match self.profile(from, b, mover, scratch) {
            Profile::Whole { feet } => {
                self.clear(a, b, mover, keep, scratch).map_err(|(at, why)| fault(at, why))?;
                if feet != to.z {
                    return Err(fault(b.at(feet), Why::NoFloor(feet)));
                }
                Ok(Stride::Flat { length })
            }
            Profile::Void { at, feet, floor } => {
                let edge = at.between(a, b).at(feet);
                let step = feet.saturating_add(mover.step);
                // Walls before the edge come first.
                if to.z > step || self.floor(b, step) != Some(to.z) {
                    self.clear(a, b, mover, keep, scratch).map_err(|(at, why)| fault(at, why))?;
                    let drop = feet.saturating_sub(floor);
                    return Err(fault(edge, if to.z > step { Why::TooHigh(to.z) } else { Why::Edge { drop } }));
                }
                let landing = landing(&scratch.tops, to.z).max(at);
                scratch.parts.push(Part { from: at, to: Share::ALL, feet: feet.max(to.z) });
                if landing < Share::ALL && to.z < feet && landing > at {
                    // Once over the far floor the base is down on it.
                    if let Some(last) = scratch.parts.last_mut() {
                        last.to = landing;
                    }
                    scratch.parts.push(Part { from: landing, to: Share::ALL, feet: to.z });
                }
                self.clear(a, b, mover, keep, scratch).map_err(|(at, why)| fault(at, why))?;
                self.descend(to, feet, mover, keep).map_err(|why| fault(edge, why))?;
                let whole = i64::from(length);
                let (before, landed) = (told(at.of(whole)), told(landing.of(whole)));
                let after = length.saturating_sub(landed);
                if landing > at {
                    let rise = to.z.saturating_sub(feet);
                    return Ok(Stride::Gap { before, width: landed.saturating_sub(before), after, rise });
                }
                Ok(Stride::Drop { before, beyond: after, height: feet.saturating_sub(to.z) })
            }
        }
    }

    /// Whether a walk over floors is legal from one spot to a place, and at which height it ends. No place of a fault is
    /// looked for, so that a no is cheap.
    pub fn walk(&self, from: Spot, to: Point, mover: &Mover, keep: &[Keepout], scratch: &mut Scratch) -> Option<i32> {
        if !self.holds(to) {
            return None;
        }
        let Profile::Whole { feet } = self.profile(from, to, mover, scratch) else { return None };
        (!self.hit(from.plan(), to, mover, &scratch.parts) && !kept(from.plan(), to, mover, keep, &scratch.parts))
            .then_some(feet)
    }

    /// As far as a walk leads in a straight line towards `to`, which is `to` itself if nothing is in the way: the farthest
    /// whole thousandth at which the walk is legal, and its height.
    pub fn farthest(&self, from: Spot, to: Point, mover: &Mover, keep: &[Keepout], scratch: &mut Scratch) -> Spot {
        if let Some(z) = self.walk(from, to, mover, keep, scratch) {
            return to.at(z);
        }
        let a = from.plan();
        let (mut good, mut bad) = (from, a.to(to));
        let mut low = 0;
        while bad - low > 1 {
            let middle = low + (bad - low) / 2;
            let there = a.toward(to, middle);
            match self.walk(from, there, mover, keep, scratch) {
                Some(z) => {
                    low = middle;
                    good = there.at(z);
                }
                None => bad = middle,
            }
        }
        good
    }

    /// Follows the floors under the centre from a spot to a place and cuts the way into parts by the height of the feet.
    /// The feet go to the highest floor that is no more than a step up; where the best floor is more than a step down the
    /// floor ends. A floor that the way only touches in a point is not trodden.
    pub(super) fn profile(&self, from: Spot, b: Point, mover: &Mover, scratch: &mut Scratch) -> Profile {
        let a = from.plan();
        let Scratch { tops, cuts, parts } = scratch;
        tops.clear();
        cuts.clear();
        parts.clear();
        self.floors.any_along(a, b, 0, |id| {
            let piece = &self.pieces()[usize::from(id)];
            if !tops.iter().any(|top| top.piece == id) {
                piece.outline.cover_spans(a, b, |span| {
                    tops.push(Top { from: span.from, to: span.to, z: piece.top, piece: id });
                });
            }
            false
        });
        let mut feet = from.z;
        if tops.is_empty() {
            if feet < 0 || feet > mover.step {
                return Profile::Void { at: Share::NONE, feet, floor: 0 };
            }
            parts.push(Part { from: Share::NONE, to: Share::ALL, feet: 0 });
            return Profile::Whole { feet: 0 };
        }
        cuts.extend(tops.iter().flat_map(|top| [top.from, top.to]).chain([Share::NONE, Share::ALL]));
        cuts.sort_unstable();
        cuts.dedup();
        for pair in cuts.windows(2) {
            let ceiling = feet.saturating_add(mover.step);
            let under = tops.iter().filter(|top| top.z <= ceiling && top.from <= pair[0] && top.to >= pair[1]);
            let floor = under.map(|top| top.z).chain((ceiling >= 0).then_some(0)).max().unwrap_or(0);
            if floor < feet.saturating_sub(mover.step) {
                return Profile::Void { at: pair[0], feet, floor };
            }
            feet = floor;
            match parts.last_mut() {
                Some(last) if last.feet == feet => last.to = pair[1],
                _ => parts.push(Part { from: pair[0], to: pair[1], feet }),
            }
        }
        Profile::Whole { feet }
    }

    /// Whether the base hits terrain on the parts of a way.
    fn hit(&self, a: Point, b: Point, mover: &Mover, parts: &[Part]) -> bool {
        self.walls.any_along(a, b, i64::from(mover.radius), |id| self.hits(usize::from(id), a, b, mover, parts))
    }

    fn hits(&self, id: usize, a: Point, b: Point, mover: &Mover, parts: &[Part]) -> bool {
        let piece = &self.pieces()[id];
        let radius = i64::from(mover.radius);
        if !parts.iter().any(|part| piece.stops(part.feet, mover)) || !piece.outline.overlaps_sweep(a, b, radius) {
            return false;
        }
        // The whole way overlaps the piece: where it changes its height, the parts that the piece stops decide.
        parts.len() == 1
            || parts.iter().any(|part| {
                piece.stops(part.feet, mover)
                    && piece.outline.overlaps_sweep(part.from.between(a, b), part.to.between(a, b), radius)
            })
    }

    /// Whether the parts of a way are free of terrain and of what must be kept clear of.
    ///
    /// # Errors
    /// As far as the base can go, and what stops it there.
    fn clear(
        &self,
        a: Point,
        b: Point,
        mover: &Mover,
        keep: &[Keepout],
        scratch: &mut Scratch,
    ) -> Result<(), (Spot, Why)> {
        let parts = &scratch.parts;
        let mut first: Option<(i64, Why)> = None;
        let mut stop = |why: Why, bad: &dyn Fn(Point) -> bool| {
            // The part of the way before it hits grows with its length, so halving finds where it ends.
            let (mut low, mut high) = (0, a.to(b));
            while high - low > 1 {
                let middle = low + (high - low) / 2;
                if bad(a.toward(b, middle)) { high = middle } else { low = middle }
            }
            if first.is_none_or(|(length, _)| low < length) {
                first = Some((low, why));
            }
        };
        self.walls.any_along(a, b, i64::from(mover.radius), |id| {
            let at = usize::from(id);
            if self.hits(at, a, b, mover, parts) {
                let outline = &self.pieces()[at].outline;
                stop(Why::Piece(PieceId(id)), &|p| outline.overlaps_sweep(a, p, i64::from(mover.radius)));
            }
            false
        });
        for (at, keepout) in keep.iter().enumerate() {
            if kept(a, b, mover, std::slice::from_ref(keepout), parts) {
                stop(Why::Keepout(at), &|p| kept(a, p, mover, std::slice::from_ref(keepout), parts));
            }
        }
        match first {
            None => Ok(()),
            Some((length, why)) => {
                let p = a.toward(b, length);
                let whole = a.to(b).max(1);
                let share = Share { over: length, under: whole };
                let feet = parts.iter().rev().find(|part| part.from <= share).map_or(0, |part| part.feet);
                Err((p.at(feet), why))
            }
        }
    }

    /// A base that comes down on `to` from the height `feet`.
    fn descend(&self, to: Spot, feet: i32, mover: &Mover, keep: &[Keepout]) -> Result<(), Why> {
        let p = to.plan();
        let column =
            Mover { step: 0, headroom: feet.saturating_sub(to.z).max(0).saturating_add(mover.headroom), ..*mover };
        let mut found = Ok(());
        self.walls.any_along(p, p, i64::from(mover.radius), |id| {
            let piece = &self.pieces()[usize::from(id)];
            // What is no higher than a step over the landing is not in the way.
            let bad = piece.stops(to.z, &column)
                && piece.top > to.z.saturating_add(mover.step)
                && piece.outline.overlaps_disc(p, i64::from(mover.radius));
            if bad {
                found = Err(Why::Piece(PieceId(id)));
            }
            bad
        });
        found?;
        let part = [Part { from: Share::NONE, to: Share::ALL, feet: to.z }];
        match keep.iter().position(|keepout| kept(p, p, mover, std::slice::from_ref(keepout), &part)) {
            Some(at) => Err(Why::Keepout(at)),
            None => Ok(()),
        }
    }

    /// A climb straight up or down: the rim touches a solid whose top is at the upper end, and nothing overlaps the base
    /// on the way. The lower end needs a floor.
    fn climb(&self, from: Spot, to: Spot, mover: &Mover, keep: &[Keepout]) -> Result<Stride, Fault> {
        let fault = |why: Why| Fault { leg: 0, at: from, why };
        let (low, high) = if from.z < to.z { (from, to) } else { (to, from) };
        if !self.has_floor(low) {
            return Err(fault(Why::NoFloor(self.floor(low.plan(), low.z).unwrap_or(0))));
        }
        if !self.hangs(high, mover) {
            return Err(fault(Why::NoHold));
        }
        let p = low.plan();
        let mut found = None;
        self.walls.any_along(p, p, i64::from(mover.radius), |id| {
            let piece = &self.pieces()[usize::from(id)];
            let level = piece.top > low.z.saturating_add(mover.step) && piece.bottom < high.z;
            let bad = piece.is_solid() && level && piece.outline.overlaps_disc(p, i64::from(mover.radius));
            if bad {
                found = Some(Why::Piece(PieceId(id)));
            }
            bad
        });
        let part = [Part { from: Share::NONE, to: Share::ALL, feet: to.z }];
        let near = keep.iter().position(|keepout| kept(p, p, mover, std::slice::from_ref(keepout), &part));
        match found.or(near.map(Why::Keepout)) {
            Some(why) => Err(fault(why)),
            None => Ok(Stride::Climb { rise: to.z.saturating_sub(from.z) }),
        }
    }

    /// Whether a base at a spot hangs on something: its rim touches a solid whose top is at the height of the spot.
    pub fn hangs(&self, spot: Spot, mover: &Mover) -> bool {
        let (p, reach) = (spot.plan(), i64::from(mover.radius) + i64::from(CONTACT));
        self.walls.any_along(p, p, reach, |id| {
            let piece = &self.pieces()[usize::from(id)];
            piece.is_solid() && piece.top == spot.z && piece.outline.compare(p, reach).is_le()
        })
    }

    /// Whether a level way leads over tops at its height, apart from an end at which the base hangs.
    fn crest(&self, from: Spot, to: Spot, mover: &Mover, scratch: &mut Scratch) -> bool {
        let (a, b) = (from.plan(), to.plan());
        let Scratch { tops, .. } = scratch;
        tops.clear();
        self.walls.any_along(a, b, 0, |id| {
            let piece = &self.pieces()[usize::from(id)];
            if piece.is_solid() && piece.top == from.z && !tops.iter().any(|top| top.piece == id) {
                piece.outline.cover_spans(a, b, |span| {
                    tops.push(Top { from: span.from, to: span.to, z: piece.top, piece: id });
                });
            }
            false
        });
        tops.sort_unstable_by_key(|top| top.from);
        let Some(first) = tops.first().copied() else { return false };
        let mut covered = first.to;
        for top in tops.iter() {
            if top.from > covered {
                return false;
            }
            covered = covered.max(top.to);
        }
        (first.from == Share::NONE || self.hangs(from, mover)) && (covered == Share::ALL || self.hangs(to, mover))
    }
}

/// From where on the way lies over floors at the height of the landing.
fn landing(tops: &[Top], z: i32) -> Share {
    if z == 0 {
        return Share::NONE;
    }
    let mut from = Share::ALL;
    while let Some(top) = tops.iter().find(|top| top.z == z && top.to >= from && top.from < from) {
        from = top.from;
    }
    from
}

/// Whether a way comes too near to something. Who is too near at the start may go, as long as he comes no nearer.
pub(super) fn kept(a: Point, b: Point, mover: &Mover, keep: &[Keepout], parts: &[Part]) -> bool {
    keep.iter().any(|keepout| {
        let c = keepout.at.plan();
        let both = i64::from(keepout.radius) + i64::from(mover.radius);
        let widest = both + i64::from(keepout.margin.max(0));
        // Most of them are far from the way.
        if (c.x < a.x.min(b.x) - widest || c.x > a.x.max(b.x) + widest)
            || (c.y < a.y.min(b.y) - widest || c.y > a.y.max(b.y) + widest)
        {
            return false;
        }
        parts.iter().any(|part| {
            let (p, q) = if parts.len() == 1 { (a, b) } else { (part.from.between(a, b), part.to.between(a, b)) };
            let rise = i64::from(part.feet) - i64::from(keepout.at.z);
            let body = rise < i64::from(keepout.height) && -rise < i64::from(mover.headroom);
            let near = |reach: i64, closed: bool| {
                let too = |order: std::cmp::Ordering| order.is_lt() || closed && order.is_eq();
                let leaving = || too(compare(c, a, a, reach)) && super::segment::along(a, b, c) <= 0;
                too(compare(c, p, q, reach)) && !leaving()
            };
            let margin = i64::from(keepout.margin);
            body && near(both, false)
                || margin > 0 && reach_at(margin, rise).is_some_and(|more| near(both + more, !keepout.touch))
        })
    })
}

/// Whether somebody may end his move on a spot as far as these are concerned.
pub fn free(spot: Spot, mover: &Mover, keep: &[Keepout]) -> bool {
    !keep.iter().any(|keepout| kept_at(spot.plan(), mover, keepout, spot.z))
}

/// As [`kept`] for somebody who stays where he is.
fn kept_at(p: Point, mover: &Mover, keepout: &Keepout, feet: i32) -> bool {
    let both = i64::from(keepout.radius) + i64::from(mover.radius);
    let rise = i64::from(feet) - i64::from(keepout.at.z);
    let body = rise < i64::from(keepout.height) && -rise < i64::from(mover.headroom);
    let order = |reach: i64| keepout.at.plan().square_to(p).cmp(&(reach * reach));
    let margin = i64::from(keepout.margin);
    body && order(both).is_lt()
        || margin > 0
            && reach_at(margin, rise).is_some_and(|more| match order(both + more) {
                std::cmp::Ordering::Less => true,
                std::cmp::Ordering::Equal => !keepout.touch,
                std::cmp::Ordering::Greater => false,
            })
}
