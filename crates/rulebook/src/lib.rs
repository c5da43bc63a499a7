//! The rulebooks: every rule of every system, in our own words.
//!
//! The ledgers in `rules/*.toml` are compiled in; each book says in its head `[book]` for which system it is. Each rule is a constant, so that citing one which does not exist does
//! not compile: `SW-RESOLVE-05` is [`SW`]`::RESOLVE_05`. What a rule says is in its [`Entry`].
//!
//! - [`entries`], [`find`] and [`entry`] look rules up, [`search`](fn@search) finds them by words, [`nearest`] mends a mistyped id.
//! - [`Tally`] counts which rules were cited while tests ran; [`definitions`] lists those that cannot be.
//! - [`scan`] finds the lines of code that cite a rule, for build scripts.

mod book;
mod coverage;
pub mod head;
pub mod scan;
mod search;

/// One type for each book, with a constant for each of its rules.
mod constants {
    use kernel::Rule;

    include!(concat!(env!("OUT_DIR"), "/constants.rs"));
}

#[cfg(test)]
mod tests;

pub use book::{Book, Definition, Entry, book, books, definitions, entries, entry, find, nearest, systems};
pub use constants::*;
pub use coverage::Tally;
pub use search::{MOST_WORDS, search};
