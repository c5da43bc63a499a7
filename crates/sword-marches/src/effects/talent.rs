//! Talents: what the traits of the book do, each as a list of grants with their rules.

use super::{Bare, GearTrait, Grant, Source, Ward};
use kernel::Rule;
use rulebook::SM;

/// What a trait of a pack can do.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Talent {
    ManAtArms,
    Marksman,
    TwoWeaponFighting,
    Valor,
    HackAndSlash,
    Sharpshooter,
    ByTheAncestors,
    MoreThanHuman,
    HorribleStench,
    MysticShroud,
    FightingMan,
    Ranger,
    JustWontDie,
    MightyThews,
    Insectoid,
    Reptilian,
    Ghoul,
    Wight,
    ToVictory,
    Highborn,
    Fanatic,
    BelayOrder,
    Kingmaker,
    Hunter,
    RelicKeeper,
}

impl Talent {
    /// The words of pack files.
    pub const WORDS: &'static [(&'static str, Talent)] = &[
        ("man_at_arms", Talent::ManAtArms),
        ("marksman", Talent::Marksman),
        ("two_weapon_fighting", Talent::TwoWeaponFighting),
        ("valor", Talent::Valor),
        ("hack_and_slash", Talent::HackAndSlash),
        ("sharpshooter", Talent::Sharpshooter),
        ("by_the_ancestors", Talent::ByTheAncestors),
        ("more_than_human", Talent::MoreThanHuman),
        ("horrible_stench", Talent::HorribleStench),
        ("mystic_shroud", Talent::MysticShroud),
        ("fighting_man", Talent::FightingMan),
        ("ranger", Talent::Ranger),
        ("just_wont_die", Talent::JustWontDie),
        ("mighty_thews", Talent::MightyThews),
        ("insectoid", Talent::Insectoid),
        ("reptilian", Talent::Reptilian),
        ("ghoul", Talent::Ghoul),
        ("wight", Talent::Wight),
        ("to_victory", Talent::ToVictory),
        ("highborn", Talent::Highborn),
        ("fanatic", Talent::Fanatic),
        ("belay_order", Talent::BelayOrder),
        ("kingmaker", Talent::Kingmaker),
        ("hunter", Talent::Hunter),
        ("relic_keeper", Talent::RelicKeeper),
    ];

    /// The rule that prints the trait with its price.
    pub fn rule(self) -> Rule {
        match self {
            Talent::ManAtArms => SM::CORE_01,
            Talent::Marksman => SM::CORE_03,
            Talent::TwoWeaponFighting => SM::CORE_04,
            Talent::Valor => SM::CORE_05,
            Talent::HackAndSlash => SM::MARTIAL_02,
            Talent::Sharpshooter => SM::MARTIAL_04,
            Talent::ByTheAncestors => SM::INBORN_01,
            Talent::MoreThanHuman => SM::INBORN_04,
            Talent::HorribleStench => SM::ARCANUM_01,
            Talent::MysticShroud => SM::ARCANUM_03,
            Talent::FightingMan => SM::VOCATION_01,
            Talent::Ranger => SM::VOCATION_03,
            Talent::JustWontDie => SM::EXPLOIT_01,
            Talent::MightyThews => SM::EXPLOIT_02,
            Talent::Insectoid => SM::MONSTROUS_01,
            Talent::Reptilian => SM::MONSTROUS_06,
            Talent::Ghoul => SM::UNDEAD_01,
            Talent::Wight => SM::UNDEAD_05,
            Talent::ToVictory => SM::FTRAIT_01,
            Talent::Highborn => SM::FTRAIT_02,
            Talent::Fanatic => SM::FTRAIT_04,
            Talent::BelayOrder => SM::FTRAIT_05,
            Talent::Kingmaker => SM::FTRAIT_09,
            Talent::Hunter => SM::FTRAIT_11,
            Talent::RelicKeeper => SM::FTRAIT_08,
        }
    }

    pub fn grants(self) -> &'static [(Rule, Grant)] {
        match self {
            Talent::ManAtArms => &[(SM::CORE_01, Grant::Melee)],
            Talent::Marksman => &[(SM::CORE_03, Grant::Missile)],
            Talent::TwoWeaponFighting => &[(SM::CORE_04, Grant::SecondWeapon)],
            Talent::Valor => &[(SM::CORE_05, Grant::Nerve)],
            Talent::HackAndSlash => &[(SM::MARTIAL_02, Grant::LongCharge(4))],
            Talent::Sharpshooter => &[(SM::MARTIAL_04, Grant::AimThrough)],
            Talent::ByTheAncestors => &[(SM::INBORN_01, Grant::Ancestors)],
            Talent::MoreThanHuman => &[(SM::INBORN_04, Grant::Surge(3))],
            Talent::HorribleStench => &[(SM::ARCANUM_01, Grant::Stench), (SM::ARCANUM_02, Grant::Immune(Ward::Gas))],
            Talent::MysticShroud => &[(SM::ARCANUM_03, Grant::ShroudRange), (SM::ARCANUM_04, Grant::ShroudReach)],
            Talent::FightingMan => &[
                (SM::VOCATION_01, Grant::BreakFury(3)),
                (SM::VOCATION_02, Grant::Immune(Ward::Fatigue)),
                (SM::VOCATION_02, Grant::Immune(Ward::Heavy)),
            ],
            Talent::Ranger => &[(SM::VOCATION_03, Grant::Woodcraft), (SM::VOCATION_04, Grant::Camouflage)],
            Talent::JustWontDie => &[(SM::EXPLOIT_01, Grant::Stubborn(3))],
            Talent::MightyThews => &[
                (SM::EXPLOIT_02, Grant::Blow(GearTrait::Impact, Bare::Armed)),
                (SM::EXPLOIT_03, Grant::Immune(Ward::Fatigue)),
                (SM::EXPLOIT_03, Grant::Immune(Ward::Heavy)),
            ],
            Talent::Insectoid => &[
                (SM::MONSTROUS_01, Grant::Immune(Ward::Fatigue)),
                (SM::MONSTROUS_01, Grant::Immune(Ward::Heavy)),
                (SM::MONSTROUS_01, Grant::Burden(2)),
                (SM::MONSTROUS_02, Grant::Scale(i32::MAX)),
                (SM::MONSTROUS_02, Grant::SureFoot),
                (SM::MONSTROUS_03, Grant::Climb(2, 3)),
                (SM::MONSTROUS_04, Grant::Blow(GearTrait::Poison, Bare::Any)),
                (SM::MONSTROUS_04, Grant::Vulnerable(Source::Cold)),
                (SM::MONSTROUS_05, Grant::Hide),
            ],
            Talent::Reptilian => &[
                (SM::MONSTROUS_06, Grant::Elusive(4)),
                (SM::MONSTROUS_07, Grant::Inscrutable),
                (SM::MONSTROUS_08, Grant::Blow(GearTrait::Poison, Bare::Any)),
                (SM::MONSTROUS_08, Grant::Vulnerable(Source::Cold)),
                (SM::MONSTROUS_09, Grant::Hide),
            ],
            Talent::Ghoul => &[
                (SM::UNDEAD_01, Grant::Speed(8)),
                (SM::UNDEAD_01, Grant::Scale(2000)),
                (SM::UNDEAD_02, Grant::Blow(GearTrait::Vicious, Bare::Any)),
                (SM::UNDEAD_02, Grant::Blow(GearTrait::Poison, Bare::Any)),
                (SM::UNDEAD_03, Grant::Immune(Ward::Vicious)),
                (SM::UNDEAD_03, Grant::Vulnerable(Source::Ascendant)),
                (SM::UNDEAD_04, Grant::Hide),
            ],
            Talent::Wight => &[
                (SM::UNDEAD_05, Grant::Reach(1)),
                (SM::UNDEAD_06, Grant::Immune(Ward::Panic)),
                (SM::UNDEAD_06, Grant::Immune(Ward::Vicious)),
                (SM::UNDEAD_06, Grant::Vulnerable(Source::Ascendant)),
                (SM::UNDEAD_06, Grant::Threshold(1)),
                (SM::UNDEAD_07, Grant::BlowSource(Source::Diabolic)),
                (SM::UNDEAD_07, Grant::BlowSource(Source::Poison)),
            ],
            Talent::ToVictory => &[(SM::FTRAIT_01, Grant::ChargeReach(3))],
            Talent::Highborn => &[(SM::FTRAIT_02, Grant::Disdain), (SM::FTRAIT_03, Grant::Immune(Ward::LesserLosses))],
            Talent::Fanatic => &[(SM::FTRAIT_04, Grant::Immune(Ward::Panic))],
            Talent::BelayOrder => &[(SM::FTRAIT_05, Grant::BelayOrder)],
            Talent::Kingmaker => &[(SM::FTRAIT_09, Grant::Kingmaker)],
            Talent::Hunter => &[(SM::FTRAIT_11, Grant::FireOnTheMove)],
            Talent::RelicKeeper => &[(SM::FTRAIT_08, Grant::RelicKeeper)],
        }
    }
}
