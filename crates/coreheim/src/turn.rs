//! A player turn: five phases, each step in its printed order (CH-TURN-01, CH-TURN-03).

mod able;
pub(crate) mod charge;
pub(crate) mod combat;
pub(crate) mod edge;
pub(crate) mod magic;
pub(crate) mod movement;
pub(crate) mod recovery;
pub(crate) mod shooting;

pub(crate) use able::{able, steady, walks};

use crate::state::{Deeds, Did, NextStep, State};
use crate::{Event, Table, victory};
use kernel::{Figure, Flow, Frame, Rule, Seat};
use rulebook::CH;

/// What a warrior is about, for whoever is asked while it is carried out.
pub(crate) fn frame(state: &State, actor: Figure, about: Option<Figure>, text: &str, rule: Rule) -> Frame {
    Frame { seat: state.owner(actor), actor: Some(actor), about, text: text.to_owned(), rule, halted: None }
}

/// Opens the turn of the active player.
pub(crate) fn open(t: &mut Table<'_>) {
    let seat = t.state.active();
    // Spells that last until the caster's next turn end now (CH-MAGIC-11).
    let owners: Vec<Seat> = t.state.warriors.iter().map(|warrior| warrior.owner).collect();
    t.state.end_spells(|standing| {
        standing.spell.lasts == crate::cards::Lasts::NextTurn && owners[standing.caster.index()] == seat
    });
    for warrior in t.state.warriors.iter_mut().filter(|warrior| warrior.owner == seat) {
        warrior.idle = false;
    }
    t.tell(CH::TURN_01, || Event::TurnBegan { seat });
    t.state.next = NextStep::Rout;
}

/// The turn is over: what was done in it is forgotten, and the next player takes his (CH-TURN-20).
///
/// # Errors
/// None; the signature is that of a step.
pub(crate) fn end(t: &mut Table<'_>) -> Flow {
    let seat = t.state.active();
    for warrior in &mut t.state.warriors {
        // A caught runner stays caught until he breaks away again (CH-PSYCH-16).
        let caught = warrior.fleeing && warrior.did.has(Did::WasCharged);
        // Squabbling ends with the turn (CH-PSYCH-30).
        warrior.idle &= !warrior.did.has(Did::Squabbled);
        warrior.did = Deeds::default();
        if caught {
            warrior.did.add(Did::WasCharged);
        }
    }
    // Whoever is engaged with nobody begins his next combat afresh (CH-CLOSE-24).
    let free: Vec<Figure> = t.state.present().filter(|figure| !t.state.is_engaged(*figure)).collect();
    for figure in free {
        t.state.warrior_mut(figure).fresh = true;
    }
    t.state.charges.clear();
    t.state.end_spells(|standing| standing.spell.lasts == crate::cards::Lasts::ThisTurn);
    t.tell(CH::TURN_01, || Event::TurnEnded { seat });
    victory::end_of_turn(t, seat);
    if t.state.is_over() {
        return Ok(());
    }
    next(t);
    Ok(())
}

/// Passes on to the next player who is still in the battle.
fn next(t: &mut Table<'_>) {
    for _ in 0..t.state.order.len() {
        t.state.slot += 1;
        if usize::from(t.state.slot) >= t.state.order.len() {
            t.state.slot = 0;
            victory::end_of_round(t);
            if t.state.is_over() {
                return;
            }
            t.state.round += 1;
            let round = t.state.round.into();
            t.tell(CH::TURN_20, || Event::RoundBegan { round });
        }
        if in_battle(t.state, t.state.active()) {
            open(t);
            return;
        }
        // The turn that a player would have had ends what lasts until then (CH-TURN-20).
        let seat = t.state.active();
        let owners: Vec<Seat> = t.state.warriors.iter().map(|warrior| warrior.owner).collect();
        t.state.end_spells(|standing| owners[standing.caster.index()] == seat);
    }
    victory::settle(t);
}

pub(crate) fn in_battle(state: &State, seat: Seat) -> bool {
    !state.player(seat).routed && state.band(seat).next().is_some()
}
