//! One value of a pack.

use std::fmt::Display;
use std::ops::RangeInclusive;

use crate::literal;
use crate::problem::{Place, Problem};
use crate::reader::Reader;
use crate::section::Section;
use crate::tree::{Content, Id, Name};

/// A value and where it stands. Each reader gives `None` and reports the problem if the value is of another kind.
#[derive(Clone, Copy, Debug)]
pub struct Value<'r> {
    reader: &'r Reader,
    id: Id,
}

impl<'r> Value<'r> {
    pub(crate) fn new(reader: &'r Reader, id: Id) -> Value<'r> {
        Value { reader, id }
    }

    pub fn str(self) -> Option<&'r str> {
        match self.content() {
            Content::Text(text) => Some(text),
            _ => self.mistaken("a text"),
        }
    }

    /// A whole number in `range`, of whatever integer type the range is.
    pub fn int<N>(self, range: RangeInclusive<N>) -> Option<N>
    where
        N: Copy + PartialOrd + Display + TryFrom<i64>,
    {
        let expected = whole_number(&range);
        match self.content() {
            Content::Whole(number) => {
                let fitting = number.and_then(|number| N::try_from(number).ok());
                let fitting = fitting.filter(|number| range.contains(number));
                if fitting.is_none() {
                    let is = number.map_or("too large".to_owned(), |number| number.to_string());
                    self.report(format!("{} is {is}", self.label()), &expected);
                }
                fitting
            }
            _ => self.mistaken(&expected),
        }
    }

    pub fn bool(self) -> Option<bool> {
        match self.content() {
            Content::Truth(truth) => Some(*truth),
            _ => self.mistaken("true or false"),
        }
    }

    /// A word of a closed vocabulary.
    pub fn word<T: Clone>(self, vocabulary: &[(&str, T)]) -> Option<T> {
        let word = self.str()?;
        let known = vocabulary.iter().find(|(legal, _)| *legal == word);
        if known.is_none() {
            let what = match &self.reader.node(self.id).name {
                Name::Key(key, _) => key,
                Name::Root | Name::Item(..) => "word",
            };
            self.unknown(what, vocabulary.iter().map(|(legal, _)| *legal));
        }
        known.map(|(_, meaning)| meaning.clone())
    }

    pub fn table(self) -> Option<Section<'r>> {
        match self.content() {
            Content::Table(_) => Some(Section::new(self.reader, self.id)),
            _ => self.mistaken("a table"),
        }
    }

    /// The items of a list.
    pub fn list(self) -> Option<Vec<Value<'r>>> {
        match self.content() {
            Content::List(items) => Some(items.iter().map(|&item| Value::new(self.reader, item)).collect()),
            _ => self.mistaken("a list"),
        }
    }

    /// What `read` makes of every item of a list. All items are read, and a bad one makes the list bad.
    pub fn list_of<T>(self, read: impl FnMut(Value<'r>) -> Option<T>) -> Option<Vec<T>> {
        let read: Vec<Option<T>> = self.list()?.into_iter().map(read).collect();
        read.into_iter().collect()
    }

    /// Whether it is a text, for values that may be of several kinds. Likewise the two below.
    pub fn is_str(self) -> bool {
        matches!(self.content(), Content::Text(_))
    }

    pub fn is_int(self) -> bool {
        matches!(self.content(), Content::Whole(_))
    }

    pub fn is_list(self) -> bool {
        matches!(self.content(), Content::List(_))
    }

    /// Where the value begins: a text at its opening quote, a table at its header or opening brace.
    pub fn place(self) -> Place {
        self.reader.place(self.id)
    }

    /// Where a character of a text stands, such as a square of a map drawn in several lines. Both numbers count from 0
    /// in the text as it was read. Past the end of a line or of the text it is that end.
    pub fn place_in(self, line: usize, character: usize) -> Place {
        let page = self.reader.page(self.id);
        let span = self.reader.node(self.id).span.clone();
        page.place(literal::locate(&page.text, span, line, character))
    }

    /// Reports a problem with this value.
    pub fn problem(self, text: impl Into<String>) {
        self.reader.report(self.place().problem(text));
    }

    /// Reports that this text names no `what`, with the nearest of the words that would.
    pub fn unknown<'c>(self, what: &str, known: impl IntoIterator<Item = &'c str>) {
        if let Content::Text(word) = self.content() {
            self.reader.report(self.place().unknown(what, word, known));
        }
    }

    fn content(self) -> &'r Content {
        &self.reader.node(self.id).content
    }

    /// How the value is called in a problem.
    fn label(self) -> String {
        match &self.reader.node(self.id).name {
            Name::Root => "the file".to_owned(),
            Name::Key(key, _) => format!("\"{key}\""),
            Name::Item(list, position) => format!("item {position} of \"{list}\""),
        }
    }

    fn mistaken<T>(self, expected: &str) -> Option<T> {
        self.report(format!("{} is {}", self.label(), self.content().kind()), expected);
        None
    }

    fn report(self, text: String, expected: &str) {
        let problem: Problem = self.place().problem(text);
        self.reader.report(problem.hint(format!("expected {expected}")));
    }
}

/// What is expected where a number in `range` is.
pub(crate) fn whole_number<N: Display>(range: &RangeInclusive<N>) -> String {
    format!("a whole number from {} to {}", range.start(), range.end())
}
