//! Ids, and what can be checked only when every file is read.

use kernel::{Name, Rule, slug};
use pack::{Ids, Place, Problem, Section, Value};
use std::fmt;

/// The kinds of entries, each with ids of its own.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Kind {
    /// Gear, skills and spells share one list of names, so that a line of a warband can name any of them.
    Thing,
    Trait,
    SpellList,
    Band,
    Fighter,
    Scenario,
    Warband,
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Kind::Thing => "thing",
            Kind::Trait => "trait",
            Kind::SpellList => "spell list",
            Kind::Band => "band",
            Kind::Fighter => "fighter",
            Kind::Scenario => "scenario",
            Kind::Warband => "warband",
        })
    }
}

#[derive(Debug, Default)]
pub(super) struct Index {
    pub(super) ids: Ids<Kind>,
    wanted: Vec<(Kind, Place, String, Option<Rule>)>,
}

impl Index {
    /// The name of another entry, which must exist once all files are read.
    pub(super) fn refer(&mut self, kind: Kind, value: Value<'_>, rule: Option<Rule>) -> Option<Name> {
        let text = value.str()?;
        self.wanted.push((kind, value.place(), text.to_owned(), rule));
        Some(Name::of(text))
    }

    pub(super) fn refer_all(&mut self, kind: Kind, table: Section<'_>, key: &str, rule: Option<Rule>) -> Vec<Name> {
        let items = table.get(key).and_then(Value::list).unwrap_or_default();
        items.into_iter().filter_map(|item| self.refer(kind, item, rule)).collect()
    }

    /// The problems that show only now.
    pub(super) fn finish(&self) -> Vec<Problem> {
        let mut problems = Vec::new();
        for (kind, place, word, rule) in &self.wanted {
            let ids = self.ids.of(*kind);
            if !ids.contains(&slug(word).as_str()) {
                problems.push(Problem { rule: *rule, ..place.unknown(&kind.to_string(), word, ids) });
            }
        }
        problems
    }
}
