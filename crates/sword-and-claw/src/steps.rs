//! The steps that roll or resolve: saving throws, spellcasting, ranged and melee attacks.
//!
//! Each function is called once for every checkpoint while its step lasts: it asks for one declaration and comes back,
//! or resolves everything and goes on with [`turn::next`]. `state.part` says where the step stands, `state.asked` which
//! player of the declaring side is asked (see [`turn::open`], [`turn::finish`], [`turn::wait`]).
//!
//! Whether a player is asked hangs on what everybody knows, never on spells that nobody has seen (SC-SPELL-03): a caster
//! that might have something to cast is asked, if only to say that it is done. Whoever has declared something closes the
//! declaring himself, for nothing is rolled until all is declared (SC-CAST-02, SC-RANGED-01, SC-MELEE-01).
//!
//! ```text
//! Spellcasting   First: maintain   Declare: the active side casts   Resolve: in the order declared
//! Ranged, Melee  First: readied figures of the other side declare   Declare: the active side   Resolve: all at once
//! ```

pub(crate) mod aim;
pub(crate) mod alone;
pub(crate) mod crew;
pub(crate) mod deals;
pub(crate) mod declare;
pub(crate) mod melee;
pub(crate) mod menu;
pub(crate) mod ranged;
pub(crate) mod saves;
pub(crate) mod spellcasting;

pub(crate) use alone::alone;
pub(crate) use melee::melee;
pub(crate) use ranged::ranged;
pub(crate) use saves::saves;
pub(crate) use spellcasting::spellcasting;

use crate::state::{Part, Side, State};
use crate::{Table, turn};
use kernel::{Flow, Seat};

/// One declaration of the step, or the end of declaring. True when there is nothing left to declare.
///
/// # Errors
/// Pauses for the choice.
fn declaring(t: &mut Table<'_>) -> Flow<bool> {
    loop {
        let side = declarer(t);
        match t.state.part {
            // Readied figures of the inactive side declare first (SC-READY-04).
            Part::First => match next_seat(t, side) {
                Some((seat, open)) => {
                    t.state.asked = seat;
                    return declare::one(t, seat, side, open).map(|()| false);
                }
                None => {
                    t.state.part = Part::Declare;
                    turn::open(t.state, t.state.active);
                }
            },
            Part::Declare => {
                let seat = t.state.asked;
                let open = menu::anything(t.state, seat, &mut t.scratch.sight);
                if open || has_declared(t.state, seat) {
                    return declare::one(t, seat, side, open).map(|()| false);
                }
                if turn::finish(t.state, side) {
                    t.state.part = Part::Resolve;
                    return Ok(true);
                }
            }
            Part::Resolve => return Ok(true),
        }
    }
}

/// Who declares in this part of a Ranged or Melee Attack step.
fn declarer(t: &Table<'_>) -> Side {
    if t.state.part == Part::First { t.state.active.other() } else { t.state.active }
}

/// The next player of the inactive side that has a readied attack to use or declarations to close, and whether there is
/// an attack left.
fn next_seat(t: &mut Table<'_>, side: Side) -> Option<(Seat, bool)> {
    let (state, buffers) = (&*t.state, &mut t.scratch.sight);
    state.seats_of(side).filter(|seat| state.done >> seat.0 & 1 == 0).find_map(|seat| {
        let open = menu::anything(state, seat, buffers);
        (open || has_declared(state, seat)).then_some((seat, open))
    })
}

fn has_declared(state: &State, seat: Seat) -> bool {
    state.declared.iter().any(|declaration| state.piece(declaration.by).owner == seat)
}
