//! The words that choice lines of this game are made of, besides names of the pack.
//!
//! A line may only hold words that are known (so that nobody can fill the memory with nonsense); these are made known
//! when content is loaded.

use crate::state::Altitude;
use kernel::Name;
use std::sync::{LazyLock, Once};

const WORDS: &[&str] = &[
    // Set-up and deployment.
    "edge",
    "north",
    "east",
    "south",
    "west",
    "place",
    "reserve",
    "level",
    "all",
    // Every step.
    "activate",
    "done",
    "wait",
    "concede",
    "fight-on",
    "resolve",
    // Movement.
    "move",
    "run",
    "slide",
    "charge",
    "aim",
    "reload",
    "hold",
    "by",
    "go",
    "stop",
    "skip",
    "off",
    "step",
    "stay",
    "leave",
    "landed",
    "hover",
    "low",
    "high",
    // Interruptions.
    "strike",
    "pass",
    "trample",
    "trampling",
    "lend",
    "keep",
    // Declarations.
    "shoot",
    "target",
    "attack",
    "fire",
    "sweep",
    "clockwise",
    "counterclockwise",
    "breathe",
    "ready",
    "load",
    "cast",
    "maintain",
    "drop",
    "on",
    "ground",
    "with",
    "toward",
    "from",
    "decline",
    "take",
    "finish",
];

/// Words that are compared or written in the innermost loop.
#[derive(Debug)]
pub struct Words {
    pub activate: Name,
    pub done: Name,
    pub wait: Name,
    pub concede: Name,
    pub go: Name,
    pub walk: Name,
    pub run: Name,
    pub slide: Name,
    pub charge: Name,
    pub by: Name,
    pub aim: Name,
    pub reload: Name,
    pub hold: Name,
    pub stop: Name,
    pub off: Name,
    pub place: Name,
    levels: [Name; 4],
}

impl Words {
    pub fn level(&self, altitude: Altitude) -> Name {
        self.levels[usize::from(altitude.number())]
    }

    pub fn read_level(&self, name: Name) -> Option<Altitude> {
        Altitude::ALL.into_iter().find(|altitude| self.level(*altitude) == name)
    }
}

pub fn words() -> &'static Words {
    static WORDS: LazyLock<Words> = LazyLock::new(|| Words {
        activate: Name::of("activate"),
        done: Name::of("done"),
        wait: Name::of("wait"),
        concede: Name::of("concede"),
        go: Name::of("go"),
        walk: Name::of("move"),
        run: Name::of("run"),
        slide: Name::of("slide"),
        charge: Name::of("charge"),
        by: Name::of("by"),
        aim: Name::of("aim"),
        reload: Name::of("reload"),
        hold: Name::of("hold"),
        stop: Name::of("stop"),
        off: Name::of("off"),
        place: Name::of("place"),
        levels: Altitude::ALL.map(|altitude| Name::of(altitude.text())),
    });
    &WORDS
}

/// Makes the words known; called when content is loaded.
pub fn know() {
    static KNOWN: Once = Once::new();
    KNOWN.call_once(|| {
        for word in WORDS {
            Name::of(word);
        }
    });
}
