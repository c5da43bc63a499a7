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
use kernel::{D20, Figure, Flow, Modifiers, Roll, Rule, Seat};
use rulebook::SW;

/// A player's own tactics roll, or one bought with a warleader die whose bearer's injuries count (SW-TACTICS-08).
pub fn tactics(t: &mut Table<'_>, seat: Seat, rule: Rule, modifiers: Modifiers, warleader: Option<Figure>) -> Flow<i32> {
    let roll = Roll { name: "tactics", rule, throw: D20, seat, figure: warleader, target: None, modifiers };
    Ok(t.roll(&roll)?.value)
}

/// The natural roll of an attack.
pub fn attack(t: &mut Table<'_>, attacker: Figure, needed: i16, modifiers: &Modifiers) -> Flow<i32> {
    let seat = t.state.side(attacker);
    let roll = Roll { name: "attack", rule: SW::RESOLVE_05, throw: D20, seat, figure: Some(attacker), target: Some(needed), modifiers: *modifiers };
    Ok(t.roll(&roll)?.value)
}

/// The natural roll of a recovery; the owner rolls (SW-STATUS-05).
pub fn recovery(t: &mut Table<'_>, unit: Figure, needed: i16, modifiers: &Modifiers) -> Flow<i32> {
    let seat = t.state.unit(unit).owner;
    let roll = Roll { name: "recovery", rule: SW::RECOVER_01, throw: D20, seat, figure: Some(unit), target: Some(needed), modifiers: *modifiers };
    Ok(t.roll(&roll)?.value)
}

pub fn mortal(t: &mut Table<'_>, unit: Figure) -> Flow<i32> {
    plain(t, "mortal wound", SW::INJURY_11, unit, Some(20), Modifiers::default())
}

pub fn rage(t: &mut Table<'_>, unit: Figure, wits: i16, modifiers: Modifiers) -> Flow<i32> {
    plain(t, "rage", SW::STATUS_06, unit, Some(wits), modifiers)
}

pub fn glamyr(t: &mut Table<'_>, unit: Figure, wits: i16, modifiers: Modifiers) -> Flow<i32> {
    plain(t, "glamyr", SW::STATUS_08, unit, Some(wits), modifiers)
}

fn plain(t: &mut Table<'_>, name: &'static str, rule: Rule, unit: Figure, target: Option<i16>, modifiers: Modifiers) -> Flow<i32> {
    let seat = t.state.unit(unit).owner;
    let roll = Roll { name, rule, throw: D20, seat, figure: Some(unit), target, modifiers };
    Ok(t.roll(&roll)?.value)
}
