//! Rare traits: when, how often, at what price, on what conditions, for whom, what.

use super::effect::{Bearer, effects};
use super::entry;
use super::notes::Notes;
use super::words::{self, fives, number_or, one_of, word, word_or};
use crate::cards::{Cond, Limit, Test, Trait, When, Who, Whose};
use kernel::{Name, keep};
use pack::{Place, Section, Value};
use rulebook::SW;

pub(super) fn rare_trait(table: Section<'_>, notes: &mut Notes) -> Option<Trait> {
    let title = super::title(table);
    let text = table.str("text");
    let when = word(table, "when", words::WHENS, SW::TRAIT_18);
    let limit = word_or(table, "limit", words::LIMITS, Limit::None, SW::TRAIT_30);
    let acts = number_or(table, "acts", 0..=3u8, 0, SW::TRAIT_30);
    let token = word_or(table, "token", words::TOKENS, None, SW::TRAIT_30);
    let vigor = fives(table, "vigor", Some(number_or(table, "vigor", 0..=200i16, 0, SW::TRAIT_30)));
    let conds = conds(table, when, notes);
    let who = who(table, when, notes);
    let effects = effects(table, Bearer::Trait, notes);
    points(table);
    if when == Some(When::Act) && acts == 0 {
        table.problem("when", "a trait that is used as an act takes at least 1 act", SW::TRAIT_18);
    }
    let title = title?;
    Some(Trait {
        name: Name::of(title),
        title: keep(title),
        text: text?.to_owned(),
        when: when?,
        limit,
        acts,
        token,
        vigor: vigor?,
        conds: conds?,
        entry: entry::of_trait(Name::of(title)),
        who,
        effects: effects?,
    })
}

/// The value in the cost formula. It only explains a price, and the reader has no fractions, so no more than its kind is
/// looked at.
fn points(table: Section<'_>) {
    if table.get("points").is_some_and(|value| value.is_str() || value.is_list()) {
        table.problem("points", "\"points\" is no number", None);
    }
}

fn conds(table: Section<'_>, when: Option<When>, notes: &mut Notes) -> Option<Vec<Cond>> {
    let Some(list) = table.get("cond") else {
        return Some(Vec::new());
    };
    list.list_of(|item| {
        let found = cond(table, item, notes)?;
        if asks_target(&found) {
            tied(table, item.place(), when);
        }
        Some(found)
    })
}

/// The conditions that stand alone, and those that name something after a colon.
const PLAIN: [(&str, Cond); 4] = [
    ("self_injured", Cond::SelfInjured),
    ("target_living", Cond::TargetLiving),
    ("nonadjacent_target", Cond::NonadjacentTarget),
    ("not_moved_this_turn", Cond::NotMovedThisTurn),
];
const NAMING: [&str; 4] = ["target_has", "ally_adjacent", "ally_adjacent_level", "attack_type"];

fn cond(table: Section<'_>, item: Value<'_>, notes: &mut Notes) -> Option<Cond> {
    let text = item.str()?;
    let place = item.place();
    let (word, argument) = match text.split_once(':') {
        None => (text, None),
        Some((word, argument)) => (word, Some(argument.trim())),
    };
    let problem = match (word, argument) {
        ("target_has", Some(argument)) => {
            return Some(Cond::TargetHas(notes.test(&place, argument)));
        }
        ("ally_adjacent", Some(argument)) => {
            return Some(Cond::AllyAdjacent(notes.test(&place, argument)));
        }
        ("ally_adjacent_level", Some(argument)) => match argument.parse() {
            Ok(level) => return Some(Cond::AllyAdjacentLevel(level)),
            Err(_) => place.problem(format!("\"{argument}\" is no level")).hint("expected a whole number"),
        },
        ("attack_type", Some(argument)) => match words::WOUND_TYPES.iter().find(|(wound, _)| *wound == argument) {
            Some((_, wound)) => return Some(Cond::AttackType(*wound)),
            None => place.unknown("wound", argument, words::WOUND_TYPES.iter().map(|(wound, _)| *wound)),
        },
        (word, None) if NAMING.contains(&word) => {
            place.problem(format!("\"{word}\" names nothing")).hint(format!("expected \"{word}:...\""))
        }
        (word, argument) => match PLAIN.iter().find(|(plain, _)| *plain == word) {
            Some((_, found)) if argument.is_none() => return Some(found.clone()),
            Some(_) => place.problem(format!("\"{word}\" stands alone")),
            None => place.unknown("condition", word, PLAIN.iter().map(|(plain, _)| *plain).chain(NAMING)),
        },
    };
    table.report(problem.citing(SW::TRAIT_14));
    None
}

fn asks_target(cond: &Cond) -> bool {
    match cond {
        Cond::TargetLiving | Cond::TargetHas(_) | Cond::AttackType(_) | Cond::NonadjacentTarget => true,
        Cond::SelfInjured | Cond::AllyAdjacent(_) | Cond::AllyAdjacentLevel(_) | Cond::NotMovedThisTurn => false,
    }
}

/// Only a trait that belongs to an attack has a target (SW-TRAIT-19).
fn tied(table: Section<'_>, place: Place, when: Option<When>) {
    match when {
        Some(When::Act | When::RoundStart | When::RoundEnd | When::TurnStart | When::TurnEnd) => {
            table.report(place.problem("a trait that belongs to no attack has no target").citing(SW::TRAIT_19));
        }
        Some(When::Always | When::AttackHit | When::AttackMissed | When::EnemyDropped | When::Charge | When::Reply)
        | None => {}
    }
}

fn who(table: Section<'_>, when: Option<When>, notes: &mut Notes) -> Who {
    let itself = Who { whose: Whose::Itself, has: Test::default(), within: 0, one: false, sight: false };
    let Some(who) = table.get("who").and_then(Value::table) else {
        return itself;
    };
    let whose = word(who, "side", words::SIDES, SW::TRAIT_29);
    let has = who.get("has").and_then(|value| Some(notes.test(&value.place(), value.str()?)));
    let within = number_or(who, "within", 0..=99u8, 0, SW::TRAIT_29);
    let pick = [("all", false), ("one", true)];
    let one = who.get("pick").and_then(|value| one_of(who, value, "pick", &pick, SW::TRAIT_29));
    let sight = who.bool_or("sight", false);
    if whose == Some(Whose::Target) {
        tied(table, who.place("side"), when);
    }
    Who {
        whose: whose.unwrap_or(Whose::Itself),
        has: has.unwrap_or_default(),
        within,
        one: one.unwrap_or(false),
        sight,
    }
}
