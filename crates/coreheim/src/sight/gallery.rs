//! Views that have been looked at, kept as long as they hold.

use super::lean::leans;
use super::{ACROSS, EYE, SILHOUETTE, Sight, look};
use crate::ground::INCH;
use crate::state::{Place, Posture, Setting, State, Warrior};
use kernel::Figure;
use space::inches::{Cylinder, Look, Spot, segment, sight};
use std::sync::Arc;

/// Views that have been looked at. Each is kept until one of the two moves, falls or leaves, or somebody else does so near
/// the line between them.
#[derive(Debug, Default)]
pub struct Gallery {
    /// Kept, so that no other battle is taken for this one.
    setting: Option<Arc<Setting>>,
    standing: Vec<Stance>,
    /// Lines end within a radius of the two, or at windows, corners and the far sides of low walls beside them.
    widest: i32,
    views: Vec<Known>,
    /// For each viewer the targets of which something is known, a bit for each; more than fit are not kept.
    noted: Vec<u128>,
    /// Everybody who stands.
    pub(super) bodies: Vec<Cylinder>,
    /// From where else each looks; the terrain fixes it as long as he stays where he is.
    leans: Vec<Leans>,
}

/// The places besides his own from which a warrior looks, once somebody asked for them.
#[derive(Clone, Debug, Default)]
struct Leans {
    known: bool,
    points: Vec<Spot>,
}

/// As much as is known of a view.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Known {
    least: Sight,
    most: Sight,
}

/// Warriors whose views are kept.
const KEPT: usize = u128::BITS as usize;

const UNKNOWN: Known = Known { least: Sight::Nothing, most: Sight::Whole };

/// Everything about a warrior that sight depends on, besides his size.
type Stance = (Spot, Place, Posture);

fn stance(warrior: &Warrior) -> Stance {
    (warrior.at, warrior.place, warrior.posture)
}

impl Gallery {
    /// Forgets the views that may have changed.
    pub fn refresh(&mut self, state: &State) {
        let known = self.setting.as_ref().is_some_and(|setting| Arc::ptr_eq(setting, &state.setting))
            && self.standing.len() == state.warriors.len();
        if !known {
            self.setting = Some(Arc::clone(&state.setting));
            self.standing.clear();
            self.standing.extend(state.warriors.iter().map(stance));
            self.widest =
                INCH + ACROSS as i32 + 4 + state.setting.roster.iter().map(|sheet| sheet.radius).max().unwrap_or(0);
            self.views.clear();
            self.views.resize(state.warriors.len() * state.warriors.len(), UNKNOWN);
            self.noted.clear();
            self.noted.resize(state.warriors.len(), 0);
            self.leans.resize(state.warriors.len(), Leans::default());
            self.leans.iter_mut().for_each(|leans| leans.known = false);
            gather(state, &mut self.bodies);
            return;
        }
        let mut changed = false;
        for (at, warrior) in state.warriors.iter().enumerate() {
            let (before, now) = (self.standing[at], stance(warrior));
            if before != now {
                changed = true;
                self.standing[at] = now;
                self.forget(state, at, before, now);
            }
        }
        if changed {
            gather(state, &mut self.bodies);
        }
    }

    fn forget(&mut self, state: &State, moved: usize, before: Stance, now: Stance) {
        let count = self.standing.len();
        self.leans[moved].known = false;
        for other in 0..count {
            self.drop(moved, other);
            self.drop(other, moved);
        }
        for (at, place, posture) in [before, now] {
            if (place, posture) == (Place::Table, Posture::Standing) {
                self.forget_past(state, moved, at);
            }
        }
    }

    /// Forgets the views past a warrior who stood, or stands, at a spot.
    fn forget_past(&mut self, state: &State, moved: usize, at: Spot) {
        let wide = i64::from(self.widest + state.sheet(Figure(moved as u16)).radius);
        let c = at.plan();
        for viewer in 0..self.noted.len() {
            let a = self.standing[viewer].0.plan();
            let mut left = self.noted[viewer];
            while left != 0 {
                let target = left.trailing_zeros() as usize;
                left &= left - 1;
                let b = self.standing[target].0.plan();
                let beside = (c.x < a.x.min(b.x) - wide || c.x > a.x.max(b.x) + wide)
                    || (c.y < a.y.min(b.y) - wide || c.y > a.y.max(b.y) + wide);
                if !beside && segment::compare(c, a, b, wide).is_le() {
                    self.drop(viewer, target);
                }
            }
        }
    }

    fn drop(&mut self, viewer: usize, target: usize) {
        if target < KEPT {
            self.noted[viewer] &= !(1 << target);
        }
        self.views[viewer * self.standing.len() + target] = UNKNOWN;
    }

    fn keep(&mut self, viewer: Figure, target: Figure, known: Known) {
        if target.index() < KEPT {
            self.noted[viewer.index()] |= 1 << target.index();
            let place = self.place(viewer, target);
            self.views[place] = known;
        }
    }

    /// What `viewer` sees of `target`, of a state for which the gallery was refreshed.
    pub fn of(&mut self, state: &State, viewer: Figure, target: Figure) -> Sight {
        let place = self.place(viewer, target);
        let known = self.views[place];
        if known.least == known.most {
            return known.least;
        }
        let found = self.look(state, viewer, target);
        self.keep(viewer, target, Known { least: found, most: found });
        found
    }

    fn look(&mut self, state: &State, viewer: Figure, target: Figure) -> Sight {
        if !state.warrior(viewer).stands() || !state.warrior(target).on_table() {
            return Sight::Nothing;
        }
        let (from, to) = (state.cylinder(viewer), state.cylinder(target));
        let eye = sight::eye(&from, EYE);
        let mut best = look(state, eye, from, to, &self.bodies);
        if best == Sight::Whole {
            return best;
        }
        self.lean(state, viewer);
        for point in &self.leans[viewer.index()].points {
            best = best.max(look(state, *point, from, to, &self.bodies));
            if best == Sight::Whole {
                return best;
            }
        }
        if best != Sight::Nothing || !state.warrior(target).stands() {
            return best;
        }
        // Whoever sees the place he looks from who may look from it, in cover (CH-GEOM-13).
        self.lean(state, target);
        let table = &state.setting.field.table;
        // He himself is not in the way of the place he looks from.
        let spared = [from.at, to.at];
        let mut places = self.leans[target.index()].points.iter();
        let back = places.any(|point| table.reaches(eye, *point, &self.bodies, spared));
        if back { Sight::Part } else { Sight::Nothing }
    }

    /// Finds out from where else somebody looks.
    fn lean(&mut self, state: &State, figure: Figure) {
        let Leans { known, points } = &mut self.leans[figure.index()];
        if !*known {
            *known = true;
            points.clear();
            points.extend(leans(state, state.cylinder(figure)));
        }
    }

    /// Whether `viewer` sees `target` at all. Mostly one line tells.
    pub fn sees(&mut self, state: &State, viewer: Figure, target: Figure) -> bool {
        let place = self.place(viewer, target);
        let known = self.views[place];
        if known.least > Sight::Nothing || known.most == Sight::Nothing {
            return known.least > Sight::Nothing;
        }
        if self.glimpsed(state, viewer, target) {
            self.keep(viewer, target, Known { least: Sight::Part, ..known });
            return true;
        }
        self.of(state, viewer, target) != Sight::Nothing
    }

    /// Whether `viewer` sees all of `target`. Mostly one line tells that he does not.
    pub fn sees_all(&mut self, state: &State, viewer: Figure, target: Figure) -> bool {
        let place = self.place(viewer, target);
        let known = self.views[place];
        if known.least == Sight::Whole || known.most < Sight::Whole {
            return known.least == Sight::Whole;
        }
        let whole = self.seen_whole(state, viewer, target);
        let known = if whole { Known { least: Sight::Whole, ..known } } else { Known { most: Sight::Part, ..known } };
        self.keep(viewer, target, known);
        whole
    }

    /// Whether the middle line is free.
    fn glimpsed(&self, state: &State, viewer: Figure, target: Figure) -> bool {
        if !state.warrior(viewer).stands() || !state.warrior(target).on_table() {
            return false;
        }
        let (viewer, target) = (state.cylinder(viewer), state.cylinder(target));
        let (eye, others) = (sight::eye(&viewer, EYE), &self.bodies);
        state.setting.field.table.glimpses(&Look { eye, viewer, target, silhouette: &SILHOUETTE, others, ignore: &[] })
    }

    /// Whether all lines are free, from the eye or from a window, a corner or a low wall beside it.
    fn seen_whole(&mut self, state: &State, viewer: Figure, target: Figure) -> bool {
        if !state.warrior(viewer).stands() || !state.warrior(target).on_table() {
            return false;
        }
        let (from, to) = (state.cylinder(viewer), state.cylinder(target));
        let whole = |eye: Spot, others: &[Cylinder]| {
            let look = Look { eye, viewer: from, target: to, silhouette: &SILHOUETTE, others, ignore: &[] };
            state.setting.field.table.sees_all(&look)
        };
        if whole(sight::eye(&from, EYE), &self.bodies) {
            return true;
        }
        self.lean(state, viewer);
        self.leans[viewer.index()].points.iter().any(|point| whole(*point, &self.bodies))
    }

    fn place(&self, viewer: Figure, target: Figure) -> usize {
        viewer.index() * self.standing.len() + target.index()
    }
}

/// Standing warriors block rays (CH-GEOM-12); those at the spots of the two who look and are seen are these themselves.
fn gather(state: &State, others: &mut Vec<Cylinder>) {
    others.clear();
    let standing = state.present().filter(|other| state.warrior(*other).stands());
    others.extend(standing.map(|other| state.cylinder(other)));
}
