//! Stages, types, organization, limits, pools.

use super::Book;
use super::words::{self, bytes, numbers};
use crate::content::{Hirelings, Kind, Limits, Organization, Pools, Provenance, Stage, StageTable, TypeTable};
use kernel::Name;
use pack::Section;
use rulebook::SM;

const MOST_SP: i16 = 20_000;

pub(super) fn stages(book: &mut Book<'_>) -> Option<[StageTable; 3]> {
    let found = book.each("stage", Stage::ALL.map(Stage::word), |table, _, _| {
        let title = words::title(table);
        let starting_sp = table.int("starting_sp", 1..=MOST_SP);
        let board = bytes::<2>(table, "board", 120);
        let renown = table.int("renown", 0..=10_000i16);
        let rows = ["warlord", "champion", "warrior"].map(|key| bytes::<3>(table, key, 7));
        let provenance = table.word("origin", words::PROVENANCES);
        let [warlord, champion, warrior] = rows;
        Some(StageTable {
            title: title?,
            starting_sp: starting_sp?,
            board: board?,
            renown: renown?,
            maximum: [warlord?, champion?, warrior?],
            provenance: provenance?,
        })
    });
    let stages: [StageTable; 3] = found?.try_into().ok()?;
    for pair in Stage::ALL.windows(2) {
        let [(before, low), (after, high)] = [pair[0], pair[1]].map(|stage| (stage, stages[stage as usize].renown));
        if low >= high {
            let text = format!(
                "Renown {low} for {} and {high} for {}; it rises from Stage to Stage",
                before.word(),
                after.word()
            );
            let place = book.notes.later("stage", [before.word(), after.word()].map(Name::of));
            book.notes.report(place.problem(text).citing(SM::AAR_18));
        }
    }
    Some(stages)
}

pub(super) fn types(book: &mut Book<'_>) -> Option<[TypeTable; 4]> {
    let found = book.each("model_type", Kind::ALL.map(Kind::word), |table, _, _| {
        table.str_or("name", "");
        table.word_or("slots_origin", words::PROVENANCES, crate::content::Provenance::House);
        let slots = table.int("slots", 0..=7u8);
        let price = numbers::<3>(table, "price", 1000);
        let optional = table.bool_or("optional", false);
        let provenance = table.word("origin", words::PROVENANCES);
        Some(TypeTable { slots: slots?, price: price?, optional, provenance: provenance? })
    });
    found?.try_into().ok()
}

/// What the row of everybody without a row of his own is called in a file.
const USUAL: &str = "normal";

pub(super) fn organizations(book: &mut Book<'_>) -> Vec<Organization> {
    let found = book.entries("organization", |table, id, _| {
        let champions = range(table, "champions");
        let warriors = range(table, "warriors");
        let total = range(table, "total");
        let most = table.get("hirelings").and_then(|value| value.int(0..=99u8)).map(Hirelings::Most);
        let plus = table.get("hirelings_command_plus").and_then(|value| value.int(0..=99u8));
        let hirelings = plus.map(Hirelings::CommandPlus).or(most).unwrap_or(Hirelings::Most(0));
        let hirelings_are_warriors = table.bool_or("hirelings_are_warriors", false);
        let glory_hounds = table.get("glory_hounds").and_then(|value| value.int(0..=99u8));
        let provenance = table.word("origin", words::PROVENANCES);
        Some(Organization {
            archetype: (id.text() != USUAL).then_some(id),
            champions: champions?,
            warriors: warriors?,
            hirelings,
            hirelings_are_warriors,
            total: total?,
            glory_hounds,
            provenance: provenance?,
        })
    });
    if !found.iter().any(|(_, row)| row.archetype.is_none()) {
        let text = "there is no organization \"normal\"";
        book.notes.report(pack::Problem::with_file("pack", text).citing(SM::MUSTER_05));
    }
    found.into_iter().map(|(_, row)| row).collect()
}

fn range(table: Section<'_>, key: &str) -> Option<[u8; 2]> {
    let range = bytes::<2>(table, key, 99)?;
    if range[0] > range[1] {
        table.problem(key, "the least is more than the most", None);
    }
    Some(range)
}

const LIMITS: [&str; 14] = [
    "avatar_plus_mystic",
    "scarce_gear_at_start",
    "scarce_gear_at_start_mercantile",
    "armour_rating",
    "stackable_level",
    "cascade_traits_per_model",
    "long_range_inches",
    "range_multiple",
    "poison_wound_threshold",
    "fire_base_damage",
    "rout_percent",
    "rout_percent_rival",
    "rout_percent_crusader",
    "rout_percent_crusader_rival",
];

/// The price list of a stackable Trait ends with this level (SM-TRAITRULE-10).
const HIGHEST_LEVEL: u8 = 3;

pub(super) fn limits(book: &mut Book<'_>) -> Option<Limits> {
    let found = book.each("limit", LIMITS, |table, _, _| {
        let most = table.int("most", 0..=99u8);
        table.word("origin", words::PROVENANCES);
        most
    });
    let [avatars_and_mystics, scarce, scarce_mercantile, armour, level, cascade, rest @ ..]: [u8; 14] =
        found?.try_into().ok()?;
    if !(1..=HIGHEST_LEVEL).contains(&level) {
        let text = format!("+{level}; a stackable Trait has prices from +1 to +{HIGHEST_LEVEL}");
        let place = book.notes.place("limit", Name::of("stackable_level"));
        book.notes.report(place.problem(text).citing(SM::TRAITRULE_10));
    }
    let [long_range, range_multiple, poison_threshold, fire_damage, rout @ ..] = rest;
    let [normal, rival, crusader, crusader_rival] = rout;
    Some(Limits {
        avatars_and_mystics,
        scarce,
        scarce_mercantile,
        armour,
        level,
        cascade,
        long_range,
        range_multiple,
        poison_threshold,
        fire_damage,
        rout: [[normal, rival], [crusader, crusader_rival]],
    })
}

/// Warbands of 3 to 20 models.
const COLUMNS: usize = 18;

pub(super) fn pools(book: &mut Book<'_>) -> Option<Pools> {
    let mut provenance = Provenance::Source;
    // One row of our own makes the table ours.
    let mut note = |table: Section<'_>| {
        if table.word("origin", words::PROVENANCES) == Some(Provenance::House) {
            provenance = Provenance::House;
        }
    };
    let rows =
        book.each("tactical_pool", ["cmd_1", "cmd_2", "cmd_3", "cmd_4", "cmd_5", "cmd_6", "cmd_7"], |t, _, _| {
            t.int("cmd", 1..=7u8);
            note(t);
            tokens(t)
        });
    let wounded = book.each("wounded_warlord_pool", ["wounded_warlord"], |table, _, _| {
        note(table);
        tokens(table)
    });
    Some(Pools { rows: rows?.try_into().ok()?, wounded: wounded?.pop()?, provenance })
}

fn tokens(table: Section<'_>) -> Option<Vec<u8>> {
    table.word("origin", words::PROVENANCES);
    bytes::<COLUMNS>(table, "tokens", 99).map(Vec::from)
}
