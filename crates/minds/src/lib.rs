//! Players that are programs, written once for every system.
//!
//! A mind sees an [`Ask`](kernel::Ask) and a [`Question`](kernel::Question) and nothing of any game's rules: what it
//! knows of a game is [`System::appraise`], what it can find out is by playing the step again.
//!
//! Invariant: no game's word in here, and no thread, clock or file.

mod random;
#[cfg(test)]
mod tests;
mod veteran;

pub use random::random;
pub use veteran::veteran;

use kernel::System;
use kernel::oracle::Mind;

/// A mind that can be asked for by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Kind {
    pub name: &'static str,
    pub about: &'static str,
    /// It looks at the facts since the checkpoint, so whoever seats it must keep them.
    pub needs_facts: bool,
}

/// Every mind, the weakest first.
pub const KINDS: &[Kind] = &[
    Kind { name: "random", about: "any legal answer, the sensible ones more often", needs_facts: false },
    Kind {
        name: "veteran",
        about: "tries each answer on the rules and takes what stands best afterwards",
        needs_facts: true,
    },
];

/// The kind of mind that goes by a name.
///
/// # Errors
/// Names all minds.
pub fn kind(name: &str) -> Result<Kind, Unknown> {
    KINDS.iter().find(|kind| kind.name == name).copied().ok_or_else(|| Unknown { name: name.to_owned() })
}

/// A mind by its name. The same seed gives the same answers to the same questions.
///
/// # Errors
/// As [`kind`].
pub fn named<S: System>(name: &str, seed: u64) -> Result<Box<dyn Mind<S>>, Unknown> {
    match kind(name)?.name {
        "veteran" => Ok(veteran(seed)),
        _ => Ok(random(seed)),
    }
}

/// A name that no mind has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unknown {
    pub name: String,
}

impl std::fmt::Display for Unknown {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let shown: String = self.name.chars().take(40).collect();
        let names: Vec<&str> = KINDS.iter().map(|kind| kind.name).collect();
        write!(f, "unknown mind {shown:?}; expected {}", names.join(" or "))
    }
}

impl std::error::Error for Unknown {}
