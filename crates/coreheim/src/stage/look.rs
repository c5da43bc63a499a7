//! What a case can look at: `a.captain.wounds`, `a.captain.at.x`, `round`, `shards.a`, `gap:a.captain:b.thief`.

use super::{DEEDS, PLACES, POSTURES, STAGES};
use crate::cards::{Stat, Word};
use crate::resolve::batch::{Cause, Hit};
use crate::resolve::save;
use crate::state::{Player, State};
use kernel::{Name, Seat, Tags};
use pack::View;
use pack::view::{flag, number, text, winner, word};

pub(crate) fn views() -> Vec<View<State>> {
    [battle(), sides(), figures(), sheets(), pairs()].into_iter().flatten().collect()
}

fn battle() -> Vec<View<State>> {
    vec![
        View::battle("round", |state| number(state.round)),
        View::battle("active", |state| text(state.active().to_string())),
        View::battle("stage", |state| word(STAGES, &state.next)),
        View::battle("spells", |state| number(state.spells.len() as i64)),
        View::battle("winner", |state| winner(state.outcome.as_ref())),
    ]
}

fn player(state: &State, seat: Seat) -> Option<&Player> {
    (seat.index() < state.players.len()).then(|| state.player(seat))
}

fn sides() -> Vec<View<State>> {
    vec![
        View::side("shards.SIDE", |state, seat| Some(number(player(state, seat)?.shards))),
        View::side("through.SIDE", |state, seat| Some(number(player(state, seat)?.through))),
        View::side("routed.SIDE", |state, seat| Some(flag(player(state, seat)?.routed))),
    ]
}

fn figures() -> Vec<View<State>> {
    vec![
        View::figure("at", |state, figure| text(state.warrior(figure).at.to_string())),
        View::figure("place", |state, figure| word(PLACES, &state.warrior(figure).place)),
        View::figure("posture", |state, figure| word(POSTURES, &state.warrior(figure).posture)),
        View::figure("wounds", |state, figure| number(state.warrior(figure).wounds)),
        View::figure("kills", |state, figure| number(state.warrior(figure).kills)),
        View::figure("fleeing", |state, figure| flag(state.warrior(figure).fleeing)),
        View::figure("hidden", |state, figure| flag(state.warrior(figure).hidden)),
        View::figure("idle", |state, figure| flag(state.warrior(figure).idle)),
        View::figure("frenzied", |state, figure| flag(state.warrior(figure).frenzied)),
        View::figure("stripped", |state, figure| flag(state.warrior(figure).stripped)),
        View::figure("engaged", |state, figure| flag(state.is_engaged(figure))),
        View::figure("shard", |state, figure| flag(state.warrior(figure).shard.is_some())),
        View::figure("foes", |state, figure| {
            text(state.opponents(figure).map(|foe| state.tag(foe)).collect::<Vec<_>>().join(" "))
        }),
        // What he has done this turn: `a.captain.charged`.
        View::word(
            "",
            |_, _| DEEDS.iter().map(|(word, _)| (*word).to_owned()).collect(),
            |state, figure, word| {
                let (_, deed) = DEEDS.iter().find(|(known, _)| *known == word)?;
                Some(flag(state.warrior(figure).did.has(*deed)))
            },
        ),
    ]
}

/// What his sheet comes to now, with wounds, spells and gear.
fn sheets() -> Vec<View<State>> {
    vec![
        // `a.captain.stat.ws`, `a.captain.stat.i`
        View::word(
            "stat",
            |_, _| Stat::ALL.iter().map(|(word, _)| word.to_lowercase()).collect(),
            |state, figure, word| {
                let (_, stat) = Stat::ALL.iter().find(|(known, _)| known.eq_ignore_ascii_case(word))?;
                Some(number(state.stat(figure, *stat)))
            },
        ),
        // The number that saves against a plain hit: `a.captain.save.close`; 7 is none.
        View::word(
            "save",
            |_, _| CAUSES.iter().map(|(word, _)| (*word).to_owned()).collect(),
            |state, figure, word| {
                let (_, cause) = CAUSES.iter().find(|(known, _)| *known == word)?;
                Some(number(save::against(state, figure, *cause, &Hit::of(3)).map_or(7, |save| save.needed)))
            },
        ),
        // The range of a missile weapon in inches: `a.captain.range.bow`.
        View::word(
            "range",
            |state, figure| state.sheet(figure).missile.iter().map(|arm| arm.id.to_string()).collect(),
            |state, figure, word| {
                let id = Name::known(word)?;
                let arm = state.sheet(figure).missile.iter().find(|arm| arm.id == id)?;
                Some(number(arm.weapon.range / 1000))
            },
        ),
    ]
}

const CAUSES: &[(&str, Cause)] = &[("close", Cause::Close), ("shot", Cause::Shot), ("spell", Cause::Spell)];

fn pairs() -> Vec<View<State>> {
    vec![
        // Between the rims, in thousandths of an inch.
        View::pair("distance", |state, one, other| Some(number(state.distance(one, other)))),
        View::pair("engaged", |state, one, other| Some(flag(state.engaged(one, other)))),
    ]
}
