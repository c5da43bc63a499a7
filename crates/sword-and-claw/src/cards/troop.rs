//! The troop sheet (SC-TROOP-02).

use super::{Attack, AttackId, FactionId, Origin};
use kernel::Name;

/// The place of a troop in [`Pack::troops`](super::Pack::troops).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct TroopId(pub u16);

/// The order is the ladder of SC-TROOP-18.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Size {
    Small,
    Medium,
    Large,
    Huge,
}

impl Size {
    /// Small 1 to Huge 4 (SC-TROOP-18).
    #[inline]
    pub const fn number(self) -> u8 {
        self as u8 + 1
    }

    /// Squares along one side of the base (SC-TROOP-17).
    #[inline]
    pub const fn side(self) -> u8 {
        match self {
            Size::Small | Size::Medium => 1,
            Size::Large => 2,
            Size::Huge => 3,
        }
    }

    /// What the size adds to a saving throw (SC-SAVE-03).
    #[inline]
    pub const fn save(self) -> i8 {
        self as i8 - 1
    }
}

/// Armour worn, in the order of its amount (SC-TROOP-06).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Armor {
    None,
    Leather,
    Chain,
    Scale,
    Plate,
}

/// The damage that a single hit has to reach for one wound, two wounds, and each further one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ToWound {
    pub first: i16,
    pub second: i16,
    /// The `+x` entry; 0 where the list ends with the second number (SC-TROOP-13).
    pub step: u8,
}

impl ToWound {
    /// How many wounds one hit of that damage makes (SC-TROOP-12, SC-TROOP-13).
    #[inline]
    pub const fn wounds(self, damage: i16) -> u8 {
        if damage < self.first {
            0
        } else if damage < self.second {
            1
        } else if self.step == 0 {
            2
        } else {
            let further = (damage - self.second) / self.step as i16;
            if further > 200 { 202 } else { 2 + further as u8 }
        }
    }

    /// All values raised alike: a shield against unrolled attacks, Stone Skin (SC-DAMAGE-05).
    #[inline]
    pub const fn raised(self, by: i16) -> ToWound {
        ToWound { first: self.first + by, second: self.second + by, step: self.step }
    }
}

impl std::fmt::Display for ToWound {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}/{}", self.first, self.second)?;
        if self.step > 0 { write!(f, "/+{}", self.step) } else { Ok(()) }
    }
}

/// Special qualities of a figure (SC-QUAL), as bits.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Qualities(pub u16);

impl Qualities {
    pub const SHORT: Qualities = Qualities(1);
    pub const AQUATIC: Qualities = Qualities(1 << 1);
    pub const CANT_RUN: Qualities = Qualities(1 << 2);
    pub const DISPERSED: Qualities = Qualities(1 << 3);
    pub const FLIGHT: Qualities = Qualities(1 << 4);
    pub const NIMBLE_CHARGER: Qualities = Qualities(1 << 5);
    pub const SIEGE_WEAPON: Qualities = Qualities(1 << 6);
    pub const SIEGE_WEAPON_CREW: Qualities = Qualities(1 << 7);
    /// In the printed Ranged Defense already (SC-QUAL-20).
    pub const SKELETON: Qualities = Qualities(1 << 8);
    /// In the printed To Wound already, as is Undead (SC-QUAL-21, SC-QUAL-22).
    pub const TOUGH_SKIN: Qualities = Qualities(1 << 9);
    pub const UNDEAD: Qualities = Qualities(1 << 10);

    #[inline]
    pub const fn has(self, other: Qualities) -> bool {
        self.0 & other.0 != 0
    }

    #[inline]
    pub const fn with(self, other: Qualities) -> Qualities {
        Qualities(self.0 | other.0)
    }
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Troop {
    /// The id of the pack with hyphens: `human-crossbowman`.
    pub id: Name,
    pub title: &'static str,
    pub faction: FactionId,
    pub origin: Origin,
    pub points: u16,
    pub armor: Armor,
    pub shield: bool,
    /// Inches of a plain Move (SC-TROOP-08).
    pub movement: u8,
    pub strength: i8,
    pub melee: i8,
    pub ranged: i8,
    pub to_wound: ToWound,
    pub wounds: u8,
    /// Magic for one wound; 0 cannot be healed (SC-TROOP-16).
    pub heal: u8,
    pub size: Size,
    pub cavalry: bool,
    pub qualities: Qualities,
    /// Levels of magic a turn; 0 is no caster (SC-QUAL-23).
    pub spellcaster: u8,
    /// In the order of the sheet; attacks of one alternative stand together.
    pub attacks: Vec<Attack>,
    /// How many alternatives are joined by Or (SC-TROOP-21); [`Attack::option`] counts from 0 to this.
    pub options: u8,
    /// How many loads the figure keeps: attacks that need reloading, those of one load group counted once.
    pub loads: u8,
    /// How the Defenses were built (SC-TROOP-14); play does not use them.
    pub training: i8,
    pub agility: i8,
    pub note: String,
}

impl Troop {
    #[inline]
    pub fn has(&self, quality: Qualities) -> bool {
        self.qualities.has(quality)
    }

    #[inline]
    pub fn attack(&self, id: AttackId) -> &Attack {
        &self.attacks[usize::from(id.0)]
    }

    /// Every attack with its id, in the order of the sheet.
    pub fn attacks(&self) -> impl Iterator<Item = (AttackId, &Attack)> {
        self.attacks.iter().enumerate().map(|(place, attack)| (AttackId(place as u8), attack))
    }

    pub fn attack_named(&self, name: Name) -> Option<AttackId> {
        self.attacks.iter().position(|attack| attack.name == name).map(|place| AttackId(place as u8))
    }

    /// The size number, one less with Short (SC-WATER-02, SC-QUAL-01).
    #[inline]
    pub fn height(&self) -> u8 {
        self.size.number() - u8::from(self.has(Qualities::SHORT))
    }

    /// The first To Wound number less the size number (SC-TROOP-06).
    #[inline]
    pub fn armor_amount(&self) -> i16 {
        self.to_wound.first - i16::from(self.size.number())
    }

    /// Figures that a siege weapon of this size needs (SC-QUAL-08).
    #[inline]
    pub fn crew(&self) -> u8 {
        self.size.number().max(2)
    }

    #[inline]
    pub fn flies(&self) -> bool {
        self.has(Qualities::FLIGHT)
    }

    #[inline]
    pub fn is_engine(&self) -> bool {
        self.has(Qualities::SIEGE_WEAPON)
    }
}
