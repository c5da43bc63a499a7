//! The few cards that the rulebook describes by themselves, with the rule that does so.

use kernel::{Name, Rule};
use rulebook::SW;

const ATTACKS: [(&str, Rule); 2] = [("sacrificial-dagger", SW::UNIT_06), ("grave-bolt", SW::UNIT_06)];

const TRAITS: [(&str, Rule); 4] = [
    ("channel-the-grave", SW::TRAIT_16),
    ("infernal-aura", SW::MOD_10),
    ("ritual", SW::ACT_08),
    ("undead-attendants", SW::MOD_14),
];

const MODS: [(&str, Rule); 1] = [("demon-staff", SW::MOD_13)];

pub(super) fn of_attack(name: Name) -> Option<Rule> {
    find(&ATTACKS, name)
}

pub(super) fn of_trait(name: Name) -> Option<Rule> {
    find(&TRAITS, name)
}

pub(super) fn of_mod(id: Name) -> Option<Rule> {
    find(&MODS, id)
}

fn find(entries: &[(&str, Rule)], name: Name) -> Option<Rule> {
    entries.iter().find(|(known, _)| *known == name.text()).map(|(_, rule)| *rule)
}
