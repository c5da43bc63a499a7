//! Troop sheets (SC-TROOP-02).

use super::attack;
use super::notes::{Kind, Notes};
use super::words::{self, number, number_or, within, word};
use crate::cards::{Armor, Attack, FactionId, Pack, Qualities, Size, ToWound, Troop, WeaponQualities};
use kernel::slug;
use pack::Section;
use rulebook::SC;

pub(super) fn troop(table: Section<'_>, pack: &Pack, notes: &mut Notes) -> Option<Troop> {
    const SHEET: kernel::Rule = SC::TROOP_02;
    let id = notes.ids.id(Kind::Troop, table);
    let title = super::title(table);
    let faction = faction(table, pack, notes);
    let origin = table.word("origin", words::ORIGINS);
    let points = number(table, "points", 1..=9999u16, SC::TROOP_04);
    let armor = word(table, "armor", words::ARMORS, SC::TROOP_05);
    let shield = super::asked(table, "shield", "true or false", SC::TROOP_05).and_then(pack::Value::bool);
    let movement = number(table, "move", 0..=30u8, SC::TROOP_08);
    let strength = number(table, "strength", -9..=20i8, SC::TROOP_09);
    let melee = number(table, "melee", 0..=30i8, SC::TROOP_10);
    let ranged = number(table, "ranged", 0..=30i8, SC::TROOP_11);
    let to_wound = to_wound(table);
    let wounds = number(table, "wounds", 1..=100u8, SC::TROOP_15);
    let heal = number(table, "heal", 0..=20u8, SC::TROOP_16);
    let size = word(table, "size", words::SIZES, SHEET);
    let cavalry = table.bool_or("cavalry", false);
    let spellcaster = number_or(table, "spellcaster", 0..=9u8, 0, SC::QUAL_23);
    let training = table.int_or("training", -9..=9i8, 0);
    let agility = table.int_or("agility", -9..=9i8, 0);
    let note = table.str_or("note", "").to_owned();
    let qualities = qualities(table);
    let sheet = attack::attacks(table, qualities);

    mounted(table, cavalry, size);
    if let (Some(steps), Some(size), Some(armor)) = (to_wound, size, armor) {
        fit(table, steps, size, armor, qualities);
    }
    let (attacks, options, loads) = sheet?;
    if shield == Some(true) {
        one_hand_free(table, &attacks);
    }
    Some(Troop {
        id: id?,
        title: title?,
        faction: faction?,
        origin: origin?,
        points: points?,
        armor: armor?,
        shield: shield?,
        movement: movement?,
        strength: strength?,
        melee: melee?,
        ranged: ranged?,
        to_wound: to_wound?,
        wounds: wounds?,
        heal: heal?,
        size: size?,
        cavalry,
        qualities,
        spellcaster,
        attacks,
        options,
        loads,
        training,
        agility,
        note,
    })
}

fn mounted(table: Section<'_>, cavalry: bool, size: Option<Size>) {
    if cavalry && size.is_some_and(|size| size != Size::Large) {
        table.problem("cavalry", "a mounted figure is Large", SC::TROOP_19);
    }
}

/// Whoever has a shield has one hand for the weapon.
fn one_hand_free(table: Section<'_>, attacks: &[Attack]) {
    for held in attacks.iter().filter(|attack| attack.has(WeaponQualities::TWO_HANDED)) {
        let text = format!("a shield and a Two-Handed attack, {}, on one sheet", held.title);
        table.problem("shield", text, SC::WQUAL_31);
    }
}

fn faction(table: Section<'_>, pack: &Pack, notes: &Notes) -> Option<FactionId> {
    let written = super::asked(table, "faction", "the id of a faction", SC::TROOP_25)?.str()?;
    let found = pack.factions.iter().position(|faction| faction.id.text() == slug(written));
    if found.is_none() && !notes.ids.begun(Kind::Faction, &slug(written)) {
        let problem = table.place("faction").unknown("faction", written, notes.ids.of(Kind::Faction));
        table.report(problem.citing(SC::TROOP_25));
    }
    found.map(|place| FactionId(place as u8))
}

/// The two printed numbers, and the step behind the `+` (SC-TROOP-12, SC-TROOP-13).
fn to_wound(table: Section<'_>) -> Option<ToWound> {
    let step = number_or(table, "to_wound_step", 0..=50u8, 0, SC::TROOP_13);
    let value = super::asked(table, "to_wound", "two numbers", SC::TROOP_02)?;
    let list = value.list_of(|item| within(table, item, "to_wound", 1..=99i16, SC::TROOP_12))?;
    match list[..] {
        [first, second] if first < second => Some(ToWound { first, second, step }),
        _ => {
            table.report(value.place().problem("To Wound is not two rising numbers").citing(SC::TROOP_12));
            None
        }
    }
}

/// To Wound follows from size and armour: the first number is the size number and the armour, natural armour with it
/// (SC-TROOP-06), and each further step lies size number + 2 above the one before (SC-TROOP-14).
fn fit(table: Section<'_>, steps: ToWound, size: Size, armor: Armor, qualities: Qualities) {
    let number = i16::from(size.number());
    let natural = i16::from(qualities.has(Qualities::TOUGH_SKIN)) + i16::from(qualities.has(Qualities::UNDEAD));
    let amount = armor as i16 + natural;
    if steps.first != number + amount {
        let text = format!(
            "the first To Wound number is {}, size {number} and armour {amount} make it {}",
            steps.first,
            number + amount
        );
        table.problem("to_wound", text, SC::TROOP_06);
    }
    let step = number + 2;
    if steps.second - steps.first != step || steps.step != 0 && i16::from(steps.step) != step {
        let text = format!("the steps of a {} figure lie {step} apart", size.text());
        table.problem("to_wound", text, SC::TROOP_14);
    }
}

fn qualities(table: Section<'_>) -> Qualities {
    let mut found = Qualities::default();
    let words: Vec<(&str, Qualities)> = Qualities::WORDS.iter().map(|(word, quality, _)| (*word, *quality)).collect();
    for value in table.get("qualities").and_then(pack::Value::list).unwrap_or_default() {
        if let Some(quality) = words::one_of(table, value, "quality", &words, SC::TROOP_20) {
            found = found.with(quality);
        }
    }
    found
}
