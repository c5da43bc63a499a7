//! What minds see in this game: which answers they look at, and what a situation is worth. No rule asks it.

pub(crate) mod appraise;
mod attacks;
mod forecast;
pub(crate) mod might;
mod moves;
mod orders;
mod prospect;
pub(crate) mod roads;
