//! The name of a rule: what every event, modifier, refusal and problem cites.

use std::fmt;

/// A rule of some rulebook, by its id (`SW-RESOLVE-05`).
///
/// Constants of this type are generated from `rules/*.toml` by the `rulebook` crate, so that an id which stands in no
/// ledger does not compile. The kernel itself knows no rule.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Rule(&'static str);

impl Rule {
    /// Used by generated code only.
    pub const fn new(id: &'static str) -> Rule {
        Rule(id)
    }

    pub const fn id(self) -> &'static str {
        self.0
    }
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

impl fmt::Debug for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}
