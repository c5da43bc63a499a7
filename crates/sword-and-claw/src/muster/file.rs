//! An army as a file: a player's own, or an entry of a pack, which is written the same way.

use super::MOST_FIGURES;
use crate::cards::{Army, FactionId, Origin, Pack, Pick, ScenarioId, SpellId, TroopId};
use kernel::{Name, keep, slug};
use pack::{Place, Problem, Reader, Section, Sources, Value, quoted};
use rulebook::SC;
use std::fmt::Write;

/// Reads a player's army: `name`, `faction`, `scenario`, `points`, `core`, `reserve_a` and `reserve_b`. `name` is the
/// file's, for problems. Points that are left out are those of the scenario.
///
/// Forces may cost too much and casters know too little: [`check`](super::check) says that. The id is `own`.
///
/// # Errors
/// Everything that is misspelt or names nothing in the pack.
pub fn read(pack: &Pack, name: &str, text: &str) -> Result<Army, Vec<Problem>> {
    let reader = Reader::new(&Sources::embedded(&[(name, text)]));
    let known = Known {
        factions: pack.factions.iter().map(|faction| faction.id.text()).collect(),
        troops: pack.troops.iter().map(|troop| troop.id.text()).collect(),
        spells: pack.spells.iter().map(|spell| spell.id.text()).collect(),
        scenarios: pack.scenarios.iter().map(|scenario| scenario.id.text()).collect(),
    };
    let root = reader.roots().into_iter().next();
    let army = root.and_then(|root| {
        // A ready-made army copied out of a pack reads as it stands.
        for key in ["id", "origin"] {
            root.get(key);
        }
        written(root, pack, &known)
    });
    let problems = reader.finish();
    match army {
        Some((army, _)) if problems.is_empty() => Ok(army),
        _ => Err(problems),
    }
}

/// The file that [`read`] reads as the same army.
pub fn write(pack: &Pack, army: &Army) -> String {
    let mut out = String::new();
    // Writing to a string cannot fail.
    let _ = writeln!(out, "name = {}", quoted(army.title));
    let _ = writeln!(out, "faction = {}", quoted(pack.faction(army.faction).id.text()));
    if let Some(scenario) = army.scenario {
        let _ = writeln!(out, "scenario = {}", quoted(pack.scenario(scenario).id.text()));
    }
    let _ = writeln!(out, "points = {}", army.points);
    let [a, b] = &army.reserves;
    for (key, force) in [("core", &army.core), ("reserve_a", a), ("reserve_b", b)] {
        let _ = writeln!(out, "{key} = [");
        for group in force.chunk_by(|one, next| one == next) {
            let _ = write!(out, "  {{ troop = {}", quoted(pack.troop(group[0].troop).id.text()));
            if group.len() > 1 {
                let _ = write!(out, ", count = {}", group.len());
            }
            if !group[0].spells.is_empty() {
                let spells: Vec<String> =
                    group[0].spells.iter().map(|spell| quoted(pack.spell(*spell).id.text())).collect();
                let _ = write!(out, ", spells = [{}]", spells.join(", "));
            }
            out.push_str(" },\n");
        }
        out.push_str("]\n");
    }
    out
}

/// The ids that an army may name, those of broken entries too: naming one of them is not a second mistake.
#[derive(Debug)]
pub(crate) struct Known {
    pub(crate) factions: Vec<&'static str>,
    pub(crate) troops: Vec<&'static str>,
    pub(crate) spells: Vec<&'static str>,
    pub(crate) scenarios: Vec<&'static str>,
}

/// The army of a table, and where each of its figures stands, in the order of [`picks`](super::picks).
pub(crate) fn written(table: Section<'_>, pack: &Pack, known: &Known) -> Option<(Army, Vec<Place>)> {
    let title = title(table);
    let faction = faction(table, pack, known);
    let scenario = scenario(table, pack, known);
    let points = table.get("points").and_then(|value| value.int(1..=9999u16));
    let mut places = Vec::new();
    let forces = ["core", "reserve_a", "reserve_b"].map(|key| force(table, key, pack, known, &mut places));
    let scenario = scenario?;
    let [core, a, b] = forces;
    let army = Army {
        id: Name::of("own"),
        title: title?,
        origin: Origin::House,
        faction: faction?,
        scenario: Some(scenario),
        points: points.unwrap_or_else(|| pack.scenario(scenario).points),
        core: core?,
        reserves: [a?, b?],
    };
    Some((army, places))
}

/// The title goes into the line of a setup, which has its own use for `|` and `//`.
fn title(table: Section<'_>) -> Option<&'static str> {
    const LONGEST: usize = 60;
    let title = table.str("name")?.trim();
    let odd = title.contains("//") || title.chars().any(|c| c == '|' || c.is_control());
    if odd || title.chars().count() > LONGEST {
        let problem = table.place("name").problem("this is no name for an army");
        table.report(problem.hint(format!("expected at most {LONGEST} characters, without |, // and line breaks")));
        return None;
    }
    Some(keep(title))
}

fn faction(table: Section<'_>, pack: &Pack, known: &Known) -> Option<FactionId> {
    let value = table.need("faction", &known.factions.join(", "))?;
    let word = value.str()?;
    if !known.factions.contains(&slug(word).as_str()) {
        let problem = value.place().unknown("faction", word, known.factions.iter().copied());
        table.report(problem.citing(SC::TROOP_25));
    }
    Name::known(&slug(word)).and_then(|name| pack.faction_named(name))
}

fn scenario(table: Section<'_>, pack: &Pack, known: &Known) -> Option<ScenarioId> {
    let value = table.need("scenario", "the id of a scenario")?;
    let word = value.str()?;
    if !known.scenarios.contains(&slug(word).as_str()) {
        table.report(value.place().unknown("scenario", word, known.scenarios.iter().copied()));
    }
    Name::known(&slug(word)).and_then(|name| pack.scenario_named(name))
}

/// One of the three forces; a reserve may be left out.
fn force(table: Section<'_>, key: &str, pack: &Pack, known: &Known, places: &mut Vec<Place>) -> Option<Vec<Pick>> {
    if key == "core" {
        table.need(key, "a list of figures")?;
    }
    let mut picks = Vec::new();
    let mut whole = true;
    for entry in table.tables(key) {
        let troop = troop(entry, pack, known);
        let spells = spells(entry, pack, known);
        let count = entry.int_or("count", 1..=MOST_FIGURES, 1);
        if places.len() + count > MOST_FIGURES {
            entry.report(entry.here().problem(format!("more than {MOST_FIGURES} figures")));
            return None;
        }
        places.extend(std::iter::repeat_n(entry.here(), count));
        match (troop, spells) {
            (Some(troop), Some(spells)) => picks.extend(std::iter::repeat_n(Pick { troop, spells }, count)),
            _ => whole = false,
        }
    }
    whole.then_some(picks)
}

fn troop(entry: Section<'_>, pack: &Pack, known: &Known) -> Option<TroopId> {
    let value = entry.need("troop", "the id of a troop")?;
    let word = value.str()?;
    if !known.troops.contains(&slug(word).as_str()) {
        entry.report(value.place().unknown("troop", word, known.troops.iter().copied()));
    }
    Name::known(&slug(word)).and_then(|name| pack.troop_named(name))
}

fn spells(entry: Section<'_>, pack: &Pack, known: &Known) -> Option<Vec<SpellId>> {
    let Some(value) = entry.get("spells") else {
        return Some(Vec::new());
    };
    value.list_of(|item: Value<'_>| {
        let word = item.str()?;
        if !known.spells.contains(&slug(word).as_str()) {
            let problem = item.place().unknown("spell", word, known.spells.iter().copied());
            entry.report(problem.citing(SC::SPELL_04));
        }
        Name::known(&slug(word)).and_then(|name| pack.spell_named(name))
    })
}
