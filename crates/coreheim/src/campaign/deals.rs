//! Which deals can be made (CH-CAMPAIGN-37 to CH-CAMPAIGN-39, CH-CAMPAIGN-63): what is offered has passed the judge, who says
//! what stands in the way of any other.

use super::decisions::Deal;
use super::state::{EACH, NextStep, State};
use crate::cards::{Fighter, Trait};
use crate::muster::{self, LARGEST_GROUP, MOST_HEROES};
use kernel::{Figure, Name, Refusal, Rule};
use rulebook::CH;

/// Everything that may be done in this step.
pub(super) fn open(state: &State) -> Vec<Deal> {
    let mut all = vec![Deal::Done];
    if state.next != NextStep::Trading {
        hires(state, &mut all);
    }
    goods(state, &mut all);
    if state.next == NextStep::Trading {
        searches(state, &mut all);
    }
    all.retain(|deal| judge(state, deal).is_ok());
    all
}

/// Common things, the stash, and what members carry.
fn goods(state: &State, all: &mut Vec<Deal>) {
    let common = state.pack.gear.iter().filter(|gear| gear.rarity == 0 && gear.price > 0);
    all.extend(common.map(|gear| Deal::Buy { thing: gear.id }));
    let sorted = |list: &[Name]| {
        let mut list = list.to_vec();
        list.sort();
        list.dedup();
        list
    };
    for thing in sorted(&state.band().stash) {
        all.push(Deal::Sell { thing });
        all.extend(state.living().map(|at| Deal::Give { thing, who: state.figure(at) }));
    }
    for at in state.living() {
        let carried = sorted(&state.member(at).gear).into_iter();
        all.extend(carried.map(|thing| Deal::Take { thing, who: state.figure(at) }));
    }
}

fn searches(state: &State, all: &mut Vec<Deal>) {
    for at in state.living() {
        let rare = state.pack.gear.iter().filter(|gear| gear.rarity > 0);
        all.extend(rare.map(|gear| Deal::Search { thing: gear.id, who: state.figure(at) }));
    }
}

/// Fighters of the list that can be hired, and groups that can grow.
fn hires(state: &State, all: &mut Vec<Deal>) {
    let Some(band) = state.pack.band(state.band().band) else { return };
    for fighter in &band.fighters {
        all.push(Deal::Hire { fighter: fighter.id });
        let same = state.living().filter(|at| state.member(*at).fighter == fighter.id);
        all.extend(same.map(|at| Deal::Reinforce { who: state.figure(at) }));
    }
}

/// May this deal be made?
///
/// # Errors
/// The rule that bars it.
pub(super) fn judge(state: &State, deal: &Deal) -> Result<(), Refusal> {
    let no = |rule, text| Err(Refusal::new(rule, text));
    match *deal {
        Deal::Done => Ok(()),
        Deal::Buy { thing } => match state.pack.gear(thing) {
            Some(gear) if gear.rarity > 0 => no(CH::CAMPAIGN_38, "a rare thing has to be looked for"),
            Some(gear) if gear.price > 0 => wanted(state, thing, CH::CAMPAIGN_37),
            _ => no(CH::CAMPAIGN_37, "that is not for sale"),
        },
        Deal::Search { thing, who } => search(state, thing, who),
        Deal::Sell { thing } if !state.band().stash.contains(&thing) => {
            no(CH::CAMPAIGN_37, "only what lies in the stash is sold")
        }
        Deal::Sell { .. } => Ok(()),
        Deal::Give { thing, who } => give(state, thing, who),
        Deal::Take { thing, who } if !state.member(own(state, who)?).gear.contains(&thing) => {
            no(CH::CAMPAIGN_02, "he carries no such thing")
        }
        Deal::Take { .. } => Ok(()),
        Deal::Hire { fighter } => hire(state, fighter),
        Deal::Reinforce { who } => reinforce(state, who),
    }
}

/// The member that a figure is, if he is in the band whose step it is.
fn own(state: &State, who: Figure) -> Result<usize, Refusal> {
    let at = usize::from(who.0 % EACH);
    let known = usize::from(who.0 / EACH) == state.seat.index() && state.living().any(|one| one == at);
    known.then_some(at).ok_or(Refusal::new(CH::CAMPAIGN_02, "he is not in the band"))
}

fn affords(state: &State, price: i32, rule: Rule) -> Result<(), Refusal> {
    match state.band().gold {
        gold if gold < price => Err(Refusal::with(rule, "it costs {0} gold; the band has {1}", price, gold)),
        _ => Ok(()),
    }
}

/// Somebody has to be able to use a thing, and the band to pay it.
fn wanted(state: &State, thing: Name, rule: Rule) -> Result<(), Refusal> {
    affords(state, state.pack.gear(thing).map_or(0, |gear| i32::from(gear.price)), rule)?;
    let mut barred = None;
    for at in state.living() {
        match fits(state, at, thing) {
            Ok(()) => return Ok(()),
            Err(rule) => barred = barred.or(Some(rule)),
        }
    }
    Err(Refusal::new(barred.unwrap_or(rule), "nobody of the band may carry one more"))
}

/// Whether a member may carry one more of this, or the rule that forbids it.
fn fits(state: &State, at: usize, id: Name) -> Result<(), Rule> {
    let member = state.member(at);
    let known = state.entry(at).zip(state.pack.gear(id)).zip(state.pack.band(state.band().band));
    let Some(((entry, gear), band)) = known else { return Err(CH::EQUIP_04) };
    let carried: Vec<Name> = member.gear.iter().copied().chain([id]).collect();
    muster::may_carry(&state.pack, band, &entry, member, gear).map_err(|(rule, _)| rule)?;
    muster::carried_too_much(&state.pack, &carried).first().map_or(Ok(()), |(rule, _)| Err(*rule))
}

fn give(state: &State, thing: Name, who: Figure) -> Result<(), Refusal> {
    let at = own(state, who)?;
    let copies = state.band().stash.iter().filter(|other| **other == thing).count();
    if copies == 0 {
        return Err(Refusal::new(CH::CAMPAIGN_02, "that does not lie in the stash"));
    }
    if copies < usize::from(state.member(at).count) {
        return Err(Refusal::new(CH::CAMPAIGN_02, "there is not one for each of the group"));
    }
    fits(state, at, thing).map_err(|rule| Refusal::new(rule, "he may not carry it"))
}

/// Heroes who were not out of action may each look for one rare thing (CH-CAMPAIGN-38).
fn search(state: &State, thing: Name, who: Figure) -> Result<(), Refusal> {
    let no = |text| Err(Refusal::new(CH::CAMPAIGN_38, text));
    let at = own(state, who)?;
    let fate = state.fate(at);
    if state.next != NextStep::Trading {
        return no("rare things are looked for in the trading step");
    }
    if !state.is_hero(at) {
        return no("only heroes look for rare things");
    }
    if fate.missed {
        return Err(Refusal::new(CH::CAMPAIGN_65, "he has missed the battle"));
    }
    if fate.was_out > 0 || fate.new {
        return no("he was out of action, or has only just joined");
    }
    if fate.searched {
        return no("he has looked for one thing already");
    }
    if state.pack.gear(thing).is_none_or(|gear| gear.rarity == 0) {
        return no("that is nothing rare");
    }
    wanted(state, thing, CH::CAMPAIGN_38)
}

fn hire(state: &State, id: Name) -> Result<(), Refusal> {
    let no = |text| Err(Refusal::new(CH::CAMPAIGN_63, text));
    let found = state.pack.band(state.band().band);
    let found = found.and_then(|band| Some((band, band.fighters.iter().find(|fighter| fighter.id == id)?)));
    let Some((band, fighter)) = found else { return no("nobody of this kind serves with the band") };
    // The place of a leader who died is taken by another hero.
    if fighter.traits.has(Trait::Leader) && state.next != NextStep::Founding {
        return Err(Refusal::new(CH::CAMPAIGN_40, "another hero takes the place of the leader"));
    }
    room(state, fighter, usize::from(band.max_size))?;
    affords(state, fighter.cost.into(), CH::CAMPAIGN_63)
}

/// Whether one more of a kind may join.
fn room(state: &State, fighter: &Fighter, most: usize) -> Result<(), Refusal> {
    let no = |text| Err(Refusal::new(CH::CAMPAIGN_63, text));
    if state.next == NextStep::Trading {
        return no("warriors are hired in the recruiting step");
    }
    if state.size() >= most {
        return no("the band is full");
    }
    let mine = state.living().filter(|at| state.member(*at).fighter == fighter.id && !state.member(*at).risen);
    let count: usize = mine.map(|at| usize::from(state.member(at).count)).sum();
    if count >= usize::from(fighter.max) {
        return no("there may be no more of his kind");
    }
    match fighter.hero && state.heroes() >= MOST_HEROES {
        true => Err(Refusal::new(CH::CAMPAIGN_02, "six heroes are the most")),
        false => Ok(()),
    }
}

/// A group may grow by a man with its equipment, as long as experience is left for recruits (CH-CAMPAIGN-39).
fn reinforce(state: &State, who: Figure) -> Result<(), Refusal> {
    let at = own(state, who)?;
    let member = state.member(at);
    let band = state.pack.band(state.band().band);
    let Some((entry, band)) = state.entry(at).zip(band) else { return Ok(()) };
    if entry.hero || member.risen {
        return Err(Refusal::new(CH::CAMPAIGN_02, "heroes stand alone"));
    }
    room(state, &entry, usize::from(band.max_size))?;
    if member.count >= LARGEST_GROUP {
        return Err(Refusal::new(CH::CAMPAIGN_02, "a group has five at most"));
    }
    if member.experience > state.spare.unwrap_or(0) {
        return Err(Refusal::new(CH::CAMPAIGN_39, "too little experience is left for recruits"));
    }
    affords(state, i32::from(entry.cost) + muster::gear_cost(&state.pack, &member.gear), CH::CAMPAIGN_63)
}
