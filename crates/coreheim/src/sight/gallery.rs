//! Views that have been looked at, kept as long as they hold.

use super::lean::leans;
use super::{ACROSS, EYE, SILHOUETTE, Sight, look};
use crate::ground::INCH;
use crate::state::{Place, Posture, Setting, State, Warrior};
use kernel::Figure;
use space::inches::{Cylinder, Hindrance, Look, PieceId, Spot, segment, sight};
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
    /// For each view what stood in its way when somebody last looked.
    screens: Vec<Option<PieceId>>,
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

impl Leans {
    fn points(&mut self, state: &State, figure: Figure) -> &[Spot] {
        if !self.known {
            self.known = true;
            self.points.clear();
            self.points.extend(leans(state, state.cylinder(figure)));
        }
        &self.points
    }
}

/// As much as is known of a view.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Known {
    least: Sight,
    most: Sight,
    /// What terrain alone leaves to be seen at most: that holds wherever others go.
    bound: Sight,
}

/// Warriors whose views are kept.
const KEPT: usize = u128::BITS as usize;

const UNKNOWN: Known = Known { least: Sight::Nothing, most: Sight::Whole, bound: Sight::Whole };

/// Everything about a warrior that sight depends on, besides his size.
type Stance = (Spot, Place, Posture);

fn stance(warrior: &Warrior) -> Stance {
    (warrior.at, warrior.place, warrior.posture)
}

impl Gallery {
    /// Of a state that nobody plays on.
    pub fn of_state(state: &State) -> Gallery {
        let mut gallery = Gallery::default();
        gallery.refresh(state);
        gallery
    }

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
            self.screens.clear();
            self.screens.resize(self.views.len(), None);
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
                    self.loosen(viewer, target);
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

    /// Forgets what hangs on others.
    fn loosen(&mut self, viewer: usize, target: usize) {
        self.noted[viewer] &= !(1 << target);
        let view = &mut self.views[viewer * self.standing.len() + target];
        *view = Known { most: view.bound, ..UNKNOWN };
        view.bound = view.most;
    }

    fn keep(&mut self, viewer: Figure, target: Figure, known: Known) {
        if target.index() < KEPT {
            // What terrain alone decides is not looked at when others move.
            if known.least > Sight::Nothing || known.most < known.bound {
                self.noted[viewer.index()] |= 1 << target.index();
            }
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
        let (found, bound) = self.look(state, viewer, target, Sight::Whole);
        self.keep(viewer, target, Known { least: found, most: found, bound });
        found
    }

    /// What is seen, and what terrain alone would leave to be seen. Once `enough` is found nothing more is looked for.
    fn look(&mut self, state: &State, viewer: Figure, target: Figure, enough: Sight) -> (Sight, Sight) {
        if !state.warrior(viewer).stands() || !state.warrior(target).on_table() {
            return (Sight::Nothing, Sight::Nothing);
        }
        let (from, to) = (state.cylinder(viewer), state.cylinder(target));
        let eye = sight::eye(&from, EYE);
        let (mut best, mut bound) = look(state, eye, from, to, &self.bodies);
        if best >= enough {
            return (best, Sight::Whole);
        }
        for point in self.leans[viewer.index()].points(state, viewer) {
            let (seen, most) = look(state, *point, from, to, &self.bodies);
            (best, bound) = (best.max(seen), bound.max(most));
            if best >= enough {
                return (best, Sight::Whole);
            }
        }
        if best != Sight::Nothing || !state.warrior(target).stands() {
            return (best, bound);
        }
        // Whoever sees the place he looks from who may look from it, in cover (CH-GEOM-13).
        let (table, points) = (&state.setting.field.table, self.leans[target.index()].points(state, target));
        for point in points.iter().filter(|point| table.line_free(eye, **point)) {
            bound = bound.max(Sight::Part);
            // He himself is not in the way of the place he looks from.
            if !sight::pierced(eye, *point, &self.bodies, [from.at, to.at]) {
                return (Sight::Part, bound);
            }
        }
        (Sight::Nothing, bound)
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
        let (found, bound) = self.look(state, viewer, target, Sight::Part);
        let known = match found {
            Sight::Nothing => Known { least: found, most: found, bound },
            _ => Known { least: found, ..known },
        };
        self.keep(viewer, target, known);
        found != Sight::Nothing
    }

    /// Whether `viewer` sees all of `target`. Mostly one line tells that he does not.
    pub fn sees_all(&mut self, state: &State, viewer: Figure, target: Figure) -> bool {
        let place = self.place(viewer, target);
        let known = self.views[place];
        if known.least == Sight::Whole || known.most < Sight::Whole {
            return known.least == Sight::Whole;
        }
        let hindrance = self.hindrance(state, viewer, target);
        let known = match hindrance {
            Hindrance::Nothing => Known { least: Sight::Whole, ..known },
            Hindrance::Figures => Known { most: Sight::Part, ..known },
            Hindrance::Terrain => Known { most: Sight::Part, bound: Sight::Part, ..known },
        };
        self.keep(viewer, target, known);
        hindrance == Hindrance::Nothing
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

    /// What keeps him from seeing all of the other, from the eye and from windows, corners and low walls beside it.
    fn hindrance(&mut self, state: &State, viewer: Figure, target: Figure) -> Hindrance {
        if !state.warrior(viewer).stands() || !state.warrior(target).on_table() {
            return Hindrance::Terrain;
        }
        let (from, to) = (state.cylinder(viewer), state.cylinder(target));
        let place = self.place(viewer, target);
        let (screen, bodies) = (&mut self.screens[place], &self.bodies);
        let mut from_there = |eye: Spot| {
            let look = Look { eye, viewer: from, target: to, silhouette: &SILHOUETTE, others: bodies, ignore: &[] };
            state.setting.field.table.hindrance(&look, screen)
        };
        let mut least = from_there(sight::eye(&from, EYE));
        if least == Hindrance::Nothing {
            return least;
        }
        let points = self.leans[viewer.index()].points(state, viewer);
        for point in points {
            match from_there(*point) {
                Hindrance::Nothing => return Hindrance::Nothing,
                Hindrance::Figures => least = Hindrance::Figures,
                Hindrance::Terrain => {}
            }
        }
        least
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
