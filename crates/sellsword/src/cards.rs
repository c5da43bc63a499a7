//! Cards, maps and scenarios as data: a closed vocabulary that the rules execute.
//!
//! Nothing here does anything. A pack chooses words; what a word means stands in the chapters that use it, and a new
//! word makes the compiler list every place that has to decide about it.

mod load;
mod text;

pub(crate) use load::faction;
pub use load::{core, core_sources, load, load_all};

use kernel::{Name, Rule};
use rulebook::SW;
use space::grid::{Block, Square, Walls};
use std::sync::Arc;

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Hash)]
pub enum Stat {
    Agility,
    Brawn,
    Spirit,
    Wits,
    Move,
    Armor,
    Vigor,
}

pub const STATS: usize = 7;

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Hash)]
pub enum Wound {
    Cut,
    Pierce,
    Crush,
    Fire,
    Cold,
    Magic,
    Toxic,
    Fear,
}

pub const WOUNDS: usize = 8;

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Hash)]
pub enum Size {
    Small,
    Medium,
    Big,
}

impl Size {
    /// Squares along one side of the space (SW-UNIT-03).
    pub fn side(self) -> u8 {
        match self {
            Size::Small | Size::Medium => 1,
            Size::Big => 2,
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Hash)]
pub enum Token {
    Green,
    Blue,
    Red,
}

/// The kinds of act that the rule of 3 counts (SW-RULE3-01).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Hash)]
pub enum ActKind {
    Attack,
    BasicMove,
    Maneuver,
    Rest,
    Trait,
}

pub const ACT_KINDS: usize = 5;

/// Statuses that a unit gains and recovers from. Recurring wounds of each type are a status of their own.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Hash)]
pub enum Condition {
    Controlled,
    Enraged,
    Glamyred,
    Hobbled,
    Pinned,
    Shaken,
    Stunned,
    Helpless,
    Compromised,
    Recurring(Wound),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum InjuryBox {
    Mobility,
    Defensive,
    Mortal,
    /// Takes away the attack or trait of this name (SW-INJURY-12).
    Trait(Name),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Join {
    First,
    Then,
    And,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Spares {
    None,
    Itself,
    Allies,
}

/// What an attack or a trait does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Effect {
    pub join: Join,
    pub verb: Verb,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verb {
    Wounds {
        wound: Wound,
        amount: i16,
    },
    /// `amount` counts for Recurring only.
    Status {
        condition: Condition,
        amount: i16,
        recover: Stat,
        modifier: i16,
        star: bool,
    },
    Push(u8),
    Pull(u8),
    Move(u8),
    /// The attacker itself is moved (SW-EFFECT-13).
    MoveSelf(u8),
    Recoil(u8),
    AttackBonus(i16),
    DamageBonus(i16),
    StatBonus(Stat, i16),
    RecoveryBonus(i16),
    GainVigor(i16),
    Heal(u8),
    /// `None` cures one status of choice.
    Cure(Option<Condition>),
    ExtraAct(u8),
    AllowThree(ActKind),
    RerollAttack,
    IgnoreInvisible(u8),
    Summon {
        unit: Name,
        count: u8,
        within: u8,
    },
    PlaceSelf(u8),
    FreeStep(u8),
    Terrain {
        kind: Ground,
        reach: u8,
        radius: u8,
    },
    /// "Cannot move" and the like: a restriction on a card beats everything else (SW-EXCEPT-05).
    Forbid(ActKind),
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Attack {
    pub name: Name,
    pub title: &'static str,
    pub range: u8,
    /// 0 is none.
    pub burst: u8,
    pub slow: bool,
    pub acts: u8,
    pub token: Option<Token>,
    pub vigor: i16,
    pub bonus: i16,
    pub versus: Stat,
    /// The rule that describes this very attack, if the book has one.
    pub entry: Option<Rule>,
    pub spares: Spares,
    pub effects: Vec<Effect>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum When {
    Always,
    Act,
    RoundStart,
    RoundEnd,
    TurnStart,
    TurnEnd,
    AttackHit,
    AttackMissed,
    EnemyDropped,
    Charge,
    Reply,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Limit {
    None,
    Turn,
    Round,
    Match,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Cond {
    SelfInjured,
    TargetLiving,
    TargetHas(Test),
    AllyAdjacent(Test),
    AllyAdjacentLevel(u8),
    /// First wound type of the attack.
    AttackType(Wound),
    NonadjacentTarget,
    NotMovedThisTurn,
}

/// A descriptor test: any of the words, or anything at all when empty (`*`). States count as words (SW-TRAIT-15).
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Test(pub Vec<Name>);

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Whose {
    Itself,
    /// Own side without the unit itself.
    Ally,
    /// Own side with it.
    Friend,
    Enemy,
    /// Both sides without it.
    All,
    /// Both sides with it.
    Any,
    /// Target of the attack.
    Target,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Who {
    pub whose: Whose,
    pub has: Test,
    /// Counted distance; 0 is no limit.
    pub within: u8,
    pub one: bool,
    pub sight: bool,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Trait {
    pub name: Name,
    pub title: &'static str,
    pub text: String,
    pub when: When,
    pub limit: Limit,
    pub acts: u8,
    pub token: Option<Token>,
    pub vigor: i16,
    pub conds: Vec<Cond>,
    /// The rule that describes this very trait, if the book has one.
    pub entry: Option<Rule>,
    pub who: Who,
    pub effects: Vec<Effect>,
}

/// Common traits with a fixed meaning (SW-TRAIT-06), from card and mod together.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Common {
    pub fly: bool,
    pub ghostly: bool,
    pub invisible: bool,
    pub see_invisible: bool,
    pub shield: bool,
    pub stealthy: bool,
    pub toughness: bool,
    pub warleader: u8,
    pub immune: [i16; WOUNDS],
    pub vulnerable: [i16; WOUNDS],
    /// Recurring of any type stands here as `Recurring(Cut)`.
    pub immune_status: Vec<Condition>,
}

/// Where an entry comes from; shown to the player.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Origin {
    Source,
    Public,
    House,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnitCard {
    /// The id of the pack with hyphens: `gray-necromancer`.
    pub id: Name,
    pub title: &'static str,
    pub faction: Name,
    pub origin: Origin,
    /// Kind, quality and further words, as slugs.
    pub descriptors: Vec<Name>,
    pub level: u8,
    pub size: Size,
    pub vp: i16,
    pub fantasy: u8,
    /// Bits in the order Command, Magery, Melee, Missile, Natural.
    pub code: u8,
    pub unique: bool,
    pub stats: [i16; STATS],
    pub pool: [u8; 3],
    /// Acts that Rest & Reclaim takes for a token of each colour; 0 where it cannot.
    pub reclaim: [u8; 3],
    pub boxes: Vec<InjuryBox>,
    pub common: Common,
    pub attacks: Vec<Attack>,
    pub traits: Vec<Trait>,
    pub look: String,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ModCard {
    pub id: Name,
    pub title: &'static str,
    pub faction: Name,
    pub origin: Origin,
    pub vp: i16,
    pub fantasy: u8,
    pub code: u8,
    pub unique: bool,
    /// The rule that describes this very card, if the book has one.
    pub entry: Option<Rule>,
    pub min_level: u8,
    pub needs: Vec<Name>,
    pub adds_descriptors: Vec<Name>,
    pub pool: [u8; 3],
    pub reclaim: [u8; 3],
    pub stats: [i16; STATS],
    pub common: Common,
    pub attacks: Vec<Attack>,
    pub traits: Vec<Trait>,
    pub look: String,
}

/// Terrain kinds of a square, as bits: a square may have several (SW-TEMP-08).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Ground(pub u8);

impl Ground {
    pub const CLEAR: Ground = Ground(0);
    pub const CHALLENGING: Ground = Ground(1);
    pub const BRUSH: Ground = Ground(2);
    pub const DAMAGING: Ground = Ground(4);
    pub const OBSTRUCTING: Ground = Ground(8);
    pub const PIT: Ground = Ground(16);
    pub const SLIDING: Ground = Ground(32);
    pub const SMOKE: Ground = Ground(64);

    pub fn has(self, other: Ground) -> bool {
        self.0 & other.0 != 0
    }

    pub fn with(self, other: Ground) -> Ground {
        Ground(self.0 | other.0)
    }
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GridMap {
    pub id: Name,
    pub title: String,
    pub origin: Origin,
    pub walls: Walls,
    /// Row by row.
    pub ground: Vec<Ground>,
    pub damage: Wound,
    pub starts: Vec<StartArea>,
    pub objectives: Vec<Objective>,
    pub text: String,
}

/// A rectangle of squares.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rectangle {
    pub at: Square,
    pub width: u8,
    pub height: u8,
}

impl Rectangle {
    pub fn contains(self, square: Square) -> bool {
        square.x >= self.at.x
            && square.y >= self.at.y
            && square.x - self.at.x < self.width
            && square.y - self.at.y < self.height
    }

    pub fn holds(self, block: Block) -> bool {
        block.squares().all(|square| self.contains(square))
    }

    pub fn meets(self, block: Block) -> bool {
        block.squares().any(|square| self.contains(square))
    }
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StartArea {
    pub side: String,
    pub area: Rectangle,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Objective {
    pub title: &'static str,
    pub area: Rectangle,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Special {
    FirstCapture { vp: i16 },
    CentralObjective { vp: i16 },
    Bounty { min_level: u8, vp: i16 },
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Scenario {
    pub id: Name,
    pub title: String,
    pub origin: Origin,
    pub points: i16,
    pub max_units: u8,
    pub fantasy: u8,
    pub target: i16,
    /// The score must be above the target and not only reach it (SW-WIN-02).
    pub exceed: bool,
    pub vp_per_objective: i16,
    /// 0 is none.
    pub round_limit: u16,
    pub special: Vec<Special>,
    pub text: String,
}

/// A warband as it is written down; legal or not is for `muster` to say.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Warband {
    pub id: Name,
    pub title: String,
    pub origin: Origin,
    pub faction: Name,
    pub scenario: Name,
    pub gridmap: Option<Name>,
    pub units: Vec<Pick>,
}

/// A unit with the mod cards attached to it. A list, so that a second one can be written down and refused (SW-MOD-02).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Pick {
    pub unit: Name,
    pub mods: Vec<Name>,
}

/// All content of the game, checked.
#[derive(Debug)]
pub struct Pack {
    pub hash: String,
    pub units: Vec<Arc<UnitCard>>,
    pub mods: Vec<Arc<ModCard>>,
    pub maps: Vec<Arc<crate::field::Field>>,
    pub scenarios: Vec<Arc<Scenario>>,
    pub warbands: Vec<Warband>,
}

impl kernel::Pack for Pack {
    fn hash(&self) -> &str {
        &self.hash
    }
}

impl Pack {
    pub fn unit(&self, id: Name) -> Option<&Arc<UnitCard>> {
        self.units.iter().find(|card| card.id == id)
    }

    pub fn modcard(&self, id: Name) -> Option<&Arc<ModCard>> {
        self.mods.iter().find(|card| card.id == id)
    }

    pub fn map(&self, id: Name) -> Option<&Arc<crate::field::Field>> {
        self.maps.iter().find(|field| field.map.id == id)
    }

    pub fn scenario(&self, id: Name) -> Option<&Arc<Scenario>> {
        self.scenarios.iter().find(|scenario| scenario.id == id)
    }

    pub fn warband(&self, id: Name) -> Option<&Warband> {
        self.warbands.iter().find(|warband| warband.id == id)
    }
}

impl Scenario {
    /// What all others are variants of (SW-BUILD-10).
    pub const STANDARD: &str = "standard";

    pub fn is_standard(&self) -> bool {
        self.id.text() == Scenario::STANDARD
    }
}

impl Wound {
    pub const ALL: [Wound; WOUNDS] =
        [Wound::Cut, Wound::Pierce, Wound::Crush, Wound::Fire, Wound::Cold, Wound::Magic, Wound::Toxic, Wound::Fear];

    /// The rule that describes the type.
    pub fn rule(self) -> Rule {
        match self {
            Wound::Cut => SW::WOUND_02,
            Wound::Pierce => SW::WOUND_03,
            Wound::Crush => SW::WOUND_04,
            Wound::Fire => SW::WOUND_05,
            Wound::Cold => SW::WOUND_06,
            Wound::Magic => SW::WOUND_07,
            Wound::Toxic => SW::WOUND_08,
            Wound::Fear => SW::WOUND_09,
        }
    }
}

impl Stat {
    pub fn rule(self) -> Rule {
        match self {
            Stat::Agility => SW::STAT_02,
            Stat::Brawn => SW::STAT_03,
            Stat::Spirit => SW::STAT_04,
            Stat::Wits => SW::STAT_05,
            Stat::Move => SW::STAT_06,
            Stat::Armor => SW::STAT_07,
            Stat::Vigor => SW::STAT_08,
        }
    }
}
