//! The tables of the After Action Report.

use super::Book;
use super::words;
use crate::content::{Aftermath, Awards, Trauma};
use pack::Problem;
use rulebook::SM;

const AWARDS: [&str; 8] =
    ["take_part", "unhurt", "out_warrior", "out_champion", "out_warlord", "rival_bonus", "objective", "winner_warlord"];

pub(super) fn aftermath(book: &mut Book<'_>) -> Option<Aftermath> {
    let trauma = trauma(book);
    let awards = book.each("award", AWARDS, |table, _, _| {
        words::title(table);
        table.word("origin", words::PROVENANCES);
        table.int("exp", 0..=99i16)
    });
    let advancement = book.each("advancement", ["advancement"], |table, _, _| {
        table.word("origin", words::PROVENANCES);
        let rating = table.int("rating_exp_per_value", 1..=99i16);
        let above = table.int("above_stage_maximum", 0..=7u8);
        Some((rating?, above?))
    });
    let income = book.each("income", ["income"], |table, _, _| {
        table.word("origin", words::PROVENANCES);
        let [win, draw, loss] = ["win", "draw", "loss"].map(|key| table.int(key, 0..=1000i16));
        Some([win?, draw?, loss?])
    });
    let renown = book.each("renown", ["renown"], |table, _, _| {
        table.word("origin", words::PROVENANCES);
        let [win, draw, loss, warlord, rival] =
            ["win", "draw", "loss", "enemy_warlord", "rival_win"].map(|key| table.int(key, 0..=99i16));
        Some(([win?, draw?, loss?], warlord?, rival?))
    });
    let searches = book.each("scarce_search", ["scarce_search"], |table, _, _| {
        table.word("origin", words::PROVENANCES);
        table.array("needed")?.into_iter().map(|item| item.int(0..=9u8)).collect::<Option<Vec<u8>>>()
    });
    let [take_part, unhurt, out_warrior, out_champion, out_warlord, rival, objective, winner_warlord] =
        awards?.try_into().ok()?;
    let (rating_exp, above_stage) = advancement?.pop()?;
    let (renown, renown_warlord, renown_rival) = renown?.pop()?;
    Some(Aftermath {
        trauma: trauma?,
        awards: Awards { take_part, unhurt, out_warrior, out_champion, out_warlord, rival, objective, winner_warlord },
        rating_exp,
        above_stage,
        income: income?.pop()?,
        renown,
        renown_warlord,
        renown_rival,
        searches: searches?.pop()?,
    })
}

/// Rows of the Trauma Table, which together cover each face of the die once.
fn trauma(book: &mut Book<'_>) -> Option<[Trauma; 10]> {
    let rows = book.entries("trauma", |table, _, _| {
        words::title(table);
        table.word("origin", words::PROVENANCES);
        let from = table.int("from", 1..=10usize);
        let to = table.int("to", 1..=10usize);
        let result = table.word("result", words::TRAUMAS);
        Some((from?, to?, result?))
    });
    let mut faces: [Option<Trauma>; 10] = [None; 10];
    let mut overlap = false;
    for (_, (from, to, result)) in rows {
        for face in from..=to {
            overlap |= faces[face - 1].replace(result).is_some();
        }
    }
    if overlap || faces.contains(&None) {
        let text = "the rows of the Trauma Table do not cover each face from 1 to 10 once";
        book.notes.report(Problem::with_file("pack", text).citing(SM::CHECK_14));
        return None;
    }
    let faces: Option<Vec<Trauma>> = faces.into_iter().collect();
    faces?.try_into().ok()
}
