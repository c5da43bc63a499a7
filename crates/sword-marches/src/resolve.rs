//! What comes of Actions: Checks, attacks, damage, injuries, panic, flight, falls, Ambush.

pub mod ambush;
pub mod attack;
pub mod check;
pub mod damage;
pub mod fall;
pub mod flight;
mod guard;
pub mod injury;
pub mod panic;
pub mod reckon;
pub mod shot;
