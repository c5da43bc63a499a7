//! Costs: all of it must be there when an act is declared, and is paid then (SW-ACT-02).

use crate::cards::Token;
use crate::resolve::vigor;
use crate::state::State;
use crate::{Event, Table};
use kernel::{Figure, Refusal};
use rulebook::SW;

/// # Errors
/// The token or the Vigor that is missing.
pub(crate) fn payable(state: &State, unit: Figure, token: Option<Token>, vigor: i16) -> Result<(), Refusal> {
    if let Some(token) = token
        && state.unit(unit).tokens(token) == 0
    {
        return Err(Refusal::new(
            SW::ATTACK_03,
            match token {
                Token::Green => "it has no green token left",
                Token::Blue => "it has no blue token left",
                Token::Red => "it has no red token left",
            },
        ));
    }
    if state.unit(unit).vigor < vigor {
        return Err(Refusal::with(
            SW::VIGOR_06,
            "it has {0} Vigor and needs {1}",
            state.unit(unit).vigor.into(),
            vigor.into(),
        ));
    }
    Ok(())
}

pub(crate) fn pay(t: &mut Table<'_>, unit: Figure, token: Option<Token>, vigor: i16) {
    if let Some(token) = token {
        spend(t, unit, token);
    }
    if vigor > 0 {
        t.note(SW::ACT_02);
        t.note(SW::VIGOR_01);
        t.tell(SW::VIGOR_06, || Event::Paid { unit, vigor: vigor.into() });
        vigor::lose(t, unit, vigor);
    }
}

/// Takes a token from the unit's pool.
pub(crate) fn spend(t: &mut Table<'_>, unit: Figure, token: Token) {
    let slot = &mut t.state.unit_mut(unit).tokens[token as usize];
    *slot = slot.saturating_sub(1);
    let rule = match token {
        Token::Green => SW::POOL_02,
        Token::Blue => SW::POOL_03,
        Token::Red => SW::POOL_04,
    };
    t.note(SW::POOL_01);
    if t.state.sheet(unit).modcard.as_ref().is_some_and(|own| own.pool[token as usize] > 0) {
        t.note(SW::MOD_09);
    }
    t.tell(rule, || Event::TokenSpent { unit, token: token.text() });
}
