//! The closed vocabularies of the pack files, and the readers that cite a rule with a mistake.

use crate::cards::{Armor, AttackKind, Cover, EdgeKind, Origin, Size, Step, ZoneKind};
use kernel::Rule;
use pack::Section;
pub(super) use pack::ruled::{number_or, one_of, within, word_or};
use space::grid::Dir;
use std::fmt::Display;
use std::ops::RangeInclusive;

pub(super) const ORIGINS: &[(&str, Origin)] =
    &[("source", Origin::Source), ("public", Origin::Public), ("house", Origin::House)];

pub(super) const SIZES: &[(&str, Size)] =
    &[("Small", Size::Small), ("Medium", Size::Medium), ("Large", Size::Large), ("Huge", Size::Huge)];

pub(super) const ARMORS: &[(&str, Armor)] = &[
    ("None", Armor::None),
    ("Leather", Armor::Leather),
    ("Chain", Armor::Chain),
    ("Scale", Armor::Scale),
    ("Plate", Armor::Plate),
];

pub(super) const KINDS: &[(&str, AttackKind)] =
    &[("melee", AttackKind::Melee), ("ranged", AttackKind::Ranged), ("projected", AttackKind::Projected)];

pub(super) const STEPS: &[(&str, Step)] =
    &[("spellcasting", Step::Spellcasting), ("ranged", Step::Ranged), ("melee", Step::Melee)];

pub(super) const ZONES: &[(&str, ZoneKind)] = &[
    ("Blocking", ZoneKind::Blocking),
    ("Obscuring", ZoneKind::Obscuring),
    ("Burning", ZoneKind::Burning),
    ("Entangling", ZoneKind::Entangling),
    ("Rough Going", ZoneKind::RoughGoing),
];

pub(super) const COVERS: &[(&str, Cover)] = &[("none", Cover::None), ("light", Cover::Light), ("full", Cover::Full)];

pub(super) const EDGES: &[(&str, EdgeKind)] = &[
    ("fence", EdgeKind::Fence),
    ("wall", EdgeKind::Wall),
    ("window", EdgeKind::Window),
    ("slit", EdgeKind::Slit),
    ("door", EdgeKind::Door),
];

pub(super) const SIDES: &[(&str, Dir)] = &[("north", Dir::N), ("east", Dir::E), ("south", Dir::S), ("west", Dir::W)];

/// A word that a rule asks for.
pub(super) fn word<T: Clone>(table: Section<'_>, key: &str, known: &[(&str, T)], rule: Rule) -> Option<T> {
    let words: Vec<&str> = known.iter().map(|(word, _)| *word).collect();
    one_of(table, super::asked(table, key, &words.join(", "), rule)?, key, known, rule)
}

/// A whole number that a rule asks for.
pub(super) fn number<N>(table: Section<'_>, key: &str, range: RangeInclusive<N>, rule: Rule) -> Option<N>
where
    N: Copy + PartialOrd + Display + TryFrom<i64>,
{
    let expected = format!("a whole number from {} to {}", range.start(), range.end());
    within(table, super::asked(table, key, &expected, rule)?, key, range, rule)
}

/// Short, medium and long range: three numbers, each above the one before (SC-RANGED-05).
pub(super) fn brackets(table: Section<'_>) -> Option<[u8; 3]> {
    let value = super::asked(table, "range", "short, medium and long range", rulebook::SC::RANGED_05)?;
    let list = value.list_of(|item| within(table, item, "range", 1..=99u8, rulebook::SC::RANGED_05))?;
    match list[..] {
        [short, medium, long] if short < medium && medium < long => Some([short, medium, long]),
        _ => {
            let problem = value.place().problem("the range is not three rising numbers");
            table.report(problem.citing(rulebook::SC::RANGED_05));
            None
        }
    }
}
