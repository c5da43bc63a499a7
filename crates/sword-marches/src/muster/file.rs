//! A warband as a file: a player's own, or an entry of a pack, which is written the same way.
//!
//! ```toml
//! name = "Red Company"
//! stage = "upstart"
//! archetype = "battle_sage"
//! faction = "fighting_companies"
//! stronghold = "mercenary"
//! [[model]]
//! name = "Captain"
//! type = "warlord"
//! origin = "human (imperious)"
//! cbt = 5
//! cmd = 5
//! con = 4
//! traits = ["man_at_arms+2", "to_victory"]
//! gear = ["sword", "shield", "starmetal helmet"]
//! ```
//!
//! `rations`, `house_extras`, `hide`, `exp`, `away` and `[chronicle]` stand only where they say something, and so does
//! `mustered` in a chronicle that did not begin as an Upstart's.

use super::{Annals, Item, Learnt, MOST_EXP, MOST_KEPT, Model, Warband, find};
use crate::content::{Kind, Pack, Provenance, Stage};
use crate::effects::{Birth, OriginType};
use kernel::{Name, Rule, slug};
use pack::{Place, Problem, Reader, Section, Sources, Value, quoted};
use rulebook::SM;
use std::fmt::Write;

/// Reads a player's warband. `name` is the file's, for problems. Its id is `own`.
///
/// Whether the warband is legal is for [`check`](super::check) to say.
///
/// # Errors
/// Everything that is misspelt or names nothing in the pack.
pub fn read(pack: &Pack, name: &str, text: &str) -> Result<Warband, Vec<Problem>> {
    let reader = Reader::new(&Sources::embedded(&[(name, text)]));
    let root = reader.roots().into_iter().next();
    let warband = root.and_then(|root| {
        // A ready-made warband copied out of a pack reads as it stands.
        for key in ["id", "origin"] {
            root.get(key);
        }
        let total = root.get("total").and_then(|value| value.int(0..=i32::MAX));
        let (warband, _) = resolve(pack, root)?;
        let cost = super::cost(pack, &warband);
        if total.is_some_and(|total| total != cost) {
            root.problem("total", format!("the warband costs {cost}"), SM::MUSTER_01);
        }
        Some(warband)
    });
    let problems = reader.finish();
    match warband {
        Some(warband) if problems.is_empty() => Ok(warband),
        _ => Err(problems),
    }
}

/// The warband of a table, and where each of its models stands. What names nothing is reported.
pub(crate) fn resolve(pack: &Pack, table: Section<'_>) -> Option<(Warband, Vec<Place>)> {
    let title = table.need("name", "a text").and_then(label);
    let stage = stage(table);
    let archetype = named(table, "archetype", SM::ARCH_01, pack.archetypes.iter().map(|entry| entry.id));
    let faction = named(table, "faction", SM::FACTION_01, pack.factions.iter().map(|entry| entry.id));
    let stronghold = named(table, "stronghold", SM::STRONGHOLD_01, pack.strongholds.iter().map(|entry| entry.id));
    let extras = table.bool_or("house_extras", true);
    let rations = table.int_or("rations", 0..=99u8, 0);
    let annals = table.get("chronicle").map(|value| value.table().and_then(|table| annals(pack, table)));
    let entries = table.tables("model");
    if entries.len() > 60 {
        table.problem("model", format!("{} models; that is no Warband", entries.len()), SM::MUSTER_04);
        return None;
    }
    let places = entries.iter().map(|entry| entry.here()).collect();
    let models: Vec<Option<Model>> = entries.into_iter().map(|entry| model(pack, entry)).collect();
    let models: Option<Vec<Model>> = models.into_iter().collect();
    let annals = match annals {
        None => None,
        Some(read) => Some(read?),
    };
    let warband = Warband {
        id: Name::of("own"),
        title: title?,
        provenance: Provenance::House,
        stage: stage?,
        archetype: archetype?,
        faction: faction?,
        stronghold: stronghold?,
        extras,
        rations,
        models: models?,
        annals,
    };
    Some((warband, places))
}

/// The Stage, which the players agree on (SM-STAGE-01).
fn stage(table: Section<'_>) -> Option<Stage> {
    let words = || Stage::ALL.into_iter().map(Stage::word);
    let value = table.need("stage", &words().collect::<Vec<&str>>().join(", "))?;
    let word = value.str()?;
    let found = Stage::ALL.into_iter().find(|stage| stage.word() == word);
    if found.is_none() {
        table.report(value.place().unknown("stage", word, words()).citing(SM::STAGE_01));
    }
    found
}

/// An id that may be left out. The outer option is whether it could be read.
fn named(table: Section<'_>, key: &str, rule: Rule, ids: impl Iterator<Item = Name> + Clone) -> Option<Option<Name>> {
    let Some(value) = table.get(key) else {
        return Some(None);
    };
    let word = value.str()?;
    let found = find(ids.clone(), word);
    if found.is_none() {
        let known = ids.map(Name::text);
        table.report(value.place().unknown(key, word, known).citing(rule));
    }
    found.map(Some)
}

/// Names go into the line of a record, which has its own use for some signs.
fn label(value: Value<'_>) -> Option<String> {
    const LONGEST: usize = 60;
    let text = value.str()?.trim();
    let fits = !text.is_empty() && text.chars().count() <= LONGEST;
    if !fits || text.chars().any(|c| matches!(c, '|' | ',' | ';') || c.is_control()) {
        value.problem(format!("this is no name; one has at most {LONGEST} characters, without | , ; and line breaks"));
        return None;
    }
    Some(text.to_owned())
}

fn model(pack: &Pack, entry: Section<'_>) -> Option<Model> {
    let name = entry.need("name", "a text").and_then(label);
    let kind = entry.word("type", Kind::WORDS);
    let origin = origin(entry);
    let ratings = ["cbt", "cmd", "con"].map(|key| match entry.get(key) {
        None => Some(None),
        Some(value) => value.int(0..=99u8).map(Some),
    });
    let traits = list(entry, "traits", |value| learnt(pack, entry, value));
    let gear = list(entry, "gear", |value| item(pack, entry, value));
    let mut hides = list(entry, "hides", |value| hide(pack, entry, value));
    if let Some(value) = entry.get("hide") {
        let one = hide(pack, entry, value);
        hides = hides.zip(one).map(|(mut hides, one)| {
            hides.push(one);
            hides
        });
    }
    let exp = entry.int_or("exp", 0..=MOST_EXP, 0);
    let away = entry.bool_or("away", false);
    let [cbt, cmd, con] = ratings;
    let (origin, birth) = origin?;
    Some(Model {
        name: name?,
        kind: kind?,
        origin,
        birth,
        ratings: [cbt?, cmd?, con?],
        traits: traits?,
        gear: gear?,
        hides: hides?,
        exp,
        away,
    })
}

fn list<'r, T>(entry: Section<'r>, key: &str, read: impl FnMut(Value<'r>) -> Option<T>) -> Option<Vec<T>> {
    match entry.get(key) {
        None => Some(Vec::new()),
        Some(value) => value.list_of(read),
    }
}

/// `human (tough)`; what is missing is for the muster to say.
fn origin(entry: Section<'_>) -> Option<(Option<OriginType>, Option<Birth>)> {
    let Some(value) = entry.get("origin") else {
        return Some((None, None));
    };
    let text = value.str()?;
    let (of, bracket) = match text.split_once('(') {
        Some((of, rest)) => (of.trim(), Some(rest.trim_end_matches(')').trim())),
        None => (text.trim(), None),
    };
    let wanted = slug(of);
    let found = OriginType::WORDS.iter().find(|(_, known)| known.word() == wanted).map(|(_, known)| *known);
    let Some(of) = found else {
        let known = OriginType::WORDS.iter().map(|(_, known)| known.word());
        entry.report(value.place().unknown("origin", of, known).citing(SM::ORIGIN_01));
        return None;
    };
    let Some(bracket) = bracket else {
        return Some((Some(of), None));
    };
    let birth = Birth::ALL.into_iter().find(|birth| birth.word() == slug(bracket));
    if birth.is_none() {
        let (what, rule) = of.choice();
        let known = Birth::ALL.into_iter().filter(|birth| birth.origin() == of).map(Birth::word);
        entry.report(value.place().unknown(what, bracket, known).citing(rule));
        return None;
    }
    Some((Some(of), birth))
}

/// `man_at_arms+2`.
fn learnt(pack: &Pack, entry: Section<'_>, value: Value<'_>) -> Option<Learnt> {
    let text = value.str()?;
    let (word, level) = match text.split_once('+') {
        Some((word, level)) => (word.trim(), level.trim().parse().ok().filter(|level| (1..=9).contains(level))),
        None => (text.trim(), Some(1)),
    };
    let found = find(pack.traits.iter().map(|entry| entry.id), word);
    if found.is_none() {
        let problem = strange(value, "trait", word, pack.traits.iter().map(|entry| (entry.id, entry.title)));
        // These two come with other things and are never bought.
        let never = ["immune", "vulnerable"].iter().any(|never| slug(word).starts_with(never));
        entry.report(problem.citing(if never { SM::SOURCE_12 } else { SM::TRAITRULE_01 }));
    }
    if level.is_none() {
        entry.report(value.place().problem(format!("\"{text}\" has no level from +1 to +9")).citing(SM::TRAITRULE_09));
    }
    Some(Learnt { id: found?, level: level? })
}

/// `sword`, `starmetal sword`.
fn item(pack: &Pack, entry: Section<'_>, value: Value<'_>) -> Option<Item> {
    let text = value.str()?.trim();
    let bare = text.strip_prefix("starmetal ");
    let word = bare.unwrap_or(text);
    let found = find(pack.gear.iter().map(|entry| entry.id), word);
    if found.is_none() {
        entry.report(strange(value, "gear", word, pack.gear.iter().map(|entry| (entry.id, entry.title))));
    }
    found.map(|id| Item { id, starmetal: bare.is_some() })
}

/// A word that names nothing. Where it is near to no id it may be near to a printed name.
fn strange(value: Value<'_>, kind: &str, word: &str, entries: impl Iterator<Item = (Name, &'static str)>) -> Problem {
    let entries: Vec<(Name, &str)> = entries.collect();
    let problem = value.place().unknown(kind, word, entries.iter().map(|(id, _)| id.text()));
    if pack::nearest(word, entries.iter().map(|(id, _)| id.text())).is_some() {
        return problem;
    }
    let title = pack::nearest(word, entries.iter().map(|(_, title)| *title));
    match entries.iter().find(|(_, known)| Some(*known) == title) {
        Some((id, _)) => problem.hint(format!("did you mean \"{id}\"?")),
        None => problem,
    }
}

fn hide(pack: &Pack, entry: Section<'_>, value: Value<'_>) -> Option<Name> {
    let word = value.str()?;
    let found = find(pack.hides.iter().map(|entry| entry.id), word);
    if found.is_none() {
        entry.report(strange(value, "hide", word, pack.hides.iter().map(|entry| (entry.id, entry.title))));
    }
    found
}

fn annals(pack: &Pack, table: Section<'_>) -> Option<Annals> {
    let treasury = table.int_or("treasury", 0..=MOST_KEPT, 0);
    let renown = table.int_or("renown", 0..=MOST_KEPT, 0);
    let games = table.int_or("games", 0..=u16::MAX, 0);
    let given_up = list(table, "given_up", |value| {
        let word = value.str()?;
        let found = find(pack.archetypes.iter().map(|entry| entry.id), word);
        if found.is_none() {
            let known = pack.archetypes.iter().map(|entry| entry.id.text());
            table.report(value.place().unknown("archetype", word, known).citing(SM::ARCH_01));
        }
        found
    });
    let stash = list(table, "stash", |value| item(pack, table, value));
    let mustered = table.word_or("mustered", Stage::WORDS, Stage::Upstart);
    Some(Annals { treasury, renown, games, mustered, given_up: given_up?, stash: stash? })
}

/// The file that [`read`] reads as the same warband.
pub fn write(warband: &Warband) -> String {
    let mut out = String::new();
    // Writing to a string cannot fail.
    let _ = writeln!(out, "name = {}", quoted(&warband.title));
    let _ = writeln!(out, "stage = {}", quoted(warband.stage.word()));
    let choices = [("archetype", warband.archetype), ("faction", warband.faction), ("stronghold", warband.stronghold)];
    for (key, id) in choices {
        if let Some(id) = id {
            let _ = writeln!(out, "{key} = {}", quoted(id.text()));
        }
    }
    if warband.rations > 0 {
        let _ = writeln!(out, "rations = {}", warband.rations);
    }
    if !warband.extras {
        out.push_str("house_extras = false\n");
    }
    if let Some(annals) = &warband.annals {
        out.push_str("\n[chronicle]\n");
        let _ = writeln!(out, "treasury = {}\nrenown = {}\ngames = {}", annals.treasury, annals.renown, annals.games);
        if annals.mustered != Stage::Upstart {
            let _ = writeln!(out, "mustered = {}", quoted(annals.mustered.word()));
        }
        if !annals.given_up.is_empty() {
            let _ = writeln!(out, "given_up = {}", texts(annals.given_up.iter().map(|id| id.text().to_owned())));
        }
        if !annals.stash.is_empty() {
            let _ = writeln!(out, "stash = {}", texts(annals.stash.iter().map(piece)));
        }
    }
    for model in &warband.models {
        write_model(&mut out, model);
    }
    out
}

fn write_model(out: &mut String, model: &Model) {
    let _ = writeln!(out, "\n[[model]]\nname = {}\ntype = {}", quoted(&model.name), quoted(model.kind.word()));
    if let Some(origin) = model.origin {
        let bracket = model.birth.map_or_else(String::new, |birth| format!(" ({})", birth.word()));
        let _ = writeln!(out, "origin = {}", quoted(&format!("{}{bracket}", origin.word())));
    }
    for (key, rating) in ["cbt", "cmd", "con"].into_iter().zip(model.ratings) {
        if let Some(rating) = rating {
            let _ = writeln!(out, "{key} = {rating}");
        }
    }
    if !model.traits.is_empty() {
        let _ = writeln!(out, "traits = {}", texts(model.traits.iter().map(level)));
    }
    if !model.gear.is_empty() {
        let _ = writeln!(out, "gear = {}", texts(model.gear.iter().map(piece)));
    }
    if !model.hides.is_empty() {
        let _ = writeln!(out, "hides = {}", texts(model.hides.iter().map(|id| id.text().to_owned())));
    }
    if model.exp > 0 {
        let _ = writeln!(out, "exp = {}", model.exp);
    }
    if model.away {
        out.push_str("away = true\n");
    }
}

fn level(learnt: &Learnt) -> String {
    if learnt.level > 1 { format!("{}+{}", learnt.id, learnt.level) } else { learnt.id.to_string() }
}

fn piece(item: &Item) -> String {
    if item.starmetal { format!("starmetal {}", item.id) } else { item.id.to_string() }
}

fn texts(items: impl Iterator<Item = String>) -> String {
    let items: Vec<String> = items.map(|item| quoted(&item)).collect();
    format!("[{}]", items.join(", "))
}
