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
pub(crate) use scenario::piece;

use super::Pack;
use crate::muster;
use index::{Index, Kind};
use pack::{Problem, Reader, Sources, Table};
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
    let read = || match load(&core_sources()) {
        Ok(pack) => Arc::new(pack),
        Err(problems) => {
            let lines: Vec<String> = problems.iter().map(Problem::to_string).collect();
            panic!("the pack of the program has mistakes:\n{}", lines.join("\n"))
        }
    };
    Arc::clone(PACK.get_or_init(read))
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
    crate::verbs::know();
    let readers: Vec<Reader> = sources.iter().map(|sources| Reader::new(sources)).collect();
    let mut index = Index::default();
    let mut gear = entries(&readers, "weapon", |table| equipment::weapon(table, &mut index).map(Arc::new));
    gear.extend(entries(&readers, "armour", |table| equipment::armour(table, &mut index).map(Arc::new)));
    gear.extend(entries(&readers, "item", |table| equipment::item(table, &mut index).map(Arc::new)));
    let mut pack = Pack {
        hash: hash(sources),
        gear,
        traits: entries(&readers, "trait", |table| read::described(table, &mut index, Kind::Trait, false)),
        skills: entries(&readers, "skill", |table| read::described(table, &mut index, Kind::Thing, true)),
        spell_lists: entries(&readers, "spell_list", |table| spell::list(table, &mut index)),
        bands: entries(&readers, "band", |table| band::band(table, &mut index).map(Arc::new)),
        scenarios: entries(&readers, "scenario", |table| scenario::scenario(table, &mut index).map(Arc::new)),
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
    pack.warbands = entries(&readers, "warband", |table| ready(table, &pack, &mut index, whole));
    problems.extend(readers.into_iter().flat_map(Reader::finish));
    problems.sort();
    problems.dedup();
    if problems.is_empty() { Ok(pack) } else { Err(problems) }
}

/// The hash of a single pack is that of its files. Of several it is the hash of their hashes, in their order.
fn hash(sources: &[&Sources]) -> String {
    if let [only] = sources {
        return only.content_hash();
    }
    let hashes: Vec<String> = sources.iter().map(|sources| sources.content_hash()).collect();
    let parts: Vec<(&str, &str)> = hashes.iter().map(|hash| ("pack", hash.as_str())).collect();
    Sources::embedded(&parts).content_hash()
}

fn entries<T>(readers: &[Reader], key: &str, read: impl FnMut(Table<'_>) -> Option<T>) -> Vec<T> {
    readers.iter().flat_map(|reader| reader.tables(key)).filter_map(read).collect()
}

/// A ready-made warband, which is legal.
fn ready(table: Table<'_>, pack: &Pack, index: &mut Index, whole: bool) -> Option<muster::Ready> {
    let id = index.id(Kind::Warband, table);
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
