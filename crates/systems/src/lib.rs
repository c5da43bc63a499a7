//! The only list of the systems. Here their types end: whoever stands above speaks to a [`Game`].
//!
//! To add a system: implement [`Catalog`] for it in a file of its own and add one line to [`all`].

pub mod campaign;
mod catalog;
mod coreheim;
mod game;
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
pub use live::{Live, Shown};
pub use play::Play;
pub use story::{Line, Story};

use std::fmt;

static COREHEIM: Play<::coreheim::Coreheim> = Play::core();
static SELLSWORD: Play<::sellsword::Sellsword> = Play::core();
static SWORD_AND_CLAW: Play<::sword_and_claw::SwordAndClaw> = Play::core();
static SWORD_MARCHES: Play<::sword_marches::SwordMarches> = Play::core();

/// Every system that can be played.
pub fn all() -> Vec<&'static dyn Game> {
    vec![&SELLSWORD, &SWORD_AND_CLAW, &COREHEIM, &SWORD_MARCHES]
}

/// A system by its name.
///
/// # Errors
/// Says which system was meant.
pub fn named(name: &str) -> Result<&'static dyn Game, Trouble> {
    if let Some(game) = all().into_iter().find(|game| game.name() == name) {
        return Ok(game);
    }
    Err(Trouble::bad(unknown("system", name, all().iter().map(|game| game.name()))))
}

/// Why something asked of a game was not done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trouble {
    /// The question was understood, and the answer is no; otherwise the question itself was wrong.
    pub no: bool,
    pub lines: Vec<String>,
}

impl Trouble {
    pub fn bad(line: impl Into<String>) -> Trouble {
        Trouble { no: false, lines: vec![line.into()] }
    }

    pub fn no(line: impl Into<String>) -> Trouble {
        Trouble { no: true, lines: vec![line.into()] }
    }
}

impl fmt::Display for Trouble {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.lines.join("\n"))
    }
}

impl std::error::Error for Trouble {}

/// The complaint about a word that names nothing, with the nearest that does, or all of them.
pub fn unknown<'c>(what: &str, word: &str, known: impl IntoIterator<Item = &'c str>) -> String {
    let known: Vec<&str> = known.into_iter().collect();
    let shown: String = word.chars().take(60).collect();
    match pack::nearest(&shown, known.iter().copied()) {
        Some(meant) => format!("unknown {what} {shown:?}; did you mean {meant:?}?"),
        None => format!("unknown {what} {shown:?}; expected {}", known.join(", ")),
    }
}
