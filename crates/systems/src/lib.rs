//! The only list of the systems. Here their types end: whoever stands above speaks to a [`Game`].
//!
//! To add a system: implement [`Catalog`] for it in a file of its own and add one line to [`all`].

pub mod campaign;
mod catalog;
mod coreheim;
mod game;
mod games;
pub mod live;
mod play;
mod sellsword;
mod story;
mod sword_and_claw;
mod sword_marches;
#[cfg(test)]
mod tests;

pub use catalog::{Card, Catalog, Ready, Scenario, Setting};
pub use game::{Found, Game, Muster, SimWish, Verified, Wish};
pub use games::Games;
pub use live::{Live, Shown};
pub use play::Play;
pub use story::{Line, Story};

use std::fmt;
use std::sync::Arc;

/// Every system that can be played, with the content that comes with the program.
pub fn all() -> Vec<Arc<dyn Game>> {
    vec![
        Arc::new(Play::<::sellsword::Sellsword>::core()),
        Arc::new(Play::<::sword_and_claw::SwordAndClaw>::core()),
        Arc::new(Play::<::coreheim::Coreheim>::core()),
        Arc::new(Play::<::sword_marches::SwordMarches>::core()),
    ]
}

/// A system by its name, with the content that comes with the program.
///
/// # Errors
/// Says which system was meant.
pub fn named(name: &str) -> Result<Arc<dyn Game>, Failure> {
    Games::default().named(name)
}

/// Why something asked of a game was not done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// The question was understood, and the answer is no; otherwise the question itself was wrong.
    pub no: bool,
    pub lines: Vec<String>,
}

impl Failure {
    pub fn bad(line: impl Into<String>) -> Failure {
        Failure { no: false, lines: vec![line.into()] }
    }

    pub fn no(line: impl Into<String>) -> Failure {
        Failure { no: true, lines: vec![line.into()] }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.lines.join("\n"))
    }
}

impl std::error::Error for Failure {}

/// The complaint about a word that names nothing, with the nearest that does, or all of them.
pub fn unknown<'c>(what: &str, word: &str, known: impl IntoIterator<Item = &'c str>) -> String {
    let known: Vec<&str> = known.into_iter().collect();
    let shown: String = word.chars().take(60).collect();
    match pack::nearest(&shown, known.iter().copied()) {
        Some(meant) => format!("unknown {what} {shown:?}; did you mean {meant:?}?"),
        None => format!("unknown {what} {shown:?}; expected {}", known.join(", ")),
    }
}
