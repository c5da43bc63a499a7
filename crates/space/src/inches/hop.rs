//! Straight ways that go on where a floor ends: over narrow gaps and down drops, each from one place where a base stands to
//! the next.

use super::keepout::{Keepout, kept};
use super::path::{Profile, Scratch, Stride};
use super::segment::Point;
use super::spot::Spot;
use super::table::{Tabletop, Unfit};
use super::terrain::{Kind, Mover};

/// What is got over on a straight way where the floor ends; nothing by default.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Hops {
    /// The widest gap.
    pub gap: i32,
    /// The deepest drop, whether off an edge or to the far side of a gap.
    pub drop: i32,
}

/// One gap or drop: from the edge to the first place beyond it where a base stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Hop {
    pub from: Spot,
    pub to: Spot,
}

impl Hop {
    /// How far down it leads; below 0 if the far side is higher.
    pub fn drop(&self) -> i32 {
        self.from.z.saturating_sub(self.to.z)
    }
}

/// Where a straight way ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Footing {
    /// On a floor at this height.
    Floor(i32),
    /// Past an edge, but before the first place beyond it where a base stands.
    Air(Hop),
}

/// How far apart places to land on are looked for; the nearest is then found to the thousandth.
const STEP: i64 = 25;

impl Tabletop {
    /// Follows a straight way to a place over floors and hops, which are added to `told`. `ahead` lies at the place or beyond
    /// it on the same line: so far is looked for a place to land on. None if something is in the way.
    #[allow(clippy::too_many_arguments)]
    pub fn follow(
        &self,
        from: Spot,
        (to, ahead): (Point, Point),
        mover: &Mover,
        hops: &Hops,
        keep: &[Keepout],
        scratch: &mut Scratch,
        told: &mut Vec<Hop>,
    ) -> Option<Footing> {
        if !self.holds(to) {
            return None;
        }
        let mut here = from;
        loop {
            let a = here.plan();
            let (at, feet) = match self.profile(here, to, mover, scratch) {
                Profile::Void { at, feet, .. } => (at, feet),
                Profile::Whole { feet } => {
                    let barred = self.hit(a, to, mover, &scratch.parts) || kept(a, to, mover, keep, &scratch.parts);
                    return (!barred).then_some(Footing::Floor(feet));
                }
            };
            // An edge that lies between two whole thousandths is not overstepped.
            let edge = at.of(a.to(to));
            let edge = (edge.saturating_sub(2).max(0)..=edge).rev().map(|length| a.toward(to, length).at(feet));
            let edge =
                edge.into_iter().find(|edge| self.walk(here, edge.plan(), mover, keep, scratch) == Some(feet))?;
            let landing = self.landing_ahead(edge, (to, ahead), mover, hops, keep, scratch)?;
            let hop = Hop { from: edge, to: landing };
            let p = edge.plan();
            if p.square_to(landing.plan()) > p.square_to(to) {
                return Some(Footing::Air(hop));
            }
            told.push(hop);
            here = landing;
        }
    }

    /// The first place beyond an edge where a base comes down.
    fn landing_ahead(
        &self,
        edge: Spot,
        (to, ahead): (Point, Point),
        mover: &Mover,
        hops: &Hops,
        keep: &[Keepout],
        scratch: &mut Scratch,
    ) -> Option<Spot> {
        let p = edge.plan();
        let (wanted, most) = (p.to(to), p.to(ahead));
        let place = |off: i64| if off == wanted { to } else { p.toward(ahead, off) };
        let mut off = 0;
        while off < most {
            let last = off;
            off = (off + STEP).min(most);
            // The end of the way itself is always looked at.
            if last < wanted && wanted < off {
                off = wanted;
            }
            let Some(landing) = self.lands(edge, place(off), mover, hops, keep, scratch) else {
                if off > i64::from(hops.gap) && self.too_deep(edge, place(off), mover, hops) {
                    return None;
                }
                continue;
            };
            let (mut low, mut nearest) = (last, landing);
            let mut high = off;
            while high - low > 1 {
                let middle = low + (high - low) / 2;
                match self.lands(edge, place(middle), mover, hops, keep, scratch) {
                    Some(landing) => (high, nearest) = (middle, landing),
                    None => low = middle,
                }
            }
            return Some(nearest);
        }
        None
    }

    /// Where a base stands that comes over an edge to a place, if it may.
    fn lands(
        &self,
        edge: Spot,
        p: Point,
        mover: &Mover,
        hops: &Hops,
        keep: &[Keepout],
        scratch: &mut Scratch,
    ) -> Option<Spot> {
        let spot = p.at(self.standing(p, edge.z, mover)?);
        if edge.z.saturating_sub(spot.z) > hops.drop || self.stand(spot, mover, mover.radius).is_err() {
            return None;
        }
        let legal = match self.leg(edge, spot, mover, keep, scratch).ok()? {
            Stride::Gap { width, .. } => width <= hops.gap,
            Stride::Drop { .. } => true,
            Stride::Flat { .. } | Stride::Climb { .. } | Stride::Ladder { .. } => false,
        };
        legal.then_some(spot)
    }

    /// Whether what lies below a place is too deep to jump down to, or forbidden: whatever is beyond, is beyond a gap.
    fn too_deep(&self, edge: Spot, p: Point, mover: &Mover, hops: &Hops) -> bool {
        let Some(z) = self.standing(p, edge.z, mover) else { return true };
        let forbidden = |piece: &super::Piece| piece.kind == Kind::Forbidden && piece.outline.covers(p);
        edge.z.saturating_sub(z) > hops.drop
            || matches!(self.stand(p.at(z), mover, mover.radius),
                Err(Unfit::Piece(id)) if forbidden(&self.pieces()[id.index()]))
    }
}
