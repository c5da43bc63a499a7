//! Births, archetypes, factions, strongholds, traits.

use super::Book;
use super::words;
use crate::content::{ArchetypeEntry, BirthEntry, Faction, Kind, List, Stronghold, Trait, index};
use crate::effects::{Archetype, Birth, Feature, OriginType, Talent};
use kernel::keep;
use rulebook::SM;
use std::sync::Arc;

pub(super) fn births(book: &mut Book<'_>) -> Option<Vec<BirthEntry>> {
    book.each("birth", Birth::ALL.map(Birth::word), |table, id, _| {
        let title = words::title(table);
        let of = table.word("of", OriginType::WORDS);
        let threshold = table.int("wound_threshold", 1..=20u8);
        let speed = table.int("move", 1..=24u8);
        let difficult = table.int("difficult_move", 1..=24u8);
        let provenance = table.word("origin", words::PROVENANCES);
        let known = Birth::ALL.into_iter().find(|birth| birth.word() == id.text());
        if let (Some(of), Some(birth)) = (of, known)
            && of != birth.origin()
        {
            let (_, rule) = of.choice();
            table.problem("of", format!("{} is {}", birth.word(), birth.origin().text()), rule);
        }
        Some(BirthEntry {
            title: title?,
            threshold: threshold?,
            speed: speed?,
            difficult: difficult?,
            provenance: provenance?,
        })
    })
}

pub(super) fn archetypes(book: &mut Book<'_>) -> Vec<ArchetypeEntry> {
    let found = book.entries("archetype", |table, id, _| {
        let title = words::title(table);
        let effect = table.word("effect", Archetype::WORDS);
        let provenance = table.word("origin", words::PROVENANCES);
        Some(ArchetypeEntry { id, title: title?, effect: effect?, provenance: provenance? })
    });
    found.into_iter().map(|(_, entry)| entry).collect()
}

pub(super) fn factions(book: &mut Book<'_>) -> Vec<Faction> {
    let found = book.entries("faction", |table, id, notes| {
        let title = words::title(table);
        let rival = table.str("rival").map(|word| notes.refer("faction", table.place("rival"), word));
        let provenance = table.word("origin", words::PROVENANCES);
        Some(Faction { id, title: title?, rival: rival?, rule: index::faction(id), provenance: provenance? })
    });
    found.into_iter().map(|(_, entry)| entry).collect()
}

pub(super) fn strongholds(book: &mut Book<'_>) -> Vec<Stronghold> {
    let found = book.entries("stronghold", |table, id, _| {
        let title = words::title(table);
        let feature = table.str("feature").map(keep);
        let effect = table.word("effect", Feature::WORDS);
        let provenance = table.word("origin", words::PROVENANCES);
        Some(Stronghold { id, title: title?, feature: feature?, effect: effect?, provenance: provenance? })
    });
    found.into_iter().map(|(_, entry)| entry).collect()
}

pub(super) fn traits(book: &mut Book<'_>) -> Vec<Arc<Trait>> {
    let found = book.entries("trait", |table, id, notes| {
        let title = words::title(table);
        let list = table.word("list", List::WORDS);
        let faction = table.get("faction").and_then(|value| {
            let word = value.str()?;
            Some(notes.refer("faction", value.place(), word))
        });
        let sp = table.int("sp", 0..=1000i16);
        let exp = table.get("exp").and_then(|value| value.list_of(|item| item.int(0..=1000i16))).unwrap_or_default();
        if !exp.is_empty() && exp.len() != 2 {
            table.problem("exp", "a stackable trait has the prices of +2 and of +3", SM::TRAITRULE_10);
        }
        let only = table.words_or_empty("only", Kind::WORDS);
        let optional = table.bool_or("optional", false);
        let effects = table.words("effects", Talent::WORDS);
        let provenance = table.word("origin", words::PROVENANCES);
        match (list, faction) {
            (Some(List::Faction), None) => {
                table.problem("list", "a faction trait names its faction", SM::FACTION_03);
            }
            (Some(list), Some(_)) if list != List::Faction => {
                table.problem("faction", format!("a {} trait belongs to no faction", list.title()), SM::TRAITRULE_04);
            }
            _ => {}
        }
        let effects = effects?;
        let rule = match effects.first() {
            Some(talent) => talent.rule(),
            None => SM::TRAITRULE_01,
        };
        Some(Arc::new(Trait {
            id,
            title: title?,
            list: list?,
            faction,
            sp: sp?,
            exp,
            only,
            optional,
            effects,
            rule,
            provenance: provenance?,
        }))
    });
    found.into_iter().map(|(_, entry)| entry).collect()
}
