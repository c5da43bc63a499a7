//! The words that choice lines of this game are made of, besides names of the pack.
//!
//! A line may only hold words that are known (so that nobody can fill the memory with nonsense); these are made known
//! when content is loaded.

use crate::profile::{Grip, Off};
use crate::state::State;
use crate::{Coreheim, resolve::blow};
use kernel::{Choice, Figure, Name, Offer, Thing};
use std::sync::Once;

const WORDS: &[&str] = &[
    "yes",
    "no",
    "pass",
    "done",
    "next",
    "strike",
    "parry",
    "reroll",
    "keep",
    "fight",
    "hands",
    "shield",
    "buckler",
    "nothing",
    "release",
    "attack",
    "defend",
    "zone",
    "drink",
    "coat",
    "place",
    "hide",
    "show",
    "move",
    "walk",
    "run",
    "stay",
    "leap",
    "round",
    "straight",
    "charge",
    "intercept",
    "shoot",
    "cast",
    "at",
    "shots",
    "one",
    "two",
    "plain",
    "augment",
    "read",
    "take-up",
    "hand",
    "combat",
    "shooting",
    "academic",
    "strength",
    "speed",
    "rogue",
    "pay",
    "leave",
    "improve",
    "learn",
    "study",
    "ease",
    "list",
    "lead",
    "set",
    "sell",
    "buy",
    "search",
    "give",
    "take",
    "hire",
    "reinforce",
    "m",
    "ws",
    "bs",
    "s",
    "t",
    "w",
    "i",
    "a",
    "ld",
    "test",
    "give-up",
    "rally",
    "stupidity",
    "combat",
    "panic",
];

pub fn know() {
    static KNOWN: Once = Once::new();
    KNOWN.call_once(|| {
        for word in WORDS {
            Name::of(word);
        }
    });
}

/// A word alone.
#[derive(Clone, Copy, Debug)]
pub struct Word(pub &'static str);

impl Word {
    pub fn line(self) -> Choice {
        Choice::new(Name::of(self.0), &[])
    }
}

impl Offer<crate::campaign::Aftermath> for Word {
    fn choice(&self, _: &crate::campaign::State) -> Choice {
        Choice::new(Name::of(self.0), &[])
    }
}

impl Offer<Coreheim> for Word {
    fn choice(&self, _: &State) -> Choice {
        Choice::new(Name::of(self.0), &[])
    }
}

/// A word and a figure.
#[derive(Clone, Copy, Debug)]
pub struct On(pub &'static str, pub Figure);

impl Offer<Coreheim> for On {
    fn choice(&self, _: &State) -> Choice {
        Choice::new(Name::of(self.0), &[Thing::Figure(self.1)])
    }
}

/// `fight sword shield`: what a warrior holds.
#[derive(Clone, Copy, Debug)]
pub struct Held {
    pub figure: Figure,
    pub grip: Grip,
}

impl Offer<Coreheim> for Held {
    fn choice(&self, state: &State) -> Choice {
        let name = |at: u8| blow::arm(state, self.figure, Some(at)).map_or_else(|| Name::of("hands"), |arm| arm.id);
        let main = Thing::Name(self.grip.main.map_or_else(|| Name::of("hands"), name));
        let off = match self.grip.off {
            Off::Nothing => Thing::None,
            Off::Shield => Thing::Name(Name::of("shield")),
            Off::Buckler => Thing::Name(Name::of("buckler")),
            Off::Weapon(at) => Thing::Name(name(at)),
        };
        Choice::new(Name::of("fight"), &[main, off])
    }
}

/// A word and a name of the pack.
#[derive(Clone, Copy, Debug)]
pub struct Named(pub &'static str, pub Name);

impl Offer<Coreheim> for Named {
    fn choice(&self, _: &State) -> Choice {
        Choice::new(Name::of(self.0), &[Thing::Name(self.1)])
    }
}

/// A word and a number.
#[derive(Clone, Copy, Debug)]
pub struct Numbered(pub &'static str, pub i32);

impl Offer<Coreheim> for Numbered {
    fn choice(&self, _: &State) -> Choice {
        Choice::new(Name::of(self.0), &[Thing::Number(self.1)])
    }
}
