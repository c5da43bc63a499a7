//! The words that choice lines of this game are made of, besides names of the pack.
//!
//! A line may only hold words that are known (so that nobody can fill the memory with nonsense); these are made known
//! when content is loaded.

use crate::cards::Token;
use kernel::Name;
use std::sync::{LazyLock, Once};

const WORDS: &[&str] = &[
    // Set-up and rounds.
    "reroll",
    "pass",
    "selector",
    "map",
    "tile",
    "first",
    "number",
    "use",
    "activate",
    "enter",
    // The start and the end of a turn.
    "settle",
    "terrain",
    "mortal-wound",
    "rage",
    "glamyr",
    "begin",
    "nearest",
    "recover",
    "done",
    "suffer",
    "decline",
    // Acts.
    "move",
    "maneuver",
    "attack",
    "charge",
    "by",
    "rest",
    "green",
    "blue",
    "red",
    "crow",
    "end",
    "origin",
    "stop",
    // Resolution.
    "reply",
    "next",
    "with",
    "keep",
    "avoid",
    "mark",
    "step",
    "stay",
    "place",
    "shift",
    "appear",
    "centre",
    "on",
    "heal",
    "cure",
];

/// The verbs of acts, kept at hand because they are compared in the innermost loop.
#[derive(Debug)]
pub struct Words {
    pub go: Name,
    pub maneuver: Name,
    pub attack: Name,
    pub charge: Name,
    pub rest: Name,
    pub utilise: Name,
    pub crow: Name,
    pub end: Name,
    tokens: [Name; 3],
}

impl Words {
    pub fn token(&self, token: Token) -> Name {
        self.tokens[token as usize]
    }
}

pub fn words() -> &'static Words {
    static WORDS: LazyLock<Words> = LazyLock::new(|| Words {
        go: Name::of("move"),
        maneuver: Name::of("maneuver"),
        attack: Name::of("attack"),
        charge: Name::of("charge"),
        rest: Name::of("rest"),
        utilise: Name::of("use"),
        crow: Name::of("crow"),
        end: Name::of("end"),
        tokens: ["green", "blue", "red"].map(Name::of),
    });
    &WORDS
}

pub fn know() {
    static KNOWN: Once = Once::new();
    KNOWN.call_once(|| {
        for word in WORDS {
            Name::of(word);
        }
    });
}
