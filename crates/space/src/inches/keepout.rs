//! What a path must keep clear of.

use std::cmp::Ordering;

use super::base::reach_at;
use super::measure::square;
use super::path::Part;
use super::segment::{Point, compare};
use super::spot::Spot;
use super::terrain::Mover;

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
                let too = |order: Ordering| order.is_lt() || closed && order.is_eq();
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

/// As [`kept`] for somebody who comes to a spot from above or below. Nobody is stood upon; who was too near where he began
/// may stay so, as long as he is no nearer.
pub(super) fn landed_on(from: Spot, to: Spot, mover: &Mover, keepout: &Keepout) -> bool {
    let far = |spot: Spot| {
        let rise = i64::from(spot.z) - i64::from(keepout.at.z);
        spot.plan().square_to(keepout.at.plan()).saturating_add(square(rise))
    };
    let body = Keepout { margin: 0, ..*keepout };
    kept_at(to.plan(), mover, &body, to.z)
        || kept_at(to.plan(), mover, keepout, to.z)
            && !(kept_at(from.plan(), mover, keepout, from.z) && far(to) >= far(from))
}

/// As [`kept`] for somebody who stays where he is.
fn kept_at(p: Point, mover: &Mover, keepout: &Keepout, feet: i32) -> bool {
    let both = i64::from(keepout.radius) + i64::from(mover.radius);
    let rise = i64::from(feet) - i64::from(keepout.at.z);
    let body = rise < i64::from(keepout.height) && -rise < i64::from(mover.headroom);
    let order = |reach: i64| keepout.at.plan().square_to(p).cmp(&square(reach));
    let margin = i64::from(keepout.margin);
    body && order(both).is_lt()
        || margin > 0
            && reach_at(margin, rise).is_some_and(|more| match order(both + more) {
                Ordering::Less => true,
                Ordering::Equal => !keepout.touch,
                Ordering::Greater => false,
            })
}
