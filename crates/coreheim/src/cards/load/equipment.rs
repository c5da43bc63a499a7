//! Weapons, armour and items.

use super::index::{Index, Kind};
use super::read;
use crate::cards::{Armour, Gear, GearKind, Item, Slot, Weapon, Word};
use pack::Section;
use rulebook::CH;

pub(super) fn weapon(table: Section<'_>, index: &mut Index) -> Option<Gear> {
    let melee = table.tag("kind", &[("melee", true), ("missile", false)]);
    let hands = table.int("hands", 1..=2u8);
    let strength = table.int("strength", -3..=10i8);
    let piercing = table.int_or("piercing", 0..=5u8, 0);
    let range = if melee == Some(false) { read::length_at(table, "range") } else { Some(0) };
    let knacks = read::set(table, "traits");
    let weapon = hands.zip(strength).zip(range).map(|((hands, strength), range)| Weapon {
        hands,
        strength,
        piercing,
        range,
        knacks,
    });
    let kind = melee.zip(weapon).map(|(melee, weapon)| match melee {
        true => GearKind::Melee(weapon),
        false => GearKind::Missile(weapon),
    });
    gear(table, index, kind)
}

pub(super) fn armour(table: Section<'_>, index: &mut Index) -> Option<Gear> {
    let slot = table.word("slot", &[("body", Slot::Body), ("hand", Slot::Hand), ("head", Slot::Head)]);
    let save = table.int_or("save", 1..=6u8, 7);
    let guards = read::set(table, "traits");
    let kind = slot.map(|slot| GearKind::Armour(Armour { slot, save, guards }));
    gear(table, index, kind)
}

pub(super) fn item(table: Section<'_>, index: &mut Index) -> Option<Gear> {
    let item = table.word("id", Item::ALL);
    // Said in the file for its readers; the rule says the same of every item but a mount (CH-EQUIP-55).
    if table.bool("heroes_only").is_some_and(|heroes| heroes != (item != Some(Item::Horse))) {
        table.problem("heroes_only", "only heroes use miscellaneous items, mounts excepted", CH::EQUIP_55);
    }
    gear(table, index, item.map(GearKind::Item))
}

fn gear(table: Section<'_>, index: &mut Index, kind: Option<GearKind>) -> Option<Gear> {
    let id = index.ids.id(Kind::Thing, table);
    let (title, rule, origin) = (read::title(table), read::rule(table), read::origin(table));
    let price = table.int("price", 0..=500i16);
    let rarity = table.int_or("rarity", 2..=20u8, 0);
    Some(Gear { id: id?, title: title?, price: price?, rarity, rule: rule?, origin: origin?, kind: kind? })
}
