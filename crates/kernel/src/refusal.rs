//! Why something is not allowed: a rule, a sentence, and the numbers that make it plain.

use crate::{Rule, so_many};
use std::fmt;

/// An illegal choice, turned down. Small and free of allocation, for legality is asked far more often than it is shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Refusal {
    pub rule: Rule,
    /// `{0}` and `{1}` stand for the numbers, `{0″}` and `{1″}` for thousandths of an inch told in inches, and
    /// `{0 step|steps}` for so many steps.
    pub template: &'static str,
    pub numbers: [i32; 2],
}

impl Refusal {
    pub const fn new(rule: Rule, template: &'static str) -> Refusal {
        Refusal { rule, template, numbers: [0, 0] }
    }

    pub const fn with(rule: Rule, template: &'static str, first: i32, second: i32) -> Refusal {
        Refusal { rule, template, numbers: [first, second] }
    }

    /// Nothing forbids the answer: it is none of those that there are. The rule is that of the question.
    pub const fn unlisted(rule: Rule) -> Refusal {
        Refusal::new(rule, UNLISTED)
    }

    /// Whether all that can be said is which answers there are instead.
    pub fn is_unlisted(&self) -> bool {
        self.template == UNLISTED
    }

    /// What it says, without its rule.
    pub fn words(&self) -> String {
        crate::fill(self.template, |place| self.say(place))
    }

    /// What stands in one place of the template.
    fn say(&self, place: &str) -> Option<String> {
        let (at, form) = place.split_at_checked(1)?;
        let number = *self.numbers.get(at.parse::<usize>().ok()?)?;
        Some(match form {
            "" => number.to_string(),
            "″" => inches(number),
            words => {
                let (one, many) = words.trim_start().split_once('|')?;
                so_many(number, one, many)
            }
        })
    }
}

const UNLISTED: &str = "that is not one of the answers to what is asked";

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({})", self.words(), self.rule)
    }
}

/// Thousandths in inches, as short as they can be said: `4″`, `3.84″`.
fn inches(length: i32) -> String {
    let text = format!("{}.{:03}", length / 1000, (length % 1000).abs());
    format!("{}″", text.trim_end_matches('0').trim_end_matches('.'))
}

/// Something wrong with a warband or a setup. All problems are reported at once.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Problem {
    pub rule: Option<Rule>,
    /// What it concerns: a unit of the warband, a line of a file.
    pub place: String,
    pub text: String,
}

impl Problem {
    pub fn new(rule: Rule, place: impl Into<String>, text: impl Into<String>) -> Problem {
        Problem { rule: Some(rule), place: place.into(), text: text.into() }
    }

    pub fn plain(place: impl Into<String>, text: impl Into<String>) -> Problem {
        Problem { rule: None, place: place.into(), text: text.into() }
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.place, self.text)?;
        match self.rule {
            Some(rule) => write!(f, " ({rule})"),
            None => Ok(()),
        }
    }
}
