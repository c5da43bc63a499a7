//! From pack files to content: everything is checked, and every problem is found in one go.
//!
//! An entry of a later pack replaces the entry of the same kind and id of an earlier one. That is how a player who
//! owns the lost tables types them in: a file with `[[stage]]` or `[[gear]]` entries, and no code.

mod adventure;
mod aftermath;
mod gear;
mod notes;
mod people;
mod tables;
#[cfg(test)]
mod tests;
mod words;

use super::{Pack, Unfit};
use crate::muster;
use kernel::Name;
use notes::Notes;
use pack::{Problem, Reader, Section, Shelf, Sources};
use rulebook::SM;
use std::sync::{Arc, OnceLock};

const CORE: &[(&str, &str)] = &[
    ("adventures.toml", include_str!("../../../../packs/sword-marches/adventures.toml")),
    ("gear.toml", include_str!("../../../../packs/sword-marches/gear.toml")),
    ("people.toml", include_str!("../../../../packs/sword-marches/people.toml")),
    ("tables.toml", include_str!("../../../../packs/sword-marches/tables.toml")),
    ("traits.toml", include_str!("../../../../packs/sword-marches/traits.toml")),
    ("warbands.toml", include_str!("../../../../packs/sword-marches/warbands.toml")),
];

/// The files of the game as they are built into the program.
pub fn core_sources() -> Sources {
    Sources::embedded(CORE).under("packs/sword-marches")
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

/// Reads several packs as one: the core, and what a player puts over it.
///
/// # Errors
/// As [`load`].
pub fn load_all(sources: &[&Sources]) -> Result<Pack, Vec<Problem>> {
    kernel::decision::know::<crate::SwordMarches>();
    kernel::decision::know::<crate::campaign::Chronicle>();
    let shelf = Shelf::open(sources);
    let mut book = Book { readers: shelf.readers(), notes: Notes::default() };
    let pack = read(&mut book, shelf.hash());
    let problems = book.notes.finish();
    let pack = match pack {
        Some(mut pack) => {
            (pack.warbands, pack.unfit) = warbands(shelf.readers(), &pack);
            Some(pack)
        }
        None => {
            // Warbands cannot be read without the rest; their key is none the less a known one.
            shelf.readers().iter().flat_map(Reader::roots).for_each(|root| {
                root.get("warband");
            });
            None
        }
    };
    let problems = shelf.close(problems);
    match pack {
        Some(pack) if problems.is_empty() => Ok(pack),
        _ => Err(problems),
    }
}

fn read(book: &mut Book<'_>, hash: String) -> Option<Pack> {
    let stages = tables::stages(book);
    let types = tables::types(book);
    let organizations = tables::organizations(book);
    let limits = tables::limits(book);
    let pools = tables::pools(book);
    let births = people::births(book);
    let archetypes = people::archetypes(book);
    let factions = people::factions(book);
    let strongholds = people::strongholds(book);
    let traits = people::traits(book);
    let gear = gear::gear(book);
    let hides = gear::hides(book);
    let starmetal = gear::starmetal(book);
    let aftermath = aftermath::aftermath(book);
    let adventures = adventure::adventures(book);
    Some(Pack {
        hash,
        stages: stages?,
        types: types?,
        organizations,
        limits: limits?,
        pools: pools?,
        births: births?,
        archetypes,
        factions,
        strongholds,
        traits,
        gear,
        hides,
        starmetal: starmetal?,
        aftermath: aftermath?,
        adventures,
        warbands: Vec::new(),
        unfit: Vec::new(),
    })
}

/// The packs that are read, and what can be checked only when all of them are.
struct Book<'r> {
    readers: &'r [Reader],
    notes: Notes,
}

impl<'r> Book<'r> {
    /// Every `[[key]]` of every pack. A later entry takes the place of an earlier one with its id.
    fn entries<T>(
        &mut self,
        key: &'static str,
        mut read: impl FnMut(Section<'r>, Name, &mut Notes) -> Option<T>,
    ) -> Vec<(Name, T)> {
        let mut found: Vec<(Name, T)> = Vec::new();
        for (at, reader) in self.readers.iter().enumerate() {
            for table in reader.tables(key) {
                // All keys of the entry are read even where its id is wrong.
                let id = self.notes.id(key, at, table);
                let Some(entry) = read(table, id.unwrap_or_else(|| Name::of("nameless")), &mut self.notes) else {
                    continue;
                };
                let Some(id) = id else { continue };
                match found.iter_mut().find(|(known, _)| *known == id) {
                    Some(slot) => slot.1 = entry,
                    None => found.push((id, entry)),
                }
            }
        }
        found
    }

    /// One entry for each of the words, in their order; a missing one is a problem.
    fn each<T>(
        &mut self,
        key: &'static str,
        words: impl IntoIterator<Item = &'static str>,
        read: impl FnMut(Section<'r>, Name, &mut Notes) -> Option<T>,
    ) -> Option<Vec<T>> {
        let words: Vec<&str> = words.into_iter().collect();
        let begun: Vec<String> = self.readers.iter().flat_map(|reader| reader.tables(key)).map(written_id).collect();
        let mut found = self.entries(key, read);
        let mut all = Vec::new();
        for word in &words {
            let id = kernel::slug(word);
            match found.iter().position(|(known, _)| known.text() == id) {
                Some(at) => all.push(found.swap_remove(at).1),
                None if begun.contains(&id) => {}
                None => self.notes.report(Problem::with_file("pack", format!("there is no {key} \"{word}\""))),
            }
        }
        for (id, _) in found {
            let place = self.notes.place(key, id);
            self.notes.report(place.unknown(key, id.text(), words.iter().copied()));
        }
        (all.len() == words.len()).then_some(all)
    }
}

fn written_id(table: Section<'_>) -> String {
    let id = table.get("id").filter(|value| value.is_str()).and_then(|value| value.str());
    kernel::slug(id.unwrap_or_default())
}

/// Ready-made warbands, all of them legal. One of the core that a player's tables make illegal is left out, and it is kept
/// why; one that comes with those tables is a problem.
fn warbands(readers: &[Reader], pack: &Pack) -> (Vec<muster::Warband>, Vec<Unfit>) {
    let mut found: Vec<muster::Warband> = Vec::new();
    let mut unfit: Vec<Unfit> = Vec::new();
    for (at, reader) in readers.iter().enumerate() {
        let last = at + 1 == readers.len();
        for table in reader.tables("warband") {
            let id = table.str("id").map(Name::of);
            let provenance = table.word("origin", words::PROVENANCES);
            let total = table.get("total").and_then(|value| value.int(0..=i16::MAX));
            let Some((draft, places)) = muster::resolve(pack, table) else { continue };
            let (Some(id), Some(provenance)) = (id, provenance) else { continue };
            let warband = muster::Warband { id, provenance, ..draft };
            let findings = muster::findings(pack, &warband);
            unfit.retain(|known| known.id != id);
            if !last && !findings.is_empty() {
                let problems = findings.into_iter().map(|finding| finding.problem).collect();
                unfit.push(Unfit { id, title: warband.title, problems });
                continue;
            }
            for finding in findings {
                let place = finding.model.and_then(|model| places.get(model)).cloned();
                let problem = place.unwrap_or_else(|| table.here()).problem(finding.problem.text);
                table.report(Problem { rule: finding.problem.rule, ..problem });
            }
            let cost = muster::cost(pack, &warband);
            if last && total.is_some_and(|total| i32::from(total) != cost) {
                table.problem("total", format!("the warband costs {cost}"), SM::MUSTER_01);
            }
            match found.iter_mut().find(|known| known.id == id) {
                Some(_) if last && at == 0 => {
                    table.problem("id", format!("warband \"{id}\" exists already"), None);
                }
                Some(known) => *known = warband,
                None => found.push(warband),
            }
        }
    }
    (found, unfit)
}
