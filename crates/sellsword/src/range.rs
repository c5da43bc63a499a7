//! Counted distance between spaces, and the rules that shaped the count (SW-RANGE-01 to SW-RANGE-07).

use crate::cite::Cited;
use crate::state::State;
use kernel::Figure;
use rulebook::SW;
use space::grid::{Block, Geometry};

/// The counted distance between two units; `u8::MAX` where there is none.
pub(crate) fn counted(state: &State, from: Figure, to: Figure, cited: &mut Cited) -> u8 {
    let (Some(near), Some(far)) = (state.space(from), state.space(to)) else {
        return u8::MAX;
    };
    let geometry = state.field.geometry(state.open);
    let distance = geometry.distance_blocks(near, far);
    if cited.hears() {
        let big = near.side > 1 || far.side > 1;
        cited.cite_if(big, SW::RANGE_06);
        cited.cite_if(big, SW::LOS_02);
        // Over open ground the count is the straight steps, and one more for the second diagonal.
        let second_diagonal = near.distance(far) > near.steps_to(far).into();
        let open = near.steps_to(far) + u8::from(second_diagonal);
        cited.cite_if(second_diagonal, SW::RANGE_02);
        cited.cite_if(distance > open, SW::RANGE_03);
        cited.cite_if(distance == 1, SW::RANGE_05);
        cited.cite_if(distance == 1 && past_corner(geometry, near, far), SW::RANGE_04);
    }
    distance
}

/// Do two squares touch past the corner of a wall that nobody could step round (SW-RANGE-04)?
pub(crate) fn past_corner(geometry: &Geometry, near: Block, far: Block) -> bool {
    let dir = near.at.dir_to(far.at).filter(|dir| dir.is_diagonal() && near.side == 1 && far.side == 1);
    dir.is_some_and(|dir| geometry.steps(near.at) & dir.bit() == 0)
}
