//! Sword and Claw's decisions in words.

use super::card;
use super::ground::GROUND;
use crate::conditions::Condition;
use crate::decisions::battle::CREW;
use crate::state::Place;
use crate::{Event, State, SwordAndClaw, foresight, steps};
use kernel::board::{Chances, Fate, Foresight, Sheet, Verdict, Words};
use kernel::{Ask, Choice, Fall, Figure, Flow, Layer, Mark, Question, Roll, Seat};
use std::ops::Range;

/// A saving throw of that much frees a figure (SC-SAVE-03).
const SAVED: i32 = 6;

impl Words for SwordAndClaw {
    const GROUND: &'static [kernel::board::Ground] = GROUND;

    fn card(state: &State, figure: Figure) -> Option<Sheet> {
        is_there(state, figure).then(|| card::sheet(state, figure, false))
    }

    const SCORE: &'static str = "Points left";

    /// Armies that wait, the chosen reserve and spells that nobody has seen.
    const SECRETS: bool = true;

    fn card_for(state: &State, viewer: Option<Seat>, figure: Figure) -> Option<Sheet> {
        let side = viewer.and_then(|seat| state.players.get(seat.index())).map(|player| player.side);
        is_there(state, figure).then(|| card::sheet(state, figure, side == Some(state.piece(figure).side)))
    }
}

impl Foresight for SwordAndClaw {
    fn outlook(state: &State, ask: &Ask) -> Vec<Mark> {
        foresight::outlook(state, ask)
    }

    fn sketch(state: &State, ask: &Ask, made: &[&Choice], choice: &Choice) -> Vec<Mark> {
        foresight::sketch(state, ask, made, choice)
    }

    fn declared(state: &State) -> Vec<Mark> {
        foresight::declared(state)
    }

    fn layer(state: &State, viewer: Option<Seat>, figure: Figure, layer: Layer) -> Vec<Mark> {
        foresight::layer(state, viewer, figure, layer)
    }
}

impl Chances for SwordAndClaw {
    fn verdict(event: &Event) -> Option<Verdict> {
        match event {
            Event::AttackMissed { .. } => Some(Verdict::Miss("Miss")),
            Event::AttackHit { .. } => Some(Verdict::Hit("Hit")),
            Event::AutoHit { .. } => Some(Verdict::Hit("Hit without a roll")),
            Event::SpotRolled { total, needed, .. } if total >= needed => Some(Verdict::Hit("On the spot")),
            Event::SpotRolled { .. } => Some(Verdict::Miss("Deviates")),
            Event::SaveRolled { total, .. } if *total >= SAVED => Some(Verdict::Miss("Saved")),
            Event::SaveRolled { .. } => Some(Verdict::Hit("Not saved")),
            _ => None,
        }
    }

    fn announced(state: &State) -> usize {
        state.declared.len()
    }

    fn perform(t: &mut crate::Table<'_>, deeds: Range<usize>) -> Flow {
        steps::alone(t, deeds)
    }

    /// As many hands as the weapon takes, the trained ones first (SC-QUAL-08, SC-QUAL-10).
    fn assumed(_: &State, ask: &Ask, _: &dyn Question, _: Option<(Roll, Fall)>) -> Option<usize> {
        CREW.is(ask).then_some(0)
    }

    fn fates(before: &State, after: &State) -> Option<Vec<(Figure, Fate)>> {
        Some(fates(before, after))
    }

    /// Damage is rolled for each figure that is hit, once in a deed, and nothing is applied before all is rolled
    /// (SC-RANGED-09, SC-MELEE-03).
    fn apart(roll: &Roll) -> bool {
        roll.name == "damage"
    }

    fn struck(event: &Event) -> Option<Figure> {
        match event {
            Event::DamageRolled { target, .. } => Some(*target),
            _ => None,
        }
    }
}

/// Wounds, deaths and conditions that are new.
fn fates(before: &State, after: &State) -> Vec<(Figure, Fate)> {
    let mut list = Vec::new();
    for figure in before.standing() {
        let (old, new) = (before.piece(figure), after.piece(figure));
        if new.place == Place::Dead {
            list.push((figure, Fate::Killed));
            continue;
        }
        match (new.wounds.checked_sub(old.wounds), old.wounds.checked_sub(new.wounds)) {
            (Some(wounds @ 1..), _) => list.push((figure, Fate::Wounds(wounds))),
            (_, Some(wounds @ 1..)) => list.push((figure, Fate::Healed(wounds))),
            _ => {}
        }
        let gained = |condition: &Condition| condition.count(after, figure) > condition.count(before, figure);
        let gains = Condition::ALL.into_iter().filter(gained).map(|condition| Fate::Gains(condition.text()));
        list.extend(gains.map(|fate| (figure, fate)));
        if new.altitude < old.altitude {
            list.push((figure, Fate::Gains("Sinks")));
        }
    }
    list
}

fn is_there(state: &State, figure: Figure) -> bool {
    figure.index() < state.pieces.len()
}
