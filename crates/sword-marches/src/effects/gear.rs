//! Gear Traits and Source Traits.

use kernel::Rule;
use rulebook::SM;

macro_rules! words {
    ($(#[$doc:meta])* $name:ident: $($variant:ident = $word:literal $text:literal $rule:ident;)*) => {
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
                match self { $($name::$variant => SM::$rule),* }
            }
        }
    };
}

words! {
    /// Rules attached to an item (SM-GEARTRAIT-01).
    GearTrait:
    TwoHands = "two_hands" "2-Hands" GEARTRAIT_02;
    Entangle = "entangle" "Entangle" GEARTRAIT_03;
    Fatigue = "fatigue" "Fatigue" GEARTRAIT_05;
    Flail = "flail" "Flail" GEARTRAIT_06;
    Heavy = "heavy" "Heavy" GEARTRAIT_08;
    Helmet = "helmet" "Helmet" GEARTRAIT_09;
    Impact = "impact" "Impact" GEARTRAIT_10;
    Light = "light" "Light" GEARTRAIT_11;
    Penetrating = "penetrating" "Penetrating" GEARTRAIT_12;
    Piercing = "piercing" "Piercing" GEARTRAIT_13;
    Quick = "quick" "Quick" GEARTRAIT_14;
    Riposte = "riposte" "Riposte" GEARTRAIT_15;
    Scarce = "scarce" "Scarce" GEARTRAIT_16;
    Shield = "shield" "Shield" GEARTRAIT_19;
    Silent = "silent" "Silent" GEARTRAIT_21;
    Slow = "slow" "Slow" GEARTRAIT_22;
    Small = "small" "Small" GEARTRAIT_23;
    Starmetal = "starmetal" "Starmetal" GEARTRAIT_24;
    Thrown = "thrown" "Thrown" GEARTRAIT_25;
    Unarmed = "unarmed" "Unarmed" GEARTRAIT_30;
    Unwieldy = "unwieldy" "Unwieldy" GEARTRAIT_31;
    Versatile = "versatile" "Versatile" GEARTRAIT_34;
    Vicious = "vicious" "Vicious" GEARTRAIT_35;
    Poison = "poison" "Poison" GEARTRAIT_36;
    Fire = "fire" "Fire" GEARTRAIT_37;
    Gas = "gas" "Gas" GEARTRAIT_38;
}

words! {
    /// Keywords of models and attacks (SM-SOURCE-01). Poison and Gas are used as such without being on the list
    /// (SM-SOURCE-03).
    Source:
    Abomination = "abomination" "Abomination" SOURCE_04;
    Ascendant = "ascendant" "Ascendant" SOURCE_05;
    Cold = "cold" "Cold" SOURCE_06;
    Diabolic = "diabolic" "Diabolic" SOURCE_07;
    Fire = "fire" "Fire" SOURCE_08;
    Mystical = "mystical" "Mystical" SOURCE_09;
    Primeval = "primeval" "Primeval" SOURCE_10;
    Undead = "undead" "Undead" SOURCE_11;
    Poison = "poison" "Poison" SOURCE_03;
    Gas = "gas" "Gas" SOURCE_03;
}
