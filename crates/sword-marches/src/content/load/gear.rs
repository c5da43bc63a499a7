//! Weapons, armour, equipment, hides, starmetal.

use super::Book;
use super::words::{self, FormWord};
use crate::content::{Form, Gear, Hide, Provenance, Starmetal, Thrown, index};
use crate::effects::{GearTrait, Talent};
use pack::Section;
use rulebook::SM;
use std::sync::Arc;

pub(super) fn gear(book: &mut Book<'_>) -> Vec<Arc<Gear>> {
    let found = book.entries("gear", |table, id, notes| {
        let title = words::title(table);
        let form = table.tag("kind", words::FORMS);
        let sp = table.int("sp", 0..=1000i16);
        let sp_provenance = table.word_or("sp_origin", words::PROVENANCES, Provenance::House);
        let traits = table.words("traits", GearTrait::WORDS);
        let optional = table.bool_or("optional", false);
        let provenance = table.word("origin", words::PROVENANCES);
        table.str_or("why", "");
        let upgrade_of = table.get("upgrade_of").and_then(|value| {
            let word = value.str()?;
            Some(notes.refer("gear", value.place(), word))
        });
        let (form, general) = match form? {
            FormWord::Close => (close(table), SM::WEAPON_01),
            FormWord::Ranged => (ranged(table), SM::RANGED_01),
            FormWord::Worn(slot) => {
                let arm = table.int("arm", 0..=10i16);
                let arm_ranged = table.get("arm_ranged").and_then(|value| value.int(0..=10i16)).or(arm);
                let worn = arm.zip(arm_ranged).map(|(arm, arm_ranged)| Form::Worn { slot, arm, arm_ranged });
                (worn, SM::ARMOUR_01)
            }
            FormWord::Equipment => (Some(Form::Equipment), SM::GEARRULE_12),
        };
        let (form, traits) = (form?, traits?);
        let two_handed = matches!(form, Form::Close { hands: 2, .. } | Form::Ranged { hands: 2, .. });
        if two_handed != traits.contains(&GearTrait::TwoHands) {
            table.problem("hands", "a weapon of two hands, and no other, has two_hands", SM::GEARTRAIT_02);
        }
        if traits.contains(&GearTrait::Heavy) && traits.contains(&GearTrait::Light) {
            table.problem(
                "traits",
                "Heavy Gear counts twice and Light Gear not at all; it is one or neither",
                SM::GEARRULE_05,
            );
        }
        let thrown = matches!(form, Form::Close { thrown: Some(_), .. });
        if thrown != traits.contains(&GearTrait::Thrown) {
            table.problem("traits", "a weapon with a throw, and no other, has thrown", SM::GEARTRAIT_25);
        }
        Some(Arc::new(Gear {
            id,
            title: title?,
            form,
            sp: sp?,
            traits,
            optional,
            upgrade_of,
            rule: index::gear(id, general),
            sp_provenance,
            provenance: provenance?,
        }))
    });
    found.into_iter().map(|(_, entry)| entry).collect()
}

/// Printed Reach goes from 0 to 3 (SM-GEARRULE-07).
fn close(table: Section<'_>) -> Option<Form> {
    let reach = table.int("reach", 0..=9u8);
    if reach.is_some_and(|reach| reach > 3) {
        table.problem("reach", "a close combat weapon has a printed Reach of 3 at most", SM::GEARRULE_07);
    }
    let dmg = table.int("dmg", 0..=9i16);
    let hands = table.int("hands", 1..=2u8);
    let thrown = match table.get("thrown") {
        None => None,
        Some(value) => {
            let throw = value.table()?;
            let rof = throw.int("rof", 1..=6u8);
            let farthest = throw.int("farthest", 1..=6u8);
            let half_con = throw.bool_or("half_con", false);
            let unlimited = throw.bool_or("unlimited", false);
            Some(Thrown { rof: rof?, farthest: farthest?, half_con, unlimited })
        }
    };
    Some(Form::Close { reach: reach?, dmg: dmg?, hands: hands?, thrown })
}

/// A first slot above 3 makes a weapon ranged; of those only one of 4 has a Reach (SM-GEARRULE-08).
fn ranged(table: Section<'_>) -> Option<Form> {
    let range = table.int("range", 1..=60u8);
    let rof = table.int("rof", 1..=6u8);
    let dmg = table.int("dmg", 0..=9i16);
    let hands = table.int("hands", 1..=2u8);
    let reach = table.get("reach").and_then(|value| value.int(0..=9u8));
    let range = range?;
    if range <= 3 {
        table.problem("range", "a range of 3 or less is a Reach, and the weapon one of close combat", SM::GEARRULE_07);
    }
    if (range == 4) != (reach == Some(4)) {
        table.problem("range", "weapons of range 4, and no others, have Reach 4", SM::GEARRULE_08);
    }
    Some(Form::Ranged { range, rof: rof?, dmg: dmg?, hands: hands?, reach })
}

pub(super) fn hides(book: &mut Book<'_>) -> Vec<Hide> {
    let found = book.entries("hide", |table, id, _| {
        let title = words::title(table);
        let sp = table.int("sp", 0..=1000i16);
        let arm = table.int("arm", 0..=10i16);
        let heavy = table.bool_or("heavy", false);
        let allowed = table.words("allowed", Talent::WORDS);
        let optional = table.bool_or("optional", false);
        let provenance = table.word("origin", words::PROVENANCES);
        let provenance = provenance?;
        Some(Hide { id, title: title?, sp: sp?, arm: arm?, heavy, allowed: allowed?, optional, provenance })
    });
    found.into_iter().map(|(_, entry)| entry).collect()
}

pub(super) fn starmetal(book: &mut Book<'_>) -> Option<Starmetal> {
    let found = book.each("starmetal", ["starmetal"], |table, _, _| {
        let sp = table.int("sp", 0..=1000i16);
        let dmg = table.int("dmg", 0..=9i16);
        let arm = table.int("arm", 0..=9i16);
        let provenance = table.word("origin", words::PROVENANCES);
        Some(Starmetal { sp: sp?, dmg: dmg?, arm: arm?, provenance: provenance? })
    });
    found?.pop()
}
