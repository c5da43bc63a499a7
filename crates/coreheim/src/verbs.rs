//! The words that choice lines of this game are made of, besides names of the pack.
//!
//! A line may only hold words that are known (so that nobody can fill the memory with nonsense); these are made known
//! when content is loaded.

use kernel::Name;
use std::sync::Once;

const WORDS: &[&str] = &["yes", "no", "pass", "done"];

pub fn know() {
    static KNOWN: Once = Once::new();
    KNOWN.call_once(|| {
        for word in WORDS {
            Name::of(word);
        }
    });
}
