//! What the geometry must be told of warriors: how they move, what they keep clear of, what blocks sight.

use crate::state::{Posture, State};
use kernel::Figure;
use space::inches::{Cylinder, Keepout, Mover, Spot};

/// An inch, in thousandths.
pub(crate) const INCH: i32 = 1000;
/// Moves end, and pass the standing, farther than this from enemies (CH-GEOM-09).
pub(crate) const APART: i32 = INCH;
/// Of the radius that may hang over an edge (CH-GEOM-06).
const LYING: i32 = 500;

/// How somebody goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Gait {
    /// A move of his own: more than an inch from enemies.
    Walk,
    /// A charge: past enemies, but not through the standing (CH-GEOM-08).
    Charge,
}

/// How fast somebody moves of his own will.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Pace {
    Walk,
    Run,
}

impl Pace {
    /// How many times his Movement it leads.
    pub(crate) fn times(self) -> i32 {
        match self {
            Pace::Walk => 1,
            Pace::Run => 2,
        }
    }
}

impl State {
    pub fn mover(&self, figure: Figure) -> Mover {
        let sheet = self.sheet(figure);
        // Low obstacles are crossed freely: 1 inch on foot, 2 on horseback (CH-MOVE-02, CH-MOVE-03).
        Mover { radius: sheet.radius, step: if sheet.mounted { 2 * INCH } else { INCH }, headroom: sheet.height }
    }

    /// How much of his base may hang over an edge (CH-GEOM-06).
    pub fn overhang(&self, figure: Figure) -> i32 {
        self.sheet(figure).radius / 2
    }

    /// What stands or lies there, for sight (CH-GEOM-03).
    pub fn cylinder(&self, figure: Figure) -> Cylinder {
        let (warrior, sheet) = (self.warrior(figure), self.sheet(figure));
        let height = if warrior.posture == Posture::Standing { sheet.height } else { LYING };
        Cylinder { at: warrior.at, radius: sheet.radius, height }
    }

    /// Enemies in the way of a path; friends and the fallen are passed (CH-GEOM-08).
    pub fn keepouts(&self, figure: Figure, gait: Gait, spared: &[Figure], out: &mut Vec<Keepout>) {
        out.clear();
        for other in self.present() {
            if !self.enemies(figure, other) || !self.warrior(other).stands() || spared.contains(&other) {
                continue;
            }
            out.push(self.keepout(other, if gait == Gait::Walk { APART } else { 0 }));
        }
    }

    pub fn keepout(&self, figure: Figure, margin: i32) -> Keepout {
        let sheet = self.sheet(figure);
        Keepout { at: self.warrior(figure).at, radius: sheet.radius, height: sheet.height, margin, touch: false }
    }

    /// Whether a base may end here: overlapping nobody and, unless it charges, more than an inch from every enemy, fallen
    /// ones included, and out of his reach on stairs and steps too (CH-GEOM-09); riders on the ground only (CH-EQUIP-47).
    pub fn may_end(&self, figure: Figure, at: Spot, gait: Gait) -> bool {
        if at.z != 0 && self.sheet(figure).mounted {
            return false;
        }
        self.free(figure, at, gait)
    }

    /// The same, for whoever does not choose where he comes to lie.
    pub fn free(&self, figure: Figure, at: Spot, gait: Gait) -> bool {
        let base = space::inches::Base::new(at, self.sheet(figure).radius);
        self.present().filter(|other| *other != figure).all(|other| {
            let there = self.base(other);
            let level = (there.at.z - at.z).abs() < INCH;
            let clear = !(level && base.overlaps(&there));
            let apart = || !base.within(&there, APART) && !self.meet(&base, &there);
            clear && (gait == Gait::Charge || !self.enemies(figure, other) || apart())
        })
    }
}
