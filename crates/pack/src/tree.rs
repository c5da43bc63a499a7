//! A parsed pack as a flat list of nodes, each knowing where it was written.

use std::collections::BTreeMap;
use std::ops::Range;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::problem::Place;

/// The index of a node.
pub(crate) type Id = usize;

/// One value of some file.
#[derive(Debug)]
pub(crate) struct Node {
    /// The index of the file it stands in.
    pub(crate) file: usize,
    /// The bytes of the value; for a table with a header, those of the header.
    pub(crate) span: Range<usize>,
    /// What the value is called in a problem: its key, or its number in a list.
    pub(crate) name: Name,
    pub(crate) content: Content,
}

#[derive(Debug)]
pub(crate) enum Name {
    /// The file itself.
    Root,
    /// The key and the bytes it was written in.
    Key(String, Range<usize>),
    /// The name of the list, and the position in it, counted from 1.
    Item(String, usize),
}

#[derive(Debug)]
pub(crate) enum Content {
    Text(String),
    /// Nothing where the number is too large to be counted with.
    Whole(Option<i64>),
    Truth(bool),
    /// A number with a point, which no pack may hold.
    Fraction,
    Date,
    List(Vec<Id>),
    Table(BTreeMap<String, Id>),
}

impl Content {
    /// The kind of value, with its article.
    pub(crate) fn kind(&self) -> &'static str {
        match self {
            Content::Text(_) => "a text",
            Content::Whole(_) => "a whole number",
            Content::Truth(_) => "true or false",
            Content::Fraction => "a fraction",
            Content::Date => "a date",
            Content::List(_) => "a list",
            Content::Table(_) => "a table",
        }
    }
}

/// A file while problems are collected: enough to turn a byte into a line and a column.
#[derive(Debug)]
pub(crate) struct Page {
    pub(crate) file: String,
    pub(crate) text: String,
    /// The byte at which each line starts.
    lines: Vec<usize>,
    pub(crate) root: Id,
    /// Whether some lines are not TOML and were left out.
    pub(crate) torn: bool,
}

impl Page {
    pub(crate) fn new(file: String, text: String) -> Page {
        let breaks = text.match_indices('\n').map(|(at, _)| at + 1);
        let lines = std::iter::once(0).chain(breaks).collect();
        Page { file, text, lines, root: 0, torn: false }
    }

    pub(crate) fn place(&self, byte: usize) -> Place {
        let line = self.lines.partition_point(|&start| start <= byte).max(1);
        let start = self.lines[line - 1];
        let before = self.text.get(start..byte).unwrap_or_default();
        Place { file: self.file.clone(), line: line as u32, column: before.chars().count() as u32 + 1 }
    }
}

/// Adds the nodes of a parsed file and returns its root.
pub(crate) fn plant(nodes: &mut Vec<Node>, file: usize, root: Spanned<DeTable<'_>>) -> Id {
    let span = root.span();
    let value = Spanned::new(span, DeValue::Table(root.into_inner()));
    grow(nodes, file, Name::Root, value)
}

/// The parser bounds how deep values may nest, and with that this recursion.
fn grow(nodes: &mut Vec<Node>, file: usize, name: Name, value: Spanned<DeValue<'_>>) -> Id {
    let span = value.span();
    let content = match value.into_inner() {
        DeValue::String(text) => Content::Text(text.into_owned()),
        DeValue::Integer(number) => Content::Whole(i64::from_str_radix(number.as_str(), number.radix()).ok()),
        DeValue::Float(_) => Content::Fraction,
        DeValue::Boolean(truth) => Content::Truth(truth),
        DeValue::Datetime(_) => Content::Date,
        DeValue::Array(items) => {
            let list = match &name {
                Name::Key(key, _) => key.clone(),
                _ => "list".to_owned(),
            };
            let grown = items
                .into_iter()
                .enumerate()
                .map(|(index, item)| grow(nodes, file, Name::Item(list.clone(), index + 1), item));
            Content::List(grown.collect())
        }
        DeValue::Table(entries) => {
            let grown = entries.into_iter().map(|(key, value)| {
                let span = key.span();
                let key = key.into_inner().into_owned();
                let name = Name::Key(key.clone(), span);
                (key, grow(nodes, file, name, value))
            });
            Content::Table(grown.collect())
        }
    };
    nodes.push(Node { file, span, name, content });
    nodes.len() - 1
}
