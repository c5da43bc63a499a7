//! Which rules were cited while tests ran.

use kernel::Rule;

use crate::book::{Book, Entry, book, definitions, entry, position_in, slice};

/// For each rule of one system, the tests in which it was really cited.
///
/// A tally is plain data: give each thread its own and [`merge`](Tally::merge) them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    book: Option<&'static Book>,
    /// Beside each rule of the ledger the names of its tests, sorted, each once.
    tests: Vec<Vec<String>>,
}

impl Tally {
    /// An empty tally. For a system that does not exist it stays empty.
    pub fn new(system: &str) -> Tally {
        Tally { book: book(system), tests: vec![Vec::new(); slice(system).len()] }
    }

    pub fn system(&self) -> &'static str {
        self.book.map_or("", |book| book.system)
    }

    /// Notes that a test cited a rule. Rules of other systems are not counted here.
    pub fn note(&mut self, test: &str, rule: Rule) {
        let Some(position) = self.position(rule) else {
            return;
        };
        let tests = &mut self.tests[position];
        if let Err(place) = tests.binary_search_by(|other| other.as_str().cmp(test)) {
            tests.insert(place, test.to_owned());
        }
    }

    /// Adds what another tally of the same system has counted.
    pub fn merge(&mut self, other: &Tally) {
        if self.book != other.book {
            return;
        }
        for (tests, more) in self.tests.iter_mut().zip(&other.tests) {
            tests.extend(more.iter().cloned());
            tests.sort();
            tests.dedup();
        }
    }

    /// The tests that cited a rule, sorted by name. An entry that only points at another is covered by that one's tests.
    pub fn covered_by(&self, rule: Rule) -> &[String] {
        let rule = entry(rule).and_then(|entry| entry.see).unwrap_or(rule);
        match self.position(rule) {
            Some(position) => &self.tests[position],
            None => &[],
        }
    }

    /// The rules no test cited, in the order of the ledger. Pure definitions are not missed.
    pub fn missing(&self) -> Vec<&'static Entry> {
        let defined: Vec<Rule> = definitions(self.system()).map(|one| one.rule).collect();
        slice(self.system())
            .iter()
            .filter(|entry| self.covered_by(entry.rule).is_empty() && !defined.contains(&entry.rule))
            .collect()
    }

    /// Pure definitions which a test cited after all, so that they need not be listed as such.
    pub fn needless_definitions(&self) -> Vec<Rule> {
        let rules = definitions(self.system()).map(|one| one.rule);
        rules.filter(|&rule| !self.covered_by(rule).is_empty()).collect()
    }

    fn position(&self, rule: Rule) -> Option<usize> {
        position_in(self.book?, rule)
    }
}
