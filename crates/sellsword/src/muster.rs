//! Building a warband: what it may hold, what it costs, and how it is written down.
//!
//! `line` is the notation of records, `file` the file of a player, `random` makes warbands for simulations.

mod file;
mod line;
mod random;
#[cfg(test)]
mod tests;

pub use file::{read, write};
pub use line::{line, parse_line};
pub use random::random;

pub(crate) use file::{Known, written};

use crate::cards::{ModCard, Pack, Pick, Scenario, UnitCard, Warband};
use kernel::{Name, Problem, Rule};
use rulebook::SW;
use std::collections::BTreeSet;

/// Every problem of a warband in a scenario; none if it may be played.
///
/// The scenario is given, because a warband may be tried in another than the one it was written for.
pub fn check(pack: &Pack, scenario: &Scenario, warband: &Warband) -> Vec<Problem> {
    findings(pack, scenario, warband).into_iter().map(|finding| finding.problem).collect()
}

/// What the warband takes from the point limit: units and mods together (SW-MOD-07). Unknown cards cost nothing.
pub fn cost(pack: &Pack, warband: &Warband) -> i16 {
    warband.units.iter().map(|pick| pick_cost(pack, pick)).fold(0, i16::saturating_add)
}

/// A problem, and which unit of the list it concerns.
#[derive(Debug)]
pub(crate) struct Finding {
    pub(crate) unit: Option<usize>,
    pub(crate) problem: Problem,
}

pub(crate) fn findings(pack: &Pack, scenario: &Scenario, warband: &Warband) -> Vec<Finding> {
    let mut book = Book { findings: Vec::new() };
    book.whole(pack, scenario, warband);
    // A unit and a mod may share an id, so their copies are counted apart.
    let (mut units, mut mods) = (BTreeSet::new(), BTreeSet::new());
    for (index, pick) in warband.units.iter().enumerate() {
        let Some(unit) = pack.unit(pick.unit) else {
            let known = pack.units.iter().map(|card| card.id.text());
            book.unit(index, pick.unit.text(), None, unknown("unit", pick.unit, known));
            continue;
        };
        if unit.faction != warband.faction {
            let text = format!("{} is a card of {} in a warband of {}", unit.title, unit.faction, warband.faction);
            book.unit(index, unit.title, SW::BUILD_03, text);
        }
        if unit.fantasy > scenario.fantasy {
            let text = format!("fantasy rating {} in a scenario of rating {}", unit.fantasy, scenario.fantasy);
            book.unit(index, unit.title, SW::BUILD_05, text);
        }
        if unit.unique && !units.insert(unit.id) {
            book.unit(index, unit.title, SW::BUILD_06, format!("{} is Unique and already in the warband", unit.title));
        }
        if pick.mods.len() > 1 {
            let text = format!("{} mod cards; a unit carries at most one", pick.mods.len());
            book.unit(index, unit.title, SW::MOD_02, text);
        }
        for name in &pick.mods {
            match pack.modcard(*name) {
                None => {
                    let known = pack.mods.iter().map(|card| card.id.text());
                    book.unit(index, unit.title, None, unknown("mod card", *name, known));
                }
                Some(modcard) => {
                    if modcard.unique && !mods.insert(modcard.id) {
                        let text = format!("{} is Unique and already in the warband", modcard.title);
                        book.unit(index, unit.title, SW::MOD_08, text);
                    }
                    for (rule, text) in misfits(unit, modcard, scenario) {
                        book.unit(index, unit.title, rule, text);
                    }
                }
            }
        }
    }
    book.findings
}

/// Why a unit may not carry a mod in this scenario, whatever else is in the warband.
fn misfits(unit: &UnitCard, modcard: &ModCard, scenario: &Scenario) -> Vec<(Rule, String)> {
    let mut misfits = Vec::new();
    let title = modcard.title;
    let lacking = modcard.code & !unit.code;
    if lacking != 0 {
        misfits.push((SW::MOD_03, format!("{title} needs {}", symbols(lacking))));
    }
    if modcard.faction != unit.faction {
        misfits.push((SW::MOD_04, format!("{title} is a mod of {}, the unit is of {}", modcard.faction, unit.faction)));
    }
    if unit.level < modcard.min_level {
        let text = format!("{title} needs quality level {} or better, the unit has {}", modcard.min_level, unit.level);
        misfits.push((SW::MOD_05, text));
    }
    for need in &modcard.needs {
        if !answers(unit, *need) {
            misfits.push((SW::MOD_05, format!("{title} needs a bearer that is {need}")));
        }
    }
    if modcard.fantasy > scenario.fantasy {
        let text =
            format!("{title} has fantasy rating {} in a scenario of rating {}", modcard.fantasy, scenario.fantasy);
        misfits.push((SW::MOD_06, text));
    }
    misfits
}

/// Descriptors, the size, and Living, which a unit is unless it is Clockwork or Undead (SW-STATUS-21).
fn answers(unit: &UnitCard, word: Name) -> bool {
    let has = |text: &str| unit.descriptors.iter().any(|descriptor| descriptor.text() == text);
    match word.text() {
        "living" => !has("clockwork") && !has("undead"),
        text => has(text) || kernel::slug(unit.size.text()) == text,
    }
}

/// A number of a warband and the rule behind it: `cost`, `fantasy` (its highest rating), `world` (that of its scenario).
pub(crate) fn number(pack: &Pack, warband: &Warband, path: &str) -> Option<(i64, Rule)> {
    let cards = warband.units.iter().filter_map(|pick| pack.unit(pick.unit));
    match path {
        "cost" => Some((cost(pack, warband).into(), SW::MOD_07)),
        "fantasy" => Some((cards.map(|card| card.fantasy).max().unwrap_or(0).into(), SW::CODE_02)),
        "world" => {
            let rating = pack.scenario(warband.scenario)?.fantasy;
            Some((rating.into(), world_rule(rating)))
        }
        _ => None,
    }
}

/// The rule that describes the world of a scenario, or the general one above the last that is described.
fn world_rule(rating: u8) -> Rule {
    match rating {
        0 => SW::CODE_03,
        1 => SW::CODE_04,
        2 => SW::CODE_05,
        3 => SW::CODE_06,
        _ => SW::CODE_02,
    }
}

fn symbols(code: u8) -> String {
    const NAMES: [&str; 5] = ["Command", "Magery", "Melee", "Missile", "Natural"];
    let filled = NAMES.iter().enumerate().filter(|(place, _)| code & 1 << place != 0).map(|(_, name)| *name);
    filled.collect::<Vec<&str>>().join(" and ")
}

fn pick_cost(pack: &Pack, pick: &Pick) -> i16 {
    let unit = pack.unit(pick.unit).map_or(0, |card| card.vp);
    let mods = pick.mods.iter().filter_map(|name| pack.modcard(*name)).map(|card| card.vp);
    mods.fold(unit, i16::saturating_add)
}

struct Book {
    findings: Vec<Finding>,
}

impl Book {
    /// What concerns the warband and no single unit of it.
    fn whole(&mut self, pack: &Pack, scenario: &Scenario, warband: &Warband) {
        let cost = cost(pack, warband);
        if cost > scenario.points {
            self.warband(SW::BUILD_01, format!("{cost} points; the limit is {}", scenario.points));
        }
        let count = warband.units.len();
        if count > usize::from(scenario.max_units) {
            self.warband(SW::BUILD_02, format!("{count} units; the limit is {}", scenario.max_units));
        }
        if count == 0 {
            self.warband(SW::WIN_06, "no units: such a side is out before the first turn".to_owned());
        }
        let factions = pack.units.iter().map(|card| card.faction.text());
        if !pack.units.iter().any(|card| card.faction == warband.faction) {
            self.warband(SW::BUILD_04, unknown("faction", warband.faction, factions));
        }
        match warband.gridmap {
            None => self.warband(SW::BUILD_07, "no gridmap is assigned to the warband".to_owned()),
            Some(map) if pack.map(map).is_none() => {
                let known = pack.maps.iter().map(|field| field.map.id.text());
                self.warband(SW::BUILD_07, unknown("gridmap", map, known));
            }
            Some(_) => {}
        }
    }

    fn warband(&mut self, rule: Rule, text: String) {
        self.findings.push(Finding { unit: None, problem: Problem::new(rule, "warband", text) });
    }

    fn unit(&mut self, index: usize, title: &str, rule: impl Into<Option<Rule>>, text: String) {
        let problem = Problem { rule: rule.into(), place: unit_place(index, title), text };
        self.findings.push(Finding { unit: Some(index), problem });
    }
}

/// How a unit of a warband is called in problems: `unit 3, Orc Raider`.
fn unit_place(index: usize, title: &str) -> String {
    format!("unit {}, {title}", index + 1)
}

fn unknown<'c>(what: &str, name: Name, known: impl IntoIterator<Item = &'c str>) -> String {
    unknown_word(what, name.text(), known)
}

fn unknown_word<'c>(what: &str, word: &str, known: impl IntoIterator<Item = &'c str>) -> String {
    match pack::nearest(word, known) {
        Some(meant) => format!("unknown {what} \"{word}\"; did you mean \"{meant}\"?"),
        None => format!("unknown {what} \"{word}\""),
    }
}
