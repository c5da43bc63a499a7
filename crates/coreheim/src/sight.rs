//! Line of sight and cover: 25 rays from the eye to the silhouette (CH-GEOM-10 to CH-GEOM-13).

use crate::Table;
use crate::ground::INCH;
use crate::state::{Place, Posture, Setting, State, Warrior};
use kernel::Figure;
use space::inches::{Cylinder, Look, Silhouette, Spot, sight};
use std::sync::Arc;

const SILHOUETTE: Silhouette = Silhouette { across: [-900, -450, 0, 450, 900], up: [100, 300, 500, 700, 900] };
/// Thousandths of the height at which the eye is (CH-GEOM-03).
const EYE: i32 = 850;
/// Windows and their openings above the floor (CH-GEOM-21).
const OPENING: (i32, i32) = (1000, 2250);

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
    let mut gallery = std::mem::take(&mut t.scratch.gallery);
    let found = gallery.sight(t.state, viewer, target);
    t.scratch.gallery = gallery;
    found
}

/// Views that have been looked at since anybody moved, fell or left. The same questions are asked again and again while
/// charges are declared and shots are chosen, and nobody moves in between.
#[derive(Debug, Default)]
pub struct Gallery {
    /// Kept, so that no other battle is taken for this one.
    setting: Option<Arc<Setting>>,
    standing: Vec<(Spot, Place, Posture)>,
    views: Vec<Option<Sight>>,
    bodies: Vec<Cylinder>,
}

impl Gallery {
    fn sight(&mut self, state: &State, viewer: Figure, target: Figure) -> Sight {
        let same = self.setting.as_ref().is_some_and(|setting| Arc::ptr_eq(setting, &state.setting))
            && self.standing.len() == state.warriors.len()
            && self.standing.iter().zip(&state.warriors).all(|(known, warrior)| *known == look_of(warrior));
        let count = state.warriors.len();
        if !same {
            self.setting = Some(Arc::clone(&state.setting));
            self.standing.clear();
            self.standing.extend(state.warriors.iter().map(look_of));
            self.views.clear();
            self.views.resize(count * count, None);
        }
        let place = viewer.index() * count + target.index();
        if let Some(known) = self.views[place] {
            return known;
        }
        let found = seen(state, viewer, target, &mut self.bodies);
        self.views[place] = Some(found);
        found
    }
}

/// Everything about a warrior that sight depends on.
fn look_of(warrior: &Warrior) -> (Spot, Place, Posture) {
    (warrior.at, warrior.place, warrior.posture)
}

pub fn seen(state: &State, viewer: Figure, target: Figure, others: &mut Vec<Cylinder>) -> Sight {
    if !state.warrior(viewer).stands() || !state.warrior(target).on_table() {
        return Sight::Nothing;
    }
    // Standing warriors other than the two block rays (CH-GEOM-12).
    others.clear();
    others.extend(
        state
            .present()
            .filter(|other| *other != viewer && *other != target && state.warrior(*other).stands())
            .map(|other| state.cylinder(other)),
    );
    let (from, to) = (state.cylinder(viewer), state.cylinder(target));
    let eye = sight::eye(&from, EYE);
    let best = look(state, eye, from, to, others);
    if best == Sight::Whole {
        return best;
    }
    let out = windows(state, from).map(|eye| look(state, eye, from, to, others)).max();
    let best = best.max(out.unwrap_or(Sight::Nothing));
    if best != Sight::Nothing {
        return best;
    }
    // Whoever sees the window sees him who may look out of it, in cover (CH-GEOM-13).
    let back = windows(state, to).any(|point| {
        let point = Cylinder { at: point, radius: 0, height: 0 };
        look(state, eye, from, point, others) != Sight::Nothing
    });
    if back && state.warrior(target).stands() { Sight::Part } else { Sight::Nothing }
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

/// Eye points in windows within an inch of somebody on the same floor.
fn windows(state: &State, figure: Cylinder) -> impl Iterator<Item = Spot> + '_ {
    let eye = sight::eye(&figure, EYE).z;
    state
        .setting
        .field
        .windows
        .iter()
        .filter(move |window| window.z == figure.at.z && figure.base().within_spot(**window, INCH))
        .map(move |window| Spot { z: eye.clamp(window.z + OPENING.0, window.z + OPENING.1), ..*window })
}
