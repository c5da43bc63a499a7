//! Charge: a straight rush at an enemy, and the die that follows (SC-CHARGE).

use super::lanes::Lanes;
use super::onward::{self, Onward};
use super::travel::{self, Followed, Travel};
use super::{begin, speed};
use crate::cards::Qualities;
use crate::decisions::movement::{DESCEND, LANE, Leg, SURGE, Surge, Toward, WHEEL};
use crate::opportunity::{self, Who};
use crate::state::{Motion, Place, State};
use crate::terrain::Going;
use crate::{Event, Table, contact, rolls, zones};
use kernel::{Figure, Flow, Refusal, Walk, settle};
use rulebook::SC;
use space::grid::{Block, Dir, Square};

/// # Errors
/// Pauses for the way, what happens on it, and the die.
pub(crate) fn perform(t: &mut Table<'_>, unit: Figure, target: Figure) -> Flow {
    let mut travel = begin(t, unit, Motion::Charge);
    let inches = travel.left;
    t.note(SC::CHARGE_08);
    t.tell(SC::CHARGE_01, || Event::ChargeDeclared { unit, target });
    if t.state.sheet(unit).has(Qualities::NIMBLE_CHARGER) && !wheel(t, &mut travel)? {
        travel::finish(t, &travel);
        return Ok(());
    }
    let start = travel.trail.len();
    while let Some((toward, last)) = next(t, &travel, target, start)? {
        let followed = match toward {
            Toward::By { way } => rush(t, &mut travel, target, &way)?,
            Toward::Level { to } => travel::change_level(t, &mut travel, to)?,
            Toward::Stay => break,
        };
        if followed == Followed::Stopped {
            travel::finish(t, &travel);
            return Ok(());
        }
        if last {
            break;
        }
    }
    if travel.trail.len() > start {
        after(t, &mut travel, target, inches)?;
    }
    travel::finish(t, &travel);
    Ok(())
}

/// How it goes on: straight at its target, for a flyer also to another level, in any order (SC-CHARGE-02, SC-ALT-02).
/// Who walks rushes once. True with what is the last of it.
fn next(t: &mut Table<'_>, travel: &Travel, target: Figure, start: usize) -> Flow<Option<(Toward, bool)>> {
    let (unit, gone) = (travel.figure, travel.trail.len() > start);
    let flies = t.state.sheet(unit).flies();
    let seat = t.state.piece(unit).owner;
    match Lanes::new(t.state, unit, target, travel.left, travel.diagonals) {
        Some(lanes) if !(gone && lanes.there()) => {
            let lanes = lanes.or_levels(gone);
            if !lanes.offers() {
                return Ok(None);
            }
            let toward = settle(t.oracle, LANE.to(seat).actor(unit).about(target), &lanes)?;
            Ok(Some((toward, !flies)))
        }
        _ => Ok(descend(t, travel)?.map(|toward| (toward, true))),
    }
}

/// One straight rush.
fn rush(t: &mut Table<'_>, travel: &mut Travel, target: Figure, walk: &Walk) -> Flow<Followed> {
    let unit = travel.figure;
    if t.aloud()
        && Lanes::new(t.state, unit, target, travel.left, travel.diagonals).is_some_and(|lanes| lanes.rounds(walk))
    {
        t.note(SC::CHARGE_03);
    }
    let mut followed = travel::follow(t, travel, walk)?;
    while followed == Followed::Interrupted && travel.left > 0 {
        let Some(rest) = onward::rest(t.state, unit, walk) else { break };
        let before = t.state.space(unit);
        followed = travel::follow(t, travel, &rest)?;
        if t.state.space(unit) == before {
            break;
        }
    }
    let stands = |space: Block| Going::of(t.state, unit).stand(t.state, space).is_ok();
    if followed != Followed::Stopped && !t.state.space(unit).is_some_and(stands) {
        travel::back(t, travel);
    }
    Ok(followed)
}

/// A Nimble Charger may first go wherever it likes, up to its Move (SC-QUAL-06). False if that was its end.
fn wheel(t: &mut Table<'_>, travel: &mut Travel) -> Flow<bool> {
    let unit = travel.figure;
    let mut first = travel.clone();
    // The straight part needs an inch.
    first.left = speed(t.state, unit).min(travel.left.saturating_sub(1));
    let question = Onward::new(t.state, &first, None, SC::QUAL_06).plain();
    let seat = t.state.piece(unit).owner;
    let Leg::Go { way } = settle(t.oracle, WHEEL.to(seat).actor(unit), &question)? else { return Ok(true) };
    t.note(SC::QUAL_06);
    let followed = travel::follow(t, travel, &way)?;
    Ok(followed != Followed::Stopped)
}

/// In contact a flyer may change its level with what is left of the charge (SC-ALT-01).
fn descend(t: &mut Table<'_>, travel: &Travel) -> Flow<Option<Toward>> {
    let unit = travel.figure;
    let mut options: Vec<Toward> = onward::levels(t.state, unit, travel.left).map(|to| Toward::Level { to }).collect();
    if options.is_empty() {
        return Ok(None);
    }
    options.push(Toward::Stay);
    let toward = t.ask(DESCEND.to(t.state.piece(unit).owner).actor(unit), &options)?;
    Ok(Some(toward).filter(|toward| *toward != Toward::Stay))
}

/// The die after the charge (SC-CHARGE-05 to SC-CHARGE-07).
fn after(t: &mut Table<'_>, travel: &mut Travel, target: Figure, inches: u8) -> Flow {
    let unit = travel.figure;
    let natural = rolls::charge(t, unit)?;
    let rule = match natural {
        1..=2 => SC::CHARGE_05,
        3..=4 => SC::CHARGE_06,
        _ => SC::CHARGE_07,
    };
    t.tell(rule, || Event::ChargeRolled { unit, natural });
    match natural {
        1..=2 if travel.spent >= inches => fall_back(t, travel),
        5..=6 => surge(t, travel, target)?,
        _ => {}
    }
    Ok(())
}

/// One space back along its own path, to the last free one.
fn fall_back(t: &mut Table<'_>, travel: &mut Travel) {
    let unit = travel.figure;
    let Some(space) = t.state.space(unit) else { return };
    let altitude = t.state.piece(unit).altitude;
    let going = Going::of(t.state, unit);
    // Counted from where its inches took it: one that was put back already stands there (SC-PASS-05).
    let here = travel.trail.len().saturating_sub(1);
    let free = |at: &&Square| going.stand(t.state, Block::new(**at, space.side)).is_ok();
    let last = travel.trail[..here].iter().rev().find(free).copied();
    if let Some(to) = last.filter(|to| *to != space.at) {
        t.state.put(unit, Place::On(to), altitude);
        t.tell(SC::CHARGE_05, || Event::ChargeFellShort { unit, to });
    }
}

/// One space more, nearer to the target, or straight on once the charger is past it.
fn surge(t: &mut Table<'_>, travel: &mut Travel, target: Figure) -> Flow {
    let unit = travel.figure;
    let Some(space) = t.state.space(unit) else { return Ok(()) };
    let mut options: Vec<Surge> =
        spaces(t.state, travel, space, target).into_iter().map(|to| Surge::Step { to }).collect();
    if options.is_empty() {
        return Ok(());
    }
    options.push(Surge::Stay);
    let asked = SURGE.to(t.state.piece(unit).owner).actor(unit).about(target);
    let picked = t.ask_telling(asked, &options, |state, answer| not_onward(state, unit, space, answer))?;
    let Surge::Step { to } = options[picked] else { return Ok(()) };
    if !travel.settled {
        let mut record = std::mem::take(&mut travel.record);
        let any = opportunity::provoke(t, unit, &mut record, Who::All);
        travel.record = record;
        any?;
        if !opportunity::can_go_on(t.state, unit) {
            return Ok(());
        }
    }
    let altitude = t.state.piece(unit).altitude;
    t.state.put(unit, Place::On(to), altitude);
    travel.trail.push(to);
    t.tell(SC::CHARGE_07, || Event::ChargeSurged { unit, to });
    zones::entered(t, unit)
}

/// What keeps a charge from gaining a space.
fn not_onward(state: &State, unit: Figure, space: Block, answer: &Surge) -> Result<(), Refusal> {
    let Surge::Step { to } = *answer else { return Ok(()) };
    let Some(dir) = space.at.dir_to(to) else {
        return Err(Refusal::new(SC::CHARGE_07, "the charge gains one space and no more"));
    };
    let going = Going::of(state, unit);
    let step = going.step(state, space, dir, 0)?;
    going.stand(state, step.to)?;
    Err(Refusal::new(SC::CHARGE_07, "the space leads no nearer to the target"))
}

fn spaces(state: &State, travel: &Travel, space: Block, target: Figure) -> Vec<Square> {
    let going = Going::of(state, travel.figure);
    let enter = |dir: Dir| going.step(state, space, dir, 0).ok().map(|step| step.to);
    let stands = |block: &Block| going.stand(state, *block).is_ok();
    let past = travel.overrun.contains(&target);
    let Some(goal) = state.space(target).filter(|_| !past) else {
        let straight = last_dir(travel).filter(|_| past);
        return straight.and_then(enter).filter(stands).map(|block| block.at).into_iter().collect();
    };
    if contact::adjacent_at(state, state.level(target), space, goal) {
        return Vec::new();
    }
    let here = crate::state::distance(space, goal);
    let nearer = |block: &Block| crate::state::distance(*block, goal) < here;
    Dir::ALL.into_iter().filter_map(enter).filter(nearer).filter(stands).map(|block| block.at).collect()
}

fn last_dir(travel: &Travel) -> Option<Dir> {
    let [.., before, last] = travel.trail[..] else { return None };
    before.dir_to(last)
}
