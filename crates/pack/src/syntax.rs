//! Files that are not TOML: what the parser says, in one problem for each slip.

use toml::de::Error;

use crate::problem::Problem;
use crate::tree::{Content, Id, Node, Page};

/// Turns the complaints of the parser into problems, at most one a line, and notes the lines on `page`.
pub(crate) fn complain(page: &mut Page, nodes: &[Node], errors: &[Error]) -> Vec<Problem> {
    let mut slips: Vec<(usize, String)> = errors
        .iter()
        .map(|error| (start(page, nodes, error), describe(page, error)))
        .collect();
    slips.sort();

    // The parser takes everything after an open bracket for items of the list, and each line for a new mistake.
    let open = |text: &String| text.starts_with("unclosed");
    if slips.iter().any(|(_, text)| open(text)) {
        let first = slips
            .iter()
            .position(|(_, text)| open(text) || text.starts_with("missing comma"));
        if let Some(first) = first {
            slips.truncate(first + 1);
            slips[first].1 =
                "a list or table above is not closed, expected `,`, `]` or `}`".to_owned();
        }
    }

    let mut problems: Vec<Problem> = Vec::new();
    for (byte, text) in slips {
        let place = page.place(byte);
        if page.torn.last() != Some(&place.line) {
            page.torn.push(place.line);
            problems.push(place.problem(text));
        }
    }
    problems
}

/// Whether a key seems to stand in a table although the parser did not find it, because the file is torn there.
pub(crate) fn swallowed(page: &Page, table: &Node, key: &str) -> bool {
    if page.torn.is_empty() {
        return false;
    }
    let text = &page.text;
    let inline = text[table.span.clone()].starts_with('{');
    let stretch = if inline {
        &text[table.span.clone()]
    } else {
        let body = &text[table.span.end..];
        &body[..body.find("\n[").unwrap_or(body.len())]
    };
    stretch
        .split(|c: char| !c.is_alphanumeric() && c != '_' && c != '-')
        .any(|word| word == key)
}

/// A text without closing quotes is noticed at the end of the file; the reader wants to see where it began.
fn start(page: &Page, nodes: &[Node], error: &Error) -> usize {
    let byte = error.span().map_or(0, |span| span.start);
    if byte < page.text.trim_end().len() {
        return byte;
    }
    // The nodes of the newest file are the last ones, and its root is the very last.
    let newest: Option<Id> = nodes.len().checked_sub(1);
    let file = newest.map(|id| nodes[id].file);
    nodes
        .iter()
        .filter(|node| Some(node.file) == file && matches!(node.content, Content::Text(_)))
        .find(|node| {
            node.span.end == page.text.len() && node.span.contains(&byte.saturating_sub(1))
        })
        .map_or(byte, |node| node.span.start)
}

fn describe(page: &Page, error: &Error) -> String {
    let byte = error.span().map_or(0, |span| span.start);
    let before = page.text.get(..byte).unwrap_or_default();
    if before.trim_end_matches([' ', '\t']).ends_with('=')
        && error.span().is_some_and(|s| s.is_empty())
    {
        return "value missing after `=`".to_owned();
    }
    let text = error.message();
    text.strip_suffix(", expected nothing")
        .unwrap_or(text)
        .to_owned()
}
