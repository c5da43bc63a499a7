//! What a combat asks.

use crate::Coreheim;
use crate::state::State;
use kernel::{Figure, Name, decisions, word_parts};
use rulebook::CH;

decisions! { FIGHT: Coreheim, State;
    /// What somebody holds: in one hand, or in both.
    Wield asked as WEAPON "weapon" by CH::CLOSE_21 = "what does he fight with?" [
            why "A warrior with several weapons fights this combat with those you name now."
        ] {
        Bare { main: Bare } = "fight": "Fight with hands";
        BareGuarded { main: Bare, off: Guard } = "fight": "Fight with hands and {off}";
        One { main: Name } = "fight": "Fight with {main}";
        Guarded { main: Name, off: Guard } = "fight": "Fight with {main} and {off}";
        Two { main: Name, off: Name } = "fight": "Fight with {main} and {off}";
    }

    /// Whose blows come next.
    Next asked as
    STRIKE_ORDER "strike-order" by CH::CLOSE_07 = "who strikes first?" [
            why "Your warriors are equally quick, so you decide who strikes first."
        ],
    BACK "back" by CH::PSYCH_11 = "who strikes {about} in the back first?" [
            why "{about} turns to flee, and each of your warriors beside him strikes once and cannot miss."
        ] {
        Next { who: Figure } = "next": "Next {who}";
    }

    /// The target of one blow.
    Strike asked as STRIKE "strike" by CH::CLOSE_14 = "whom does he strike?" [
            why "Attacks may be divided among the enemies he fights; that is settled before the first roll."
        ] {
        At { foe: Figure } = "strike": "Strike {foe}";
    }

    Parry asked as PARRY "parry" by CH::CLOSE_18 = "parry the blow?" [
            why "A parry turns one hit aside if its roll beats the roll to hit; it can be tried once a phase.",
            proviso "if nothing is parried"] {
        Parry = "parry": "Parry" [always "Always parry"];
        Pass = "pass": "No" [declines, always "Never parry"];
    }

    /// A roll that may be made again.
    Again asked as
    PARRY_AGAIN "parry-again" by CH::CLOSE_20 = "parry the blow?" [
            why "Sword and buckler together allow a failed parry to be rolled once more.",
            proviso "if nothing is parried"],
    HATRED "hatred" by CH::PSYCH_23 = "strike again?" [
            why "He hates this enemy, so a miss in the first round may be rolled again.",
            proviso "without striking again in hatred"] {
        Reroll = "reroll": "Reroll";
        Keep = "keep": "Keep" [declines];
    }
}

/// A hand without a weapon.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Bare {
    Hands,
}

word_parts! { Bare: Hands = "hands" }

/// What is held against blows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Guard {
    Shield,
    Buckler,
}

word_parts! { Guard: Shield = "shield", Buckler = "buckler" }
