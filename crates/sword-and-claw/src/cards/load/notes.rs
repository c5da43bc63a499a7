//! The ids of all entries, so that none is there twice.

use kernel::{Name, slug};
use pack::{Place, Table};
use std::collections::BTreeMap;

/// The kinds of entries, each with ids of its own.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Kind {
    Faction,
    Troop,
    Spell,
    Terrain,
    Map,
    Scenario,
    Army,
}

impl Kind {
    fn text(self) -> &'static str {
        match self {
            Kind::Faction => "faction",
            Kind::Troop => "troop",
            Kind::Spell => "spell",
            Kind::Terrain => "terrain kind",
            Kind::Map => "map",
            Kind::Scenario => "scenario",
            Kind::Army => "army",
        }
    }
}

#[derive(Debug, Default)]
pub(super) struct Notes {
    /// Every entry that was begun, broken ones too: a reference to a broken entry is not a second mistake.
    entries: BTreeMap<(Kind, Name), Place>,
    /// The symbols of terrain kinds that are taken.
    pub(super) symbols: BTreeMap<char, Place>,
}

impl Notes {
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

    /// Was such an entry begun?
    pub(super) fn begun(&self, kind: Kind, id: &str) -> bool {
        Name::known(id).is_some_and(|id| self.entries.contains_key(&(kind, id)))
    }

    pub(super) fn ids(&self, kind: Kind) -> Vec<&'static str> {
        self.entries.keys().filter(|(of, _)| *of == kind).map(|(_, id)| id.text()).collect()
    }
}
