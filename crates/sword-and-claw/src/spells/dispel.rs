//! Dispel: effects made by magic that may be ended (SC-CAST-11).

use super::targets::own;
use crate::cards::{Spell, SpellEffect};
use crate::resolve::tohit::rise;
use crate::sight::{Buffers, sees, sees_effect};
use crate::state::{Aim, State, distance};
use crate::{SwordAndClaw, Table};
use kernel::{Ask, Choice, Figure, Flow, Name, Offer, Thing};
use rulebook::SC;
use space::grid::Block;

/// An effect made by magic that may be ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Lasting {
    Zone(u8),
    Charm(u8),
}

impl Offer<SwordAndClaw> for Lasting {
    fn choice(&self, state: &State) -> Choice {
        let (verb, at) = (Name::of("target"), |square| Thing::Square(square));
        match self {
            Lasting::Zone(index) => {
                let zone = &state.zones[usize::from(*index)];
                let name = zone.spell.map_or(Thing::None, |(spell, _)| Thing::Name(state.setting.pack.spell(spell).id));
                let place = crate::zones::anchor(&zone.shape).map_or(Thing::None, at);
                Choice::new(verb, &[name, place, Thing::Number(i32::from(*index) + 1)])
            }
            Lasting::Charm(index) => {
                let charm = &state.charms[usize::from(*index)];
                let name = Thing::Name(state.setting.pack.spell(charm.spell).id);
                Choice::new(verb, &[name, Thing::Figure(charm.on), Thing::Number(i32::from(*index) + 1)])
            }
        }
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

/// Which effect is ended.
///
/// # Errors
/// Pauses for the choice.
pub fn dispel(t: &mut Table<'_>, by: Figure, entry: &Spell, level: u8) -> Flow<Aim> {
    let options = effects(t.state, by, entry, level, &mut t.scratch.sight);
    if options.is_empty() {
        return Ok(Aim::Nothing);
    }
    let ask = Ask::new(t.state.piece(by).owner, "dispel", SC::CAST_11).actor(by);
    Ok(match options[t.pick(ask, &options)?] {
        Lasting::Zone(at) => Aim::Zone(at),
        Lasting::Charm(at) => Aim::Charm(at),
    })
}
