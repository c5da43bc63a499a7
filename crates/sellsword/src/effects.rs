//! Rare traits: whom they reach, when their conditions hold, and what using one does.
//!
//! The vocabulary is closed (SW-TRAIT-14 and following): a trait is a moment, a limit, a cost, conditions, whom it
//! reaches and a list of effects.

mod places;
mod power;

pub(crate) use places::settle;
pub(crate) use power::{Targets, carry_out, reachable, reached, recipients, usable, use_trait};

use crate::cards::{Attack, Cond, Limit, Test, Trait, Verb, When, Who, Whose, Wound};
use crate::decisions::PricedTrait;
use crate::resolve::attack::{Kind, Strike};
use crate::state::State;
use kernel::{Figure, Name, Refusal, Rule};
use rulebook::SW;

/// The attack that standing traits are asked about.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Context<'a> {
    pub target: Option<Figure>,
    pub attack: Option<&'a Attack>,
}

/// Does the unit fit a descriptor test? Living, Injured and Exhausted count as words (SW-TRAIT-15).
pub(crate) fn fits(state: &State, figure: Figure, test: &Test) -> bool {
    let sheet = state.sheet(figure);
    sheet.printed(test) || test.0.iter().any(|word| state_word(state, figure, *word))
}

fn state_word(state: &State, figure: Figure, word: Name) -> bool {
    match word.text() {
        "living" => state.sheet(figure).living,
        "injured" => state.unit(figure).boxes != 0,
        "exhausted" => state.exhausted(figure),
        _ => false,
    }
}

/// Does a trait of `bearer` reach `other` (SW-TRAIT-29)? Sight is asked by the caller where the trait needs it.
pub(crate) fn reaches(state: &State, bearer: Figure, who: &Who, other: Figure) -> bool {
    let itself = bearer == other;
    let same_side = !state.enemies(bearer, other);
    let side = match who.whose {
        Whose::Itself => itself,
        Whose::Ally => same_side && !itself,
        Whose::Friend => same_side,
        Whose::Enemy => !same_side,
        Whose::All => !itself,
        Whose::Any => true,
        Whose::Target => false,
    };
    side && fits(state, other, &who.has) && (who.within == 0 || itself || state.distance(bearer, other) <= who.within)
}

/// Do all conditions of a trait of `bearer` hold?
pub(crate) fn holds(state: &State, bearer: Figure, conds: &[Cond], context: Context<'_>) -> bool {
    conds.iter().all(|cond| match cond {
        Cond::SelfInjured => state.unit(bearer).boxes != 0,
        Cond::TargetLiving => context.target.is_some_and(|target| state.sheet(target).living),
        Cond::TargetHas(test) => context.target.is_some_and(|target| fits(state, target, test)),
        Cond::AllyAdjacent(test) => allies_adjacent(state, bearer).any(|ally| fits(state, ally, test)),
        Cond::AllyAdjacentLevel(level) => allies_adjacent(state, bearer).any(|ally| state.sheet(ally).level >= *level),
        Cond::AttackType(wound) => context.attack.and_then(first_wound) == Some(*wound),
        Cond::NonadjacentTarget => context.target.is_some_and(|target| !state.adjacent(bearer, target)),
        Cond::NotMovedThisTurn => state.turn.unit != Some(bearer) || !state.turn.moved,
    })
}

fn allies_adjacent(state: &State, bearer: Figure) -> impl Iterator<Item = Figure> + '_ {
    state
        .standing()
        .filter(move |other| *other != bearer && !state.enemies(bearer, *other) && state.adjacent(bearer, *other))
}

/// The first wound type an attack lists.
pub(crate) fn first_wound(attack: &Attack) -> Option<Wound> {
    attack.effects.iter().find_map(|effect| match effect.verb {
        Verb::Wounds { wound, .. } => Some(wound),
        _ => None,
    })
}

/// A standing bonus that applies now.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bonus {
    pub title: &'static str,
    pub value: i16,
    pub bearer: Figure,
    pub rule: Rule,
    /// The trait asks for a state such as Exhausted (SW-TRAIT-15), or for Living (SW-STATUS-21).
    pub states: bool,
    pub living: bool,
}

/// Every standing bonus of a kind that reaches `affected`. Two copies of the same named trait count once, different
/// names add up (SW-MOD-11).
pub(crate) fn standing(
    state: &State,
    affected: Figure,
    context: Context<'_>,
    wanted: impl Fn(&Verb) -> Option<i16>,
    mut found: impl FnMut(Bonus),
) {
    let mut names = [None; 12];
    let mut count = 0;
    for (at, unit) in state.units.iter().enumerate() {
        let bearer = Figure(at as u16);
        if !unit.on_map() && bearer != affected {
            continue;
        }
        let sheet = state.sheet(bearer);
        for index in &sheet.standing {
            let t = &sheet.traits[*index as usize];
            if priced(t) {
                continue;
            }
            let Some(value) = t.effects.iter().find_map(|effect| wanted(&effect.verb)) else {
                continue;
            };
            let applies = state.has_trait(bearer, *index as usize)
                && holds(state, bearer, &t.conds, context)
                && reaches(state, bearer, &t.who, affected)
                && !names[..count].contains(&Some(t.name));
            if applies {
                if count < names.len() {
                    names[count] = Some(t.name);
                    count += 1;
                }
                found(bonus(t, value, bearer));
            }
        }
    }
}

/// Bonuses of the attacker's own traits that belong to this attack: to every charge or every reply, or paid for when it
/// was declared (SW-TRAIT-19).
pub(crate) fn tied(
    state: &State,
    strike: &Strike,
    context: Context<'_>,
    wanted: impl Fn(&Verb) -> Option<i16>,
    mut found: impl FnMut(Bonus),
) {
    for (at, power) in state.sheet(strike.attacker).traits.iter().enumerate() {
        if belongs(strike, power, at)
            && state.has_trait(strike.attacker, at)
            && holds(state, strike.attacker, &power.conds, context)
        {
            for value in power.effects.iter().filter_map(|effect| wanted(&effect.verb)) {
                found(bonus(power, value, strike.attacker));
            }
        }
    }
}

/// Is a trait part of this attack?
pub(crate) fn belongs(strike: &Strike, power: &Trait, at: usize) -> bool {
    let part = match power.when {
        When::Charge => strike.kind == Kind::Charge,
        When::Reply => strike.kind == Kind::Reply,
        When::Always => priced(power) && power.who.whose == Whose::Itself,
        _ => false,
    };
    part && (!priced(power) || strike.paid >> at.min(15) & 1 == 1)
}

/// A price or a limit makes a trait that belongs to an attack a matter of choice.
pub(crate) fn priced(power: &Trait) -> bool {
    costs(power) || power.limit != Limit::None
}

/// Has the trait a cost, and is its use optional therefore (SW-TRAIT-18)?
pub(crate) fn costs(power: &Trait) -> bool {
    power.acts > 0 || power.token.is_some() || power.vigor > 0
}

fn bonus(power: &Trait, value: i16, bearer: Figure) -> Bonus {
    Bonus {
        title: power.title,
        value,
        bearer,
        rule: power.entry.unwrap_or(SW::TRAIT_20),
        states: asks_state(power),
        living: asks_living(power),
    }
}

/// Does the trait look at a state rather than at a printed word (SW-TRAIT-15)?
pub(crate) fn asks_state(power: &Trait) -> bool {
    names_word(power, &["living", "injured", "exhausted"])
        || power.conds.iter().any(|cond| matches!(cond, Cond::SelfInjured | Cond::TargetLiving))
}

/// Does the trait ask whether somebody is Living (SW-STATUS-21)?
pub(crate) fn asks_living(power: &Trait) -> bool {
    names_word(power, &["living"]) || power.conds.contains(&Cond::TargetLiving)
}

fn names_word(power: &Trait, words: &[&str]) -> bool {
    let named = |test: &Test| test.0.iter().any(|word| words.contains(&word.text()));
    named(&power.who.has)
        || power
            .conds
            .iter()
            .any(|cond| matches!(cond, Cond::TargetHas(test) | Cond::AllyAdjacent(test) if named(test)))
}

/// Why another trait than the one that is asked about cannot be used now.
///
/// # Errors
/// That there is none such, that it is used up or cannot be paid, or that its moment is another.
pub(crate) fn unasked(state: &State, unit: Figure, answer: &PricedTrait, rule: Rule) -> Result<(), Refusal> {
    let PricedTrait::Use { power } = answer else {
        return Ok(());
    };
    let Some(at) = state.sheet(unit).traits.iter().position(|own| own.name == *power) else {
        return Err(Refusal::new(SW::UNIT_01, "its cards have no such trait"));
    };
    usable(state, unit, at)?;
    Err(Refusal::new(rule, "that trait is not what is asked about at this moment"))
}

/// Has a limited trait been used up (SW-TRAIT-30)?
pub(crate) fn spent(state: &State, bearer: Figure, at: usize) -> bool {
    let unit = state.unit(bearer);
    let bit = 1u16 << at.min(15);
    match state.sheet(bearer).traits[at].limit {
        Limit::None => false,
        Limit::Turn => unit.used_turn & bit != 0,
        Limit::Round => unit.used_round & bit != 0,
        Limit::Match => unit.used_match & bit != 0,
    }
}

pub(crate) fn mark_used(state: &mut State, bearer: Figure, at: usize) {
    let bit = 1u16 << at.min(15);
    let unit = state.unit_mut(bearer);
    unit.used_turn |= bit;
    unit.used_round |= bit;
    unit.used_match |= bit;
}
