//! The words of the vocabulary as people read them.

use super::{ActKind, Condition, Ground, InjuryBox, Origin, Size, Stat, Token, When, Wound};
use kernel::Name;
use std::sync::OnceLock;

impl Stat {
    pub fn text(self) -> &'static str {
        match self {
            Stat::Agility => "Agility",
            Stat::Brawn => "Brawn",
            Stat::Spirit => "Spirit",
            Stat::Wits => "Wits",
            Stat::Move => "Move",
            Stat::Armor => "Armor",
            Stat::Vigor => "Vigor",
        }
    }
}

impl Wound {
    pub fn text(self) -> &'static str {
        match self {
            Wound::Cut => "Cut",
            Wound::Pierce => "Pierce",
            Wound::Crush => "Crush",
            Wound::Fire => "Fire",
            Wound::Cold => "Cold",
            Wound::Magic => "Magic",
            Wound::Toxic => "Toxic",
            Wound::Fear => "Fear",
        }
    }
}

impl Size {
    pub fn text(self) -> &'static str {
        match self {
            Size::Small => "Small",
            Size::Medium => "Medium",
            Size::Big => "Big",
        }
    }
}

impl Token {
    pub fn text(self) -> &'static str {
        match self {
            Token::Green => "green",
            Token::Blue => "blue",
            Token::Red => "red",
        }
    }
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

impl ActKind {
    pub fn text(self) -> &'static str {
        match self {
            ActKind::Attack => "Attack",
            ActKind::BasicMove => "Basic Move",
            ActKind::Maneuver => "Maneuver",
            ActKind::Rest => "Rest & Reclaim",
            ActKind::Trait => "Use a Trait",
        }
    }
}

impl When {
    pub fn text(self) -> &'static str {
        match self {
            When::Always => "always",
            When::Act => "as an act",
            When::RoundStart => "at the start of a round",
            When::RoundEnd => "at the end of a round",
            When::TurnStart => "at the start of its turn",
            When::TurnEnd => "at the end of its turn",
            When::AttackHit => "when its attack hits",
            When::AttackMissed => "when its attack misses",
            When::EnemyDropped => "when it drops an enemy",
            When::Charge => "when it charges",
            When::Reply => "when it replies",
        }
    }
}

impl Condition {
    pub const ALL: [Condition; 17] = [
        Condition::Controlled,
        Condition::Enraged,
        Condition::Glamyred,
        Condition::Hobbled,
        Condition::Pinned,
        Condition::Shaken,
        Condition::Stunned,
        Condition::Helpless,
        Condition::Compromised,
        Condition::Recurring(Wound::Cut),
        Condition::Recurring(Wound::Pierce),
        Condition::Recurring(Wound::Crush),
        Condition::Recurring(Wound::Fire),
        Condition::Recurring(Wound::Cold),
        Condition::Recurring(Wound::Magic),
        Condition::Recurring(Wound::Toxic),
        Condition::Recurring(Wound::Fear),
    ];

    pub fn text(self) -> &'static str {
        match self {
            Condition::Controlled => "Controlled",
            Condition::Enraged => "Enraged",
            Condition::Glamyred => "Glamyred",
            Condition::Hobbled => "Hobbled",
            Condition::Pinned => "Pinned",
            Condition::Shaken => "Shaken",
            Condition::Stunned => "Stunned",
            Condition::Helpless => "Helpless",
            Condition::Compromised => "Compromised",
            Condition::Recurring(Wound::Cut) => "Recurring Cut",
            Condition::Recurring(Wound::Pierce) => "Recurring Pierce",
            Condition::Recurring(Wound::Crush) => "Recurring Crush",
            Condition::Recurring(Wound::Fire) => "Recurring Fire",
            Condition::Recurring(Wound::Cold) => "Recurring Cold",
            Condition::Recurring(Wound::Magic) => "Recurring Magic",
            Condition::Recurring(Wound::Toxic) => "Recurring Toxic",
            Condition::Recurring(Wound::Fear) => "Recurring Fear",
        }
    }

    /// `pinned`, `recurring-magic`: the word of choice lines.
    pub fn name(self) -> Name {
        // Looking a name up takes a lock, and this is asked in every request; so the names are kept here.
        static NAMES: OnceLock<[Name; 17]> = OnceLock::new();
        NAMES.get_or_init(|| Condition::ALL.map(|condition| Name::of(condition.text())))[self.index()]
    }

    /// The place in [`Condition::ALL`].
    pub fn index(self) -> usize {
        match self {
            Condition::Controlled => 0,
            Condition::Enraged => 1,
            Condition::Glamyred => 2,
            Condition::Hobbled => 3,
            Condition::Pinned => 4,
            Condition::Shaken => 5,
            Condition::Stunned => 6,
            Condition::Helpless => 7,
            Condition::Compromised => 8,
            Condition::Recurring(wound) => 9 + wound as usize,
        }
    }
}

impl InjuryBox {
    /// A box beside an attack or trait is called by the name of that.
    pub fn text(self) -> &'static str {
        match self {
            InjuryBox::Mobility => "Mobility",
            InjuryBox::Defensive => "Defensive",
            InjuryBox::Mortal => "Mortal",
            InjuryBox::Trait(name) => name.text(),
        }
    }

    pub fn name(self) -> Name {
        static NAMES: OnceLock<[Name; 3]> = OnceLock::new();
        let names = NAMES.get_or_init(|| ["mobility", "defensive", "mortal"].map(Name::of));
        match self {
            InjuryBox::Mobility => names[0],
            InjuryBox::Defensive => names[1],
            InjuryBox::Mortal => names[2],
            InjuryBox::Trait(name) => name,
        }
    }
}

impl Ground {
    /// The terrain kinds of a square; none for clear ground.
    pub fn words(self) -> Vec<&'static str> {
        const WORDS: [(Ground, &str); 7] = [
            (Ground::CHALLENGING, "challenging"),
            (Ground::BRUSH, "brush"),
            (Ground::DAMAGING, "damaging"),
            (Ground::OBSTRUCTING, "obstructing"),
            (Ground::PIT, "pit"),
            (Ground::SLIDING, "sliding"),
            (Ground::SMOKE, "smoke"),
        ];
        WORDS.into_iter().filter(|(ground, _)| self.has(*ground)).map(|(_, word)| word).collect()
    }
}
