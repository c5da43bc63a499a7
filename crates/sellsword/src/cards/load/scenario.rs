//! Scenarios. What one leaves out is as in the standard scenario (SW-BUILD-10).

use super::notes::{Kind, Notes};
use super::words::{self, number, number_or, word, word_or};
use crate::cards::{Scenario, Special};
use pack::Section;
use rulebook::SW;

pub(super) fn scenario(table: Section<'_>, notes: &mut Notes) -> Option<Scenario> {
    let id = notes.ids.id(Kind::Scenario, table);
    let title = super::title(table);
    let origin = table.word("origin", words::ORIGINS);
    let points = number_or(table, "points", 1..=9999i16, 121, SW::BUILD_10);
    let max_units = number_or(table, "max_units", 1..=40u8, 8, SW::BUILD_10);
    let fantasy = number_or(table, "fantasy", 0..=9u8, 2, SW::BUILD_10);
    let target = number_or(table, "target", 1..=9999i16, points, SW::BUILD_10);
    let exceed = word_or(table, "target_mode", &[("exceed", true), ("reach", false)], true, SW::WIN_02);
    let vp_per_objective = number_or(table, "vp_per_objective", 0..=999i16, 5, SW::BUILD_10);
    let round_limit = number_or(table, "round_limit", 0..=999u16, 0, SW::WIN_06);
    let special = table.tables("special").into_iter().filter_map(special).collect();
    let text = table.str_or("text", "");
    Some(Scenario {
        id: id?,
        title: title?.to_owned(),
        origin: origin?,
        points,
        max_units,
        fantasy,
        target,
        exceed,
        vp_per_objective,
        round_limit,
        special,
        text: text.to_owned(),
    })
}

#[derive(Clone, Copy)]
enum Word {
    FirstCapture,
    CentralObjective,
    Bounty,
}

const WORDS: &[(&str, Word)] =
    &[("first_capture", Word::FirstCapture), ("central_objective", Word::CentralObjective), ("bounty", Word::Bounty)];

fn special(entry: Section<'_>) -> Option<Special> {
    let Some(word) = word(entry, "rule", WORDS, SW::BUILD_10) else {
        entry.give_up();
        return None;
    };
    entry.str_or("text", "");
    let vp = number(entry, "vp", 0..=999i16, SW::BUILD_10);
    match word {
        Word::FirstCapture => Some(Special::FirstCapture { vp: vp? }),
        Word::CentralObjective => Some(Special::CentralObjective { vp: vp? }),
        Word::Bounty => {
            let min_level = number(entry, "min_level", 0..=20u8, SW::BUILD_10);
            Some(Special::Bounty { min_level: min_level?, vp: vp? })
        }
    }
}
