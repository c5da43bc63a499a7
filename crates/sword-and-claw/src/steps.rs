//! The steps that roll or resolve: saving throws, spellcasting, ranged and melee attacks.
//!
//! Each function is called once for every checkpoint while its step lasts: it asks for one declaration and comes back,
//! or resolves everything and goes on with [`turn::next`]. `state.part` says where the step stands, `state.asked` which
//! player of the declaring side is asked (see [`turn::open`], [`turn::finish`], [`turn::wait`]).

use crate::{Table, turn};
use kernel::Flow;

/// # Errors
/// Pauses for dice.
pub fn saves(t: &mut Table<'_>) -> Flow {
    turn::next(t)
}

/// # Errors
/// Pauses for declarations and dice.
pub fn spellcasting(t: &mut Table<'_>) -> Flow {
    turn::next(t)
}

/// # Errors
/// Pauses for declarations and dice.
pub fn ranged(t: &mut Table<'_>) -> Flow {
    turn::next(t)
}

/// # Errors
/// Pauses for declarations and dice.
pub fn melee(t: &mut Table<'_>) -> Flow {
    turn::next(t)
}
