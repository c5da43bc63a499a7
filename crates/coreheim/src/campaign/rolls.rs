//! Every die after a battle, one named function each.
//!
//! | roll | dice | rule |
//! |---|---|---|
//! | henchman's fate | d6: 1-2 dead | CH-CAMPAIGN-06 |
//! | hero's injury | d6 tens, d6 units | CH-CAMPAIGN-07 |
//! | ransom | 3d6 x 5 gold | CH-CAMPAIGN-10 |
//! | advance | 2d6 | CH-CAMPAIGN-30, CH-CAMPAIGN-31 |
//! | exploration | d6 for each die | CH-CAMPAIGN-34 |
//! | find | d6 x 5, 3d6, 2d6 x 10 gold; a random weapon | CH-CAMPAIGN-35 |
//! | rare thing | 2d6 | CH-CAMPAIGN-38 |
//! | spare experience | d6 | CH-CAMPAIGN-39 |

use super::Table;
use super::learning::Rank;
use kernel::{Cuts, Figure, Flow, Modifiers, Read, Roll, Rule, Seat, Throw};
use rulebook::CH;

fn roll(
    t: &mut Table<'_>,
    name: &'static str,
    rule: Rule,
    count: u8,
    sides: u8,
    figure: Option<Figure>,
    target: Option<i16>,
) -> Flow<i32> {
    let throw = Throw { count, sides, read: Read::Sum };
    let seat: Seat = t.state.seat;
    let cuts = Cuts::NONE;
    Ok(t.roll(&Roll { name, rule, throw, seat, figure, target, modifiers: Modifiers::default(), cuts })?.value)
}

pub(super) fn henchman(t: &mut Table<'_>, figure: Figure) -> Flow<i32> {
    roll(t, "henchman", CH::CAMPAIGN_06, 1, 6, Some(figure), Some(3))
}

/// 11 to 66.
pub(super) fn hero(t: &mut Table<'_>, figure: Figure) -> Flow<i32> {
    let tens = roll(t, "injury tens", CH::CAMPAIGN_07, 1, 6, Some(figure), None)?;
    let units = roll(t, "injury units", CH::CAMPAIGN_07, 1, 6, Some(figure), None)?;
    Ok(10 * tens + units)
}

pub(super) fn ransom(t: &mut Table<'_>, figure: Figure) -> Flow<i32> {
    Ok(5 * roll(t, "ransom", CH::CAMPAIGN_10, 3, 6, Some(figure), None)?)
}

pub(super) fn advance(t: &mut Table<'_>, figure: Figure, rank: Rank) -> Flow<i32> {
    roll(t, "advance", rank.rule(), 2, 6, Some(figure), None)
}

pub(super) fn explore(t: &mut Table<'_>) -> Flow<i32> {
    roll(t, "exploration", CH::CAMPAIGN_34, 1, 6, None, None)
}

pub(super) fn find(t: &mut Table<'_>, dice: u8) -> Flow<i32> {
    roll(t, "find", CH::CAMPAIGN_35, dice, 6, None, None)
}

/// One of so many things.
pub(super) fn random(t: &mut Table<'_>, among: usize) -> Flow<usize> {
    let value = roll(t, "random weapon", CH::CAMPAIGN_35, 1, among.clamp(1, 200) as u8, None, None)?;
    Ok((value - 1).max(0) as usize)
}

pub(super) fn rare(t: &mut Table<'_>, figure: Figure, rarity: u8) -> Flow<i32> {
    roll(t, "rare", CH::CAMPAIGN_38, 2, 6, Some(figure), Some(rarity.into()))
}

pub(super) fn spare(t: &mut Table<'_>) -> Flow<i32> {
    roll(t, "spare experience", CH::CAMPAIGN_39, 1, 6, None, None)
}

/// What dice are thrown for.
pub(super) const NAMES: &[&str] = &[
    "henchman",
    "injury tens",
    "injury units",
    "ransom",
    "advance",
    "exploration",
    "find",
    "random weapon",
    "rare",
    "spare experience",
    // Of the fight in the pits.
    "to hit",
    "to wound",
    "parry",
    "save",
    "injury",
    "helmet",
    "charm",
];
