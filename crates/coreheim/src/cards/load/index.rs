//! Ids, and what can be checked only when every file is read.

use kernel::{Name, Rule, slug};
use pack::{Place, Problem, Table, Value};
use std::collections::BTreeMap;

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

impl Kind {
    fn text(self) -> &'static str {
        match self {
            Kind::Thing => "thing",
            Kind::Trait => "trait",
            Kind::SpellList => "spell list",
            Kind::Band => "band",
            Kind::Fighter => "fighter",
            Kind::Scenario => "scenario",
            Kind::Warband => "warband",
        }
    }
}

#[derive(Debug, Default)]
pub(super) struct Index {
    /// Every entry that was begun, broken ones too: a reference to a broken entry is not a second mistake.
    entries: BTreeMap<(Kind, Name), Place>,
    wanted: Vec<(Kind, Place, String, Option<Rule>)>,
}

impl Index {
    /// The id of an entry, which is its own among entries of that kind.
    pub(super) fn id(&mut self, kind: Kind, table: Table<'_>) -> Option<Name> {
        let text = table.str("id")?;
        let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_' || c == '-';
        if slug(text).is_empty() || !text.chars().all(plain) {
            let problem = table.place("id").problem(format!("\"{text}\" is no id"));
            table.report(problem.hint("expected small letters, digits, _ and -"));
            return None;
        }
        let id = Name::of(text);
        let here = table.place("id");
        match self.entries.get(&(kind, id)) {
            Some(first) => {
                table.report(here.problem(format!("{} \"{text}\" exists already, at {first}", kind.text())));
                None
            }
            None => {
                self.entries.insert((kind, id), here);
                Some(id)
            }
        }
    }

    /// The name of another entry, which must exist once all files are read.
    pub(super) fn refer(&mut self, kind: Kind, value: Value<'_>, rule: Option<Rule>) -> Option<Name> {
        let text = value.str()?;
        self.wanted.push((kind, value.place(), text.to_owned(), rule));
        Some(Name::of(text))
    }

    pub(super) fn refer_all(&mut self, kind: Kind, table: Table<'_>, key: &str, rule: Option<Rule>) -> Vec<Name> {
        let items = table.get(key).and_then(Value::list).unwrap_or_default();
        items.into_iter().filter_map(|item| self.refer(kind, item, rule)).collect()
    }

    pub(super) fn ids(&self, kind: Kind) -> Vec<&'static str> {
        self.entries.keys().filter(|(of, _)| *of == kind).map(|(_, id)| id.text()).collect()
    }

    /// The problems that show only now.
    pub(super) fn finish(&self) -> Vec<Problem> {
        let mut problems = Vec::new();
        for (kind, place, word, rule) in &self.wanted {
            let ids = self.ids(*kind);
            if !ids.contains(&slug(word).as_str()) {
                problems.push(Problem { rule: *rule, ..place.unknown(kind.text(), word, ids) });
            }
        }
        problems
    }
}
