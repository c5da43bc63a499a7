//! Campaigns: warbands that go on from battle to battle, and what each battle makes of them.
//!
//! What follows a battle is a small system of its own, so it is played like one: questions, dice, undo, records. A system
//! with a campaign implements [`Campaigned`]; [`Campaign`] is the same with its types out of the way, and everything above
//! (the command line, the pages) speaks to that.

mod waged;

pub use pack::campaign::{Campaigned, Enlisted, Lasting, Measure, Roster, Stage, Total};

use crate::{Failure, Games, Live, Ready, Scenario, Story, Verified};
use kernel::record::Mismatch;
use kernel::{Problem, Record, Seed, Setup};
use std::sync::Arc;

/// A system with a campaign, its types erased.
pub trait Campaign: Send + Sync {
    fn system(&self) -> &'static str;
    /// The name of the system that follows its battles, as in records and stores.
    fn after(&self) -> &'static str;
    fn title(&self) -> &'static str;
    /// Warbands to begin with.
    fn warbands(&self) -> Vec<Ready>;
    /// How far on warbands may begin; none where all begin alike.
    fn stages(&self) -> Vec<Stage>;
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
}

/// A warband file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct File {
    pub name: String,
    pub text: String,
}

/// The campaign of a system, with the content that comes with the program.
///
/// # Errors
/// For a system without one.
pub fn campaign(name: &str) -> Result<Arc<dyn Campaign>, Failure> {
    Games::default().campaign(name)
}
