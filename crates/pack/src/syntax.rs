//! Files that are not TOML: one problem for each slip, and everything else is still read.
//!
//! The parser's own recovery loses what follows a slip, or guesses. So the lines of the first slip are blanked out, which
//! moves nothing else, and the file is parsed again until it is TOML.

use std::ops::Range;

use toml::Spanned;
use toml::de::{DeTable, DeValue, Error};

use crate::problem::Problem;
use crate::tree::{self, Node, Page};

/// After this many slips a file is not read at all: it is hardly a pack.
const SLIP_LIMIT: usize = 20;

/// Parses the text of a page, adds its nodes, and says what is not TOML.
pub(crate) fn parse(page: &mut Page, nodes: &mut Vec<Node>, file: usize) -> Vec<Problem> {
    let mut text = page.text.clone();
    let mut problems: Vec<Problem> = Vec::new();
    loop {
        let (root, errors) = DeTable::parse_recoverable(&text);
        let Some(slip) = first_slip(&text, &root, &errors) else {
            page.root = tree::plant(nodes, file, root);
            break;
        };
        problems.push(page.place(slip.byte).problem(slip.text));
        let repaired = blank(&text, slip.lines);
        if problems.len() == SLIP_LIMIT || repaired == text {
            let (nothing, _) = DeTable::parse_recoverable("");
            page.root = tree::plant(nodes, file, nothing);
            break;
        }
        text = repaired;
    }
    page.torn = !problems.is_empty();
    problems
}

/// Whether a key seems to stand in a table although it was not found, because it is part of a slip.
pub(crate) fn swallowed(page: &Page, table: &Node, key: &str) -> bool {
    if !page.torn {
        return false;
    }
    let written = &page.text[table.span.clone()];
    let stretch = if written.starts_with('{') {
        written
    } else {
        let body = &page.text[table.span.end..];
        &body[..body.find("\n[").unwrap_or(body.len())]
    };
    stretch.split(|c: char| !c.is_alphanumeric() && c != '_' && c != '-').any(|word| word == key)
}

/// Something that is not TOML.
struct Slip {
    byte: usize,
    text: String,
    /// The lines to leave out, as bytes.
    lines: Range<usize>,
}

fn first_slip(text: &str, root: &Spanned<DeTable<'_>>, errors: &[Error]) -> Option<Slip> {
    let start = |error: &Error| error.span().map_or(0, |span| span.start.min(text.len()));
    let error = errors.iter().min_by_key(|error| start(error))?;
    let byte = start(error);

    // A text without closing quotes is noticed at the end of the file; the reader wants to see where it began.
    if byte >= text.trim_end().len()
        && let Some(opening) = last_text(text, root)
    {
        return Some(Slip {
            byte: opening,
            text: "the text is never closed".to_owned(),
            lines: line_start(text, opening)..text.len(),
        });
    }
    // After an open bracket the parser takes all that follows for items of the list.
    let says = |error: &Error, words: &[&str]| words.iter().any(|word| error.message().starts_with(word));
    if says(error, &["missing comma", "unexpected", "unclosed"])
        && errors.iter().any(|error| says(error, &["unclosed array,", "unclosed inline table"]))
        && let Some(opening) = last_bracket(text, byte)
    {
        let kind = if text[opening..].starts_with('[') { "list" } else { "table" };
        let end = if byte >= text.trim_end().len() { text.len() } else { line_start(text, byte) };
        let start = line_start(text, opening);
        return Some(Slip {
            byte: opening,
            text: format!("the {kind} is never closed"),
            lines: start..end.max(line_end(text, opening)),
        });
    }
    let start = line_start(text, byte);
    let mut end = line_end(text, byte);
    if text[start..].trim_start().starts_with('[') {
        // Without its header it cannot be told whose keys these are.
        end = text[end..].find("\n[").map_or(text.len(), |next| end + next);
    }
    Some(Slip { byte, text: describe(text, byte, error), lines: start..end })
}

fn describe(text: &str, byte: usize, error: &Error) -> String {
    let before = text.get(..byte).unwrap_or_default();
    if before.trim_end_matches([' ', '\t']).ends_with('=') && line_end(text, byte) == byte {
        return "value missing after `=`".to_owned();
    }
    let message = error.message();
    // Some of the parser's expectations say less than nothing.
    let useless = [", expected nothing", ", expected literal string"];
    let short = useless.iter().find_map(|tail| message.strip_suffix(tail));
    short.unwrap_or(message).to_owned()
}

/// The opening bracket of the last `key = [` or `key = {` that begins a line before `byte`.
fn last_bracket(text: &str, byte: usize) -> Option<usize> {
    let before = text.get(..byte)?;
    let mut line = before.len();
    while line > 0 {
        line = line_start(text, line - 1);
        let (key, value) = before[line..].split_once('=').unwrap_or_default();
        let plain = |c: char| c.is_alphanumeric() || " \t_-.\"'".contains(c);
        if key.chars().all(plain) && value.trim_start().starts_with(['[', '{']) {
            let value = value.trim_start();
            return Some(before.len() - value.len());
        }
    }
    None
}

/// Where a text begins that goes on to the end of the file.
fn last_text(text: &str, root: &Spanned<DeTable<'_>>) -> Option<usize> {
    fn search(value: &Spanned<DeValue<'_>>, end: usize) -> Option<usize> {
        match value.get_ref() {
            DeValue::String(_) => Some(value.span().start).filter(|_| value.span().end == end),
            DeValue::Array(items) => items.iter().find_map(|item| search(item, end)),
            DeValue::Table(entries) => entries.iter().find_map(|(_, item)| search(item, end)),
            _ => None,
        }
    }
    let entries = root.get_ref().iter();
    entries.filter_map(|(_, value)| search(value, text.len())).find(|&start| start < text.len())
}

fn line_start(text: &str, byte: usize) -> usize {
    text[..byte].rfind('\n').map_or(0, |before| before + 1)
}

fn line_end(text: &str, byte: usize) -> usize {
    text[byte..].find('\n').map_or(text.len(), |after| byte + after)
}

/// The same text with spaces for everything in `range` but line breaks, byte for byte.
fn blank(text: &str, range: Range<usize>) -> String {
    let mut blanked = text[..range.start].to_owned();
    for character in text[range.clone()].chars() {
        match character {
            '\n' => blanked.push('\n'),
            other => blanked.extend(std::iter::repeat_n(' ', other.len_utf8())),
        }
    }
    blanked.push_str(&text[range.end..]);
    blanked
}
