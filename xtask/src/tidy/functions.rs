//! What is wrong with the functions of a Rust file, as rustfmt lays them out: too long, or too much to keep in mind.

use super::source::has_word;

/// More lines than this, from the line of `fn` to its closing brace, and the check fails.
const PAGE: usize = 60;

/// Nobody is excused from the compiler's count of arguments. Cut in two, so that this file passes its own check.
const EXCUSE: &str = concat!("clippy::too_many_", "arguments");

/// Something wrong with a function.
#[derive(Debug, PartialEq)]
pub(super) struct Fault<'t> {
    /// Counted from 1.
    pub(super) line: usize,
    pub(super) function: &'t str,
    pub(super) what: String,
}

/// The faults of all functions of a file. A table may be as long as it must: one expression, such as a `match` of names, in
/// which nothing is done step by step.
pub(super) fn faults(text: &str) -> Vec<Fault<'_>> {
    let lines: Vec<&str> = text.lines().collect();
    let mut found = Vec::new();
    let mut excused = false;
    for (at, line) in lines.iter().enumerate() {
        excused |= line.contains(EXCUSE);
        let Some(function) = function(line) else { continue };
        let body = &lines[at..];
        let end = body.iter().position(|other| closes(other, line)).unwrap_or_default();
        let mut fault = |what: String| found.push(Fault { line: at + 1, function, what });
        if end + 1 > PAGE && body[..end].iter().any(|other| is_step(other)) {
            fault(format!("has {} lines; the ceiling is {PAGE}", end + 1));
        }
        if excused {
            fault("is excused from the count of arguments; give those that belong together a name".to_owned());
        }
        if truths(body) > 1 {
            fault("takes several truth values that a caller can mix up; an enum says which is which".to_owned());
        }
        excused = false;
    }
    found
}

/// How many parameters of the function that begins here are plain truth values.
fn truths(body: &[&str]) -> usize {
    let ends = |line: &&str| line.trim_end().ends_with(['{', '}', ';']);
    let last = body.iter().position(ends).unwrap_or_default();
    let head = body[..=last].join(" ");
    let head = head.split(" -> ").next().unwrap_or_default();
    head.match_indices(": bool").filter(|(at, _)| head[at + 6..].starts_with([',', ')', ' '])).count()
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
