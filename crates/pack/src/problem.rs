//! What is wrong with a pack, and where.

use std::fmt;

use kernel::Rule;

use crate::nearest::hint;

/// One mistake in a pack. Problems sort by file, line and column.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Problem {
    pub file: String,
    /// Counted from 1; 0 when the problem is about the file as a whole.
    pub line: u32,
    /// Counted from 1, in characters; 0 when the problem is about the file as a whole.
    pub column: u32,
    /// The rule which forbids this, where it is a rule of the game and not of the file format.
    pub rule: Option<Rule>,
    /// What is wrong, as half a sentence: `unknown wound "Firee"`.
    pub text: String,
    /// What would be right: `did you mean "Fire"? (expected Cut, Fire)`.
    pub hint: Option<String>,
}

impl Problem {
    /// A problem with a whole file, such as one that cannot be read.
    pub fn with_file(file: impl Into<String>, text: impl Into<String>) -> Problem {
        Place { file: file.into(), line: 0, column: 0 }.problem(text)
    }

    /// The same problem with a word on what would be right.
    pub fn hint(mut self, hint: impl Into<String>) -> Problem {
        self.hint = Some(hint.into());
        self
    }

    /// The same problem, citing the rule it breaks.
    pub fn citing(mut self, rule: Rule) -> Problem {
        self.rule = Some(rule);
        self
    }

    pub fn place(&self) -> Place {
        Place { file: self.file.clone(), line: self.line, column: self.column }
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.place(), self.text)?;
        if let Some(hint) = &self.hint {
            write!(f, "; {hint}")?;
        }
        if let Some(rule) = self.rule {
            write!(f, " [{rule}]")?;
        }
        Ok(())
    }
}

impl std::error::Error for Problem {}

/// A spot in a pack file. Keep it beside a value that can be checked only later, such as the id of another entry.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Place {
    pub file: String,
    /// Counted from 1; 0 for the file as a whole.
    pub line: u32,
    /// Counted from 1, in characters; 0 for the file as a whole.
    pub column: u32,
}

impl Place {
    /// A problem that stands here; hand it to [`Reader::report`](crate::Reader::report).
    pub fn problem(&self, text: impl Into<String>) -> Problem {
        Problem {
            file: self.file.clone(),
            line: self.line,
            column: self.column,
            rule: None,
            text: text.into(),
            hint: None,
        }
    }

    /// The problem of a word that names nothing: `unknown unit "orcc"; did you mean "orc"? (expected goblin, orc)`.
    pub fn unknown<'c>(&self, what: &str, word: &str, known: impl IntoIterator<Item = &'c str>) -> Problem {
        let known: Vec<&str> = known.into_iter().collect();
        Problem { hint: hint(word, &known), ..self.problem(format!("unknown {what} \"{word}\"")) }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.file)?;
        if self.line > 0 {
            write!(f, ":{}:{}", self.line, self.column)?;
        }
        Ok(())
    }
}
