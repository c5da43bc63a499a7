//! Area attacks: aimed at a spot, deviating on a miss (SC-AREA, SC-WQUAL-01, SC-WQUAL-17).

use super::cited;
use super::damage::{Harm, Manner, hit};
use super::tohit::{self, Shooter, ToHit};
use crate::cards::WeaponQualities;
use crate::events::Squares;
use crate::sight::{Buffers, Glimpse, look_at, sees_square};
use crate::state::{Level, State, distance};
use crate::{Event, Table, rolls, siege};
use kernel::{Figure, Flow};
use rulebook::SC;
use space::grid::{Block, Dir, Patch, Square};

/// The fixed number that an area attack has to meet (SC-AREA-02).
pub(crate) const TARGET_NUMBER: i16 = 5;

/// Where an area attack came down, for the zone it may make.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Landing {
    pub patch: Patch,
    pub level: Level,
}

/// The squares that touch a spot: itself, or the four round a grid point.
pub(crate) fn touching(state: &State, spot: Square, side: u8) -> Vec<Square> {
    let field = state.field();
    Patch::new(spot, 2 - side % 2).squares(field.width(), field.height()).collect()
}

/// Inches from the attacker to the spot, altitude counted in (SC-AREA-11).
pub(crate) fn range(state: &State, by: Figure, patch: Patch, level: Level) -> u8 {
    let Some(space) = state.space(by) else {
        return u8::MAX;
    };
    let far = patch.distance(space).min(200) as u8;
    far + 2 * tohit::rise(state.level(by), level)
}

/// The best look at the spot; hidden where it can only be fired at indirectly.
pub(crate) fn look(
    state: &State,
    shooter: &Shooter<'_>,
    spot: Square,
    side: u8,
    level: Level,
    buffers: &mut Buffers,
) -> Glimpse {
    let squares = touching(state, spot, side);
    siege::eyes(state, shooter, |eye| look_at(state, eye, &squares, level, buffers))
}

/// Is there reason to fire at a spot that the shooter does not see (SC-WQUAL-17)? A friend sees it, or has seen a
/// figure that now stands within 2 inches of it since the end of the side's last turn.
pub(crate) fn indirect(state: &State, by: Figure, spot: Square, side: u8, level: Level, buffers: &mut Buffers) -> bool {
    let own = state.piece(by).side;
    let spotted = |figure: Figure| {
        state.piece(figure).spotted >> own.0 & 1 == 1
            && state.space(figure).is_some_and(|space| distance(space, Block::single(spot)) <= 2)
    };
    if state.of_side(own.other()).any(spotted) {
        return true;
    }
    let squares = touching(state, spot, side);
    let mut friends = state.of_side(own).filter(|friend| !state.is_engine(*friend));
    friends.any(|friend| squares.iter().any(|square| sees_square(state, friend, *square, level, buffers)))
}

/// The roll at the spot.
pub(crate) fn to_hit(state: &State, shooter: &Shooter<'_>, aimed: bool, range: u8, rise: u8, seen: Glimpse) -> ToHit {
    let mut modifiers = tohit::common(state, shooter, aimed);
    tohit::brackets(&shooter.attack, range, &mut modifiers);
    tohit::altitude(rise, &mut modifiers);
    if seen.seen {
        tohit::cover(seen, &mut modifiers);
    } else {
        // Cover does not count for a shot that goes over it.
        modifiers.add("indirect fire", SC::WQUAL_17, -4);
    }
    ToHit { needed: TARGET_NUMBER, modifiers }
}

/// Rolls an area attack at a spot with the damage to everybody in it; nothing is applied.
///
/// # Errors
/// Pauses for dice.
pub(crate) fn bombard(
    t: &mut Table<'_>,
    shooter: &Shooter<'_>,
    side: u8,
    (spot, level): (Square, Level),
    harms: &mut Vec<Harm>,
) -> Flow<Landing> {
    let (by, attack) = (shooter.by, shooter.attack);
    let aimed = tohit::take_aim(t.state, shooter);
    let patch = Patch::new(spot, side);
    let range = range(t.state, by, patch, level);
    let rise = tohit::rise(t.state.level(by), level);
    let seen = look(t.state, shooter, spot, side, level, &mut t.scratch.sight);
    let to_hit = to_hit(t.state, shooter, aimed, range, rise, seen);
    let deviations = [1, 2, 3, 4, 5, 6].map(|squares| to_hit.natural(TARGET_NUMBER - squares));
    let natural = rolls::attack(t, by, TARGET_NUMBER, &to_hit.modifiers, &deviations)?;
    let total = natural as i16 + to_hit.modifiers.sum();
    if level > Level::Ground {
        t.note(SC::AREA_11);
    }
    cited::crew(t, shooter);
    t.note(SC::AREA_01);
    t.tell(SC::AREA_02, || Event::SpotRolled {
        unit: by,
        attack: attack.name,
        natural,
        modifiers: to_hit.modifiers,
        total: total.into(),
        needed: TARGET_NUMBER.into(),
    });
    let patch = if total < TARGET_NUMBER { deviate(t, shooter, patch, spot, total, range, rise)? } else { patch };
    let far = self::range(t.state, by, patch, level);
    let half = far > attack.long_range() && total < TARGET_NUMBER;
    land(t, shooter, patch, spot, total >= TARGET_NUMBER);
    if half {
        t.tell(SC::AREA_10, || Event::HalfDamage { unit: by });
    }
    let caught: Vec<Figure> = t
        .state
        .standing()
        .filter(|figure| t.state.level(*figure) == level)
        .filter(|figure| t.state.space(*figure).is_some_and(|space| patch.covers(space)))
        .collect();
    for target in caught {
        t.note(SC::WQUAL_01);
        for (holds, rule) in [
            (!t.state.enemies(by, target), SC::AREA_04),
            (t.state.sheet(target).shield, SC::AREA_05),
            (t.state.flying(target), SC::FLIGHT_11),
        ] {
            if holds {
                t.note(rule);
            }
        }
        t.tell(SC::AREA_03, || Event::AutoHit { unit: by, target, attack: attack.name });
        let manner = Manner { unrolled: true, fills: true, half, ..Manner::default() };
        harms.push(hit(t, by, &attack, target, manner)?);
    }
    Ok(Landing { patch, level })
}

/// The centre drifts by as much as the roll fell short, at most half the range (SC-AREA-07 to SC-AREA-09).
fn deviate(
    t: &mut Table<'_>,
    shooter: &Shooter<'_>,
    patch: Patch,
    spot: Square,
    total: i16,
    range: u8,
    rise: u8,
) -> Flow<Patch> {
    let wide = (TARGET_NUMBER - total).clamp(0, 200) as u8;
    let squares = wide.min(range / 2);
    if squares < wide {
        t.note(SC::AREA_09);
        if rise > 0 {
            t.note(SC::FLIGHT_21);
        }
    }
    if squares == 0 {
        return Ok(patch);
    }
    let fell = rolls::direction(t, shooter.by)?;
    let dir = Dir::ALL[(fell as usize).saturating_sub(1) % 8];
    let field = t.state.field();
    let (dx, dy) = dir.delta();
    let far = i32::from(squares);
    let to = spot.shifted(i32::from(dx) * far, i32::from(dy) * far, field.width(), field.height());
    t.note(SC::AREA_08);
    t.note(SC::RANGED_16);
    match to {
        Some(to) => t.tell(SC::AREA_07, || Event::Deviated {
            unit: shooter.by,
            attack: shooter.attack.name,
            squares: Squares(squares.into()),
            to,
        }),
        None => t.tell(SC::AREA_07, || Event::OffTheBoard { unit: shooter.by, attack: shooter.attack.name }),
    }
    Ok(patch.drifted(dir, squares))
}

fn land(t: &mut Table<'_>, shooter: &Shooter<'_>, patch: Patch, spot: Square, direct: bool) {
    let field = t.state.field();
    let first = patch.squares(field.width(), field.height()).next();
    if let Some(at) = if direct { Some(spot) } else { first } {
        t.note(SC::AREA_06);
        t.tell(SC::AREA_03, || Event::LandedOn { unit: shooter.by, attack: shooter.attack.name, at });
    }
}

/// May the attack be aimed at that spot and level at all?
pub(crate) fn fires_indirectly(attack: &crate::cards::Attack) -> bool {
    attack.has(WeaponQualities::INDIRECT_FIRE)
}
