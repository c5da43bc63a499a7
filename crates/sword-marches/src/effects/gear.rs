//! Gear Traits and Source Traits.

use kernel::Rule;
use rulebook::SM;

macro_rules! words {
    ($(#[$doc:meta])* $name:ident: $($variant:ident = $word:literal $text:literal, $rule:expr;)*) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
        pub enum $name { $($variant),* }

        impl $name {
            /// The words of pack files.
            pub const WORDS: &'static [(&'static str, $name)] = &[$(($word, $name::$variant)),*];

            pub fn text(self) -> &'static str {
                match self { $($name::$variant => $text),* }
            }

            /// The rule that tells what it does.
            pub fn rule(self) -> Rule {
                match self { $($name::$variant => $rule),* }
            }
        }
    };
}

words! {
    /// Rules attached to an item (SM-GEARTRAIT-01).
    GearTrait:
    TwoHands = "two_hands" "2-Hands", SM::GEARTRAIT_02;
    Entangle = "entangle" "Entangle", SM::GEARTRAIT_03;
    Fatigue = "fatigue" "Fatigue", SM::GEARTRAIT_05;
    Flail = "flail" "Flail", SM::GEARTRAIT_06;
    Heavy = "heavy" "Heavy", SM::GEARTRAIT_08;
    Helmet = "helmet" "Helmet", SM::GEARTRAIT_09;
    Impact = "impact" "Impact", SM::GEARTRAIT_10;
    Light = "light" "Light", SM::GEARTRAIT_11;
    Penetrating = "penetrating" "Penetrating", SM::GEARTRAIT_12;
    Piercing = "piercing" "Piercing", SM::GEARTRAIT_13;
    Quick = "quick" "Quick", SM::GEARTRAIT_14;
    Riposte = "riposte" "Riposte", SM::GEARTRAIT_15;
    Scarce = "scarce" "Scarce", SM::GEARTRAIT_16;
    Shield = "shield" "Shield", SM::GEARTRAIT_19;
    Silent = "silent" "Silent", SM::GEARTRAIT_21;
    Slow = "slow" "Slow", SM::GEARTRAIT_22;
    Small = "small" "Small", SM::GEARTRAIT_23;
    Starmetal = "starmetal" "Starmetal", SM::GEARTRAIT_24;
    Thrown = "thrown" "Thrown", SM::GEARTRAIT_25;
    Unarmed = "unarmed" "Unarmed", SM::GEARTRAIT_30;
    Unwieldy = "unwieldy" "Unwieldy", SM::GEARTRAIT_31;
    Versatile = "versatile" "Versatile", SM::GEARTRAIT_34;
    Vicious = "vicious" "Vicious", SM::GEARTRAIT_35;
    Poison = "poison" "Poison", SM::GEARTRAIT_36;
    Fire = "fire" "Fire", SM::GEARTRAIT_37;
    Gas = "gas" "Gas", SM::GEARTRAIT_38;
}

words! {
    /// Keywords of models and attacks (SM-SOURCE-01). Poison and Gas are used as such without being on the list
    /// (SM-SOURCE-03).
    Source:
    Abomination = "abomination" "Abomination", SM::SOURCE_04;
    Ascendant = "ascendant" "Ascendant", SM::SOURCE_05;
    Cold = "cold" "Cold", SM::SOURCE_06;
    Diabolic = "diabolic" "Diabolic", SM::SOURCE_07;
    Fire = "fire" "Fire", SM::SOURCE_08;
    Mystical = "mystical" "Mystical", SM::SOURCE_09;
    Primeval = "primeval" "Primeval", SM::SOURCE_10;
    Undead = "undead" "Undead", SM::SOURCE_11;
    Poison = "poison" "Poison", SM::SOURCE_03;
    Gas = "gas" "Gas", SM::SOURCE_03;
}
