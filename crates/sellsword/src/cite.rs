//! Rules named where a number or a verdict is worked out, for a log that says why.

use crate::Table;
use kernel::Rule;

/// The rules that shaped a result, kept only where somebody listens. Most results are worked out for minds and lists, and
/// nobody asks why; then naming a rule costs no more than looking at a flag.
#[derive(Debug)]
pub(crate) struct Cited {
    hears: bool,
    rules: Vec<Rule>,
}

impl Cited {
    /// For results that nobody asks the reason of.
    #[inline]
    pub(crate) const fn unheard() -> Cited {
        Cited { hears: false, rules: Vec::new() }
    }

    /// Listens if somebody listens to the table.
    pub(crate) fn at(t: &Table<'_>) -> Cited {
        if t.aloud() { Cited::heard() } else { Cited::unheard() }
    }

    pub(crate) const fn heard() -> Cited {
        Cited { hears: true, rules: Vec::new() }
    }

    /// An empty list for as many listeners, to be [added](Cited::append) later.
    pub(crate) fn apart(&self) -> Cited {
        Cited { hears: self.hears, rules: Vec::new() }
    }

    /// Guards what is worked out only to be cited.
    #[inline]
    pub(crate) fn hears(&self) -> bool {
        self.hears
    }

    #[inline]
    pub(crate) fn cite(&mut self, rule: Rule) {
        self.cite_if(true, rule);
    }

    #[inline]
    pub(crate) fn cite_if(&mut self, applies: bool, rule: Rule) {
        if self.hears && applies {
            self.rules.push(rule);
        }
    }

    #[cfg(test)]
    pub(crate) fn is_empty(&self) -> bool {
        self.rules.is_empty()
    }

    pub(crate) fn append(&mut self, later: Cited) {
        self.rules.extend(later.rules);
    }

    /// Puts them beside the event that is told next.
    pub(crate) fn note(self, t: &mut Table<'_>) {
        for rule in self.rules {
            t.note(rule);
        }
    }
}
