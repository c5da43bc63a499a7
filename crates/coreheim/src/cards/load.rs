//! From pack files to content: everything is checked, and every problem is found in one go.

mod band;
mod equipment;
mod index;
mod read;
mod scenario;
mod spell;
#[cfg(test)]
mod tests;

pub(crate) use read::length;
pub(crate) use scenario::{forms, piece};

use super::Pack;
use crate::muster;
use index::{Index, Kind};
use pack::{Problem, Section, Shelf, Sources};
use std::sync::{Arc, OnceLock};

const CORE: &[(&str, &str)] = &[
    ("equipment.toml", include_str!("../../../../packs/coreheim/equipment.toml")),
    ("fighters.toml", include_str!("../../../../packs/coreheim/fighters.toml")),
    ("scenarios.toml", include_str!("../../../../packs/coreheim/scenarios.toml")),
    ("spells.toml", include_str!("../../../../packs/coreheim/spells.toml")),
    ("traits.toml", include_str!("../../../../packs/coreheim/traits.toml")),
    ("warbands.toml", include_str!("../../../../packs/coreheim/warbands.toml")),
];

/// The files of the game as they are built into the program.
pub fn core_sources() -> Sources {
    Sources::embedded(CORE).under("packs/coreheim")
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
    kernel::decision::know::<crate::Coreheim>();
    kernel::decision::know::<crate::campaign::Aftermath>();
    let shelf = Shelf::open(sources);
    let mut index = Index::default();
    let mut gear = shelf.entries("weapon", |table| equipment::weapon(table, &mut index).map(Arc::new));
    gear.extend(shelf.entries("armour", |table| equipment::armour(table, &mut index).map(Arc::new)));
    gear.extend(shelf.entries("item", |table| equipment::item(table, &mut index).map(Arc::new)));
    let mut pack = Pack {
        hash: shelf.hash(),
        gear,
        traits: shelf.entries("trait", |table| read::described(table, &mut index, Kind::Trait, false)),
        skills: shelf.entries("skill", |table| read::described(table, &mut index, Kind::Thing, true)),
        spell_lists: shelf.entries("spell_list", |table| spell::list(table, &mut index)),
        bands: shelf.entries("band", |table| band::band(table, &mut index).map(Arc::new)),
        scenarios: shelf.entries("scenario", |table| scenario::scenario(table, &mut index).map(Arc::new)),
        fields: Vec::new(),
        warbands: Vec::new(),
    };
    let mut problems = index.finish();
    for scenario in &pack.scenarios {
        match crate::field::Field::new(scenario) {
            Ok(field) => pack.fields.push(Arc::new(field)),
            Err(text) => problems.push(Problem::with_file("scenarios", format!("{}: {text}", scenario.title))),
        }
    }
    // Warbands come last, because they are mustered from the finished content.
    let whole = problems.is_empty();
    pack.warbands = shelf.entries("warband", |table| ready(table, &pack, &mut index, whole));
    let problems = shelf.close(problems);
    if problems.is_empty() { Ok(pack) } else { Err(problems) }
}

/// A ready-made warband, which is legal.
fn ready(table: Section<'_>, pack: &Pack, index: &mut Index, whole: bool) -> Option<muster::Ready> {
    let id = index.ids.id(Kind::Warband, table);
    let origin = read::origin(table);
    let warband = muster::written(pack, table);
    if !whole {
        return None;
    }
    let warband = warband?;
    for problem in muster::check(pack, &warband) {
        let text = format!("{}: {}", problem.place, problem.text);
        table.report(Problem { rule: problem.rule, ..table.here().problem(text) });
    }
    Some(muster::Ready { id: id?, origin: origin?, warband })
}
