//! The Sword Marches: man-to-man skirmish on a table in inches, and the chronicle of a warband from battle to battle.
//!
//! | room | chapter |
//! |---|---|
//! | [`content`] | tables, people, traits, gear, Adventures, warbands as data |
//! | [`effects`] | what traits, origins and gear do: a closed vocabulary |
//! | [`muster`] | building a legal warband, all problems at once; files, lines, random warbands |
//! | [`profile`], [`explain`] | a model's numbers after origin, traits and gear, each with the rules that made it |
//! | [`campaign`] | the After Action Report, a small system of its own |
//! | [`catalog`] | content as lists for people |

pub mod campaign;
pub mod catalog;
pub mod content;
pub mod effects;
pub mod explain;
pub mod muster;
pub mod profile;
pub mod verbs;
