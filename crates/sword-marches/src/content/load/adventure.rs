//! Adventures and their boards.

use super::Book;
use super::words::{self, bytes, length, outline, point};
use crate::content::{Adventure, Objective, Piece, Reward, Zone};
use kernel::Name;
use pack::{Problem, Section};
use rulebook::SM;
use space::inches::Spot;
use std::sync::Arc;

pub(super) fn adventures(book: &mut Book<'_>) -> Vec<Arc<Adventure>> {
    let found = book.entries("adventure", |table, id, _| {
        let title = words::title(table);
        let quest = table.word("quest", words::QUESTS);
        let turns = table.int("turns", 1..=50u8);
        let board = bytes::<2>(table, "board", 120).map(|size| size.map(|inches| i32::from(inches) * 1000));
        let intruder = zone(table, "intruder");
        let sentry = zone(table, "sentry");
        let ward = outline(table, "ward");
        let text = table.str("text");
        let provenance = table.word("origin", words::PROVENANCES);
        let objectives: Vec<Option<Objective>> = table.tables("objective").into_iter().map(objective).collect();
        let terrain: Vec<Option<Piece>> = table.tables("terrain").into_iter().map(piece).collect();
        let reward = table.table("reward").map(reward);
        let adventure = Adventure {
            id,
            title: title?,
            quest: quest?,
            turns: turns?,
            board: board?,
            intruder: intruder?,
            sentry: sentry?,
            ward: ward?,
            objectives: objectives.into_iter().collect::<Option<_>>()?,
            terrain: terrain.into_iter().collect::<Option<_>>()?,
            reward: reward?,
            text: text?.to_owned(),
            provenance: provenance?,
        };
        inside(table, &adventure);
        Some(Arc::new(adventure))
    });
    found.into_iter().map(|(_, entry)| entry).collect()
}

fn zone(table: Section<'_>, side: &str) -> Option<Zone> {
    let outline = outline(table, &format!("{side}_zone"));
    let edge = table.word(&format!("{side}_edge"), words::EDGES);
    let text = table.str(side);
    Some(Zone { outline: outline?, edge: edge?, text: text?.to_owned() })
}

fn objective(table: Section<'_>) -> Option<Objective> {
    let id = table.str("id").map(Name::of);
    let title = words::title(table);
    let at = point(table, "at");
    let radius = length(table, "radius");
    Some(Objective { id: id?, title: title?, at: at?, radius: radius? })
}

fn piece(table: Section<'_>) -> Option<Piece> {
    let id = table.str("id").map(Name::of);
    let title = words::title(table);
    let ground = table.word("kind", words::GROUNDS);
    let outline = outline(table, "outline");
    let height = length(table, "height");
    let durable = table.bool("durable");
    let see_through = table.bool("see_through");
    Some(Piece {
        id: id?,
        title: title?,
        ground: ground?,
        outline: outline?,
        height: height?,
        durable: durable?,
        see_through: see_through?,
    })
}

fn reward(table: Section<'_>) -> Reward {
    let silver = |key: &str| table.int_or(key, 0..=1000i16, 0);
    Reward {
        each: silver("silver_each"),
        intruder: silver("silver_intruder"),
        sentry: silver("silver_sentry"),
        loss: silver("silver_loss"),
    }
}

/// Everything lies on the board.
fn inside(table: Section<'_>, adventure: &Adventure) {
    let [width, depth] = adventure.board;
    let on = |spot: &Spot| (0..=width).contains(&spot.x) && (0..=depth).contains(&spot.y);
    let report = |what: &str| {
        let problem: Problem = table.here().problem(format!("{what} lies beyond the edge of the board"));
        table.report(problem.citing(SM::META_02));
    };
    for piece in adventure.terrain.iter().filter(|piece| !piece.outline.iter().all(on)) {
        report(piece.title);
    }
    for objective in adventure.objectives.iter().filter(|objective| !on(&objective.at)) {
        report(objective.title);
    }
    for (zone, name) in
        [(&adventure.intruder, "the zone of the Intruder"), (&adventure.sentry, "the zone of the Sentry")]
    {
        if !zone.outline.iter().all(on) {
            report(name);
        }
    }
}
