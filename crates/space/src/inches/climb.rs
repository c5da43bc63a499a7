//! Legs that leave the floor: straight up and down, over a crest, and down onto a landing.

use super::base::CONTACT;
use super::keepout::{Keepout, landed_on};
use super::measure::told;
use super::path::{Fault, Part, Scratch, Stride, Top, Why};
use super::segment::Share;
use super::spot::Spot;
use super::table::Tabletop;
use super::terrain::{Kind, Mover, Piece, PieceId};

impl Tabletop {
    /// A base that comes down on `to` from the height `feet`, on a leg that began at `from`.
    pub(super) fn descend(&self, from: Spot, to: Spot, feet: i32, mover: &Mover, keep: &[Keepout]) -> Result<(), Why> {
        let p = to.plan();
        let column =
            Mover { step: 0, headroom: feet.saturating_sub(to.z).max(0).saturating_add(mover.headroom), ..*mover };
        // Of several the piece with the lowest number.
        let mut found = None;
        self.walls.any_along(p, p, i64::from(mover.radius), |id| {
            let piece = &self.pieces()[usize::from(id)];
            // What is no higher than a step over the landing is not in the way.
            let bad = piece.stops(to.z, &column)
                && (piece.kind == Kind::Forbidden || piece.top > to.z.saturating_add(mover.step))
                && piece.outline.overlaps_disc(p, i64::from(mover.radius));
            if bad {
                found = found.or(Some(id)).min(Some(id));
            }
            false
        });
        if let Some(id) = found {
            return Err(Why::Piece(PieceId(id)));
        }
        match keep.iter().position(|keepout| landed_on(from, to, mover, keepout)) {
            Some(at) => Err(Why::Keepout(at)),
            None => Ok(()),
        }
    }

    /// A climb straight up or down: the rim touches a solid whose top is at the upper end, and nothing overlaps the base
    /// on the way. The lower end needs a floor.
    pub(super) fn climb(&self, from: Spot, to: Spot, mover: &Mover, keep: &[Keepout]) -> Result<Stride, Fault> {
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
                found = found.or(Some(id)).min(Some(id));
            }
            false
        });
        let found = found.map(|id| Why::Piece(PieceId(id)));
        let near = keep.iter().position(|keepout| landed_on(from, to, mover, keepout));
        match found.or(near.map(Why::Keepout)) {
            Some(why) => Err(fault(why)),
            None => Ok(Stride::Climb { rise: to.z.saturating_sub(from.z) }),
        }
    }

    /// Whether a base at a spot hangs on something: its rim touches a solid whose top is at the height of the spot.
    pub fn hangs(&self, spot: Spot, mover: &Mover) -> bool {
        self.hold(spot, mover).is_some()
    }

    /// What a base at a spot hangs on.
    fn hold(&self, spot: Spot, mover: &Mover) -> Option<&Piece> {
        let (p, reach) = (spot.plan(), i64::from(mover.radius) + i64::from(CONTACT));
        let mut found = None;
        self.walls.any_along(p, p, reach, |id| {
            let piece = &self.pieces()[usize::from(id)];
            let holds = piece.is_solid() && piece.top == spot.z && piece.outline.compare(p, reach).is_le();
            found = holds.then_some(piece);
            holds
        });
        found
    }

    /// A leg with no floor at one of its ends, where it was looked for: over a crest, or down from one.
    pub(super) fn off_floor(
        &self,
        (from, to): (Spot, Spot),
        below: Option<i32>,
        mover: &Mover,
        keep: &[Keepout],
        scratch: &mut Scratch,
    ) -> Result<Stride, Fault> {
        let (a, b) = (from.plan(), to.plan());
        if from.z == to.z && self.crest(from, to, mover, scratch) {
            scratch.parts.clear();
            scratch.parts.push(Part::whole(from.z));
            self.clear(a, b, mover, keep, scratch).map_err(|(at, why)| Fault { leg: 0, at, why })?;
            return Ok(Stride::Flat { length: told(a.to(b)) });
        }
        let stands = self.has_floor(from);
        if !stands && let Some(jump) = self.off_crest(from, to, mover, keep, scratch) {
            return jump;
        }
        let floor = if stands { below } else { self.floor(a, from.z) };
        Err(Fault { leg: 0, at: from, why: Why::NoFloor(floor.unwrap_or(0)) })
    }

    /// Whether a level way leads over tops at its height, apart from an end at which the base hangs.
    pub(super) fn crest(&self, from: Spot, to: Spot, mover: &Mover, scratch: &mut Scratch) -> bool {
        let Some((first, last)) = self.over_tops(from, to, scratch) else { return false };
        (first == Share::NONE || self.hangs(from, mover)) && (last == Share::ALL || self.hangs(to, mover))
    }

    /// A jump down by somebody who hangs on a wall: over its crest, or outwards from where he hangs. None where he does not
    /// hang, or where the leg leads to no floor below. What he stood on ends with the crest: up to there is `before`.
    pub(super) fn off_crest(
        &self,
        from: Spot,
        to: Spot,
        mover: &Mover,
        keep: &[Keepout],
        scratch: &mut Scratch,
    ) -> Option<Result<Stride, Fault>> {
        let (a, b) = (from.plan(), to.plan());
        if to.z >= from.z || a == b || self.floor(b, from.z) != Some(to.z) || !self.hangs(from, mover) {
            return None;
        }
        let whole = told(a.to(b));
        let near = |share: Share| share.of(a.to(b)) <= i64::from(mover.radius) + i64::from(CONTACT);
        let (before, beyond) = match self.over_tops(from, to, scratch) {
            Some((first, last)) if near(first) => {
                let before = told(last.of(a.to(b)));
                (before, whole.saturating_sub(before))
            }
            _ => (0, told(self.hold(from, mover)?.outline.distance(b))),
        };
        scratch.parts.clear();
        scratch.parts.push(Part { over: true, ..Part::whole(from.z) });
        let legal = self
            .clear(a, b, mover, keep, scratch)
            .and_then(|()| self.descend(from, to, from.z, mover, keep).map_err(|why| (from, why)));
        let stride = Stride::Drop { before, beyond, height: from.z.saturating_sub(to.z) };
        Some(legal.map(|()| stride).map_err(|(at, why)| Fault { leg: 0, at, why }))
    }

    /// The part of a level way that leads over solids whose tops are at its height; none where a gap lies between them.
    fn over_tops(&self, from: Spot, to: Spot, scratch: &mut Scratch) -> Option<(Share, Share)> {
        let (a, b) = (from.plan(), to.plan());
        let Scratch { tops, .. } = scratch;
        tops.clear();
        self.walls.any_along(a, b, 0, |id| {
            let piece = &self.pieces()[usize::from(id)];
            if piece.is_solid() && piece.top == from.z && !tops.iter().any(|top| top.piece == id) {
                piece.outline.cover_spans(a, b, |span| {
                    tops.push(Top { from: span.from, to: span.to, z: piece.top, piece: id, hole: false });
                });
            }
            false
        });
        tops.sort_unstable_by_key(|top| top.from);
        let first = tops.first()?;
        let mut covered = first.to;
        for top in tops.iter() {
            if top.from > covered {
                return None;
            }
            covered = covered.max(top.to);
        }
        Some((first.from, covered))
    }
}
