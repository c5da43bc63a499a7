//! Spots that are worth a thought: for minds that try a few places instead of all. Nothing here decides anything; each spot
//! is legal to stand on as far as terrain goes.

use super::base::{Base, Cylinder};
use super::keepout::{Keepout, free};
use super::lane::against;
use super::measure::square;
use super::segment::{Point, Share, cross};
use super::sight::{Look, Silhouette, eye};
use super::spot::Spot;
use super::table::Tabletop;
use super::terrain::Mover;
use super::turn::{TURN, outward};

/// Whose eyes matter, and how.
#[derive(Clone, Copy, Debug)]
pub struct Watch<'a> {
    pub watcher: Cylinder,
    /// Where the eye is: thousandths of the watcher's height.
    pub eye: i32,
    /// The height of the figure that would stand on the spot.
    pub height: i32,
    pub silhouette: &'a Silhouette,
    pub others: &'a [Cylinder],
}

/// Who would stand on a spot: how far it may hang over an edge, and what it must keep clear of.
#[derive(Clone, Copy, Debug)]
pub struct Standing<'a> {
    pub mover: &'a Mover,
    pub overhang: i32,
    pub keep: &'a [Keepout],
}

/// How well somebody would be seen.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Seen {
    Not,
    Partly,
    Wholly,
}

impl Tabletop {
    /// Spots round a base at which another base touches it: up to 24, on floors no more than a step away, free to stand on
    /// and of what must be kept clear of.
    pub fn beside(&self, base: &Base, mover: &Mover, overhang: i32, keep: &[Keepout], out: &mut Vec<Spot>) {
        self.ring(base, 0, mover, overhang, keep, out);
    }

    /// As [`Tabletop::beside`] at a gap of `gap` between the rims.
    pub fn ring(&self, base: &Base, gap: i32, mover: &Mover, overhang: i32, keep: &[Keepout], out: &mut Vec<Spot>) {
        out.clear();
        let reach = i64::from(base.radius) + i64::from(mover.radius) + i64::from(gap);
        for steps in 0..TURN {
            self.offer(outward(base.at.plan(), steps, reach), base.at.z, &Standing { mover, overhang, keep }, out);
        }
    }

    fn offer(&self, p: Point, feet: i32, standing: &Standing<'_>, out: &mut Vec<Spot>) {
        let Standing { mover, overhang, keep } = *standing;
        let Some(z) = self.standing(p, feet, mover) else { return };
        let spot = p.at(z);
        if free(spot, mover, keep) && self.stand(spot, mover, overhang).is_ok() {
            out.push(spot);
        }
    }

    /// How much of somebody at a spot is seen.
    pub fn seen(&self, spot: Spot, mover: &Mover, watch: &Watch<'_>) -> Seen {
        let target = Cylinder { at: spot, radius: mover.radius, height: watch.height };
        let view = self.view(&Look {
            eye: eye(&watch.watcher, watch.eye),
            viewer: watch.watcher,
            target,
            silhouette: watch.silhouette,
            others: watch.others,
            ignore: &[],
        });
        match (view.visible(), view.clear()) {
            (false, _) => Seen::Not,
            (true, false) => Seen::Partly,
            (true, true) => Seen::Wholly,
        }
    }

    /// Spots that touch a piece of terrain on the side that is turned away from a watcher, on the floors that one comes to
    /// from `near`, no more than `reach` from it in plan, and from which he is seen no better than `best`. Three to a side.
    pub fn lee(
        &self,
        near: Spot,
        reach: i32,
        standing: &Standing<'_>,
        watch: &Watch<'_>,
        best: Seen,
        out: &mut Vec<Spot>,
    ) {
        out.clear();
        let mover = standing.mover;
        let (centre, far) = (near.plan(), i64::from(reach));
        let eyes = watch.watcher.at.plan();
        self.screens.any_along(centre, centre, far + i64::from(mover.radius) + 1, |id| {
            let piece = &self.pieces()[usize::from(id)];
            if !piece.is_solid() || piece.top <= near.z || piece.bottom > near.z.saturating_add(mover.headroom) {
                return false;
            }
            for (a, b) in piece.outline.sides().filter(|&(a, b)| cross(a, b, eyes) > 0) {
                for over in [1, 3, 5] {
                    let p = against(a, b, Share { over, under: 6 }.between(a, b), mover.radius);
                    if centre.square_to(p) <= square(far) {
                        self.offer(p, near.z, standing, out);
                    }
                }
            }
            false
        });
        out.sort_unstable();
        out.dedup();
        out.retain(|&spot| self.seen(spot, mover, watch) <= best);
    }

    /// The foot and the head of every ladder with a stop within `reach` of a spot in plan, at the spot's height: from that
    /// stop to each other one.
    pub fn ladders_near(&self, near: Spot, reach: i32, mut f: impl FnMut(Spot, Spot)) {
        let far = i64::from(reach);
        for ladder in self.ladders() {
            for &foot in ladder.stops.iter().filter(|stop| stop.z == near.z) {
                if far >= 0 && near.plan().square_to(foot.plan()) <= square(far) {
                    for &head in ladder.stops.iter().filter(|&&stop| stop != foot) {
                        f(foot, head);
                    }
                }
            }
        }
    }

    /// The spot of a list that is nearest to an aim in space, the first of equals.
    pub fn nearest_of(spots: &[Spot], aim: Spot) -> Option<Spot> {
        spots.iter().copied().min_by_key(|spot| {
            let rise = i128::from(spot.z) - i128::from(aim.z);
            i128::from(spot.plan().square_to(aim.plan())) + rise * rise
        })
    }
}
