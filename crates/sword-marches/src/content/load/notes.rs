//! What can be checked only when every file is read.

use kernel::{Name, slug};
use pack::{Place, Problem, Section};
use std::collections::BTreeMap;

#[derive(Debug, Default)]
pub(super) struct Notes {
    /// Every entry that was begun, by kind and id, with the number of its pack.
    entries: BTreeMap<(&'static str, Name), (usize, Place)>,
    /// Words that name an entry of a kind.
    references: Vec<(&'static str, Place, String)>,
    problems: Vec<Problem>,
}

impl Notes {
    /// The id of an entry, which is its own within its pack and among entries of its kind.
    pub(super) fn id(&mut self, kind: &'static str, pack: usize, table: Section<'_>) -> Option<Name> {
        let id = table.id()?;
        let here = table.place("id");
        if let Some((first, place)) = self.entries.get(&(kind, id))
            && *first == pack
        {
            table.report(here.problem(format!("{kind} \"{}\" exists already, at {place}", id.text())));
            return None;
        }
        self.entries.insert((kind, id), (pack, here));
        Some(id)
    }

    pub(super) fn place(&self, kind: &'static str, id: Name) -> Place {
        let found = self.entries.get(&(kind, id)).map(|(_, place)| place.clone());
        found.unwrap_or(Place { file: "pack".to_owned(), line: 0, column: 0 })
    }

    /// Where that of several entries stands that was read last: in a player's pack if one of them is from there.
    pub(super) fn later(&self, kind: &'static str, ids: [Name; 2]) -> Place {
        let pack = |id: &Name| self.entries.get(&(kind, *id)).map(|(pack, _)| *pack);
        let last = ids.into_iter().max_by_key(pack);
        last.map_or_else(|| self.place(kind, ids[0]), |id| self.place(kind, id))
    }

    /// A word that names an entry of another kind.
    pub(super) fn refer(&mut self, kind: &'static str, place: Place, word: &str) -> Name {
        self.references.push((kind, place, word.to_owned()));
        Name::of(word)
    }

    pub(super) fn report(&mut self, problem: Problem) {
        self.problems.push(problem);
    }

    /// The problems that show only now.
    pub(super) fn finish(self) -> Vec<Problem> {
        let mut problems = self.problems;
        for (kind, place, word) in self.references {
            let known: Vec<&str> = self.entries.keys().filter(|(of, _)| *of == kind).map(|(_, id)| id.text()).collect();
            if !known.contains(&slug(&word).as_str()) {
                problems.push(place.unknown(kind, &word, known));
            }
        }
        problems
    }
}
