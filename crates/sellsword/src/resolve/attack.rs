//! An attack from the roll to its end (SW-RESOLVE-05 to SW-RESOLVE-07). Declaring stands in `act`, replies in `reply`.

use super::hit::{self, Hit};
use super::modifiers::{Aim, aim};
use super::reroll;
use crate::cards::{Attack, Condition, Spares};
use crate::state::State;
use crate::{Event, Table, rolls, victory};
use kernel::{Figure, Flow};
use rulebook::SW;
use space::grid::{Block, Square};

/// One attack against one unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Strike {
    pub attacker: Figure,
    /// Place of the attack on the attacker's card.
    pub attack: usize,
    pub target: Figure,
    pub charge: bool,
    pub reply: bool,
    /// Origin of the burst, for attacks that have one.
    pub origin: Option<Square>,
    /// Traits paid for when the attack was declared, as bits over the attacker's traits (SW-TRAIT-19).
    pub paid: u16,
}

pub fn attack_of(state: &State, unit: Figure, at: usize) -> &Attack {
    &state.sheet(unit).attacks[at]
}

/// A single-target attack, fully resolved.
///
/// # Errors
/// Pauses for rerolls, wounds and movement that players decide.
pub fn single(t: &mut Table<'_>, strike: Strike) -> Flow {
    match roll(t, strike)? {
        Some(hit) => hit::apply(t, strike, hit)?,
        None => hit::tied_traits(t, strike, false)?,
    }
    victory::check(t);
    Ok(())
}

/// A burst: a roll against each unit, then all effects at once (SW-BURST-03, SW-BURST-04).
///
/// # Errors
/// As for [`single`].
pub fn burst(t: &mut Table<'_>, attacker: Figure, attack: usize, origin: Square, reply: bool, paid: u16) -> Flow {
    let caught = caught(t.state, attacker, attack, origin);
    explain_burst(t, attacker, attack, origin, &caught);
    t.tell(SW::BURST_02, || Event::BurstCaught { count: caught.len() as i32 });
    let (mut hits, mut misses) = (Vec::new(), Vec::new());
    for target in caught {
        let strike = Strike { attacker, attack, target, charge: false, reply, origin: Some(origin), paid };
        t.note(SW::BURST_03);
        match roll(t, strike)? {
            Some(hit) => hits.push((strike, hit)),
            None => misses.push(strike),
        }
    }
    if hits.len() > 1 {
        t.note(SW::BURST_04);
    }
    for (strike, hit) in hits {
        hit::apply(t, strike, hit)?;
    }
    for strike in misses {
        hit::tied_traits(t, strike, false)?;
    }
    victory::check(t);
    Ok(())
}

/// Every unit within the burst, friend and foe, unless the card spares it (SW-BURST-02, SW-TRAIT-28).
pub fn caught(state: &State, attacker: Figure, attack: usize, origin: Square) -> Vec<Figure> {
    let weapon = attack_of(state, attacker, attack);
    let geometry = state.field.geometry(state.open);
    let near = Block::single(origin);
    state
        .standing()
        .filter(|unit| match weapon.spares {
            Spares::None => true,
            Spares::Itself => *unit != attacker,
            Spares::Allies => state.enemies(*unit, attacker),
        })
        .filter(|unit| state.space(*unit).is_some_and(|space| geometry.distance_blocks(near, space) <= weapon.burst))
        .collect()
}

fn explain_burst(t: &mut Table<'_>, attacker: Figure, attack: usize, origin: Square, caught: &[Figure]) {
    if !t.aloud() {
        return;
    }
    if attack_of(t.state, attacker, attack).spares != Spares::None {
        t.note(SW::TRAIT_28);
    }
    if caught.iter().any(|unit| t.state.sheet(*unit).size.side() > 1) {
        t.note(SW::BURST_06);
    }
    let near = Block::single(origin);
    let corner = caught.iter().filter_map(|unit| t.state.space(*unit)).any(|space| {
        space.touches(near)
            && !space.contains(origin)
            && origin
                .dir_to(space.at)
                .is_some_and(|dir| t.state.field.geometry(t.state.open).steps(origin) & dir.bit() == 0)
    });
    if corner {
        t.note(SW::RANGE_04);
    }
}

/// Rolls, allows rerolls, and says whether it is a hit.
fn roll(t: &mut Table<'_>, strike: Strike) -> Flow<Option<Hit>> {
    let Strike { attacker, target, .. } = strike;
    // A helpless unit is hit by adjacent enemies without a roll (SW-STATUS-14, SW-BURST-08).
    if t.state.unit(target).has(Condition::Helpless) {
        if t.state.adjacent(attacker, target) && t.state.enemies(attacker, target) {
            if strike.origin.is_some() {
                t.note(SW::BURST_08);
            }
            t.tell(SW::STATUS_14, || Event::AutoHit { unit: attacker, target });
            return Ok(Some(Hit { critical: true, glancing: false }));
        }
        if strike.origin.is_some() {
            t.note(SW::BURST_08);
        }
    }
    let aim = aim(t, &strike);
    let mut natural = rolls::attack(t, attacker, aim.needed, &aim.modifiers)?;
    loop {
        tell_roll(t, &strike, &aim, natural);
        let hit = judge(t.state, &aim, natural);
        match reroll::of_attack(t, &strike, hit.is_some())? {
            true => {
                natural = rolls::attack(t, attacker, aim.needed, &aim.modifiers)?;
            }
            false => {
                tell_result(t, &strike, &aim, natural, hit);
                return Ok(hit);
            }
        }
    }
}

/// Hit or miss (SW-RESOLVE-05), the natural 20, 1 and 13 (SW-VARIABLE-03 to -05), the Critical Strike (SW-VARIABLE-01).
fn judge(state: &State, aim: &Aim, natural: i32) -> Option<Hit> {
    let total = natural + i32::from(aim.modifiers.sum());
    let needed = i32::from(aim.needed);
    let hit = natural == 20 || (natural != 1 && total >= needed);
    let glancing = state.setting.options.glancing && natural == 13;
    hit.then_some(Hit { critical: !glancing && (natural == 20 || total >= needed + 10), glancing })
}

fn tell_roll(t: &mut Table<'_>, strike: &Strike, aim: &Aim, natural: i32) {
    let versus = attack_of(t.state, strike.attacker, strike.attack).versus.text();
    let modifier = i32::from(aim.modifiers.sum());
    t.note(SW::DICE_01);
    t.tell(SW::RESOLVE_05, || Event::AttackRolled {
        unit: strike.attacker,
        target: strike.target,
        versus,
        natural,
        modifier,
        modifiers: aim.modifiers,
        total: natural + modifier,
        needed: aim.needed.into(),
    });
}

fn tell_result(t: &mut Table<'_>, strike: &Strike, aim: &Aim, natural: i32, hit: Option<Hit>) {
    let (unit, target) = (strike.attacker, strike.target);
    match hit {
        None => {
            if natural == 1 {
                t.note(SW::VARIABLE_04);
                t.note(SW::DICE_02);
            }
            t.tell(SW::ATTACK_07, || Event::AttackMissed { unit, target });
        }
        Some(hit) => {
            if natural == 20 {
                t.note(SW::VARIABLE_03);
                t.note(SW::DICE_02);
            }
            if hit.critical {
                t.note(SW::VARIABLE_01);
                t.note(SW::DICE_05);
                if natural + i32::from(aim.modifiers.sum()) >= i32::from(aim.needed) + 10 {
                    t.note(SW::DICE_04);
                }
            }
            if hit.glancing {
                t.note(SW::VARIABLE_05);
            }
            t.tell(SW::ATTACK_08, || Event::AttackHit { unit, target, critical: hit.critical, glancing: hit.glancing });
        }
    }
}
