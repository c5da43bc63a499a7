//! The figures of a case: cards of the pack with any value overridden.

use super::{find, square};
use crate::cards::{Condition, Pack, STATS, Stat, Verb, Wound};
use crate::profile::Profile;
use crate::state::{Place, State, Status, Unit};
use kernel::{Figure, Name, Seat};
use pack::Section;

const STAT_KEYS: &[(&str, Stat)] = &[
    ("agility", Stat::Agility),
    ("brawn", Stat::Brawn),
    ("spirit", Stat::Spirit),
    ("wits", Stat::Wits),
    ("move", Stat::Move),
    ("armor", Stat::Armor),
    ("max_vigor", Stat::Vigor),
];

pub(super) struct Cast {
    pub roster: Vec<Profile>,
    pub units: Vec<Unit>,
}

pub(super) fn cast(pack: &Pack, case: Section<'_>) -> Option<Cast> {
    let mut cast = Cast { roster: Vec::new(), units: Vec::new() };
    for entry in case.tables("figure") {
        figure(pack, entry, &mut cast)?;
    }
    // Cards that somebody could summon stand by (SW-MOD-15).
    let mut at = 0;
    while at < cast.roster.len() {
        let summons: Vec<Name> = cast.roster[at]
            .traits
            .iter()
            .flat_map(|power| &power.effects)
            .filter_map(|effect| if let Verb::Summon { unit, .. } = effect.verb { Some(unit) } else { None })
            .collect();
        for id in summons {
            if !cast.roster.iter().any(|profile| profile.card.id == id && profile.modcard.is_none()) {
                cast.roster.push(Profile::new(pack.unit(id)?, None));
            }
        }
        at += 1;
    }
    Some(cast)
}

fn figure(pack: &Pack, entry: Section<'_>, cast: &mut Cast) -> Option<()> {
    let (tag, card) = (entry.str("tag"), entry.str("card"));
    let modcard = entry.str_or("mod", "");
    // These are read once all figures are there.
    for key in [
        "at",
        "vigor",
        "green",
        "blue",
        "red",
        "injuries",
        "status",
        "acted",
        "scored",
        "dazed",
        "crowed",
        "dice",
        "toughness",
        "harmed_by",
        "used",
    ] {
        entry.get(key);
    }
    let overrides: Vec<(Stat, i16)> = STAT_KEYS
        .iter()
        .filter_map(|(key, stat)| entry.get(key).and_then(|value| value.int(0..=99i16)).map(|value| (*stat, value)))
        .collect();
    let (tag, word) = (tag?, card?);
    let Some((side, name)) = tag.split_once('.') else {
        entry.problem("tag", "a tag is a side and a name, such as a.necro".to_string(), None);
        return None;
    };
    let owner = pack::seat(entry, "tag", side)?;
    let Some(card) = Name::known(&kernel::slug(word)).and_then(|id| pack.unit(id)) else {
        entry.report(entry.place("card").unknown("unit card", word, pack.units.iter().map(|card| card.id.text())));
        return None;
    };
    let attached = match modcard {
        "" => None,
        word => {
            let found = Name::known(&kernel::slug(word)).and_then(|id| pack.modcard(id));
            if found.is_none() {
                entry.report(entry.place("mod").unknown("mod card", word, pack.mods.iter().map(|card| card.id.text())));
            }
            Some(found?)
        }
    };
    let mut profile = Profile::new(card, attached);
    for (stat, value) in overrides {
        debug_assert!((stat as usize) < STATS);
        profile.stats[stat as usize] = value;
    }
    let mut unit = Unit::new(cast.roster.len() as u16, &profile, owner, 1);
    unit.called = Some(Name::of(name));
    cast.roster.push(profile);
    cast.units.push(unit);
    Some(())
}

/// Places, pools, injuries and statuses, once every tag is known.
pub(super) fn finish(state: &mut State, case: Section<'_>) -> Option<()> {
    for (at, entry) in case.tables("figure").into_iter().enumerate() {
        let figure = Figure(at as u16);
        let unit = state.unit(figure).clone();
        let place = match entry.str_or("at", "waiting") {
            "waiting" => Place::Waiting,
            "dropped" => Place::Dropped,
            word => Place::On(square(entry, "at", word)?),
        };
        let injuries = entry.strs_or_empty("injuries");
        let boxes = checked(state, entry, figure, &injuries)?;
        let statuses: Option<Vec<Status>> =
            entry.tables("status").into_iter().map(|table| status(state, table)).collect();
        let statuses = statuses?;
        if (0..statuses.len()).any(|at| statuses[..at].iter().any(|old| old.same_cause(&statuses[at]))) {
            entry.problem("status", "the same status stands here twice by the same cause".to_string(), None);
            return None;
        }
        let mut used = 0;
        for name in entry.strs_or_empty("used") {
            let at = state.sheet(figure).traits.iter().position(|power| power.name.text() == kernel::slug(name));
            let Some(at) = at else {
                entry.problem("used", format!("its cards have no trait {name:?}"), None);
                return None;
            };
            used |= 1u16 << at;
        }
        let harmed_by = match entry.get("harmed_by") {
            Some(value) => Some(pack::seat(entry, "harmed_by", value.str()?)?),
            None => None,
        };
        let u = state.unit_mut(figure);
        u.vigor = entry.int_or("vigor", 0..=99i16, unit.vigor);
        for (slot, key) in ["green", "blue", "red"].into_iter().enumerate() {
            u.tokens[slot] = entry.int_or(key, 0..=9u8, unit.tokens[slot]);
        }
        u.boxes = boxes;
        u.acted = entry.bool_or("acted", false);
        u.scored = entry.bool_or("scored", false);
        u.dazed = entry.bool_or("dazed", false);
        u.crowed = entry.bool_or("crowed", false);
        u.dice = entry.int_or("dice", 0..=9u8, unit.dice);
        u.toughness = entry.int_or("toughness", 0..=5i16, unit.toughness);
        (u.used_turn, u.used_round, u.used_match) = (used, used, used);
        u.harmed_by = harmed_by;
        u.statuses = statuses;
        state.put(figure, place);
    }
    Some(())
}

fn checked(state: &State, entry: Section<'_>, figure: Figure, injuries: &[&str]) -> Option<u16> {
    let boxes = &state.sheet(figure).boxes;
    let mut bits = 0;
    for word in injuries {
        let Some(at) = boxes.iter().position(|b| b.name().text() == kernel::slug(word)) else {
            entry.report(entry.place("injuries").unknown("injury box", word, boxes.iter().map(|b| b.name().text())));
            return None;
        };
        bits |= 1 << at;
    }
    Some(bits)
}

fn status(state: &State, table: Section<'_>) -> Option<Status> {
    let (word, wound) = (table.str("status"), table.str_or("wound", "Cut"));
    let recover = table.word_or("recover", STAT_KEYS_SHOWN, Stat::Brawn);
    let (amount, modifier) = (table.int_or("amount", 0..=95i16, 0), table.int_or("modifier", -20..=20i16, 0));
    let star = table.bool_or("star", false);
    let by = match table.get("by") {
        Some(value) => Some(find(state, table, "by", value.str()?)?),
        None => None,
    };
    let by_seat = match table.get("by_side") {
        Some(value) => pack::seat(table, "by_side", value.str()?)?,
        None => by.map_or(Seat(1), |by| state.unit(by).owner),
    };
    let wound = Wound::ALL.into_iter().find(|w| w.text().eq_ignore_ascii_case(wound))?;
    let word = word?;
    let condition = match word.to_ascii_lowercase().as_str() {
        "recurring" => Some(Condition::Recurring(wound)),
        lower => Condition::ALL.into_iter().find(|condition| condition.name().text() == lower),
    };
    let Some(condition) = condition else {
        table.report(table.place("status").unknown(
            "status",
            word,
            Condition::ALL.iter().map(|condition| condition.text()),
        ));
        return None;
    };
    Some(Status { condition, amount, recover, modifier, star, by, by_seat })
}

const STAT_KEYS_SHOWN: &[(&str, Stat)] =
    &[("Agility", Stat::Agility), ("Brawn", Stat::Brawn), ("Spirit", Stat::Spirit), ("Wits", Stat::Wits)];

pub(super) fn tagged(state: &State, table: Section<'_>, key: &str) -> Option<Figure> {
    find(state, table, key, table.str(key)?)
}
