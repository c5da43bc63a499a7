//! Readers for what many entries have.

use super::index::{Index, Kind};
use crate::cards::{Described, Kindred, Origin, Set, SkillList, Word};
use kernel::Rule;
use pack::{Section, Value};
use rulebook::CH;

pub(super) const ORIGINS: &[(&str, Origin)] =
    &[("source", Origin::Source), ("public", Origin::Public), ("house", Origin::House)];

pub(super) fn origin(table: Section<'_>) -> Option<Origin> {
    table.word("origin", ORIGINS)
}

/// The name of an entry as people read it.
pub(super) fn title(table: Section<'_>) -> Option<&'static str> {
    const LONGEST: usize = 60;
    let title = table.str("name")?;
    if kernel::slug(title).is_empty() || title.chars().count() > LONGEST || title.chars().any(char::is_control) {
        let problem = table.place("name").problem("this is no name");
        table.report(problem.hint(format!("expected letters or digits, {LONGEST} characters at most")));
        return None;
    }
    Some(kernel::keep(title))
}

/// The rule that describes an entry.
pub(super) fn rule(table: Section<'_>) -> Option<Rule> {
    let value = table.need("rule", "the id of a rule")?;
    let id = value.str()?;
    let found = rulebook::find(id).filter(|entry| entry.system == "coreheim").map(|entry| entry.rule);
    if found.is_none() {
        let hint = rulebook::nearest(id).map(|id| format!("did you mean {id}?")).unwrap_or_default();
        table.report(value.place().problem(format!("{id:?} is no rule of Coreheim")).hint(hint));
    }
    found
}

/// A trait or a skill: a word of the vocabulary with its title.
pub(super) fn described<W: Word>(
    table: Section<'_>,
    index: &mut Index,
    kind: Kind,
    skill: bool,
) -> Option<Described<W>> {
    let word = table.word("id", W::ALL);
    let id = index.ids.id(kind, table);
    let (title, rule, origin) = (title(table), rule(table), origin(table));
    let list = if skill { Some(table.word("list", SkillList::ALL)) } else { None };
    let list = match list {
        None => None,
        Some(found) => Some(found?),
    };
    Some(Described { word: word?, id: id?, title: title?, rule: rule?, origin: origin?, list })
}

pub(super) fn set<W: Word>(table: Section<'_>, key: &str) -> Set<W> {
    table.words_or_empty(key, W::ALL).into_iter().collect()
}

/// `{ traits = [..], fighters = [..] }`
pub(super) fn kindred(table: Section<'_>, index: &mut Index) -> Kindred {
    Kindred { traits: set(table, "traits"), fighters: index.refer_all(Kind::Fighter, table, "fighters", None) }
}

/// A length in inches as thousandths: a whole number, or a text such as `"2.5"`, because packs hold no fractions.
pub(crate) fn length(value: Value<'_>) -> Option<i32> {
    const FARTHEST: i32 = 240;
    if value.is_int() {
        return value.int(-FARTHEST..=FARTHEST).map(|inches| inches * 1000);
    }
    let text = value.str()?;
    let found = thousandths(text).filter(|length| length.abs() <= FARTHEST * 1000);
    if found.is_none() {
        value.problem(format!("{text:?} is no length; expected inches such as 3 or \"2.5\" [{}]", CH::GEOM_20));
    }
    found
}

fn thousandths(text: &str) -> Option<i32> {
    let (whole, part) = text.split_once('.').unwrap_or((text, "0"));
    let digits = |text: &str| !text.is_empty() && text.chars().all(|c| c.is_ascii_digit());
    if !digits(whole) || !digits(part) || part.len() > 3 {
        return None;
    }
    let scale = [100, 10, 1][part.len() - 1];
    whole.parse::<i32>().ok()?.checked_mul(1000)?.checked_add(part.parse::<i32>().ok()? * scale)
}

pub(super) fn length_at(table: Section<'_>, key: &str) -> Option<i32> {
    length(table.need(key, "a length in inches")?)
}

pub(super) fn length_or(table: Section<'_>, key: &str, default: i32) -> i32 {
    table.get(key).and_then(length).unwrap_or(default)
}

/// `[12, 3]`
pub(super) fn point(value: Value<'_>) -> Option<(i32, i32)> {
    let list = value.list_of(length)?;
    match list[..] {
        [x, y] => Some((x, y)),
        _ => {
            value.problem("expected two lengths, x and y");
            None
        }
    }
}

pub(super) fn points(table: Section<'_>, key: &str) -> Option<Vec<(i32, i32)>> {
    let value = table.need(key, "a list of points")?;
    let points = value.list_of(point)?;
    if points.len() < 3 {
        value.problem("an outline has at least three points");
        return None;
    }
    Some(points)
}
