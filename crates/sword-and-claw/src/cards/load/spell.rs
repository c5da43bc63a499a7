//! Spells: the effect word decides which other keys an entry has.

use super::attack;
use super::notes::{Kind, Notes};
use super::words::{self, number, number_or, word};
use crate::cards::{AreaLevel, Maintain, Spell, SpellEffect, WeaponQualities};
use kernel::Rule;
use pack::Section;
use rulebook::SC;

#[derive(Clone, Copy)]
enum Effect {
    Area,
    Bolts,
    Touch,
    Line,
    Fan,
    Heal,
    Wall,
    Block,
    Toughen,
    Haste,
    Downdraft,
    Dispel,
}

const EFFECTS: &[(&str, Effect)] = &[
    ("area", Effect::Area),
    ("bolts", Effect::Bolts),
    ("touch", Effect::Touch),
    ("line", Effect::Line),
    ("fan", Effect::Fan),
    ("heal", Effect::Heal),
    ("wall", Effect::Wall),
    ("block", Effect::Block),
    ("toughen", Effect::Toughen),
    ("haste", Effect::Haste),
    ("downdraft", Effect::Downdraft),
    ("dispel", Effect::Dispel),
];

const ENTRY: Rule = SC::SPELL_04;

pub(super) fn spell(table: Section<'_>, notes: &mut Notes) -> Option<Spell> {
    let id = notes.ids.id(Kind::Spell, table);
    let title = super::title(table);
    let origin = table.word("origin", words::ORIGINS);
    let step = word(table, "step", words::STEPS, ENTRY);
    let ranged = super::asked(table, "ranged", "true or false", SC::CAST_09).and_then(pack::Value::bool);
    let min_level = number(table, "min_level", 1..=9u8, ENTRY);
    let max_level = number(table, "max_level", 1..=9u8, ENTRY);
    let maintain = maintain(table);
    let text = table.str("text");
    let kind = table.tag("effect", EFFECTS);
    let (min_level, max_level) = (min_level?, max_level?);
    if min_level > max_level {
        table.problem("max_level", "the highest level is below the lowest", ENTRY);
    }
    let effect = effect(table, kind?, min_level, max_level);
    Some(Spell {
        id: id?,
        title: title?,
        origin: origin?,
        step: step?,
        ranged: ranged?,
        min_level,
        max_level,
        maintain: maintain?,
        effect: effect?,
        text: text?.to_owned(),
    })
}

fn maintain(table: Section<'_>) -> Option<Maintain> {
    let value = super::asked(table, "maintain", "none, same or a number of levels", ENTRY)?;
    if value.is_int() {
        return words::within(table, value, "maintain", 0..=9u8, SC::CAST_08).map(Maintain::Levels);
    }
    let known = [("none", Maintain::Never), ("same", Maintain::Same)];
    words::one_of(table, value, "maintain", &known, SC::CAST_08)
}

fn effect(table: Section<'_>, effect: Effect, min_level: u8, max_level: u8) -> Option<SpellEffect> {
    let few = |key: &str| number(table, key, 1..=20u8, ENTRY);
    let some = |key: &str| number_or(table, key, 0..=20u8, 0, ENTRY);
    let plus = |key: &str| number_or(table, key, -20..=20i8, 0, ENTRY);
    let zone = || word(table, "zone", words::ZONES, SC::WQUAL_07);
    let far = || number(table, "range", 1..=99u8, ENTRY);
    Some(match effect {
        Effect::Area => {
            let (range, levels) = (words::brackets(table), area_levels(table, min_level, max_level));
            let (to_hit, qualities) = (plus("to_hit"), qualities(table));
            SpellEffect::Area { range: range?, to_hit, levels: levels?, qualities }
        }
        Effect::Bolts => {
            let (range, spread) = (words::brackets(table), some("spread"));
            let (to_hit, damage, damage_per_level) = (plus("to_hit"), plus("damage"), plus("damage_per_level"));
            let (attacks_per_level, qualities) = (some("attacks_per_level"), qualities(table));
            let range = range?;
            SpellEffect::Bolts { range, to_hit, damage, damage_per_level, attacks_per_level, spread, qualities }
        }
        Effect::Touch => SpellEffect::Touch {
            to_hit: plus("to_hit"),
            damage: plus("damage"),
            damage_per_level: plus("damage_per_level"),
            qualities: qualities(table),
        },
        Effect::Line => {
            let (to_hit, damage, length, qualities) =
                (plus("to_hit"), plus("damage"), some("length"), qualities(table));
            SpellEffect::Line { to_hit, damage, length, length_per_level: few("length_per_level")?, qualities }
        }
        Effect::Fan => {
            let (to_hit, damage, length, qualities) =
                (plus("to_hit"), plus("damage"), some("length"), qualities(table));
            SpellEffect::Fan { to_hit, damage, length, length_per_level: few("length_per_level")?, qualities }
        }
        Effect::Heal => SpellEffect::Heal { range: far()? },
        Effect::Wall => {
            let (range, zone, squares) = (far(), zone(), few("squares_per_level"));
            SpellEffect::Wall { range: range?, zone: zone?, squares_per_level: squares? }
        }
        Effect::Block => {
            let (range, zone, side, each) = (far(), zone(), some("side"), few("side_per_level"));
            SpellEffect::Block { range: range?, zone: zone?, side, side_per_level: each? }
        }
        Effect::Toughen => {
            let (range, each) = (far(), few("per_level"));
            SpellEffect::Toughen { range: range?, per_level: each? }
        }
        Effect::Haste => {
            let (range, targets, bonus) = (far(), few("targets_per_level"), few("bonus"));
            SpellEffect::Haste { range: range?, targets_per_level: targets?, bonus: bonus? }
        }
        Effect::Downdraft => {
            let (range, targets) = (far(), few("targets_per_level"));
            SpellEffect::Downdraft { range: range?, targets_per_level: targets? }
        }
        Effect::Dispel => SpellEffect::Dispel { range: far()? },
    })
}

/// The qualities of the spell's attack; its shape comes with the effect.
fn qualities(table: Section<'_>) -> WeaponQualities {
    let marks = attack::qualities(table);
    if marks.shape.text().is_some() || marks.zone.is_some() || marks.count.is_some() {
        table.problem("qualities", "shape, zone and number of attacks come with the effect", ENTRY);
    }
    marks.qualities
}

fn area_levels(table: Section<'_>, min_level: u8, max_level: u8) -> Option<Vec<AreaLevel>> {
    super::asked(table, "levels", "a list of { area, damage }", ENTRY)?;
    let entries = table.tables("levels");
    let read = |entry: &Section<'_>| {
        let size = number(*entry, "area", 1..=20u8, ENTRY);
        let damage = number(*entry, "damage", -20..=20i8, ENTRY);
        Some(AreaLevel { size: size?, damage: damage? })
    };
    let levels: Option<Vec<AreaLevel>> = entries.iter().map(read).collect();
    if entries.len() != usize::from(max_level.saturating_sub(min_level)) + 1 {
        let text = format!("{} entries for the levels {min_level} to {max_level}", entries.len());
        table.problem("levels", text, ENTRY);
    }
    levels
}
