//! The closed vocabularies of the pack files, and the readers that cite a rule with a mistake.

use crate::cards::{ActKind, Condition, Ground, Join, Limit, Origin, Size, Spares, Stat, Token, When, Whose, Wound};
use kernel::{Name, Rule};
use pack::Section;
pub(super) use pack::ruled::{number_or, one_of, within, word_or};
use rulebook::SW;
use std::fmt::Display;
use std::ops::RangeInclusive;

pub(super) const STATS: &[(&str, Stat)] = &[
    ("Agility", Stat::Agility),
    ("Brawn", Stat::Brawn),
    ("Spirit", Stat::Spirit),
    ("Wits", Stat::Wits),
    ("Move", Stat::Move),
    ("Armor", Stat::Armor),
    ("Vigor", Stat::Vigor),
];

/// What an attack may be rolled against: Move and Vigor are no defence (SW-STAT-02 to SW-STAT-08).
pub(super) const DEFENCES: &[(&str, Stat)] = &[
    ("Agility", Stat::Agility),
    ("Brawn", Stat::Brawn),
    ("Spirit", Stat::Spirit),
    ("Wits", Stat::Wits),
    ("Armor", Stat::Armor),
];

pub(super) const WOUND_TYPES: &[(&str, Wound)] = &[
    ("Cut", Wound::Cut),
    ("Pierce", Wound::Pierce),
    ("Crush", Wound::Crush),
    ("Fire", Wound::Fire),
    ("Cold", Wound::Cold),
    ("Magic", Wound::Magic),
    ("Toxic", Wound::Toxic),
    ("Fear", Wound::Fear),
];

pub(super) const SIZES: &[(&str, Size)] = &[("Small", Size::Small), ("Medium", Size::Medium), ("Big", Size::Big)];

pub(super) const ORIGINS: &[(&str, Origin)] =
    &[("source", Origin::Source), ("public", Origin::Public), ("house", Origin::House)];

pub(super) const TOKENS: &[(&str, Option<Token>)] =
    &[("none", None), ("green", Some(Token::Green)), ("blue", Some(Token::Blue)), ("red", Some(Token::Red))];

pub(super) const COLOURS: &[(&str, Token)] = &[("green", Token::Green), ("blue", Token::Blue), ("red", Token::Red)];

pub(super) const ACTS: &[(&str, ActKind)] = &[
    ("Attack", ActKind::Attack),
    ("BasicMove", ActKind::BasicMove),
    ("Maneuver", ActKind::Maneuver),
    ("Rest", ActKind::Rest),
    ("Trait", ActKind::Trait),
];

/// The wound type of Recurring stands in a key of its own; until it is read, Cut holds its place.
pub(super) const CONDITIONS: &[(&str, Condition)] = &[
    ("Controlled", Condition::Controlled),
    ("Enraged", Condition::Enraged),
    ("Glamyred", Condition::Glamyred),
    ("Hobbled", Condition::Hobbled),
    ("Pinned", Condition::Pinned),
    ("Shaken", Condition::Shaken),
    ("Stunned", Condition::Stunned),
    ("Helpless", Condition::Helpless),
    ("Compromised", Condition::Compromised),
    ("Recurring", Condition::Recurring(Wound::Cut)),
];

pub(super) const JOINS: &[(&str, Join)] = &[("FIRST", Join::First), ("THEN", Join::Then), ("AND", Join::And)];

pub(super) const SPARES: &[(&str, Spares)] =
    &[("none", Spares::None), ("self", Spares::Itself), ("allies", Spares::Allies)];

pub(super) const WHENS: &[(&str, When)] = &[
    ("always", When::Always),
    ("act", When::Act),
    ("round_start", When::RoundStart),
    ("round_end", When::RoundEnd),
    ("turn_start", When::TurnStart),
    ("turn_end", When::TurnEnd),
    ("attack_hit", When::AttackHit),
    ("attack_missed", When::AttackMissed),
    ("enemy_dropped", When::EnemyDropped),
    ("charge", When::Charge),
    ("reply", When::Reply),
];

pub(super) const LIMITS: &[(&str, Limit)] =
    &[("none", Limit::None), ("turn", Limit::Turn), ("round", Limit::Round), ("match", Limit::Match)];

pub(super) const SIDES: &[(&str, Whose)] = &[
    ("self", Whose::Itself),
    ("ally", Whose::Ally),
    ("friend", Whose::Friend),
    ("enemy", Whose::Enemy),
    ("all", Whose::All),
    ("any", Whose::Any),
    ("target", Whose::Target),
];

/// Terrain that a map adds to a square and a trait makes in play (SW-TEMP-08, SW-TRAIT-27).
pub(super) const OVERLAYS: &[(&str, Ground)] = &[
    ("challenging", Ground::CHALLENGING),
    ("brush", Ground::BRUSH),
    ("damaging", Ground::DAMAGING),
    ("smoke", Ground::SMOKE),
];

/// A quality word with its level and the rule that tells of it.
pub(super) const QUALITIES: &[(&str, (u8, Rule))] = &[
    ("Villager", (0, SW::QUALITY_02)),
    ("Levy", (1, SW::QUALITY_03)),
    ("Raw", (1, SW::QUALITY_03)),
    ("Green", (2, SW::QUALITY_04)),
    ("Recruit", (2, SW::QUALITY_04)),
    ("Blooded", (3, SW::QUALITY_05)),
    ("Regular", (4, SW::QUALITY_06)),
    ("Seasoned", (5, SW::QUALITY_07)),
    ("Hardened", (6, SW::QUALITY_08)),
    ("Vanguard", (6, SW::QUALITY_08)),
    ("Veteran", (7, SW::QUALITY_09)),
    ("Elite", (8, SW::QUALITY_10)),
    ("Epic", (LEGEND, SW::QUALITY_11)),
    ("Legendary", (LEGEND, SW::QUALITY_11)),
];

/// Epic and Legendary units are of this level or above; every other quality is one level.
pub(super) const LEGEND: u8 = 9;

/// The factions of the set (SW-BUILD-04).
const FACTIONS: &[&str] = &["Havoc", "Valor"];

/// The statistics that the explanation of a status lists, the first being the one for attacks that print none
/// (SW-RECOVER-07). Compromised has no list of its own; any printed statistic will do (SW-RECOVER-09).
pub(super) fn recovery(condition: Condition) -> &'static [Stat] {
    match condition {
        Condition::Controlled => &[Stat::Spirit],
        Condition::Enraged | Condition::Glamyred => &[Stat::Wits],
        Condition::Hobbled => &[Stat::Brawn, Stat::Agility, Stat::Spirit],
        Condition::Shaken => &[Stat::Brawn, Stat::Wits],
        Condition::Pinned | Condition::Stunned | Condition::Helpless | Condition::Recurring(_) => {
            &[Stat::Agility, Stat::Brawn, Stat::Spirit, Stat::Wits]
        }
        Condition::Compromised => &[Stat::Wits, Stat::Agility, Stat::Brawn, Stat::Spirit],
    }
}

/// Capital or not: cards print Havoc and lines say havoc.
pub(crate) fn faction(table: Section<'_>) -> Option<Name> {
    let value = table.need("faction", &FACTIONS.join(", "))?;
    let written = value.str()?;
    let found = FACTIONS.iter().find(|faction| faction.eq_ignore_ascii_case(written));
    if found.is_none() {
        table.report(value.place().unknown("faction", written, FACTIONS.iter().copied()).citing(SW::BUILD_04));
    }
    found.map(|faction| Name::of(faction))
}

/// A word that has to be there.
pub(super) fn word<T: Clone>(table: Section<'_>, key: &str, known: &[(&str, T)], rule: Rule) -> Option<T> {
    let words: Vec<&str> = known.iter().map(|(word, _)| *word).collect();
    one_of(table, table.need(key, &words.join(", "))?, key, known, rule)
}

/// A whole number that has to be there, in a range that a rule sets.
pub(super) fn number<N>(table: Section<'_>, key: &str, range: RangeInclusive<N>, rule: Rule) -> Option<N>
where
    N: Copy + PartialOrd + Display + TryFrom<i64>,
{
    let expected = format!("a whole number from {} to {}", range.start(), range.end());
    within(table, table.need(key, &expected)?, key, range, rule)
}

/// Vigor and wounds come in steps of 5 (SW-UNIT-08).
pub(super) fn fives(table: Section<'_>, key: &str, number: Option<i16>) -> Option<i16> {
    if let Some(odd) = number.filter(|number| number % 5 != 0) {
        table.problem(key, format!("\"{key}\" is {odd}; Vigor and wounds go in steps of 5"), SW::UNIT_08);
    }
    number
}
