//! What minds need of this game: what to think of when they are asked, and how well a battle stands. Nothing here decides
//! anything, and no rule hangs on it.

pub(crate) mod acts;
pub(crate) mod appraise;
pub(crate) mod lots;
pub(crate) mod march;
pub(crate) mod places;
pub(crate) mod walks;
