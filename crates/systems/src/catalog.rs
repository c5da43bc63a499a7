//! What the command line and the lobby ask of a system's content beyond playing it.

use crate::{Shown, Trouble};
use kernel::Problem;
use pack::Staged;

/// A system whose content can be listed and mustered from.
pub trait Catalog: Staged + Shown {
    /// Whether a warband may fight in any scenario, whichever it is listed under.
    const ANYWHERE: bool = false;

    fn scenarios(pack: &Self::Pack) -> Vec<Scenario>;

    /// Ready-made warbands.
    fn warbands(pack: &Self::Pack) -> Vec<Ready>;

    /// The units of a ready-made warband, in words.
    fn units(pack: &Self::Pack, warband: &str) -> Vec<String>;

    /// Boards that a match can be played on.
    fn maps(pack: &Self::Pack) -> Vec<Card>;

    /// Everything that can be bought.
    fn cards(pack: &Self::Pack) -> Vec<Card>;

    /// A warband file as one line for a setup. Whether the warband is legal is settled when the battle begins.
    ///
    /// # Errors
    /// Every problem of the file.
    fn side(pack: &Self::Pack, name: &str, text: &str) -> Result<Ready, Vec<pack::Problem>>;

    /// What is wrong with a warband in a scenario.
    fn check(pack: &Self::Pack, line: &str, scenario: &str) -> Vec<Problem>;

    /// A legal warband, as a file.
    ///
    /// # Errors
    /// When nothing fits, or a word means nothing.
    fn random(
        pack: &Self::Pack,
        scenario: &str,
        points: i32,
        faction: Option<&str>,
        seed: u64,
    ) -> Result<(Ready, String), Trouble>;
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scenario {
    pub id: String,
    pub title: String,
    pub points: i32,
    pub units: usize,
    pub origin: &'static str,
    pub text: String,
}

/// A warband that is written down.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ready {
    pub id: String,
    pub title: String,
    pub scenario: String,
    pub faction: String,
    pub cost: i32,
    pub units: usize,
    pub origin: &'static str,
    /// In the notation of setups.
    pub line: String,
}

/// Something that can be bought or picked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Card {
    /// `unit`, `mod`, `map`.
    pub kind: &'static str,
    pub id: String,
    pub title: String,
    pub faction: String,
    pub cost: i32,
    pub origin: &'static str,
    /// Limits and looks, in few words.
    pub about: String,
}
