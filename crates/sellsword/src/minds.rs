//! What minds make of the game: how a battle stands, and sensible answers to its larger questions.

pub(crate) mod acts;
pub(crate) mod appraise;
pub(crate) mod origins;
pub(crate) mod ways;
