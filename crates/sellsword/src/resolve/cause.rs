//! Who does something to a unit.

use crate::state::State;
use kernel::{Figure, Seat};
use space::grid::Block;

/// A unit with the side it is on and the place it stands on when it does something. Both count even if it falls while it
/// does it: whoever drops in his own blast has cast it all the same (SW-BURST-04).
#[derive(Clone, Copy, Debug)]
pub(crate) struct Cause {
    pub unit: Figure,
    pub seat: Seat,
    stood: Option<Block>,
    /// Others are moved at the same moment: who is still held by whom is looked at when all have arrived.
    pub together: bool,
}

impl Cause {
    pub(crate) fn of(state: &State, unit: Figure) -> Cause {
        Cause { unit, seat: state.side(unit), stood: state.space(unit), together: false }
    }

    /// The same where it does something to so many units at once.
    pub(crate) fn to_many(state: &State, unit: Figure, units: usize) -> Cause {
        Cause { together: units > 1, ..Cause::of(state, unit) }
    }

    /// For what it does to one of them alone, or to itself.
    pub(crate) fn alone(self) -> Cause {
        Cause { together: false, ..self }
    }

    /// Where it stands, or stood when it fell.
    pub(crate) fn space(&self, state: &State) -> Option<Block> {
        state.space(self.unit).or(self.stood)
    }

    pub(crate) fn next_to(&self, state: &State, other: Figure) -> bool {
        match (self.space(state), state.space(other)) {
            (Some(a), Some(b)) => state.field.geometry(state.open).adjacent(a, b),
            _ => false,
        }
    }
}
