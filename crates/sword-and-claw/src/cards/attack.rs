//! One line of the attack list of a troop sheet (SC-TROOP-20 to SC-TROOP-24, SC-WQUAL).

use kernel::Name;

/// Attacks that a sheet may list: figures keep count of each.
pub const MOST_ATTACKS: usize = 8;

/// The place of an attack on its troop sheet.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct AttackId(pub u8);

/// The place of a load among those of a figure (SC-WQUAL-27).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Load(pub u8);

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum AttackKind {
    Melee,
    Ranged,
    /// Made in the Melee Attack step with the ranged rules for hitting (SC-TROOP-24).
    Projected,
}

/// How often the attack is rolled when it is used (SC-TROOP-23).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Count {
    Fixed(u8),
    /// The remaining wounds (SC-WQUAL-22).
    Health,
    /// Half the remaining wounds, rounded up (SC-WQUAL-23).
    HalfHealth,
}

impl Count {
    #[inline]
    pub const fn number(self, health: u8) -> u8 {
        match self {
            Count::Fixed(number) => number,
            Count::Health => health,
            Count::HalfHealth => health.div_ceil(2),
        }
    }
}

/// What the attack covers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Shape {
    /// One figure for each roll.
    Single,
    /// A block of that many squares a side, aimed at a spot (SC-AREA).
    Area(u8),
    Aura(u8),
    Cone(u8),
    Fan(u8),
    /// Away from the attacker, or, for a ranged attack, on from the target (SC-WQUAL-18, SC-WQUAL-19).
    Line(u8),
    Sweep(u8),
}

/// The temporary terrain that an attack or a spell makes (SC-WQUAL-07).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum ZoneKind {
    Blocking,
    Obscuring,
    Burning,
    Entangling,
    RoughGoing,
}

/// Qualities of an attack without a number (SC-WQUAL), as bits.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct WeaponQualities(pub u32);

impl WeaponQualities {
    pub const AUTOMATIC: WeaponQualities = WeaponQualities(1);
    pub const CHARGE_ONLY: WeaponQualities = WeaponQualities(1 << 1);
    pub const DIRECT_LINE: WeaponQualities = WeaponQualities(1 << 2);
    pub const DRAINING: WeaponQualities = WeaponQualities(1 << 3);
    pub const ENTANGLING: WeaponQualities = WeaponQualities(1 << 4);
    pub const INDIRECT_FIRE: WeaponQualities = WeaponQualities(1 << 5);
    pub const MAINTAINABLE: WeaponQualities = WeaponQualities(1 << 6);
    pub const NO_DAMAGE: WeaponQualities = WeaponQualities(1 << 7);
    pub const PARALYZING: WeaponQualities = WeaponQualities(1 << 8);
    pub const POISON: WeaponQualities = WeaponQualities(1 << 9);
    pub const REACH: WeaponQualities = WeaponQualities(1 << 10);
    pub const REQUIRES_RELOAD: WeaponQualities = WeaponQualities(1 << 11);
    pub const SLOW: WeaponQualities = WeaponQualities(1 << 12);
    pub const TWO_HANDED: WeaponQualities = WeaponQualities(1 << 13);
    pub const GROUND_TARGETS: WeaponQualities = WeaponQualities(1 << 14);
    pub const ON_GROUND: WeaponQualities = WeaponQualities(1 << 15);
    pub const WHILE_FLYING: WeaponQualities = WeaponQualities(1 << 16);

    #[inline]
    pub const fn has(self, other: WeaponQualities) -> bool {
        self.0 & other.0 != 0
    }

    #[inline]
    pub const fn with(self, other: WeaponQualities) -> WeaponQualities {
        WeaponQualities(self.0 | other.0)
    }
}

/// Small and `Copy`, so that an attack of a spell can be made on the spot (`Spell::attack`).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Attack {
    pub name: Name,
    pub title: &'static str,
    pub kind: AttackKind,
    pub to_hit: i8,
    /// Added to the d6 (SC-SETUP-05).
    pub damage: i8,
    pub count: Count,
    /// Short, medium and long range of a ranged attack; zeros for the others (SC-RANGED-05).
    pub range: [u8; 3],
    pub shape: Shape,
    pub zone: Option<ZoneKind>,
    pub qualities: WeaponQualities,
    /// Which alternative of the Or it belongs to (SC-TROOP-21).
    pub option: u8,
    /// The load that it needs and empties (SC-WQUAL-27).
    pub load: Option<Load>,
    /// Fit for trampling (SC-TRAMPLE-04).
    pub trample: bool,
}

impl Attack {
    #[inline]
    pub const fn has(&self, quality: WeaponQualities) -> bool {
        self.qualities.has(quality)
    }

    #[inline]
    pub const fn is_melee(&self) -> bool {
        matches!(self.kind, AttackKind::Melee)
    }

    #[inline]
    pub const fn is_ranged(&self) -> bool {
        matches!(self.kind, AttackKind::Ranged)
    }

    #[inline]
    pub const fn is_projected(&self) -> bool {
        matches!(self.kind, AttackKind::Projected)
    }

    /// The farthest that a ranged attack goes.
    #[inline]
    pub const fn long_range(&self) -> u8 {
        self.range[2]
    }

    /// Squares of the ring that a sweep may cover; `None` for other attacks.
    #[inline]
    pub const fn sweep(&self) -> Option<u8> {
        match self.shape {
            Shape::Sweep(squares) => Some(squares),
            _ => None,
        }
    }

    /// The rolls that the attack counts for against the budgets of trampling and opportunity attacks: those of a
    /// sweep are its squares (SC-TRAMPLE-02, SC-OPP-04).
    #[inline]
    pub const fn rolls(&self, health: u8) -> u8 {
        match self.shape {
            Shape::Sweep(squares) => squares,
            _ => self.count.number(health),
        }
    }
}
