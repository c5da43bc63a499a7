//! Warbands that go on from battle to battle: what a system supplies for it.

use crate::{Catalog, Staged};
use kernel::board::Shown;
use kernel::{Battle, Problem, Rule, Setup, System};

/// What a system supplies so that its warbands can go on from battle to battle. Only the pieces: how they are put
/// together is the same for all.
pub trait Campaigned: Catalog {
    /// What follows a battle.
    type After: Shown<Pack = Self::Pack> + Staged;
    /// A warband as it is written down.
    type Band;

    /// What players call it: `Campaign`, `Chronicle`.
    const TITLE: &'static str = "Campaign";

    /// # Errors
    /// Every problem of the file, with its place.
    fn read(pack: &Self::Pack, name: &str, text: &str) -> Result<Self::Band, Vec<crate::Problem>>;

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

    /// How far on warbands may begin their campaign; none where all begin alike.
    fn stages(pack: &Self::Pack) -> Vec<Stage> {
        let _ = pack;
        Vec::new()
    }
}

/// How far on warbands begin their campaign: all of one campaign begin alike.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stage {
    pub id: &'static str,
    pub title: String,
    /// A scenario of this Stage.
    pub scenario: String,
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
