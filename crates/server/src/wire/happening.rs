//! What an event looks like on the board.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// Something to be seen when an event is told. Whatever is not named here is only told and rolled.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct Happening {
    pub act: Act,
    /// To whom it happens.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub figure: Option<u16>,
    /// Who does it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub by: Option<u16>,
    /// Where: thousandths of a square from the north-west corner, or of an inch from the south-west one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub at: Option<(i32, i32)>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub seat: Option<u8>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub amount: Option<i32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub word: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "lowercase")]
pub enum Act {
    Say,
    Turn,
    Go,
    Charge,
    Drop,
    Strike,
    Cast,
    Blast,
    Hit,
    Miss,
    Critical,
    Harm,
    Heal,
    Save,
    Fail,
    Gain,
    Lose,
    Down,
    Rise,
    Out,
    Leave,
    Score,
}
