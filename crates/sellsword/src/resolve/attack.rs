//! An attack from the roll to its end (SW-RESOLVE-05 to SW-RESOLVE-07). Declaring stands in `act`, replies in `reply`.

use super::hit::{self, Hit};
use super::modifiers::{Aim, aim};
use super::reroll;
use crate::cards::{Attack, Condition, Spares};
use crate::cite::Cited;
use crate::effects::first_wound;
use crate::events::Caught;
use crate::state::State;
use crate::{Event, Table, range, rolls, victory};
use kernel::{Figure, Flow};
use rulebook::SW;
use space::grid::{Block, Square};

/// One attack against one unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Strike {
    pub attacker: Figure,
    /// Place of the attack on the attacker's card.
    pub attack: usize,
    pub target: Figure,
    pub kind: Kind,
    /// Origin of the burst, for attacks that have one.
    pub origin: Option<Square>,
    /// Traits paid for when the attack was declared, as bits over the attacker's traits (SW-TRAIT-19).
    pub paid: u16,
}

/// What an attack is part of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// An act of its own.
    Act,
    Charge,
    Reply,
}

impl Strike {
    pub(crate) fn new(attacker: Figure, attack: usize, target: Figure, kind: Kind) -> Strike {
        Strike { attacker, attack, target, kind, origin: None, paid: 0 }
    }
}

pub(crate) fn attack_of(state: &State, unit: Figure, at: usize) -> &Attack {
    &state.sheet(unit).attacks[at]
}

/// A single-target attack, fully resolved.
///
/// # Errors
/// Pauses for rerolls, wounds and movement that players decide.
pub(crate) fn single(t: &mut Table<'_>, strike: Strike) -> Flow {
    match roll(t, strike)? {
        Some(hit) => hit::apply(t, strike, hit)?,
        None => hit::tied_traits(t, strike, None)?,
    }
    victory::check(t);
    Ok(())
}

/// A burst round its origin: a roll against each unit, then all effects at once (SW-BURST-03, SW-BURST-04), and only then a
/// look at who has won. The target of `burst` counts for nothing.
///
/// # Errors
/// As for [`single`].
pub(crate) fn burst(t: &mut Table<'_>, burst: Strike, origin: Square) -> Flow {
    let mut cited = Cited::at(t);
    let caught = caught_cited(t.state, burst.attacker, burst.attack, origin, &mut cited);
    cited.note(t);
    t.tell(SW::BURST_02, || Event::BurstCaught { count: Caught(caught.len() as i32) });
    let mut rolls: Vec<Rolled> = Vec::new();
    for target in caught {
        let strike = Strike { target, origin: Some(origin), ..burst };
        t.note(SW::BURST_03);
        rolls.push(first_roll(t, strike)?);
    }
    // All rolls are seen before one of them is made again, so their order decides nothing (SW-TRAIT-23).
    while let Some(at) = reroll::of_burst(t, &rolls)? {
        rolls[at] = roll_again(t, rolls[at])?;
    }
    let (mut hits, mut misses) = (Vec::new(), Vec::new());
    for rolled in &rolls {
        tell_result(t, rolled);
        match rolled.hit {
            Some(hit) => hits.push((rolled.strike, hit)),
            None => misses.push(rolled.strike),
        }
    }
    if hits.len() > 1 {
        t.note(SW::BURST_04);
    }
    hit::burst(t, burst, &hits, &misses)?;
    victory::check(t);
    Ok(())
}

/// Every unit within the burst, friend and foe, unless the card spares it (SW-BURST-02, SW-TRAIT-28).
pub(crate) fn caught(state: &State, attacker: Figure, attack: usize, origin: Square) -> Vec<Figure> {
    caught_cited(state, attacker, attack, origin, &mut Cited::unheard())
}

/// The same with its reasons.
fn caught_cited(state: &State, attacker: Figure, attack: usize, origin: Square, cited: &mut Cited) -> Vec<Figure> {
    let weapon = attack_of(state, attacker, attack);
    let geometry = state.field.geometry(state.open);
    let near = Block::single(origin);
    let caught: Vec<Figure> = state
        .standing()
        .filter(|unit| match weapon.spares {
            Spares::None => true,
            Spares::Itself => *unit != attacker,
            Spares::Allies => state.enemies(*unit, attacker),
        })
        .filter(|unit| state.space(*unit).is_some_and(|space| geometry.distance_blocks(near, space) <= weapon.burst))
        .collect();
    if cited.hears() {
        let spaces = || caught.iter().filter_map(|unit| state.space(*unit));
        cited.cite_if(weapon.spares != Spares::None, SW::TRAIT_28);
        cited.cite_if(spaces().any(|space| space.side > 1), SW::BURST_06);
        cited.cite_if(spaces().any(|space| range::past_corner(geometry, near, space)), SW::RANGE_04);
    }
    caught
}

/// A roll that has been seen and may still be made again.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rolled {
    pub strike: Strike,
    pub hit: Option<Hit>,
    /// `None` where no die fell: a helpless unit is hit without one.
    die: Option<(Aim, i32)>,
}

impl Rolled {
    pub(crate) fn may_be_rerolled(&self) -> bool {
        self.die.is_some()
    }
}

/// Rolls, allows rerolls, and says whether it is a hit.
fn roll(t: &mut Table<'_>, strike: Strike) -> Flow<Option<Hit>> {
    let mut rolled = first_roll(t, strike)?;
    while rolled.may_be_rerolled() && reroll::of_attack(t, &strike, rolled.hit)? {
        rolled = roll_again(t, rolled)?;
    }
    tell_result(t, &rolled);
    Ok(rolled.hit)
}

fn first_roll(t: &mut Table<'_>, strike: Strike) -> Flow<Rolled> {
    let Strike { attacker, target, .. } = strike;
    // A helpless unit is hit by adjacent enemies without a roll (SW-STATUS-14, SW-BURST-08).
    if t.state.unit(target).has(Condition::Helpless) {
        if strike.origin.is_some() {
            t.note(SW::BURST_08);
        }
        if t.state.adjacent(attacker, target) && t.state.enemies(attacker, target) {
            t.tell(SW::STATUS_14, || Event::AutoHit { unit: attacker, target });
            return Ok(Rolled { strike, hit: Some(Hit { critical: true, glancing: false }), die: None });
        }
    }
    let aim = aim(t, &strike);
    throw(t, strike, aim)
}

fn roll_again(t: &mut Table<'_>, rolled: Rolled) -> Flow<Rolled> {
    match rolled.die {
        Some((aim, _)) => throw(t, rolled.strike, aim),
        None => Ok(rolled),
    }
}

fn throw(t: &mut Table<'_>, strike: Strike, aim: Aim) -> Flow<Rolled> {
    let natural = rolls::attack(t, strike.attacker, aim.needed, &aim.modifiers)?;
    tell_roll(t, &strike, &aim, natural);
    Ok(Rolled { strike, hit: judge(t.state, &aim, natural), die: Some((aim, natural)) })
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

fn tell_result(t: &mut Table<'_>, rolled: &Rolled) {
    let (unit, target) = (rolled.strike.attacker, rolled.strike.target);
    let Some((aim, natural)) = rolled.die else { return };
    match rolled.hit {
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
            if hit.critical && first_wound(attack_of(t.state, unit, rolled.strike.attack)).is_none() {
                t.note(SW::VARIABLE_02);
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
