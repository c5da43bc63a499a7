//! Campaigns on the wire.

use super::{LogLine, MindCard, NewSide, Outcome, Problem, Role, ScenarioCard, SeatToken, WarbandCard};
use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// What a system offers to whoever begins a campaign.
#[derive(Clone, Debug, Serialize, TS)]
pub struct CampaignCard {
    /// What it is called there: `Campaign`, `Chronicle`.
    pub title: String,
    pub warbands: Vec<WarbandCard>,
    pub minds: Vec<MindCard>,
}

#[derive(Clone, Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct NewCampaign {
    pub system: String,
    pub name: String,
    pub sides: Vec<NewSide>,
    #[serde(default)]
    pub shared_screen: bool,
}

#[derive(Clone, Debug, Serialize, TS)]
pub struct CampaignMade {
    pub seats: Vec<SeatToken>,
    pub watch: String,
}

#[derive(Clone, Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct NextBattle {
    /// None: lots are drawn.
    #[serde(default)]
    #[ts(optional)]
    pub scenario: Option<String>,
    /// The mind that fights in place of every person; none where people fight on the board.
    #[serde(default)]
    #[ts(optional)]
    pub mind: Option<String>,
}

#[derive(Clone, Debug, Serialize, TS)]
pub struct Campaign {
    pub system: String,
    pub system_title: String,
    pub title: String,
    pub name: String,
    pub role: Role,
    /// What this token answers for.
    pub seats: Vec<u8>,
    /// Whether its battles can be fought on the board.
    pub on_board: bool,
    pub stage: CampaignStage,
    pub sides: Vec<CampaignSide>,
    pub chapters: Vec<Chapter>,
    /// The next battle as another player wants it, or as this one does and the others have not agreed to yet.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub proposal: Option<Proposal>,
    pub scenarios: Vec<ScenarioCard>,
    pub minds: Vec<MindCard>,
}

/// Asking for the same battle agrees to it.
#[derive(Clone, Debug, Serialize, TS)]
pub struct Proposal {
    pub seat: u8,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub scenario: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub mind: Option<String>,
}

/// Where a campaign stands, and each of its battles.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum CampaignStage {
    /// The next battle can be fought. Of a battle: it is settled.
    Ready,
    Battle,
    Aftermath,
}

#[derive(Clone, Debug, Serialize, TS)]
pub struct CampaignSide {
    pub seat: u8,
    /// `human` or the name of a mind.
    pub player: String,
    /// What its file is called.
    pub file: String,
    pub roster: Roster,
}

/// A warband as it stands.
#[derive(Clone, Debug, Serialize, TS)]
pub struct Roster {
    pub title: String,
    pub kind: String,
    pub totals: Vec<Total>,
    pub members: Vec<Enlisted>,
    pub stash: Vec<String>,
    pub history: Vec<String>,
    /// Why it may not fight as it is.
    pub problems: Vec<Problem>,
}

#[derive(Clone, Debug, Serialize, TS)]
pub struct Total {
    pub name: String,
    pub value: i32,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub rule: Option<String>,
}

#[derive(Clone, Debug, Serialize, TS)]
pub struct Enlisted {
    pub name: String,
    pub kind: String,
    pub count: u8,
    pub stats: Vec<Measure>,
    pub experience: i32,
    pub gear: Vec<String>,
    pub marks: Vec<Lasting>,
}

#[derive(Clone, Debug, Serialize, TS)]
pub struct Measure {
    pub name: String,
    pub value: String,
    /// By how much campaigns have changed it.
    pub change: i8,
}

/// What battles have left on a fighter.
#[derive(Clone, Debug, Serialize, TS)]
pub struct Lasting {
    pub text: String,
    /// An advance rather than an injury.
    pub good: bool,
    pub rule: String,
}

/// A battle of a campaign, with the tokens that lead there for whoever asked.
#[derive(Clone, Debug, Serialize, TS)]
pub struct Chapter {
    pub number: u32,
    pub scenario: String,
    /// The scenario was drawn by lot.
    pub drawn: bool,
    pub stage: CampaignStage,
    /// Minds fight for everybody.
    pub minds: bool,
    /// The seat at the battle; once it is over, its replay.
    pub battle: String,
    /// Round and phase, while it goes on.
    pub clock: String,
    /// Who decides now, in the battle or in what follows it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub decides: Option<u8>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub outcome: Option<Outcome>,
    /// The seat at what follows the battle.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub aftermath: Option<String>,
}

/// What followed a battle, line by line.
#[derive(Clone, Debug, Serialize, TS)]
pub struct Aftermath {
    pub lines: Vec<LogLine>,
}
