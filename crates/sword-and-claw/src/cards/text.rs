//! The words of the vocabulary as people read them, and the rule that tells of each.

use super::{Armor, AttackKind, EdgeKind, Origin, Qualities, Shape, Size, Step, WeaponQualities, ZoneKind};
use kernel::Rule;
use rulebook::SC;

impl Origin {
    pub fn text(self) -> &'static str {
        match self {
            Origin::Source => "source",
            Origin::Public => "public",
            Origin::House => "house",
        }
    }
}

impl Size {
    pub fn text(self) -> &'static str {
        match self {
            Size::Small => "Small",
            Size::Medium => "Medium",
            Size::Large => "Large",
            Size::Huge => "Huge",
        }
    }
}

impl Armor {
    pub fn text(self) -> &'static str {
        match self {
            Armor::None => "None",
            Armor::Leather => "Leather",
            Armor::Chain => "Chain",
            Armor::Scale => "Scale",
            Armor::Plate => "Plate",
        }
    }
}

impl AttackKind {
    pub fn text(self) -> &'static str {
        match self {
            AttackKind::Melee => "melee",
            AttackKind::Ranged => "ranged",
            AttackKind::Projected => "projected",
        }
    }
}

impl Step {
    pub fn text(self) -> &'static str {
        match self {
            Step::Spellcasting => "Spellcasting",
            Step::Ranged => "Ranged Attack",
            Step::Melee => "Melee Attack",
        }
    }
}

impl ZoneKind {
    pub const ALL: [ZoneKind; 5] =
        [ZoneKind::Blocking, ZoneKind::Obscuring, ZoneKind::Burning, ZoneKind::Entangling, ZoneKind::RoughGoing];

    pub fn text(self) -> &'static str {
        match self {
            ZoneKind::Blocking => "Blocking",
            ZoneKind::Obscuring => "Obscuring",
            ZoneKind::Burning => "Burning",
            ZoneKind::Entangling => "Entangling",
            ZoneKind::RoughGoing => "Rough Going",
        }
    }

    pub fn rule(self) -> Rule {
        match self {
            ZoneKind::Blocking => SC::WQUAL_08,
            ZoneKind::Obscuring => SC::WQUAL_09,
            ZoneKind::Burning => SC::WQUAL_10,
            ZoneKind::Entangling => SC::WQUAL_11,
            ZoneKind::RoughGoing => SC::WQUAL_12,
        }
    }
}

impl EdgeKind {
    pub fn text(self) -> &'static str {
        match self {
            EdgeKind::Open => "open",
            EdgeKind::Fence => "fence",
            EdgeKind::Wall => "wall",
            EdgeKind::Window => "window",
            EdgeKind::Slit => "slit",
            EdgeKind::Door => "door",
        }
    }
}

impl Shape {
    /// `Cone 6`; `None` where the attack has no shape of its own.
    pub fn text(self) -> Option<String> {
        match self {
            Shape::Single => None,
            Shape::Area(size) => Some(format!("Area {size}")),
            Shape::Aura(size) => Some(format!("Aura {size}")),
            Shape::Cone(size) => Some(format!("Cone {size}")),
            Shape::Fan(size) => Some(format!("Fan {size}")),
            Shape::Line(size) => Some(format!("Line {size}")),
            Shape::Sweep(size) => Some(format!("Sweep {size}")),
        }
    }

    pub fn rule(self) -> Option<Rule> {
        match self {
            Shape::Single => None,
            Shape::Area(_) => Some(SC::WQUAL_01),
            Shape::Aura(_) => Some(SC::WQUAL_02),
            Shape::Cone(_) => Some(SC::WQUAL_05),
            Shape::Fan(_) => Some(SC::WQUAL_16),
            Shape::Line(_) => Some(SC::WQUAL_18),
            Shape::Sweep(_) => Some(SC::WQUAL_29),
        }
    }
}

impl Qualities {
    /// Every quality with its printed word and its rule.
    pub const WORDS: &'static [(&'static str, Qualities, Rule)] = &[
        ("Short", Qualities::SHORT, SC::QUAL_01),
        ("Aquatic", Qualities::AQUATIC, SC::QUAL_02),
        ("Can't Run", Qualities::CANT_RUN, SC::QUAL_03),
        ("Dispersed", Qualities::DISPERSED, SC::QUAL_04),
        ("Flight", Qualities::FLIGHT, SC::QUAL_05),
        ("Nimble Charger", Qualities::NIMBLE_CHARGER, SC::QUAL_06),
        ("Siege Weapon", Qualities::SIEGE_WEAPON, SC::QUAL_07),
        ("Siege Weapon Crew", Qualities::SIEGE_WEAPON_CREW, SC::QUAL_19),
        ("Skeleton", Qualities::SKELETON, SC::QUAL_20),
        ("Tough Skin", Qualities::TOUGH_SKIN, SC::QUAL_21),
        ("Undead", Qualities::UNDEAD, SC::QUAL_22),
    ];

    pub fn words(self) -> impl Iterator<Item = (&'static str, Rule)> {
        Qualities::WORDS.iter().filter(move |(_, quality, _)| self.has(*quality)).map(|(word, _, rule)| (*word, *rule))
    }
}

impl WeaponQualities {
    /// Every quality without a number, with its printed word and its rule.
    pub const WORDS: &'static [(&'static str, WeaponQualities, Rule)] = &[
        ("Automatically hits", WeaponQualities::AUTOMATIC, SC::WQUAL_03),
        ("Charge Only", WeaponQualities::CHARGE_ONLY, SC::WQUAL_04),
        ("Direct Line", WeaponQualities::DIRECT_LINE, SC::WQUAL_13),
        ("Draining", WeaponQualities::DRAINING, SC::WQUAL_14),
        ("Entangling", WeaponQualities::ENTANGLING, SC::WQUAL_15),
        ("Indirect Fire", WeaponQualities::INDIRECT_FIRE, SC::WQUAL_17),
        ("Maintainable", WeaponQualities::MAINTAINABLE, SC::WQUAL_20),
        ("No Damage", WeaponQualities::NO_DAMAGE, SC::WQUAL_21),
        ("Paralyzing", WeaponQualities::PARALYZING, SC::WQUAL_24),
        ("Poison", WeaponQualities::POISON, SC::WQUAL_25),
        ("Reach", WeaponQualities::REACH, SC::WQUAL_26),
        ("Requires Reload", WeaponQualities::REQUIRES_RELOAD, SC::WQUAL_27),
        ("Slow", WeaponQualities::SLOW, SC::WQUAL_28),
        ("Two-Handed", WeaponQualities::TWO_HANDED, SC::WQUAL_31),
        ("Usable against ground targets only", WeaponQualities::GROUND_TARGETS, SC::WQUAL_32),
        ("Usable only while on ground", WeaponQualities::ON_GROUND, SC::WQUAL_33),
        ("Usable only while flying", WeaponQualities::WHILE_FLYING, SC::WQUAL_34),
    ];

    pub fn words(self) -> impl Iterator<Item = (&'static str, Rule)> {
        let carried = WeaponQualities::WORDS.iter().filter(move |(_, quality, _)| self.has(*quality));
        carried.map(|(word, _, rule)| (*word, *rule))
    }
}
