//! A disbanded warband is founded anew: a muster, deal by deal (CH-CAMPAIGN-66).

use super::decisions::{Deal, RECRUIT};
use super::state::{NextStep, State};
use super::{Event, Table, deals, market};
use crate::cards::{Fighter, Trait};
use crate::muster::{self, FEWEST, START_GOLD, Warband};
use kernel::{Flow, Refusal};
use rulebook::CH;

/// Nothing of the old band remains but its name and its history.
pub(super) fn begin(t: &mut Table<'_>) {
    let living: Vec<usize> = t.state.living().collect();
    for at in living {
        t.state.fate_mut(at).gone = true;
    }
    let band = t.state.band_mut();
    (band.gold, band.shards) = (START_GOLD, 0);
    band.stash.clear();
    let seat = t.state.seat;
    t.state.next = NextStep::Founding;
    t.tell(CH::CAMPAIGN_66, || Event::FoundedAnew { seat, gold: START_GOLD });
}

/// One deal of the muster, which is over once the band is a legal one.
///
/// # Errors
/// Pauses for choices.
pub(super) fn step(t: &mut Table<'_>) -> Flow {
    let mut open = deals::open(t.state);
    open.retain(|deal| judge(t.state, deal).is_ok());
    let deal = t.ask_judged(RECRUIT.to(t.state.seat).by(CH::CAMPAIGN_66), &open, judge)?;
    if deal == Deal::Done {
        t.state.next = NextStep::Closing;
        return Ok(());
    }
    market::carry_out(t, deal)
}

/// What a muster allows: a leader first, nothing that only battles bring, and gold kept for those without whom it is none.
fn judge(state: &State, deal: &Deal) -> Result<(), Refusal> {
    deals::judge(state, deal)?;
    let leader = state.living().any(|at| state.entry(at).is_some_and(|entry| state.member(at).leads(&entry)));
    match deal {
        Deal::Done => match muster::check(&state.pack, &fresh(state)).first() {
            Some(problem) => {
                Err(Refusal::new(problem.rule.unwrap_or(CH::CAMPAIGN_66), "the new warband is not complete yet"))
            }
            None => Ok(()),
        },
        Deal::Sell { .. } => Err(Refusal::new(CH::CAMPAIGN_66, "nothing is sold while the warband is founded")),
        Deal::Buy { thing } => {
            let gear = state.pack.gear(*thing);
            if gear.is_some_and(|gear| gear.is_item()) {
                return Err(Refusal::new(CH::EQUIP_55, "that cannot be had before the first battle"));
            }
            keeps(state, gear.map_or(0, |gear| i32::from(gear.price)), leader, 0)
        }
        Deal::Hire { fighter } => {
            let Some(fighter) = state.pack.fighter(*fighter) else { return Ok(()) };
            let leads = fighter.traits.has(Trait::Leader);
            if !leader && !leads {
                return Err(Refusal::new(CH::CAMPAIGN_01, "a warband begins with its leader"));
            }
            keeps(state, fighter.cost.into(), leader || leads, 1)
        }
        Deal::Reinforce { who } => {
            let at = usize::from(who.0 % super::state::EACH);
            let gear = muster::gear_cost(&state.pack, &state.member(at).gear);
            keeps(state, gear + state.entry(at).map_or(0, |entry| i32::from(entry.cost)), leader, 1)
        }
        Deal::Give { .. } | Deal::Take { .. } | Deal::Search { .. } => Ok(()),
    }
}

/// Whether enough gold is left after a deal for the leader and the fewest warriors.
fn keeps(state: &State, price: i32, leader: bool, more: usize) -> Result<(), Refusal> {
    let Some(band) = state.pack.band(state.band().band) else { return Ok(()) };
    let leads = |fighter: &&std::sync::Arc<Fighter>| fighter.traits.has(Trait::Leader);
    let captain = band.fighters.iter().find(leads).filter(|_| !leader);
    let cheapest = band.fighters.iter().filter(|fighter| !leads(fighter)).map(|fighter| i32::from(fighter.cost)).min();
    let missing = FEWEST.saturating_sub(state.size() + more + usize::from(captain.is_some()));
    let kept = captain.map_or(0, |fighter| i32::from(fighter.cost)) + missing as i32 * cheapest.unwrap_or(0);
    match state.band().gold - price {
        left if left < kept => {
            Err(Refusal::with(CH::CAMPAIGN_01, "{0} gold has to be kept for {1} warriors", kept, FEWEST as i32))
        }
        _ => Ok(()),
    }
}

/// The band as a new one: what lies in the stash has been paid like what is carried.
fn fresh(state: &State) -> Warband {
    let band = state.band();
    let price = |id: &kernel::Name| state.pack.gear(*id).map_or(0, |gear| i32::from(gear.price));
    let members = state.living().map(|at| state.member(at).clone()).collect();
    let gold = band.gold + band.stash.iter().map(price).sum::<i32>();
    Warband { battles: 0, gold, stash: Vec::new(), members, ..band.clone() }
}
