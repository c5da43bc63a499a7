//! What a Warlord's Archetype and a Warband's Stronghold do.

use kernel::Rule;
use rulebook::SM;

/// SM-ARCH-01.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Archetype {
    BattleSage,
    ChosenOne,
    CunningBarbarian,
    EldritchMaster,
    FarTraveler,
    FearsomeAdversary,
    GrizzledVeteran,
    MercenaryCaptain,
    OutlandMarauder,
    PromisedMessiah,
    RelentlessCrusader,
    VengefulRevenant,
}

impl Archetype {
    pub const WORDS: &'static [(&'static str, Archetype)] = &[
        ("battle_sage", Archetype::BattleSage),
        ("chosen_one", Archetype::ChosenOne),
        ("cunning_barbarian", Archetype::CunningBarbarian),
        ("eldritch_master", Archetype::EldritchMaster),
        ("far_traveler", Archetype::FarTraveler),
        ("fearsome_adversary", Archetype::FearsomeAdversary),
        ("grizzled_veteran", Archetype::GrizzledVeteran),
        ("mercenary_captain", Archetype::MercenaryCaptain),
        ("outland_marauder", Archetype::OutlandMarauder),
        ("promised_messiah", Archetype::PromisedMessiah),
        ("relentless_crusader", Archetype::RelentlessCrusader),
        ("vengeful_revenant", Archetype::VengefulRevenant),
    ];

    pub fn rule(self) -> Rule {
        match self {
            Archetype::BattleSage => SM::ARCH_06,
            Archetype::ChosenOne => SM::ARCH_07,
            Archetype::CunningBarbarian => SM::ARCH_08,
            Archetype::EldritchMaster => SM::ARCH_09,
            Archetype::FarTraveler => SM::ARCH_10,
            Archetype::FearsomeAdversary => SM::ARCH_11,
            Archetype::GrizzledVeteran => SM::ARCH_12,
            Archetype::MercenaryCaptain => SM::ARCH_13,
            Archetype::OutlandMarauder => SM::ARCH_14,
            Archetype::PromisedMessiah => SM::ARCH_15,
            Archetype::RelentlessCrusader => SM::ARCH_16,
            Archetype::VengefulRevenant => SM::ARCH_17,
        }
    }
}

/// The Feature of a Stronghold.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Feature {
    Maritime,
    Mercantile,
    Mercenary,
    Military,
    Monastic,
    Municipal,
    Mystical,
}

impl Feature {
    pub const WORDS: &'static [(&'static str, Feature)] = &[
        ("maritime", Feature::Maritime),
        ("mercantile", Feature::Mercantile),
        ("mercenary", Feature::Mercenary),
        ("military", Feature::Military),
        ("monastic", Feature::Monastic),
        ("municipal", Feature::Municipal),
        ("mystical", Feature::Mystical),
    ];

    pub fn rule(self) -> Rule {
        match self {
            Feature::Maritime => SM::STRONGHOLD_03,
            Feature::Mercantile => SM::STRONGHOLD_04,
            Feature::Mercenary => SM::STRONGHOLD_05,
            Feature::Military => SM::STRONGHOLD_06,
            Feature::Monastic => SM::STRONGHOLD_07,
            Feature::Municipal => SM::STRONGHOLD_08,
            Feature::Mystical => SM::STRONGHOLD_09,
        }
    }
}
