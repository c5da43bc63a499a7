//! Legs that leave the floor: straight up and down, over a crest, and down onto a landing.

use super::base::CONTACT;
use super::keepout::{Keepout, landed_on};
use super::path::{Fault, Scratch, Stride, Top, Why};
use super::segment::Share;
use super::spot::Spot;
use super::table::Tabletop;
use super::terrain::{Kind, Mover, PieceId};

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
        let (p, reach) = (spot.plan(), i64::from(mover.radius) + i64::from(CONTACT));
        self.walls.any_along(p, p, reach, |id| {
            let piece = &self.pieces()[usize::from(id)];
            piece.is_solid() && piece.top == spot.z && piece.outline.compare(p, reach).is_le()
        })
    }

    /// Whether a level way leads over tops at its height, apart from an end at which the base hangs.
    pub(super) fn crest(&self, from: Spot, to: Spot, mover: &Mover, scratch: &mut Scratch) -> bool {
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
