//! Attacks and what they do.

use super::entry;
use super::notes::Notes;
use super::words::{self, fives, number, number_or, word, word_or};
use crate::cards::{Attack, Condition, Effect, Ground, Join, Spares, Stat, Verb, Wound};
use kernel::{Name, keep};
use pack::Section;
use rulebook::SW;

/// The verbs of the pack files. Which keys an effect may hold depends on its verb.
#[derive(Clone, Copy, PartialEq)]
enum Word {
    Wounds,
    Status,
    Push,
    Pull,
    Move,
    MoveSelf,
    Recoil,
    AttackBonus,
    DamageBonus,
    StatBonus,
    RecoveryBonus,
    GainVigor,
    Heal,
    Cure,
    ExtraAct,
    AllowThree,
    Reroll,
    IgnoreInvisible,
    Summon,
    PlaceSelf,
    FreeStep,
    Terrain,
    Forbid,
}

/// The verbs of attacks come first: an attack has only those.
const VERBS: &[(&str, Word)] = &[
    ("wounds", Word::Wounds),
    ("status", Word::Status),
    ("push", Word::Push),
    ("pull", Word::Pull),
    ("move", Word::Move),
    ("move_self", Word::MoveSelf),
    ("recoil", Word::Recoil),
    ("attack_bonus", Word::AttackBonus),
    ("damage_bonus", Word::DamageBonus),
    ("stat_bonus", Word::StatBonus),
    ("recovery_bonus", Word::RecoveryBonus),
    ("gain_vigor", Word::GainVigor),
    ("heal", Word::Heal),
    ("cure", Word::Cure),
    ("extra_act", Word::ExtraAct),
    ("allow_three", Word::AllowThree),
    ("reroll", Word::Reroll),
    ("ignore_invisible", Word::IgnoreInvisible),
    ("summon", Word::Summon),
    ("place_self", Word::PlaceSelf),
    ("free_step", Word::FreeStep),
    ("terrain", Word::Terrain),
    ("forbid", Word::Forbid),
];

const ATTACK_VERBS: usize = 7;

#[derive(Clone, Copy, PartialEq)]
pub(super) enum Bearer {
    Attack,
    Trait,
}

pub(super) fn attack(table: Section<'_>, notes: &mut Notes) -> Option<Attack> {
    let title = super::title(table);
    let range = number(table, "range", 0..=99u8, SW::ATTACK_02);
    let burst = number_or(table, "burst", 0..=20u8, 0, SW::BURST_01);
    let slow = slow(table);
    let acts = number_or(table, "acts", 1..=3u8, 1, SW::ATTACK_01);
    let token = word_or(table, "token", words::TOKENS, None, SW::ATTACK_03);
    let vigor = fives(table, "vigor", Some(number_or(table, "vigor", 0..=200i16, 0, SW::UNIT_08)));
    let bonus = table.int("bonus", -20..=60i16);
    let versus = word(table, "versus", words::DEFENCES, SW::STAT_01);
    let spares = word_or(table, "spares", words::SPARES, Spares::None, SW::TRAIT_28);
    let effects = effects(table, Bearer::Attack, notes);
    if range == Some(0) && burst == 0 {
        table.problem("range", "range 0 without a burst reaches nobody", SW::BURST_01);
    }
    if spares != Spares::None && burst == 0 {
        table.problem("spares", "only a burst can spare units", SW::TRAIT_28);
    }
    let title = title?;
    Some(Attack {
        name: Name::of(title),
        title: keep(title),
        range: range?,
        burst,
        slow,
        acts,
        token,
        vigor: vigor?,
        bonus: bonus?,
        versus: versus?,
        entry: entry::of_attack(Name::of(title)),
        spares,
        effects: effects?,
    })
}

fn slow(table: Section<'_>) -> bool {
    let Some(value) = table.get("slow") else {
        return false;
    };
    // A number or a word in this place is often meant as a degree of slowness, so the rule is shown with it.
    if value.is_int() || value.is_str() {
        table.problem("slow", "an attack is slow or it is not; expected true or false", SW::SLOW_01);
        return false;
    }
    value.bool().unwrap_or(false)
}

/// The effects of an attack or a trait. They are read from left to right, so the first begins the chain and no other does
/// (SW-EFFECT-03).
pub(super) fn effects(table: Section<'_>, bearer: Bearer, notes: &mut Notes) -> Option<Vec<Effect>> {
    let list = table.need("effects", "a list of effects")?;
    let items = list.list()?;
    if items.is_empty() {
        table.problem("effects", "no effect", SW::ATTACK_08);
    }
    let mut all = Vec::new();
    for (position, item) in items.into_iter().enumerate() {
        let Some(entry) = item.table() else {
            all.push(None);
            continue;
        };
        let join = word(entry, "join", words::JOINS, SW::EFFECT_03);
        match join {
            Some(Join::First) if position > 0 => {
                entry.problem("join", "only the first effect is FIRST; expected THEN or AND", SW::EFFECT_03);
            }
            Some(Join::Then | Join::And) if position == 0 => {
                entry.problem("join", "the first effect has nothing before it; expected FIRST", SW::EFFECT_03);
            }
            _ => {}
        }
        let verb = verb(entry, bearer, notes);
        all.push(join.zip(verb).map(|(join, verb)| Effect { join, verb }));
    }
    all.into_iter().collect()
}

fn verb(entry: Section<'_>, bearer: Bearer, notes: &mut Notes) -> Option<Verb> {
    let known = match bearer {
        Bearer::Attack => &VERBS[..ATTACK_VERBS],
        Bearer::Trait => VERBS,
    };
    let squares = |most: u8| number(entry, "squares", 1..=most, SW::EFFECT_07);
    let value = |most: i16| entry.int("value", -most..=most);
    Some(match entry.tag("verb", known)? {
        Word::Wounds => {
            let wound = word(entry, "wound", words::WOUND_TYPES, SW::WOUND_01);
            let amount = wounds(entry);
            Verb::Wounds { wound: wound?, amount: amount? }
        }
        Word::Status => status(entry)?,
        Word::Push => Verb::Push(squares(20)?),
        Word::Pull => Verb::Pull(squares(20)?),
        Word::Move => Verb::Move(squares(20)?),
        Word::MoveSelf => Verb::MoveSelf(squares(20)?),
        Word::Recoil => Verb::Recoil(squares(20)?),
        Word::AttackBonus => Verb::AttackBonus(value(20)?),
        Word::DamageBonus => Verb::DamageBonus(fives(entry, "value", value(100))?),
        Word::StatBonus => {
            let stat = word(entry, "stat", words::STATS, SW::TRAIT_21);
            let value = value(50);
            Verb::StatBonus(stat?, value?)
        }
        Word::RecoveryBonus => Verb::RecoveryBonus(value(20)?),
        Word::GainVigor => Verb::GainVigor(fives(entry, "amount", entry.int("amount", 1..=200i16))?),
        Word::Heal => Verb::Heal(entry.int("boxes", 1..=9u8)?),
        Word::Cure => Verb::Cure(cure(entry)?),
        Word::ExtraAct => Verb::ExtraAct(number(entry, "count", 1..=3u8, SW::TRAIT_32)?),
        Word::AllowThree => Verb::AllowThree(word(entry, "act", words::ACTS, SW::RULE3_01)?),
        Word::Forbid => Verb::Forbid(word(entry, "act", words::ACTS, SW::RULE3_01)?),
        Word::Reroll => {
            word(entry, "roll", &[("attack", ())], SW::TRAIT_23)?;
            Verb::RerollAttack
        }
        Word::IgnoreInvisible => Verb::IgnoreInvisible(number(entry, "within", 1..=99u8, SW::TRAIT_24)?),
        Word::Summon => summon(entry, notes)?,
        Word::PlaceSelf => Verb::PlaceSelf(number(entry, "within", 1..=99u8, SW::TRAIT_25)?),
        Word::FreeStep => Verb::FreeStep(number(entry, "squares", 1..=1u8, SW::TRAIT_26)?),
        Word::Terrain => terrain(entry)?,
    })
}

fn wounds(entry: Section<'_>) -> Option<i16> {
    fives(entry, "amount", number(entry, "amount", 1..=200i16, SW::UNIT_08))
}

fn status(entry: Section<'_>) -> Option<Verb> {
    let condition = word(entry, "status", words::CONDITIONS, SW::STATUS_01);
    let modifier = number_or(entry, "modifier", -20..=20i16, 0, SW::RECOVER_04);
    let star = entry.bool_or("star", false);
    let printed =
        entry.get("recover").map(|value| words::one_of(entry, value, "recover", words::STATS, SW::RECOVER_07));
    let Some(condition) = condition else {
        // Whether a wound type and an amount belong here depends on the status.
        entry.give_up();
        return None;
    };
    let (condition, amount) = match condition {
        Condition::Recurring(_) => {
            let wound = word(entry, "wound", words::WOUND_TYPES, SW::STATUS_16);
            let amount = wounds(entry);
            (wound.map(Condition::Recurring), amount)
        }
        other => (Some(other), Some(0)),
    };
    let listed = words::recovery(condition.unwrap_or(Condition::Recurring(Wound::Cut)));
    let recover = match printed {
        None => listed.first().copied(),
        Some(None) => None,
        Some(Some(stat)) => {
            if !listed.contains(&stat) {
                let names: Vec<&str> = listed.iter().map(|stat| stat.text()).collect();
                let problem =
                    entry.place("recover").problem(format!("this status is not recovered by {}", stat.text()));
                entry.report(problem.hint(format!("expected {}", names.join(", "))).citing(SW::RECOVER_07));
            }
            Some(stat)
        }
    };
    Some(Verb::Status { condition: condition?, amount: amount?, recover: recover?, modifier, star })
}

fn cure(entry: Section<'_>) -> Option<Option<Condition>> {
    let mut known: Vec<(&str, Option<Condition>)> = vec![("any", None)];
    known.extend(words::CONDITIONS.iter().map(|(word, condition)| (*word, Some(*condition))));
    word(entry, "status", &known, SW::STATUS_01)
}

fn summon(entry: Section<'_>, notes: &mut Notes) -> Option<Verb> {
    let unit = entry.str("unit");
    let count = number(entry, "count", 1..=9u8, SW::MOD_15);
    let within = number(entry, "within", 1..=99u8, SW::MOD_15);
    let unit = unit?;
    notes.summons.push((entry.place("unit"), unit.to_owned()));
    Some(Verb::Summon { unit: Name::of(unit), count: count?, within: within? })
}

fn terrain(entry: Section<'_>) -> Option<Verb> {
    let kind: Option<Ground> = word(entry, "kind", words::OVERLAYS, SW::TRAIT_27);
    let reach = number(entry, "reach", 0..=99u8, SW::TRAIT_27);
    let radius = number(entry, "radius", 0..=20u8, SW::TRAIT_27);
    word(entry, "until", &[("next_round_end", ())], SW::TRAIT_27);
    Some(Verb::Terrain { kind: kind?, reach: reach?, radius: radius? })
}

/// Bonuses that a mod card adds to statistics.
pub(super) fn stats(table: Section<'_>) -> [i16; crate::cards::STATS] {
    let mut stats = [0; crate::cards::STATS];
    for entry in table.tables("stats") {
        let stat = word(entry, "stat", words::STATS, SW::STAT_01);
        let value = entry.int("value", -50..=50i16);
        let value = if stat == Some(Stat::Vigor) { fives(entry, "value", value) } else { value };
        if let (Some(stat), Some(value)) = (stat, value) {
            stats[stat as usize] = i16::saturating_add(stats[stat as usize], value);
        }
    }
    stats
}
