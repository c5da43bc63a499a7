//! Units and mod cards, and what both of them print.

use super::common::common;
use super::effect::{attack, stats};
use super::entry;
use super::notes::{Kind, Notes};
use super::rare::rare_trait;
use super::words::{self, LEGEND, fives, number, number_or, word, word_or};
use crate::cards::{Attack, Common, InjuryBox, ModCard, STATS, Size, Stat, Trait, UnitCard};
use kernel::{Name, keep};
use pack::{Place, Section};
use rulebook::SW;

/// More than any card needs, and few enough to be told apart by small numbers in a state.
const MOST: usize = 16;
const MOST_BOXES: usize = 8;

pub(super) fn unit(table: Section<'_>, notes: &mut Notes) -> Option<UnitCard> {
    let id = notes.ids.id(Kind::Unit, table);
    let title = super::title(table);
    let faction = words::faction(table);
    let origin = table.word("origin", words::ORIGINS);
    sources(table);
    let descriptors = descriptors(table, notes);
    let level = level(table);
    let size = word_or(table, "size", words::SIZES, Size::Medium, SW::UNIT_03);
    size_words(table, size);
    let vp = number(table, "vp", 1..=999i16, SW::UNIT_05);
    let fantasy = number(table, "fantasy", 0..=9u8, SW::CODE_01);
    let code = code(table);
    let unique = table.bool_or("unique", false);
    let common = common(table);
    let stats = statistics(table, &common);
    let pool = table.table("pool").map(pool);
    let reclaim = reclaim(table, [1, 0, 0]);
    let (attacks, traits, names) = abilities(table, notes);
    let boxes = boxes(table, &names);
    let look = table.str_or("look", "");
    Some(UnitCard {
        id: id?,
        title: keep(title?),
        faction: faction?,
        origin: origin?,
        descriptors: descriptors?,
        level: level?,
        size,
        vp: vp?,
        fantasy: fantasy?,
        code: code?,
        unique,
        stats: stats?,
        pool: pool?,
        reclaim,
        boxes: boxes?,
        common,
        attacks,
        traits,
        look: look.to_owned(),
    })
}

pub(super) fn modcard(table: Section<'_>, notes: &mut Notes) -> Option<ModCard> {
    let id = notes.ids.id(Kind::Mod, table);
    let title = super::title(table);
    let faction = words::faction(table);
    let origin = table.word("origin", words::ORIGINS);
    sources(table);
    let vp = number(table, "vp", 0..=999i16, SW::MOD_07);
    let fantasy = number(table, "fantasy", 0..=9u8, SW::MOD_06);
    let code = code(table);
    let unique = table.bool_or("unique", false);
    let min_level = number_or(table, "min_level", 0..=20u8, 0, SW::MOD_05);
    let needs = words_of(table, "needs", |place, word| notes.ask(place, word));
    let adds_descriptors = words_of(table, "adds_descriptors", |_, word| notes.carry(word));
    let pool = table.get("pool").and_then(|value| value.table()).map(pool);
    let reclaim = reclaim(table, [0; 3]);
    let stats = stats(table);
    let common = common(table);
    let (attacks, traits, _) = abilities(table, notes);
    let look = table.str_or("look", "");
    Some(ModCard {
        id: id?,
        title: keep(title?),
        faction: faction?,
        origin: origin?,
        vp: vp?,
        fantasy: fantasy?,
        code: code?,
        unique,
        entry: entry::of_mod(id?),
        min_level,
        needs,
        adds_descriptors,
        pool: pool.unwrap_or_default(),
        reclaim,
        stats,
        common,
        attacks,
        traits,
        look: look.to_owned(),
    })
}

/// Where the values of a card were printed; kept in the file for the curious.
fn sources(table: Section<'_>) {
    table.strs_or_empty("source_fields");
    table.str_or("card", "");
}

fn words_of(table: Section<'_>, key: &str, mut take: impl FnMut(Place, &str) -> Name) -> Vec<Name> {
    let list = table.get(key).and_then(|value| value.list_of(|item| Some(take(item.place(), item.str()?))));
    list.unwrap_or_default()
}

/// Kind first, quality second (SW-UNIT-02).
fn descriptors(table: Section<'_>, notes: &mut Notes) -> Option<Vec<Name>> {
    let printed = table.strs("descriptors")?;
    match printed.get(1) {
        None => table.problem("descriptors", "a card has at least two descriptors: kind and quality", SW::UNIT_02),
        Some(second) => {
            let quality = table.get("quality").filter(|value| value.is_str()).and_then(|value| value.str());
            if quality.is_some_and(|quality| quality != *second) {
                table.problem(
                    "descriptors",
                    format!("the second descriptor is {second}, not the quality"),
                    SW::QUALITY_01,
                );
            }
        }
    }
    Some(printed.into_iter().map(|word| notes.carry(word)).collect())
}

/// The size may stand among the descriptors, too, but then it is the same (SW-UNIT-03, SW-UNIT-04).
fn size_words(table: Section<'_>, size: Size) {
    let rule = if table.get("size").is_some() { SW::UNIT_03 } else { SW::UNIT_04 };
    for word in table.strs_or_empty("descriptors") {
        let named = words::SIZES.iter().find(|(known, _)| known.eq_ignore_ascii_case(word));
        if named.is_some_and(|(_, other)| *other != size) {
            table.problem(
                "descriptors",
                format!("the descriptor {word} is a size, and this card is {}", size.text()),
                rule,
            );
        }
    }
}

fn level(table: Section<'_>) -> Option<u8> {
    let quality = word(table, "quality", words::QUALITIES, SW::QUALITY_01);
    let level = number(table, "level", 0..=20u8, SW::QUALITY_01);
    if let (Some((right, rule)), Some(level)) = (quality, level)
        && right != level
        && !(right == LEGEND && level > LEGEND)
    {
        let above = if right == LEGEND { " or more" } else { "" };
        table.problem("level", format!("\"level\" is {level}; this quality is level {right}{above}"), rule);
    }
    level
}

/// Five places, each its letter or empty, and not all of them filled (SW-CODE-07).
fn code(table: Section<'_>) -> Option<u8> {
    const LETTERS: [char; 5] = ['C', 'G', 'M', 'A', 'N'];
    let written = table.str("code")?;
    let places: Vec<char> = written.chars().collect();
    let fits = |(place, letter): (&char, &char)| *place == '-' || place == letter;
    if places.len() != LETTERS.len() || !places.iter().zip(&LETTERS).all(fits) {
        let problem = table.place("code").problem(format!("\"{written}\" is no mod-use code"));
        let hint = "expected five places, each its letter of CGMAN or -";
        table.report(problem.hint(hint).citing(SW::CODE_07));
        return None;
    }
    let filled = (0..LETTERS.len()).filter(|place| places[*place] != '-').fold(0u8, |bits, place| bits | 1 << place);
    if filled.count_ones() > 4 {
        table.problem("code", "all five places are filled; four are the most", SW::CODE_07);
    }
    Some(filled)
}

fn statistics(table: Section<'_>, common: &Common) -> Option<[i16; STATS]> {
    let read = |key: &str, most: i16, stat: Stat| number(table, key, 0..=most, stat.rule());
    let agility = read("agility", 99, Stat::Agility);
    let brawn = read("brawn", 99, Stat::Brawn);
    let spirit = read("spirit", 99, Stat::Spirit);
    let wits = read("wits", 99, Stat::Wits);
    let points = read("move_points", 30, Stat::Move);
    let armor = read("armor", 99, Stat::Armor);
    let vigor = fives(table, "vigor", read("vigor", 500, Stat::Vigor));
    if let (Some(printed), Some(points)) = (table.get("move_text").and_then(|value| value.str()), points) {
        let right = if common.fly { format!("F{points}") } else { points.to_string() };
        if printed != right {
            let text =
                format!("\"{printed}\" is not the Move of this card, which is {right} by move_points and its traits");
            table.problem("move_text", text, SW::STAT_06);
        }
    }
    let mut stats = [0; STATS];
    for (stat, value) in [
        (Stat::Agility, agility),
        (Stat::Brawn, brawn),
        (Stat::Spirit, spirit),
        (Stat::Wits, wits),
        (Stat::Move, points),
        (Stat::Armor, armor),
        (Stat::Vigor, vigor),
    ] {
        stats[stat as usize] = value?;
    }
    Some(stats)
}

fn pool(table: Section<'_>) -> [u8; 3] {
    let mut pool = [0; 3];
    for (colour, token) in words::COLOURS {
        pool[*token as usize] = number_or(table, colour, 0..=9u8, 0, SW::POOL_01);
    }
    pool
}

fn reclaim(table: Section<'_>, default: [u8; 3]) -> [u8; 3] {
    if table.get("reclaim").is_none() {
        return default;
    }
    let mut reclaim = [0; 3];
    for entry in table.tables("reclaim") {
        let token = word(entry, "color", words::COLOURS, SW::POOL_05);
        let acts = number_or(entry, "acts", 1..=3u8, 1, SW::POOL_05);
        if let Some(token) = token {
            reclaim[token as usize] = acts;
        }
    }
    reclaim
}

/// Attacks and traits, and the names of all of them, broken ones too. A choice names an attack or a trait, so no two of
/// a card may share a name.
fn abilities<'r>(table: Section<'r>, notes: &mut Notes) -> (Vec<Attack>, Vec<Trait>, Vec<&'r str>) {
    let mut names: Vec<&'r str> = Vec::new();
    for key in ["attack", "trait"] {
        let entries = table.tables(key);
        if entries.len() > MOST {
            table.problem(key, format!("{} entries; a card holds {MOST} at most", entries.len()), None);
        }
        for entry in entries {
            let name = entry.get("name").filter(|value| value.is_str()).and_then(|value| value.str());
            let Some(name) = name else { continue };
            if names.iter().any(|other| kernel::slug(other) == kernel::slug(name)) {
                entry.problem("name", format!("a second attack or trait named \"{name}\" on this card"), None);
            }
            names.push(name);
        }
    }
    let attacks = table.tables("attack").into_iter().filter_map(|entry| attack(entry, notes)).collect();
    let traits = table.tables("trait").into_iter().filter_map(|entry| rare_trait(entry, notes)).collect();
    (attacks, traits, names)
}

fn boxes(table: Section<'_>, names: &[&str]) -> Option<Vec<InjuryBox>> {
    let list = table.need("boxes", "a list of injury boxes")?;
    let mut boxes: Vec<InjuryBox> = Vec::new();
    let mut broken = false;
    for item in list.list()? {
        let Some(text) = item.str() else {
            broken = true;
            continue;
        };
        let found = match (text, text.strip_prefix("trait:")) {
            ("mobility", _) => InjuryBox::Mobility,
            ("defensive", _) => InjuryBox::Defensive,
            ("mortal", _) => InjuryBox::Mortal,
            (_, Some(name)) => {
                if !names.iter().any(|known| kernel::slug(known) == kernel::slug(name)) {
                    let problem = item.place().unknown("attack or trait", name.trim(), names.iter().copied());
                    table.report(problem.citing(SW::INJURY_12));
                }
                InjuryBox::Trait(Name::of(name))
            }
            _ => {
                let known = ["mobility", "defensive", "mortal", "trait:<name>"];
                table.report(item.place().unknown("injury box", text, known).citing(SW::INJURY_03));
                broken = true;
                continue;
            }
        };
        if boxes.contains(&found) {
            table.report(item.place().problem(format!("a second box \"{text}\"")).citing(SW::INJURY_03));
        }
        boxes.push(found);
    }
    // A box that could not be read may have been the Mortal one.
    if !broken && !boxes.contains(&InjuryBox::Mortal) {
        table.problem("boxes", "a card needs a Mortal box", SW::UNIT_08);
    }
    if boxes.len() > MOST_BOXES {
        table.problem("boxes", format!("{} boxes; a card holds {MOST_BOXES} at most", boxes.len()), SW::INJURY_03);
    }
    Some(boxes)
}
