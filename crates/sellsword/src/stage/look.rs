//! What a case can look at: `a.necro.vigor`, `score.b`, `turn.acts`, `distance:a.necro:b.orc`.

use crate::cards::{Condition, InjuryBox, Stat};
use crate::field::Buffers;
use crate::resolve::{compromised, stats};
use crate::sight;
use crate::state::{Place, State};
use kernel::{Figure, Seat, Tags, Value};

pub(super) fn look(state: &State, path: &str) -> Option<Value> {
    if let Some((what, rest)) = path.split_once(':') {
        return between(state, what, rest);
    }
    let (head, tail) = path.rsplit_once('.').unwrap_or((path, ""));
    if let Some(figure) = state.tagged(head) {
        return of_figure(state, figure, tail);
    }
    // `a.necro.stat.armor`, `a.necro.status.pinned`.
    if let Some((tag, kind)) = head.rsplit_once('.')
        && let Some(figure) = state.tagged(tag)
    {
        return of_kind(state, figure, kind, tail);
    }
    match path {
        "round" => number(state.round),
        "phase" => number(state.phase),
        "stage" => text(format!("{:?}", state.next)),
        "over" => Some(Value::Flag(state.is_over())),
        "map" => text(state.field.map.id.text()),
        "advantaged" => text(state.advantaged.to_string()),
        "order" => text(state.order.iter().map(|seat| seat.to_string()).collect::<Vec<_>>().join(" ")),
        "made" => number(state.made.len() as i64),
        "units" => number(state.units.len() as i64),
        "winner" => {
            text(state.outcome.as_ref().and_then(|o| o.winner).map_or("none".to_string(), |seat| seat.to_string()))
        }
        "turn.unit" => text(state.turn.unit.map_or("none".to_string(), |unit| state.tag(unit))),
        "turn.acts" => number(state.turn.acts),
        "turn.carry" => number(state.turn.carry),
        "turn.diagonals" => number(state.turn.diagonals),
        "turn.controller" => text(state.turn.controller.to_string()),
        _ => of_player(state, head, tail),
    }
}

fn number(value: impl Into<i64>) -> Option<Value> {
    Some(Value::Number(value.into()))
}

fn text(value: impl Into<String>) -> Option<Value> {
    Some(Value::Text(value.into()))
}

fn of_player(state: &State, what: &str, side: &str) -> Option<Value> {
    let player = state.players.get(Seat::from_letter(side.chars().next()?)?.index())?;
    match what {
        "score" => number(player.score),
        "tactics" => number(player.tactics),
        "tile" => text(player.tile.map_or("none".to_string(), |square| square.to_string())),
        _ => None,
    }
}

fn of_figure(state: &State, figure: Figure, what: &str) -> Option<Value> {
    let unit = state.unit(figure);
    match what {
        "vigor" => number(unit.vigor),
        "green" => number(unit.tokens[0]),
        "blue" => number(unit.tokens[1]),
        "red" => number(unit.tokens[2]),
        "injuries" => number(unit.injuries()),
        "boxes" => text(boxes(state, figure)),
        "statuses" => text(unit.conditions().map(|condition| condition.name().text()).collect::<Vec<_>>().join(" ")),
        "at" => text(match unit.place {
            Place::On(square) => square.to_string(),
            Place::Waiting => "waiting".into(),
            Place::Dropped => "dropped".into(),
        }),
        "dropped" => Some(Value::Flag(unit.place == Place::Dropped)),
        "acted" => Some(Value::Flag(unit.acted)),
        "scored" => Some(Value::Flag(unit.scored)),
        "dazed" => Some(Value::Flag(unit.dazed)),
        "dice" => number(unit.dice),
        "toughness" => number(unit.toughness),
        "flies" => Some(Value::Flag(state.flies(figure))),
        "living" => Some(Value::Flag(state.sheet(figure).living)),
        "exhausted" => Some(Value::Flag(state.exhausted(figure))),
        "flanked" => Some(Value::Flag(compromised::flanked(state, figure).is_some())),
        "vp" => number(state.sheet(figure).vp),
        "warleader" => number(state.sheet(figure).common.warleader),
        "squares" => text(state.space(figure).map_or(String::new(), |space| {
            space.squares().map(|square| square.to_string()).collect::<Vec<_>>().join(" ")
        })),
        _ => None,
    }
}

fn boxes(state: &State, figure: Figure) -> String {
    let sheet = state.sheet(figure);
    let checked = sheet.boxes.iter().enumerate().filter(|(at, _)| state.unit(figure).boxes >> at & 1 == 1);
    checked.map(|(_, b): (usize, &InjuryBox)| b.name().text()).collect::<Vec<_>>().join(" ")
}

fn of_kind(state: &State, figure: Figure, kind: &str, what: &str) -> Option<Value> {
    match kind {
        "stat" => {
            let stat = [Stat::Agility, Stat::Brawn, Stat::Spirit, Stat::Wits, Stat::Move, Stat::Armor, Stat::Vigor]
                .into_iter()
                .find(|stat| stat.text().eq_ignore_ascii_case(what))?;
            number(stats::current(state, figure, stat))
        }
        // `b.orc.causes.pinned`: by how many it is Pinned.
        "causes" => {
            let condition = Condition::ALL.into_iter().find(|condition| condition.name().text() == what)?;
            number(state.unit(figure).causes(condition).count() as i64)
        }
        "status" => {
            let condition = Condition::ALL.into_iter().find(|condition| condition.name().text() == what)?;
            Some(Value::Flag(state.unit(figure).has(condition)))
        }
        _ => None,
    }
}

fn between(state: &State, what: &str, pair: &str) -> Option<Value> {
    let (a, b) = pair.split_once(':')?;
    let (a, b) = (state.tagged(a)?, state.tagged(b)?);
    let mut buffers = Buffers::default();
    match what {
        "distance" => number(state.distance(a, b)),
        "lines" => number(space::grid::lines(state.space(a)?, state.space(b)?).count() as i64),
        "adjacent" => Some(Value::Flag(state.adjacent(a, b))),
        "visible" => Some(Value::Flag(sight::view(state, a, b, &mut buffers).visible())),
        "cover" => Some(Value::Flag(sight::view(state, a, b, &mut buffers).cover())),
        "invisible" => Some(Value::Flag(sight::sighting(state, a, b, &mut buffers).invisible)),
        _ => None,
    }
}
