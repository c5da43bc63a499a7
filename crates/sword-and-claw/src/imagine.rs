//! What a seat cannot know, replaced by a random possibility: armies not yet placed, the chosen reserve, spells that
//! nobody has seen cast (SC-SETUP-14, SC-DEPLOY-03, SC-SPELL-03).

use crate::cards::{Pack, SpellId};
use crate::muster;
use crate::state::{Player, Recruit, SPELLS, State};
use kernel::{Rng, Seat};
use std::sync::Arc;

pub(crate) fn imagine(state: &mut State, seat: Seat, rng: &mut Rng) {
    let Some(own) = state.players.get(seat.index()).map(|player| player.side) else { return };
    let pack = Arc::clone(&state.setting.pack);
    let share = |state: &State, side| muster::share(state.setting.points, state.seats_of(side).count());
    for at in 0..state.players.len() {
        let side = state.players[at].side;
        let waits = |player: &Player| !player.core.is_empty() || player.reserves.iter().any(|force| !force.is_empty());
        if side == own || !waits(&state.players[at]) {
            continue;
        }
        let points = share(state, side);
        let faction = state.players[at].faction;
        let army = muster::random(&pack, None, points, Some(faction), rng);
        let player = &mut state.players[at];
        replace(&mut player.core, &army.core);
        for (own, drawn) in player.reserves.iter_mut().zip(&army.reserves) {
            replace(own, drawn);
        }
    }
    for piece in state.pieces.iter_mut().filter(|piece| piece.side != own) {
        for slot in 0..SPELLS {
            if piece.spells[slot].is_some() && piece.shown >> slot & 1 == 0 {
                let others = piece.spells;
                piece.spells[slot] = Some(other(&pack, &others, slot, rng));
            }
        }
    }
}

/// A force that waits becomes another one; a force that is gone stays gone.
fn replace(own: &mut Vec<Recruit>, drawn: &[crate::cards::Pick]) {
    if own.is_empty() {
        return;
    }
    let count = own.len();
    let list = drawn.iter().take(count).map(|pick| {
        let mut spells = [None; SPELLS];
        for (slot, spell) in spells.iter_mut().zip(&pick.spells) {
            *slot = Some(*spell);
        }
        Recruit { troop: pick.troop, spells }
    });
    let mut list: Vec<Recruit> = list.collect();
    list.sort_unstable();
    if !list.is_empty() {
        *own = list;
    }
}

fn other(pack: &Pack, known: &[Option<SpellId>; SPELLS], slot: usize, rng: &mut Rng) -> SpellId {
    for _ in 0..20 {
        let spell = SpellId(rng.below(pack.spells.len().max(1)) as u8);
        if !known.iter().enumerate().any(|(at, other)| at != slot && *other == Some(spell)) {
            return spell;
        }
    }
    known[slot].unwrap_or(SpellId(0))
}
