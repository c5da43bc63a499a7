//! The engine that every game is played on, and that knows none of them.
//!
//! Rules are straight-line code over a [`Table`]: they ask ([`Table::ask`]), roll ([`Table::roll`]) and tell
//! ([`Table::tell`]). Behind the table stands an [`Oracle`] that answers: facts already recorded, minds, a search, a
//! script, or every outcome in turn ([`oracle`]). A [`Battle`] is a setup and its facts; a [`Record`] is that as text.
//!
//! Invariant: no game's word, no file, no clock, no thread and no float in here.

pub mod battle;
pub mod board;
mod cast;
mod choice;
pub mod conformance;
pub mod decision;
mod dice;
mod digested;
mod events;
mod fields;
mod name;
pub mod oracle;
pub mod record;
mod refusal;
mod request;
pub mod rolls;
mod rule;
pub mod scene;
mod seat;
pub mod sketch;
mod system;
mod table;
#[cfg(test)]
mod tests;

pub use battle::{Amount, Battle, Declined, Order};
pub use cast::{Cast, Casts};
pub use choice::{Choice, MAX_LINE, MAX_STEPS, Malformed, Thing, Walk, Way};
pub use decision::{Answers, Asked, Prompt};
pub use dice::{Cuts, D20, Fall, MAX_DICE, Modifier, Modifiers, Read, Rng, Roll, Seed, SeededDice, Throw, below};
pub use digested::Digested;
pub use events::{Field, Speaks, capital, fill, kebab, so_many};
pub use fields::{Fields, Value};
pub use name::{Name, keep, slug};
pub use oracle::Fact;
pub use record::Record;
pub use refusal::{Problem, Refusal};
pub use request::{Answer, Ask, Frame, Halted, Offered, Question, Region, Request};
pub use rule::Rule;
pub use scene::Scene;
pub use seat::{Figure, MAX_SEATS, Seat, Seats, Tags};
pub use sketch::{Layer, Mark};
pub use system::{Digest, EventText, Outcome, Pack, Setup, System, state_hash};
pub use table::{Flow, Log, Oracle, Pause, Table, Told, decide, settle};
