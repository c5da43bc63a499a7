//! A warrior's card as it stands now.

use crate::State;
use crate::cards::{Stat, Word};
use crate::profile::Arm;
use kernel::board::{Sheet, SheetLine};
use kernel::{Figure, Rule, Speaks};
use rulebook::CH;

/// Every characteristic with its letters: `M4 WS3`.
pub(super) fn stats(value: impl Fn(Stat) -> u8) -> impl Iterator<Item = String> {
    Stat::ALL.iter().map(move |(word, stat)| format!("{}{}", word.to_uppercase(), value(*stat)))
}

pub(super) fn sheet(state: &State, figure: Figure) -> Sheet {
    let (warrior, profile) = (state.warrior(figure), state.sheet(figure));
    let mut lines = Vec::new();
    let mut line = |head: &str, text: String, rule: Option<Rule>| {
        lines.push(SheetLine { head: head.to_owned(), text, rule });
    };
    let kind = if profile.leader {
        "leader"
    } else if profile.hero {
        "hero"
    } else {
        "henchman"
    };
    line("Warrior", format!("{}, {kind}", profile.fighter.title), Some(CH::PROFILE_01));
    line("Profile", stats(|stat| state.stat(figure, stat)).collect::<Vec<_>>().join(" "), Some(CH::PROFILE_01));
    line("Wounds", format!("{} of {}", warrior.wounds, profile.stat(Stat::Wounds)), Some(CH::WOUND_01));
    for arm in profile.melee.iter().chain(&profile.missile) {
        line(arm.title, weapon(arm), Some(arm.rule));
    }
    if profile.body < 7 {
        line("Armour", format!("saves on {}+", profile.body), profile.armour);
    }
    for (on, name, rule) in [(profile.shield, "Shield", CH::EQUIP_01), (profile.helmet, "Helmet", CH::EQUIP_01)] {
        if on {
            line(name, "carried".to_owned(), Some(rule));
        }
    }
    let pack = &state.setting.pack;
    for word in profile.skills.iter() {
        if let Some(skill) = pack.skill_word(word) {
            line(skill.title, "skill".to_owned(), Some(skill.rule));
        }
    }
    for word in profile.traits.iter() {
        if let Some(known) = pack.traits.iter().find(|known| known.word == word) {
            line(known.title, "trait".to_owned(), Some(known.rule));
        }
    }
    for known in &profile.spells {
        line(known.spell.title, format!("spell, difficulty {}", known.difficulty), Some(known.spell.rule));
    }
    let items: Vec<&str> = profile.items.iter().map(Word::text).collect();
    if !items.is_empty() {
        line("Items", items.join(", "), Some(CH::EQUIP_01));
    }
    Sheet { title: state.figure_name(figure), lines }
}

fn weapon(arm: &Arm) -> String {
    let weapon = &arm.weapon;
    let mut parts = Vec::new();
    if weapon.range > 0 {
        parts.push(format!("range {} inches, strength {}", weapon.range / 1000, weapon.strength));
    } else if weapon.strength != 0 {
        parts.push(format!("strength {:+}", weapon.strength));
    }
    if weapon.piercing > 0 {
        parts.push(format!("piercing {}", weapon.piercing));
    }
    parts.push(if weapon.hands == 2 { "two hands".to_owned() } else { "one hand".to_owned() });
    let words: Vec<&str> = weapon.knacks.iter().map(Word::text).collect();
    parts.extend(words.into_iter().map(str::to_owned));
    parts.join(", ")
}
