//! What a case can look at: `a.captain.shocked`, `side.a.dice`, `gap:a.captain:b.archer`, `sight:a.captain:b.archer`.

use crate::scenario::secured;
use crate::sight;
use crate::state::{Cache, Place, State};
use crate::terrain::Buffers;
use kernel::{Figure, Seat, Tags, Value};

pub(super) fn look(state: &State, path: &str) -> Option<Value> {
    if let Some((what, rest)) = path.split_once(':') {
        return between(state, what, rest);
    }
    let (head, tail) = path.rsplit_once('.').unwrap_or((path, ""));
    if let Some(figure) = state.tagged(head) {
        return of_figure(state, figure, tail);
    }
    if let Some(letter) = head.strip_prefix("side.") {
        return of_side(state, Seat::from_letter(letter.chars().next()?)?, tail);
    }
    match path {
        "turn" => number(state.turn),
        "stage" => text(crate::state::NextStep::WORDS[state.next_step as usize].0),
        "edge" => text(state.edge.to_string()),
        "edge_run" => number(state.edge_run),
        "intruder" => text(state.intruder.to_string()),
        "priority" => text(state.priority.to_string()),
        "beacon" => Some(Value::Flag(state.beacon)),
        "signals" => number(state.signals),
        "secured" => number(secured(state)),
        "lying" => number(state.caches.iter().filter(|cache| matches!(cache, Cache::Lies(_))).count() as i64),
        "adventure" => text(state.field.adventure.id.text()),
        "over" => Some(Value::Flag(state.is_over())),
        "winner" => {
            let winner = state.outcome.as_ref().and_then(|outcome| outcome.winner);
            text(winner.map_or("none".to_string(), |seat| seat.to_string()))
        }
        _ => None,
    }
}

fn number(value: impl Into<i64>) -> Option<Value> {
    Some(Value::Number(value.into()))
}

fn text(value: impl Into<String>) -> Option<Value> {
    Some(Value::Text(value.into()))
}

fn of_side(state: &State, seat: Seat, what: &str) -> Option<Value> {
    let side = state.sides.get(seat.index())?;
    match what {
        "dice" => number(side.dice),
        "pool" => number(side.pool),
        "base" => number(side.base),
        "breaks" => number(side.breaks()),
        "portents" => Some(Value::Flag(side.portents)),
        "losses" => number(state.losses(seat)),
        "executed" => number(side.executed),
        "forfeits" => number(side.forfeits),
        "lost" => number(side.lost),
        _ => None,
    }
}

fn of_figure(state: &State, figure: Figure, what: &str) -> Option<Value> {
    let fighter = state.fighter(figure);
    let flag = |flag: bool| Some(Value::Flag(flag));
    match what {
        "shocked" => flag(fighter.shocked),
        "broken" => flag(fighter.broken),
        "token" => flag(fighter.token),
        "active" => flag(fighter.active()),
        "ready" => flag(fighter.ready()),
        "ambush" => flag(fighter.ambush),
        "entangled" => flag(fighter.entangled),
        "engaged" => flag(state.engaged(figure)),
        "carries" => flag(fighter.carries.is_some()),
        "heavy" => flag(state.heavy(figure).is_some()),
        "shocks" => number(fighter.shocks),
        "engaged_since" => number(fighter.engaged_since),
        "felled" => number(fighter.felled.iter().map(|count| i64::from(*count)).sum::<i64>()),
        "at" => text(fighter.spot().map_or("away".to_string(), |spot| spot.to_string())),
        "place" => text(match fighter.place {
            Place::Waiting => "waiting",
            Place::On(_) => "table",
            Place::Wounded => "wounded",
            Place::Fled => "fled",
            Place::Left => "left",
        }),
        _ => None,
    }
}

fn between(state: &State, what: &str, rest: &str) -> Option<Value> {
    let (one, other) = rest.split_once(':')?;
    let (one, other) = (state.tagged(one)?, state.tagged(other)?);
    match what {
        "gap" => number(state.gap(one, other)),
        "engaged" => Some(Value::Flag(state.engaged_with(one, other))),
        "sight" => text(sight::look(state, one, other, &mut Buffers::default()).how()),
        "lines" => number(i64::from(sight::look(state, one, other, &mut Buffers::default()).free.count_ones())),
        _ => None,
    }
}
