//! The tables of the After Action Report.

use super::Book;
use super::words;
use crate::content::{Aftermath, Awards, Origins, Provenance, Trauma};
use pack::{Problem, Section};
use rulebook::SM;

const AWARDS: [&str; 8] =
    ["take_part", "unhurt", "out_warrior", "out_champion", "out_warlord", "rival_bonus", "objective", "winner_warlord"];

pub(super) fn aftermath(book: &mut Book<'_>) -> Option<Aftermath> {
    let trauma = trauma(book);
    let awards = book.each("award", AWARDS, |table, _, _| {
        words::title(table);
        let origin = origin(table);
        let exp = table.int("exp", 0..=99i16);
        Some((exp?, origin?))
    });
    let advancement = book.each("advancement", ["advancement"], |table, _, _| {
        let origin = origin(table);
        let rating = table.int("rating_exp_per_value", 1..=99i16);
        let above = table.int("above_stage_maximum", 0..=7u8);
        Some((rating?, above?, origin?))
    });
    let income = book.each("income", ["income"], |table, _, _| {
        let origin = origin(table);
        let [win, draw, loss] = ["win", "draw", "loss"].map(|key| table.int(key, 0..=1000i16));
        Some(([win?, draw?, loss?], origin?))
    });
    let renown = book.each("renown", ["renown"], |table, _, _| {
        let origin = origin(table);
        let [win, draw, loss, warlord, rival] =
            ["win", "draw", "loss", "enemy_warlord", "rival_win"].map(|key| table.int(key, 0..=99i16));
        Some(([win?, draw?, loss?], warlord?, rival?, origin?))
    });
    let searches = book.each("scarce_search", ["scarce_search"], |table, _, _| {
        origin(table);
        table.array("needed")?.into_iter().map(|item| item.int(0..=9u8)).collect::<Option<Vec<u8>>>()
    });
    let (trauma, trauma_origin) = trauma?;
    let awards = awards?;
    let awards_origin = whole(awards.iter().map(|(_, origin)| *origin));
    let exp: Vec<i16> = awards.iter().map(|(exp, _)| *exp).collect();
    let [take_part, unhurt, out_warrior, out_champion, out_warlord, rival, objective, winner_warlord] =
        exp.try_into().ok()?;
    let (rating_exp, above_stage, advancement) = advancement?.pop()?;
    let (income, income_origin) = income?.pop()?;
    let (renown, renown_warlord, renown_rival, renown_origin) = renown?.pop()?;
    Some(Aftermath {
        trauma,
        awards: Awards { take_part, unhurt, out_warrior, out_champion, out_warlord, rival, objective, winner_warlord },
        rating_exp,
        above_stage,
        income,
        renown,
        renown_warlord,
        renown_rival,
        searches: searches?.pop()?,
        origins: Origins {
            trauma: trauma_origin,
            awards: awards_origin,
            advancement,
            income: income_origin,
            renown: renown_origin,
        },
    })
}

fn origin(table: Section<'_>) -> Option<Provenance> {
    table.word("origin", words::PROVENANCES)
}

/// Where a table comes from whose rows say so each for itself: one row of ours makes it ours.
fn whole(rows: impl Iterator<Item = Provenance>) -> Provenance {
    let rows: Vec<Provenance> = rows.collect();
    match rows.contains(&Provenance::House) {
        true => Provenance::House,
        false => rows.first().copied().unwrap_or(Provenance::House),
    }
}

/// Rows of the Trauma Table, which together cover each face of the die once.
fn trauma(book: &mut Book<'_>) -> Option<([Trauma; 10], Provenance)> {
    let rows = book.entries("trauma", |table, _, _| {
        words::title(table);
        let origin = origin(table);
        let from = table.int("from", 1..=10usize);
        let to = table.int("to", 1..=10usize);
        let result = table.word("result", words::TRAUMAS);
        Some((from?, to?, result?, origin?))
    });
    let origin = whole(rows.iter().map(|(_, (.., origin))| *origin));
    let mut faces: [Option<Trauma>; 10] = [None; 10];
    let mut overlap = false;
    for (_, (from, to, result, _)) in rows {
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
    Some((faces?.try_into().ok()?, origin))
}
