//! What a case can look at: `a.captain.shocked`, `side.a.dice`, `gap:a.captain:b.archer`, `sight:a.captain:b.archer`.

use crate::scenario::secured;
use crate::sight;
use crate::state::{Cache, NextStep, Place, Side, State};
use crate::terrain::Buffers;
use kernel::Seat;
use pack::View;
use pack::view::{flag, number, text, winner, word};

pub(super) fn views() -> Vec<View<State>> {
    [battle(), sides(), figures(), sheets(), pairs()].into_iter().flatten().collect()
}

fn battle() -> Vec<View<State>> {
    vec![
        View::battle("turn", |state| number(state.turn)),
        View::battle("stage", |state| word(NextStep::WORDS, &state.next_step)),
        View::battle("edge", |state| text(state.edge.to_string())),
        View::battle("edge_run", |state| number(state.edge_run)),
        View::battle("intruder", |state| text(state.intruder.to_string())),
        View::battle("priority", |state| text(state.priority.to_string())),
        View::battle("beacon", |state| flag(state.beacon)),
        View::battle("signals", |state| number(state.signals)),
        View::battle("secured", |state| number(secured(state))),
        View::battle("lying", |state| {
            number(state.caches.iter().filter(|cache| matches!(cache, Cache::Lies(_))).count() as i64)
        }),
        View::battle("adventure", |state| text(state.field.adventure.id.text())),
        View::battle("over", |state| flag(state.is_over())),
        View::battle("winner", |state| winner(state.outcome.as_ref())),
    ]
}

fn side(state: &State, seat: Seat) -> Option<&Side> {
    state.sides.get(seat.index())
}

fn sides() -> Vec<View<State>> {
    vec![
        View::side("side.SIDE.dice", |state, seat| Some(number(side(state, seat)?.dice))),
        View::side("side.SIDE.pool", |state, seat| Some(number(side(state, seat)?.pool))),
        View::side("side.SIDE.base", |state, seat| Some(number(side(state, seat)?.base))),
        View::side("side.SIDE.breaks", |state, seat| Some(number(side(state, seat)?.breaks()))),
        View::side("side.SIDE.portents", |state, seat| Some(flag(side(state, seat)?.portents))),
        View::side("side.SIDE.losses", |state, seat| side(state, seat).map(|_| number(state.losses(seat)))),
        View::side("side.SIDE.executed", |state, seat| Some(number(side(state, seat)?.executed))),
        View::side("side.SIDE.forfeits", |state, seat| Some(number(side(state, seat)?.forfeits))),
        View::side("side.SIDE.lost", |state, seat| Some(number(side(state, seat)?.lost))),
    ]
}

fn figures() -> Vec<View<State>> {
    vec![
        View::figure("shocked", |state, figure| flag(state.fighter(figure).shocked)),
        View::figure("broken", |state, figure| flag(state.fighter(figure).broken)),
        View::figure("token", |state, figure| flag(state.fighter(figure).token)),
        View::figure("active", |state, figure| flag(state.fighter(figure).active())),
        View::figure("ready", |state, figure| flag(state.fighter(figure).ready())),
        View::figure("ambush", |state, figure| flag(state.fighter(figure).ambush)),
        View::figure("entangled", |state, figure| flag(state.fighter(figure).entangled)),
        View::figure("engaged", |state, figure| flag(state.engaged(figure))),
        View::figure("carries", |state, figure| flag(state.fighter(figure).carries.is_some())),
        View::figure("heavy", |state, figure| flag(state.heavy(figure).is_some())),
        View::figure("shocks", |state, figure| number(state.fighter(figure).shocks)),
        View::figure("engaged_since", |state, figure| number(state.fighter(figure).engaged_since)),
        View::figure("felled", |state, figure| {
            number(state.fighter(figure).felled.iter().map(|count| i64::from(*count)).sum::<i64>())
        }),
        View::figure("at", |state, figure| {
            text(state.fighter(figure).spot().map_or("away".to_string(), |spot| spot.to_string()))
        }),
        View::figure("place", |state, figure| {
            text(match state.fighter(figure).place {
                Place::Waiting => "waiting",
                Place::On(_) => "table",
                Place::Wounded => "wounded",
                Place::Fled => "fled",
                Place::Left => "left",
            })
        }),
    ]
}

/// What stands on its sheet once everything is added up.
fn sheets() -> Vec<View<State>> {
    vec![
        View::figure("cbt", |state, figure| number(state.sheet(figure).cbt())),
        View::figure("cmd", |state, figure| number(state.sheet(figure).cmd())),
        View::figure("con", |state, figure| number(state.sheet(figure).con())),
        View::figure("speed", |state, figure| number(state.sheet(figure).profile.speed)),
        View::figure("charge", |state, figure| number(state.sheet(figure).profile.charge)),
        View::figure("threshold", |state, figure| number(state.sheet(figure).profile.threshold)),
        // Its range in inches: `a.archer.range.short-bow`.
        View::word(
            "range",
            |state, figure| {
                let arms = state.sheet(figure).profile.weapons.iter().filter_map(|weapon| weapon.gear);
                arms.map(|gear| gear.to_string()).collect()
            },
            |state, figure, word| {
                let named = |gear: kernel::Name| gear.text() == word;
                let weapons = &state.sheet(figure).profile.weapons;
                let weapon = weapons.iter().find(|weapon| weapon.gear.is_some_and(named) && weapon.range > 0)?;
                Some(number(weapon.range))
            },
        ),
    ]
}

fn pairs() -> Vec<View<State>> {
    vec![
        View::pair("gap", |state, one, other| Some(number(state.gap(one, other)))),
        View::pair("engaged", |state, one, other| Some(flag(state.engaged_with(one, other)))),
        View::pair("sight", |state, one, other| {
            Some(text(sight::look(state, one, other, &mut Buffers::default()).how()))
        }),
        View::pair("lines", |state, one, other| {
            Some(number(i64::from(sight::look(state, one, other, &mut Buffers::default()).free.count_ones())))
        }),
    ]
}
