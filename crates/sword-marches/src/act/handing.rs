//! Belay Order and Kingmaker: Tokens from hand to hand (SM-FTRAIT-05 to SM-FTRAIT-10).

use crate::effects::Grant;
use crate::state::State;
use crate::{Event, Table};
use kernel::{Figure, Refusal, Seat};
use rulebook::SM;

/// The Warlord who may give a Belay Order now.
pub(crate) fn belayer(state: &State, seat: Seat) -> Option<Figure> {
    let warlord = state.warlord(seat)?;
    let may = state.sheet(warlord).has(Grant::BelayOrder).is_some() && !state.side(seat).belayed;
    (may && state.fighter(warlord).ready() && !state.engaged(warlord)).then_some(warlord)
}

/// # Errors
/// The rule that bars it.
pub(crate) fn may_belay(state: &State, warlord: Figure, from: Figure, to: Figure) -> Result<(), Refusal> {
    let seat = state.owner(warlord);
    if belayer(state, seat) != Some(warlord) {
        return Err(Refusal::new(SM::FTRAIT_05, "no Belay Order can be given now"));
    }
    let giver = state.fighter(from);
    if giver.owner != seat || !giver.active() {
        return Err(Refusal::new(SM::FTRAIT_05, "the giver must be a friendly Active model"));
    }
    in_command(state, warlord, from)?;
    receives(state, warlord, to, SM::FTRAIT_07)
}

/// # Errors
/// The rule that bars it.
pub(crate) fn may_crown(state: &State, warlord: Figure, to: Figure) -> Result<(), Refusal> {
    let leads = state.warlord(state.owner(warlord)) == Some(warlord);
    if !leads || state.sheet(warlord).has(Grant::Kingmaker).is_none() {
        return Err(Refusal::new(SM::FTRAIT_09, "only a Warlord with Kingmaker does that"));
    }
    if state.engaged(warlord) {
        return Err(Refusal::new(SM::FTRAIT_09, "the Warlord is Engaged"));
    }
    receives(state, warlord, to, SM::FTRAIT_10)
}

/// Within the Command Radius and not Engaged (SM-FTRAIT-06).
fn in_command(state: &State, warlord: Figure, figure: Figure) -> Result<(), Refusal> {
    let cmd = state.sheet(warlord).cmd();
    if figure != warlord && !state.within(warlord, figure, cmd.into()) {
        return Err(Refusal::new(SM::FTRAIT_06, "it is outside the Command Radius"));
    }
    match state.engaged(figure) {
        true => Err(Refusal::new(SM::FTRAIT_06, "it is Engaged")),
        false => Ok(()),
    }
}

fn receives(state: &State, warlord: Figure, to: Figure, rule: kernel::Rule) -> Result<(), Refusal> {
    let fighter = state.fighter(to);
    if fighter.owner != state.owner(warlord) || !fighter.ready() || fighter.token {
        return Err(Refusal::new(SM::COND_03, "the receiver must be Ready without a Token"));
    }
    if fighter.handed {
        return Err(Refusal::new(rule, "it was handed a Token before in this Turn"));
    }
    in_command(state, warlord, to)
}

pub(crate) fn belay(t: &mut Table<'_>, warlord: Figure, from: Figure, to: Figure) {
    if may_belay(t.state, warlord, from, to).is_err() {
        return;
    }
    let seat = t.state.owner(warlord);
    t.state.side_mut(seat).belayed = true;
    t.state.fighter_mut(from).token = false;
    hand(t, from, to, SM::FTRAIT_05);
}

pub(crate) fn kingmaker(t: &mut Table<'_>, warlord: Figure, to: Figure) {
    if t.state.fighter(to).ready() && !t.state.fighter(to).token {
        hand(t, warlord, to, SM::FTRAIT_09);
    }
}

fn hand(t: &mut Table<'_>, from: Figure, to: Figure, rule: kernel::Rule) {
    let fighter = t.state.fighter_mut(to);
    fighter.token = true;
    fighter.handed = true;
    t.tell(rule, || Event::TokenHanded { from, to });
}
