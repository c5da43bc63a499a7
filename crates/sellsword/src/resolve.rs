//! How things are settled: the attack roll, wounds, injuries, statuses, forced movement, reactions.

pub mod attack;
pub mod compromised;
pub mod cost;
pub mod forced;
pub mod harm;
pub mod hit;
pub mod injury;
pub mod modifiers;
pub mod reply;
pub mod reroll;
pub mod stats;
pub mod status;
pub mod vigor;
pub mod wounds;
