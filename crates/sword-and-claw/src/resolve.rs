//! Resolving attacks: to hit, damage, wounds and what comes with them (SC-ATTACK, SC-DAMAGE, SC-TOHIT).
//!
//! Attacks of one step are simultaneous: each is rolled against the state as it stands and gives [`Harm`], which
//! [`suffer`] applies once all have been rolled (SC-RANGED-09, SC-MELEE-03).

pub(crate) mod area;
pub(crate) mod barrier;
mod cited;
pub(crate) mod damage;
pub(crate) mod direct;
pub(crate) mod melee;
pub(crate) mod project;
pub(crate) mod shot;
pub(crate) mod template;
pub(crate) mod tohit;

pub(crate) use damage::{Harm, suffer};
pub(crate) use melee::{Blow, Weapon, blow};
