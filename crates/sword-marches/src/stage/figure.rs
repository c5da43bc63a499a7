//! The models of a case: any profile, any condition.

use super::{give_cache, spot};
use crate::content::{Kind, Pack, Provenance, Stage};
use crate::effects::{Birth, GearTrait, Grant, Source};
use crate::muster::{Item, Learnt, Model, Warband};
use crate::profile::{Granted, Profile};
use crate::sheet::Sheet;
use crate::state::{Fighter, Place, State};
use kernel::{Figure, Name, Seat};
use pack::Section;

const KEYS: &[&str] = &[
    "at",
    "shocked",
    "broken",
    "token",
    "ambush",
    "entangled",
    "shocks",
    "tactical",
    "broke",
    "handed",
    "ancestors",
    "surged",
    "hands",
    "engaged_since",
    "stood",
    "carries",
    "moved",
];

pub(super) struct Cast {
    pub(super) sheets: Vec<Sheet>,
    pub(super) fighters: Vec<Fighter>,
}

pub(super) fn cast(pack: &Pack, case: Section<'_>) -> Option<Cast> {
    let mut cast = Cast { sheets: Vec::new(), fighters: Vec::new() };
    for entry in case.tables("figure") {
        // These are read once all figures are there.
        for key in KEYS {
            entry.get(key);
        }
        let tag = entry.str("tag")?;
        let owner = tag.chars().next().and_then(Seat::from_letter).filter(|seat| seat.0 < 2);
        let (Some(owner), Some(name)) = (owner, tag.get(2..).filter(|_| tag.get(1..2) == Some("."))) else {
            entry.problem("tag", "a tag is a side and a name, such as a.captain".to_string(), None);
            return None;
        };
        cast.sheets.push(Sheet::new(profile(pack, entry, name)?));
        cast.fighters.push(Fighter::new(owner, Name::of(name)));
    }
    Some(cast)
}

fn profile(pack: &Pack, entry: Section<'_>, name: &str) -> Option<Profile> {
    let births: Vec<(&str, Birth)> = Birth::ALL.iter().map(|birth| (birth.word(), *birth)).collect();
    let birth = entry.word_or("birth", &births, Birth::Tough);
    let rating = |key: &str, usual: u8| Some(entry.int_or(key, 0..=9u8, usual));
    let mut traits = Vec::new();
    for word in entry.strs_or_empty("traits") {
        let (id, level) = word.split_once('+').unwrap_or((word, "1"));
        let id = known(entry, "traits", id, pack.traits.iter().map(|entry| entry.id))?;
        traits.push(Learnt { id, level: level.parse().unwrap_or(1) });
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
        let hands = entry.str_or("hands", "");
        let arm = Name::known(hands).and_then(|word| state.sheet(figure).named(word));
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

/// Engagements that began in an earlier Turn.
pub(super) fn engagements(state: &mut State, case: Section<'_>) {
    for (index, entry) in case.tables("figure").into_iter().enumerate() {
        if entry.get("engaged_since").is_some() {
            state.fighters[index].engaged_since = entry.int_or("engaged_since", 0..=99u8, 1);
        }
    }
}
