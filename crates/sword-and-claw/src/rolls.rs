//! Every die the game rolls, one named function each.
//!
//! | roll | die | succeeds | rule |
//! |---|---|---|---|
//! | toss | d6 | 1-3: the first side attacks | SC-SETUP-12 |
//! | depth | d6 + 3 | | SC-DEPLOY-01 |
//! | charge | d6 | 1-2 back, 5-6 on | SC-CHARGE-05 to 07 |
//! | attack | d10 + modifiers | at or above the Defense | SC-ATTACK-03 |
//! | damage | d6 + bonus | by To Wound | SC-ATTACK-04 |
//! | save | d10 + Str + size | 6, clean at 10 | SC-SAVE-03 |
//! | direction | d8 | | SC-AREA-08 |
//! | side | d6 | 1-3 left | SC-DLINE-04 |
//! | stray, shove | d(n) | one of n | SC-RANGED-13, SC-WQUAL-08 |

use crate::Table;
use kernel::{Cuts, Figure, Flow, Modifiers, Read, Roll, Rule, Seat, Throw};
use rulebook::SC;

pub(crate) const D6: Throw = die(6);
pub(crate) const D8: Throw = die(8);
pub(crate) const D10: Throw = die(10);

const fn die(sides: u8) -> Throw {
    Throw { count: 1, sides, read: Read::Sum }
}

/// Who attacks, where the scenario does not say.
pub(crate) fn toss(t: &mut Table<'_>, seat: Seat) -> Flow<i32> {
    plain(t, "toss", SC::SETUP_12, D6, seat, None, Cuts::at(&[4]))
}

pub(crate) fn depth(t: &mut Table<'_>, seat: Seat) -> Flow<i32> {
    plain(t, "depth", SC::DEPLOY_01, D6, seat, None, Cuts::NONE)
}

pub(crate) fn charge(t: &mut Table<'_>, figure: Figure) -> Flow<i32> {
    let seat = t.state.piece(figure).owner;
    plain(t, "charge", SC::CHARGE_05, D6, seat, Some(figure), Cuts::at(&[3, 5]))
}

/// The natural roll of an attack; its outcome changes at the number that hits and where `also` says (SC-ATTACK-01).
pub(crate) fn attack(t: &mut Table<'_>, by: Figure, needed: i16, modifiers: &Modifiers, also: &[i32]) -> Flow<i32> {
    let hits = i32::from(needed - modifiers.sum());
    let mut cuts = [0; 12];
    let list = std::iter::once(hits).chain(also.iter().copied());
    let mut count = 0;
    for (slot, value) in cuts.iter_mut().zip(list) {
        *slot = value.clamp(1, 11);
        count += 1;
    }
    let seat = t.state.piece(by).owner;
    let roll = Roll {
        name: "attack",
        rule: SC::ATTACK_01,
        throw: D10,
        seat,
        figure: Some(by),
        target: Some(needed),
        modifiers: *modifiers,
        cuts: Cuts::at(&cuts[..count]),
    };
    Ok(t.roll(&roll)?.value)
}

/// The natural roll of damage; the number of wounds changes at `cuts` (SC-ATTACK-04).
pub(crate) fn damage(t: &mut Table<'_>, by: Figure, modifiers: &Modifiers, cuts: &[i32]) -> Flow<i32> {
    let seat = t.state.piece(by).owner;
    let roll = Roll {
        name: "damage",
        rule: SC::ATTACK_04,
        throw: D6,
        seat,
        figure: Some(by),
        target: None,
        modifiers: *modifiers,
        cuts: Cuts::at(cuts),
    };
    Ok(t.roll(&roll)?.value)
}

/// The natural roll of a saving throw (SC-SAVE-03).
pub(crate) fn save(t: &mut Table<'_>, figure: Figure, modifiers: &Modifiers) -> Flow<i32> {
    let seat = t.state.piece(figure).owner;
    let sum = i32::from(modifiers.sum());
    let roll = Roll {
        name: "save",
        rule: SC::SAVE_03,
        throw: D10,
        seat,
        figure: Some(figure),
        target: Some(6),
        modifiers: *modifiers,
        cuts: Cuts::at(&[(3 - sum).clamp(1, 11), (6 - sum).clamp(1, 11), (10 - sum).clamp(1, 11)]),
    };
    Ok(t.roll(&roll)?.value)
}

/// One of eight directions, from north clockwise (SC-AREA-08).
pub(crate) fn direction(t: &mut Table<'_>, by: Figure) -> Flow<i32> {
    let seat = t.state.piece(by).owner;
    plain(t, "direction", SC::AREA_08, D8, seat, Some(by), Cuts::NONE)
}

/// Left or right of the target (SC-DLINE-04).
pub(crate) fn side(t: &mut Table<'_>, by: Figure) -> Flow<i32> {
    let seat = t.state.piece(by).owner;
    plain(t, "side", SC::DLINE_04, D6, seat, Some(by), Cuts::at(&[4]))
}

/// One of `count` things with the same chance, counted from 0.
pub(crate) fn one_of(t: &mut Table<'_>, name: &'static str, rule: Rule, by: Figure, count: usize) -> Flow<usize> {
    if count < 2 {
        return Ok(0);
    }
    let seat = t.state.piece(by).owner;
    let fall = plain(t, name, rule, die(count.min(255) as u8), seat, Some(by), Cuts::NONE)?;
    Ok((fall as usize).saturating_sub(1).min(count - 1))
}

fn plain(
    t: &mut Table<'_>,
    name: &'static str,
    rule: Rule,
    throw: Throw,
    seat: Seat,
    figure: Option<Figure>,
    cuts: Cuts,
) -> Flow<i32> {
    let roll = Roll { name, rule, throw, seat, figure, target: None, modifiers: Modifiers::default(), cuts };
    Ok(t.roll(&roll)?.value)
}

/// What dice are thrown for.
pub(crate) const NAMES: &[&str] =
    &["toss", "depth", "charge", "attack", "damage", "save", "direction", "side", "stray", "shove"];
