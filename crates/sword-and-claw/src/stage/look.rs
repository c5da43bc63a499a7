//! What a case can look at: `a.knight.wounds`, `round`, `distance:a.knight:b.orc`, `waiting.a`, `zones`.

use crate::state::{Place, State, squares_apart};
use crate::{act, contact, flank, sight, terrain, victory};
use kernel::{Figure, Name, Seat, Tags, Value};

pub(super) fn look(state: &State, path: &str) -> Option<Value> {
    if let Some((what, rest)) = path.split_once(':') {
        return between(state, what, rest);
    }
    let (head, tail) = path.rsplit_once('.').unwrap_or((path, ""));
    if let Some(figure) = state.tagged(head) {
        return of_figure(state, figure, tail);
    }
    // `a.bowman.loaded.crossbow`, `a.mage.shown.fireball`.
    if let Some((tag, kind)) = head.rsplit_once('.')
        && let Some(figure) = state.tagged(tag)
    {
        return of_kind(state, figure, kind, tail);
    }
    let side = |side: crate::state::Side| text(state.leader(side).to_string());
    match path {
        "round" => number(state.round),
        "stage" => text(format!("{:?}", state.stage)),
        "part" => text(format!("{:?}", state.part)),
        "active" => side(state.active),
        "attacker" => side(state.attacker),
        "asked" => text(state.asked.to_string()),
        "depth" => number(state.depth),
        "over" => flag(state.is_over()),
        "figures" => number(state.pieces.len() as i64),
        "zones" => number(state.zones.len() as i64),
        "charms" => number(state.charms.len() as i64),
        "declared" => number(state.declared.len() as i64),
        "map" => text(state.field().map.id.text()),
        "width" => number(state.field().width()),
        "height" => number(state.field().height()),
        "winner" => {
            let winner = state.outcome.as_ref().and_then(|outcome| outcome.winner);
            text(winner.map_or("none".to_string(), |seat| seat.to_string()))
        }
        _ => of_player(state, head, tail),
    }
}

fn number(value: impl Into<i64>) -> Option<Value> {
    Some(Value::Number(value.into()))
}

fn text(value: impl Into<String>) -> Option<Value> {
    Some(Value::Text(value.into()))
}

fn flag(value: bool) -> Option<Value> {
    Some(Value::Flag(value))
}

fn of_player(state: &State, what: &str, seat: &str) -> Option<Value> {
    let seat = Seat::from_letter(seat.chars().next()?)?;
    let player = state.players.get(seat.index())?;
    match what {
        "edge" => text(crate::decisions::Edge::of(state.edges[player.side.index()]).text()),
        "core" => number(player.core.len() as i64),
        "reserve_a" => number(player.reserves[0].len() as i64),
        "reserve_b" => number(player.reserves[1].len() as i64),
        "reserve" => text(player.reserve.map_or("none", |at| ["a", "b"][usize::from(at.min(1))])),
        "strength" => number(victory::strength(state, player.side)),
        "surviving" => number(victory::surviving(state, player.side)),
        "crossed" => number(state.crossed[player.side.index()]),
        _ => None,
    }
}

fn of_figure(state: &State, figure: Figure, what: &str) -> Option<Value> {
    let (piece, sheet) = (state.piece(figure), state.sheet(figure));
    let attack = |id: Option<crate::cards::AttackId>| text(id.map_or("none", |id| sheet.attack(id).name.text()));
    match what {
        "at" => text(match piece.place {
            Place::On(at) => at.to_string(),
            Place::Dead => "dead".into(),
            Place::Left => "left".into(),
        }),
        "level" => text(piece.altitude.text()),
        "wounds" => number(piece.wounds),
        "health" => number(state.health(figure)),
        "hurt" => flag(state.hurt(figure)),
        "entangled" => number(piece.entangled),
        "paralyzed" => number(piece.paralyzed),
        "poisoned" => number(piece.poisoned),
        "slowed" => flag(piece.slowed),
        "hasted" => number(piece.hasted),
        "speed" => number(act::speed(state, figure)),
        "primed" => flag(piece.primed),
        "loading" => flag(piece.loading),
        "motion" => text(format!("{:?}", piece.motion).to_lowercase()),
        "moved" => flag(piece.moved),
        "aimed" => flag(piece.aimed),
        "bound" => number(piece.bound.map_or(-1, i64::from)),
        "ready_ranged" => attack(piece.ready_ranged),
        "ready_melee" => attack(piece.ready_melee),
        "readied" => flag(piece.readied()),
        "opportunities" => number(piece.opportunities),
        "trampled" => number(piece.trampled),
        "levels" => number(piece.levels),
        "casts" => number(piece.casts),
        "serving" => flag(piece.serving),
        "acted" => flag(piece.acted),
        "spotted" => number(piece.spotted),
        "pinned" => flag(contact::pinned(state, figure)),
        "swims" => flag(terrain::swims(state, figure)),
        "on_fort" => flag(state.on_fort(figure)),
        "squares" => number(i64::from(state.base(figure)) * i64::from(state.base(figure))),
        "melee" => number(sheet.melee),
        "ranged" => number(sheet.ranged),
        "points" => number(sheet.points),
        "armor" => number(sheet.armor_amount()),
        "options" => number(sheet.options),
        "shown" => number(piece.shown.count_ones()),
        _ => None,
    }
}

fn of_kind(state: &State, figure: Figure, kind: &str, name: &str) -> Option<Value> {
    let (piece, sheet) = (state.piece(figure), state.sheet(figure));
    let word = Name::known(name)?;
    match kind {
        "loaded" => {
            let load = sheet.attack(sheet.attack_named(word)?).load?;
            flag(piece.unloaded >> load.0 & 1 == 0)
        }
        "struck" => {
            let id = sheet.attack_named(word)?;
            number(piece.struck[usize::from(id.0).min(crate::state::ATTACKS - 1)])
        }
        "shown" | "knows" => {
            let spell = state.setting.pack.spell_named(word)?;
            let slot = piece.spells.iter().position(|known| *known == Some(spell));
            let seen = |slot: usize| kind == "knows" || piece.shown >> slot & 1 == 1;
            flag(slot.is_some_and(seen))
        }
        _ => None,
    }
}

fn between(state: &State, what: &str, rest: &str) -> Option<Value> {
    let (one, other) = rest.split_once(':')?;
    let (one, other) = (state.tagged(one)?, state.tagged(other)?);
    match what {
        "distance" => number(state.distance(one, other)),
        "squares" => number(squares_apart(state.space(one)?, state.space(other)?)),
        "contact" => flag(contact::in_contact(state, one, other)),
        "adjacent" => flag(contact::adjacent(state, state.space(one)?, state.space(other)?)),
        // Where a second enemy beside `other` would flank `one` (SC-FLANK-07).
        "flanks" => {
            let field = state.field();
            let (base, enemy) = (state.space(one)?, state.space(other)?);
            let mut squares: Vec<_> = flank::positions(base, enemy, field.width(), field.height()).collect();
            squares.sort_unstable();
            let squares: Vec<String> = squares.iter().map(ToString::to_string).collect();
            text(squares.join(" "))
        }
        // What a shot at `other` loses to cover of all kinds (SC-COVER).
        "cover" => {
            let seen = sight::look(state, sight::Eye::of(one), other, &mut sight::Buffers::default());
            number(seen.penalty())
        }
        "sees" => flag(sight::sees(state, one, other, &mut sight::Buffers::default())),
        _ => None,
    }
}
