//! Campaigns: warbands that go on from battle to battle, and what each battle makes of them.
//!
//! What follows a battle is a small system of its own, so it is played like one: questions, dice, undo, records. A system
//! with a campaign implements [`Campaigned`]; [`Campaign`] is the same with its types out of the way, and everything above
//! (the command line, the pages) speaks to that.

mod settle;
mod waged;

pub use settle::Asked;

use crate::live::Shown;
use crate::{Catalog, Failure, Games, Live, Ready, Scenario, Story, Verified};
use kernel::record::Mismatch;
use kernel::{Battle, Problem, Record, Rule, Seed, Setup, System};
use std::sync::Arc;

/// What a system supplies so that its warbands can go on from battle to battle. Only the pieces: how they are put
/// together is the same for all.
pub trait Campaigned: Catalog {
    /// What follows a battle.
    type After: Shown<Pack = Self::Pack>;
    /// A warband as it is written down.
    type Band;

    /// What players call it: `Campaign`, `Chronicle`.
    const TITLE: &'static str = "Campaign";

    /// # Errors
    /// Every problem of the file, with its place.
    fn read(pack: &Self::Pack, name: &str, text: &str) -> Result<Self::Band, Vec<pack::Problem>>;

    /// The file that is read as the same warband.
    fn write(pack: &Self::Pack, band: &Self::Band) -> String;

    /// The warband as a side of a setup.
    fn line(pack: &Self::Pack, band: &Self::Band) -> String;

    /// A ready-made warband by its id, at the beginning of its campaign.
    fn ready(pack: &Self::Pack, id: &str) -> Option<Self::Band>;

    /// How the warband stands.
    fn roster(pack: &Self::Pack, band: &Self::Band) -> Roster;

    /// Options of a battle in a campaign.
    fn options(pack: &Self::Pack, bands: &[Self::Band]) -> Vec<(String, String)> {
        let _ = (pack, bands);
        Vec::new()
    }

    /// Whether these warbands may fight a scenario.
    fn suits(pack: &Self::Pack, bands: &[Self::Band], scenario: &str) -> bool {
        let _ = (pack, bands, scenario);
        true
    }

    /// The setup of what follows a battle that is over.
    fn report(pack: &Self::Pack, bands: &[Self::Band], battle: &Battle<Self>) -> Setup;

    /// The warbands as they stand after it, or in the middle of it.
    fn bands(before: &[Self::Band], after: &<Self::After as System>::State) -> Vec<Self::Band>;

    /// Whether an answer ends a series of deals. Chance, asked for such an answer, comes to it before long.
    fn enough(prompt: &str) -> bool {
        let _ = prompt;
        false
    }
}

/// A system with a campaign, its types erased.
pub trait Campaign: Send + Sync {
    fn system(&self) -> &'static str;
    /// The name of the system that follows its battles, as in records and stores.
    fn after(&self) -> &'static str;
    fn title(&self) -> &'static str;
    /// Warbands to begin with.
    fn warbands(&self) -> Vec<Ready>;
    /// What these warbands may fight next; where nothing suits them all there is, so that a battle says why.
    fn scenarios(&self, files: &[File]) -> Vec<Scenario>;

    /// The file of a ready-made warband.
    ///
    /// # Errors
    /// Says which one was meant.
    fn ready(&self, id: &str) -> Result<File, Failure>;

    /// How a warband stands.
    ///
    /// # Errors
    /// Every problem of the file.
    fn roster(&self, file: &File) -> Result<Roster, Vec<pack::Problem>>;

    /// The same in lines.
    ///
    /// # Errors
    /// Every problem of the file.
    fn status(&self, file: &File) -> Result<Vec<String>, Failure>;

    /// The next battle of these warbands.
    ///
    /// # Errors
    /// Every problem of the files.
    fn setup(&self, scenario: &str, files: &[File]) -> Result<Setup, Failure>;

    /// What follows a battle of these warbands, as a setup for [`begin`](Campaign::begin).
    ///
    /// # Errors
    /// A record that does not verify, is not over, or is of other warbands.
    fn aftermath(&self, files: &[File], record: &Record) -> Result<Setup, Failure>;

    /// Begins it; without a seed every die is typed in.
    ///
    /// # Errors
    /// Every problem of the setup.
    fn begin(&self, setup: Setup, seed: Option<Seed>) -> Result<Box<dyn Live>, Vec<Problem>>;

    /// The record of one, played again, while `go_on` says so.
    ///
    /// # Errors
    /// The first step that does not agree, or that it was stopped.
    fn replay_while(&self, record: &Record, go_on: &mut dyn FnMut() -> bool) -> Result<Box<dyn Live>, Mismatch>;

    /// Whether the record of one agrees with the rules.
    ///
    /// # Errors
    /// The first step that does not agree.
    fn verify(&self, record: &Record) -> Result<Verified, Mismatch>;

    /// The record of one as a report.
    ///
    /// # Errors
    /// As for [`verify`](Campaign::verify).
    fn story(&self, record: &Record) -> Result<Story, Mismatch>;

    /// The files of the warbands as an aftermath has left them so far.
    ///
    /// # Errors
    /// Files or an aftermath of something else.
    fn files(&self, before: &[File], live: &dyn Live) -> Result<Vec<File>, Failure>;

    /// Plays all that follows a battle.
    ///
    /// # Errors
    /// As for [`aftermath`](Campaign::aftermath); an answer that nobody gave.
    fn settle(&self, files: &[File], record: &Record, seed: u64, asked: &mut dyn Asked) -> Result<Settled, Failure>;
}

/// A warband file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct File {
    pub name: String,
    pub text: String,
}

/// What has become of the warbands: their files, and what happened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settled {
    pub files: Vec<String>,
    pub story: Vec<String>,
}

/// How a warband stands, for people.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Roster {
    pub title: String,
    pub kind: String,
    /// Rating, gold, battles fought.
    pub totals: Vec<Total>,
    pub members: Vec<Enlisted>,
    /// What belongs to the band and nobody carries.
    pub stash: Vec<String>,
    /// A line for each battle so far.
    pub history: Vec<String>,
    /// Why it may not fight as it is.
    pub problems: Vec<Problem>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Total {
    pub name: &'static str,
    pub value: i32,
    pub rule: Option<Rule>,
}

/// A fighter, or several of the same kind who are counted together.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Enlisted {
    pub name: String,
    /// What he is: `Captain, leader`.
    pub kind: String,
    pub count: u8,
    pub stats: Vec<Measure>,
    pub experience: i32,
    pub gear: Vec<String>,
    /// What battles have left on him: injuries, skills, grudges.
    pub marks: Vec<Lasting>,
}

/// A characteristic as it is now, and by how much campaigns have changed it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Measure {
    pub name: String,
    pub value: String,
    pub change: i8,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lasting {
    pub text: String,
    /// An advance rather than an injury.
    pub good: bool,
    pub rule: Rule,
}

/// The campaign of a system, with the content that comes with the program.
///
/// # Errors
/// For a system without one.
pub fn campaign(name: &str) -> Result<Arc<dyn Campaign>, Failure> {
    Games::default().campaign(name)
}
