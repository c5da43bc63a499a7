//! What a case can look at: `a.necro.vigor`, `score.b`, `turn.acts`, `distance:a.necro:b.orc`.

use super::NEXT_STEPS;
use crate::cards::{Condition, InjuryBox, Stat};
use crate::field::Buffers;
use crate::resolve::{compromised, stats};
use crate::sight;
use crate::state::{Place, Player, State};
use kernel::{Figure, Seat, Tags, Value};
use pack::View;
use pack::view::{flag, number, text, winner, word};

pub(super) fn views() -> Vec<View<State>> {
    [battle(), sides(), figures(), sheets(), pairs()].into_iter().flatten().collect()
}

fn battle() -> Vec<View<State>> {
    vec![
        View::battle("round", |state| number(state.round)),
        View::battle("phase", |state| number(state.phase)),
        View::battle("stage", |state| word(NEXT_STEPS, &state.next)),
        View::battle("over", |state| flag(state.is_over())),
        View::battle("map", |state| text(state.field.map.id.text())),
        View::battle("advantaged", |state| text(state.advantaged.to_string())),
        View::battle("order", |state| text(state.order.iter().map(Seat::to_string).collect::<Vec<_>>().join(" "))),
        View::battle("made", |state| number(state.made.len() as i64)),
        View::battle("units", |state| number(state.units.len() as i64)),
        View::battle("winner", |state| winner(state.outcome.as_ref())),
        View::battle("turn.unit", |state| text(state.turn.unit.map_or("none".to_owned(), |unit| state.tag(unit)))),
        View::battle("turn.acts", |state| number(state.turn.acts)),
        View::battle("turn.carry", |state| number(state.turn.carry)),
        View::battle("turn.diagonals", |state| number(state.turn.diagonals)),
        View::battle("turn.controller", |state| text(state.turn.controller.to_string())),
    ]
}

fn player(state: &State, seat: Seat) -> Option<&Player> {
    state.players.get(seat.index())
}

fn sides() -> Vec<View<State>> {
    vec![
        View::side("score.SIDE", |state, seat| Some(number(player(state, seat)?.score))),
        View::side("tactics.SIDE", |state, seat| Some(number(player(state, seat)?.tactics))),
        View::side("tile.SIDE", |state, seat| {
            Some(text(player(state, seat)?.tile.map_or("none".to_owned(), |square| square.to_string())))
        }),
    ]
}

fn figures() -> Vec<View<State>> {
    vec![
        View::figure("vigor", |state, figure| number(state.unit(figure).vigor)),
        View::figure("green", |state, figure| number(state.unit(figure).tokens[0])),
        View::figure("blue", |state, figure| number(state.unit(figure).tokens[1])),
        View::figure("red", |state, figure| number(state.unit(figure).tokens[2])),
        View::figure("injuries", |state, figure| number(state.unit(figure).injuries())),
        View::figure("boxes", |state, figure| text(boxes(state, figure))),
        View::figure("statuses", |state, figure| {
            let statuses = state.unit(figure).conditions().map(|condition| condition.name().text());
            text(statuses.collect::<Vec<_>>().join(" "))
        }),
        View::figure("at", |state, figure| match state.unit(figure).place {
            Place::On(square) => text(square.to_string()),
            Place::Waiting => text("waiting"),
            Place::Dropped => text("dropped"),
        }),
        View::figure("dropped", |state, figure| flag(state.unit(figure).place == Place::Dropped)),
        View::figure("acted", |state, figure| flag(state.unit(figure).acted)),
        View::figure("scored", |state, figure| flag(state.unit(figure).scored)),
        View::figure("dazed", |state, figure| flag(state.unit(figure).dazed)),
        View::figure("dice", |state, figure| number(state.unit(figure).dice)),
        View::figure("toughness", |state, figure| number(state.unit(figure).toughness)),
        View::figure("flies", |state, figure| flag(state.flies(figure))),
        View::figure("living", |state, figure| flag(state.sheet(figure).living)),
        View::figure("exhausted", |state, figure| flag(state.exhausted(figure))),
        View::figure("flanked", |state, figure| flag(compromised::flanked(state, figure).is_some())),
        View::figure("vp", |state, figure| number(state.sheet(figure).vp)),
        View::figure("warleader", |state, figure| number(state.sheet(figure).common.warleader)),
        View::figure("squares", |state, figure| {
            text(state.space(figure).map_or(String::new(), |space| {
                space.squares().map(|square| square.to_string()).collect::<Vec<_>>().join(" ")
            }))
        }),
    ]
}

/// What its cards come to now, with injuries, statuses and auras.
fn sheets() -> Vec<View<State>> {
    vec![
        View::word(
            "stat",
            |_, _| STATS.iter().map(|stat| stat.text().to_lowercase()).collect(),
            |state, figure, word| {
                let stat = STATS.into_iter().find(|stat| stat.text().eq_ignore_ascii_case(word))?;
                Some(number(stats::current(state, figure, stat)))
            },
        ),
        View::word(
            "range",
            |state, figure| state.sheet(figure).attacks.iter().map(|attack| attack.name.to_string()).collect(),
            |state, figure, word| {
                let attack = state.sheet(figure).attacks.iter().find(|attack| attack.name.text() == word)?;
                Some(number(attack.range))
            },
        ),
        // `b.orc.causes.pinned`: by how many it is Pinned.
        View::word(
            "causes",
            |_, _| conditions(),
            |state, figure, word| {
                let condition = Condition::ALL.into_iter().find(|condition| condition.name().text() == word)?;
                Some(number(state.unit(figure).causes(condition).count() as i64))
            },
        ),
        View::word(
            "status",
            |_, _| conditions(),
            |state, figure, word| {
                let condition = Condition::ALL.into_iter().find(|condition| condition.name().text() == word)?;
                Some(flag(state.unit(figure).has(condition)))
            },
        ),
    ]
}

const STATS: [Stat; 7] = [Stat::Agility, Stat::Brawn, Stat::Spirit, Stat::Wits, Stat::Move, Stat::Armor, Stat::Vigor];

fn conditions() -> Vec<String> {
    Condition::ALL.into_iter().map(|condition| condition.name().text().to_owned()).collect()
}

fn boxes(state: &State, figure: Figure) -> String {
    let sheet = state.sheet(figure);
    let checked = sheet.boxes.iter().enumerate().filter(|(at, _)| state.unit(figure).boxes >> at & 1 == 1);
    checked.map(|(_, b): (usize, &InjuryBox)| b.name().text()).collect::<Vec<_>>().join(" ")
}

fn pairs() -> Vec<View<State>> {
    vec![
        View::pair("distance", |state, a, b| Some(number(state.distance(a, b)))),
        View::pair("lines", |state, a, b| {
            Some(number(space::grid::lines(state.space(a)?, state.space(b)?).count() as i64))
        }),
        View::pair("adjacent", |state, a, b| Some(flag(state.adjacent(a, b)))),
        View::pair("visible", |state, a, b| Some(flag(sight::view(state, a, b, &mut Buffers::default()).visible()))),
        View::pair("cover", |state, a, b| Some(flag(sight::view(state, a, b, &mut Buffers::default()).cover()))),
        View::pair("invisible", |state, a, b| {
            Some(Value::Flag(sight::sighting(state, a, b, &mut Buffers::default()).invisible))
        }),
    ]
}
