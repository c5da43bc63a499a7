//! What can be asked of any system once its types are out of the way.

use crate::campaign::Campaign;
use crate::{Card, Failure, Live, Ready, Scenario, Setting, Story};
use kernel::record::Mismatch;
use kernel::{Record, Seed, Setup};
use lab::{bench, case, sim};
use std::path::Path;
use std::sync::Arc;

/// A system that can be played.
pub trait Game: Send + Sync {
    /// `sellsword`, as in folders, records and the command line.
    fn name(&self) -> &'static str;
    fn title(&self) -> &'static str;
    /// Whether the board offers it.
    fn on_board(&self) -> bool;
    /// Whether the players pick a map.
    fn picks_map(&self) -> bool;
    /// How a board sets the options where nobody has chosen.
    fn usual(&self) -> &'static [(&'static str, &'static str)];
    /// Names exactly this content; a record says which one it was made with.
    fn content_hash(&self) -> String;

    fn scenarios(&self) -> Vec<Scenario>;
    fn warbands(&self) -> Vec<Ready>;
    /// The scenarios that a warband may fight in, by their ids.
    fn fits(&self, ready: &Ready) -> Vec<String>;
    /// The units of a ready-made warband, in words.
    fn units(&self, warband: &str) -> Vec<String>;
    /// Who may sit down to a scenario: for each seat the side that it plays for. The first is what is usual.
    fn seatings(&self, scenario: &str) -> Vec<Vec<u8>>;
    /// The line of a side, from those of its players.
    ///
    /// # Errors
    /// Where nobody shares a side.
    fn shared(&self, lines: &[String]) -> Result<String, Failure>;
    fn maps(&self) -> Vec<Card>;
    fn options(&self) -> Vec<Setting>;
    /// A warband file as a side of a setup.
    ///
    /// # Errors
    /// Every problem of the file, a line each.
    fn side(&self, name: &str, text: &str) -> Result<Ready, Vec<String>>;
    fn cards(&self) -> Vec<Card>;

    /// Begins a battle; without a seed every die is typed in.
    ///
    /// # Errors
    /// Every problem of the setup.
    fn begin(&self, setup: Setup, seed: Option<Seed>) -> Result<Box<dyn Live>, Vec<kernel::Problem>>;

    /// A record as a battle that can be looked at and forked.
    ///
    /// # Errors
    /// The first step that does not agree.
    fn replay(&self, record: &Record) -> Result<Box<dyn Live>, Mismatch> {
        self.replay_while(record, &mut || true)
    }

    /// The same for whoever cannot wait for ever: it is asked again and again whether to go on.
    ///
    /// # Errors
    /// As for [`replay`](Game::replay), or that it was stopped.
    fn replay_while(&self, record: &Record, go_on: &mut dyn FnMut() -> bool) -> Result<Box<dyn Live>, Mismatch>;

    /// Its campaign, with the same content; most have none.
    fn campaign(&self) -> Option<Arc<dyn Campaign>>;

    /// The same game with a player's pack on top of its content.
    ///
    /// # Errors
    /// Every problem of the pack.
    fn with_pack(&self, dir: &Path) -> Result<Arc<dyn Game>, Vec<pack::Problem>>;

    /// What a pack adds and replaces.
    ///
    /// # Errors
    /// Every problem of the pack.
    fn check_pack(&self, dir: &Path) -> Result<Found, Vec<pack::Problem>>;

    /// # Errors
    /// A wish that makes no sense, illegal warbands, or a battle that broke, named by its number.
    fn sim(&self, wish: &SimWish, outlet: &mut sim::Outlet<'_>) -> Result<sim::Report, Failure>;

    /// The scenario that [`bench`](Game::bench) is played in where none is named.
    fn yardstick(&self) -> &'static str;

    /// # Errors
    /// A battle that broke, named by its number.
    fn bench(&self, scenario: &str, seconds: f64) -> Result<bench::Report, Failure>;

    /// # Errors
    /// The first step that does not agree.
    fn verify(&self, record: &Record) -> Result<Verified, Mismatch>;

    /// # Errors
    /// As for [`verify`](Game::verify).
    fn story(&self, record: &Record) -> Result<Story, Mismatch>;

    fn case(&self, name: &str, text: &str) -> case::Report;

    /// The same case with what happens in it filled in.
    ///
    /// # Errors
    /// What keeps it from being played.
    fn case_written(&self, name: &str, text: &str) -> Result<String, Vec<String>>;

    /// Everything that may stand in a case.
    fn case_words(&self) -> String;

    /// A moment of a recorded battle as a case: after so many steps, or where the record ends.
    ///
    /// # Errors
    /// The first step that does not agree.
    fn case_of(&self, record: &Record, step: Option<usize>) -> Result<String, Mismatch>;

    /// # Errors
    /// A file that cannot be understood at all.
    fn check_warband(&self, name: &str, text: &str, scenario: Option<&str>) -> Result<Muster, Vec<pack::Problem>>;

    /// A legal warband and its file.
    ///
    /// # Errors
    /// When nothing fits, or a word means nothing.
    fn random_warband(
        &self,
        scenario: &str,
        points: Option<i32>,
        faction: Option<&str>,
        seed: u64,
    ) -> Result<(Ready, String), Failure>;
}

/// A warband that somebody asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Wish {
    /// All ready-made ones in turn.
    Any,
    Id(String),
    File {
        name: String,
        text: String,
    },
}

/// A simulation that somebody asks for.
#[derive(Clone, Debug)]
pub struct SimWish {
    pub scenario: String,
    pub map: Option<String>,
    /// What each player of each side brings.
    pub sides: Vec<Vec<Wish>>,
    /// The minds of each side, player by player; the last one for whoever is left over.
    pub minds: Vec<Vec<String>>,
    pub swap: bool,
    pub first: u64,
    pub battles: u64,
    pub seed: u64,
    pub threads: usize,
    pub engine: String,
}

/// A record that agrees with the rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verified {
    pub steps: usize,
    pub events: usize,
    /// `None` where the battle was not finished.
    pub outcome: Option<String>,
    /// What the record leaves unproven, in words.
    pub doubts: Vec<String>,
}

/// What a warband is, and what is wrong with it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Muster {
    pub warband: Ready,
    pub scenario: String,
    pub problems: Vec<kernel::Problem>,
    /// Allowed and yet unwise.
    pub advice: Vec<kernel::Problem>,
}

/// What a pack adds and replaces, counted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    pub hash: String,
    /// Kinds of entries as the files call them: how many are new, and how many take the place of one of the game's own.
    pub entries: Vec<(String, usize, usize)>,
    /// What is not wrong and yet good to know.
    pub notices: Vec<String>,
}
