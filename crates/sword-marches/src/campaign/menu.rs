//! What may be bargained for in a step of a report, and how it is asked.

use super::Table;
use super::deal::Deal;
use super::decisions::Bargain;
use super::state::{Phase, State};
use crate::content::Kind;
use crate::effects::Birth;
use crate::minds::lots;
use crate::muster::Item;
use kernel::decision::{Answers, Asked, Prompt};
use kernel::{Answer, Choice, Flow, Question, Refusal, Rng, Rule, Tags, decide};
use rulebook::SM;

/// Asks for a bargain that may be made.
pub(super) fn bargain(t: &mut Table<'_>, prompt: Prompt<Bargain>) -> Flow<Deal> {
    let Asked { ask, .. } = prompt.to(t.state.seat());
    let deals: Vec<Deal> = wishes(t.state).into_iter().filter(|deal| deal.check(t.state).is_ok()).collect();
    let menu = Menu { state: t.state, deals: &deals, rule: ask.rule };
    let chosen = decide(t.oracle, &ask, &menu)?;
    Ok(deals.get(chosen).copied().unwrap_or(Deal::Done))
}

/// Everything that could be wished for in this step.
fn wishes(state: &State) -> Vec<Deal> {
    let (side, pack) = (state.mine(), &state.pack);
    let mut all = Vec::new();
    let growth = |all: &mut Vec<Deal>, index: usize| {
        all.extend((0..3).map(|rating| Deal::Raise(index, rating)));
        all.extend(pack.traits.iter().map(|entry| Deal::Learn(index, entry.id)));
    };
    match (state.phase, side.recruit, side.found) {
        (Phase::Advancement, ..) => side.present().for_each(|index| growth(&mut all, index)),
        (Phase::Stage, ..) => {
            all.extend(pack.archetypes.iter().map(|entry| Deal::Archetype(entry.id)));
            all.extend(side.present().map(Deal::Dismiss));
        }
        (_, Some(recruit), _) => growth(&mut all, recruit),
        (_, None, Some(item)) => {
            all.extend(side.present().map(|index| Deal::Buy(index, item.id)));
            all.extend([Deal::Stash, Deal::Leave]);
            return all;
        }
        (_, None, None) => commerce(state, &mut all),
    }
    all.push(Deal::Done);
    all
}

fn commerce(state: &State, all: &mut Vec<Deal>) {
    let (side, pack) = (state.mine(), &state.pack);
    let mut stash = Vec::new();
    for item in &side.annals().stash {
        if !stash.contains(item) {
            stash.push(*item);
        }
    }
    for index in side.present() {
        all.extend(pack.gear.iter().map(|gear| Deal::Buy(index, gear.id)));
        all.extend(pack.hides.iter().map(|hide| Deal::Buy(index, hide.id)));
        all.extend(stash.iter().map(|item| Deal::Give(index, *item)));
        let mut carried = Vec::new();
        for item in &side.warband.models[index].gear {
            if !carried.contains(item) {
                carried.push(*item);
            }
        }
        all.extend(carried.into_iter().map(|item| Deal::Store(index, item)));
        all.push(Deal::Dismiss(index));
    }
    all.extend(stash.iter().map(|item| Deal::Sell(*item)));
    for gear in &pack.gear {
        all.push(Deal::Search(Item { id: gear.id, starmetal: false }));
        all.push(Deal::Search(Item { id: gear.id, starmetal: true }));
    }
    all.extend([Deal::Rations, Deal::Forgo]);
    let leader = side.disbanded.then_some(Kind::Warlord);
    for kind in leader.into_iter().chain([Kind::Champion, Kind::Warrior, Kind::Hireling]) {
        all.extend(Birth::ALL.into_iter().map(|birth| Deal::Hire(kind, birth)));
    }
}

/// What is missing where somebody hires and does not say whom (SM-ORIGIN-01).
const UNSAID: &str = "a recruit has a type and an Origin, as in hire warrior tough: athletic, imperious, tough, feral, \
                      graceful, stout, avatar, mystic or soldier";

/// Whether somebody is to be hired, said in full or not.
fn hires(choice: &Choice) -> bool {
    choice.verb == Bargain::Hire { kind: Kind::Warrior, birth: Birth::Tough }.choice().verb
}

/// The list of legal bargains, and the reason why another is not on it.
struct Menu<'a> {
    state: &'a State,
    deals: &'a [Deal],
    rule: Rule,
}

impl Menu<'_> {
    /// The place of the answer that ends the step.
    fn end(&self) -> Option<usize> {
        self.deals.iter().position(|deal| *deal == Deal::Done)
    }
}

impl Question for Menu<'_> {
    fn tags(&self) -> &dyn Tags {
        self.state
    }

    fn len(&self) -> usize {
        self.deals.len()
    }

    fn choice(&self, index: usize) -> Choice {
        self.deals[index].answer(self.state).choice()
    }

    fn check(&self, choice: &Choice) -> Result<(), Refusal> {
        let answer = Bargain::read(choice);
        match answer.and_then(|answer| Deal::meant(self.state, &answer)) {
            Some(deal) => deal.check(self.state).and(Err(Refusal::unlisted(self.rule))),
            None if hires(choice) => Err(Refusal::new(SM::AAR_16, UNSAID)),
            None => Err(Refusal::unlisted(self.rule)),
        }
    }

    fn candidates(&self, rng: &mut Rng, most: usize) -> Vec<Answer> {
        lots::bargains(self.deals.len(), self.end(), rng, most)
    }

    fn sample(&self, rng: &mut Rng) -> Answer {
        lots::bargain(self.deals.len(), self.end(), rng)
    }
}
