//! What becomes of those who were out of action (CH-CAMPAIGN-06 to CH-CAMPAIGN-24).

use super::decisions::{PAY, Payment, RANSOM, Ransom};
use super::events::{Battles, Life};
use super::state::NextStep;
use super::{Event, Table, duel, rolls};
use crate::cards::{Item, STATS, Stat, Trait, Word};
use kernel::{Flow, Rule, Seat, slug};
use rulebook::CH;
use std::sync::Arc;

/// A row of the injury table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Injury {
    Dead,
    Captured,
    Multiple,
    Weaker(Stat),
    Robbed,
    SmashedLeg,
    Pits,
    Recovery,
    Enmity,
    SeenItAll,
}

/// The table for heroes, by tens and units (CH-CAMPAIGN-07).
pub(super) fn table(rolled: i32) -> (Injury, Rule, &'static str) {
    match rolled {
        ..=14 => (Injury::Dead, CH::CAMPAIGN_09, "dead"),
        15 => (Injury::Captured, CH::CAMPAIGN_10, "captured"),
        16..=22 => (Injury::Multiple, CH::CAMPAIGN_11, "multiple injuries"),
        23 => (Injury::Weaker(Stat::Toughness), CH::CAMPAIGN_12, "chest wound"),
        24 => (Injury::Weaker(Stat::Strength), CH::CAMPAIGN_13, "arm wound"),
        25 => (Injury::Weaker(Stat::Movement), CH::CAMPAIGN_14, "leg injury"),
        26 => (Injury::Weaker(Stat::Weapon), CH::CAMPAIGN_15, "hand injury"),
        31 => (Injury::Weaker(Stat::Ballistic), CH::CAMPAIGN_16, "eye injury"),
        32..=33 => (Injury::Weaker(Stat::Initiative), CH::CAMPAIGN_17, "melancholy"),
        34..=35 => (Injury::Weaker(Stat::Leadership), CH::CAMPAIGN_18, "shaken nerves"),
        36..=41 => (Injury::Robbed, CH::CAMPAIGN_19, "robbed"),
        42..=43 => (Injury::SmashedLeg, CH::CAMPAIGN_20, "smashed leg"),
        44 => (Injury::Pits, CH::CAMPAIGN_21, "sold to the pits"),
        45..=64 => (Injury::Recovery, CH::CAMPAIGN_22, "full recovery"),
        65 => (Injury::Enmity, CH::CAMPAIGN_23, "bitter enmity"),
        _ => (Injury::SeenItAll, CH::CAMPAIGN_24, "seen it all"),
    }
}

/// One member who was out of action, or on to the next stage.
///
/// # Errors
/// Pauses for choices and dice.
pub(super) fn step(t: &mut Table<'_>) -> Flow {
    use_up(t);
    let Some(member) = t.state.living().find(|at| t.state.fate(*at).out > 0) else {
        t.state.next = NextStep::Experience;
        return Ok(());
    };
    t.state.fate_mut(member).out -= 1;
    if t.state.is_hero(member) { hero(t, member) } else { henchman(t, member) }
}

/// What was drunk, smeared on a blade or read in the battle is gone before anything else is done (CH-EQUIP-56).
fn use_up(t: &mut Table<'_>) {
    let seat = t.state.seat;
    for (member, item) in std::mem::take(&mut t.state.reports[seat.index()].used) {
        let pack = Arc::clone(&t.state.pack);
        let member = usize::from(member);
        let gear = &mut t.state.member_mut(member).gear;
        let Some(at) = gear.iter().position(|other| pack.is_item(*other, item)) else { continue };
        let (thing, figure) = (gear.remove(at), t.state.figure(member));
        t.tell(CH::EQUIP_56, || Event::UsedUp { member: figure, thing });
    }
}

fn henchman(t: &mut Table<'_>, member: usize) -> Flow {
    let figure = t.state.figure(member);
    let rolled = rolls::henchman(t, figure)?;
    let dead = rolled <= 2;
    t.tell(CH::CAMPAIGN_06, || Event::HenchmanRolled { member: figure, rolled, dead: Life(dead) });
    if dead {
        let group = t.state.member_mut(member);
        group.count = group.count.saturating_sub(1);
        if group.count == 0 {
            die(t, member);
        }
    }
    Ok(())
}

fn hero(t: &mut Table<'_>, member: usize) -> Flow {
    let figure = t.state.figure(member);
    let rolled = rolls::hero(t, figure)?;
    let (injury, rule, name) = table(rolled);
    t.note(CH::CAMPAIGN_07);
    t.tell(rule, || Event::InjuryRolled { member: figure, rolled, injury: name });
    apply(t, member, injury, rule)
}

fn apply(t: &mut Table<'_>, member: usize, injury: Injury, rule: Rule) -> Flow {
    let figure = t.state.figure(member);
    match injury {
        Injury::Dead => dead(t, member)?,
        Injury::Captured => captured(t, member)?,
        Injury::Multiple => {
            // Four more, without those that end him or begin again (CH-CAMPAIGN-11).
            for _ in 0..4 {
                let barred =
                    |injury| matches!(injury, Injury::Dead | Injury::Captured | Injury::Pits | Injury::Multiple);
                roll_again(t, member, CH::CAMPAIGN_11, barred)?;
            }
        }
        Injury::Weaker(stat) => weaken(t, member, stat, rule),
        Injury::Robbed => rob(t, member),
        Injury::SmashedLeg => {
            t.state.member_mut(member).missing += 1;
            t.tell(CH::CAMPAIGN_20, || Event::WillMiss { member: figure, battles: Battles(1) });
        }
        Injury::Pits => duel::pits(t, member)?,
        Injury::Recovery => {}
        Injury::Enmity => {
            let enemy = enemy(t);
            let title = slug(&t.state.bands[enemy.index()].title);
            t.state.member_mut(member).hates.push(title);
            t.tell(CH::CAMPAIGN_23, || Event::Hates { member: figure, seat: enemy });
        }
        Injury::SeenItAll => super::learning::gain(t, member, 1, CH::CAMPAIGN_24, "seen it all"),
    }
    Ok(())
}

/// The enemy band: the winner, or the first other one.
fn enemy(t: &Table<'_>) -> Seat {
    let mine = t.state.seat;
    let others = (0..t.state.bands.len() as u8).map(Seat).filter(|seat| *seat != mine);
    t.state.winner.filter(|winner| *winner != mine).or_else(|| others.min()).unwrap_or(mine)
}

/// Dead, unless it is one of the first two battles, he is immortal, or an enemy brought shackles.
fn dead(t: &mut Table<'_>, member: usize) -> Flow {
    let kind = t.state.band().battles < 2;
    let immortal = t.state.entry(member).is_some_and(|entry| entry.traits.has(Trait::Immortal));
    if kind || immortal {
        let rule = if kind { CH::CAMPAIGN_08 } else { CH::CAMPAIGN_61 };
        let reason = if kind { "one of the first two battles" } else { "he is immortal" };
        let figure = t.state.figure(member);
        t.tell(rule, || Event::DeathSpared { member: figure, reason });
        return apply(t, member, Injury::Multiple, CH::CAMPAIGN_11);
    }
    if let Some((seat, owner, at)) = shackles(t) {
        t.state.bands[seat.index()].members[owner].gear.remove(at);
        t.note(CH::EQUIP_54);
        // The side that won gets its own man back (CH-CAMPAIGN-10).
        if t.state.winner == Some(t.state.seat) {
            t.note(CH::CAMPAIGN_10);
            rob(t, member);
            return Ok(());
        }
        return take_captive(t, member, seat);
    }
    die(t, member);
    Ok(())
}

/// An enemy hero with shackles who fought and was not out of action (CH-EQUIP-54).
fn shackles(t: &Table<'_>) -> Option<(Seat, usize, usize)> {
    let mine = t.state.seat;
    (0..t.state.bands.len() as u8).map(Seat).filter(|seat| *seat != mine).find_map(|seat| {
        let band = &t.state.bands[seat.index()];
        band.members.iter().enumerate().find_map(|(owner, member)| {
            let fate = t.state.fates[seat.index()][owner];
            let at = member.gear.iter().position(|gear| t.state.pack.is_item(*gear, Item::Shackles))?;
            (fate.was_out == 0 && !fate.missed && !fate.gone).then_some((seat, owner, at))
        })
    })
}

/// In the hands of the winner; a hero of the winning side is robbed instead (CH-CAMPAIGN-10).
fn captured(t: &mut Table<'_>, member: usize) -> Flow {
    match t.state.winner.filter(|winner| *winner != t.state.seat) {
        Some(winner) => take_captive(t, member, winner),
        None => {
            rob(t, member);
            Ok(())
        }
    }
}

/// The captor takes all he carries and may let him be bought back.
fn take_captive(t: &mut Table<'_>, member: usize, by: Seat) -> Flow {
    let (figure, seat) = (t.state.figure(member), t.state.seat);
    t.tell(CH::CAMPAIGN_10, || Event::Captured { member: figure, by });
    let gear = std::mem::take(&mut t.state.member_mut(member).gear);
    t.state.bands[by.index()].stash.extend(gear);
    let gold = rolls::ransom(t, figure)?;
    let free = t.ask(RANSOM.to(by).actor(figure), &[Ransom::Release, Ransom::Keep])? == Ransom::Release;
    let paid = free
        && t.state.band().gold >= gold
        && t.ask(PAY.to(seat).actor(figure), &[Payment::Pay, Payment::Leave])? == Payment::Pay;
    if paid {
        t.state.band_mut().gold -= gold;
        t.state.bands[by.index()].gold += gold;
        t.tell(CH::CAMPAIGN_10, || Event::Ransomed { member: figure, gold });
    } else {
        t.state.fate_mut(member).gone = true;
        t.tell(CH::CAMPAIGN_10, || Event::Lost { member: figure });
    }
    Ok(())
}

fn die(t: &mut Table<'_>, member: usize) {
    let figure = t.state.figure(member);
    t.state.fate_mut(member).gone = true;
    t.tell(CH::CAMPAIGN_09, || Event::Died { member: figure });
}

/// A characteristic that he has never falls below 1 (CH-PROFILE-11).
fn weaken(t: &mut Table<'_>, member: usize, stat: Stat, rule: Rule) {
    let figure = t.state.figure(member);
    let base = t.state.entry(member).map_or([0; STATS], |entry| entry.stats.0)[stat as usize] as i8;
    let growth = &mut t.state.member_mut(member).growth[stat as usize];
    let change = if base > 0 && base + *growth > 1 { -1 } else { 0 };
    *growth += change;
    if change == 0 {
        t.note(rule);
        t.tell(CH::PROFILE_11, || Event::NotWeakened { member: figure, stat: stat.text() });
        return;
    }
    t.tell(rule, || Event::Weakened { member: figure, stat: stat.text(), change: change.into() });
}

/// Everything but a mount is gone (CH-CAMPAIGN-19).
pub(super) fn rob(t: &mut Table<'_>, member: usize) {
    let figure = t.state.figure(member);
    let pack = Arc::clone(&t.state.pack);
    t.state.member_mut(member).gear.retain(|gear| pack.is_item(*gear, Item::Horse));
    t.tell(CH::CAMPAIGN_19, || Event::Robbed { member: figure });
}

/// A new roll after the pits, which do not come twice (CH-CAMPAIGN-21).
pub(super) fn again(t: &mut Table<'_>, member: usize) -> Flow {
    roll_again(t, member, CH::CAMPAIGN_21, |injury| injury == Injury::Pits)
}

/// Rolls until a result comes that is not barred: that one counts, and the others are said to be rolled again.
fn roll_again(t: &mut Table<'_>, member: usize, by: Rule, barred: impl Fn(Injury) -> bool) -> Flow {
    let figure = t.state.figure(member);
    loop {
        let rolled = rolls::hero(t, figure)?;
        let (injury, rule, name) = table(rolled);
        if !barred(injury) {
            t.note(by);
            t.tell(rule, || Event::InjuryRolled { member: figure, rolled, injury: name });
            return apply(t, member, injury, rule);
        }
        t.tell(by, || Event::InjuryAgain { member: figure, rolled, injury: name });
    }
}
