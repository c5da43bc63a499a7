//! Levels of flight and changing between them (SC-ALT, SC-FLIGHT).

use crate::state::{Altitude, State};
use crate::terrain::Going;
use kernel::{Figure, Refusal};
use rulebook::SC;
use space::grid::Block;

/// Inches from one level to another: 2 for each gained, 1 for each lost (SC-ALT-01).
pub(crate) fn cost(from: Altitude, to: Altitude) -> u8 {
    let (from, to) = (from.number(), to.number());
    if to > from { 2 * (to - from) } else { from - to }
}

/// May the figure be at that level over these squares (SC-ALT-02)?
///
/// # Errors
/// The rule that forbids it.
pub(crate) fn check(state: &State, figure: Figure, space: Block, to: Altitude) -> Result<(), Refusal> {
    if to > Altitude::Landed && !state.sheet(figure).flies() {
        return Err(Refusal::new(SC::QUAL_05, "it cannot fly"));
    }
    Going::of(state, figure).at(to).stand(state, space)
}

/// How far a figure may slide, in inches (SC-SLIDE-01, SC-FLIGHT-09).
pub(crate) fn slide(state: &State, figure: Figure) -> u8 {
    let large = state.base(figure) > 1;
    1 + u8::from(large) + u8::from(state.flying(figure))
}
