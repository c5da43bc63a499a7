//! Trading and recruiting (CH-CAMPAIGN-37 to CH-CAMPAIGN-39, CH-CAMPAIGN-63): one deal at a time until the player is done.

use super::decisions::{Deal, Lesson, RARE, RECRUIT, SPELL, TRADE};
use super::state::{EACH, Fate, NextStep};
use super::{Event, State, Table, rolls};
use crate::cards::Skill;
use crate::muster::{self, LARGEST_GROUP, MOST_HEROES, Member};
use kernel::{Figure, Flow, Name};
use rulebook::CH;

/// One deal of the trading step.
///
/// # Errors
/// Pauses for choices and dice.
pub(super) fn trade(t: &mut Table<'_>) -> Flow {
    let mut deals = vec![Deal::Done];
    goods(t.state, &mut deals);
    searches(t.state, &mut deals);
    let deal = t.ask(TRADE.to(t.state.seat), &deals)?;
    if deal == Deal::Done {
        t.state.next = NextStep::Recruiting;
        return Ok(());
    }
    carry_out(t, deal)
}

/// One deal of the recruiting step. Recruits are equipped here, from the stash and from what is bought.
///
/// # Errors
/// Pauses for choices and dice.
pub(super) fn recruit(t: &mut Table<'_>) -> Flow {
    let groups = t.state.living().any(|at| !t.state.is_hero(at));
    if t.state.spare.is_none() && groups {
        let rolled = rolls::spare(t)?;
        t.state.spare = Some(rolled as u8);
        let seat = t.state.seat;
        t.tell(CH::CAMPAIGN_39, || Event::SpareRolled { seat, rolled });
    }
    let mut deals = vec![Deal::Done];
    hires(t.state, &mut deals);
    goods(t.state, &mut deals);
    let deal = t.ask(RECRUIT.to(t.state.seat), &deals)?;
    if deal == Deal::Done {
        t.state.next = NextStep::Closing;
        return Ok(());
    }
    carry_out(t, deal)
}

/// Common things that somebody of the band may use, the stash, and what members carry.
fn goods(state: &State, deals: &mut Vec<Deal>) {
    let gold = state.band().gold;
    for gear in state.pack.gear.iter().filter(|gear| gear.rarity == 0 && gear.price > 0) {
        if i32::from(gear.price) <= gold && state.living().any(|at| fits(state, at, gear.id)) {
            deals.push(Deal::Buy { thing: gear.id });
        }
    }
    let mut stash = state.band().stash.clone();
    stash.sort();
    stash.dedup();
    for id in stash {
        deals.push(Deal::Sell { thing: id });
        let copies = state.band().stash.iter().filter(|other| **other == id).count();
        for at in state.living() {
            let count = usize::from(state.member(at).count);
            if copies >= count && fits(state, at, id) {
                deals.push(Deal::Give { thing: id, who: state.figure(at) });
            }
        }
    }
    for at in state.living() {
        let mut carried = state.member(at).gear.clone();
        carried.sort();
        carried.dedup();
        deals.extend(carried.into_iter().map(|thing| Deal::Take { thing, who: state.figure(at) }));
    }
}

/// Whether a member may carry one more of this.
fn fits(state: &State, at: usize, id: Name) -> bool {
    let member = state.member(at);
    let (Some(entry), Some(gear)) = (state.entry(at), state.pack.gear(id)) else { return false };
    let Some(band) = state.pack.band(state.band().band) else { return false };
    let mut carried = member.gear.clone();
    carried.push(id);
    muster::may_carry(&state.pack, band, &entry, member, gear).is_ok()
        && muster::carried_too_much(&state.pack, &carried).is_empty()
}

/// Heroes who were not out of action may each look for one rare thing (CH-CAMPAIGN-38).
fn searches(state: &State, deals: &mut Vec<Deal>) {
    let gold = state.band().gold;
    for at in state.living() {
        let fate = state.fate(at);
        if !state.is_hero(at) || fate.was_out > 0 || fate.missed || fate.searched || fate.new {
            continue;
        }
        for gear in state.pack.gear.iter().filter(|gear| gear.rarity > 0 && i32::from(gear.price) <= gold) {
            if state.living().any(|at| fits(state, at, gear.id)) {
                deals.push(Deal::Search { thing: gear.id, who: state.figure(at) });
            }
        }
    }
}

/// Fighters of the list that can be hired, and groups that can grow.
fn hires(state: &State, deals: &mut Vec<Deal>) {
    let Some(band) = state.pack.band(state.band().band) else { return };
    if state.size() >= usize::from(band.max_size) {
        return;
    }
    let gold = state.band().gold;
    for fighter in &band.fighters {
        let mine = state.living().filter(|at| state.member(*at).fighter == fighter.id && !state.member(*at).risen);
        let count: usize = mine.map(|at| usize::from(state.member(at).count)).sum();
        let room = count < usize::from(fighter.max) && (!fighter.hero || state.heroes() < MOST_HEROES);
        // The place of a leader who died is taken by another hero (CH-CAMPAIGN-40).
        let second = fighter.traits.has(crate::cards::Trait::Leader);
        if room && !second && i32::from(fighter.cost) <= gold {
            deals.push(Deal::Hire { fighter: fighter.id });
        }
        if fighter.hero || !room {
            continue;
        }
        for at in state.living().filter(|at| state.member(*at).fighter == fighter.id && !state.member(*at).risen) {
            let member = state.member(at);
            let cost = i32::from(fighter.cost) + muster::gear_cost(&state.pack, &member.gear);
            let learnt = member.experience <= state.spare.unwrap_or(0);
            if member.count < LARGEST_GROUP && cost <= gold && learnt {
                deals.push(Deal::Reinforce { who: state.figure(at) });
            }
        }
    }
}

fn carry_out(t: &mut Table<'_>, deal: Deal) -> Flow {
    let seat = t.state.seat;
    let price = |state: &State, id: Name| state.pack.gear(id).map_or(0, |gear| i32::from(gear.price));
    match deal {
        Deal::Done => {}
        Deal::Buy { thing } => buy(t, thing),
        Deal::Sell { thing } => {
            let gold = price(t.state, thing) / 2;
            unstash(t.state, thing, 1);
            t.state.band_mut().gold += gold;
            t.tell(CH::CAMPAIGN_37, || Event::Sold { seat, thing, gold });
        }
        Deal::Search { thing, who: member } => search(t, thing, member)?,
        Deal::Give { thing, who: member } => {
            let at = usize::from(member.0 % EACH);
            let count = t.state.member(at).count.into();
            unstash(t.state, thing, count);
            t.state.member_mut(at).gear.push(thing);
            t.tell(CH::CAMPAIGN_02, || Event::Given { member, thing });
        }
        Deal::Take { thing, who: member } => {
            let at = usize::from(member.0 % EACH);
            let count = t.state.member(at).count.into();
            let gear = &mut t.state.member_mut(at).gear;
            if let Some(place) = gear.iter().position(|other| *other == thing) {
                gear.remove(place);
                t.state.band_mut().stash.extend(std::iter::repeat_n(thing, count));
            }
            t.tell(CH::CAMPAIGN_02, || Event::Taken { member, thing });
        }
        Deal::Hire { fighter: id } => hire(t, id)?,
        Deal::Reinforce { who: member } => {
            let at = usize::from(member.0 % EACH);
            let gear = muster::gear_cost(&t.state.pack, &t.state.member(at).gear);
            let gold = t.state.entry(at).map_or(0, |entry| i32::from(entry.cost)) + gear;
            let experience = t.state.member(at).experience;
            t.state.band_mut().gold -= gold;
            t.state.member_mut(at).count += 1;
            t.state.spare = t.state.spare.map(|spare| spare.saturating_sub(experience));
            t.tell(CH::CAMPAIGN_39, || Event::Reinforced { member, gold });
        }
    }
    Ok(())
}

fn buy(t: &mut Table<'_>, thing: Name) {
    let seat = t.state.seat;
    let gold = t.state.pack.gear(thing).map_or(0, |gear| i32::from(gear.price));
    let band = t.state.band_mut();
    band.gold -= gold;
    band.stash.push(thing);
    t.tell(CH::CAMPAIGN_37, || Event::Bought { seat, thing, gold });
}

/// 2d6 against the rarity, with Streetwise (CH-CAMPAIGN-48); what is found may be bought.
fn search(t: &mut Table<'_>, thing: Name, member: Figure) -> Flow {
    let at = usize::from(member.0 % EACH);
    let rarity = t.state.pack.gear(thing).map_or(12, |gear| gear.rarity);
    t.state.fate_mut(at).searched = true;
    let mut rolled = rolls::rare(t, member, rarity)?;
    if t.state.member(at).skills.has(Skill::Streetwise) {
        t.note(CH::CAMPAIGN_48);
        rolled += 2;
    }
    let found = rolled >= i32::from(rarity);
    t.tell(CH::CAMPAIGN_38, || Event::Searched { member, thing, rolled, found });
    if found {
        let bought = Deal::Buy { thing };
        if t.ask(RARE.to(t.state.seat).actor(member), &[bought.clone(), Deal::Done])? == bought {
            buy(t, thing);
        }
    }
    Ok(())
}

fn unstash(state: &mut State, thing: Name, count: usize) {
    for _ in 0..count {
        let stash = &mut state.band_mut().stash;
        if let Some(at) = stash.iter().position(|other| *other == thing) {
            stash.remove(at);
        }
    }
}

/// A new warrior at the price of the list; wizards choose their spells (CH-MAGIC-14).
fn hire(t: &mut Table<'_>, id: Name) -> Flow {
    let Some(fighter) = t.state.pack.fighter(id).cloned() else { return Ok(()) };
    let mut member = Member::new(&fighter);
    if let Some(list) = fighter.spell_list.and_then(|id| t.state.pack.spell_list(id)) {
        let all: Vec<Name> = list.spells.iter().map(|spell| spell.id).collect();
        for _ in 0..fighter.spells {
            let knows = |id: &Name| member.spells.iter().any(|(known, _)| known == id);
            let open: Vec<Name> = all.iter().copied().filter(|id| !knows(id)).collect();
            let options: Vec<Lesson> = open.iter().map(|spell| Lesson::Study { spell: *spell }).collect();
            let chosen = t.ask_at(SPELL.to(t.state.seat), &options)?;
            member.spells.push((open[chosen], 0));
        }
    }
    let gold = i32::from(fighter.cost);
    t.state.band_mut().gold -= gold;
    let at = t.state.join(member, Fate { new: true, ..Fate::default() });
    let figure = t.state.figure(at);
    t.tell(CH::CAMPAIGN_63, || Event::Hired { member: figure, gold });
    Ok(())
}
