//! Line of sight and cover: 25 rays from the eye to the silhouette (CH-GEOM-10 to CH-GEOM-13).

mod gallery;
mod lean;

pub(crate) use gallery::Gallery;

use crate::Table;
use crate::state::State;
use kernel::Figure;
use rulebook::CH;
use space::inches::sight::{self, ALL_LINES};
use space::inches::{Cylinder, Look, Silhouette, Spot};

pub(crate) const SILHOUETTE: Silhouette =
    Silhouette { across: [-900, -450, 0, 450, 900], up: [100, 300, 500, 700, 900] };
/// Thousandths of the height at which the eye is (CH-GEOM-03).
pub(crate) const EYE: i32 = 850;
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
pub(crate) fn sight(t: &mut Table<'_>, viewer: Figure, target: Figure) -> Sight {
    looking(t, |state, gallery| gallery.of(state, viewer, target))
}

/// For several looks at a table on which nobody moves in between.
pub(crate) fn looking<T>(t: &mut Table<'_>, look: impl FnOnce(&State, &mut Gallery) -> T) -> T {
    t.scratch.gallery.refresh(t.state);
    look(t.state, &mut t.scratch.gallery)
}

/// As [`sight()`], of a state that nobody plays on.
pub(crate) fn seen(state: &State, viewer: Figure, target: Figure) -> Sight {
    Gallery::of_state(state).of(state, viewer, target)
}

/// The rules that made a view what it is.
pub(crate) fn made_by(state: &State, viewer: Figure, target: Figure) -> Vec<kernel::Rule> {
    let mut rules = vec![CH::GEOM_10];
    let mut gallery = Gallery::of_state(state);
    let (found, others) = (gallery.of(state, viewer, target), &gallery.bodies);
    let (from, to) = (state.cylinder(viewer), state.cylinder(target));
    let eye = sight::eye(&from, EYE);
    if look(state, eye, from, to, others).0 < found {
        rules.push(CH::GEOM_13);
    }
    if found == Sight::Part {
        let (bare, _) = look(state, eye, from, to, &[]);
        rules.push(if bare == Sight::Whole { CH::GEOM_12 } else { CH::GEOM_05 });
    }
    rules
}

/// Whether terrain leaves any line between two warriors; other warriors do not matter (CH-GEOM-19).
pub(crate) fn unwalled(state: &State, viewer: Figure, target: Figure) -> bool {
    let (from, to) = (state.cylinder(viewer), state.cylinder(target));
    look(state, sight::eye(&from, EYE), from, to, &[]).0 != Sight::Nothing
}

/// What is seen past terrain and others, and past terrain alone.
fn look(state: &State, eye: Spot, viewer: Cylinder, target: Cylinder, others: &[Cylinder]) -> (Sight, Sight) {
    let view =
        state.setting.field.table.view(&Look { eye, viewer, target, silhouette: &SILHOUETTE, others, ignore: &[] });
    let among = |stopped: u32| match stopped {
        0 => Sight::Whole,
        ALL_LINES => Sight::Nothing,
        _ => Sight::Part,
    };
    (among(view.terrain | view.figures), among(view.terrain))
}
