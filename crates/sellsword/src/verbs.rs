//! The words that choice lines of this game are made of, besides names of the pack.
//!
//! A line may only hold words that are known (so that nobody can fill the memory with nonsense); these are made known
//! when content is loaded.

use kernel::Name;
use std::sync::Once;

const WORDS: &[&str] = &[
    // Set-up and rounds.
    "reroll", "pass", "selector", "map", "tile", "first", "number", "use", "activate", "enter",
    // The start and the end of a turn.
    "settle", "terrain", "mortal-wound", "rage", "glamyr", "begin", "nearest", "recover", "done", "decline",
    // Acts.
    "move", "maneuver", "attack", "charge", "by", "rest", "green", "blue", "red", "crow", "end", "origin", "stop",
    // Resolution.
    "reply", "next", "with", "keep", "avoid", "mark", "step", "stay", "place", "shift", "appear", "centre", "on", "heal", "cure",
];

pub fn know() {
    static KNOWN: Once = Once::new();
    KNOWN.call_once(|| {
        for word in WORDS {
            Name::of(word);
        }
    });
}
