//! Cards, sketches and odds of this game for a board.

use super::card;
use super::ground::GROUND;
use crate::{Event, Sellsword, State, foresight};
use kernel::board::{Chances, Foresight, Sheet, Verdict, Words};
use kernel::{Ask, Choice, Figure, Layer, Mark, Seat};

impl Words for Sellsword {
    const GROUND: &'static [kernel::board::Ground] = GROUND;

    fn card(state: &State, figure: Figure) -> Option<Sheet> {
        state.units.get(figure.index()).map(|_| card::sheet(state, figure))
    }
}

impl Foresight for Sellsword {
    fn outlook(state: &State, ask: &Ask) -> Vec<Mark> {
        foresight::outlook(state, ask)
    }

    fn sketch(state: &State, ask: &Ask, made: &[&Choice], choice: &Choice) -> Vec<Mark> {
        foresight::sketch(state, ask, made, choice)
    }

    fn layer(state: &State, viewer: Option<Seat>, figure: Figure, layer: Layer) -> Vec<Mark> {
        foresight::layer(state, viewer, figure, layer)
    }
}

impl Chances for Sellsword {
    fn verdict(event: &Event) -> Option<Verdict> {
        match event {
            Event::AttackMissed { .. } => Some(Verdict::Miss("Miss")),
            Event::AttackHit { critical: true, .. } | Event::AutoHit { .. } => {
                Some(Verdict::Critical("Critical Strike"))
            }
            Event::AttackHit { glancing: true, .. } => Some(Verdict::Hit("Glancing Blow")),
            Event::AttackHit { .. } => Some(Verdict::Hit("Hit")),
            _ => None,
        }
    }
}
