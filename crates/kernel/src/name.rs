//! Names of the pack (attacks, traits, boxes, verbs), kept once and compared by address.

use std::collections::BTreeSet;
use std::fmt;
use std::sync::Mutex;

static KEPT: Mutex<BTreeSet<&'static str>> = Mutex::new(BTreeSet::new());

/// A word that a choice line may hold: lower case, digits and hyphens.
///
/// Names are kept for the life of the program, so a name is made only from packs and from code, never from what a
/// player typed: [`Name::known`] looks up without keeping.
#[derive(Clone, Copy, Eq)]
pub struct Name(&'static str);

impl Name {
    /// Keeps the word and gives its name. `text` is turned into a slug first: `Grave Bolt` is `grave-bolt`.
    pub fn of(text: &str) -> Name {
        Name(keep(&slug(text)))
    }

    /// The name of a word that some pack or code has used before.
    pub fn known(text: &str) -> Option<Name> {
        lock().get(text).copied().map(Name)
    }

    /// Every word kept so far, for a suggestion to somebody who mistyped one.
    pub fn all() -> Vec<&'static str> {
        lock().iter().copied().collect()
    }

    pub fn text(self) -> &'static str {
        self.0
    }
}

/// Keeps a text of a pack for the life of the program: titles of cards and traits, which stand in every log.
pub fn keep(text: &str) -> &'static str {
    let mut kept = lock();
    if let Some(found) = kept.get(text) {
        return found;
    }
    let leaked: &'static str = Box::leak(text.to_string().into_boxed_str());
    kept.insert(leaked);
    leaked
}

fn lock() -> std::sync::MutexGuard<'static, BTreeSet<&'static str>> {
    // A set of words is whole after every operation, so a panic elsewhere while it was locked does no harm.
    KEPT.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
}

/// Letters and digits in lower case, everything else as single hyphens.
pub fn slug(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        if c.is_ascii_alphanumeric() {
            out.push(c.to_ascii_lowercase());
        } else if c != '\'' && !out.is_empty() && !out.ends_with('-') {
            out.push('-');
        }
    }
    while out.ends_with('-') {
        out.pop();
    }
    out
}

impl PartialEq for Name {
    fn eq(&self, other: &Name) -> bool {
        std::ptr::eq(self.0, other.0)
    }
}

impl PartialOrd for Name {
    fn partial_cmp(&self, other: &Name) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Name {
    fn cmp(&self, other: &Name) -> std::cmp::Ordering {
        self.0.cmp(other.0)
    }
}

impl std::hash::Hash for Name {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.0.hash(state);
    }
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

impl fmt::Debug for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}
