//! Common traits, whose meaning is fixed by the rules (SW-TRAIT-06).

use super::words::{self, number, word};
use crate::cards::{Common, Condition, WOUNDS};
use pack::Section;
use rulebook::SW;

#[derive(Clone, Copy)]
enum CommonWord {
    Fly,
    Ghostly,
    Invisible,
    SeeInvisible,
    Shield,
    Stealthy,
    Toughness,
    Warleader,
    Immune,
    Vulnerable,
    ImmuneStatus,
}

const COMMON: &[(&str, CommonWord)] = &[
    ("fly", CommonWord::Fly),
    ("ghostly", CommonWord::Ghostly),
    ("invisible", CommonWord::Invisible),
    ("see_invisible", CommonWord::SeeInvisible),
    ("shield", CommonWord::Shield),
    ("stealthy", CommonWord::Stealthy),
    ("toughness", CommonWord::Toughness),
    ("warleader", CommonWord::Warleader),
    ("immune", CommonWord::Immune),
    ("vulnerable", CommonWord::Vulnerable),
    ("immune_status", CommonWord::ImmuneStatus),
];

pub(super) fn common(table: Section<'_>) -> Common {
    let mut common = Common::default();
    for entry in table.tables("common") {
        // The word is printed once and explained nowhere: it is no trait (SW-UNIT-07).
        let squad = entry.get("kind").is_some_and(|value| value.is_str() && value.str() == Some("squad"));
        let rule = if squad { SW::UNIT_07 } else { SW::TRAIT_06 };
        let Some(kind) = word(entry, "kind", COMMON, rule) else {
            entry.give_up();
            continue;
        };
        match kind {
            CommonWord::Fly => common.fly = true,
            CommonWord::Ghostly => common.ghostly = true,
            CommonWord::Invisible => common.invisible = true,
            CommonWord::SeeInvisible => common.see_invisible = true,
            CommonWord::Shield => common.shield = true,
            CommonWord::Stealthy => common.stealthy = true,
            CommonWord::Toughness => common.toughness = true,
            CommonWord::Warleader => {
                common.warleader = entry.int("dice", 1..=9u8).unwrap_or(0).max(common.warleader);
            }
            CommonWord::Immune => amount(entry, &mut common.immune),
            CommonWord::Vulnerable => amount(entry, &mut common.vulnerable),
            CommonWord::ImmuneStatus => {
                let status: Option<Condition> = word(entry, "status", words::CONDITIONS, SW::TRAIT_05);
                common.immune_status.extend(status.filter(|status| !common.immune_status.contains(status)));
            }
        }
    }
    common
}

/// Amounts for the same type add up (SW-TRAIT-04).
fn amount(entry: Section<'_>, amounts: &mut [i16; WOUNDS]) {
    let wound = word(entry, "wound", words::WOUND_TYPES, SW::WOUND_01);
    let amount = number(entry, "amount", 1..=200i16, SW::TRAIT_01);
    if let (Some(wound), Some(amount)) = (wound, amount) {
        let slot = &mut amounts[wound as usize];
        *slot = slot.saturating_add(amount);
    }
}
