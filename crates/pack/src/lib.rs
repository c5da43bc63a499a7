//! Reading content packs: TOML files in which every mistake is found in one go.
//!
//! A loader asks a [`Section`] for what it expects and gets `None` where the pack is wrong; the [`Reader`] writes the
//! mistake down with file, line, column, what was expected and the nearest legal word, and reading goes on. So ask for
//! all keys of a table first and use `?` last:
//!
//! ```text
//! let reader = Reader::new(&Sources::from_dir(dir));
//! let units: Vec<Unit> = reader.tables("unit").into_iter().filter_map(unit).collect();
//! let problems = reader.finish();
//!
//! fn unit(t: Section<'_>) -> Option<Unit> {
//!     let id = t.str("id");
//!     let vigor = t.int("vigor", 0..=200);
//!     let size = t.word_or("size", SIZES, Size::Medium);
//!     let attacks = t.tables("attack").into_iter().filter_map(attack).collect();
//!     Some(Unit { id: id?.to_owned(), vigor: vigor?, size, attacks })
//! }
//! ```
//!
//! Conventions of [`Section`]:
//! - `int(key, ..)` needs the key and reports it missing; `int_or(key, .., default)` does not;
//!   `get(key)` gives an optional [`Value`] which has the same readers.
//! - A key that no one asked for is reported by [`Reader::finish`], with the nearest key that someone did ask for.
//!   Where one word decides which other keys are legal, read it with [`Section::tag`]: if the word is unknown, the
//!   remaining keys of that table are left in peace.
//! - Every value knows its [`Place`], to be kept for checks that can only be made when all files are read.
//!
//! The crate knows no system and reads files nowhere but in [`Sources::from_dir`].

pub mod campaign;
mod catalog;
mod conformance;
mod content;
mod failure;
mod literal;
mod nearest;
mod problem;
mod quoted;
mod reader;
mod roster;
pub mod ruled;
mod section;
mod shelf;
mod source;
mod staged;
mod syntax;
mod tree;
mod value;

#[cfg(test)]
mod tests;

pub use catalog::{Card, Catalog, Ready, Scenario, Setting};
pub use conformance::meetings;
pub use content::{Content, Held, Map};
pub use failure::{Failure, unknown};
pub use nearest::nearest;
pub use problem::{Place, Problem};
pub use quoted::quoted;
pub use reader::Reader;
pub use roster::{Limits, Roster, Stock};
pub use section::Section;
pub use shelf::{Ids, Shelf, built_in};
pub use source::{Source, Sources};
pub use staged::{Staged, Visit, extended, looked, parsed, seat};
pub use value::Value;
