//! The words that choice lines of this game are made of, besides names of the pack.
//!
//! A line may only hold words that are known (so that nobody can fill the memory with nonsense); these are made known
//! when content is loaded.

use crate::{State, SwordMarches};
use kernel::{Choice, Name, Offer, Thing, Way};
use std::sync::{LazyLock, Once};

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
    "forgo",
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
        words();
        for word in WORDS {
            Name::of(word);
        }
    });
}

macro_rules! words {
    ($($field:ident = $text:literal;)*) => {
        /// The words of a battle, kept at hand because choices are made of them in the innermost loop.
        #[derive(Debug)]
        pub struct Words { $(pub $field: Name),* }

        pub fn words() -> &'static Words {
            static WORDS: LazyLock<Words> = LazyLock::new(|| Words { $($field: Name::of($text)),* });
            &WORDS
        }
    };
}

words! {
    // Before the battle.
    choose = "choose";
    adventure = "adventure";
    role = "role";
    intruder = "intruder";
    sentry = "sentry";
    place = "place";
    // Mettle and Orders.
    check = "check";
    lead = "lead";
    nobody = "nobody";
    run = "run";
    credit = "credit";
    first = "first";
    order = "order";
    done = "done";
    // Actions.
    go = "move";
    hustle = "hustle";
    ambush = "ambush";
    climb = "climb";
    jump = "jump";
    steady = "steady";
    mobile_fire = "mobile-fire";
    standing_fire = "standing-fire";
    take_aim = "take-aim";
    charge = "charge";
    fight = "fight";
    disengage = "disengage";
    kindle = "kindle";
    douse = "douse";
    belay = "belay";
    kingmaker = "kingmaker";
    forfeit = "forfeit";
    // Within an Action.
    interrupt = "break";
    pass = "pass";
    portents = "portents";
    plain = "plain";
    track = "track";
    stay = "stay";
    shoot = "shoot";
    walk = "walk";
    aim = "aim";
    hold = "hold";
    stop = "stop";
    adjust = "adjust";
    weapon = "weapon";
    tactical = "tactical";
    surge = "surge";
    ancestors = "ancestors";
    reroll = "reroll";
    keep = "keep";
    take = "take";
    drop = "drop";
    leave = "leave";
    left = "left";
    right = "right";
    north = "north";
    south = "south";
    east = "east";
    west = "west";
}

/// A line of a list of options: a verb and what it points at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Say {
    pub verb: Name,
    pub things: [Thing; 3],
}

impl Say {
    pub fn word(verb: Name) -> Say {
        Say { verb, things: [Thing::None; 3] }
    }

    pub fn one(verb: Name, thing: Thing) -> Say {
        Say { verb, things: [thing, Thing::None, Thing::None] }
    }

    pub fn two(verb: Name, first: Thing, second: Thing) -> Say {
        Say { verb, things: [first, second, Thing::None] }
    }
}

impl Offer<SwordMarches> for Say {
    fn choice(&self, _: &State) -> Choice {
        Choice { verb: self.verb, things: self.things, way: Way::None }
    }
}
