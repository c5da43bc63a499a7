//! Everything that makes two states different, in a fixed order.

use crate::state::{Cache, Fighter, Place, Side, State};
use kernel::Digest;
use space::inches::Spot;

pub fn digest(state: &State, d: &mut Digest) {
    d.text(state.field.adventure.id.text());
    d.byte(state.stage as u8);
    d.byte(state.turn);
    for side in &state.sides {
        side_bytes(side, d);
    }
    for (at, fighter) in state.fighters.iter().enumerate() {
        d.text(&state.setting.sheets[at].profile.name);
        bytes(fighter, d);
    }
    for seat in [state.intruder, state.edge, state.priority] {
        d.byte(seat.0);
    }
    d.byte(state.edge_run);
    d.flag(state.edge_acted);
    for cache in &state.caches {
        match cache {
            Cache::Lies(spot) => {
                d.byte(0);
                place(*spot, d);
            }
            Cache::Carried(by) => {
                d.byte(1);
                d.number(by.0.into());
            }
            Cache::Secured => d.byte(2),
        }
    }
    d.flag(state.beacon);
    d.byte(state.signals);
    for (figure, spot) in &state.lost {
        d.number(figure.0.into());
        place(*spot, d);
    }
    if let Some(outcome) = &state.outcome {
        d.byte(outcome.winner.map_or(9, |seat| seat.0));
        d.text(outcome.reason);
    }
}

fn place(spot: Spot, d: &mut Digest) {
    for value in [spot.x, spot.y, spot.z] {
        d.number(value.into());
    }
}

fn side_bytes(side: &Side, d: &mut Digest) {
    for value in [side.base, side.pool, side.dice, side.spare_breaks, side.executed, side.forfeits] {
        d.byte(value);
    }
    for flag in [side.may_break, side.portents, side.belayed] {
        d.flag(flag);
    }
}

fn bytes(fighter: &Fighter, d: &mut Digest) {
    d.byte(fighter.owner.0);
    match fighter.place {
        Place::Waiting => d.byte(0),
        Place::On(spot) => {
            d.byte(1);
            place(spot, d);
        }
        Place::Wounded => d.byte(2),
        Place::Fled => d.byte(3),
        Place::Left => d.byte(4),
    }
    let flags = [
        fighter.shocked,
        fighter.broken,
        fighter.token,
        fighter.ambush,
        fighter.entangled,
        fighter.tactical,
        fighter.broke,
        fighter.fury,
        fighter.handed,
        fighter.calmed,
        fighter.ancestors,
        fighter.surged,
    ];
    flags.into_iter().for_each(|flag| d.flag(flag));
    d.byte(fighter.shocks);
    d.byte(fighter.hands.unwrap_or(u8::MAX));
    d.number(fighter.spent.into());
    d.number(fighter.shown.into());
    d.byte(fighter.engaged_since);
    d.byte(fighter.carries.unwrap_or(u8::MAX));
    d.number(fighter.detected_by.map_or(-1, |by| by.0.into()));
    fighter.felled.into_iter().for_each(|count| d.byte(count));
    d.byte(fighter.objectives);
    if let Some(spot) = fighter.stood {
        place(spot, d);
    }
}
