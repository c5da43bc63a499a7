//! Every die the game rolls, one named function each.
//!
//! | roll | die | succeeds | rule |
//! |---|---|---|---|
//! | match tactics, tactics | d20 | highest | SW-MAP-02, SW-TACTICS-01 |
//! | attack | d20 + modifiers | at or above the statistic | SW-RESOLVE-05 |
//! | recovery | d20 + injuries | below the statistic, never a natural 20 | SW-RECOVER-01 |
//! | mortal wound | d20 | drops on a natural 20 | SW-INJURY-11 |
//! | rage, glamyr | d20 + injuries | below Wits | SW-STATUS-06, SW-STATUS-08 |

use crate::Table;
use kernel::{Cuts, D20, Figure, Flow, Modifiers, Roll, Rule, Seat};
use rulebook::SW;

/// A player's own tactics roll, or one bought with a warleader die whose bearer's injuries count (SW-TACTICS-08).
pub(crate) fn tactics(
    t: &mut Table<'_>,
    seat: Seat,
    rule: Rule,
    modifiers: Modifiers,
    warleader: Option<Figure>,
) -> Flow<i32> {
    let roll =
        Roll { name: "tactics", rule, throw: D20, seat, figure: warleader, target: None, modifiers, cuts: Cuts::NONE };
    Ok(t.roll(&roll)?.value)
}

/// The natural roll of an attack. Its outcome changes at the number that hits, ten above it, and around the 13 of a
/// Glancing Blow.
pub(crate) fn attack(t: &mut Table<'_>, attacker: Figure, needed: i16, modifiers: &Modifiers) -> Flow<i32> {
    let hits = i32::from(needed - modifiers.sum());
    // A natural 1 is a miss like any other, a natural 20 a Critical Strike like any other.
    let (hit, critical) = (hits.clamp(2, 20), (hits + 10).clamp(2, 20));
    let cuts =
        if t.state.setting.options.glancing { Cuts::at(&[hit, critical, 13, 14]) } else { Cuts::at(&[hit, critical]) };
    let seat = t.state.side(attacker);
    let (figure, target, modifiers) = (Some(attacker), Some(needed), *modifiers);
    let roll = Roll { name: "attack", rule: SW::RESOLVE_05, throw: D20, seat, figure, target, modifiers, cuts };
    Ok(t.roll(&roll)?.value)
}

/// The natural roll of a recovery; the owner rolls (SW-STATUS-05).
pub(crate) fn recovery(t: &mut Table<'_>, unit: Figure, needed: i16, modifiers: &Modifiers) -> Flow<i32> {
    low(t, "recovery", SW::RECOVER_01, unit, needed, *modifiers)
}

pub(crate) fn mortal(t: &mut Table<'_>, unit: Figure) -> Flow<i32> {
    low(t, "mortal wound", SW::INJURY_11, unit, 20, Modifiers::default())
}

pub(crate) fn rage(t: &mut Table<'_>, unit: Figure, wits: i16, modifiers: Modifiers) -> Flow<i32> {
    low(t, "rage", SW::STATUS_06, unit, wits, modifiers)
}

pub(crate) fn glamyr(t: &mut Table<'_>, unit: Figure, wits: i16, modifiers: Modifiers) -> Flow<i32> {
    low(t, "glamyr", SW::STATUS_08, unit, wits, modifiers)
}

/// A roll of the unit's owner that wants to stay low: it changes at the number, and at a natural 20.
fn low(
    t: &mut Table<'_>,
    name: &'static str,
    rule: Rule,
    unit: Figure,
    needed: i16,
    modifiers: Modifiers,
) -> Flow<i32> {
    let cuts = Cuts::at(&[i32::from(needed - modifiers.sum()), 20]);
    let seat = t.state.unit(unit).owner;
    let (figure, target) = (Some(unit), Some(needed));
    Ok(t.roll(&Roll { name, rule, throw: D20, seat, figure, target, modifiers, cuts })?.value)
}

/// What dice are thrown for.
pub(crate) const NAMES: &[&str] = &["tactics", "attack", "recovery", "mortal wound", "rage", "glamyr"];
