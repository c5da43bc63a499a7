//! Where the book tells of the entries of the core pack. A player's own entries have the general rule of their chapter.

use kernel::{Name, Rule};
use rulebook::SM;

const GEAR: &[(&str, Rule)] = &[
    ("bastard-sword", SM::WEAPON_02),
    ("bladed-war-spear", SM::WEAPON_03),
    ("bludgeon", SM::WEAPON_04),
    ("cleaver", SM::WEAPON_05),
    ("flail", SM::WEAPON_06),
    ("great-bludgeon", SM::WEAPON_07),
    ("great-cleaver", SM::WEAPON_08),
    ("great-flail", SM::WEAPON_09),
    ("great-spear", SM::WEAPON_10),
    ("great-sword", SM::WEAPON_11),
    ("halberd", SM::WEAPON_12),
    ("javelin", SM::WEAPON_13),
    ("knife", SM::WEAPON_14),
    ("pike", SM::WEAPON_15),
    ("spear", SM::WEAPON_16),
    ("staff", SM::WEAPON_17),
    ("sword", SM::WEAPON_18),
    ("throwing-edge", SM::WEAPON_19),
    ("warblade", SM::WEAPON_20),
    ("bow", SM::RANGED_02),
    ("crossbow", SM::RANGED_03),
    ("heavy-crossbow", SM::RANGED_04),
    ("long-bow", SM::RANGED_05),
    ("war-bow", SM::RANGED_06),
    ("pit-net", SM::RANGED_07),
    ("leathers", SM::ARMOUR_02),
    ("piece-metal", SM::ARMOUR_03),
    ("half-metal", SM::ARMOUR_04),
    ("full-metal", SM::ARMOUR_05),
    ("buckler", SM::ARMOUR_06),
    ("shield", SM::ARMOUR_07),
    ("large-shield", SM::ARMOUR_08),
    ("helmet", SM::ARMOUR_09),
    ("extra-rations", SM::EQUIP_01),
];

const FACTIONS: &[(&str, Rule)] = &[
    ("fighting-companies", SM::FACTION_04),
    ("guilders", SM::FACTION_05),
    ("lords-of-entropy", SM::FACTION_06),
    ("march-wardens", SM::FACTION_07),
    ("reliquarians", SM::FACTION_08),
    ("the-regency", SM::FACTION_09),
    ("wold-walkers", SM::FACTION_10),
];

pub(super) fn gear(id: Name, general: Rule) -> Rule {
    find(GEAR, id).unwrap_or(general)
}

pub(super) fn faction(id: Name) -> Rule {
    find(FACTIONS, id).unwrap_or(SM::FACTION_01)
}

fn find(list: &[(&str, Rule)], id: Name) -> Option<Rule> {
    list.iter().find(|(word, _)| *word == id.text()).map(|(_, rule)| *rule)
}
