//! Exploration and the sale of shards (CH-CAMPAIGN-34 to CH-CAMPAIGN-36).

use super::decisions::{FIND, Find, SHARDS, Sale};
use super::events::{Dice, Shards};
use super::state::NextStep;
use super::{Event, Table, rolls};
use crate::cards::GearKind;
use kernel::{Flow, Name};
use rulebook::CH;

const MOST_DICE: usize = 6;

/// Shards for a sum of exploration dice.
pub(super) fn shards(sum: i32) -> u8 {
    match sum {
        ..=0 => 0,
        1..=5 => 1,
        6..=11 => 2,
        12..=17 => 3,
        18..=24 => 4,
        25..=30 => 5,
        31..=35 => 6,
        _ => 7,
    }
}

/// What shards bring in all, by their number and the size of the band (CH-CAMPAIGN-36).
pub(super) fn price(shards: u8, size: usize) -> i32 {
    const PRICES: [[i32; 5]; 8] = [
        [45, 40, 35, 30, 30],
        [60, 55, 50, 45, 40],
        [75, 70, 65, 60, 55],
        [90, 85, 75, 70, 65],
        [105, 95, 85, 80, 75],
        [120, 105, 95, 90, 85],
        [135, 115, 105, 100, 95],
        [150, 125, 115, 110, 105],
    ];
    let column = match size {
        ..=3 => 0,
        4..=6 => 1,
        7..=9 => 2,
        10..=12 => 3,
        _ => 4,
    };
    match usize::from(shards) {
        0 => 0,
        many => PRICES[many.min(8) - 1][column],
    }
}

/// Dice for heroes who were not out of action and for winning; the sum gives shards, doubles a find.
///
/// # Errors
/// Pauses for choices and dice.
pub(super) fn explore(t: &mut Table<'_>) -> Flow {
    t.state.next = NextStep::Selling;
    let seat = t.state.seat;
    let able = |at: &usize| {
        let fate = t.state.fate(*at);
        t.state.is_hero(*at) && fate.was_out == 0 && !fate.missed && !fate.new
    };
    let heroes = t.state.living().filter(able).count();
    let report = &t.state.reports[seat.index()];
    let (given, home) = (usize::from(report.dice), report.shards);
    let dice = (heroes + usize::from(t.state.winner == Some(seat)) + given).min(MOST_DICE);
    let mut faces = Vec::new();
    for _ in 0..dice {
        faces.push(rolls::explore(t)?);
    }
    let sum: i32 = faces.iter().sum();
    let found = shards(sum);
    t.state.band_mut().shards = t.state.band().shards.saturating_add(found).saturating_add(home);
    if t.state.living().any(|at| t.state.is_hero(at) && t.state.fate(at).missed) {
        t.note(CH::CAMPAIGN_65);
    }
    if home > 0 {
        t.note(CH::DEPLOY_15);
    }
    t.tell(CH::CAMPAIGN_34, || Event::Explored { seat, dice: Dice(dice as i32), sum, shards: (found + home).into() });
    sets(t, &faces)
}

/// Equal dice are a find; of several sets the player chooses one (CH-CAMPAIGN-35).
fn sets(t: &mut Table<'_>, faces: &[i32]) -> Flow {
    let count = |face: i32| faces.iter().filter(|other| **other == face).count();
    let options: Vec<Find> = (1..=6).filter(|face| count(*face) >= 2).map(|face| Find::Set { face }).collect();
    if options.is_empty() {
        return Ok(());
    }
    let seat = t.state.seat;
    let Find::Set { face } = t.ask(FIND.to(seat), &options)?;
    let gold = match count(face) {
        2 => 5 * rolls::find(t, 1)?,
        3 => {
            let common: Vec<Name> = t
                .state
                .pack
                .gear
                .iter()
                .filter(|gear| gear.rarity == 0 && gear.price > 0)
                .filter(|gear| matches!(gear.kind, GearKind::Melee(_) | GearKind::Missile(_)))
                .map(|gear| gear.id)
                .collect();
            let at = rolls::random(t, common.len())?;
            if let Some(thing) = common.get(at).copied() {
                t.state.band_mut().stash.push(thing);
                t.tell(CH::CAMPAIGN_35, || Event::FoundThing { seat, thing });
            }
            rolls::find(t, 3)?
        }
        _ => 10 * rolls::find(t, 2)?,
    };
    t.state.band_mut().gold += gold;
    t.tell(CH::CAMPAIGN_35, || Event::FoundGold { seat, gold });
    Ok(())
}

/// How many shards are sold; the rest is kept for another day.
///
/// # Errors
/// Pauses for the choice.
pub(super) fn sell(t: &mut Table<'_>) -> Flow {
    let (seat, held) = (t.state.seat, t.state.band().shards);
    if held == 0 {
        t.state.next = NextStep::Trading;
        return Ok(());
    }
    let amounts: Vec<u8> = (0..=held.min(8)).rev().collect();
    let options: Vec<Sale> = amounts.iter().map(|shards| Sale::Sell { shards: (*shards).into() }).collect();
    let sold = amounts[t.ask_at(SHARDS.to(seat), &options)?];
    t.state.next = NextStep::Trading;
    let gold = price(sold, t.state.size());
    let band = t.state.band_mut();
    band.shards -= sold;
    band.gold += gold;
    if sold > 0 {
        t.tell(CH::CAMPAIGN_36, || Event::ShardsSold { seat, shards: Shards(sold.into()), gold });
    }
    Ok(())
}
