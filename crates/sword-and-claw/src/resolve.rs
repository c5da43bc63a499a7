//! Resolving attacks: to hit, damage, wounds and what comes with them (SC-ATTACK, SC-DAMAGE, SC-TOHIT).
//!
//! Attacks of one step are simultaneous: each is rolled against the state as it stands and gives [`Harm`], which
//! [`suffer`] applies once all have been rolled (SC-RANGED-09, SC-MELEE-03).

pub mod area;
pub mod barrier;
mod cited;
pub mod damage;
pub mod direct;
pub mod forecast;
pub mod melee;
pub mod project;
pub mod shot;
pub mod template;
pub mod tohit;

pub use damage::{Harm, suffer};
pub use melee::{Blow, Weapon, blow, opportunity_strike};
