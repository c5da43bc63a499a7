//! Troops, spells, terrain, maps, scenarios and armies as data: a closed vocabulary that the rules execute.
//!
//! Nothing here does anything. A pack chooses words; what a word means stands in the chapters that use it. A figure of
//! a battle carries only ids, so a state is cheap to clone; the [`Pack`] is shared.

mod attack;
mod load;
mod map;
mod spell;
mod text;
mod troop;

pub use load::{board, core, core_sources, load, load_all};

pub use attack::{Attack, AttackId, AttackKind, Count, Load, MOST_ATTACKS, Shape, WeaponQualities, ZoneKind};
pub use map::{Area, Cover, EdgeKind, Map, MapId, Terrain, TerrainId, Traits};
pub use spell::{AreaLevel, Maintain, Spell, SpellEffect, SpellId, Step};
pub use troop::{Armor, Qualities, Size, ToWound, Troop, TroopId};

use kernel::Name;
use space::grid::Dir;
use std::sync::Arc;

/// Where an entry comes from; shown to the player.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Origin {
    Source,
    Public,
    House,
}

/// The place of a faction in [`Pack::factions`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct FactionId(pub u8);

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Faction {
    pub id: Name,
    pub title: &'static str,
    pub origin: Origin,
    pub text: String,
}

/// How a battle is won besides concession, elimination and leaving the board (SC-TURN-04).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Victory {
    Standard,
    /// The attackers win when figures worth this many hundredths of their points have left over the defenders' edge.
    Cross {
        percent: u8,
    },
    /// After the last round the side with more points of figures in the area wins.
    Hold {
        area: Area,
    },
}

/// The place of a scenario in [`Pack::scenarios`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ScenarioId(pub u16);

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Scenario {
    pub id: Name,
    pub title: &'static str,
    pub origin: Origin,
    pub map: MapId,
    /// For each side (SC-SETUP-10).
    pub points: u16,
    /// The side of the table that attacks, counted from 0; `None` lets the players choose or draw (SC-SETUP-12).
    pub attacker: Option<u8>,
    /// The board edges that the defenders choose from: N, E, S or W, at least one (SC-SETUP-13).
    pub defender_edges: Vec<Dir>,
    /// Rounds; 0 is no limit.
    pub turn_limit: u16,
    pub victory: Victory,
    pub text: String,
}

/// One figure of an army, and the spells it knows if it casts (SC-SPELL-01).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Pick {
    pub troop: TroopId,
    /// A list, so that a wrong number of spells can be written down and refused.
    pub spells: Vec<SpellId>,
}

/// The army of one player as it is written down; legal or not is for `muster` to say.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Army {
    pub id: Name,
    pub title: &'static str,
    pub origin: Origin,
    pub faction: FactionId,
    /// The scenario it is written for; a line names none, for a setup does it once for all sides.
    pub scenario: Option<ScenarioId>,
    /// The points that it was drawn up for: its share of the side's, or what it costs where it does not say.
    pub points: u16,
    pub core: Vec<Pick>,
    /// Reserve A and reserve B; one of them fights (SC-SETUP-16).
    pub reserves: [Vec<Pick>; 2],
}

/// All content of the game, checked.
#[derive(Debug)]
pub struct Pack {
    pub hash: String,
    pub factions: Vec<Faction>,
    pub troops: Vec<Troop>,
    pub spells: Vec<Spell>,
    pub terrain: Vec<Terrain>,
    pub maps: Vec<Arc<Map>>,
    pub scenarios: Vec<Arc<Scenario>>,
    pub armies: Vec<Army>,
}

impl kernel::Pack for Pack {
    fn hash(&self) -> &str {
        &self.hash
    }
}

impl Pack {
    /// The faction of an id; ids are handed out by this pack and none other.
    #[inline]
    pub fn faction(&self, id: FactionId) -> &Faction {
        &self.factions[usize::from(id.0)]
    }

    #[inline]
    pub fn troop(&self, id: TroopId) -> &Troop {
        &self.troops[usize::from(id.0)]
    }

    #[inline]
    pub fn spell(&self, id: SpellId) -> &Spell {
        &self.spells[usize::from(id.0)]
    }

    #[inline]
    pub fn terrain(&self, id: TerrainId) -> &Terrain {
        &self.terrain[usize::from(id.0)]
    }

    #[inline]
    pub fn map(&self, id: MapId) -> &Arc<Map> {
        &self.maps[usize::from(id.0)]
    }

    #[inline]
    pub fn scenario(&self, id: ScenarioId) -> &Arc<Scenario> {
        &self.scenarios[usize::from(id.0)]
    }

    pub fn faction_named(&self, name: Name) -> Option<FactionId> {
        place(self.factions.iter().map(|faction| faction.id), name).map(|place| FactionId(place as u8))
    }

    pub fn troop_named(&self, name: Name) -> Option<TroopId> {
        place(self.troops.iter().map(|troop| troop.id), name).map(|place| TroopId(place as u16))
    }

    pub fn spell_named(&self, name: Name) -> Option<SpellId> {
        place(self.spells.iter().map(|spell| spell.id), name).map(|place| SpellId(place as u8))
    }

    pub fn map_named(&self, name: Name) -> Option<MapId> {
        place(self.maps.iter().map(|map| map.id), name).map(|place| MapId(place as u16))
    }

    pub fn scenario_named(&self, name: Name) -> Option<ScenarioId> {
        place(self.scenarios.iter().map(|scenario| scenario.id), name).map(|place| ScenarioId(place as u16))
    }

    pub fn army_named(&self, name: Name) -> Option<&Army> {
        self.armies.iter().find(|army| army.id == name)
    }
}

fn place(mut names: impl Iterator<Item = Name>, name: Name) -> Option<usize> {
    names.position(|known| known == name)
}
