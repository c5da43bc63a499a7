//! What stands before a battle: the systems with what they offer, and how battles are begun, opened and forked.

use super::CampaignCard;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use ts_rs::TS;

/// What the start page offers.
#[derive(Clone, Debug, Serialize, TS)]
pub struct Catalog {
    pub systems: Vec<SystemCard>,
}

#[derive(Clone, Debug, Serialize, TS)]
pub struct SystemCard {
    pub name: String,
    pub title: String,
    pub playable: bool,
    /// One sentence for somebody who looks for a game.
    pub text: String,
    /// What one plays on, how a turn goes, what is rolled.
    pub space: String,
    pub turn: String,
    pub dice: String,
    pub scenarios: Vec<ScenarioCard>,
    pub warbands: Vec<WarbandCard>,
    pub maps: Vec<MapCard>,
    pub minds: Vec<MindCard>,
    pub options: Vec<Setting>,
    /// How the options stand where nobody has chosen.
    pub usual: BTreeMap<String, String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub campaign: Option<CampaignCard>,
}

/// What else may be settled before a battle; the first value is what holds when nothing is said.
#[derive(Clone, Debug, Serialize, TS)]
pub struct Setting {
    pub name: String,
    pub title: String,
    pub values: Vec<SettingValue>,
}

#[derive(Clone, Debug, Serialize, TS)]
pub struct SettingValue {
    pub value: String,
    pub title: String,
}

#[derive(Clone, Debug, Serialize, TS)]
pub struct ScenarioCard {
    pub id: String,
    pub title: String,
    pub text: String,
    pub points: i32,
    /// Who may sit down to it: for each seat the side that it plays for. The first is what is usual.
    pub seatings: Vec<Vec<u8>>,
}

#[derive(Clone, Debug, Serialize, TS)]
pub struct WarbandCard {
    pub id: String,
    pub title: String,
    pub faction: String,
    /// The scenario it is listed under.
    pub scenario: String,
    /// Every scenario it may fight in.
    pub fits: Vec<String>,
    pub points: i32,
    pub units: Vec<String>,
}

#[derive(Clone, Debug, Serialize, TS)]
pub struct MapCard {
    pub id: String,
    pub title: String,
    pub text: String,
}

#[derive(Clone, Debug, Serialize, TS)]
pub struct MindCard {
    pub name: String,
    pub text: String,
}

#[derive(Clone, Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct NewBattle {
    pub system: String,
    pub scenario: String,
    pub sides: Vec<NewSide>,
    #[serde(default)]
    #[ts(optional)]
    pub map: Option<String>,
    /// Options of the system beside those, as the catalog lists them.
    #[serde(default)]
    #[ts(optional, as = "Option<BTreeMap<String, String>>")]
    pub options: BTreeMap<String, String>,
    /// Seats that throw real dice and type what fell.
    #[serde(default)]
    pub own_dice: Vec<u8>,
    /// All people play at one screen.
    #[serde(default)]
    pub shared_screen: bool,
    /// Or only those of these seats do; the others have links of their own.
    #[serde(default)]
    #[ts(optional, as = "Option<Vec<u8>>")]
    pub screen: Vec<u8>,
}

/// A player, seat by seat.
#[derive(Clone, Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct NewSide {
    /// The id of a ready-made warband; with a file, what to call it.
    pub warband: String,
    /// A warband file, for one of the player's own.
    #[serde(default)]
    #[ts(optional)]
    pub file: Option<String>,
    /// `human`, or the name of a mind.
    pub player: String,
    /// The side that the player is on, counted from 0; left out, everybody has a side of his own.
    #[serde(default)]
    #[ts(optional)]
    pub side: Option<u8>,
}

#[derive(Clone, Debug, Serialize, TS)]
pub struct Made {
    pub battle: String,
    pub seats: Vec<SeatToken>,
    pub watch: String,
}

#[derive(Clone, Debug, Serialize, TS)]
pub struct SeatToken {
    pub seat: u8,
    pub token: String,
}

#[derive(Clone, Debug, Serialize, TS)]
pub struct Problems {
    pub problems: Vec<Problem>,
}

#[derive(Clone, Debug, Serialize, TS)]
pub struct Problem {
    pub place: String,
    pub text: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub rule: Option<String>,
}

#[derive(Clone, Debug, Serialize, TS)]
pub struct Opened {
    pub token: String,
}

#[derive(Clone, Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct Fork {
    pub token: String,
    pub step: u32,
    /// `human` or the name of a mind, for each seat.
    pub sides: Vec<String>,
}
