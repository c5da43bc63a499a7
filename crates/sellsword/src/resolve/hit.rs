//! What a hit does: wounds first, then statuses and movement in printed order (SW-EFFECT-06).

use super::attack::{Strike, attack_of};
use super::{cost, forced, status, wounds};
use crate::cards::{Effect, Join, Verb, When, Whose, Wound};
use crate::decisions::{ON_HIT, PricedTrait, WITH_ATTACK};
use crate::effects::{self, Context};
use crate::victory::Source;
use crate::{Event, Table};
use kernel::{Figure, Flow, Prompt};
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
    tied_traits(t, strike, true)?;
    if !t.state.unit(target).on_map() || t.state.is_over() {
        return Ok(());
    }
    let bonus = bonus_wounds(t, &strike, hit);
    let effects: Vec<Effect> = attack_of(t.state, attacker, strike.attack).effects.clone();
    let first = effects.iter().position(|effect| matches!(effect.verb, Verb::Wounds { .. }));
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
        if listed > 1 {
            t.note(SW::WOUND_13);
            t.note(if effect.join == Join::Then { SW::EFFECT_01 } else { SW::EFFECT_02 });
        }
        let left = deal(t, target, wound, amount, amount_of(at, amount));
        took[at] = left > 0;
        total += left;
    }
    if listed > 1 && total >= 5 {
        t.note(SW::WOUND_13);
    }
    wounds::take(t, target, total, source)?;

    // Then statuses and movement, and wounds that waited for them.
    for (at, effect) in effects.iter().enumerate().take(MOST) {
        // A dropped target receives nothing more; what the attacker does to itself is another matter (SW-EFFECT-13).
        let taken = matches!(effect.verb, Verb::Wounds { .. }) && !waits(&effects, at);
        if taken {
            continue;
        }
        if !t.state.unit(target).on_map() && !matches!(effect.verb, Verb::MoveSelf(_)) {
            t.tell(SW::EFFECT_06, || Event::EffectSkipped { unit: target });
            continue;
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
        t.tell(rule, || Event::WoundBonus { unit: strike.target, name, amount: amount.into() });
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
    let mut found = [("", 0, false, false, false); 8];
    let mut count = 0;
    let attack = attack_of(t.state, strike.attacker, strike.attack);
    let context = Context { target: Some(strike.target), attack: Some(attack) };
    let mut keep = |bonus: effects::Bonus, tied: bool| {
        if count < found.len() {
            found[count] = (bonus.title, bonus.value, tied, bonus.states, bonus.living);
            count += 1;
        }
    };
    effects::standing(t.state, strike.attacker, context, damage_bonus, |bonus| keep(bonus, false));
    effects::tied(t.state, strike, context, damage_bonus, |bonus| keep(bonus, true));
    for (title, value, tied, states, living) in found.into_iter().take(count) {
        for (applies, rule) in [(tied, SW::TRAIT_19), (states, SW::TRAIT_15), (living, SW::STATUS_21)] {
            if applies {
                t.note(rule);
            }
        }
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

/// Traits that come into play once it is known that the attack hits, before its wounds are taken, or misses; with a price
/// they are the attacker's choice (SW-TRAIT-19).
///
/// # Errors
/// Pauses for that choice and for what the traits do.
pub fn tied_traits(t: &mut Table<'_>, strike: Strike, hit: bool) -> Flow {
    let Strike { attacker, target, .. } = strike;
    for at in 0..t.state.sheet(attacker).traits.len() {
        let power = &t.state.sheet(attacker).traits[at];
        let part = matches!(power.when, When::Charge | When::Reply) && hit && effects::belongs(&strike, power, at);
        let moment = match power.when {
            When::AttackHit => hit,
            // A reroll has been asked for with the roll itself (SW-TRAIT-23).
            When::AttackMissed => !hit && power.effects.iter().all(|effect| effect.verb != Verb::RerollAttack),
            _ => part && power.effects.iter().any(|effect| !is_bonus(&effect.verb)),
        };
        if !moment || (!part && effects::spent(t.state, attacker, at)) || !t.state.has_trait(attacker, at) {
            continue;
        }
        let context = Context { target: Some(target), attack: Some(attack_of(t.state, attacker, strike.attack)) };
        if !effects::holds(t.state, attacker, &power.conds, context) {
            continue;
        }
        let power = power.clone();
        // What belongs to a charge or a reply was paid for when that was declared.
        if !part && !agreed(t, attacker, at, Some(target), ON_HIT)? {
            continue;
        }
        t.tell(SW::TRAIT_19, || Event::TraitUsed { unit: attacker, name: power.name });
        let reached =
            if power.who.whose == Whose::Target { vec![target] } else { effects::reached(t, attacker, at, None)? };
        for unit in reached {
            effects::carry_out(t, attacker, unit, &power.effects)?;
        }
    }
    Ok(())
}

fn is_bonus(verb: &Verb) -> bool {
    matches!(verb, Verb::AttackBonus(_) | Verb::DamageBonus(_))
}

/// Asks whether a trait is used where it has a price, and takes the price; false if it cannot be paid or is declined.
///
/// # Errors
/// Pauses for the choice.
pub fn agreed(
    t: &mut Table<'_>,
    unit: Figure,
    at: usize,
    about: Option<Figure>,
    prompt: Prompt<PricedTrait>,
) -> Flow<bool> {
    let power = &t.state.sheet(unit).traits[at];
    let (name, token, vigor) = (power.name, power.token, power.vigor);
    if cost::payable(t.state, unit, token, vigor).is_err() {
        return Ok(false);
    }
    if token.is_some() || vigor > 0 {
        let asked = prompt.to(t.state.side(unit)).actor(unit).about(about);
        if t.ask(asked, &[PricedTrait::Use { power: name }, PricedTrait::Without])? == PricedTrait::Without {
            return Ok(false);
        }
    }
    cost::pay(t, unit, token, vigor);
    effects::mark_used(t.state, unit, at);
    Ok(true)
}

/// Traits with a price or a limit that name no moment of their own are declared, and paid, with the attack
/// (SW-TRAIT-19). The answer is a set of bits over the unit's traits.
///
/// # Errors
/// Pauses for each choice.
pub fn declare_traits(t: &mut Table<'_>, strike: Strike, target: Option<Figure>) -> Flow<u16> {
    let unit = strike.attacker;
    let mut paid = 0;
    for at in 0..t.state.sheet(unit).traits.len().min(16) {
        let power = &t.state.sheet(unit).traits[at];
        let if_paid = Strike { paid: 1 << at, ..strike };
        let fits = effects::priced(power)
            && effects::belongs(&if_paid, power, at)
            && !effects::spent(t.state, unit, at)
            && t.state.has_trait(unit, at);
        let context = Context { target, attack: Some(attack_of(t.state, unit, strike.attack)) };
        if !fits || (target.is_some() && !effects::holds(t.state, unit, &power.conds, context)) {
            continue;
        }
        let helps = power.when != When::Always || power.effects.iter().any(|effect| is_bonus(&effect.verb));
        let name = power.name;
        if helps && agreed(t, unit, at, target, WITH_ATTACK)? {
            paid |= 1 << at;
            t.note(SW::ATTACK_05);
            t.tell(SW::TRAIT_19, || Event::TraitUsed { unit, name });
        }
    }
    Ok(paid)
}
