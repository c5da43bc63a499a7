//! From pack files to cards: everything is checked, and every problem is found in one go.
//!
//! The rooms: `words` holds the vocabularies, `troop` and `attack` read the sheets, `spell`, `map` and `scenario` the
//! rest; `notes` keeps the ids. Armies come last, because they are mustered from the finished sheets.

mod attack;
mod map;
mod notes;
mod scenario;
mod spell;
#[cfg(test)]
mod tests;
mod troop;
mod words;

use super::{Army, Pack};
use crate::muster;
use kernel::Rule;
use notes::{Kind, Notes};
use pack::{Problem, Section, Shelf, Sources};
use rulebook::SC;
use std::sync::{Arc, OnceLock};

pub use map::board;

const CORE: &[(&str, &str)] = &[
    ("armies.toml", include_str!("../../../../packs/sword-and-claw/armies.toml")),
    ("factions.toml", include_str!("../../../../packs/sword-and-claw/factions.toml")),
    ("maps.toml", include_str!("../../../../packs/sword-and-claw/maps.toml")),
    ("scenarios.toml", include_str!("../../../../packs/sword-and-claw/scenarios.toml")),
    ("spells.toml", include_str!("../../../../packs/sword-and-claw/spells.toml")),
    ("terrain.toml", include_str!("../../../../packs/sword-and-claw/terrain.toml")),
    ("troops_dwarves.toml", include_str!("../../../../packs/sword-and-claw/troops_dwarves.toml")),
    ("troops_horde.toml", include_str!("../../../../packs/sword-and-claw/troops_horde.toml")),
    ("troops_humans.toml", include_str!("../../../../packs/sword-and-claw/troops_humans.toml")),
    ("troops_reptilians.toml", include_str!("../../../../packs/sword-and-claw/troops_reptilians.toml")),
    ("troops_undead.toml", include_str!("../../../../packs/sword-and-claw/troops_undead.toml")),
];

/// The files of the game as they are built into the program.
pub fn core_sources() -> Sources {
    Sources::embedded(CORE).under("packs/sword-and-claw")
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
    kernel::decision::know::<crate::SwordAndClaw>();
    let shelf = Shelf::open(sources);
    let mut notes = Notes::default();
    let mut pack = Pack {
        hash: shelf.hash(),
        factions: shelf.numbered("faction", 255, |table| scenario::faction(table, &mut notes)),
        troops: Vec::new(),
        spells: shelf.numbered("spell", 255, |table| spell::spell(table, &mut notes)),
        terrain: shelf.numbered("terrain", 255, |table| map::terrain(table, &mut notes)),
        maps: Vec::new(),
        scenarios: Vec::new(),
        armies: Vec::new(),
        fields: Vec::new(),
    };
    pack.troops = shelf.numbered("troop", 65_535, |table| troop::troop(table, &pack, &mut notes));
    pack.maps = shelf.numbered("map", 65_535, |table| map::map(table, &pack, &mut notes).map(Arc::new));
    pack.fields = pack.maps.iter().map(|_| OnceLock::new()).collect();
    pack.scenarios =
        shelf.numbered("scenario", 65_535, |table| scenario::scenario(table, &pack, &mut notes).map(Arc::new));
    pack.armies = shelf.numbered("army", 65_535, |table| army(table, &pack, &mut notes));
    let problems = shelf.close(Vec::new());
    if problems.is_empty() { Ok(pack) } else { Err(problems) }
}

/// The name of an entry as people read it. It goes into lines that have their own use for `|`.
fn title(table: Section<'_>) -> Option<&'static str> {
    const LONGEST: usize = 60;
    let title = table.str("name")?.trim();
    let odd = |c: char| c == '|' || c.is_control();
    if kernel::slug(title).is_empty() || title.chars().count() > LONGEST || title.chars().any(odd) {
        let problem = table.place("name").problem("this is no name");
        table.report(problem.hint(format!("expected letters or digits, {LONGEST} characters at most, without |")));
        return None;
    }
    Some(kernel::keep(title))
}

/// The value of a key that a rule asks for.
fn asked<'r>(table: Section<'r>, key: &str, expected: &str, rule: Rule) -> Option<pack::Value<'r>> {
    let value = table.get(key);
    if value.is_none() {
        let problem = table.here().problem(format!("missing \"{key}\""));
        table.report(problem.hint(format!("expected {expected}")).citing(rule));
    }
    value
}

/// A ready-made army, which is legal for the points it names and in the scenario it is written for.
fn army(table: Section<'_>, pack: &Pack, notes: &mut Notes) -> Option<Army> {
    let id = notes.ids.id(Kind::Army, table);
    let origin = table.word("origin", words::ORIGINS);
    let known = muster::Known {
        factions: notes.ids.of(Kind::Faction),
        troops: notes.ids.of(Kind::Troop),
        spells: notes.ids.of(Kind::Spell),
        scenarios: notes.ids.of(Kind::Scenario),
    };
    let (draft, places) = muster::written(table, pack, &known)?;
    let army = Army { id: id?, origin: origin?, ..draft };
    let scenario = army.scenario.map(|id| pack.scenario(id).points);
    for points in [Some(army.points), scenario].into_iter().flatten() {
        for finding in muster::findings(pack, points, &army) {
            let place = finding.pick.and_then(|at| places.get(at)).cloned().unwrap_or_else(|| table.here());
            table.report(Problem { rule: finding.problem.rule, ..place.problem(finding.problem.text) });
        }
    }
    if scenario.is_some_and(|points| points < army.points) {
        table.problem("points", "more than the scenario allows", SC::SETUP_10);
    }
    Some(army)
}
