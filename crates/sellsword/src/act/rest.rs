//! Rest & Reclaim, and crowing (SW-ACT-06, SW-POOL-05, SW-CROW-01).

use super::{affordable, spend};
use crate::cards::{ActKind, Token};
use crate::resolve::vigor;
use crate::state::State;
use crate::{Event, Table};
use kernel::{Figure, Refusal};
use rulebook::SW;

/// # Errors
/// Not reclaimable, pool full, or no acts for it.
pub(crate) fn check(state: &State, unit: Figure, token: Token) -> Result<(), Refusal> {
    let sheet = state.sheet(unit);
    let acts = sheet.reclaim[token as usize];
    if acts == 0 {
        return Err(Refusal::new(SW::POOL_05, "its card does not let it reclaim tokens of that colour"));
    }
    if state.unit(unit).tokens(token) >= sheet.pool(token) {
        return Err(Refusal::new(SW::POOL_06, "its pool of that colour is full"));
    }
    affordable(state, unit, ActKind::Rest, acts)
}

pub(crate) fn perform(t: &mut Table<'_>, unit: Figure, token: Token) {
    let acts = t.state.sheet(unit).reclaim[token as usize];
    t.state.unit_mut(unit).tokens[token as usize] += 1;
    t.note(if token == Token::Green { SW::REACT_15 } else { SW::POOL_05 });
    if acts > 1 {
        t.note(SW::RULE3_02);
    }
    spend(t, ActKind::Rest, acts);
    t.tell(SW::ACT_06, || Event::Rested { unit, token: token.text() });
}

/// # Errors
/// No enemy dropped this turn, crowed already, or no act left.
pub(crate) fn check_crow(state: &State, unit: Figure) -> Result<(), Refusal> {
    if state.unit(unit).crowed {
        return Err(Refusal::new(SW::CROW_02, "it has crowed this round"));
    }
    if !state.turn.felled {
        return Err(Refusal::new(SW::CROW_03, "it has dropped no enemy in its own turn"));
    }
    affordable(state, unit, ActKind::Trait, 1).map_err(|refusal| {
        if refusal.rule == SW::ACT_01 { Refusal::new(SW::CROW_01, "no act is left to crow") } else { refusal }
    })
}

pub(crate) fn crow(t: &mut Table<'_>, unit: Figure) {
    spend(t, ActKind::Trait, 1);
    t.state.unit_mut(unit).crowed = true;
    t.note(SW::CROW_03);
    t.tell(SW::CROW_01, || Event::Crowed { unit, vigor: 5 });
    vigor::gain(t, unit, 5);
}
