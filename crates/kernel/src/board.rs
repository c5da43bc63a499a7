//! What a board shows of a system beyond its scenes. A game implements these traits in its own crate and takes the defaults
//! where they say enough.

mod chances;
mod foresight;
mod words;

pub use chances::{Chances, Duel, Fate, Verdict};
pub use foresight::{Foresight, Idea, Pen, Stroke};
pub use words::{Ground, Sheet, SheetLine, Words};

/// Everything a board needs.
pub trait Shown: Words + Foresight + Chances {}

impl<S: Words + Foresight + Chances> Shown for S {}
