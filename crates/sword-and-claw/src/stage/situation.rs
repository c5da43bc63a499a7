//! Zones, lasting spells, declarations, contacts at the start of the turn, and armies that still wait.

use super::{attack, find, spell, square};
use crate::cards::{SpellId, ZoneKind};
use crate::state::{
    Aim, Cells, Charm, Declaration, Deed, Level, NextStep, Recruit, Rotation, SPELLS, Side, State, Sweep, Zone,
};
use kernel::{Figure, Name, Walk};
use pack::{Section, words_of};
use space::grid::{Block, Square};

const ZONES: &[(&str, ZoneKind)] = &[
    ("blocking", ZoneKind::Blocking),
    ("obscuring", ZoneKind::Obscuring),
    ("burning", ZoneKind::Burning),
    ("entangling", ZoneKind::Entangling),
    ("rough", ZoneKind::RoughGoing),
];

const HEIGHTS: &[(&str, Level)] = &[("ground", Level::Ground), ("low", Level::Low), ("high", Level::High)];

pub(super) fn vocabulary() -> Vec<(String, Vec<&'static str>)> {
    vec![("Kinds of [[zone]]".to_owned(), words_of(ZONES)), ("Heights (height)".to_owned(), words_of(HEIGHTS))]
}

pub(super) fn finish(state: &mut State, case: Section<'_>) -> Option<()> {
    for entry in case.tables("zone") {
        let zone = zone(state, entry)?;
        state.zones.push(zone);
    }
    for entry in case.tables("charm") {
        super::keys::CHARM.known(entry);
        let (word, by, on) = (entry.str("spell"), entry.str("by"), entry.str("on"));
        let charm = Charm {
            spell: spell(state, entry, "spell", word?)?,
            level: entry.int_or("level", 1..=9u8, 1),
            by: find(state, entry, "by", by?)?,
            on: find(state, entry, "on", on?)?,
        };
        state.charms.push(charm);
    }
    for entry in case.tables("declared") {
        let declaration = declaration(state, entry)?;
        state.declared.push(declaration);
    }
    for entry in case.tables("player") {
        player(state, entry)?;
    }
    if let Some(value) = case.get("crossed") {
        for (word, value) in value.table()?.entries() {
            let seat = pack::seat(case, "crossed", word)?;
            state.crossed[usize::from(seat.0 % 2)] = value.int(0..=9999)?;
        }
    }
    contacts(state, case)
}

/// Pairs of tags as they were when the Movement step began; without the key, as the figures stand now.
fn contacts(state: &mut State, case: Section<'_>) -> Option<()> {
    let mut pairs: Vec<(Figure, Figure)> = Vec::new();
    match case.get("contacts") {
        Some(value) => {
            for pair in value.list()? {
                let tags: Vec<&str> = pair.list_of(|tag| tag.str())?;
                let [one, other] = tags[..] else {
                    case.problem("contacts", "contacts are pairs of tags", None);
                    return None;
                };
                let (one, other) = (find(state, case, "contacts", one)?, find(state, case, "contacts", other)?);
                let active = state.piece(one).side == state.active;
                pairs.push(if active { (one, other) } else { (other, one) });
            }
        }
        None if state.next_step >= NextStep::Movement => {
            for figure in state.of_side(state.active) {
                for enemy in state.of_side(state.active.other()) {
                    if crate::contact::in_contact(state, figure, enemy) {
                        pairs.push((figure, enemy));
                    }
                }
            }
        }
        None => {}
    }
    pairs.sort_unstable();
    state.contacts = pairs;
    Some(())
}

fn cells(entry: Section<'_>) -> Option<Cells> {
    if entry.get("squares").is_some() {
        let squares: Option<Vec<Square>> =
            entry.strs_or_empty("squares").into_iter().map(|word| square(entry, "squares", word)).collect();
        return Some(Cells::Squares(Walk::from_iter(squares?)));
    }
    let at = square(entry, "at", entry.str("at")?)?;
    Some(Cells::Block(Block::new(at, entry.int_or("wide", 1..=12u8, 1))))
}

fn zone(state: &State, entry: Section<'_>) -> Option<Zone> {
    super::keys::ZONE.known(entry);
    let by = find(state, entry, "by", entry.str("by")?)?;
    let cast = match entry.get("spell") {
        Some(value) => Some((spell(state, entry, "spell", value.str()?)?, entry.int_or("level", 1..=9u8, 2))),
        None => None,
    };
    Some(Zone {
        kind: entry.word("kind", ZONES)?,
        by,
        side: state.piece(by).side,
        spell: cast,
        shape: cells(entry)?,
        until: entry.int_or("until", 0..=999u16, state.round + 1),
    })
}

fn declaration(state: &State, entry: Section<'_>) -> Option<Declaration> {
    super::keys::DECLARED.known(entry);
    let by = find(state, entry, "by", entry.str("by")?)?;
    let deed = match entry.get("spell") {
        Some(value) => Deed::Spell(spell(state, entry, "spell", value.str()?)?, entry.int_or("level", 1..=9u8, 1)),
        None => Deed::Attack(attack(state, entry, "attack", by, entry.str("attack")?)?),
    };
    let height = entry.word_or("height", HEIGHTS, Level::Ground);
    let aim = if let Some(value) = entry.get("target") {
        Aim::Figure(find(state, entry, "target", value.str()?)?)
    } else if entry.get("to").is_some() {
        let (from, to) = (square(entry, "from", entry.str("from")?)?, square(entry, "to", entry.str("to")?)?);
        Aim::Toward { from, to, level: height, bends: entry.int_or("bends", 0..=u32::MAX, 0) }
    } else if let Some(value) = entry.get("start") {
        let start = square(entry, "start", value.str()?)?;
        let squares = entry.int_or("count", 1..=16u8, 1);
        Aim::Sweep(Sweep { start, turn: rotation(entry), squares })
    } else if entry.get("squares").is_some() || entry.get("wide").is_some() {
        Aim::Cells(cells(entry)?)
    } else if let Some(value) = entry.get("at") {
        Aim::Spot(square(entry, "at", value.str()?)?, height)
    } else if let Some(value) = entry.get("zone") {
        Aim::Zone(value.int(0..=255u8)?)
    } else if let Some(value) = entry.get("charm") {
        Aim::Charm(value.int(0..=255u8)?)
    } else {
        Aim::Nothing
    };
    let readied = entry.bool_or("readied", state.piece(by).side != state.active);
    let mut crew = [None; 4];
    for (slot, tag) in crew.iter_mut().zip(entry.strs_or_empty("crew")) {
        *slot = Some(find(state, entry, "crew", tag)?);
    }
    Some(Declaration { by, deed, aim, readied, crew })
}

fn rotation(entry: Section<'_>) -> Rotation {
    if entry.bool_or("clockwise", true) { Rotation::Clockwise } else { Rotation::Counterclockwise }
}

/// `[[player]] seat = "a"`, `faction`, `core`, `reserve_a`, `reserve_b` as lists of `troop` or `troop: spell spell
/// spell`, and `reserve` for the one that was chosen.
fn player(state: &mut State, entry: Section<'_>) -> Option<()> {
    super::keys::PLAYER.known(entry);
    let seat = pack::seat(entry, "seat", entry.str("seat")?)?;
    let force = |key: &str| -> Option<Vec<Recruit>> {
        entry.strs_or_empty(key).into_iter().map(|word| recruit(state, entry, key, word)).collect()
    };
    let (core, a, b) = (force("core")?, force("reserve_a")?, force("reserve_b")?);
    let faction = match entry.get("faction") {
        Some(value) => {
            let word = value.str()?;
            let found = Name::known(&kernel::slug(word)).and_then(|id| state.setting.pack.faction_named(id));
            if found.is_none() {
                let known = state.setting.pack.factions.iter().map(|faction| faction.id.text());
                entry.report(entry.place("faction").unknown("faction", word, known));
            }
            Some(found?)
        }
        None => None,
    };
    let chosen = entry.word_or("reserve", &[("a", Some(0)), ("b", Some(1))], None);
    let seats = state.players.len();
    let Some(player) = state.players.get_mut(seat.index()) else {
        let text = format!("the case has {seats} seats, so nobody sits at {}", seat.letter());
        entry.report(entry.place("seat").problem(text).hint(format!("say seats = {} in the case", seat.0 + 1)));
        return None;
    };
    debug_assert!(player.side < Side(2));
    (player.core, player.reserves, player.reserve) = (core, [a, b], chosen);
    player.faction = faction.unwrap_or(player.faction);
    Some(())
}

fn recruit(state: &State, entry: Section<'_>, key: &str, word: &str) -> Option<Recruit> {
    let (troop, rest) = word.split_once(':').unwrap_or((word, ""));
    let pack = &state.setting.pack;
    let Some(id) = Name::known(&kernel::slug(troop)).and_then(|id| pack.troop_named(id)) else {
        entry.report(entry.place(key).unknown("troop", troop, pack.troops.iter().map(|troop| troop.id.text())));
        return None;
    };
    let mut spells: [Option<SpellId>; SPELLS] = [None; SPELLS];
    for (slot, word) in spells.iter_mut().zip(rest.split_whitespace()) {
        *slot = Some(spell(state, entry, key, word)?);
    }
    Some(Recruit { troop: id, spells })
}
