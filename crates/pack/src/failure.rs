//! Why something asked of a game's content was not done, in lines for people.

use std::fmt;

/// Why something asked of a game was not done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// The question was understood, and the answer is no; otherwise the question itself was wrong.
    pub no: bool,
    pub lines: Vec<String>,
}

impl Failure {
    pub fn bad(line: impl Into<String>) -> Failure {
        Failure { no: false, lines: vec![line.into()] }
    }

    pub fn no(line: impl Into<String>) -> Failure {
        Failure { no: true, lines: vec![line.into()] }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.lines.join("\n"))
    }
}

impl std::error::Error for Failure {}

/// The complaint about a word that names nothing, with the nearest that does, or all of them.
pub fn unknown<'c>(what: &str, word: &str, known: impl IntoIterator<Item = &'c str>) -> String {
    let known: Vec<&str> = known.into_iter().collect();
    let shown: String = word.chars().take(60).collect();
    match crate::nearest(&shown, known.iter().copied()) {
        Some(meant) => format!("unknown {what} {shown:?}; did you mean {meant:?}?"),
        None => format!("unknown {what} {shown:?}; expected {}", known.join(", ")),
    }
}
