//! The ids of all entries, so that none is there twice.

use pack::{Ids, Place};
use std::collections::BTreeMap;
use std::fmt;

/// The kinds of entries, each with ids of its own.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Kind {
    Faction,
    Troop,
    Spell,
    Terrain,
    Map,
    Scenario,
    Army,
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Kind::Faction => "faction",
            Kind::Troop => "troop",
            Kind::Spell => "spell",
            Kind::Terrain => "terrain kind",
            Kind::Map => "map",
            Kind::Scenario => "scenario",
            Kind::Army => "army",
        })
    }
}

#[derive(Debug, Default)]
pub(super) struct Notes {
    pub(super) ids: Ids<Kind>,
    /// The symbols of terrain kinds that are taken.
    pub(super) symbols: BTreeMap<char, Place>,
}
