//! Spells (SC-SPELL-04). Each is one of a closed set of effects with the numbers of its entry.

use super::{Attack, AttackKind, Count, Origin, Shape, WeaponQualities, ZoneKind};
use kernel::Name;

/// The place of a spell in [`Pack::spells`](super::Pack::spells).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct SpellId(pub u8);

/// The step in which a spell is cast (SC-CAST-01).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Step {
    Spellcasting,
    Ranged,
    Melee,
}

/// What keeping the effect up costs (SC-CAST-08).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Maintain {
    /// The effect does not last.
    Never,
    /// The level it was cast at.
    Same,
    Levels(u8),
}

/// The area attack of one level.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct AreaLevel {
    pub size: u8,
    pub damage: i8,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SpellEffect {
    /// An area attack; one entry for each level from the lowest on.
    Area { range: [u8; 3], to_hit: i8, levels: Vec<AreaLevel>, qualities: WeaponQualities },
    /// Ranged attacks: `attacks_per_level` for each level on different figures within `spread` inches of the first
    /// target, or a single one where that is 0. Damage d6 + `damage` + `damage_per_level` x level.
    Bolts {
        range: [u8; 3],
        to_hit: i8,
        damage: i8,
        damage_per_level: i8,
        attacks_per_level: u8,
        spread: u8,
        qualities: WeaponQualities,
    },
    /// A melee attack on an adjacent enemy.
    Touch { to_hit: i8, damage: i8, damage_per_level: i8, qualities: WeaponQualities },
    /// A Line of `length` + `length_per_level` x level squares from the caster.
    Line { to_hit: i8, damage: i8, length: u8, length_per_level: u8, qualities: WeaponQualities },
    /// A Fan of that length in inches.
    Fan { to_hit: i8, damage: i8, length: u8, length_per_level: u8, qualities: WeaponQualities },
    /// Removes wounds of one friend: the level divided by its Heal (SC-TROOP-16).
    Heal { range: u8 },
    /// A zone of squares joined side to side, all in range and the first in sight.
    Wall { range: u8, zone: ZoneKind, squares_per_level: u8 },
    /// A zone: a block of `side` + `side_per_level` x level squares a side, its nearest square in range and in sight.
    Block { range: u8, zone: ZoneKind, side: u8, side_per_level: u8 },
    /// One friend adds `per_level` x level to its To Wound values until the caster's next Spellcasting step.
    Toughen { range: u8, per_level: u8 },
    /// `targets_per_level` friends for each level add `bonus` to their Move in their next Movement step.
    Haste { range: u8, targets_per_level: u8, bonus: u8 },
    /// Enemy flyers sink unless they save.
    Downdraft { range: u8, targets_per_level: u8 },
    /// Ends one maintained effect or zone of no higher level.
    Dispel { range: u8 },
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Spell {
    pub id: Name,
    pub title: &'static str,
    pub origin: Origin,
    pub step: Step,
    /// Not to be cast with an enemy adjacent (SC-CAST-09).
    pub ranged: bool,
    pub min_level: u8,
    pub max_level: u8,
    pub maintain: Maintain,
    pub effect: SpellEffect,
    pub text: String,
}

impl Spell {
    /// What it costs to keep up an effect that was cast at that level; `None` if it cannot be kept up.
    pub fn upkeep(&self, level: u8) -> Option<u8> {
        match self.maintain {
            Maintain::Never => None,
            Maintain::Same => Some(level),
            Maintain::Levels(levels) => Some(levels),
        }
    }

    /// The attack that the spell makes at that level (SC-CAST-12); `None` for spells that attack nobody.
    pub fn attack(&self, level: u8) -> Option<Attack> {
        let times = |each: i8| each.saturating_mul(level as i8);
        let long = |base: u8, each: u8| base.saturating_add(each.saturating_mul(level));
        let attack = |kind, to_hit, damage, count, range, shape, qualities| {
            Some(Attack {
                name: self.id,
                title: self.title,
                kind,
                to_hit,
                damage,
                count: Count::Fixed(count),
                range,
                shape,
                zone: None,
                qualities,
                option: 0,
                load: None,
                trample: false,
            })
        };
        match &self.effect {
            SpellEffect::Area { range, to_hit, levels, qualities } => {
                let cast = levels.get(usize::from(level.checked_sub(self.min_level)?))?;
                attack(AttackKind::Ranged, *to_hit, cast.damage, 1, *range, Shape::Area(cast.size), *qualities)
            }
            SpellEffect::Bolts { range, to_hit, damage, damage_per_level, attacks_per_level, qualities, .. } => {
                let count = if *attacks_per_level == 0 { 1 } else { attacks_per_level.saturating_mul(level) };
                let damage = damage.saturating_add(times(*damage_per_level));
                attack(AttackKind::Ranged, *to_hit, damage, count, *range, Shape::Single, *qualities)
            }
            SpellEffect::Touch { to_hit, damage, damage_per_level, qualities } => {
                let damage = damage.saturating_add(times(*damage_per_level));
                attack(AttackKind::Melee, *to_hit, damage, 1, [0; 3], Shape::Single, *qualities)
            }
            SpellEffect::Line { to_hit, damage, length, length_per_level, qualities } => {
                let shape = Shape::Line(long(*length, *length_per_level));
                attack(AttackKind::Projected, *to_hit, *damage, 1, [0; 3], shape, *qualities)
            }
            SpellEffect::Fan { to_hit, damage, length, length_per_level, qualities } => {
                let shape = Shape::Fan(long(*length, *length_per_level));
                attack(AttackKind::Projected, *to_hit, *damage, 1, [0; 3], shape, *qualities)
            }
            SpellEffect::Heal { .. }
            | SpellEffect::Wall { .. }
            | SpellEffect::Block { .. }
            | SpellEffect::Toughen { .. }
            | SpellEffect::Haste { .. }
            | SpellEffect::Downdraft { .. }
            | SpellEffect::Dispel { .. } => None,
        }
    }
}
