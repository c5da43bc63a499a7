//! The options of the Movement step, one file each, and the choice among them (SC-TURN-06).

use crate::{Table, turn};
use kernel::Flow;

/// # Errors
/// Pauses for the choice.
pub fn one(t: &mut Table<'_>) -> Flow {
    turn::next(t)
}
