//! What a case can look at: `a.knight.wounds`, `round`, `distance:a.knight:b.orc`, `core.a`, `zones`.

use super::{PARTS, STAGES};
use crate::cards::AttackId;
use crate::state::{Place, Player, State, squares_apart};
use crate::{act, contact, flank, sight, terrain, victory};
use kernel::{Figure, Name, Seat, Value};
use pack::View;
use pack::view::{flag, number, text, winner, word};

pub(super) fn views() -> Vec<View<State>> {
    [battle(), sides(), conditions(), sheets(), words(), pairs()].into_iter().flatten().collect()
}

fn battle() -> Vec<View<State>> {
    vec![
        View::battle("round", |state| number(state.round)),
        View::battle("stage", |state| word(STAGES, &state.next_step)),
        View::battle("part", |state| word(PARTS, &state.part)),
        View::battle("active", |state| text(state.leader(state.active).to_string())),
        View::battle("attacker", |state| text(state.leader(state.attacker).to_string())),
        View::battle("asked", |state| text(state.asked.to_string())),
        View::battle("depth", |state| number(state.depth)),
        View::battle("over", |state| flag(state.is_over())),
        View::battle("figures", |state| number(state.pieces.len() as i64)),
        View::battle("zones", |state| number(state.zones.len() as i64)),
        View::battle("charms", |state| number(state.charms.len() as i64)),
        View::battle("declared", |state| number(state.declared.len() as i64)),
        View::battle("map", |state| text(state.field().map.id.text())),
        View::battle("width", |state| number(state.field().width())),
        View::battle("height", |state| number(state.field().height())),
        View::battle("winner", |state| winner(state.outcome.as_ref())),
    ]
}

fn player(state: &State, seat: Seat) -> Option<&Player> {
    state.players.get(seat.index())
}

fn sides() -> Vec<View<State>> {
    vec![
        View::side("edge.SIDE", |state, seat| {
            Some(text(crate::decisions::Edge::of(state.edges[player(state, seat)?.side.index()]).text()))
        }),
        View::side("core.SIDE", |state, seat| Some(number(player(state, seat)?.core.len() as i64))),
        View::side("reserve_a.SIDE", |state, seat| Some(number(player(state, seat)?.reserves[0].len() as i64))),
        View::side("reserve_b.SIDE", |state, seat| Some(number(player(state, seat)?.reserves[1].len() as i64))),
        View::side("reserve.SIDE", |state, seat| {
            Some(text(player(state, seat)?.reserve.map_or("none", |at| ["a", "b"][usize::from(at.min(1))])))
        }),
        View::side("strength.SIDE", |state, seat| Some(number(victory::strength(state, player(state, seat)?.side)))),
        View::side("surviving.SIDE", |state, seat| Some(number(victory::surviving(state, player(state, seat)?.side)))),
        View::side("crossed.SIDE", |state, seat| Some(number(state.crossed[player(state, seat)?.side.index()]))),
    ]
}

fn conditions() -> Vec<View<State>> {
    vec![
        View::figure("at", |state, figure| match state.piece(figure).place {
            Place::On(at) => text(at.to_string()),
            Place::Dead => text("dead"),
            Place::Left => text("left"),
        }),
        View::figure("level", |state, figure| text(state.piece(figure).altitude.text())),
        View::figure("wounds", |state, figure| number(state.piece(figure).wounds)),
        View::figure("health", |state, figure| number(state.health(figure))),
        View::figure("hurt", |state, figure| flag(state.hurt(figure))),
        View::figure("entangled", |state, figure| number(state.piece(figure).entangled)),
        View::figure("paralyzed", |state, figure| number(state.piece(figure).paralyzed)),
        View::figure("poisoned", |state, figure| number(state.piece(figure).poisoned)),
        View::figure("slowed", |state, figure| flag(state.piece(figure).slowed)),
        View::figure("hasted", |state, figure| number(state.piece(figure).hasted)),
        View::figure("speed", |state, figure| number(act::speed(state, figure))),
        View::figure("primed", |state, figure| flag(state.piece(figure).primed)),
        View::figure("loading", |state, figure| flag(state.piece(figure).loading)),
        View::figure("motion", |state, figure| text(format!("{:?}", state.piece(figure).motion).to_lowercase())),
        View::figure("moved", |state, figure| flag(state.piece(figure).moved)),
        View::figure("aimed", |state, figure| flag(state.piece(figure).aimed)),
        View::figure("bound", |state, figure| number(state.piece(figure).bound.map_or(-1, i64::from))),
        View::figure("ready_ranged", |state, figure| readied(state, figure, state.piece(figure).ready_ranged)),
        View::figure("ready_melee", |state, figure| readied(state, figure, state.piece(figure).ready_melee)),
        View::figure("readied", |state, figure| flag(state.piece(figure).readied())),
        View::figure("opportunities", |state, figure| number(state.piece(figure).opportunities)),
        View::figure("trampled", |state, figure| number(state.piece(figure).trampled)),
        View::figure("levels", |state, figure| number(state.piece(figure).levels)),
        View::figure("casts", |state, figure| number(state.piece(figure).casts)),
        View::figure("serving", |state, figure| flag(state.piece(figure).serving)),
        View::figure("acted", |state, figure| flag(state.piece(figure).acted)),
        View::figure("spotted", |state, figure| number(state.piece(figure).spotted)),
    ]
}

fn sheets() -> Vec<View<State>> {
    vec![
        View::figure("pinned", |state, figure| flag(contact::pinned(state, figure))),
        View::figure("swims", |state, figure| flag(terrain::swims(state, figure))),
        View::figure("on_fort", |state, figure| flag(state.on_fort(figure))),
        View::figure("squares", |state, figure| number(i64::from(state.base(figure)) * i64::from(state.base(figure)))),
        View::figure("strength", |state, figure| number(state.sheet(figure).strength)),
        View::figure("melee", |state, figure| number(state.sheet(figure).melee)),
        View::figure("ranged", |state, figure| number(state.sheet(figure).ranged)),
        View::figure("points", |state, figure| number(state.sheet(figure).points)),
        View::figure("armor", |state, figure| number(state.sheet(figure).armor_amount())),
        View::figure("options", |state, figure| number(state.sheet(figure).options)),
        View::figure("shown", |state, figure| number(state.piece(figure).shown.count_ones())),
    ]
}

fn readied(state: &State, figure: Figure, attack: Option<AttackId>) -> Value {
    text(attack.map_or("none", |id| state.sheet(figure).attack(id).name.text()))
}

fn words() -> Vec<View<State>> {
    vec![
        // `a.bowman.loaded.crossbow`
        View::word("loaded", attacks, |state, figure, word| {
            let (piece, sheet) = (state.piece(figure), state.sheet(figure));
            let load = sheet.attack(sheet.attack_named(Name::known(word)?)?).load?;
            Some(flag(piece.unloaded >> load.0 & 1 == 0))
        }),
        // Its short range: `a.bowman.range.crossbow`.
        View::word("range", attacks, |state, figure, word| {
            let sheet = state.sheet(figure);
            Some(number(sheet.attack(sheet.attack_named(Name::known(word)?)?).range[0]))
        }),
        View::word("struck", attacks, |state, figure, word| {
            let id = state.sheet(figure).attack_named(Name::known(word)?)?;
            Some(number(state.piece(figure).struck[usize::from(id.0).min(crate::state::ATTACKS - 1)]))
        }),
        // `a.mage.shown.fireball`
        View::word("shown", spells, |state, figure, word| {
            let slot = slot(state, figure, word)?;
            Some(flag(slot.is_some_and(|slot| state.piece(figure).shown >> slot & 1 == 1)))
        }),
        View::word("knows", spells, |state, figure, word| Some(flag(slot(state, figure, word)?.is_some()))),
    ]
}

fn attacks(state: &State, figure: Figure) -> Vec<String> {
    state.sheet(figure).attacks.iter().map(|attack| attack.name.to_string()).collect()
}

fn spells(state: &State, _: Figure) -> Vec<String> {
    state.setting.pack.spells.iter().map(|spell| spell.id.to_string()).collect()
}

/// Where a spell of the book stands among those that a figure knows.
fn slot(state: &State, figure: Figure, word: &str) -> Option<Option<usize>> {
    let spell = state.setting.pack.spell_named(Name::known(word)?)?;
    Some(state.piece(figure).spells.iter().position(|known| *known == Some(spell)))
}

fn pairs() -> Vec<View<State>> {
    vec![
        View::pair("distance", |state, one, other| Some(number(state.distance(one, other)))),
        View::pair("squares", |state, one, other| Some(number(squares_apart(state.space(one)?, state.space(other)?)))),
        View::pair("contact", |state, one, other| Some(flag(contact::in_contact(state, one, other)))),
        View::pair("adjacent", |state, one, other| {
            Some(flag(contact::adjacent(state, state.space(one)?, state.space(other)?)))
        }),
        // Where a second enemy beside `other` would flank `one` (SC-FLANK-07).
        View::pair("flanks", |state, one, other| {
            let field = state.field();
            let (base, enemy) = (state.space(one)?, state.space(other)?);
            let mut squares: Vec<_> = flank::positions(base, enemy, field.width(), field.height()).collect();
            squares.sort_unstable();
            let squares: Vec<String> = squares.iter().map(ToString::to_string).collect();
            Some(text(squares.join(" ")))
        }),
        // What a shot at `other` loses to cover of all kinds (SC-COVER).
        View::pair("cover", |state, one, other| {
            let seen = sight::look(state, sight::Eye::of(one), other, &mut sight::Buffers::default());
            Some(number(seen.penalty()))
        }),
        View::pair("sees", |state, one, other| {
            Some(flag(sight::sees(state, one, other, &mut sight::Buffers::default())))
        }),
    ]
}
