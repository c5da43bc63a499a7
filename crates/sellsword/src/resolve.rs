//! How things are settled: the attack roll, wounds, injuries, statuses, forced movement, reactions.

pub(crate) mod attack;
pub(crate) mod cause;
pub(crate) mod compromised;
pub(crate) mod cost;
pub(crate) mod forced;
pub(crate) mod harm;
pub(crate) mod hit;
pub(crate) mod injury;
pub(crate) mod modifiers;
pub(crate) mod reply;
pub(crate) mod reroll;
pub(crate) mod stats;
pub(crate) mod status;
pub(crate) mod vigor;
pub(crate) mod wounds;
