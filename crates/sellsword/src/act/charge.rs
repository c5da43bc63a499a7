//! The charge: exactly two squares closer, then a one-act attack with a bonus (SW-CHARGE-01 to -09).

use super::attack::{cite_card, declarable, exchange, kept, targetable};
use super::basic_move::take;
use super::spend;
use crate::cards::{ActKind, Condition};
use crate::decisions::{ChargeLane, LANE};
use crate::effects::settle;
use crate::field::Buffers;
use crate::resolve::attack::{self, Kind, Strike, attack_of};
use crate::resolve::{cost, hit, vigor};
use crate::state::State;
use crate::terrain::Mover;
use crate::{Event, Table, sight};
use kernel::{Figure, Flow, Refusal, Walk};
use rulebook::SW;
use space::grid::{Block, Dir};

/// The Vigor a charge costs by itself.
pub(crate) const PRICE: i16 = 5;

/// Counted distances that two steps can bridge; 5 is as far as a target behind the corner of a wall can be.
pub(crate) const REACH: std::ops::RangeInclusive<u8> = 3..=5;

/// May the unit charge this target with this attack?
///
/// # Errors
/// The rule that forbids it.
pub(crate) fn check(
    state: &State,
    unit: Figure,
    at: usize,
    target: Figure,
    mover: &Mover,
    buffers: &mut Buffers,
) -> Result<(), Refusal> {
    ready(state, unit, at)?;
    aimed(state, unit, target, buffers)?;
    lanes(state, unit, target, mover).map(|_| ())
}

/// The same answer for a unit and attack known to be [`ready`], the cheaper question first.
pub(crate) fn possible(state: &State, unit: Figure, target: Figure, mover: &Mover, buffers: &mut Buffers) -> bool {
    lanes(state, unit, target, mover).is_ok() && aimed(state, unit, target, buffers).is_ok()
}

/// The unit and its attack: state, Vigor, the limits on attacks in a charge.
///
/// # Errors
/// The rule that forbids it.
pub(crate) fn ready(state: &State, unit: Figure, at: usize) -> Result<(), Refusal> {
    fit(state, unit, at)?;
    declarable(state, unit, at)?;
    let (vigor, price) = (state.unit(unit).vigor, PRICE + attack_of(state, unit, at).vigor);
    if vigor < price {
        return Err(Refusal::with(SW::CHARGE_02, "it has {0} Vigor, the charge takes {1}", vigor.into(), price.into()));
    }
    Ok(())
}

/// Is the unit in a state to charge, and is the attack one for it?
///
/// # Errors
/// The rule that forbids it.
pub(crate) fn fit(state: &State, unit: Figure, at: usize) -> Result<(), Refusal> {
    let attack = attack_of(state, unit, at);
    if state.unit(unit).has(Condition::Pinned) || state.unit(unit).has(Condition::Hobbled) {
        return Err(Refusal::new(SW::CHARGE_09, "Pinned and Hobbled units cannot charge"));
    }
    if attack.acts != 1 || attack.range > 3 || attack.burst > 0 {
        return Err(Refusal::new(
            SW::CHARGE_06,
            "a charge needs an attack of one act, a range of 3 or less, and no burst",
        ));
    }
    Ok(())
}

fn aimed(state: &State, unit: Figure, target: Figure, buffers: &mut Buffers) -> Result<(), Refusal> {
    if !state.unit(target).on_map() || !state.enemies(unit, target) {
        return Err(Refusal::new(SW::ATTACK_06, "only an enemy unit on the map can be charged"));
    }
    let seen = sight::sighting(state, unit, target, buffers);
    if !seen.view.visible() {
        return Err(Refusal::new(SW::CHARGE_01, "it cannot see the target"));
    }
    if seen.invisible {
        return Err(Refusal::new(SW::INVIS_06, "an invisible enemy cannot be charged"));
    }
    Ok(())
}

/// Every way of two steps that leads up to the target.
///
/// # Errors
/// The rule that the most promising way breaks, when there is none.
pub(crate) fn lanes(state: &State, unit: Figure, target: Figure, mover: &Mover) -> Result<Vec<[Block; 2]>, Refusal> {
    let (Some(start), Some(goal)) = (state.space(unit), state.space(target)) else {
        return Err(Refusal::new(SW::MAP_06, "the unit is not on the map"));
    };
    let geometry = state.field.geometry(state.open);
    let away = geometry.distance_blocks(start, goal);
    let mut found = Vec::new();
    let mut reason = Refusal::with(
        SW::CHARGE_04,
        "two steps, each closer, do not lead up to the target {0 square|squares} away",
        away.into(),
        0,
    );
    // Nearer than this one step makes it adjacent, further off two are not enough.
    if !REACH.contains(&away) {
        return Err(reason);
    }
    // Geometry first: only a way that would arrive is worth a reason.
    for steps in geometry.approaches(start, goal) {
        match clear(state, mover, start, steps.map(|(dir, _)| dir)) {
            Ok(()) => found.push(steps.map(|(_, block)| block)),
            Err(refusal) => reason = refusal,
        }
    }
    if found.is_empty() { Err(reason) } else { Ok(found) }
}

/// Do the rules let the unit take these two steps as a charge?
fn clear(state: &State, mover: &Mover, start: Block, dirs: [Dir; 2]) -> Result<(), Refusal> {
    let mut block = start;
    let mut diagonals = state.turn.diagonals;
    for dir in dirs {
        let step = mover.step(state, block, dir, diagonals)?;
        if block.newly_covered(step.to).any(|square| mover.taken.contains(square)) {
            return Err(Refusal::new(SW::CHARGE_03, "another unit stands in the way of the charge"));
        }
        if step.diagonal && diagonals == 1 {
            return Err(Refusal::new(SW::CHARGE_05, "the second diagonal of the turn cannot be part of a charge"));
        }
        if step.cost != 1 {
            return Err(Refusal::new(SW::CHARGE_03, "the ground in the way is not clear"));
        }
        diagonals += u8::from(step.diagonal);
        block = step.to;
    }
    if mover.stand(state, block).is_err() {
        return Err(Refusal::new(SW::CHARGE_03, "the charge would end where nobody may stay"));
    }
    Ok(())
}

/// Why a way is none for the charge.
fn lane(state: &State, unit: Figure, target: Figure, way: &Walk) -> Result<(), Refusal> {
    let (Some(start), [first, second]) = (state.space(unit), way.squares()) else {
        return Err(Refusal::new(SW::CHARGE_01, "a charge goes exactly two squares"));
    };
    let (Some(one), Some(two)) = (start.at.dir_to(*first), first.dir_to(*second)) else {
        return Err(Refusal::new(SW::MOVE_04, "each step goes to one of the eight squares around"));
    };
    clear(state, &Mover::of(state, unit), start, [one, two])?;
    let goal = state.space(target).map(|goal| state.field.geometry(state.open).approaches(start, goal));
    if goal.into_iter().flatten().any(|steps| steps.map(|(dir, _)| dir) == [one, two]) {
        return Ok(());
    }
    Err(Refusal::new(SW::CHARGE_04, "each step leads closer to the target, and the second next to it"))
}

/// # Errors
/// Pauses for the way, replies and everything that follows.
pub(crate) fn perform(t: &mut Table<'_>, unit: Figure, at: usize, target: Figure) -> Flow {
    let mover = Mover::of(t.state, unit);
    let Ok(lanes) = lanes(t.state, unit, target, &mover) else {
        return Ok(());
    };
    let by = |lane: &[Block; 2]| ChargeLane::By { way: Walk::from_iter(lane.map(|block| block.at)) };
    let options: Vec<ChargeLane> = lanes.iter().map(by).collect();
    let judge = |state: &State, ChargeLane::By { way }: &ChargeLane| lane(state, unit, target, way);
    let picked = t.ask_telling(LANE.to(t.state.side(unit)).actor(unit).about(target), &options, judge)?;
    declare(t, unit, at, target);
    let mut strike = Strike::new(unit, at, target, Kind::Charge);
    strike.paid = hit::declare_traits(t, strike, Some(target))?;
    run(t, unit, lanes[picked])?;
    if t.state.is_over() || !t.state.unit(unit).on_map() {
        return Ok(());
    }
    // Fire on the way may have cost a flyer its wings over a pit.
    settle(t, unit)?;
    let mut buffers = std::mem::take(&mut t.scratch.buffers);
    let possible = targetable(t.state, unit, at, target, &mut buffers).is_ok();
    t.scratch.buffers = buffers;
    if !possible {
        t.tell(SW::VIGOR_07, || Event::AttackLost { unit, reason: "the charge did not arrive" });
        return Ok(());
    }
    let (range, weapon) = (t.state.distance(unit, target).into(), attack_of(t.state, unit, at));
    let (name, slow) = (weapon.name, weapon.slow);
    t.tell(SW::ACT_03, || Event::Declared { unit, target, attack: name, range });
    exchange(
        t,
        unit,
        slow,
        |state, buffers| kept(state, unit, at).and_then(|()| targetable(state, unit, at, target, buffers)),
        |t| attack::single(t, strike),
    )
}

/// The act and its price (SW-CHARGE-02).
fn declare(t: &mut Table<'_>, unit: Figure, at: usize, target: Figure) {
    let weapon = attack_of(t.state, unit, at);
    let (token, price, reach) = (weapon.token, weapon.vigor, weapon.range);
    spend(t, ActKind::Attack, 1);
    cite_card(t, unit, at);
    t.note(SW::CHARGE_08);
    t.note(SW::RESOLVE_02);
    if reach > 1 {
        t.note(SW::CHARGE_06);
    }
    t.tell(SW::CHARGE_01, || Event::Charged { unit, target });
    t.note(SW::VIGOR_01);
    t.tell(SW::VIGOR_07, || Event::Paid { unit, vigor: PRICE.into() });
    vigor::lose(t, unit, PRICE);
    if t.state.exhausted(unit) {
        t.note(SW::CHARGE_02);
    }
    cost::pay(t, unit, token, price);
}

/// The two steps up to the target, as far as they can still be made.
fn run(t: &mut Table<'_>, unit: Figure, lane: [Block; 2]) -> Flow {
    t.state.turn.moved = true;
    for next in lane {
        let Some(space) = t.state.space(unit) else { break };
        let mover = Mover::of(t.state, unit);
        let step = space.at.dir_to(next.at).map(|dir| mover.step(t.state, space, dir, t.state.turn.diagonals));
        let Some(Ok(step)) = step else { break };
        t.note(SW::CHARGE_03);
        t.note(SW::CHARGE_04);
        t.note(SW::REACT_06);
        take(t, &mover, space, step)?;
        if t.state.is_over() {
            break;
        }
    }
    Ok(())
}
