//! What a pack holds: tables, people, traits, gear, Adventures, warbands. All inert; [`crate::effects`] says what it does.

mod aftermath;
mod index;
mod load;

pub use aftermath::{Aftermath, Awards, Origins, Trauma};
pub use load::{core, core_sources, load, load_all};

use crate::effects::{Archetype, Birth, Feature, GearTrait, OriginType, Talent};
use crate::muster::Warband;
use kernel::{Name, Problem, Rule};
use space::inches::Spot;
use std::sync::Arc;

/// Where an entry comes from, shown to the player.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Provenance {
    Source,
    Public,
    House,
}

impl Provenance {
    pub fn text(self) -> &'static str {
        match self {
            Provenance::Source => "source",
            Provenance::Public => "public",
            Provenance::House => "house",
        }
    }
}

/// A Chronicle Stage (SM-STAGE-01).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub enum Stage {
    #[default]
    Upstart,
    Blooded,
    Legend,
}

impl Stage {
    pub const ALL: [Stage; 3] = [Stage::Upstart, Stage::Blooded, Stage::Legend];
    pub const WORDS: &'static [(&'static str, Stage)] =
        &[("upstart", Stage::Upstart), ("blooded", Stage::Blooded), ("legend", Stage::Legend)];

    pub fn word(self) -> &'static str {
        Stage::WORDS[self as usize].0
    }

    /// The Stage that follows (SM-STAGE-06).
    pub fn next(self) -> Option<Stage> {
        match self {
            Stage::Upstart => Some(Stage::Blooded),
            Stage::Blooded => Some(Stage::Legend),
            Stage::Legend => None,
        }
    }
}

/// The type of a model, the highest first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Kind {
    Warlord,
    Champion,
    Warrior,
    /// A Warrior from outside the Warband (SM-MUSTER-08).
    Hireling,
}

impl Kind {
    pub const ALL: [Kind; 4] = [Kind::Warlord, Kind::Champion, Kind::Warrior, Kind::Hireling];
    pub const WORDS: &'static [(&'static str, Kind)] = &[
        ("warlord", Kind::Warlord),
        ("champion", Kind::Champion),
        ("warrior", Kind::Warrior),
        ("hireling", Kind::Hireling),
    ];

    pub fn word(self) -> &'static str {
        Kind::WORDS[self as usize].0
    }

    pub fn title(self) -> &'static str {
        match self {
            Kind::Warlord => "Warlord",
            Kind::Champion => "Champion",
            Kind::Warrior => "Warrior",
            Kind::Hireling => "Hireling",
        }
    }

    /// The rule that describes the type.
    pub fn rule(self) -> Rule {
        match self {
            Kind::Warlord => rulebook::SM::TYPE_01,
            Kind::Champion => rulebook::SM::TYPE_05,
            Kind::Warrior => rulebook::SM::TYPE_06,
            Kind::Hireling => rulebook::SM::MUSTER_08,
        }
    }
}

/// CBT, CMD, CON in the order of the book (SM-RATING-01).
pub const RATINGS: [&str; 3] = ["CBT", "CMD", "CON"];
pub const CBT: usize = 0;
pub const CMD: usize = 1;
pub const CON: usize = 2;

#[derive(Clone, Debug)]
pub struct StageTable {
    pub title: &'static str,
    pub starting_sp: i16,
    /// Inches; the preset of a free battle (SM-STAGE-03).
    pub board: [u8; 2],
    /// Renown from which a Warband is of this Stage.
    pub renown: i16,
    /// Starting maximum of each Rating for Warlord, Champion, Warrior.
    pub maximum: [[u8; 3]; 3],
    pub provenance: Provenance,
}

#[derive(Clone, Debug)]
pub struct TypeTable {
    pub slots: u8,
    /// SP a point of each Rating.
    pub price: [i16; 3],
    pub optional: bool,
    pub provenance: Provenance,
}

/// A row of the Warband Organization Table.
#[derive(Clone, Debug)]
pub struct Organization {
    /// Whose row it is; none for everybody without a row of his own.
    pub archetype: Option<Name>,
    pub champions: [u8; 2],
    pub warriors: [u8; 2],
    pub hirelings: Hirelings,
    pub hirelings_are_warriors: bool,
    pub total: [u8; 2],
    /// Most Champions with the Mercenary Stronghold, where it changes this row (SM-STRONGHOLD-05).
    pub glory_hounds: Option<u8>,
    pub provenance: Provenance,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Hirelings {
    Most(u8),
    /// The Warlord's CMD and so many more.
    CommandPlus(u8),
}

#[derive(Clone, Debug)]
pub struct Limits {
    pub avatars_and_mystics: u8,
    pub scarce: u8,
    pub scarce_mercantile: u8,
    pub armour: u8,
    pub level: u8,
    pub cascade: u8,
    pub long_range: u8,
    pub range_multiple: u8,
    pub poison_threshold: u8,
    pub fire_damage: u8,
    /// Losses in percent from which a Rout Check is due: for most and for a Relentless Crusader (SM-ARCH-16), each
    /// against others and against a Rival (SM-FACTION-02).
    pub rout: [[u8; 2]; 2],
}

/// Tactical Pool tables: tokens by CMD (from 1) and models (from 3).
#[derive(Clone, Debug)]
pub struct Pools {
    pub rows: [Vec<u8>; 7],
    pub wounded: Vec<u8>,
    pub provenance: Provenance,
}

impl Pools {
    /// Base Tokens of a whole Warband (SM-POOL-02).
    pub fn base(&self, cmd: u8, models: usize) -> u8 {
        let row = &self.rows[usize::from(cmd.clamp(1, 7)) - 1];
        column(row, models)
    }

    /// Base Tokens once the Warlord is Wounded (SM-POOL-04).
    pub fn wounded(&self, models: usize) -> u8 {
        column(&self.wounded, models)
    }
}

fn column(row: &[u8], models: usize) -> u8 {
    let at = models.saturating_sub(3).min(row.len().saturating_sub(1));
    row.get(at).copied().unwrap_or(1)
}

/// The numbers of a background, bloodline or caste.
#[derive(Clone, Debug)]
pub struct BirthEntry {
    pub title: &'static str,
    pub threshold: u8,
    pub speed: u8,
    pub difficult: u8,
    pub provenance: Provenance,
}

#[derive(Clone, Debug)]
pub struct ArchetypeEntry {
    pub id: Name,
    pub title: &'static str,
    pub effect: Archetype,
    pub provenance: Provenance,
}

#[derive(Clone, Debug)]
pub struct Faction {
    pub id: Name,
    pub title: &'static str,
    pub rival: Name,
    /// The rule that tells of it.
    pub rule: Rule,
    pub provenance: Provenance,
}

#[derive(Clone, Debug)]
pub struct Stronghold {
    pub id: Name,
    pub title: &'static str,
    pub feature: &'static str,
    pub effect: Feature,
    pub provenance: Provenance,
}

/// The lists that traits stand on: four categories, the sub-list of each, and the factions' own.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum List {
    Core,
    Martial,
    Inborn,
    Arcanum,
    Vocation,
    Exploit,
    Monstrous,
    Undead,
    Faction,
}

impl List {
    pub const WORDS: &'static [(&'static str, List)] = &[
        ("core", List::Core),
        ("martial", List::Martial),
        ("inborn", List::Inborn),
        ("arcanum", List::Arcanum),
        ("vocation", List::Vocation),
        ("exploit", List::Exploit),
        ("monstrous", List::Monstrous),
        ("undead", List::Undead),
        ("faction", List::Faction),
    ];

    pub fn title(self) -> &'static str {
        match self {
            List::Core => "Core",
            List::Martial => "Martial",
            List::Inborn => "Inborn",
            List::Arcanum => "Arcanum",
            List::Vocation => "Vocation",
            List::Exploit => "Exploit",
            List::Monstrous => "Monstrous",
            List::Undead => "Undead",
            List::Faction => "Faction",
        }
    }

    /// The category whose Cascade entry opens this sub-list, and the rule of that entry (SM-TRAITRULE-06).
    pub fn cascade(self) -> Option<(List, Rule)> {
        use rulebook::SM;
        match self {
            List::Vocation => Some((List::Core, SM::CORE_07)),
            List::Exploit => Some((List::Martial, SM::MARTIAL_01)),
            List::Monstrous => Some((List::Inborn, SM::INBORN_03)),
            List::Undead => Some((List::Arcanum, SM::ARCANUM_05)),
            _ => None,
        }
    }

    /// The Origin that a category belongs to; none for Core and Faction (SM-TRAITRULE-04).
    pub fn origin(self) -> Option<OriginType> {
        match self.cascade().map_or(self, |(category, _)| category) {
            List::Martial => Some(OriginType::Human),
            List::Inborn => Some(OriginType::DemiHuman),
            List::Arcanum => Some(OriginType::Supernatural),
            _ => None,
        }
    }
}

#[derive(Clone, Debug)]
pub struct Trait {
    pub id: Name,
    pub title: &'static str,
    pub list: List,
    pub faction: Option<Name>,
    pub sp: i16,
    /// EXP of the levels +2 and +3; empty where the trait has no levels.
    pub exp: Vec<i16>,
    /// The types that may have it; empty for all.
    pub only: Vec<Kind>,
    pub optional: bool,
    pub effects: Vec<Talent>,
    pub rule: Rule,
    pub provenance: Provenance,
}

impl Trait {
    pub fn stackable(&self) -> bool {
        !self.exp.is_empty()
    }
}

#[derive(Clone, Debug)]
pub struct Gear {
    pub id: Name,
    pub title: &'static str,
    pub form: Form,
    pub sp: i16,
    pub traits: Vec<GearTrait>,
    pub optional: bool,
    /// The weapon it is an upgrade of (SM-GEARTRAIT-07).
    pub upgrade_of: Option<Name>,
    pub rule: Rule,
    pub sp_provenance: Provenance,
    pub provenance: Provenance,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    Close { reach: u8, dmg: i16, hands: u8, thrown: Option<Thrown> },
    Ranged { range: u8, rof: u8, dmg: i16, hands: u8, reach: Option<u8> },
    Worn { slot: Slot, arm: i16, arm_ranged: i16 },
    Equipment,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Thrown {
    pub rof: u8,
    /// Farthest throw, in times the thrower's CON.
    pub farthest: u8,
    /// Base Damage is CON/2; else the printed damage (SM-GEARTRAIT-28).
    pub half_con: bool,
    pub unlimited: bool,
}

/// Where a piece is worn; a model wears one piece for each slot at most (SM-GEARRULE-11).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Slot {
    Armour,
    Shield,
    Helmet,
}

impl Slot {
    pub fn title(self) -> &'static str {
        match self {
            Slot::Armour => "suit of Armour",
            Slot::Shield => "Shield",
            Slot::Helmet => "Helmet",
        }
    }
}

impl Gear {
    pub fn has(&self, wanted: GearTrait) -> bool {
        self.traits.contains(&wanted)
    }

    /// Starmetal makes weapons of close combat and what is worn (SM-GEARTRAIT-24).
    pub fn takes_starmetal(&self) -> bool {
        matches!(self.form, Form::Close { .. } | Form::Worn { .. })
    }
}

/// A Monstrous Hide Augmentation of the Inborn Arsenal.
#[derive(Clone, Debug)]
pub struct Hide {
    pub id: Name,
    pub title: &'static str,
    pub sp: i16,
    pub arm: i16,
    pub heavy: bool,
    pub allowed: Vec<Talent>,
    pub optional: bool,
    pub provenance: Provenance,
}

#[derive(Clone, Debug)]
pub struct Starmetal {
    pub sp: i16,
    pub dmg: i16,
    pub arm: i16,
    pub provenance: Provenance,
}

/// What an Adventure is about: its rules are code.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Quest {
    GraveGold,
    Beacon,
}

#[derive(Clone, Debug)]
pub struct Adventure {
    pub id: Name,
    pub title: &'static str,
    pub quest: Quest,
    pub turns: u8,
    /// Thousandths of an inch.
    pub board: [i32; 2],
    pub intruder: Zone,
    pub sentry: Zone,
    /// The churchyard, the palisade.
    pub ward: Vec<Spot>,
    pub objectives: Vec<Objective>,
    pub terrain: Vec<Piece>,
    pub reward: Reward,
    pub text: String,
    pub provenance: Provenance,
}

#[derive(Clone, Debug)]
pub struct Zone {
    pub outline: Vec<Spot>,
    pub edge: Edge,
    pub text: String,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Edge {
    North,
    South,
    East,
    West,
}

#[derive(Clone, Debug)]
pub struct Objective {
    pub id: Name,
    pub title: &'static str,
    pub at: Spot,
    pub radius: i32,
}

/// A piece of terrain: an outline with a height.
#[derive(Clone, Debug)]
pub struct Piece {
    pub id: Name,
    pub title: &'static str,
    pub ground: Ground,
    pub outline: Vec<Spot>,
    pub height: i32,
    pub durable: bool,
    pub see_through: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ground {
    Obstacle,
    Platform,
    Area,
    Difficult,
    Impassable,
}

/// Silver Pieces that an Adventure pays.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Reward {
    /// To the Intruder for each objective.
    pub each: i16,
    pub intruder: i16,
    pub sentry: i16,
    pub loss: i16,
}

#[derive(Debug)]
pub struct Pack {
    pub hash: String,
    pub stages: [StageTable; 3],
    pub types: [TypeTable; 4],
    pub organizations: Vec<Organization>,
    pub limits: Limits,
    pub pools: Pools,
    pub births: Vec<BirthEntry>,
    pub archetypes: Vec<ArchetypeEntry>,
    pub factions: Vec<Faction>,
    pub strongholds: Vec<Stronghold>,
    pub traits: Vec<Arc<Trait>>,
    pub gear: Vec<Arc<Gear>>,
    pub hides: Vec<Hide>,
    pub starmetal: Starmetal,
    pub aftermath: Aftermath,
    pub adventures: Vec<Arc<Adventure>>,
    pub warbands: Vec<Warband>,
    /// Ready-made warbands that a player's tables forbid, so that they are not offered.
    pub unfit: Vec<Unfit>,
}

/// A ready-made warband that is left out, and why.
#[derive(Clone, Debug)]
pub struct Unfit {
    pub id: Name,
    pub title: String,
    pub problems: Vec<Problem>,
}

impl kernel::Pack for Pack {
    fn hash(&self) -> &str {
        &self.hash
    }
}

impl Pack {
    pub fn stage(&self, stage: Stage) -> &StageTable {
        &self.stages[stage as usize]
    }

    pub fn kind(&self, kind: Kind) -> &TypeTable {
        &self.types[kind as usize]
    }

    pub fn birth(&self, birth: Birth) -> Option<&BirthEntry> {
        self.births.get(birth as usize)
    }

    pub fn archetype(&self, id: Name) -> Option<&ArchetypeEntry> {
        self.archetypes.iter().find(|entry| entry.id == id)
    }

    pub fn faction(&self, id: Name) -> Option<&Faction> {
        self.factions.iter().find(|entry| entry.id == id)
    }

    pub fn stronghold(&self, id: Name) -> Option<&Stronghold> {
        self.strongholds.iter().find(|entry| entry.id == id)
    }

    pub fn talent(&self, id: Name) -> Option<&Arc<Trait>> {
        self.traits.iter().find(|entry| entry.id == id)
    }

    pub fn gear(&self, id: Name) -> Option<&Arc<Gear>> {
        self.gear.iter().find(|entry| entry.id == id)
    }

    pub fn hide(&self, id: Name) -> Option<&Hide> {
        self.hides.iter().find(|entry| entry.id == id)
    }

    pub fn adventure(&self, id: Name) -> Option<&Arc<Adventure>> {
        self.adventures.iter().find(|entry| entry.id == id)
    }

    pub fn warband(&self, id: Name) -> Option<&Warband> {
        self.warbands.iter().find(|entry| entry.id == id)
    }

    /// The rule by which two factions are Rivals, if they are (SM-FACTION-02).
    pub fn rivals(&self, one: Name, other: Name) -> Option<Rule> {
        self.faction(one).filter(|faction| faction.rival == other).map(|faction| faction.rule)
    }
}
