//! The rulebooks: every rule of the four systems, in our own words.
//!
//! The ledgers in `rules/*.toml` are compiled in. Each rule is a constant, so that citing one which does not exist does
//! not compile: `SW-RESOLVE-05` is [`SW`]`::RESOLVE_05`. What a rule says is in its [`Entry`].
//!
//! - [`entries`], [`find`] and [`entry`] look rules up, [`search`] finds them by words, [`nearest`] mends a mistyped id.
//! - [`Tally`] counts which rules were cited while tests ran; [`definitions`] lists those that cannot be.
//! - [`scan`] finds the lines of code that cite a rule, for build scripts.

mod book;
mod coverage;
pub mod scan;
mod search;

#[cfg(test)]
mod tests;

pub use book::{
    Book, CH, Definition, Entry, SC, SM, SW, book, books, definitions, entries, entry, find, nearest, systems,
};
pub use coverage::Tally;
pub use search::{MOST_WORDS, search};
