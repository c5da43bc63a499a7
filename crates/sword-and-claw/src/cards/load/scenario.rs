//! Factions and scenarios.

use super::map;
use super::notes::{Kind, Notes};
use super::words::{self, number, word};
use crate::cards::{Faction, MapId, Pack, Scenario, Victory};
use kernel::slug;
use pack::Section;
use rulebook::SC;
use space::grid::Dir;

#[derive(Clone, Copy)]
enum Win {
    Standard,
    Cross,
    Hold,
}

const WINS: &[(&str, Win)] = &[("standard", Win::Standard), ("cross", Win::Cross), ("hold", Win::Hold)];
const ATTACKERS: &[(&str, Option<u8>)] = &[("choice", None), ("a", Some(0)), ("b", Some(1))];

pub(super) fn faction(table: Section<'_>, notes: &mut Notes) -> Option<Faction> {
    let id = notes.ids.id(Kind::Faction, table);
    let title = super::title(table);
    let origin = table.word("origin", words::ORIGINS);
    let text = table.str_or("text", "");
    Some(Faction { id: id?, title: title?, origin: origin?, text: text.to_owned() })
}

pub(super) fn scenario(table: Section<'_>, pack: &Pack, notes: &mut Notes) -> Option<Scenario> {
    let id = notes.ids.id(Kind::Scenario, table);
    let title = super::title(table);
    let origin = table.word("origin", words::ORIGINS);
    let map = map_id(table, pack, notes);
    let points = number(table, "points", 1..=9999u16, SC::SETUP_10);
    let attacker = word(table, "attacker", ATTACKERS, SC::SETUP_12);
    let defender_edges = edges(table);
    let turn_limit = number(table, "turn_limit", 0..=999u16, SC::TURN_04);
    let text = table.str("text");
    let win = table.tag("victory", WINS);
    let map = map?;
    let victory = match win? {
        Win::Standard => Some(Victory::Standard),
        Win::Cross => number(table, "percent", 1..=100u8, SC::TURN_04).map(|percent| Victory::Cross { percent }),
        Win::Hold => {
            table.table("hold").and_then(|entry| map::area(entry, pack.map(map))).map(|area| Victory::Hold { area })
        }
    };
    if matches!(victory, Some(Victory::Hold { .. })) && turn_limit == Some(0) {
        table.problem(
            "turn_limit",
            "an area is held at the end of the last round, so there has to be one",
            SC::TURN_04,
        );
    }
    Some(Scenario {
        id: id?,
        title: title?,
        origin: origin?,
        map,
        points: points?,
        attacker: attacker?,
        defender_edges: defender_edges?,
        turn_limit: turn_limit?,
        victory: victory?,
        text: text?.to_owned(),
    })
}

fn map_id(table: Section<'_>, pack: &Pack, notes: &Notes) -> Option<MapId> {
    let written = table.str("map")?;
    let found = pack.maps.iter().position(|map| map.id.text() == slug(written));
    if found.is_none() && !notes.ids.begun(Kind::Map, &slug(written)) {
        table.report(table.place("map").unknown("map", written, notes.ids.of(Kind::Map)).citing(SC::SETUP_11));
    }
    found.map(|place| MapId(place as u16))
}

fn edges(table: Section<'_>) -> Option<Vec<Dir>> {
    let value = super::asked(table, "defender_edges", "a list of board edges", SC::SETUP_13)?;
    let mut edges = value.list_of(|item| words::one_of(table, item, "edge", words::SIDES, SC::SETUP_13))?;
    edges.sort_unstable();
    edges.dedup();
    if edges.is_empty() {
        table.report(value.place().problem("the defenders have no edge to choose").citing(SC::SETUP_13));
        return None;
    }
    Some(edges)
}
