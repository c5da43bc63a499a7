//! The closed vocabularies of the pack files that belong to no effect, and lengths.

use crate::content::{Edge, Ground, Provenance, Quest, Slot, Trauma};
use kernel::keep;
use pack::{Section, Value};
use space::inches::Spot;

pub(super) const PROVENANCES: &[(&str, Provenance)] =
    &[("source", Provenance::Source), ("public", Provenance::Public), ("house", Provenance::House)];

pub(super) const EDGES: &[(&str, Edge)] =
    &[("north", Edge::North), ("south", Edge::South), ("east", Edge::East), ("west", Edge::West)];

pub(super) const GROUNDS: &[(&str, Ground)] = &[
    ("obstacle", Ground::Obstacle),
    ("platform", Ground::Platform),
    ("area", Ground::Area),
    ("difficult", Ground::Difficult),
    ("impassable", Ground::Impassable),
];

pub(super) const QUESTS: &[(&str, Quest)] = &[("grave_gold", Quest::GraveGold), ("beacon", Quest::Beacon)];

pub(super) const TRAUMAS: &[(&str, Trauma)] = &[
    ("dead", Trauma::Dead),
    ("lasting_injury", Trauma::LastingInjury),
    ("convalescence", Trauma::Convalescence),
    ("recovery", Trauma::Recovery),
];

/// Forms of gear: the word decides which other keys an entry has.
#[derive(Clone, Copy, Debug)]
pub(super) enum FormWord {
    Close,
    Ranged,
    Worn(Slot),
    Equipment,
}

pub(super) const FORMS: &[(&str, FormWord)] = &[
    ("close", FormWord::Close),
    ("ranged", FormWord::Ranged),
    ("armour", FormWord::Worn(Slot::Armour)),
    ("shield", FormWord::Worn(Slot::Shield)),
    ("helmet", FormWord::Worn(Slot::Helmet)),
    ("equipment", FormWord::Equipment),
];

/// The name of an entry as people read it.
pub(super) fn title(table: Section<'_>) -> Option<&'static str> {
    const LONGEST: usize = 80;
    let title = table.str("name")?;
    if kernel::slug(title).is_empty() || title.chars().count() > LONGEST || title.chars().any(char::is_control) {
        let problem = table.place("name").problem("this is no name");
        table.report(problem.hint(format!("expected letters or digits, {LONGEST} characters at most")));
        return None;
    }
    Some(keep(title))
}

/// A list of exactly so many numbers.
pub(super) fn numbers<const N: usize>(table: Section<'_>, key: &str, most: i16) -> Option<[i16; N]> {
    let value = table.need(key, &format!("a list of {N} numbers"))?;
    let list = value.list_of(|item| item.int(0..=most))?;
    let found: Option<[i16; N]> = list.try_into().ok();
    if found.is_none() {
        value.problem(format!("\"{key}\" holds {N} numbers"));
    }
    found
}

/// The same for small numbers.
pub(super) fn bytes<const N: usize>(table: Section<'_>, key: &str, most: u8) -> Option<[u8; N]> {
    numbers::<N>(table, key, i16::from(most)).map(|list| list.map(|number| number as u8))
}

/// A length in inches, written as a text so that no number is rounded: `"1.25"` is 1250 thousandths.
pub(super) fn length(table: Section<'_>, key: &str) -> Option<i32> {
    let value = table.need(key, "a length in inches such as \"1.5\"")?;
    spot(value, &format!("{},0", value.str()?)).map(|spot| spot.x)
}

/// A point: `"24,20"` or `"24.5,36.5,4"`.
pub(super) fn point(table: Section<'_>, key: &str) -> Option<Spot> {
    let value = table.need(key, "a point in inches such as \"24.5,36\"")?;
    spot(value, value.str()?)
}

/// Points with blanks between them, followed once around.
pub(super) fn outline(table: Section<'_>, key: &str) -> Option<Vec<Spot>> {
    let value = table.need(key, "points in inches with blanks between them")?;
    let points: Vec<Option<Spot>> = value.str()?.split_whitespace().map(|word| spot(value, word)).collect();
    let points: Option<Vec<Spot>> = points.into_iter().collect();
    if points.as_ref().is_some_and(|points| points.len() < 3) {
        value.problem("an outline has three points at least");
        return None;
    }
    points
}

fn spot(value: Value<'_>, text: &str) -> Option<Spot> {
    match format!("@{text}").parse() {
        Ok(spot) => Some(spot),
        Err(why) => {
            value.problem(why.to_string());
            None
        }
    }
}
