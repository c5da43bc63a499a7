//! Line of sight and cover: 25 rays from the eye to the silhouette (CH-GEOM-10 to CH-GEOM-13).

use crate::Table;
use crate::ground::INCH;
use crate::state::{Place, Posture, Setting, State, Warrior};
use kernel::Figure;
use rulebook::CH;
use space::inches::{Bounds, Cylinder, Look, Point, Polygon, Silhouette, Spot, segment, sight};
use std::sync::Arc;

pub(crate) const SILHOUETTE: Silhouette =
    Silhouette { across: [-900, -450, 0, 450, 900], up: [100, 300, 500, 700, 900] };
/// Thousandths of the height at which the eye is (CH-GEOM-03).
pub(crate) const EYE: i32 = 850;
/// Windows and their openings above the floor (CH-GEOM-21).
const OPENING: (i32, i32) = (1000, 2250);

/// From the near side of a low wall to a point just beyond it.
const ACROSS: i64 = 320;

/// How much one sees of another.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Sight {
    Nothing,
    /// Some rays are blocked (CH-GEOM-11).
    Part,
    Whole,
}

/// What `viewer` sees of `target`. The fallen have no eye.
pub fn sight(t: &mut Table<'_>, viewer: Figure, target: Figure) -> Sight {
    looking(t, |state, gallery| gallery.of(state, viewer, target))
}

/// For several looks at a table on which nobody moves in between.
pub fn looking<T>(t: &mut Table<'_>, look: impl FnOnce(&State, &mut Gallery) -> T) -> T {
    t.scratch.gallery.refresh(t.state);
    look(t.state, &mut t.scratch.gallery)
}

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
    bodies: Vec<Cylinder>,
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
        let found = seen_among(state, viewer, target, &self.bodies);
        self.keep(viewer, target, Known { least: found, most: found });
        found
    }

    /// Whether `viewer` sees `target` at all. Mostly one line tells.
    pub fn sees(&mut self, state: &State, viewer: Figure, target: Figure) -> bool {
        let place = self.place(viewer, target);
        let known = self.views[place];
        if known.least > Sight::Nothing || known.most == Sight::Nothing {
            return known.least > Sight::Nothing;
        }
        if glimpsed(state, viewer, target, &self.bodies) {
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
        let whole = seen_whole(state, viewer, target, &self.bodies);
        let known = if whole { Known { least: Sight::Whole, ..known } } else { Known { most: Sight::Part, ..known } };
        self.keep(viewer, target, known);
        whole
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

/// Whether the middle line is free.
fn glimpsed(state: &State, viewer: Figure, target: Figure, others: &[Cylinder]) -> bool {
    if !state.warrior(viewer).stands() || !state.warrior(target).on_table() {
        return false;
    }
    let (viewer, target) = (state.cylinder(viewer), state.cylinder(target));
    let look = Look { eye: sight::eye(&viewer, EYE), viewer, target, silhouette: &SILHOUETTE, others, ignore: &[] };
    state.setting.field.table.glimpses(&look)
}

/// Whether all lines are free, from the eye or from a window, a corner or a low wall beside it.
fn seen_whole(state: &State, viewer: Figure, target: Figure, others: &[Cylinder]) -> bool {
    if !state.warrior(viewer).stands() || !state.warrior(target).on_table() {
        return false;
    }
    let (viewer, target) = (state.cylinder(viewer), state.cylinder(target));
    let from = |eye: Spot| {
        let look = Look { eye, viewer, target, silhouette: &SILHOUETTE, others, ignore: &[] };
        state.setting.field.table.sees_all(&look)
    };
    from(sight::eye(&viewer, EYE)) || leans(state, viewer).any(from)
}

pub fn seen(state: &State, viewer: Figure, target: Figure, others: &mut Vec<Cylinder>) -> Sight {
    gather(state, others);
    seen_among(state, viewer, target, others)
}

fn seen_among(state: &State, viewer: Figure, target: Figure, others: &[Cylinder]) -> Sight {
    if !state.warrior(viewer).stands() || !state.warrior(target).on_table() {
        return Sight::Nothing;
    }
    let (from, to) = (state.cylinder(viewer), state.cylinder(target));
    let eye = sight::eye(&from, EYE);
    let best = look(state, eye, from, to, others);
    if best == Sight::Whole {
        return best;
    }
    let out = leans(state, from).map(|eye| look(state, eye, from, to, others)).max();
    let best = best.max(out.unwrap_or(Sight::Nothing));
    if best != Sight::Nothing {
        return best;
    }
    // Whoever sees the place he looks from who may look from it, in cover (CH-GEOM-13).
    let mut beside = Vec::new();
    let back = leans(state, to).any(|point| {
        if beside.is_empty() {
            // He himself is not in the way of the place he looks from.
            beside.extend(others.iter().filter(|other| other.at != to.at).copied());
        }
        let point = Cylinder { at: point, radius: 0, height: 0 };
        look(state, eye, from, point, &beside) != Sight::Nothing
    });
    if back && state.warrior(target).stands() { Sight::Part } else { Sight::Nothing }
}

/// The rules that made a view what it is.
pub fn explain(state: &State, viewer: Figure, target: Figure) -> Vec<kernel::Rule> {
    let mut rules = vec![CH::GEOM_10];
    let mut others = Vec::new();
    let found = seen(state, viewer, target, &mut others);
    let (from, to) = (state.cylinder(viewer), state.cylinder(target));
    let eye = sight::eye(&from, EYE);
    if look(state, eye, from, to, &others) < found {
        rules.push(CH::GEOM_13);
    }
    if found == Sight::Part {
        let bare = look(state, eye, from, to, &[]);
        rules.push(if bare == Sight::Whole { CH::GEOM_12 } else { CH::GEOM_05 });
    }
    rules
}

/// Whether terrain leaves any line between two warriors; other warriors do not matter (CH-GEOM-19).
pub fn unwalled(state: &State, viewer: Figure, target: Figure) -> bool {
    let (from, to) = (state.cylinder(viewer), state.cylinder(target));
    look(state, sight::eye(&from, EYE), from, to, &[]) != Sight::Nothing
}

fn look(state: &State, eye: Spot, viewer: Cylinder, target: Cylinder, others: &[Cylinder]) -> Sight {
    let view =
        state.setting.field.table.view(&Look { eye, viewer, target, silhouette: &SILHOUETTE, others, ignore: &[] });
    match (view.clear(), view.visible()) {
        (true, _) => Sight::Whole,
        (false, true) => Sight::Part,
        (false, false) => Sight::Nothing,
    }
}

/// Eye points of somebody besides his own: in windows, past corners and over low walls within an inch (CH-GEOM-13).
fn leans(state: &State, figure: Cylinder) -> impl Iterator<Item = Spot> + '_ {
    let eye = sight::eye(&figure, EYE);
    let wide = i64::from(figure.radius + INCH);
    let near = move |p: Point| (p.x - i64::from(eye.x)).abs() <= wide && (p.y - i64::from(eye.y)).abs() <= wide;
    let field = &state.setting.field;
    let corners = field
        .corners
        .iter()
        .filter(move |corner| near(corner.at) && corner.bottom <= eye.z && corner.top > eye.z)
        .map(move |corner| corner.at.at(eye.z));
    let over = field
        .parapets
        .iter()
        .filter(move |(_, bottom, top)| *bottom <= figure.at.z && *top > figure.at.z && *top < eye.z)
        .filter_map(move |(outline, ..)| beyond(outline, eye.plan(), wide).map(|p| p.at(eye.z)));
    let free = move |spot: &Spot| {
        let own = figure.base().within_spot(Spot { z: figure.at.z, ..*spot }, INCH);
        let point = Cylinder { at: *spot, radius: 0, height: 0 };
        let open = Look { eye, viewer: figure, target: point, silhouette: &SILHOUETTE, others: &[], ignore: &[] };
        own && field.table.sees(&open)
    };
    windows(state, figure).chain(corners.chain(over).filter(free))
}

/// The far side of a low wall, straight across from a place near it.
fn beyond(outline: &Polygon, from: Point, wide: i64) -> Option<Point> {
    // Points are rounded to the nearest thousandth.
    let room = wide + 2;
    let Bounds { low, high } = *outline.bounds();
    if from.x < low.x - room || from.x > high.x + room || from.y < low.y - room || from.y > high.y + room {
        return None;
    }
    let nearest = outline.sides().map(|(a, b)| segment::nearest(from, a, b)).min_by_key(|p| from.square_to(*p))?;
    let far = from.to(nearest);
    let past = from.toward(nearest, far + ACROSS);
    (far > 0 && far <= wide && !outline.covers(past)).then_some(past)
}

/// Eye points in windows within an inch of somebody on the same floor.
fn windows(state: &State, figure: Cylinder) -> impl Iterator<Item = Spot> + '_ {
    let eye = sight::eye(&figure, EYE).z;
    let (at, wide) = (figure.at, figure.radius + INCH);
    state
        .setting
        .field
        .windows
        .iter()
        .filter(move |window| (window.x - at.x).abs() <= wide && (window.y - at.y).abs() <= wide)
        .filter(move |window| window.z == at.z && figure.base().within_spot(**window, INCH))
        .map(move |window| Spot { z: eye.clamp(window.z + OPENING.0, window.z + OPENING.1), ..*window })
}
