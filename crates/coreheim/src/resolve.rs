//! Resolution: tests, hits, wounds, saves, injuries, close combat, nerves.
//!
//! | file | |
//! |---|---|
//! | [`mod@test`] | characteristic and Leadership tests |
//! | [`blow`] | what a close combat blow is worth: to hit, Strength, piercing |
//! | [`fight`] | one combat: grips, strike order, who strikes whom, parries |
//! | [`batch`] | hits on one target together: charm, to wound, saves |
//! | [`injury`] | Wounds lost, injury dice, down, stunned, out of action |
//! | [`nerves`] | fear, stupidity, squabbling, panic, rallying, rout |
//! | [`save`] | armour saves |

pub(crate) mod batch;
pub(crate) mod blow;
pub(crate) mod fight;
pub(crate) mod injury;
pub(crate) mod nerves;
pub(crate) mod save;
pub(crate) mod test;
