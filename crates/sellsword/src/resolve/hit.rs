//! What a hit does: wounds first, then statuses and movement in printed order (SW-EFFECT-06). A burst does each of these to
//! all it hits before the next (SW-BURST-04).

use super::attack::{Kind, Strike, attack_of};
use super::cause::Cause;
use super::{cost, forced, status, wounds};
use crate::cards::{Condition, Effect, Join, Verb, When, Whose, Wound};
use crate::decisions::{ON_HIT, PricedTrait, WITH_ATTACK};
use crate::effects::{self, Context};
use crate::events::More;
use crate::victory::Source;
use crate::{Event, Table};
use kernel::{Figure, Flow, Prompt};
use rulebook::SW;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Hit {
    pub critical: bool,
    pub glancing: bool,
}

/// More effects than any attack has.
const MOST: usize = 8;

/// One unit that is hit, while the effects come to pass.
struct Blow {
    target: Figure,
    hit: Hit,
    /// What is added to the first wounds listed.
    bonus: i16,
    /// Which effects the target has suffered.
    took: [bool; MOST],
}

/// An attack and all it hits at once.
struct Volley {
    cause: Cause,
    source: Source,
    effects: Vec<Effect>,
    /// Where the first wounds stand.
    first: Option<usize>,
    blows: Vec<Blow>,
}

/// A hit on a single unit.
///
/// # Errors
/// Pauses for what the defender and the attacker decide.
pub(crate) fn apply(t: &mut Table<'_>, strike: Strike, hit: Hit) -> Flow {
    let cause = Cause::of(t.state, strike.attacker);
    tied_traits(t, strike, Some(hit))?;
    if !t.state.unit(strike.target).on_map() {
        return Ok(());
    }
    let blow = Blow::new(t, strike, hit);
    Volley::new(t, cause, strike, vec![blow]).strike(t)
}

/// Everything a burst does. What each hit adds is settled before anything happens, by how all of them stand now; an
/// attacker that falls meanwhile has cast it all the same (SW-BURST-04).
///
/// # Errors
/// As for [`apply`].
pub(crate) fn burst(t: &mut Table<'_>, burst: Strike, hits: &[(Strike, Hit)], misses: &[Strike]) -> Flow {
    let cause = Cause::to_many(t.state, burst.attacker, hits.len());
    let blows = hits.iter().map(|(strike, hit)| Blow::new(t, *strike, *hit)).collect();
    let tied = hits.iter().map(|(strike, hit)| (*strike, Some(*hit)));
    for (strike, hit) in tied.chain(misses.iter().map(|strike| (*strike, None))) {
        tied_traits(t, strike, hit)?;
    }
    Volley::new(t, cause, burst, blows).strike(t)
}

impl Blow {
    fn new(t: &mut Table<'_>, strike: Strike, hit: Hit) -> Blow {
        Blow { target: strike.target, hit, bonus: bonus_wounds(t, &strike, hit), took: [false; MOST] }
    }
}

impl Volley {
    fn new(t: &Table<'_>, cause: Cause, strike: Strike, blows: Vec<Blow>) -> Volley {
        let effects = attack_of(t.state, strike.attacker, strike.attack).effects.clone();
        let first = effects.iter().position(|effect| matches!(effect.verb, Verb::Wounds { .. }));
        let source = Source { unit: Some(cause.unit), seat: Some(cause.seat), terrain: false };
        Volley { cause, source, effects, first, blows }
    }

    fn strike(&mut self, t: &mut Table<'_>) -> Flow {
        let mut hurt = Vec::with_capacity(self.blows.len());
        for blow in 0..self.blows.len() {
            if t.state.unit(self.blows[blow].target).on_map() {
                hurt.push((self.blows[blow].target, self.wound(t, blow)));
            }
        }
        wounds::take(t, &hurt, self.source)?;
        for at in 0..self.effects.len().min(MOST) {
            self.follow(t, at)?;
        }
        Ok(())
    }

    /// Wounds of the attack are taken together, each effect being reduced by itself (SW-WOUND-13). The answer is how many
    /// are left to take.
    fn wound(&mut self, t: &mut Table<'_>, blow: usize) -> i16 {
        let (mut total, mut listed) = (0, 0);
        for at in 0..self.effects.len().min(MOST) {
            let Effect { join, verb: Verb::Wounds { wound, amount } } = self.effects[at] else { continue };
            if waits(&self.effects, at) || (join == Join::Then && !self.blows[blow].took[at - 1]) {
                continue;
            }
            listed += 1;
            if Some(at) == self.first && self.blows[blow].hit.critical && at > 0 {
                t.note(SW::VARIABLE_02);
            }
            if listed > 1 {
                t.note(SW::WOUND_13);
                t.note(if join == Join::Then { SW::EFFECT_01 } else { SW::EFFECT_02 });
            }
            let left = self.deal(t, blow, at, (wound, amount));
            self.blows[blow].took[at] = left > 0;
            total += left;
        }
        if listed > 1 && total >= 5 {
            t.note(SW::WOUND_13);
        }
        total
    }

    /// What is left of the wounds of one effect.
    fn deal(&self, t: &mut Table<'_>, blow: usize, at: usize, (wound, printed): (Wound, i16)) -> i16 {
        let Blow { target, bonus, .. } = self.blows[blow];
        let amount = if Some(at) == self.first { (printed + bonus).max(0) } else { printed };
        t.note(SW::RESOLVE_08);
        wounds::reduce(t, target, wound, printed, amount)
    }

    /// Statuses and movement, and wounds that waited for them: one effect for all that are hit.
    fn follow(&mut self, t: &mut Table<'_>, at: usize) -> Flow {
        let verb = self.effects[at].verb;
        match verb {
            Verb::Wounds { .. } if !waits(&self.effects, at) => Ok(()),
            Verb::Wounds { wound, amount } => self.wound_late(t, at, (wound, amount)),
            Verb::Status { condition, .. } => {
                for blow in 0..self.blows.len() {
                    if !self.befalls(t, blow, at) {
                        continue;
                    }
                    if self.blows[blow].hit.critical && matches!(condition, Condition::Recurring(_)) {
                        t.note(SW::STATUS_17);
                    }
                    self.blows[blow].took[at] = status::gain(t, &self.cause, self.blows[blow].target, &verb);
                }
                // Held by somebody who has fallen in his own blast.
                if !t.state.unit(self.cause.unit).on_map() {
                    status::drop_stars(t);
                }
                Ok(())
            }
            Verb::MoveSelf(_) => self.move_self(t, at, &verb),
            _ => self.shift(t, at, &verb),
        }
    }

    /// Does the effect come to the target? Says why, and why not.
    fn befalls(&self, t: &mut Table<'_>, blow: usize, at: usize) -> bool {
        let Effect { join, verb } = self.effects[at];
        let Blow { target: unit, took, .. } = self.blows[blow];
        // A dropped target receives nothing more; what the attacker does to itself is another matter (SW-EFFECT-13).
        if !t.state.unit(unit).on_map() && !matches!(verb, Verb::MoveSelf(_)) {
            t.tell(SW::EFFECT_06, || Event::EffectSkipped { unit });
            return false;
        }
        let before = at.saturating_sub(1);
        if join == Join::Then && !took[before] {
            let wounds = matches!(self.effects[before].verb, Verb::Wounds { .. });
            t.tell(if wounds { SW::EFFECT_01 } else { SW::EFFECT_05 }, || Event::EffectSkipped { unit });
            return false;
        }
        match join {
            Join::Then => t.note(SW::EFFECT_01),
            Join::And => t.note(SW::EFFECT_02),
            Join::First => {}
        }
        if at > 1 {
            t.note(SW::EFFECT_03);
        }
        if is_worked_example(&self.effects) {
            t.note(SW::EFFECT_04);
        }
        true
    }

    fn wound_late(&mut self, t: &mut Table<'_>, at: usize, wound: (Wound, i16)) -> Flow {
        let mut hurt = Vec::with_capacity(self.blows.len());
        for blow in 0..self.blows.len() {
            if self.befalls(t, blow, at) {
                t.note(SW::EFFECT_06);
                let left = self.deal(t, blow, at, wound);
                self.blows[blow].took[at] = left > 0;
                hurt.push((self.blows[blow].target, left));
            }
        }
        wounds::take(t, &hurt, self.source)
    }

    /// The attacker moves once, however many it has hit.
    fn move_self(&mut self, t: &mut Table<'_>, at: usize, verb: &Verb) -> Flow {
        let mut moved = None;
        for blow in 0..self.blows.len() {
            if self.befalls(t, blow, at) {
                let alone = self.cause.alone();
                let took = match moved {
                    Some(took) => took,
                    None => forced::apply(t, &alone, self.cause.unit, verb)?,
                };
                moved = Some(took);
                self.blows[blow].took[at] = took;
            }
        }
        Ok(())
    }

    /// Moves all that are hit. Only then it is looked at who still holds whom.
    fn shift(&mut self, t: &mut Table<'_>, at: usize, verb: &Verb) -> Flow {
        let mut waiting: Vec<Figure> = Vec::with_capacity(self.blows.len());
        let due = |blow: &Blow| t.state.unit(blow.target).on_map() && self.may_follow(blow, at);
        waiting.extend(self.blows.iter().filter(|blow| due(blow)).map(|blow| blow.target));
        for blow in 0..self.blows.len() {
            if !waiting.contains(&self.blows[blow].target) {
                self.befalls(t, blow, at);
            }
        }
        while let Some(unit) = forced::next(t, &self.cause, &mut waiting, verb)? {
            let Some(blow) = self.blows.iter().position(|blow| blow.target == unit) else { continue };
            if self.befalls(t, blow, at) {
                self.blows[blow].took[at] = forced::apply(t, &self.cause, unit, verb)?;
            }
        }
        if self.cause.together {
            status::drop_stars(t);
        }
        Ok(())
    }

    fn may_follow(&self, blow: &Blow, at: usize) -> bool {
        self.effects[at].join != Join::Then || blow.took[at.saturating_sub(1)]
    }
}

/// Wounds THEN a status AND another one: the example that the book works through.
fn is_worked_example(effects: &[Effect]) -> bool {
    matches!(
        effects,
        [
            Effect { verb: Verb::Wounds { .. }, .. },
            Effect { join: Join::Then, verb: Verb::Status { .. } },
            Effect { join: Join::And, verb: Verb::Status { .. } },
        ]
    )
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

/// What is added to the first wounds listed: Critical Strike, charge, traits; less for a Glancing Blow (SW-RESOLVE-08).
fn bonus_wounds(t: &mut Table<'_>, strike: &Strike, hit: Hit) -> i16 {
    let mut sum = 0;
    let mut add = |t: &mut Table<'_>, name: &'static str, rule: kernel::Rule, amount: i16| {
        sum += amount;
        t.tell(rule, || Event::WoundBonus { unit: strike.target, name, amount: More(amount.into()) });
    };
    let attack = attack_of(t.state, strike.attacker, strike.attack);
    if effects::first_wound(attack).is_none() {
        return 0;
    }
    if hit.critical {
        add(t, "Critical Strike", SW::VARIABLE_01, 10);
    }
    if strike.kind == Kind::Charge {
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
pub(crate) fn tied_traits(t: &mut Table<'_>, strike: Strike, hit: Option<Hit>) -> Flow {
    let Strike { attacker, target, .. } = strike;
    for at in 0..t.state.sheet(attacker).traits.len() {
        let power = &t.state.sheet(attacker).traits[at];
        let part =
            matches!(power.when, When::Charge | When::Reply) && hit.is_some() && effects::belongs(&strike, power, at);
        let moment = match power.when {
            When::AttackHit => hit.is_some(),
            // A reroll has been asked for with the roll itself (SW-TRAIT-23).
            When::AttackMissed => hit.is_none() && power.effects.iter().all(|effect| effect.verb != Verb::RerollAttack),
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
        effects::carry_out(t, attacker, &reached, &power.effects)?;
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
pub(crate) fn agreed(
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
        let options = [PricedTrait::Use { power: name }, PricedTrait::Without];
        let rule = asked.ask.rule;
        if t.ask_telling(asked, &options, |state, answer| effects::unasked(state, unit, answer, rule))? > 0 {
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
pub(crate) fn declare_traits(t: &mut Table<'_>, strike: Strike, target: Option<Figure>) -> Flow<u16> {
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
