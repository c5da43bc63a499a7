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
    /// Straight ways of a mover that go on over gaps and down drops, clear of what is to be kept clear of.
    pub fn hopping<'a>(&'a self, mover: &'a Mover, hops: &'a Hops, keep: &'a [Keepout]) -> Hopping<'a> {
        Hopping { table: self, mover, hops, keep }
    }
}

/// Who follows a straight way, and what he may get over: see [`Tabletop::hopping`].
#[derive(Clone, Copy, Debug)]
pub struct Hopping<'a> {
    table: &'a Tabletop,
    mover: &'a Mover,
    hops: &'a Hops,
    keep: &'a [Keepout],
}

impl Hopping<'_> {
    /// Follows a straight way to a place over floors and hops, which are added to `told`. `ahead` lies at the place or beyond
    /// it on the same line: so far is looked for a place to land on. None if something is in the way.
    pub fn follow(
        &self,
        from: Spot,
        (to, ahead): (Point, Point),
        scratch: &mut Scratch,
        told: &mut Vec<Hop>,
    ) -> Option<Footing> {
        let Hopping { table, mover, keep, .. } = *self;
        if !table.holds(to) {
            return None;
        }
        let mut here = from;
        loop {
            let a = here.plan();
            let (at, feet) = match table.profile(here, to, mover, scratch) {
                Profile::Void(end) => (end.at, end.feet),
                Profile::Whole { feet } => {
                    let barred = table.hit(a, to, mover, &scratch.parts) || kept(a, to, mover, keep, &scratch.parts);
                    return (!barred).then_some(Footing::Floor(feet));
                }
            };
            // An edge that lies between two whole thousandths is not overstepped.
            let edge = at.of(a.to(to));
            let edge = (edge.saturating_sub(2).max(0)..=edge).rev().map(|length| a.toward(to, length).at(feet));
            let edge =
                edge.into_iter().find(|edge| table.walk(here, edge.plan(), mover, keep, scratch) == Some(feet))?;
            let landing = self.landing_ahead(edge, (to, ahead), scratch)?;
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
    fn landing_ahead(&self, edge: Spot, (to, ahead): (Point, Point), scratch: &mut Scratch) -> Option<Spot> {
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
            let Some(landing) = self.lands(edge, place(off), scratch) else {
                if off > i64::from(self.hops.gap) && self.too_deep(edge, place(off)) {
                    return None;
                }
                continue;
            };
            let (mut low, mut nearest) = (last, landing);
            let mut high = off;
            while high - low > 1 {
                let middle = low + (high - low) / 2;
                match self.lands(edge, place(middle), scratch) {
                    Some(landing) => (high, nearest) = (middle, landing),
                    None => low = middle,
                }
            }
            return Some(nearest);
        }
        None
    }

    /// Where a base stands that comes over an edge to a place, if it may.
    fn lands(&self, edge: Spot, p: Point, scratch: &mut Scratch) -> Option<Spot> {
        let Hopping { table, mover, hops, keep } = *self;
        let spot = p.at(table.standing(p, edge.z, mover)?);
        if edge.z.saturating_sub(spot.z) > hops.drop || table.stand(spot, mover, mover.radius).is_err() {
            return None;
        }
        let legal = match table.leg(edge, spot, mover, keep, scratch).ok()? {
            Stride::Gap { width, .. } => width <= hops.gap,
            Stride::Drop { .. } => true,
            Stride::Flat { .. } | Stride::Climb { .. } | Stride::Ladder { .. } => false,
        };
        legal.then_some(spot)
    }

    /// Whether what lies below a place is too deep to jump down to, or forbidden: whatever is beyond, is beyond a gap.
    fn too_deep(&self, edge: Spot, p: Point) -> bool {
        let Hopping { table, mover, hops, .. } = *self;
        let Some(z) = table.standing(p, edge.z, mover) else { return true };
        let forbidden = |piece: &super::Piece| piece.kind == Kind::Forbidden && piece.outline.covers(p);
        edge.z.saturating_sub(z) > hops.drop
            || matches!(table.stand(p.at(z), mover, mover.radius),
                Err(Unfit::Piece(id)) if forbidden(&table.pieces()[id.index()]))
    }
}
