//! The models of a case: any profile, any condition.

use super::{give_cache, spot};
use crate::content::{Kind, Pack, Provenance, Stage};
use crate::effects::{Birth, GearTrait, Grant, Source};
use crate::muster::{Item, Learnt, Model, Warband};
use crate::profile::{Granted, Profile};
use crate::sheet::Sheet;
use crate::state::{Fighter, Place, State};
use kernel::{Figure, Name};
use pack::Section;

pub(super) struct Cast {
    pub(super) sheets: Vec<Sheet>,
    pub(super) fighters: Vec<Fighter>,
}

pub(super) fn cast(pack: &Pack, case: Section<'_>) -> Option<Cast> {
    let mut cast = Cast { sheets: Vec::new(), fighters: Vec::new() };
    // All of them are read, so that every mistake is told at once.
    let read: Vec<Option<()>> = case.tables("figure").into_iter().map(|entry| model(pack, entry, &mut cast)).collect();
    read.into_iter().collect::<Option<Vec<()>>>()?;
    Some(cast)
}

fn model(pack: &Pack, entry: Section<'_>, cast: &mut Cast) -> Option<()> {
    // Most are read once all figures are there.
    super::keys::FIGURE.known(entry);
    let tag = entry.str("tag").and_then(|tag| pack::tagged(entry, tag, 2));
    let profile = profile(pack, entry, tag.map_or("", |(_, name)| name));
    let (owner, name) = tag?;
    cast.sheets.push(Sheet::new(profile?));
    cast.fighters.push(Fighter::new(owner, Name::of(name)));
    Some(())
}

fn profile(pack: &Pack, entry: Section<'_>, name: &str) -> Option<Profile> {
    let births: Vec<(&str, Birth)> = Birth::ALL.iter().map(|birth| (birth.word(), *birth)).collect();
    let birth = entry.word_or("birth", &births, Birth::Tough);
    let rating = |key: &str, usual: u8| Some(entry.int_or(key, 0..=9u8, usual));
    let mut traits = Vec::new();
    for word in entry.strs_or_empty("traits") {
        let (id, level) = word.split_once('+').unwrap_or((word, "1"));
        let id = known(entry, "traits", id, pack.traits.iter().map(|entry| entry.id))?;
        let Ok(level) = level.parse() else {
            entry.problem("traits", format!("{word:?}: after + stands a number"), None);
            return None;
        };
        traits.push(Learnt { id, level });
    }
    let mut gear = Vec::new();
    for word in entry.strs_or_empty("gear") {
        let (word, starmetal) = word.strip_prefix("starmetal ").map_or((word, false), |rest| (rest, true));
        gear.push(Item { id: known(entry, "gear", word, pack.gear.iter().map(|gear| gear.id))?, starmetal });
    }
    let model = Model {
        name: name.to_string(),
        kind: entry.word_or("kind", Kind::WORDS, Kind::Warrior),
        origin: Some(birth.origin()),
        birth: Some(birth),
        ratings: [rating("cbt", 4), rating("cmd", 3), rating("con", 4)],
        traits,
        gear,
        hides: Vec::new(),
        exp: 0,
        away: false,
    };
    let mut profile = Profile::new(pack, &alone(model), 0)?;
    adapt(&mut profile, entry);
    Some(profile)
}

/// A warband of one.
fn alone(model: Model) -> Warband {
    Warband {
        id: Name::of("case"),
        title: String::new(),
        provenance: Provenance::House,
        stage: Stage::Blooded,
        archetype: None,
        faction: None,
        stronghold: None,
        extras: true,
        rations: 0,
        models: vec![model],
        annals: None,
    }
}

/// Numbers and keywords that a case wants otherwise.
fn adapt(profile: &mut Profile, entry: Section<'_>) {
    profile.threshold = entry.int_or("threshold", 1..=20i16, profile.threshold);
    profile.speed = entry.int_or("speed", 0..=20i16, profile.speed);
    profile.charge = entry.int_or("charge", 0..=30i16, profile.charge);
    if entry.get("arm").is_some() {
        let arm = entry.int_or("arm", 0..=10i16, 0);
        profile.armour = [arm; 2];
        profile.unshielded = [arm; 2];
    }
    // What blows and shots carry besides, so that keywords no gear has can be tried.
    let kinds = entry.words_or_empty("blow", GearTrait::WORDS);
    let sources = entry.words_or_empty("sources", Source::WORDS);
    for source in entry.words_or_empty("vulnerable", Source::WORDS) {
        let grant = Grant::Vulnerable(source);
        profile.grants.push(Granted { label: "case", rule: rulebook::SM::SOURCE_14, grant, level: 1 });
    }
    for weapon in &mut profile.weapons {
        weapon.traits.extend(&kinds);
        weapon.sources.extend(&sources);
    }
}

fn known(entry: Section<'_>, key: &str, word: &str, names: impl Iterator<Item = Name> + Clone) -> Option<Name> {
    let slug = kernel::slug(word);
    let found = names.clone().find(|name| name.text() == slug);
    if found.is_none() {
        entry.report(entry.place(key).unknown(key, word, names.map(|name| name.text())));
    }
    found
}

/// Places and conditions, once every model is there.
pub(super) fn finish(state: &mut State, case: Section<'_>) -> Option<()> {
    for (index, entry) in case.tables("figure").into_iter().enumerate() {
        let figure = Figure(index as u16);
        let place = match entry.str_or("at", "wounded") {
            "waiting" => Place::Waiting,
            "wounded" => Place::Wounded,
            "fled" => Place::Fled,
            "left" => Place::Left,
            word => Place::On(spot(entry, "at", word)?),
        };
        let arm = match entry.get("hands") {
            Some(value) => Some(hands(state, figure, value)?),
            None => None,
        };
        let fighter = state.fighter_mut(figure);
        fighter.place = place;
        fighter.hands = arm;
        fighter.shocked = entry.bool_or("shocked", false);
        fighter.broken = entry.bool_or("broken", false);
        fighter.token = entry.bool_or("token", false);
        fighter.ambush = entry.bool_or("ambush", false);
        fighter.entangled = entry.bool_or("entangled", false);
        fighter.shocks = entry.int_or("shocks", 0..=9u8, u8::from(fighter.shocked));
        fighter.tactical = entry.bool_or("tactical", false);
        fighter.broke = entry.bool_or("broke", false);
        fighter.handed = entry.bool_or("handed", false);
        fighter.ancestors = entry.bool_or("ancestors", false);
        fighter.surged = entry.bool_or("surged", false);
        // Whoever has moved in this Action Phase stood elsewhere when it began.
        fighter.stood = if entry.bool_or("moved", false) { None } else { fighter.spot() };
        if entry.get("carries").is_some() {
            give_cache(state, figure, entry.int_or("carries", 0..=9u8, 0));
        }
    }
    Some(())
}

/// The weapon that it holds, as choices call it.
fn hands(state: &State, figure: Figure, value: pack::Value<'_>) -> Option<u8> {
    let word = value.str()?;
    let sheet = state.sheet(figure);
    let found = Name::known(word).and_then(|word| sheet.named(word));
    if found.is_none() {
        let arms = 0..sheet.arms.len() as u8;
        value.unknown("weapon of its own", arms.map(|arm| sheet.word(arm).text()));
    }
    found
}

/// Engagements that began in an earlier Turn.
pub(super) fn engagements(state: &mut State, case: Section<'_>) {
    for (index, entry) in case.tables("figure").into_iter().enumerate() {
        if entry.get("engaged_since").is_some() {
            state.fighters[index].engaged_since = entry.int_or("engaged_since", 0..=99u8, 1);
        }
    }
}
