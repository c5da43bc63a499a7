//! What the command line and the lobby ask of a system's content beyond playing it.

use crate::{Failure, Staged};
use kernel::Problem;
use kernel::board::Shown;

/// A system whose content can be listed and mustered from. All of it follows from [`Staged::stock`], where content is kept as
/// a [`Content`](crate::Content); a game with a notation of its own writes the lists itself.
pub trait Catalog: Staged + Shown {
    /// The scenario of the benchmark where none is named.
    const YARDSTICK: &'static str = "standard";

    /// Whether the board offers it. A system begins on the command line and comes to the board when it can be played there.
    const ON_BOARD: bool = true;

    /// Whether a warband may fight in any scenario, whichever it is listed under.
    const ANYWHERE: bool = false;

    /// Whether the players pick a map; else it belongs to the scenario.
    const PICKS_MAP: bool = true;

    /// Where the players agree on a total of points themselves, the least and the most that it may be.
    const AGREED: Option<(i32, i32)> = None;

    /// How a board sets the options where nobody has chosen.
    const USUAL: &'static [(&'static str, &'static str)] = &[];

    fn scenarios(pack: &Self::Pack) -> Vec<Scenario> {
        Self::stock(pack).map_or_else(Vec::new, |stock| stock.scenarios())
    }

    /// Ready-made warbands.
    fn warbands(pack: &Self::Pack) -> Vec<Ready> {
        Self::stock(pack).map_or_else(Vec::new, |stock| stock.warbands())
    }

    /// The scenarios that a warband may fight in, by their ids: the one it is listed under, or all.
    fn fits(pack: &Self::Pack, ready: &Ready) -> Vec<String> {
        match Self::ANYWHERE {
            true => Self::scenarios(pack).into_iter().map(|scenario| scenario.id).collect(),
            false => vec![ready.scenario.clone()],
        }
    }

    /// Who may sit down to a scenario: for each seat the side that it plays for, in the order of the seats. The first is
    /// what is usual.
    fn seatings(pack: &Self::Pack, scenario: &str) -> Vec<Vec<u8>> {
        let _ = (pack, scenario);
        vec![vec![0, 1]]
    }

    /// The line of a side that several players share, made of theirs. None where everybody has a side of his own.
    fn shared(pack: &Self::Pack, lines: &[String]) -> Option<String> {
        let _ = (pack, lines);
        None
    }

    /// What a player should know about a pack in which nothing is wrong.
    fn notices(pack: &Self::Pack) -> Vec<String> {
        let _ = pack;
        Vec::new()
    }

    /// The units of a ready-made warband, in words.
    fn units(pack: &Self::Pack, warband: &str) -> Vec<String> {
        Self::stock(pack).map_or_else(Vec::new, |stock| stock.units(warband))
    }

    /// Boards that a match can be played on.
    fn maps(pack: &Self::Pack) -> Vec<Card> {
        Self::stock(pack).map_or_else(Vec::new, |stock| stock.maps())
    }

    /// What else the players may settle before the battle, for the lobby: an option left alone is not sent.
    fn options(pack: &Self::Pack) -> Vec<Setting> {
        let _ = pack;
        Vec::new()
    }

    /// Everything that can be bought.
    fn cards(pack: &Self::Pack) -> Vec<Card> {
        Self::stock(pack).map_or_else(Vec::new, |stock| stock.cards())
    }

    /// A warband file as one line for a setup. Whether the warband is legal is settled when the battle begins.
    ///
    /// # Errors
    /// Every problem of the file.
    fn side(pack: &Self::Pack, name: &str, text: &str) -> Result<Ready, Vec<crate::Problem>> {
        let none = || vec![crate::Problem::with_file(name, "this game has no warbands")];
        Self::stock(pack).ok_or_else(none)?.side(name, text)
    }

    /// What is wrong with a warband in a scenario.
    fn check(pack: &Self::Pack, line: &str, scenario: &str) -> Vec<Problem> {
        Self::stock(pack).map_or_else(Vec::new, |stock| stock.check(line, scenario))
    }

    /// The same for the total that the warband was drawn up for.
    fn check_ready(pack: &Self::Pack, ready: &Ready, scenario: &str) -> Vec<Problem> {
        Self::check(pack, &ready.line, scenario)
    }

    /// What is allowed there and yet unwise.
    fn advice(pack: &Self::Pack, ready: &Ready, scenario: &str) -> Vec<Problem> {
        let _ = (pack, ready, scenario);
        Vec::new()
    }

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
    ) -> Result<(Ready, String), Failure> {
        let stock = Self::stock(pack).ok_or_else(|| Failure::no("this game has no warbands"))?;
        stock.random(scenario, points, faction, seed)
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scenario {
    pub id: String,
    pub title: String,
    pub points: i32,
    /// The most units of a side.
    pub units: usize,
    /// Sides that may have more or must have fewer: what they have to be, and how many.
    pub exceptions: Vec<(&'static str, usize)>,
    pub origin: &'static str,
    pub text: String,
}

/// An option of a setup with the values it may have; the first one is what holds when nothing is said.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setting {
    pub name: &'static str,
    pub title: &'static str,
    /// Value and title.
    pub values: Vec<(String, String)>,
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
    /// The total that it was drawn up for, where the players agree on one ([`Catalog::AGREED`]).
    pub agreed: Option<i32>,
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
