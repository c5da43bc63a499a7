//! How long the functions of a Rust file are, as rustfmt lays them out.

use super::source::has_word;

/// More lines than this, from the line of `fn` to its closing brace, and the check fails.
pub(super) const PAGE: usize = 60;

/// A function that is longer than a page.
#[derive(Debug, PartialEq)]
pub(super) struct Long<'t> {
    /// Counted from 1.
    pub(super) line: usize,
    pub(super) name: &'t str,
    pub(super) lines: usize,
}

/// The functions of a file that are longer than a page. A table may be as long as it must: one expression, such as a
/// `match` of names, in which nothing is done step by step.
pub(super) fn long(text: &str) -> Vec<Long<'_>> {
    let lines: Vec<&str> = text.lines().collect();
    let mut found = Vec::new();
    for (at, line) in lines.iter().enumerate() {
        let Some(name) = function(line) else { continue };
        let body = &lines[at..];
        let Some(end) = body.iter().position(|other| closes(other, line)) else { continue };
        if end + 1 > PAGE && body[..end].iter().any(|other| is_step(other)) {
            found.push(Long { line: at + 1, name, lines: end + 1 });
        }
    }
    found
}

/// The name of the function that begins in this line.
fn function(line: &str) -> Option<&str> {
    let mut words = line.split_whitespace().skip_while(|word| {
        let visibility = ["pub", "pub(crate)", "pub(super)", "pub(in"].contains(word) || word.ends_with(')');
        visibility || ["const", "async", "unsafe"].contains(word)
    });
    let name = (words.next() == Some("fn")).then(|| words.next())??;
    name.split(|c: char| !c.is_alphanumeric() && c != '_').next()
}

/// Whether `line` ends what began with `head`: a brace or a semicolon at the same depth, or the head itself when all of it
/// stands in one line.
fn closes(line: &str, head: &str) -> bool {
    let depth = head.len() - head.trim_start().len();
    let ends = line.trim_end().ends_with(['}', ';']);
    if std::ptr::eq(line, head) {
        return ends;
    }
    line.len() - line.trim_start().len() == depth && (line.trim() == "}" || line.trim_start().starts_with(')') && ends)
}

/// Whether something is done in this line before the next one is reached.
fn is_step(line: &str) -> bool {
    let code = line.split("//").next().unwrap_or_default();
    ["let", "if", "for", "while", "loop", "return"].iter().any(|word| has_word(code, word))
}
