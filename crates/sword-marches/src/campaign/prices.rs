//! What bargains cost, for whoever has to choose.

use super::deal::{Deal, hire_price, rations, recruit};
use super::state::{Phase, State};
use crate::muster::{self, Item, Learnt};
use kernel::Choice;

/// What is paid for a bargain, or got for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Price {
    Silver(i32),
    /// Paid only if it is found.
    Found(i32),
    Gain(i32),
    Experience(i32),
}

/// The price of a choice of the pending step, if it has one.
pub fn price(state: &State, choice: &Choice) -> Option<Price> {
    let (pack, side) = (&state.pack, state.mine());
    let model = |index: usize| side.warband.models.get(index);
    // Somebody who is being hired learns for silver, everybody else for experience.
    let growth = |cost: i32| match state.phase {
        Phase::Advancement => Price::Experience(cost),
        _ => Price::Silver(cost),
    };
    Some(match Deal::meant(state, choice)? {
        Deal::Buy(_, id) => match pack.hide(id) {
            Some(hide) => Price::Silver(hide.sp.into()),
            None => {
                let starmetal = side.found.is_some_and(|found| found.id == id && found.starmetal);
                Price::Silver(muster::price(pack, Item { id, starmetal }))
            }
        },
        Deal::Stash => Price::Silver(muster::price(pack, side.found?)),
        Deal::Sell(item) => Price::Gain(muster::price(pack, item) / 2),
        Deal::Search(item) => Price::Found(muster::price(pack, item)),
        Deal::Rations => Price::Silver(rations(pack, side)),
        Deal::Hire(kind, birth) => Price::Silver(hire_price(pack, side, &recruit(side, kind, birth))),
        Deal::Raise(index, rating) if state.phase == Phase::Advancement => {
            let value = model(index)?.ratings.get(rating)?.unwrap_or(0) + 1;
            Price::Experience((pack.aftermath.rating_exp * i16::from(value)).into())
        }
        Deal::Raise(index, rating) => Price::Silver((*pack.kind(model(index)?.kind).price.get(rating)?).into()),
        Deal::Learn(index, id) => {
            let level = model(index)?.learnt(id).map_or(1, |learnt| learnt.level + 1);
            growth(muster::trait_price(pack, Learnt { id, level })?.into())
        }
        _ => return None,
    })
}
