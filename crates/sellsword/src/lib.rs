//! Sellsword: the turn sequence, top to bottom.

pub mod cards;
pub mod events;
pub mod field;
pub mod muster;
pub mod profile;
mod rolls;
mod round;
mod setup;
pub mod state;

pub use events::Event;
pub use state::State;

/// The game. A battle of it is a `kernel::Battle<Sellsword>`.
#[derive(Clone, Copy, Debug)]
pub struct Sellsword;

pub type Table<'a> = kernel::Table<'a, Sellsword>;
