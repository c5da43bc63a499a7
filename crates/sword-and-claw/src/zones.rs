//! Temporary terrain (SC-WQUAL-07 to SC-WQUAL-12).

use crate::Table;
use kernel::{Figure, Flow};

/// Zones act on figures of the active side that begin their turn in them.
///
/// # Errors
/// Pauses for dice.
pub fn start_of_turn(_t: &mut Table<'_>) -> Flow {
    Ok(())
}

/// Zones that end with the turn of the active side go.
pub fn end_of_turn(_t: &mut Table<'_>) {}

/// A figure of the active side has entered the squares it stands on; called after every step of its own movement.
///
/// # Errors
/// Pauses for dice.
pub fn entered(_t: &mut Table<'_>, _figure: Figure) -> Flow {
    Ok(())
}
