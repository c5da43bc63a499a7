//! One table of a pack.

use std::fmt::Display;
use std::ops::RangeInclusive;

use crate::nearest::list;
use crate::problem::{Place, Problem};
use crate::reader::Reader;
use crate::tree::{Content, Id};
use crate::value::{Value, whole_number};

/// A table and where it stands: a file, a `[[unit]]`, or `{ kind = "fly" }` within a line.
///
/// Every method that takes a key makes it a known key of this table. Methods without `_or` need the key and report it if
/// it is missing; `_or` gives the default for a missing key, and also for a broken one after reporting it. The lists
/// `tables`, `strs_or_empty` and `words_or_empty` are empty where the key is missing.
#[derive(Clone, Copy, Debug)]
pub struct Section<'r> {
    reader: &'r Reader,
    id: Id,
}

impl<'r> Section<'r> {
    pub(crate) fn new(reader: &'r Reader, id: Id) -> Section<'r> {
        reader.visit(id);
        Section { reader, id }
    }

    pub fn str(self, key: &str) -> Option<&'r str> {
        self.need(key, "a text")?.str()
    }

    pub fn str_or(self, key: &str, default: &'r str) -> &'r str {
        self.get(key).and_then(Value::str).unwrap_or(default)
    }

    /// A whole number in `range`, of whatever integer type the range is: `t.int("vigor", 0..=200u8)`.
    pub fn int<N>(self, key: &str, range: RangeInclusive<N>) -> Option<N>
    where
        N: Copy + PartialOrd + Display + TryFrom<i64>,
    {
        self.need(key, &whole_number(&range))?.int(range)
    }

    /// The default may lie outside the range.
    pub fn int_or<N>(self, key: &str, range: RangeInclusive<N>, default: N) -> N
    where
        N: Copy + PartialOrd + Display + TryFrom<i64>,
    {
        self.get(key).and_then(|value| value.int(range)).unwrap_or(default)
    }

    pub fn bool(self, key: &str) -> Option<bool> {
        self.need(key, "true or false")?.bool()
    }

    pub fn bool_or(self, key: &str, default: bool) -> bool {
        self.get(key).and_then(Value::bool).unwrap_or(default)
    }

    /// A word of a closed vocabulary: `t.word("size", &[("Small", Size::Small), ("Big", Size::Big)])`.
    pub fn word<T: Clone>(self, key: &str, vocabulary: &[(&str, T)]) -> Option<T> {
        let words: Vec<&str> = vocabulary.iter().map(|(word, _)| *word).collect();
        self.need(key, &list(&words))?.word(vocabulary)
    }

    pub fn word_or<T: Clone>(self, key: &str, vocabulary: &[(&str, T)], default: T) -> T {
        self.get(key).and_then(|value| value.word(vocabulary)).unwrap_or(default)
    }

    /// A word that decides which other keys this table may hold. Where it is missing or unknown nothing can be said
    /// about the other keys, and none of them is reported as unknown.
    pub fn tag<T: Clone>(self, key: &str, vocabulary: &[(&str, T)]) -> Option<T> {
        let word = self.word(key, vocabulary);
        if word.is_none() {
            self.give_up();
        }
        word
    }

    /// A list of words of a closed vocabulary.
    pub fn words<T: Clone>(self, key: &str, vocabulary: &[(&str, T)]) -> Option<Vec<T>> {
        self.need(key, "a list of words")?.list_of(|item| item.word(vocabulary))
    }

    pub fn words_or_empty<T: Clone>(self, key: &str, vocabulary: &[(&str, T)]) -> Vec<T> {
        let words = |value: Value<'r>| value.list_of(|item| item.word(vocabulary));
        self.get(key).and_then(words).unwrap_or_default()
    }

    /// A list of texts.
    pub fn strs(self, key: &str) -> Option<Vec<&'r str>> {
        self.need(key, "a list of texts")?.list_of(Value::str)
    }

    pub fn strs_or_empty(self, key: &str) -> Vec<&'r str> {
        self.get(key).and_then(|value| value.list_of(Value::str)).unwrap_or_default()
    }

    /// The items of a list of any kind.
    pub fn array(self, key: &str) -> Option<Vec<Value<'r>>> {
        self.need(key, "a list")?.list()
    }

    pub fn table(self, key: &str) -> Option<Section<'r>> {
        self.need(key, "a table")?.table()
    }

    /// A list of tables, written as `[[key]]` or as `key = [{ .. }]`. Items which are no tables are reported and left out.
    pub fn tables(self, key: &str) -> Vec<Section<'r>> {
        let items = self.get(key).and_then(Value::list).unwrap_or_default();
        items.into_iter().filter_map(Value::table).collect()
    }

    /// The value of a key that need not be there. It has the same readers: `t.get("vigor")?.int(0..=200)`.
    pub fn get(self, key: &str) -> Option<Value<'r>> {
        self.reader.asked(self.id, key);
        match &self.reader.node(self.id).content {
            Content::Table(entries) => entries.get(key).map(|&id| Value::new(self.reader, id)),
            _ => None,
        }
    }

    /// The value of a key that has to be there. `expected` completes "expected ..." in the problem if it is not.
    pub fn need(self, key: &str, expected: &str) -> Option<Value<'r>> {
        let value = self.get(key);
        if value.is_none() {
            let problem = self.here().problem(format!("missing \"{key}\""));
            self.reader.missing(self.id, key, problem.hint(format!("expected {expected}")));
        }
        value
    }

    /// Everything in the table, by key, for tables whose keys are free. All keys become known.
    pub fn entries(self) -> Vec<(&'r str, Value<'r>)> {
        let Content::Table(entries) = &self.reader.node(self.id).content else {
            return Vec::new();
        };
        let entry = |(key, &id): (&'r String, &Id)| {
            self.reader.asked(self.id, key);
            (key.as_str(), Value::new(self.reader, id))
        };
        entries.iter().map(entry).collect()
    }

    /// Reports no unknown key of this table, because it cannot be told which are known.
    pub fn give_up(self) {
        self.reader.give_up(self.id);
    }

    /// Where the table begins: its header or opening brace.
    pub fn here(self) -> Place {
        self.reader.place(self.id)
    }

    /// Where the value of a key stands, or the table itself if the key is missing.
    pub fn place(self, key: &str) -> Place {
        self.get(key).map_or_else(|| self.here(), Value::place)
    }

    /// Where the key itself stands, or the table if it is missing.
    pub fn key_place(self, key: &str) -> Place {
        self.reader.asked(self.id, key);
        match &self.reader.node(self.id).content {
            Content::Table(entries) => entries.get(key).map(|&id| self.reader.key_place(id)),
            _ => None,
        }
        .unwrap_or_else(|| self.here())
    }

    /// Where a character of a text stands; see [`Value::place_in`].
    pub fn place_in(self, key: &str, line: usize, character: usize) -> Place {
        let value = self.get(key);
        value.map_or_else(|| self.here(), |value| value.place_in(line, character))
    }

    /// Reports a problem with the value of a key, citing the rule it breaks if there is one.
    pub fn problem(self, key: &str, text: impl Into<String>, rule: impl Into<Option<kernel::Rule>>) {
        let problem = Problem { rule: rule.into(), ..self.place(key).problem(text) };
        self.reader.report(problem);
    }

    /// Reports any problem, for instance one with a hint or at a place of its own.
    pub fn report(self, problem: Problem) {
        self.reader.report(problem);
    }
}
