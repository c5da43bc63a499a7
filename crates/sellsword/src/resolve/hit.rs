//! What a hit does: wounds first, then statuses and movement in printed order (SW-EFFECT-06).

use super::attack::{Strike, attack_of};
use super::{cost, forced, status, wounds};
use crate::cards::{Effect, Join, Trait, Verb, When, Wound};
use crate::effects::{self, Context, OnName};
use crate::victory::Source;
use crate::{Event, Sellsword, Table};
use kernel::{Ask, Choice, Figure, Flow, Name, Offer};
use rulebook::SW;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hit {
    pub critical: bool,
    pub glancing: bool,
}

/// What became of each effect of the attack.
const MOST: usize = 8;

/// # Errors
/// Pauses for what the defender and the attacker decide.
pub fn apply(t: &mut Table<'_>, strike: Strike, hit: Hit) -> Flow {
    let Strike { attacker, target, .. } = strike;
    // A unit dropped by the same burst receives nothing more.
    if !t.state.unit(target).on_map() {
        return Ok(());
    }
    let seat = t.state.side(attacker);
    let source = Source { unit: Some(attacker), seat: Some(seat), terrain: false };
    on_hit_traits(t, strike)?;
    let bonus = bonus_wounds(t, &strike, hit);
    let effects: Vec<Effect> = attack_of(t.state, attacker, strike.attack).effects.clone();
    let first = effects.iter().position(|effect| matches!(effect.verb, Verb::Wounds { .. }));
    if first.is_none() && hit.critical {
        t.note(SW::VARIABLE_02);
    }
    let amount_of = |at: usize, amount: i16| if Some(at) == first { (amount + bonus).max(0) } else { amount };

    // Wounds of the attack are taken together, each effect being reduced by itself (SW-WOUND-13).
    let mut took = [false; MOST];
    let mut total = 0;
    let mut listed = 0;
    for (at, effect) in effects.iter().enumerate().take(MOST) {
        let Verb::Wounds { wound, amount } = effect.verb else { continue };
        if waits(&effects, at) {
            continue;
        }
        if effect.join == Join::Then && !took[at - 1] {
            continue;
        }
        listed += 1;
        if Some(at) == first && hit.critical && at > 0 {
            t.note(SW::VARIABLE_02);
        }
        let left = deal(t, target, wound, amount, amount_of(at, amount));
        took[at] = left > 0;
        total += left;
    }
    if listed > 1 {
        t.note(SW::WOUND_13);
        t.note(SW::EFFECT_02);
    }
    wounds::take(t, target, total, source)?;

    // Then statuses and movement, and wounds that waited for them.
    for (at, effect) in effects.iter().enumerate().take(MOST) {
        if !t.state.unit(target).on_map() {
            t.note(SW::EFFECT_06);
            break;
        }
        if effect.join == Join::Then && !took[at.saturating_sub(1)] {
            let rule = match effects[at.saturating_sub(1)].verb {
                Verb::Wounds { .. } => SW::EFFECT_01,
                _ => SW::EFFECT_05,
            };
            t.tell(rule, || Event::EffectSkipped { unit: target });
            continue;
        }
        match effect.join {
            Join::Then => t.note(SW::EFFECT_01),
            Join::And => t.note(SW::EFFECT_02),
            Join::First => {}
        }
        if at > 1 {
            t.note(SW::EFFECT_03);
        }
        if attack_of(t.state, attacker, strike.attack).name.text() == "bear-trap" {
            t.note(SW::EFFECT_04);
        }
        took[at] = match effect.verb {
            Verb::Wounds { wound, amount } if waits(&effects, at) => {
                t.note(SW::EFFECT_06);
                let left = deal(t, target, wound, amount, amount_of(at, amount));
                wounds::take(t, target, left, source)?;
                left > 0
            }
            Verb::Wounds { .. } => took[at],
            Verb::Status { condition, .. } => {
                if hit.critical && matches!(condition, crate::cards::Condition::Recurring(_)) {
                    t.note(SW::STATUS_17);
                }
                status::gain(t, Some(attacker), seat, target, &effect.verb)
            }
            Verb::MoveSelf(_) => forced::apply(t, attacker, attacker, &effect.verb)?,
            _ => forced::apply(t, attacker, target, &effect.verb)?,
        };
    }
    Ok(())
}

/// Wounds behind a THEN whose condition is a status or a movement wait for it (SW-EFFECT-06).
fn waits(effects: &[Effect], at: usize) -> bool {
    if effects[at].join != Join::Then || at == 0 {
        return false;
    }
    match effects[at - 1].verb {
        Verb::Wounds { .. } => waits(effects, at - 1),
        _ => true,
    }
}

fn deal(t: &mut Table<'_>, target: Figure, wound: Wound, printed: i16, amount: i16) -> i16 {
    t.note(SW::RESOLVE_08);
    wounds::reduce(t, target, wound, printed, amount)
}

/// What is added to the first wounds listed: Critical Strike, charge, traits; less for a Glancing Blow (SW-RESOLVE-08).
fn bonus_wounds(t: &mut Table<'_>, strike: &Strike, hit: Hit) -> i16 {
    let mut sum = 0;
    let mut add = |t: &mut Table<'_>, name: &'static str, rule: kernel::Rule, amount: i16| {
        sum += amount;
        t.tell(rule, || Event::WoundBonus { name, amount: amount.into() });
    };
    let attack = attack_of(t.state, strike.attacker, strike.attack);
    if effects::first_wound(attack).is_none() {
        return 0;
    }
    if hit.critical {
        add(t, "Critical Strike", SW::VARIABLE_01, 10);
    }
    if strike.charge {
        add(t, "charge", SW::CHARGE_07, 5);
    }
    let mut found = [("", 0); 8];
    let mut count = 0;
    let attack = attack_of(t.state, strike.attacker, strike.attack);
    let context = Context { target: Some(strike.target), attack: Some(attack) };
    let mut keep = |title, value| {
        if count < found.len() {
            found[count] = (title, value);
            count += 1;
        }
    };
    effects::standing(t.state, strike.attacker, context, damage_bonus, |bonus| keep(bonus.title, bonus.value));
    for (at, power) in t.state.sheet(strike.attacker).traits.iter().enumerate() {
        if part_of(strike, power) && t.state.has_trait(strike.attacker, at) && effects::holds(t.state, strike.attacker, &power.conds, context) {
            for effect in &power.effects {
                if let Some(value) = damage_bonus(&effect.verb) {
                    keep(power.title, value);
                }
            }
        }
    }
    for (title, value) in found.into_iter().take(count) {
        t.note(SW::TRAIT_19);
        add(t, title, SW::TRAIT_20, value);
    }
    if hit.glancing {
        add(t, "Glancing Blow", SW::VARIABLE_05, -5);
    }
    sum
}

fn damage_bonus(verb: &Verb) -> Option<i16> {
    match verb {
        Verb::DamageBonus(value) => Some(*value),
        _ => None,
    }
}

/// Traits that belong to every charge or every reply and ask no price (SW-TRAIT-19).
fn part_of(strike: &Strike, power: &Trait) -> bool {
    let free = power.token.is_none() && power.vigor == 0;
    free && ((power.when == When::Charge && strike.charge) || (power.when == When::Reply && strike.reply))
}

/// Traits that come into play when the attack has hit, before the wounds are taken; with a price they are the
/// attacker's choice (SW-TRAIT-19).
fn on_hit_traits(t: &mut Table<'_>, strike: Strike) -> Flow {
    let Strike { attacker, target, .. } = strike;
    for at in 0..t.state.sheet(attacker).traits.len() {
        let power = &t.state.sheet(attacker).traits[at];
        if power.when != When::AttackHit || effects::spent(t.state, attacker, at) || !t.state.has_trait(attacker, at) {
            continue;
        }
        let context = Context { target: Some(target), attack: Some(attack_of(t.state, attacker, strike.attack)) };
        if !effects::holds(t.state, attacker, &power.conds, context) || cost::payable(t.state, attacker, power.token, power.vigor).is_err() {
            continue;
        }
        let power = power.clone();
        if power.token.is_some() || power.vigor > 0 {
            let seat = t.state.side(attacker);
            let options = [UseOrNot(Some(power.name)), UseOrNot(None)];
            if t.pick(Ask::new(seat, "on-hit", SW::TRAIT_19).actor(attacker).about(target), &options)? == 1 {
                continue;
            }
        }
        cost::pay(t, attacker, power.token, power.vigor);
        effects::mark_used(t.state, attacker, at);
        t.tell(SW::TRAIT_19, || Event::TraitUsed { unit: attacker, name: power.name });
        effects::carry_out(t, attacker, target, &power.effects)?;
    }
    Ok(())
}

/// `use NAME` or `decline`.
#[derive(Debug)]
pub struct UseOrNot(pub Option<Name>);

impl Offer<Sellsword> for UseOrNot {
    fn choice(&self, state: &crate::State) -> Choice {
        match self.0 {
            Some(name) => OnName("use", name).choice(state),
            None => Choice::new(Name::of("decline"), &[]),
        }
    }
}
