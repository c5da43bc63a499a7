//! Using a rare trait: as an act, at the start or end of a round, at the start or end of a turn.

use super::places::{free_step, free_steps, make_terrain, reappear, summon};
use super::{Context, asks_living, asks_state, fits, holds, mark_used, reaches, spent};
use crate::cards::{Condition, Effect, InjuryBox, Join, Test, Verb, When, Who, Whose};
use crate::decisions::{CURE, Curing, HEAL, Healing, TARGET, TraitTarget};
use crate::field::Buffers;
use crate::resolve::cause::Cause;
use crate::resolve::{cost, forced, status, vigor, wounds};
use crate::state::{Place, State};
use crate::victory::Source;
use crate::{Event, Table, sight};
use kernel::{Figure, Flow, Name, Refusal};
use rulebook::SW;

/// Whom a trait would reach now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Targets {
    /// Everybody at once, perhaps nobody.
    All(Vec<Figure>),
    /// One of these, to be chosen.
    One(Vec<Figure>),
}

/// May this trait be used now, as far as the unit, its costs and limits go?
///
/// # Errors
/// The rule that forbids it.
pub(crate) fn usable(state: &State, bearer: Figure, at: usize) -> Result<(), Refusal> {
    let sheet = state.sheet(bearer);
    let t = &sheet.traits[at];
    if !state.has_trait(bearer, at) {
        return Err(Refusal::new(SW::INJURY_12, "an injury has taken that trait away"));
    }
    if spent(state, bearer, at) {
        return Err(Refusal::new(SW::TRAIT_30, "that trait has been used as often as it may"));
    }
    if t.when == When::Act && state.turn.unit != Some(bearer) {
        return Err(Refusal::new(SW::TRAIT_18, "a trait used as an act needs the unit's own turn"));
    }
    cost::payable(state, bearer, t.token, t.vigor)?;
    // The start or the end of a turn takes no act unless the card says so (SW-TRAIT-18).
    if matches!(t.when, When::TurnStart | When::TurnEnd) && t.acts > 0 {
        crate::act::affordable(state, bearer, crate::cards::ActKind::Trait, t.acts)?;
    }
    if !holds(state, bearer, &t.conds, Context::default()) {
        return Err(Refusal::new(SW::TRAIT_14, "its conditions are not met"));
    }
    let moves = t.effects.iter().any(|effect| matches!(effect.verb, Verb::PlaceSelf(_)));
    if moves && state.unit(bearer).has(Condition::Pinned) {
        return Err(Refusal::new(SW::TRAIT_25, "a Pinned unit may not reappear elsewhere"));
    }
    match recipients(state, bearer, at) {
        Targets::One(list) if list.is_empty() => Err(Refusal::new(SW::TRAIT_29, "the trait reaches nobody")),
        _ => Ok(()),
    }
}

/// Who fits, at this moment (SW-TRAIT-29).
pub(crate) fn recipients(state: &State, bearer: Figure, at: usize) -> Targets {
    let t = &state.sheet(bearer).traits[at];
    if matches!(t.who.whose, Whose::Itself | Whose::Target) {
        return Targets::All(vec![bearer]);
    }
    let mut buffers = Buffers::default();
    let list = state
        .standing()
        .filter(|other| reaches(state, bearer, &t.who, *other))
        .filter(|other| !t.who.sight || *other == bearer || sight::view(state, bearer, *other, &mut buffers).visible())
        .filter(|other| of_use(state, bearer, *other, &t.effects))
        .collect();
    if t.who.one { Targets::One(list) } else { Targets::All(list) }
}

/// Why a trait does not reach a unit.
///
/// # Errors
/// The condition that does not hold.
pub(crate) fn reachable(state: &State, bearer: Figure, at: usize, unit: Figure) -> Result<(), Refusal> {
    let power = &state.sheet(bearer).traits[at];
    let who = &power.who;
    let reason = if !state.unit(unit).on_map() {
        "that unit is not on the map"
    } else if !reaches(state, bearer, &Who { has: Test(Vec::new()), within: 0, ..who.clone() }, unit) {
        "the trait is not for units of that side"
    } else if !fits(state, unit, &who.has) {
        "the trait is for units of another description"
    } else if !reaches(state, bearer, who, unit) {
        let (range, most) = (state.distance(bearer, unit).into(), who.within.into());
        return Err(Refusal::with(SW::TRAIT_29, "the distance to the unit is {0}, the trait reaches {1}", range, most));
    } else if who.sight && unit != bearer && !sight::view(state, bearer, unit, &mut Buffers::default()).visible() {
        "the trait needs sight of the unit"
    } else if !of_use(state, bearer, unit, &power.effects) {
        "the trait would do nothing to that unit"
    } else {
        return Ok(());
    };
    Err(Refusal::new(SW::TRAIT_29, reason))
}

/// A trait that reaches one unit is offered only where it could do something.
fn of_use(state: &State, bearer: Figure, other: Figure, effects: &[Effect]) -> bool {
    effects.iter().any(|effect| match effect.verb {
        Verb::Heal(_) => healable(state, other).next().is_some(),
        Verb::Cure(which) => state.unit(other).statuses.iter().any(|status| cures(which, status.condition)),
        Verb::FreeStep(_) => other == bearer || !free_steps(state, other).is_empty(),
        _ => true,
    })
}

/// Boxes that can be healed: never Mortal (SW-INJURY-13).
fn healable(state: &State, unit: Figure) -> impl Iterator<Item = u8> + '_ {
    let boxes = &state.sheet(unit).boxes;
    (0..boxes.len() as u8)
        .filter(move |at| boxes[*at as usize] != InjuryBox::Mortal && state.unit(unit).boxes >> at & 1 == 1)
}

/// Pays for a trait and carries it out. `chosen` is the unit picked for a trait that reaches one.
///
/// # Errors
/// Pauses for the choices it leaves open.
pub(crate) fn use_trait(t: &mut Table<'_>, bearer: Figure, at: usize, chosen: Option<Figure>) -> Flow {
    let power = t.state.sheet(bearer).traits[at].clone();
    if matches!(power.when, When::TurnStart | When::TurnEnd) && power.acts > 0 {
        crate::act::spend(t, crate::cards::ActKind::Trait, power.acts);
    }
    cost::pay(t, bearer, power.token, power.vigor);
    mark_used(t.state, bearer, at);
    t.note(SW::TRAIT_14);
    if at >= t.state.sheet(bearer).card.traits.len() {
        t.note(SW::MOD_01);
    }
    if let Some(entry) = power.entry {
        t.note(entry);
    }
    match power.when {
        When::RoundStart => t.note(SW::ROUND_02),
        When::RoundEnd => t.note(SW::ROUND_03),
        When::TurnStart | When::TurnEnd => t.note(SW::TRAIT_18),
        _ => {}
    }
    if power.limit != crate::cards::Limit::None {
        t.note(SW::TRAIT_30);
    }
    if asks_state(&power) {
        t.note(SW::TRAIT_15);
    }
    if asks_living(&power) {
        t.note(SW::STATUS_21);
    }
    t.tell(SW::ACT_07, || Event::TraitUsed { unit: bearer, name: power.name });
    let reached = reached(t, bearer, at, chosen)?;
    if power.who.whose == Whose::All || power.who.whose == Whose::Any {
        t.note(SW::MOD_12);
    }
    carry_out(t, bearer, &reached, &power.effects)
}

/// The units a trait takes effect on; where it reaches one, its controller chooses (SW-TRAIT-29).
///
/// # Errors
/// Pauses for that choice.
pub(crate) fn reached(t: &mut Table<'_>, bearer: Figure, at: usize, chosen: Option<Figure>) -> Flow<Vec<Figure>> {
    let list = match (recipients(t.state, bearer, at), chosen) {
        (Targets::All(list), _) => return Ok(list),
        (Targets::One(list), Some(unit)) if list.contains(&unit) => return Ok(vec![unit]),
        (Targets::One(list), _) => list,
    };
    if list.is_empty() {
        return Ok(list);
    }
    let options: Vec<TraitTarget> = list.into_iter().map(|unit| TraitTarget::On { unit }).collect();
    let judge = |state: &State, TraitTarget::On { unit }: &TraitTarget| reachable(state, bearer, at, *unit);
    let picked = t.ask_telling(TARGET.to(t.state.side(bearer)).actor(bearer), &options, judge)?;
    let TraitTarget::On { unit } = options[picked];
    Ok(vec![unit])
}

/// A trait's effects in printed order, each on all units that it reaches before the next; THEN looks at the effect before it
/// on the same unit (SW-EFFECT-03).
pub(crate) fn carry_out(t: &mut Table<'_>, bearer: Figure, units: &[Figure], effects: &[Effect]) -> Flow {
    let cause = Cause::to_many(t.state, bearer, units.len());
    let mut took = vec![true; units.len()];
    for effect in effects {
        let mut due = Vec::with_capacity(units.len());
        for (at, unit) in units.iter().copied().enumerate() {
            if effect.join == Join::Then && !took[at] {
                t.tell(SW::EFFECT_01, || Event::EffectSkipped { unit });
            } else if unit != bearer && t.state.unit(unit).place == Place::Dropped {
                t.tell(SW::EFFECT_06, || Event::EffectSkipped { unit });
                took[at] = false;
            } else {
                due.push(at);
            }
        }
        match effect.verb {
            Verb::Wounds { wound, amount } => {
                let mut hurt = Vec::with_capacity(due.len());
                for at in due {
                    let left = wounds::dealt(t, units[at], wound, amount);
                    took[at] = left > 0;
                    hurt.push((units[at], left));
                }
                let source = Source { unit: Some(bearer), seat: Some(cause.seat), terrain: false };
                wounds::take(t, &hurt, source)?;
            }
            Verb::Push(_) | Verb::Pull(_) | Verb::Move(_) | Verb::Recoil(_) => {
                let mut waiting: Vec<Figure> = due.iter().map(|at| units[*at]).collect();
                while let Some(unit) = forced::next(t, &cause, &mut waiting, &effect.verb)? {
                    let moved = forced::apply(t, &cause, unit, &effect.verb)?;
                    due.iter().filter(|at| units[**at] == unit).for_each(|at| took[*at] = moved);
                }
                if cause.together {
                    status::drop_stars(t);
                }
            }
            verb => {
                for at in due {
                    took[at] = befall(t, &cause, units[at], &verb)?;
                }
            }
        }
    }
    Ok(())
}

/// One effect on one unit; true if it took place.
fn befall(t: &mut Table<'_>, cause: &Cause, unit: Figure, verb: &Verb) -> Flow<bool> {
    let bearer = cause.unit;
    Ok(match *verb {
        Verb::GainVigor(amount) => {
            t.note(SW::TRAIT_22);
            vigor::gain(t, unit, amount) > 0
        }
        Verb::Heal(count) => heal(t, bearer, unit, count)?,
        Verb::Cure(which) => cure(t, bearer, unit, which)?,
        Verb::ExtraAct(count) => extra_act(t, unit, count),
        Verb::Summon { unit: id, count, within } => summon(t, bearer, id, count, within)?,
        Verb::PlaceSelf(within) => reappear(t, bearer, within)?,
        Verb::FreeStep(_) => free_step(t, unit)?,
        Verb::Terrain { kind, reach, radius } => make_terrain(t, bearer, kind, reach, radius)?,
        Verb::Status { .. } => status::gain(t, cause, unit, verb),
        Verb::MoveSelf(_) => forced::apply(t, &cause.alone(), bearer, verb)?,
        // Wounds and movement of others befall all at once.
        Verb::Wounds { .. } | Verb::Push(_) | Verb::Pull(_) | Verb::Move(_) | Verb::Recoil(_) => false,
        // Standing effects and rerolls act where they are asked for, not when a trait is used.
        Verb::AttackBonus(_)
        | Verb::DamageBonus(_)
        | Verb::StatBonus(..)
        | Verb::RecoveryBonus(_)
        | Verb::AllowThree(_)
        | Verb::RerollAttack
        | Verb::IgnoreInvisible(_)
        | Verb::Forbid(_) => false,
    })
}

/// Acts beyond the usual ones. The restrictions of the rulebook bind all the same: a Helpless unit gains none, and one
/// under enemy control keeps its single act (SW-EXCEPT-03, SW-TRAIT-32).
fn extra_act(t: &mut Table<'_>, unit: Figure, count: u8) -> bool {
    if t.state.turn.unit != Some(unit) {
        return false;
    }
    t.note(SW::EXCEPT_02);
    t.note(SW::TRAIT_32);
    if t.state.unit(unit).has(Condition::Helpless) || t.state.turn.single {
        t.note(SW::EXCEPT_01);
        t.note(SW::EXCEPT_03);
        return false;
    }
    t.state.turn.acts += count as i8;
    true
}

/// The controller of the healing effect chooses the box (SW-INJURY-13).
fn heal(t: &mut Table<'_>, bearer: Figure, unit: Figure, count: u8) -> Flow<bool> {
    let mut healed = false;
    for left in (1..=count).rev() {
        let boxes: Vec<u8> = healable(t.state, unit).collect();
        if boxes.is_empty() {
            break;
        }
        let name = |at: &u8| t.state.sheet(unit).boxes[usize::from(*at)].name();
        let mut options: Vec<Healing> = boxes.iter().map(|at| Healing::Heal { injury: name(at) }).collect();
        // Where all are healed there is nothing to choose.
        options.truncate(if usize::from(left) >= options.len() { 1 } else { options.len() });
        let asked = HEAL.to(t.state.side(bearer)).actor(bearer).about(unit);
        let picked =
            t.ask_telling(asked, &options, |state, Healing::Heal { injury }| mendable(state, unit, *injury))?;
        let Healing::Heal { injury } = options[picked];
        t.state.unit_mut(unit).boxes &= !(1 << boxes[picked]);
        t.note(SW::STATUS_22);
        t.tell(SW::INJURY_13, || Event::Healed { unit, injury });
        healed = true;
    }
    Ok(healed)
}

/// Is there such a box to heal?
fn mendable(state: &State, unit: Figure, injury: Name) -> Result<(), Refusal> {
    let Some(at) = state.sheet(unit).boxes.iter().position(|own| own.name() == injury) else {
        return Err(Refusal::new(SW::INJURY_03, "its card has no such injury box"));
    };
    if state.sheet(unit).boxes[at] == InjuryBox::Mortal {
        return Err(Refusal::new(SW::INJURY_13, "a Mortal injury cannot be healed"));
    }
    if state.unit(unit).boxes >> at & 1 == 0 {
        return Err(Refusal::new(SW::INJURY_13, "it has no such injury"));
    }
    Ok(())
}

/// A cure for one status names it; one for Recurring wounds works against every type.
fn cures(which: Option<Condition>, condition: Condition) -> bool {
    match (which, condition) {
        (None, _) | (Some(Condition::Recurring(_)), Condition::Recurring(_)) => true,
        (Some(which), condition) => which == condition,
    }
}

fn cure(t: &mut Table<'_>, bearer: Figure, unit: Figure, which: Option<Condition>) -> Flow<bool> {
    let fitting: Vec<Condition> =
        t.state.unit(unit).conditions().filter(|condition| cures(which, *condition)).collect();
    if fitting.is_empty() {
        return Ok(false);
    }
    let options: Vec<Curing> = fitting.iter().map(|condition| Curing::Cure { status: condition.name() }).collect();
    let judge = |state: &State, Curing::Cure { status }: &Curing| match state
        .unit(unit)
        .conditions()
        .find(|condition| condition.name() == *status)
    {
        None => Err(Refusal::new(SW::STATUS_01, "it has no such status")),
        Some(condition) if cures(which, condition) => Ok(()),
        Some(_) => Err(Refusal::new(SW::RECOVER_08, "the power ends another status")),
    };
    let picked = t.ask_telling(CURE.to(t.state.side(bearer)).actor(bearer).about(unit), &options, judge)?;
    t.note(SW::RECOVER_08);
    status::end(t, unit, fitting[picked], SW::STATUS_01, "a power");
    Ok(true)
}
