//! Listeners to rules: what a cost, a modifier or a number of wounds comes of is said where it is worked out, and only
//! the log listens.

use crate::{State, Table};
use kernel::Rule;

/// Nobody listens.
#[inline]
pub(crate) fn silent(_: Rule) {}

/// Notes on the next event what `cite` says. Nothing is worked out where nobody listens.
pub(crate) fn notes(t: &mut Table<'_>, cite: impl FnOnce(&State, &mut dyn FnMut(Rule))) {
    if !t.aloud() {
        return;
    }
    let mut rules = Vec::new();
    cite(t.state, &mut |rule| rules.push(rule));
    for rule in rules {
        t.note(rule);
    }
}
