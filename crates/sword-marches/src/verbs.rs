//! The words that choice lines of this game are made of, besides names of the pack.
//!
//! A line may only hold words that are known (so that nobody can fill the memory with nonsense); these are made known
//! when content is loaded.

use kernel::Name;
use std::sync::Once;

const WORDS: &[&str] = &[
    // Trauma and succession.
    "take",
    "succeed", //
    // Advancement.
    "raise",
    "learn",
    "cbt",
    "cmd",
    "con", //
    // Commerce.
    "buy",
    "sell",
    "give",
    "store",
    "search",
    "rations",
    "hire",
    "dismiss",
    "leave",
    "starmetal", //
    // Chronicle Stage.
    "archetype",
    "stronghold",
    "keep",
    "done",
    "champion",
    "warrior",
    "hireling",
    "warlord",
];

pub fn know() {
    static KNOWN: Once = Once::new();
    KNOWN.call_once(|| {
        for word in WORDS {
            Name::of(word);
        }
    });
}
