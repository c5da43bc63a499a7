//! Using a rare trait: as an act, at the start or end of a round, at the start or end of a turn.

use super::{Context, asks_living, asks_state, holds, mark_used, reaches, spent};
use crate::cards::{Condition, Effect, Ground, InjuryBox, Join, Verb, When, Whose};
use crate::decisions::{
    APPEAR, Appearing, CURE, Curing, FREE_STEP, HEAL, Healing, Placing, SHIFT, SUMMON, Shifting, StepOrStay, TARGET,
    TERRAIN, TerrainCentre, TraitTarget,
};
use crate::resolve::{cost, forced, status, vigor, wounds};
use crate::state::{Made, Place, State, Unit};
use crate::terrain::{Going, nearest_spaces};
use crate::victory::Source;
use crate::{Event, Table, sight};
use kernel::{Figure, Flow, Name, Refusal};
use rulebook::SW;
use space::grid::{Block, Dir, Square};

/// Whom a trait would reach now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Targets {
    /// Everybody at once, perhaps nobody.
    All(Vec<Figure>),
    /// One of these, to be chosen.
    One(Vec<Figure>),
}

/// May this trait be used now, as far as the unit, its costs and limits go?
///
/// # Errors
/// The rule that forbids it.
pub fn usable(state: &State, bearer: Figure, at: usize) -> Result<(), Refusal> {
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
pub fn recipients(state: &State, bearer: Figure, at: usize) -> Targets {
    let t = &state.sheet(bearer).traits[at];
    if matches!(t.who.whose, Whose::Itself | Whose::Target) {
        return Targets::All(vec![bearer]);
    }
    let mut buffers = crate::field::Buffers::default();
    let list = state
        .standing()
        .filter(|other| reaches(state, bearer, &t.who, *other))
        .filter(|other| !t.who.sight || *other == bearer || sight::view(state, bearer, *other, &mut buffers).visible())
        .filter(|other| of_use(state, bearer, *other, &t.effects))
        .collect();
    if t.who.one { Targets::One(list) } else { Targets::All(list) }
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
pub fn use_trait(t: &mut Table<'_>, bearer: Figure, at: usize, chosen: Option<Figure>) -> Flow {
    let power = t.state.sheet(bearer).traits[at].clone();
    if matches!(power.when, When::TurnStart | When::TurnEnd) && power.acts > 0 {
        crate::act::spend(t.state, crate::cards::ActKind::Trait, power.acts);
    }
    cost::pay(t, bearer, power.token, power.vigor);
    mark_used(t.state, bearer, at);
    t.note(SW::TRAIT_14);
    if at >= t.state.sheet(bearer).card.traits.len() {
        t.note(SW::MOD_01);
    }
    match power.name.text() {
        "ritual" => t.note(SW::ACT_08),
        "undead-attendants" => t.note(SW::MOD_14),
        _ => {}
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
    for unit in reached {
        carry_out(t, bearer, unit, &power.effects)?;
    }
    Ok(())
}

/// The units a trait takes effect on; where it reaches one, its controller chooses (SW-TRAIT-29).
///
/// # Errors
/// Pauses for that choice.
pub fn reached(t: &mut Table<'_>, bearer: Figure, at: usize, chosen: Option<Figure>) -> Flow<Vec<Figure>> {
    let list = match (recipients(t.state, bearer, at), chosen) {
        (Targets::All(list), _) => return Ok(list),
        (Targets::One(list), Some(unit)) if list.contains(&unit) => return Ok(vec![unit]),
        (Targets::One(list), _) => list,
    };
    if list.is_empty() {
        return Ok(list);
    }
    let options: Vec<TraitTarget> = list.into_iter().map(|unit| TraitTarget::On { unit }).collect();
    let TraitTarget::On { unit } = t.ask(TARGET.to(t.state.side(bearer)).actor(bearer), &options)?;
    Ok(vec![unit])
}

/// A trait's effects on one unit, in printed order; THEN looks at the effect before it (SW-EFFECT-03).
pub fn carry_out(t: &mut Table<'_>, bearer: Figure, unit: Figure, effects: &[Effect]) -> Flow {
    let seat = t.state.side(bearer);
    let source = Source { unit: Some(bearer), seat: Some(seat), terrain: false };
    let mut took = true;
    for effect in effects {
        if effect.join == Join::Then && !took {
            t.tell(SW::EFFECT_01, || Event::EffectSkipped { unit });
            continue;
        }
        took = match effect.verb {
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
            Verb::Wounds { wound, amount } => wounds::plain(t, unit, wound, amount, source)?,
            Verb::Status { .. } => status::gain(t, Some(bearer), seat, unit, &effect.verb),
            Verb::MoveSelf(_) => forced::apply(t, bearer, bearer, &effect.verb)?,
            Verb::Push(_) | Verb::Pull(_) | Verb::Move(_) | Verb::Recoil(_) => {
                forced::apply(t, bearer, unit, &effect.verb)?
            }
            // Standing effects and rerolls act where they are asked for, not when a trait is used.
            Verb::AttackBonus(_)
            | Verb::DamageBonus(_)
            | Verb::StatBonus(..)
            | Verb::RecoveryBonus(_)
            | Verb::AllowThree(_)
            | Verb::RerollAttack
            | Verb::IgnoreInvisible(_)
            | Verb::Forbid(_) => false,
        };
    }
    Ok(())
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
    for _ in 0..count {
        let boxes: Vec<u8> = healable(t.state, unit).collect();
        if boxes.is_empty() {
            break;
        }
        let name = |at: &u8| t.state.sheet(unit).boxes[usize::from(*at)].name();
        let options: Vec<Healing> = boxes.iter().map(|at| Healing::Heal { injury: name(at) }).collect();
        let picked = t.ask_at(HEAL.to(t.state.side(bearer)).actor(bearer).about(unit), &options)?;
        let Healing::Heal { injury } = options[picked];
        t.state.unit_mut(unit).boxes &= !(1 << boxes[picked]);
        t.note(SW::STATUS_22);
        t.tell(SW::INJURY_13, || Event::Healed { unit, injury });
        healed = true;
    }
    Ok(healed)
}

/// A cure for one status names it; one for Recurring wounds works against every type.
fn cures(which: Option<Condition>, condition: Condition) -> bool {
    match (which, condition) {
        (None, _) | (Some(Condition::Recurring(_)), Condition::Recurring(_)) => true,
        (Some(which), condition) => which == condition,
    }
}

fn cure(t: &mut Table<'_>, bearer: Figure, unit: Figure, which: Option<Condition>) -> Flow<bool> {
    let fitting: Vec<Condition> = t
        .state
        .unit(unit)
        .statuses
        .iter()
        .map(|status| status.condition)
        .filter(|condition| cures(which, *condition))
        .collect();
    if fitting.is_empty() {
        return Ok(false);
    }
    let options: Vec<Curing> = fitting.iter().map(|condition| Curing::Cure { status: condition.name() }).collect();
    let picked = t.ask_at(CURE.to(t.state.side(bearer)).actor(bearer).about(unit), &options)?;
    t.note(SW::RECOVER_08);
    status::end(t, unit, fitting[picked], SW::STATUS_01, "a power");
    Ok(true)
}

/// Squares for a summoned unit: legal to occupy, empty, within reach by counted distance (SW-MOD-14).
fn summon_squares(state: &State, bearer: Figure, side: u8, within: u8) -> Vec<Square> {
    let Some(space) = state.space(bearer) else {
        return Vec::new();
    };
    let mut going = Going::of(state, bearer);
    going.side = side;
    for square in space.squares() {
        going.taken.insert(square);
    }
    let geometry = state.field.geometry(state.open);
    let mut found = Vec::new();
    for y in 0..state.field.height() {
        for x in 0..state.field.width() {
            let block = Block::new(Square::new(x, y), side);
            if going.stand(state, block).is_ok() && geometry.distance_blocks(space, block) <= within {
                found.push(block.at);
            }
        }
    }
    found
}

fn summon(t: &mut Table<'_>, bearer: Figure, id: Name, count: u8, within: u8) -> Flow<bool> {
    let Some(profile) = t.state.setting.roster.iter().position(|p| p.card.id == id && p.modcard.is_none()) else {
        return Ok(false);
    };
    let seat = t.state.side(bearer);
    let mut placed = false;
    for _ in 0..count {
        let sheet = &t.state.setting.roster[profile];
        let (side, title) = (sheet.size.side(), sheet.title);
        let squares = summon_squares(t.state, bearer, side, within);
        if squares.is_empty() {
            t.tell(SW::MOD_14, || Event::SummonFailed { title });
            break;
        }
        let options: Vec<Placing> = squares.into_iter().map(|at| Placing::Place { at }).collect();
        let Placing::Place { at } = t.ask(SUMMON.to(seat).actor(bearer), &options)?;
        let twins = t
            .state
            .units
            .iter()
            .filter(|unit| unit.owner == seat && t.state.setting.roster[unit.profile as usize].card.id == id)
            .count();
        let mut unit = Unit::new(profile as u16, &t.state.setting.roster[profile], seat, twins as u8 + 1);
        // Placed during a turn it waits for the next round; at the start of one it acts in it (SW-MOD-15).
        unit.acted = t.state.turn.unit.is_some();
        let figure = Figure(t.state.units.len() as u16);
        t.state.units.push(unit);
        t.state.put(figure, Place::On(at));
        t.note(SW::MOD_14);
        t.note(SW::BUILD_02);
        t.tell(SW::MOD_15, || Event::Summoned { unit: figure, at });
        placed = true;
    }
    Ok(placed)
}

/// Legal empty spaces within reach and in sight (SW-TRAIT-25).
fn reappear(t: &mut Table<'_>, bearer: Figure, within: u8) -> Flow<bool> {
    let Some(space) = t.state.space(bearer) else {
        return Ok(false);
    };
    let state = &*t.state;
    let going = Going::of(state, bearer);
    let geometry = state.field.geometry(state.open);
    let mut buffers = crate::field::Buffers::default();
    let mut squares = Vec::new();
    for y in 0..state.field.height() {
        for x in 0..state.field.width() {
            let block = Block::new(Square::new(x, y), going.side);
            if block == space || going.stand(state, block).is_err() {
                continue;
            }
            let near = block.squares().any(|square| {
                geometry.distance_blocks(space, Block::single(square)) <= within
                    && sight::sees_square(state, bearer, square, &mut buffers)
            });
            if near {
                squares.push(block.at);
            }
        }
    }
    if squares.is_empty() {
        return Ok(false);
    }
    let options: Vec<Appearing> = squares.into_iter().map(|at| Appearing::At { at }).collect();
    let Appearing::At { at } = t.ask(APPEAR.to(t.state.side(bearer)).actor(bearer), &options)?;
    t.state.put(bearer, Place::On(at));
    t.note(SW::LOS_06);
    t.tell(SW::TRAIT_25, || Event::Reappeared { unit: bearer, to: at });
    status::drop_stars(t);
    Ok(true)
}

/// Squares a free step can reach with the 2 points of a Maneuver (SW-TRAIT-26).
pub fn free_steps(state: &State, unit: Figure) -> Vec<Square> {
    let Some(space) = state.space(unit) else {
        return Vec::new();
    };
    if state.unit(unit).has(Condition::Pinned) {
        return Vec::new();
    }
    let going = Going::of(state, unit);
    // Outside its own turn the unit counts no diagonal.
    let diagonals = if state.turn.unit == Some(unit) { state.turn.diagonals } else { 0 };
    let steps = Dir::ALL.into_iter().filter_map(|dir| going.step(state, space, dir, diagonals).ok());
    steps.filter(|step| step.cost <= 2 && going.stand(state, step.to).is_ok()).map(|step| step.to.at).collect()
}

fn free_step(t: &mut Table<'_>, unit: Figure) -> Flow<bool> {
    let squares = free_steps(t.state, unit);
    if squares.is_empty() {
        return Ok(false);
    }
    let steps = squares.into_iter().map(|to| StepOrStay::Step { to });
    let options: Vec<StepOrStay> = steps.chain([StepOrStay::Stay]).collect();
    let (seat, before) = (t.state.side(unit), t.state.space(unit));
    let StepOrStay::Step { to } = t.ask(FREE_STEP.to(seat).actor(unit), &options)? else {
        return Ok(false);
    };
    t.state.put(unit, Place::On(to));
    t.tell(SW::TRAIT_26, || Event::FreeStepped { unit, to });
    status::drop_stars(t);
    crate::resolve::harm::entered(t, unit, before)?;
    Ok(true)
}

/// The centre is within reach and in sight; every square that is not wall within the radius gains the kind (SW-TRAIT-27).
fn make_terrain(t: &mut Table<'_>, bearer: Figure, kind: Ground, reach: u8, radius: u8) -> Flow<bool> {
    let Some(space) = t.state.space(bearer) else {
        return Ok(false);
    };
    let state = &*t.state;
    let geometry = state.field.geometry(state.open);
    let mut buffers = crate::field::Buffers::default();
    let all: Vec<Square> =
        (0..state.field.height()).flat_map(|y| (0..state.field.width()).map(move |x| Square::new(x, y))).collect();
    let centres: Vec<Square> = all
        .iter()
        .copied()
        .filter(|square| {
            geometry.distance_blocks(space, Block::single(*square)) <= reach
                && sight::sees_square(state, bearer, *square, &mut buffers)
        })
        .collect();
    let options: Vec<TerrainCentre> = centres.into_iter().map(|at| TerrainCentre::Centre { at }).collect();
    if options.is_empty() {
        return Ok(false);
    }
    let TerrainCentre::Centre { at: centre } = t.ask(TERRAIN.to(t.state.side(bearer)).actor(bearer), &options)?;
    let until = t.state.round + 1;
    let mut count = 0;
    for square in all {
        let within = t.state.field.geometry(t.state.open).distance(centre, square) <= radius;
        if within && !t.state.field.map.walls.filled(square) {
            t.state.made.retain(|made| made.square != square || made.kind != kind);
            t.state.made.push(Made { square, kind, until });
            count += 1;
        }
    }
    t.note(SW::TEMP_07);
    t.tell(SW::TRAIT_27, || Event::TerrainMade { unit: bearer, at: centre, count });
    Ok(true)
}

/// The owner shifts a unit that may not stay where it is to the nearest legal space (SW-MOVE-13).
///
/// # Errors
/// Pauses when several spaces are equally near.
pub fn settle(t: &mut Table<'_>, unit: Figure) -> Flow {
    let Some(space) = t.state.space(unit) else {
        return Ok(());
    };
    if Going::of(t.state, unit).stand(t.state, space).is_ok() {
        return Ok(());
    }
    let squares = nearest_spaces(t.state, unit, space, |_| true);
    let options: Vec<Shifting> = squares.into_iter().map(|to| Shifting::Shift { to }).collect();
    if options.is_empty() {
        return Ok(());
    }
    let Shifting::Shift { to } = t.ask(SHIFT.to(t.state.unit(unit).owner).actor(unit), &options)?;
    t.state.put(unit, Place::On(to));
    t.tell(SW::MOVE_13, || Event::Shifted { unit, to });
    status::drop_stars(t);
    // It enters that square like any other (SW-TERRAIN-06).
    crate::resolve::harm::entered(t, unit, Some(space))
}
