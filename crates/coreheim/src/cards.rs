//! Equipment, skills, spells, warbands and scenarios as data: a closed vocabulary that the rules execute.
//!
//! Nothing here does anything. Lengths are whole thousandths of an inch (CH-GEOM-20), prices are gold.

mod load;
mod words;

pub use load::{core, core_sources, load, load_all};
pub(crate) use load::{forms, length, piece};
pub use words::{Guard, Item, Knack, Race, STATS, Set, Skill, SkillList, Stat, Trait, Word};

use kernel::{Name, Rule};
use rulebook::CH;
use space::inches::Spot;
use std::sync::Arc;

/// The weapon that everybody has who may carry any is known by its rule.
pub const DAGGER: Rule = CH::EQUIP_13;

/// A value for each characteristic; 0 is none, and such a fighter is never asked for it (CH-PROFILE-01).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Stats(pub [u8; STATS]);

impl Stats {
    pub fn get(self, stat: Stat) -> u8 {
        self.0[stat as usize]
    }
}

/// Where an entry comes from; shown to the player.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Origin {
    Source,
    Public,
    House,
}

impl Origin {
    pub fn text(self) -> &'static str {
        match self {
            Origin::Source => "source",
            Origin::Public => "public",
            Origin::House => "house",
        }
    }
}

/// Anything that can be bought and carried.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Gear {
    pub id: Name,
    pub title: &'static str,
    pub price: i16,
    /// 0 for common things; else the number to be rolled to find one (CH-CAMPAIGN-38).
    pub rarity: u8,
    pub rule: Rule,
    pub origin: Origin,
    pub kind: GearKind,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GearKind {
    Melee(Weapon),
    Missile(Weapon),
    Armour(Armour),
    Item(Item),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Weapon {
    pub hands: u8,
    /// Added to the bearer's in close combat; the strength of the shot otherwise.
    pub strength: i8,
    pub piercing: u8,
    /// Thousandths of an inch; 0 in close combat.
    pub range: i32,
    pub knacks: Set<Knack>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Slot {
    Body,
    Hand,
    Head,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Armour {
    pub slot: Slot,
    /// 7 is no save of its own.
    pub save: u8,
    pub guards: Set<Guard>,
}

/// How a trait or a skill is called, and where it is described.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Described<W> {
    pub word: W,
    pub id: Name,
    pub title: &'static str,
    pub rule: Rule,
    pub origin: Origin,
    /// Of skills only.
    pub list: Option<SkillList>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SpellKind {
    /// On the caster.
    Caster,
    /// On one friend in range, or the caster.
    Friend,
    /// On everybody concerned within the range, while it lasts.
    Aura,
    /// On everybody else within the range, once.
    Burst,
    /// At the closest enemy (CH-MAGIC-08).
    Missile,
    Cone,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Lasts {
    Instant,
    ThisTurn,
    /// Until the caster's next turn begins.
    NextTurn,
    /// Until the caster is knocked down, stunned or out of action.
    CasterUp,
}

/// Fighters named by what they are or by their entry.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Kindred {
    pub traits: Set<Trait>,
    pub fighters: Vec<Name>,
}

/// Hits or wounds that a spell deals (CH-MAGIC-10).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Harm {
    pub hits: u8,
    pub strength: u8,
    /// Wounds without a roll.
    pub wounds: u8,
    /// A higher Strength against some.
    pub fiercer: Option<(u8, Kindred)>,
    pub flaming: bool,
    pub poison: bool,
    pub no_save: bool,
    pub critical: bool,
    /// One hit each on different warriors, closest enemies first (CH-MAGIC-37).
    pub spread: bool,
    pub gain_wound: bool,
    pub strip_skills: bool,
}

/// What a spell does while it lasts. The flags are named after what they do to their bearer.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Lasting {
    pub strength: i8,
    pub injury_club: i8,
    pub weapon: i8,
    pub initiative: i8,
    pub poison: bool,
    pub immune_fear: bool,
    pub immune_panic: bool,
    /// Thousandths of an inch around the caster that no spell reaches.
    pub ward: i32,
    pub enemy_leadership: i8,
    pub strikes_last: bool,
    pub no_strike: bool,
    pub see_hidden: bool,
    pub casting: i8,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Deed {
    /// Regains a Wound and stands up (CH-MAGIC-17).
    Mend,
    Raise(Name),
    /// Up to so many of these, or one of those (CH-MAGIC-12).
    MoveAgain {
        most: u8,
        fighters: Vec<Name>,
        alone: Vec<Name>,
    },
    /// The caster goes anywhere within this distance (CH-MAGIC-32).
    Fly(i32),
    /// A friend is placed within this distance of the caster (CH-MAGIC-36).
    Fetch(i32),
}

/// A harder version of a spell, declared before the roll.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Augment {
    pub difficulty: u8,
    pub poison: bool,
    pub strength: u8,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Spell {
    pub id: Name,
    pub title: &'static str,
    pub difficulty: u8,
    pub kind: SpellKind,
    pub range: i32,
    pub lasts: Lasts,
    /// How often it succeeds in a battle; 0 is no limit.
    pub uses: u8,
    /// Needs nothing above the target (CH-MAGIC-30).
    pub open_sky: bool,
    pub harm: Option<Harm>,
    pub lasting: Option<Lasting>,
    pub deed: Option<Deed>,
    pub augment: Option<Augment>,
    /// Whom the aura is for; empty is everybody on that side.
    pub bearers: Vec<Name>,
    /// Those it does nothing to.
    pub spares: Kindred,
    pub prayer: bool,
    pub text: String,
    pub rule: Rule,
    pub origin: Origin,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SpellList {
    pub id: Name,
    pub title: String,
    pub origin: Origin,
    pub spells: Vec<Arc<Spell>>,
}

/// A kind of warband: who may be hired and what they may use.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Band {
    pub id: Name,
    pub title: String,
    pub blurb: String,
    pub max_size: u8,
    pub origin: Origin,
    pub lists: Vec<(Name, Vec<Name>)>,
    pub fighters: Vec<Arc<Fighter>>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fighter {
    pub id: Name,
    pub title: &'static str,
    pub band: Name,
    pub hero: bool,
    pub min: u8,
    pub max: u8,
    pub cost: i16,
    pub experience: u8,
    pub race: Race,
    pub stats: Stats,
    /// Thousandths of an inch.
    pub radius: i32,
    pub height: i32,
    /// Armour piercing of natural weapons.
    pub piercing: u8,
    /// Equipment list; none for those who use nothing (CH-EQUIP-04).
    pub equipment: Option<Name>,
    pub skills: Set<SkillList>,
    pub traits: Set<Trait>,
    pub spell_list: Option<Name>,
    pub spells: u8,
    pub origin: Origin,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Compass {
    North,
    East,
    South,
    West,
}

/// A ready-made terrain piece (CH-GEOM-21, CH-GEOM-22).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Piece {
    pub id: Name,
    pub shape: Shape,
}

/// A rectangle in plan, from its south-west corner.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Plot {
    pub x: i32,
    pub y: i32,
    pub width: i32,
    pub depth: i32,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Shape {
    Ruin { plot: Plot, storeys: u8, door: Compass, rails: Vec<Compass>, ladder: Option<Compass> },
    Block { plot: Plot, height: i32 },
    Wall { from: (i32, i32), to: (i32, i32), height: i32 },
    Walkway { plot: Plot, z: i32, rails: Vec<Compass> },
    Bridge { plot: Plot, z: i32, stairs: Vec<Compass>, rails: Vec<Compass> },
    Water { outline: Vec<(i32, i32)> },
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Role {
    /// A side by its number: A, B, C, D.
    Side(u8),
    Attacker,
    Defender,
}

/// Where a side sets up.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Deployment {
    pub role: Role,
    pub zone: Vec<(i32, i32)>,
    /// Within this distance of the outline of the zone only; 0 is the whole zone.
    pub inset: i32,
    /// The corners are rounded by so much: all within that distance of something square.
    pub rounded: i32,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Objective {
    RoutEnemy,
    /// Index of the piece that the attacker must hold at the end of a defender's turn (CH-DEPLOY-13).
    HoldPiece(u8),
    SurviveRounds(u8),
    /// So many warriors over the enemy edge, within this distance of it (CH-DEPLOY-14).
    BreakThrough {
        count: u8,
        within: i32,
    },
    Shard(Spot),
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Scenario {
    pub id: Name,
    pub title: String,
    pub players: (u8, u8),
    pub width: i32,
    pub depth: i32,
    pub rounds: u8,
    /// The attacker has the first turn; otherwise it is rolled for (CH-DEPLOY-04).
    pub attacker_first: bool,
    pub deployments: Vec<Deployment>,
    pub objectives: Vec<Objective>,
    pub pieces: Vec<Piece>,
    pub text: String,
    pub rule: Rule,
    pub origin: Origin,
}

impl Scenario {
    /// Shards are carried home (CH-DEPLOY-15).
    pub fn shards(&self) -> impl Iterator<Item = Spot> + '_ {
        self.objectives.iter().filter_map(|objective| match objective {
            Objective::Shard(at) => Some(*at),
            _ => None,
        })
    }

    /// One side defends and the other attacks (CH-DEPLOY-07).
    pub fn has_roles(&self) -> bool {
        self.deployments.iter().any(|deployment| deployment.role == Role::Defender)
    }
}

/// All content of the game, checked.
#[derive(Debug)]
pub struct Pack {
    pub hash: String,
    pub gear: Vec<Arc<Gear>>,
    pub traits: Vec<Described<Trait>>,
    pub skills: Vec<Described<Skill>>,
    pub spell_lists: Vec<SpellList>,
    pub bands: Vec<Arc<Band>>,
    pub scenarios: Vec<Arc<Scenario>>,
    /// The boards of the scenarios, by their place.
    pub fields: Vec<Arc<crate::field::Field>>,
    pub warbands: Vec<crate::muster::Ready>,
}

impl kernel::Pack for Pack {
    fn hash(&self) -> &str {
        &self.hash
    }
}

impl Pack {
    /// A rare thing that stands on no equipment list (CH-EQUIP-04).
    pub fn is_treasure(&self, gear: &Gear) -> bool {
        let listed = || self.bands.iter().flat_map(|band| &band.lists).any(|(_, list)| list.contains(&gear.id));
        gear.rarity > 0 && !gear.is_item() && !listed()
    }

    /// The thing that a rule is about.
    pub fn cited(&self, rule: Rule) -> Option<&Arc<Gear>> {
        self.gear.iter().find(|gear| gear.rule == rule)
    }

    /// Whether a thing is such an item.
    pub fn is_item(&self, id: Name, item: Item) -> bool {
        self.gear(id).is_some_and(|gear| matches!(gear.kind, GearKind::Item(known) if known == item))
    }

    pub fn gear(&self, id: Name) -> Option<&Arc<Gear>> {
        self.gear.iter().find(|gear| gear.id == id)
    }

    pub fn band(&self, id: Name) -> Option<&Arc<Band>> {
        self.bands.iter().find(|band| band.id == id)
    }

    pub fn fighter(&self, id: Name) -> Option<&Arc<Fighter>> {
        self.bands.iter().flat_map(|band| &band.fighters).find(|fighter| fighter.id == id)
    }

    pub fn spell_list(&self, id: Name) -> Option<&SpellList> {
        self.spell_lists.iter().find(|list| list.id == id)
    }

    pub fn spell(&self, id: Name) -> Option<&Arc<Spell>> {
        self.spell_lists.iter().flat_map(|list| &list.spells).find(|spell| spell.id == id)
    }

    pub fn skill(&self, id: Name) -> Option<&Described<Skill>> {
        self.skills.iter().find(|skill| skill.id == id)
    }

    pub fn skill_word(&self, word: Skill) -> Option<&Described<Skill>> {
        self.skills.iter().find(|skill| skill.word == word)
    }

    pub fn scenario(&self, id: Name) -> Option<&Arc<Scenario>> {
        self.scenarios.iter().find(|scenario| scenario.id == id)
    }

    pub fn field(&self, id: Name) -> Option<&Arc<crate::field::Field>> {
        let at = self.scenarios.iter().position(|scenario| scenario.id == id)?;
        self.fields.get(at)
    }

    pub fn warband(&self, id: Name) -> Option<&crate::muster::Ready> {
        self.warbands.iter().find(|ready| ready.id == id)
    }
}

impl Band {
    /// The things on an equipment list.
    pub fn list(&self, id: Name) -> &[Name] {
        self.lists.iter().find(|(list, _)| *list == id).map_or(&[], |(_, things)| things)
    }

    pub fn may_use(&self, fighter: &Fighter, gear: Name) -> bool {
        fighter.equipment.is_some_and(|list| self.list(list).contains(&gear))
    }
}

impl Gear {
    pub fn weapon(&self) -> Option<&Weapon> {
        match &self.kind {
            GearKind::Melee(weapon) | GearKind::Missile(weapon) => Some(weapon),
            _ => None,
        }
    }

    pub fn is_item(&self) -> bool {
        matches!(self.kind, GearKind::Item(_))
    }
}

impl Kindred {
    pub fn holds(&self, traits: Set<Trait>, fighter: Name) -> bool {
        self.traits.meets(traits) || self.fighters.contains(&fighter)
    }
}
