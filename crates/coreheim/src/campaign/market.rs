//! Trading and recruiting (CH-CAMPAIGN-37 to CH-CAMPAIGN-39, CH-CAMPAIGN-63): one deal at a time until the player is done.

use super::decisions::{Deal, Lesson, RARE, RECRUIT, SPELL, TRADE};
use super::state::{EACH, Fate, NextStep};
use super::{Event, State, Table, deals, rolls};
use crate::cards::Skill;
use crate::muster::{self, Member};
use kernel::{Figure, Flow, Name};
use rulebook::CH;

/// One deal of the trading step.
///
/// # Errors
/// Pauses for choices and dice.
pub(super) fn trade(t: &mut Table<'_>) -> Flow {
    let deal = t.ask_judged(TRADE.to(t.state.seat), &deals::open(t.state), deals::judge)?;
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
    let deal = t.ask_judged(RECRUIT.to(t.state.seat), &deals::open(t.state), deals::judge)?;
    if deal == Deal::Done {
        t.state.next = NextStep::Closing;
        return Ok(());
    }
    carry_out(t, deal)
}

/// Makes a deal that may be made.
///
/// # Errors
/// Pauses for choices and dice.
pub(super) fn carry_out(t: &mut Table<'_>, deal: Deal) -> Flow {
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
