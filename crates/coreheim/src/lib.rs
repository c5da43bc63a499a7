//! Coreheim: a fight of warbands on a table in inches, phase by phase, with a campaign.

pub mod cards;
pub mod muster;
pub mod verbs;
