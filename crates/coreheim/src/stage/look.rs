//! Values of a situation by a path of words, for what a case expects.

use super::{DEEDS, PLACES, POSTURES, STAGES, tagged};
use crate::state::State;
use kernel::{Seat, Tags, Value};

/// `a.captain.wounds`, `a.captain.at`, `round`, `stage`, `active`, `shards.a`, `through.b`.
pub(crate) fn look(state: &State, path: &str) -> Option<Value> {
    let number = |n: i32| Some(Value::Number(n.into()));
    match path {
        "round" => return number(state.round.into()),
        "active" => return Some(Value::Text(state.active().to_string())),
        "stage" => return word(STAGES, state.next),
        "spells" => return number(state.spells.len() as i32),
        _ => {}
    }
    let (front, last) = path.rsplit_once('.')?;
    if let Some(seat) = seat(state, last) {
        let player = state.player(seat);
        match front {
            "shards" => return number(player.shards.into()),
            "through" => return number(player.through.into()),
            "routed" => return Some(Value::Flag(player.routed)),
            _ => {}
        }
    }
    let figure = tagged(state, front)?;
    let warrior = state.warrior(figure);
    let flag = |value: bool| Some(Value::Flag(value));
    match last {
        "at" => Some(Value::Text(warrior.at.to_string())),
        "place" => word(PLACES, warrior.place),
        "posture" => word(POSTURES, warrior.posture),
        "wounds" => number(warrior.wounds.into()),
        "kills" => number(warrior.kills.into()),
        "fleeing" => flag(warrior.fleeing),
        "hidden" => flag(warrior.hidden),
        "idle" => flag(warrior.idle),
        "frenzied" => flag(warrior.frenzied),
        "stripped" => flag(warrior.stripped),
        "engaged" => flag(state.is_engaged(figure)),
        "shard" => flag(warrior.shard.is_some()),
        "foes" => {
            let foes: Vec<String> = state.opponents(figure).map(|foe| state.tag(foe)).collect();
            Some(Value::Text(foes.join(" ")))
        }
        did => DEEDS.iter().find(|(word, _)| *word == did).map(|(_, did)| Value::Flag(warrior.did.has(*did))),
    }
}

fn seat(state: &State, letter: &str) -> Option<Seat> {
    let mut chars = letter.chars();
    let seat = Seat::from_letter(chars.next()?)?;
    (chars.next().is_none() && seat.index() < state.players.len()).then_some(seat)
}

fn word<T: PartialEq + Copy>(words: &[(&'static str, T)], value: T) -> Option<Value> {
    words.iter().find(|(_, known)| *known == value).map(|(word, _)| Value::Text((*word).to_owned()))
}
