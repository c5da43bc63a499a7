//! What minds are told of the game: how well a side stands, and answers worth a thought. Rules ask none of it.

pub(crate) mod appraise;
pub(crate) mod charges;
pub(crate) mod places;
pub(crate) mod prospect;
mod strolls;
