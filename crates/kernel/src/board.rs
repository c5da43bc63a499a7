//! What a board shows of a system beyond its scenes. A game implements these traits in its own crate and takes the defaults
//! where they say enough.

mod chances;
mod foresight;
mod happenings;
mod words;

pub use chances::{Chances, Duel, Fate, Verdict};
pub use foresight::{Foresight, Idea, Pen, Stroke};
pub use happenings::{Act, Happening, Happenings, Place, Word};
pub use words::{Ground, Sheet, SheetLine, Words};

/// Everything a board needs.
pub trait Shown: Words + Foresight + Chances + Happenings {}

impl<S: Words + Foresight + Chances + Happenings> Shown for S {}
