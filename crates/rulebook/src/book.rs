//! The rules and their texts.

use kernel::Rule;

include!(concat!(env!("OUT_DIR"), "/rules.rs"));

/// One rule of a ledger.
#[derive(Debug, PartialEq, Eq)]
pub struct Entry {
    pub rule: Rule,
    /// As every command line and file names it: `sword-and-claw`.
    pub system: &'static str,
    /// The middle of the id: `RESOLVE` of `SW-RESOLVE-05`.
    pub chapter: &'static str,
    /// The chapter in words: `Line of sight`.
    pub chapter_title: &'static str,
    pub title: &'static str,
    pub text: &'static str,
    /// Examples with numbers.
    pub cases: &'static [&'static str],
    /// What we decided where the source is silent or contradicts itself.
    pub ruling: Option<&'static str>,
    /// What is missing from the source.
    pub gap: Option<&'static str>,
    /// `seed` or `completed`, where the ledger says so: whether the source has the rule or it was written anew.
    pub part: Option<&'static str>,
    /// `source`, `public` or `house`, where the ledger says so.
    pub origin: Option<&'static str>,
    /// Used only if the players agree on it.
    pub optional: bool,
    /// The rule that says this in full.
    pub see: Option<Rule>,
}

/// One system's rulebook.
#[derive(Debug, PartialEq, Eq)]
pub struct Book {
    pub system: &'static str,
    /// What its ids begin with: `SW`.
    pub prefix: &'static str,
    pub title: &'static str,
    /// One sentence for somebody who looks for a game.
    pub about: &'static str,
    /// What one plays on.
    pub space: &'static str,
    /// How a turn goes.
    pub turn: &'static str,
    /// What is rolled.
    pub dice: &'static str,
    /// Its stretch of `ENTRIES`.
    first: usize,
    end: usize,
}

/// A rule with nothing to produce, which no test can run through.
#[derive(Debug, PartialEq, Eq)]
pub struct Definition {
    pub rule: Rule,
    pub reason: &'static str,
}

/// The systems, as every command line and file names them.
pub fn systems() -> impl Iterator<Item = &'static str> {
    BOOKS.iter().map(|book| book.system)
}

/// The rulebooks, in the order of [`systems`].
pub fn books() -> &'static [Book] {
    &BOOKS
}

/// The rulebook of a system, if there is such a system.
pub fn book(system: &str) -> Option<&'static Book> {
    BOOKS.iter().find(|book| book.system == system)
}

/// The rules of a system in the order of its ledger; none for an unknown system.
pub fn entries(system: &str) -> impl Iterator<Item = &'static Entry> + use<> {
    slice(system).iter()
}

/// What a rule says. Every constant of this crate has an entry.
pub fn entry(rule: Rule) -> Option<&'static Entry> {
    find(rule.id())
}

/// What the rule with this id says. Upper or lower case does not matter.
pub fn find(id: &str) -> Option<&'static Entry> {
    position(id).map(|position| &ENTRIES[position])
}

/// The id that was probably meant by one which does not exist, if one is close.
pub fn nearest(id: &str) -> Option<&'static str> {
    let id = id.to_ascii_uppercase().replace('_', "-");
    // One slip for every four characters: ids are alike, so more would be guessing.
    let slips = (id.len() / 4).max(1);
    ENTRIES
        .iter()
        .map(|entry| (strsim::osa_distance(&id, entry.rule.id()), entry))
        .filter(|&(distance, _)| distance <= slips)
        .min_by_key(|&(distance, _)| distance)
        .map(|(_, entry)| entry.rule.id())
}

/// The rules of a system that are pure definitions, from `rules/definitions.toml`.
pub fn definitions(system: &str) -> impl Iterator<Item = &'static Definition> + use<> {
    let prefix = book(system).map(|book| book.prefix);
    DEFINITIONS.iter().filter(move |definition| definition.rule.id().split('-').next() == prefix)
}

/// All rules of a system as one slice.
pub(crate) fn slice(system: &str) -> &'static [Entry] {
    match book(system) {
        Some(book) => &ENTRIES[book.first..book.end],
        None => &[],
    }
}

/// All rules of all systems.
pub(crate) fn all() -> &'static [Entry] {
    &ENTRIES
}

/// The position of a rule within its system.
pub(crate) fn position_in(book: &Book, rule: Rule) -> Option<usize> {
    let position = position(rule.id())?;
    (book.first..book.end).contains(&position).then(|| position - book.first)
}

fn position(id: &str) -> Option<usize> {
    let id = id.to_ascii_uppercase();
    let found = BY_ID.binary_search_by(|&position| ENTRIES[position].rule.id().cmp(&id));
    found.ok().map(|index| BY_ID[index])
}
