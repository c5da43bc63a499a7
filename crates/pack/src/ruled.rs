//! Words and numbers of a pack file whose mistakes cite a rule.

use crate::{Section, Value};
use kernel::Rule;
use std::fmt::Display;
use std::ops::RangeInclusive;

/// A word of a closed vocabulary that may be left out.
pub fn word_or<T: Clone>(table: Section<'_>, key: &str, known: &[(&str, T)], default: T, rule: Rule) -> T {
    table.get(key).and_then(|value| one_of(table, value, key, known, rule)).unwrap_or(default)
}

/// What a word of a closed vocabulary means; any other is a problem of `what`.
pub fn one_of<T: Clone>(
    table: Section<'_>,
    value: Value<'_>,
    what: &str,
    known: &[(&str, T)],
    rule: Rule,
) -> Option<T> {
    let written = value.str()?;
    let found = known.iter().find(|(word, _)| *word == written).map(|(_, meaning)| meaning.clone());
    if found.is_none() {
        let words = known.iter().map(|(word, _)| *word);
        table.report(value.place().unknown(what, written, words).citing(rule));
    }
    found
}

/// A whole number that may be left out.
pub fn number_or<N>(table: Section<'_>, key: &str, range: RangeInclusive<N>, default: N, rule: Rule) -> N
where
    N: Copy + PartialOrd + Display + TryFrom<i64>,
{
    table.get(key).and_then(|value| within(table, value, key, range, rule)).unwrap_or(default)
}

/// A whole number in a range that a rule sets.
pub fn within<N>(table: Section<'_>, value: Value<'_>, key: &str, range: RangeInclusive<N>, rule: Rule) -> Option<N>
where
    N: Copy + PartialOrd + Display + TryFrom<i64>,
{
    if !value.is_int() {
        return value.int(range);
    }
    let written = value.int(i64::MIN..=i64::MAX)?;
    let fitting = N::try_from(written).ok().filter(|number| range.contains(number));
    if fitting.is_none() {
        let expected = format!("expected a whole number from {} to {}", range.start(), range.end());
        let problem = value.place().problem(format!("\"{key}\" is {written}"));
        table.report(problem.hint(expected).citing(rule));
    }
    fitting
}
