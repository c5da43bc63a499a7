//! Warbands: equipment lists and fighters.

use super::index::{Index, Kind};
use super::read;
use crate::cards::{Band, Fighter, Race, STATS, Stat, Stats, Trait, Word};
use kernel::Name;
use pack::{Section, Value};
use rulebook::CH;
use std::sync::Arc;

pub(super) fn band(table: Section<'_>, index: &mut Index) -> Option<Band> {
    let id = index.ids.id(Kind::Band, table);
    let (title, origin) = (read::title(table), read::origin(table));
    let blurb = table.str("blurb");
    let max_size = table.int("max_size", 3..=30u8);
    let race = table.word("race", Race::ALL);
    let mut lists = Vec::new();
    if let Some(equipment) = table.table("equipment") {
        for (key, value) in equipment.entries() {
            let things = value.list_of(|item| index.refer(Kind::Thing, item, Some(CH::EQUIP_04)));
            lists.push((Name::of(key), things.unwrap_or_default()));
        }
    }
    let known: Vec<Name> = lists.iter().map(|(list, _)| *list).collect();
    let band = id.unwrap_or_else(|| Name::of("own"));
    let fighters: Vec<Arc<Fighter>> = table
        .tables("fighter")
        .into_iter()
        .filter_map(|table| fighter(table, index, band, race.unwrap_or(Race::Human), &known).map(Arc::new))
        .collect();
    let leaders: u8 = fighters.iter().filter(|fighter| fighter.traits.has(Trait::Leader)).map(|one| one.min).sum();
    if leaders != 1 {
        table.problem("fighter", format!("{leaders} leaders; a warband has one"), CH::CAMPAIGN_01);
    }
    race?;
    Some(Band {
        id: id?,
        title: title?.to_owned(),
        blurb: blurb?.to_owned(),
        max_size: max_size?,
        origin: origin?,
        lists,
        fighters,
    })
}

fn fighter(table: Section<'_>, index: &mut Index, band: Name, race: Race, lists: &[Name]) -> Option<Fighter> {
    let id = index.ids.id(Kind::Fighter, table);
    let (title, origin) = (read::title(table), read::origin(table));
    let hero = table.word("role", &[("hero", true), ("henchman", false)]);
    let min = table.int_or("min", 0..=1u8, 0);
    let max = table.int("max", 1..=30u8);
    let cost = table.int("cost", 0..=500i16);
    let experience = table.int_or("experience", 0..=90u8, 0);
    let race = table.word_or("race", Race::ALL, race);
    let stats = table.table("profile").map(profile);
    let radius = read::length_or(table, "radius", 500);
    let height = read::length_or(table, "height", 1500);
    let piercing = table.int_or("piercing", 0..=5u8, 0);
    let equipment = table.get("equipment").and_then(|value| {
        let word = value.str()?;
        let found = lists.iter().copied().find(|list| list.text() == kernel::slug(word));
        if found.is_none() {
            value.unknown("equipment list", lists.iter().map(|list| list.text()));
        }
        found
    });
    let skills = read::set(table, "skills");
    let traits = read::set(table, "traits");
    let spell_list = table.get("spell_list").and_then(|value| index.refer(Kind::SpellList, value, None));
    let spells = if spell_list.is_some() { table.int("spells", 1..=6u8) } else { Some(0) };
    let casts = traits.has(Trait::Wizard) || traits.has(Trait::Priest);
    if casts != spell_list.is_some() {
        table.problem("spell_list", "wizards and priests have a spell list, and nobody else", CH::MAGIC_14);
    }
    Some(Fighter {
        id: id?,
        title: title?,
        band,
        hero: hero?,
        min,
        max: max?,
        cost: cost?,
        experience,
        race,
        stats: stats?,
        radius,
        height,
        piercing,
        equipment,
        skills,
        traits,
        spell_list,
        spells: spells?,
        origin: origin?,
    })
}

/// `{ M = 4, WS = 3, .. }`; what is left out is none (CH-PROFILE-01).
fn profile(table: Section<'_>) -> Stats {
    let mut stats = [0; STATS];
    for (word, stat) in Stat::ALL {
        let value = table.get(word).and_then(|value: Value<'_>| value.int(1..=10u8));
        if value.is_none() && *stat != Stat::Ballistic {
            table.problem(word, format!("{word} is missing; only BS may be none"), CH::PROFILE_01);
        }
        stats[*stat as usize] = value.unwrap_or(0);
    }
    Stats(stats)
}
