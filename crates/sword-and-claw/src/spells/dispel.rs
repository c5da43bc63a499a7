//! Dispel: effects made by magic that may be ended (SC-CAST-11).

use super::targets::own;
use crate::Table;
use crate::cards::{Spell, SpellEffect};
use crate::decisions::battle::{DISPEL, Ended};
use crate::resolve::tohit::rise;
use crate::sight::{Buffers, sees, sees_effect};
use crate::state::{Aim, State, distance};
use kernel::{Figure, Flow, Refusal};
use rulebook::SC;
use space::grid::Block;

/// An effect made by magic that may be ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Lasting {
    Zone(u8),
    Charm(u8),
}

impl Lasting {
    fn answer(self, state: &State) -> Option<Ended> {
        Some(match self {
            Lasting::Zone(index) => {
                let zone = &state.zones[usize::from(index)];
                let (spell, _) = zone.spell?;
                let at = crate::zones::anchor(&zone.shape)?;
                Ended::Zone { spell: state.setting.pack.spell(spell).id, at, number: i32::from(index) + 1 }
            }
            Lasting::Charm(index) => {
                let charm = &state.charms[usize::from(index)];
                let spell = state.setting.pack.spell(charm.spell).id;
                Ended::Charm { spell, on: charm.on, number: i32::from(index) + 1 }
            }
        })
    }
}

/// Effects of no higher level, any part of which is in range and in sight.
pub(super) fn effects(state: &State, by: Figure, entry: &Spell, level: u8, buffers: &mut Buffers) -> Vec<Lasting> {
    let SpellEffect::Dispel { range } = entry.effect else {
        return Vec::new();
    };
    let caster = own(state, by);
    let mut found = Vec::new();
    for (at, zone) in state.zones.iter().enumerate() {
        let mut reached = false;
        zone.shape.each(|square| {
            reached = reached
                || (distance(caster, Block::single(square)) <= range && sees_effect(state, by, square, buffers));
        });
        if reached && zone.spell.is_some_and(|(_, cast)| cast <= level) {
            found.push(Lasting::Zone(at as u8));
        }
    }
    for (at, charm) in state.charms.iter().enumerate() {
        let near = state.piece(charm.on).on_board()
            && state.distance(by, charm.on).saturating_add(2 * rise(state.level(by), state.level(charm.on))) <= range;
        if near && charm.level <= level && (by == charm.on || sees(state, by, charm.on, buffers)) {
            found.push(Lasting::Charm(at as u8));
        }
    }
    found
}

/// What keeps the spell from ending an effect.
fn out_of_reach(state: &State, entry: &Spell, level: u8, answer: &Ended) -> Result<(), Refusal> {
    let (Ended::Zone { number, .. } | Ended::Charm { number, .. }) = *answer;
    let at = usize::try_from(number - 1).unwrap_or(usize::MAX);
    let cast = match answer {
        Ended::Zone { .. } => state.zones.get(at).and_then(|zone| Some(zone.spell?.1)),
        Ended::Charm { .. } => state.charms.get(at).map(|charm| charm.level),
    };
    match (cast, &entry.effect) {
        (None, _) => Err(Refusal::new(SC::CAST_11, "there is no such effect of a spell")),
        (Some(cast), _) if cast > level => Err(Refusal::with(
            SC::SPELL_04,
            "it was cast at level {0}, and the spell is of level {1}",
            cast.into(),
            level.into(),
        )),
        (Some(_), SpellEffect::Dispel { range }) => {
            Err(Refusal::with(SC::CAST_11, "no part of it is in sight within {0 inch|inches}", (*range).into(), 0))
        }
        (Some(_), _) => Ok(()),
    }
}

/// Which effect is ended.
///
/// # Errors
/// Pauses for the choice.
pub(crate) fn dispel(t: &mut Table<'_>, by: Figure, entry: &Spell, level: u8) -> Flow<Aim> {
    let mut effects = effects(t.state, by, entry, level, &mut t.scratch.sight);
    effects.retain(|effect| effect.answer(t.state).is_some());
    if effects.is_empty() {
        return Ok(Aim::Nothing);
    }
    let options: Vec<Ended> = effects.iter().filter_map(|effect| effect.answer(t.state)).collect();
    let asked = DISPEL.to(t.state.piece(by).owner).actor(by);
    let picked = t.ask_telling(asked, &options, |state, answer| out_of_reach(state, entry, level, answer))?;
    Ok(match effects[picked] {
        Lasting::Zone(at) => Aim::Zone(at),
        Lasting::Charm(at) => Aim::Charm(at),
    })
}
