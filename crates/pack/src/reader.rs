//! The reader of a whole pack, which writes down every problem.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

use crate::nearest::nearest;
use crate::problem::{Place, Problem};
use crate::section::Section;
use crate::source::Sources;
use crate::syntax;
use crate::tree::{Content, Id, Name, Node, Page};

/// All files of a pack, parsed, and the problems found so far.
///
/// A file that is not TOML becomes a problem; what can be understood of it is read, and so are the other files.
#[derive(Debug)]
pub struct Reader {
    pages: Vec<Page>,
    nodes: Vec<Node>,
    problems: RefCell<Vec<Problem>>,
    /// The tables a loader has looked into.
    visits: RefCell<BTreeMap<Id, Visit>>,
}

/// What a loader asked one table for.
#[derive(Debug, Default)]
struct Visit {
    asked: BTreeSet<String>,
    /// Keys that had to be there and were not.
    missing: BTreeMap<String, Problem>,
    /// Which keys are legal could not be told, so none is called unknown.
    given_up: bool,
}

impl Reader {
    pub fn new(sources: &Sources) -> Reader {
        let mut reader = Reader {
            pages: Vec::new(),
            nodes: Vec::new(),
            problems: RefCell::new(sources.problems().to_vec()),
            visits: RefCell::default(),
        };
        for (index, source) in sources.files().iter().enumerate() {
            let mut page = Page::new(sources.shown(&source.name), source.text.clone());
            let problems = syntax::parse(&mut page, &mut reader.nodes, index);
            reader.problems.get_mut().extend(problems);
            reader.pages.push(page);
        }
        reader
    }

    /// The files as tables, in order of their names.
    pub fn roots(&self) -> Vec<Section<'_>> {
        self.pages.iter().map(|page| Section::new(self, page.root)).collect()
    }

    /// Every `[[key]]` of every file, in order of files and lines.
    pub fn tables(&self, key: &str) -> Vec<Section<'_>> {
        self.roots().into_iter().flat_map(|root| root.tables(key)).collect()
    }

    /// Writes down a problem.
    pub fn report(&self, problem: Problem) {
        self.problems.borrow_mut().push(problem);
    }

    /// Closes the book: every problem found, by file, line and column, each once.
    ///
    /// Keys nobody asked for are found here, in every table that was looked into. A mistyped key that had to be there is
    /// one problem, not two.
    pub fn finish(self) -> Vec<Problem> {
        for (&id, visit) in self.visits.borrow().iter() {
            self.close(id, visit);
        }
        let mut problems = self.problems.into_inner();
        problems.sort();
        problems.dedup();
        problems
    }

    fn close(&self, id: Id, visit: &Visit) {
        let Content::Table(entries) = &self.nodes[id].content else {
            return;
        };
        let mut missing = visit.missing.clone();
        let strangers = entries.iter().filter(|(key, _)| !visit.asked.contains(*key));
        for (key, &value) in strangers.filter(|_| !visit.given_up) {
            let absent = visit.asked.iter().filter(|asked| !entries.contains_key(*asked));
            let absent: Vec<&str> = absent.map(String::as_str).collect();
            if let Some(meant) = nearest(key, absent.iter().copied()) {
                missing.remove(meant);
            }
            self.report(self.key_place(value).unknown("key", key, absent));
        }
        let page = &self.pages[self.nodes[id].file];
        for (key, problem) in missing {
            if !syntax::swallowed(page, &self.nodes[id], &key) {
                self.report(problem);
            }
        }
    }

    pub(crate) fn node(&self, id: Id) -> &Node {
        &self.nodes[id]
    }

    pub(crate) fn page(&self, id: Id) -> &Page {
        &self.pages[self.nodes[id].file]
    }

    pub(crate) fn place(&self, id: Id) -> Place {
        self.page(id).place(self.nodes[id].span.start)
    }

    /// Where the key of a value stands; for a value without a key, the value itself.
    pub(crate) fn key_place(&self, id: Id) -> Place {
        match &self.nodes[id].name {
            Name::Key(_, span) => self.page(id).place(span.start),
            Name::Root | Name::Item(..) => self.place(id),
        }
    }

    pub(crate) fn visit(&self, table: Id) {
        self.visits.borrow_mut().entry(table).or_default();
    }

    pub(crate) fn asked(&self, table: Id, key: &str) {
        let mut visits = self.visits.borrow_mut();
        let asked = &mut visits.entry(table).or_default().asked;
        if !asked.contains(key) {
            asked.insert(key.to_owned());
        }
    }

    pub(crate) fn missing(&self, table: Id, key: &str, problem: Problem) {
        let mut visits = self.visits.borrow_mut();
        let visit = visits.entry(table).or_default();
        visit.missing.insert(key.to_owned(), problem);
    }

    pub(crate) fn give_up(&self, table: Id) {
        self.visits.borrow_mut().entry(table).or_default().given_up = true;
    }
}
