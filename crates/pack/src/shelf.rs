//! What every system does with its packs: the core and a player's folder read as one, with ids that are their own.

use crate::{Place, Problem, Reader, Section, Sources};
use kernel::{Name, slug};
use std::collections::BTreeMap;
use std::fmt::Display;
use std::sync::Arc;

/// Packs that are read as one, in their order.
#[derive(Debug)]
pub struct Shelf {
    readers: Vec<Reader>,
    hash: String,
}

impl Shelf {
    pub fn open(sources: &[&Sources]) -> Shelf {
        Shelf { readers: sources.iter().map(|sources| Reader::new(sources)).collect(), hash: hash(sources) }
    }

    /// What tells this content from any other.
    pub fn hash(&self) -> String {
        self.hash.clone()
    }

    pub fn readers(&self) -> &[Reader] {
        &self.readers
    }

    /// Every `[[key]]` of every pack that could be read.
    pub fn entries<T>(&self, key: &str, read: impl FnMut(Section<'_>) -> Option<T>) -> Vec<T> {
        self.readers.iter().flat_map(|reader| reader.tables(key)).filter_map(read).collect()
    }

    /// The same for entries that a system numbers from 0, so that there is a limit to them.
    pub fn numbered<T>(&self, key: &str, most: usize, read: impl FnMut(Section<'_>) -> Option<T>) -> Vec<T> {
        let tables: Vec<Section<'_>> = self.readers.iter().flat_map(|reader| reader.tables(key)).collect();
        if let Some(first) = tables.get(most) {
            first.report(first.here().problem(format!("{} entries; there is room for {most}", tables.len())));
        }
        tables.into_iter().filter_map(read).collect()
    }

    /// Every problem of every pack and those that were found beside, by file and line; nothing is said twice.
    pub fn close(self, mut problems: Vec<Problem>) -> Vec<Problem> {
        problems.extend(self.readers.into_iter().flat_map(Reader::finish));
        problems.sort();
        problems.dedup();
        problems
    }
}

/// The hash of a single pack is that of its files. Of several it is the hash of their hashes, in their order.
fn hash(sources: &[&Sources]) -> String {
    if let [only] = sources {
        return only.content_hash();
    }
    let hashes: Vec<String> = sources.iter().map(|sources| sources.content_hash()).collect();
    let parts: Vec<(&str, &str)> = hashes.iter().map(|hash| ("pack", hash.as_str())).collect();
    Sources::embedded(&parts).content_hash()
}

/// The content that is built into the program.
///
/// # Panics
/// If it has mistakes; a test of every system reads it.
pub fn built_in<P>(read: Result<P, Vec<Problem>>) -> Arc<P> {
    match read {
        Ok(pack) => Arc::new(pack),
        Err(problems) => {
            let lines: Vec<String> = problems.iter().map(Problem::to_string).collect();
            panic!("the pack of the program has mistakes:\n{}", lines.join("\n"))
        }
    }
}

impl Section<'_> {
    /// The id that this entry is known by.
    pub fn id(self) -> Option<Name> {
        let text = self.str("id")?;
        let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_' || c == '-';
        if slug(text).is_empty() || !text.chars().all(plain) {
            let problem = self.place("id").problem(format!("\"{text}\" is no id"));
            self.report(problem.hint("expected small letters, digits, _ and -"));
            return None;
        }
        Some(Name::of(text))
    }
}

/// Every entry that was begun, broken ones too: a reference to a broken entry is not a second mistake.
#[derive(Debug)]
pub struct Ids<K>(BTreeMap<(K, Name), Place>);

impl<K> Default for Ids<K> {
    fn default() -> Ids<K> {
        Ids(BTreeMap::new())
    }
}

impl<K: Ord + Copy + Display> Ids<K> {
    /// The id of an entry, which is its own among entries of that kind.
    pub fn id(&mut self, kind: K, table: Section<'_>) -> Option<Name> {
        let id = table.id()?;
        let here = table.place("id");
        match self.0.get(&(kind, id)) {
            Some(first) => {
                table.report(here.problem(format!("{kind} \"{}\" exists already, at {first}", id.text())));
                None
            }
            None => {
                self.0.insert((kind, id), here);
                Some(id)
            }
        }
    }

    /// Was such an entry begun?
    pub fn begun(&self, kind: K, id: &str) -> bool {
        Name::known(id).is_some_and(|id| self.0.contains_key(&(kind, id)))
    }

    /// All of a kind, by name.
    pub fn of(&self, kind: K) -> Vec<&'static str> {
        self.0.keys().filter(|(of, _)| *of == kind).map(|(_, id)| id.text()).collect()
    }
}
