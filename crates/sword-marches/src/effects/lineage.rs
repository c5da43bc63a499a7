//! The three Origins with their backgrounds, bloodlines and castes.

use super::{Grant, Ward};
use kernel::Rule;
use rulebook::SM;

/// SM-ORIGIN-01.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum OriginType {
    Human,
    DemiHuman,
    Supernatural,
}

impl OriginType {
    pub const WORDS: &'static [(&'static str, OriginType)] = &[
        ("human", OriginType::Human),
        ("demi_human", OriginType::DemiHuman),
        ("supernatural", OriginType::Supernatural),
    ];

    pub fn text(self) -> &'static str {
        match self {
            OriginType::Human => "Human",
            OriginType::DemiHuman => "Demi-Human",
            OriginType::Supernatural => "Supernatural",
        }
    }

    /// As files and lines have it.
    pub fn word(self) -> &'static str {
        match self {
            OriginType::Human => "human",
            OriginType::DemiHuman => "demi-human",
            OriginType::Supernatural => "supernatural",
        }
    }

    /// What stands in the brackets, and the rule that asks for it.
    pub fn choice(self) -> (&'static str, Rule) {
        match self {
            OriginType::Human => ("Background", SM::ORIGIN_03),
            OriginType::DemiHuman => ("Bloodline", SM::ORIGIN_09),
            OriginType::Supernatural => ("Caste", SM::ORIGIN_21),
        }
    }

    /// What every model of this Origin has.
    pub fn grants(self) -> &'static [(Rule, Grant)] {
        match self {
            OriginType::Human | OriginType::DemiHuman => &[],
            OriginType::Supernatural => &[
                (SM::ORIGIN_27, Grant::Immune(Ward::Fatigue)),
                (SM::ORIGIN_27, Grant::Immune(Ward::Gas)),
                (SM::ORIGIN_27, Grant::Immune(Ward::Poison)),
            ],
        }
    }
}

/// What stands in the brackets after an Origin.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Birth {
    Athletic,
    Imperious,
    Tough,
    Feral,
    Graceful,
    Stout,
    Avatar,
    Mystic,
    Soldier,
}

impl Birth {
    pub const ALL: [Birth; 9] = [
        Birth::Athletic,
        Birth::Imperious,
        Birth::Tough,
        Birth::Feral,
        Birth::Graceful,
        Birth::Stout,
        Birth::Avatar,
        Birth::Mystic,
        Birth::Soldier,
    ];

    /// As files and lines have it.
    pub fn word(self) -> &'static str {
        match self {
            Birth::Athletic => "athletic",
            Birth::Imperious => "imperious",
            Birth::Tough => "tough",
            Birth::Feral => "feral",
            Birth::Graceful => "graceful",
            Birth::Stout => "stout",
            Birth::Avatar => "avatar",
            Birth::Mystic => "mystic",
            Birth::Soldier => "soldier",
        }
    }

    pub fn origin(self) -> OriginType {
        match self {
            Birth::Athletic | Birth::Imperious | Birth::Tough => OriginType::Human,
            Birth::Feral | Birth::Graceful | Birth::Stout => OriginType::DemiHuman,
            Birth::Avatar | Birth::Mystic | Birth::Soldier => OriginType::Supernatural,
        }
    }

    /// The Rating (0 CBT, 1 CMD, 2 CON) whose starting maximum a Background raises, and the rule.
    pub fn background(self) -> Option<(usize, Rule)> {
        match self {
            Birth::Athletic => Some((0, SM::ORIGIN_04)),
            Birth::Imperious => Some((1, SM::ORIGIN_05)),
            Birth::Tough => Some((2, SM::ORIGIN_06)),
            _ => None,
        }
    }

    /// The Bloodline Rating (SM-INBORN-05). Who has no Bloodline uses CON (SM-ARCH-10).
    pub fn bloodline(self) -> usize {
        match self {
            Birth::Graceful => 0,
            Birth::Stout => 1,
            _ => 2,
        }
    }

    /// The rule that sets the Wound Threshold.
    pub fn threshold_rule(self) -> Rule {
        match self {
            Birth::Athletic | Birth::Imperious | Birth::Tough => SM::ORIGIN_08,
            Birth::Stout => SM::ORIGIN_17,
            Birth::Feral | Birth::Graceful => SM::ORIGIN_20,
            Birth::Avatar => SM::ORIGIN_23,
            Birth::Mystic | Birth::Soldier => SM::ORIGIN_28,
        }
    }

    pub fn grants(self) -> &'static [(Rule, Grant)] {
        match self {
            Birth::Athletic | Birth::Imperious | Birth::Tough => &[],
            Birth::Feral => &[
                (SM::ORIGIN_10, Grant::Strength(1)),
                (SM::ORIGIN_11, Grant::Immune(Ward::Outnumbered)),
                (SM::ORIGIN_12, Grant::ChargeReach(1)),
            ],
            Birth::Graceful => &[(SM::ORIGIN_15, Grant::RoundsCombatUp)],
            Birth::Stout => &[
                (SM::ORIGIN_16, Grant::Immune(Ward::Fatigue)),
                (SM::ORIGIN_16, Grant::Immune(Ward::Heavy)),
                (SM::ORIGIN_16, Grant::Immune(Ward::Poison)),
                (SM::ORIGIN_18, Grant::ShortLegs),
            ],
            Birth::Avatar => &[(SM::ORIGIN_23, Grant::Immune(Ward::Panic))],
            Birth::Mystic => &[(SM::ORIGIN_24, Grant::Foresight)],
            Birth::Soldier => &[(SM::ORIGIN_25, Grant::RoundsConstitutionUp), (SM::ORIGIN_26, Grant::EarlyRecovery)],
        }
    }
}
