//! Every decision of a battle, declared once: what is asked, which answers there are, how they are written and read.
//!
//! `setup` holds what is decided before the first turn, `turn` what a turn asks, `fight` what dice and blows ask.

mod fight;
mod setup;
mod turn;

pub(crate) use fight::*;
pub(crate) use setup::*;
pub(crate) use turn::*;

use crate::foresight;
use crate::state::State;
use kernel::decision::Declared;
use kernel::scene::Site;
use kernel::{Ask, Figure};
use space::inches::Spot;

pub(crate) const ALL: &[&[Declared<crate::Coreheim>]] = &[SETUP, TURN, FIGHT];

/// The base of whoever is set up or moves.
fn base(state: &State, ask: &Ask) -> Option<Site> {
    let radius = state.sheet(ask.actor?).radius;
    Some(Site::Disc { centre: Spot { x: 0, y: 0, z: 0 }, radius })
}

/// How far it is stands beside answers where anything may be measured at any time.
fn away(state: &State, from: Figure, to: Figure) -> Option<String> {
    let known = state.setting.options.free_measuring && from != to;
    known.then(|| format!("{} away", foresight::inch(state.distance(from, to))))
}
