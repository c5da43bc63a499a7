//! What bargains cost, for whoever has to choose.

use super::deal::{Deal, hire_price, rations, recruit};
use super::decisions::Bargain;
use super::state::{Phase, State};
use crate::muster::{self, Item, Learnt};
use kernel::Ask;

/// What is paid for a bargain, or got for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Price {
    Silver(i32),
    /// Paid only if it is found.
    Found(i32),
    Gain(i32),
    Experience(i32),
}

/// The same in words.
pub(super) fn cost(bargain: &Bargain, state: &State, _: &Ask) -> Option<String> {
    Some(match price(state, bargain)? {
        Price::Silver(silver) => format!("{silver} SP"),
        Price::Found(silver) => format!("{silver} SP if found"),
        Price::Gain(silver) => format!("gives {silver} SP"),
        Price::Experience(points) => format!("{points} EXP"),
    })
}

/// The price of a bargain of the pending step, if it has one.
fn price(state: &State, bargain: &Bargain) -> Option<Price> {
    let (pack, side) = (&state.pack, state.mine());
    let model = |index: usize| side.warband.models.get(index);
    // Somebody who is being hired learns for silver, everybody else for experience.
    let growth = |cost: i32| match state.phase {
        Phase::Advancement => Price::Experience(cost),
        _ => Price::Silver(cost),
    };
    Some(match Deal::meant(state, bargain)? {
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
