//! Every die of a battle, one named function each.
//!
//! | roll | dice | succeeds | rule |
//! |---|---|---|---|
//! | initiative test | d6 | at or below, never a 6 | CH-TEST-01, CH-TEST-02 |
//! | leadership tests (rout, rally, fear, panic, stupidity) | 2d6 | at or below | CH-TEST-03 |
//! | to hit, to shoot | d6 + modifiers | at or above; 6 always, 1 never | CH-CLOSE-09, CH-SHOOT-10 |
//! | parry | d6 | above the blow's natural roll | CH-CLOSE-18 |
//! | to wound | d6 | at or above | CH-WOUND-01 |
//! | save | d6 | at or above, never a 1 | CH-WOUND-04 |
//! | injury | d6 for each wound, highest | 1-2 down, 3-4 stunned, 5-6 out | CH-INJURY-01 |
//! | helmet, charm, idle blow | d6 | 4 or more | CH-EQUIP-46, CH-EQUIP-51, CH-PSYCH-19 |
//! | squabble | d6 | idle on a 1 | CH-PSYCH-30 |
//! | casting | 2d6 or 3d6 + modifiers | at or above the Difficulty | CH-MAGIC-01 |
//! | stray shot into a combat of others | a die of as many sides as there are in it | | CH-SHOOT-07 |
//! | flight | 2d6 inches | | CH-PSYCH-12 |
//! | order of blows, set-up, roles, first turn | d6 | highest | CH-CLOSE-07, CH-DEPLOY-01 |

use crate::Table;
use kernel::{Cuts, Fall, Figure, Flow, Modifiers, Read, Roll, Rule, Seat, Throw};
use rulebook::CH;

pub(crate) const D6: Throw = dice(1);
pub(crate) const TWO_D6: Throw = dice(2);

const fn dice(count: u8) -> Throw {
    Throw { count, sides: 6, read: Read::Sum }
}

/// A die of a warrior of his own, with nothing that changes it.
fn own(t: &Table<'_>, name: &'static str, rule: Rule, figure: Figure) -> Roll {
    let (seat, modifiers) = (t.state.owner(figure), Modifiers::default());
    Roll { name, rule, throw: D6, seat, figure: Some(figure), target: None, modifiers, cuts: Cuts::NONE }
}

/// The same, which has to come to so much.
fn against(t: &Table<'_>, name: &'static str, rule: Rule, figure: Figure, needed: u8) -> Roll {
    let cuts = Cuts::at(&[i32::from(needed)]);
    Roll { target: Some(needed.into()), cuts, ..own(t, name, rule, figure) }
}

/// At or below a value, and never a 6.
fn tested(t: &Table<'_>, name: &'static str, rule: Rule, figure: Figure, value: u8) -> Roll {
    let cuts = Cuts::at(&[i32::from(value.min(5)) + 1]);
    Roll { target: Some(value.into()), cuts, ..own(t, name, rule, figure) }
}

/// A test of a characteristic; the natural roll.
pub(crate) fn characteristic(t: &mut Table<'_>, name: &'static str, figure: Figure, value: u8) -> Flow<i32> {
    let roll = tested(t, name, CH::TEST_01, figure, value);
    Ok(t.roll(&roll)?.value)
}

/// A climb with rope and hook: two dice, either of which will do (CH-EQUIP-48).
pub(crate) fn roped(t: &mut Table<'_>, figure: Figure, value: u8) -> Flow<i32> {
    let throw = Throw { count: 2, sides: 6, read: Read::Lowest };
    let roll = Roll { throw, ..tested(t, "climb", CH::EQUIP_48, figure, value) };
    Ok(t.roll(&roll)?.value)
}

/// The total of a Leadership test.
pub(crate) fn leadership(t: &mut Table<'_>, name: &'static str, rule: Rule, figure: Figure, value: u8) -> Flow<i32> {
    let cuts = Cuts::at(&[i32::from(value) + 1]);
    let roll = Roll { throw: TWO_D6, target: Some(value.into()), cuts, ..own(t, name, rule, figure) };
    Ok(t.roll(&roll)?.value)
}

/// The rout test, thrown by a player for his band (CH-TURN-04).
pub(crate) fn rout(t: &mut Table<'_>, leader: Figure, value: u8) -> Flow<i32> {
    leadership(t, "rout", CH::TURN_04, leader, value)
}

/// The natural roll of a blow.
pub(crate) fn to_hit(t: &mut Table<'_>, striker: Figure, needed: u8, modifiers: &Modifiers) -> Flow<i32> {
    // A parry asks for more than the natural roll, so that every face matters.
    let (target, modifiers) = (Some(needed.into()), *modifiers);
    let roll = Roll { target, modifiers, ..own(t, "to hit", CH::CLOSE_09, striker) };
    Ok(t.roll(&roll)?.value)
}

/// The natural roll of a shot.
pub(crate) fn to_shoot(t: &mut Table<'_>, shooter: Figure, needed: u8, modifiers: &Modifiers) -> Flow<i32> {
    let hits = (i32::from(needed) - i32::from(modifiers.sum())).clamp(2, 6);
    let (target, modifiers, cuts) = (Some(needed.into()), *modifiers, Cuts::at(&[hits]));
    let roll = Roll { target, modifiers, cuts, ..own(t, "to shoot", CH::SHOOT_10, shooter) };
    Ok(t.roll(&roll)?.value)
}

/// A parry; `natural` is the roll to be beaten.
pub(crate) fn parry(t: &mut Table<'_>, figure: Figure, natural: i32) -> Flow<i32> {
    let roll = against(t, "parry", CH::CLOSE_18, figure, natural as u8 + 1);
    Ok(t.roll(&roll)?.value)
}

pub(crate) fn to_wound(t: &mut Table<'_>, seat: Seat, by: Option<Figure>, needed: u8, poison: bool) -> Flow<i32> {
    let again = if poison { 2 } else { 1 };
    let roll = Roll {
        name: "to wound",
        rule: CH::WOUND_01,
        throw: D6,
        seat,
        figure: by,
        target: Some(needed.into()),
        modifiers: Modifiers::default(),
        cuts: Cuts::at(&[again, i32::from(needed), 6]),
    };
    Ok(t.roll(&roll)?.value)
}

pub(crate) fn save(t: &mut Table<'_>, figure: Figure, rule: Rule, needed: u8) -> Flow<i32> {
    let roll = against(t, "save", rule, figure, needed);
    Ok(t.roll(&roll)?.value)
}

/// The highest of so many injury dice, before modifiers; the attacker rolls.
pub(crate) fn injury(t: &mut Table<'_>, seat: Seat, figure: Figure, count: u8, bonus: i8) -> Flow<i32> {
    let throw = Throw { count: count.min(12), sides: 6, read: Read::Highest };
    let mut modifiers = Modifiers::default();
    modifiers.add("injury", CH::INJURY_03, bonus.into());
    let cuts = Cuts::at(&[3 - i32::from(bonus), 5 - i32::from(bonus)]);
    let roll =
        Roll { name: "injury", rule: CH::INJURY_01, throw, seat, figure: Some(figure), target: None, modifiers, cuts };
    Ok(t.roll(&roll)?.value)
}

pub(crate) fn helmet(t: &mut Table<'_>, figure: Figure) -> Flow<i32> {
    even(t, "helmet", CH::EQUIP_46, figure)
}

pub(crate) fn charm(t: &mut Table<'_>, figure: Figure) -> Flow<i32> {
    even(t, "charm", CH::EQUIP_51, figure)
}

/// Whether an idle warrior fights all the same (CH-PSYCH-19).
pub(crate) fn idle_blow(t: &mut Table<'_>, figure: Figure) -> Flow<i32> {
    even(t, "idle", CH::PSYCH_19, figure)
}

pub(crate) fn squabble(t: &mut Table<'_>, figure: Figure) -> Flow<i32> {
    let roll = against(t, "squabble", CH::PSYCH_30, figure, 2);
    Ok(t.roll(&roll)?.value)
}

/// The dice of a casting roll: three with a power scroll (CH-EQUIP-53).
pub(crate) fn casting(
    t: &mut Table<'_>,
    caster: Figure,
    difficulty: u8,
    scroll: bool,
    modifiers: &Modifiers,
) -> Flow<Fall> {
    let throw = if scroll { dice(3) } else { TWO_D6 };
    let rule = if scroll { CH::EQUIP_53 } else { CH::MAGIC_01 };
    let cuts = Cuts::at(&[3, i32::from(difficulty) - i32::from(modifiers.sum()), 12]);
    let (target, modifiers) = (Some(difficulty.into()), *modifiers);
    let roll = Roll { throw, target, modifiers, cuts, ..own(t, "casting", rule, caster) };
    t.roll(&roll)
}

/// Who of so many in a combat a shot strikes, from 0.
pub(crate) fn stray(t: &mut Table<'_>, shooter: Figure, among: usize) -> Flow<usize> {
    let throw = Throw { count: 1, sides: among.clamp(2, 100) as u8, read: Read::Sum };
    let roll = Roll { throw, ..own(t, "stray shot", CH::SHOOT_07, shooter) };
    Ok((t.roll(&roll)?.value - 1).clamp(0, among as i32 - 1) as usize)
}

/// How far a warrior flees, in inches.
pub(crate) fn flight(t: &mut Table<'_>, figure: Figure) -> Flow<i32> {
    let roll = Roll { throw: TWO_D6, ..own(t, "flight", CH::PSYCH_12, figure) };
    Ok(t.roll(&roll)?.value)
}

/// A player's d6 against the others': order of blows, zones, roles, first turn.
pub(crate) fn contest(t: &mut Table<'_>, name: &'static str, rule: Rule, seat: Seat) -> Flow<i32> {
    let roll = Roll {
        name,
        rule,
        throw: D6,
        seat,
        figure: None,
        target: None,
        modifiers: Modifiers::default(),
        cuts: Cuts::NONE,
    };
    Ok(t.roll(&roll)?.value)
}

fn even(t: &mut Table<'_>, name: &'static str, rule: Rule, figure: Figure) -> Flow<i32> {
    let roll = against(t, name, rule, figure, 4);
    Ok(t.roll(&roll)?.value)
}

/// What dice are thrown for.
pub(crate) const NAMES: &[&str] = &[
    "casting",
    "charm",
    "climb",
    "edge",
    "fear",
    "first turn",
    "flight",
    "helmet",
    "idle",
    "injury",
    "jump",
    "order of blows",
    "panic",
    "parry",
    "rally",
    "roles",
    "rout",
    "save",
    "set-up zones",
    "squabble",
    "stray shot",
    "stupidity",
    "to hit",
    "to shoot",
    "to wound",
    "unseen",
];
