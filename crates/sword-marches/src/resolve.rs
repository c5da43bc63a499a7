//! What comes of Actions: Checks, attacks, damage, injuries, panic, flight, falls, Ambush.

pub(crate) mod ambush;
pub(crate) mod attack;
pub(crate) mod check;
pub(crate) mod damage;
pub(crate) mod fall;
pub(crate) mod flight;
mod guard;
pub(crate) mod injury;
pub(crate) mod panic;
pub(crate) mod reckon;
pub(crate) mod shot;
