//! Paths of straight legs: is each leg legal for a base, what is it, and if not, where does it go wrong and why.
//!
//! A path is a list of spots, the places of the base's centre. Two spots in a row make a leg, and what the leg is follows
//! from the terrain: see [`Stride`]. Geometry tells lengths and heights; what they cost is for the rules to say.

use super::keepout::Keepout;
use super::keepout::kept;
use super::measure::told;
use super::polygon::Span;
use super::segment::{Point, Share};
use super::spot::Spot;
use super::table::Tabletop;
use super::terrain::{Kind, LadderId, Mover, Piece, PieceId};

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
    /// Off an edge or the crest of a wall: `before` up to the edge, `beyond` from there to the landing, in plan, and `height`
    /// down.
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
    pub(super) from: Share,
    pub(super) to: Share,
    pub(super) z: i32,
    pub(super) piece: u16,
    /// Forbidden ground: no floor, but a hole in one.
    pub(super) hole: bool,
}

/// A part of a leg at one height of the feet.
#[derive(Clone, Copy, Debug)]
pub(super) struct Part {
    pub(super) from: Share,
    pub(super) to: Share,
    pub(super) feet: i32,
    /// On a leg with a jump, forbidden ground is below.
    pub(super) over: bool,
}

impl Part {
    pub(super) fn whole(feet: i32) -> Part {
        Part { from: Share::NONE, to: Share::ALL, feet, over: false }
    }

    fn stopped(&self, piece: &Piece, mover: &Mover) -> bool {
        piece.stops(self.feet, mover) && !(self.over && piece.kind == Kind::Forbidden)
    }
}

/// The length of a way, each leg rounded to the nearest thousandth in plan and then summed.
pub fn plan_length(track: &[Spot]) -> i32 {
    track.windows(2).fold(0i32, |sum, pair| sum.saturating_add(told(pair[0].plan().to(pair[1].plan()))))
}

/// What stops a way first.
struct Stops<'a> {
    a: Point,
    b: Point,
    whole: i64,
    parts: &'a [Part],
    /// How long the way may be, whose turn it is of several there, and why.
    first: Option<(i64, usize, Why)>,
}

impl Stops<'_> {
    /// Looks how far the way is free of something: `bad` says whether a part of it is not. Of several that stop it at the same
    /// place the one with the lowest `rank` counts.
    fn add(&mut self, rank: usize, why: Why, bad: impl Fn(Point, Point, &Part) -> bool) {
        let Stops { a, b, whole, parts, first } = *self;
        // The beginning of the way is bad once it is long enough, so halving finds how long it may be.
        let begun = |length: i64| {
            parts.iter().any(|part| {
                let to = part.to.of(whole).min(length);
                part.from.of(whole) <= to && bad(part.from.between(a, b), a.toward(b, to), part)
            })
        };
        let (mut low, mut high) = (0, first.map_or(whole, |(length, ..)| (length + 1).min(whole)));
        // What comes later than the first stop is no news; some pieces come up more than once.
        if first.is_some() && !begun(high) {
            return;
        }
        while high - low > 1 {
            let middle = low + (high - low) / 2;
            if begun(middle) { high = middle } else { low = middle }
        }
        if first.is_none_or(|(length, known, _)| (low, rank) < (length, known)) {
            self.first = Some((low, rank, why));
        }
    }

    /// As far as the base can go, and what stops it there.
    fn told(self) -> Result<(), (Spot, Why)> {
        let Some((length, _, why)) = self.first else { return Ok(()) };
        let share = Share { over: length, under: self.whole.max(1) };
        let feet = self.parts.iter().rev().find(|part| part.from <= share).map_or(0, |part| part.feet);
        Err((self.a.toward(self.b, length).at(feet), why))
    }
}

/// So many floors are looked at without asking where they lie.
const FEW: usize = 12;

/// How far a walk came before the floor ended.
pub(super) enum Profile {
    Whole { feet: i32 },
    Void(End),
}

/// Where the floor ended: after which share of the way, at which height, and how far down the next floor lies.
#[derive(Clone, Copy)]
pub(super) struct End {
    pub(super) at: Share,
    pub(super) feet: i32,
    floor: i32,
}

impl Tabletop {
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
        if from.z != to.z {
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
            other => return self.off_floor((from, to), other, mover, keep, scratch),
        }
        match self.profile(from, b, mover, scratch) {
            Profile::Whole { feet } => {
                self.clear(a, b, mover, keep, scratch).map_err(|(at, why)| fault(at, why))?;
                if feet != to.z {
                    return Err(fault(b.at(feet), Why::NoFloor(feet)));
                }
                Ok(Stride::Flat { length })
            }
            Profile::Void(end @ End { at, feet, floor }) => {
                let why = match self.jump(from, to, end, mover, keep, scratch) {
                    Ok(stride) => return Ok(stride),
                    Err(Some(why)) => why,
                    Err(None) => Why::Edge { drop: feet.saturating_sub(floor) },
                };
                // No jump: then it is a walk, which something may stop before it comes to the edge.
                self.profile(from, b, mover, scratch);
                scratch.parts.push(Part { from: at, ..Part::whole(feet) });
                let edge = at.of(a.to(b));
                match self.clear(a, b, mover, keep, scratch) {
                    Err((spot, why)) if a.to(spot.plan()) <= edge => Err(fault(spot, why)),
                    _ => Err(fault(at.between(a, b).at(feet), why)),
                }
            }
        }
    }

    /// A leg whose floor ends somewhere on the way: over a gap, or down.
    ///
    /// # Errors
    /// Why not, if it is not only that there is nothing to land on.
    fn jump(
        &self,
        from: Spot,
        to: Spot,
        End { at, feet, .. }: End,
        mover: &Mover,
        keep: &[Keepout],
        scratch: &mut Scratch,
    ) -> Result<Stride, Option<Why>> {
        let (a, b) = (from.plan(), to.plan());
        let step = feet.saturating_add(mover.step);
        if to.z > step {
            return Err(Some(Why::TooHigh(to.z)));
        }
        if self.floor(b, step) != Some(to.z) {
            return Err(None);
        }
        let landing = self.far_side(&scratch.tops, to.z, mover).max(at);
        for part in &mut scratch.parts {
            part.over = true;
        }
        // Over the gap as high as the higher side; once over the far floor, the base is down on it.
        let down = if landing > at { landing } else { Share::ALL };
        scratch.parts.push(Part { from: at, to: down, feet: feet.max(to.z), over: true });
        if down < Share::ALL {
            scratch.parts.push(Part { from: down, to: Share::ALL, feet: to.z, over: true });
        }
        self.clear(a, b, mover, keep, scratch).map_err(|(_, why)| Some(why))?;
        self.descend(from, to, feet, mover, keep).map_err(Some)?;
        let length = a.to(b);
        let (before, landed) = (told(at.of(length)), told(landing.of(length)));
        let after = told(length).saturating_sub(landed);
        if landing > at {
            let rise = to.z.saturating_sub(feet);
            return Ok(Stride::Gap { before, width: landed.saturating_sub(before), after, rise });
        }
        Ok(Stride::Drop { before, beyond: after, height: feet.saturating_sub(to.z) })
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
        let near = self.within_steps(from.z, mover.step);
        let highest = near.last().map_or(i32::MIN, |(top, _)| *top);
        let mut add = |id: u16| {
            let piece = &self.pieces()[usize::from(id)];
            let hole = piece.kind == Kind::Forbidden;
            if (hole || piece.top <= highest) && !tops.iter().any(|top| top.piece == id) {
                let mut push = |span: Span| {
                    tops.push(Top { from: span.from, to: span.to, z: piece.top, piece: id, hole });
                };
                // The border of a hole is still floor.
                if hole { piece.outline.inner_spans(a, b, push) } else { piece.outline.cover_spans(a, b, &mut push) }
            }
        };
        // On the bare table there are mostly few, and no need to look for them.
        if near.len() <= FEW {
            near.iter().for_each(|(_, id)| add(*id));
        } else {
            self.floors.any_along(a, b, 0, |id| {
                add(id);
                false
            });
        }
        let mut feet = from.z;
        if tops.is_empty() {
            if feet < 0 || feet > mover.step {
                return Profile::Void(End { at: Share::NONE, feet, floor: 0 });
            }
            parts.push(Part::whole(0));
            return Profile::Whole { feet: 0 };
        }
        cuts.extend(tops.iter().flat_map(|top| [top.from, top.to]).chain([Share::NONE, Share::ALL]));
        cuts.sort_unstable();
        cuts.dedup();
        for pair in cuts.windows(2) {
            let ceiling = feet.saturating_add(mover.step);
            let here = |top: &&Top| top.from <= pair[0] && top.to >= pair[1];
            let under = tops.iter().filter(here).filter(|top| !top.hole && top.z <= ceiling);
            let floor = under.map(|top| top.z).chain((ceiling >= 0).then_some(0)).max().unwrap_or(0);
            let mut holes = tops.iter().filter(here).filter(|top| top.hole);
            if floor < feet.saturating_sub(mover.step)
                || holes.any(|top| self.pieces()[usize::from(top.piece)].stops(floor, mover))
            {
                return Profile::Void(End { at: pair[0], feet, floor });
            }
            feet = floor;
            match parts.last_mut() {
                Some(last) if last.feet == feet => last.to = pair[1],
                _ => parts.push(Part { from: pair[0], to: pair[1], feet, over: false }),
            }
        }
        Profile::Whole { feet }
    }

    /// Whether the base hits terrain on the parts of a way.
    pub(super) fn hit(&self, a: Point, b: Point, mover: &Mover, parts: &[Part]) -> bool {
        self.walls.any_along(a, b, i64::from(mover.radius), |id| self.hits(usize::from(id), a, b, mover, parts))
    }

    fn hits(&self, id: usize, a: Point, b: Point, mover: &Mover, parts: &[Part]) -> bool {
        let piece = &self.pieces()[id];
        let radius = i64::from(mover.radius);
        if !parts.iter().any(|part| part.stopped(piece, mover)) || !piece.outline.overlaps_sweep(a, b, radius) {
            return false;
        }
        // The whole way overlaps the piece: where it changes its height, the parts that the piece stops decide.
        parts.len() == 1
            || parts.iter().any(|part| {
                part.stopped(piece, mover)
                    && piece.outline.overlaps_sweep(part.from.between(a, b), part.to.between(a, b), radius)
            })
    }

    /// Whether the parts of a way are free of terrain and of what must be kept clear of.
    ///
    /// # Errors
    /// As far as the base can go, and what stops it there.
    pub(super) fn clear(
        &self,
        a: Point,
        b: Point,
        mover: &Mover,
        keep: &[Keepout],
        scratch: &mut Scratch,
    ) -> Result<(), (Spot, Why)> {
        let parts = &scratch.parts;
        let mut stops = Stops { a, b, whole: a.to(b), parts, first: None };
        let radius = i64::from(mover.radius);
        self.walls.any_along(a, b, radius, |id| {
            let at = usize::from(id);
            if self.hits(at, a, b, mover, parts) {
                let piece = &self.pieces()[at];
                stops.add(at, Why::Piece(PieceId(id)), |p, q, part| {
                    part.stopped(piece, mover) && piece.outline.overlaps_sweep(p, q, radius)
                });
            }
            false
        });
        for (at, keepout) in keep.iter().enumerate() {
            let keepout = std::slice::from_ref(keepout);
            if kept(a, b, mover, keepout, parts) {
                stops.add(usize::from(u16::MAX) + at, Why::Keepout(at), |_, q, part| {
                    kept(a, q, mover, keepout, &[Part::whole(part.feet)])
                });
            }
        }
        stops.told()
    }

    /// From where on the way lies over floor at the height of the landing.
    fn far_side(&self, tops: &[Top], z: i32, mover: &Mover) -> Share {
        let mut from = if z == 0 { Share::NONE } else { Share::ALL };
        while let Some(top) = tops.iter().find(|top| !top.hole && top.z == z && top.to >= from && top.from < from) {
            from = top.from;
        }
        let holes = tops.iter().filter(|top| top.hole && self.pieces()[usize::from(top.piece)].stops(z, mover));
        holes.map(|top| top.to).fold(from, Share::max)
    }
}
