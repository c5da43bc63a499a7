//! From pack files to cards: everything is checked, and every problem is found in one go.
//!
//! The rooms: `words` holds the vocabularies, `card`, `common`, `effect` and `rare` read units and mods, `map` and
//! `scenario` the rest; `notes` keeps what can be checked only when all files are read. Warbands come last, because
//! they are mustered from the finished cards.

mod card;
mod common;
mod effect;
mod map;
mod notes;
mod rare;
mod scenario;
#[cfg(test)]
mod tests;
mod words;

pub(crate) use words::faction;

use super::{Pack, Warband};
use crate::Sellsword;
use crate::field::Field;
use crate::muster;
use notes::{Kind, Notes};
use pack::{Problem, Section, Shelf, Sources};
use std::sync::{Arc, OnceLock};

const CORE: &[(&str, &str)] = &[
    ("gridmaps.toml", include_str!("../../../../packs/sellsword/gridmaps.toml")),
    ("mods.toml", include_str!("../../../../packs/sellsword/mods.toml")),
    ("scenarios.toml", include_str!("../../../../packs/sellsword/scenarios.toml")),
    ("units_havoc.toml", include_str!("../../../../packs/sellsword/units_havoc.toml")),
    ("units_valor.toml", include_str!("../../../../packs/sellsword/units_valor.toml")),
    ("warbands.toml", include_str!("../../../../packs/sellsword/warbands.toml")),
];

/// The files of the game as they are built into the program.
pub fn core_sources() -> Sources {
    Sources::embedded(CORE).under("packs/sellsword")
}

/// The content of the game without any player's pack.
///
/// # Panics
/// If the files built into the program are wrong; a test reads them.
pub fn core() -> Arc<Pack> {
    static PACK: OnceLock<Arc<Pack>> = OnceLock::new();
    Arc::clone(PACK.get_or_init(|| pack::built_in(load(&core_sources()))))
}

/// Reads the files of one pack.
///
/// # Errors
/// Every problem, by file and line. No part of a pack with problems is used.
pub fn load(sources: &Sources) -> Result<Pack, Vec<Problem>> {
    load_all(&[sources])
}

/// Reads several packs as one: the core and a player's folder. An entry may not be there twice.
///
/// # Errors
/// As [`load`].
pub fn load_all(sources: &[&Sources]) -> Result<Pack, Vec<Problem>> {
    kernel::decision::know::<Sellsword>();
    let shelf = Shelf::open(sources);
    let mut notes = Notes::default();
    let mut pack = Pack {
        hash: shelf.hash(),
        units: shelf.entries("unit", |table| card::unit(table, &mut notes).map(Arc::new)),
        mods: shelf.entries("modcard", |table| card::modcard(table, &mut notes).map(Arc::new)),
        maps: shelf.entries("gridmap", |table| map::gridmap(table, &mut notes).map(|map| Arc::new(Field::new(map)))),
        scenarios: shelf.entries("scenario", |table| scenario::scenario(table, &mut notes).map(Arc::new)),
        warbands: Vec::new(),
    };
    pack.warbands = shelf.entries("warband", |table| warband(table, &pack, &mut notes));
    let problems = shelf.close(notes.finish());
    if problems.is_empty() { Ok(pack) } else { Err(problems) }
}

/// The name of an entry as people read it.
fn title(table: Section<'_>) -> Option<&str> {
    const LONGEST: usize = 60;
    let title = table.str("name")?;
    if kernel::slug(title).is_empty() || title.chars().count() > LONGEST || title.chars().any(char::is_control) {
        let problem = table.place("name").problem("this is no name");
        table.report(problem.hint(format!("expected letters or digits, {LONGEST} characters at most")));
        return None;
    }
    Some(title)
}

/// A ready-made warband, which is legal in the scenario it names.
fn warband(table: Section<'_>, pack: &Pack, notes: &mut Notes) -> Option<Warband> {
    let id = notes.ids.id(Kind::Warband, table);
    let origin = table.word("origin", words::ORIGINS);
    let total = table.get("total").and_then(|value| value.int(0..=i16::MAX));
    let written = muster::written(table);
    let known = muster::Known {
        units: notes.ids.of(Kind::Unit),
        mods: notes.ids.of(Kind::Mod),
        maps: notes.ids.of(Kind::Map),
        scenarios: notes.ids.of(Kind::Scenario),
    };
    let (draft, places) = written.resolve(table, &known)?;
    let warband = Warband { id: id?, origin: origin?, ..draft };
    // A card, map or scenario that is broken has been reported, and nothing more can be said of those who name it.
    let scenario = pack.scenario(warband.scenario)?;
    let whole = warband.gridmap.is_none_or(|map| pack.map(map).is_some())
        && warband.units.iter().all(|pick| {
            pack.unit(pick.unit).is_some() && pick.mods.iter().all(|modcard| pack.modcard(*modcard).is_some())
        });
    if !whole {
        return None;
    }
    for finding in muster::findings(pack, scenario, &warband) {
        let place = finding.unit.and_then(|unit| places.get(unit)).cloned().unwrap_or_else(|| table.here());
        let problem = place.problem(finding.problem.text);
        table.report(Problem { rule: finding.problem.rule, ..problem });
    }
    let cost = muster::cost(pack, &warband);
    if total.is_some_and(|total| total != cost) {
        table.problem("total", format!("the warband costs {cost}"), rulebook::SW::MOD_07);
    }
    Some(warband)
}
