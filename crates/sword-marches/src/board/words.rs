//! The Sword Marches' decisions in words.

use super::assumed;
use super::card::{self, Reader};
use super::ground::GROUND;
use crate::decisions::{DEPLOY, ENTER};
use crate::state::Place;
use crate::{Event, State, SwordMarches, foresight};
use kernel::board::{Chances, Foresight, Idea, Pen, Sheet, Stroke, Verdict, Words};
use kernel::{Ask, Choice, Fall, Figure, Layer, Mark, Question, Refusal, Roll, Seat, Speaks, Way};
use space::inches::{Area, Spot};

impl Words for SwordMarches {
    const GROUND: &'static [kernel::board::Ground] = GROUND;

    const SCORE: &'static str = "Enemies out of play";
    // What Small gear somebody carries.
    const SECRETS: bool = true;

    fn card(state: &State, figure: Figure) -> Option<Sheet> {
        state.fighters.get(figure.index()).map(|_| card::sheet(state, figure, Reader::Owner))
    }

    /// Small gear is known to its owner alone until it is used (SM-MODEL-03).
    fn card_for(state: &State, viewer: Option<Seat>, figure: Figure) -> Option<Sheet> {
        let fighter = state.fighters.get(figure.index())?;
        Some(card::sheet(state, figure, if viewer == Some(fighter.owner) { Reader::Owner } else { Reader::Other }))
    }
}

impl Foresight for SwordMarches {
    fn outlook(state: &State, ask: &Ask) -> Vec<Mark> {
        foresight::outlook(state, ask)
    }

    fn sketch(state: &State, ask: &Ask, _: &[&Choice], choice: &Choice) -> Vec<Mark> {
        foresight::sketch(state, ask, choice)
    }

    fn layer(state: &State, _: Option<Seat>, figure: Figure, layer: Layer) -> Vec<Mark> {
        foresight::layer(state, figure, layer)
    }

    fn pens(state: &State, ask: &Ask) -> Vec<Pen> {
        if DEPLOY.is(ask) || ENTER.is(ask) {
            let waits = |figure: &Figure| {
                let fighter = state.fighter(*figure);
                fighter.owner == ask.seat && fighter.place == Place::Waiting
            };
            let pen = |figure: Figure| Pen {
                stem: foresight::stem_of_place(figure),
                label: state.figure_name(figure),
                line: Stroke::Place,
                area: Area::default(),
                barred: None,
            };
            return state.figures().filter(waits).map(pen).collect();
        }
        let pen = |route: foresight::Route| Pen {
            stem: foresight::stem_of_way(),
            label: route.label.to_owned(),
            line: Stroke::Way { from: route.from, limit: route.limit },
            area: route.area,
            barred: None,
        };
        foresight::routes(state, ask).map(pen).into_iter().collect()
    }

    fn ideas(state: &State, ask: &Ask) -> Vec<Idea> {
        let idea = |found: foresight::Idea| Idea { choice: found.choice, label: found.label };
        foresight::ideas(state, ask).into_iter().map(idea).collect()
    }

    fn used(state: &State, ask: &Ask, choice: &Choice) -> Option<(i32, i32)> {
        foresight::used(state, ask, choice)
    }

    fn faults(state: &State, ask: &Ask, choice: &Choice) -> Vec<Mark> {
        foresight::faults(state, ask, choice)
    }

    /// The last leg within the allowance, then ever shorter by an eighth of it.
    fn shortened(state: &State, ask: &Ask, choice: &Choice) -> Vec<Choice> {
        let Way::Track(track) = &choice.way else { return Vec::new() };
        let [legs @ .., before, end] = &track[..] else { return Vec::new() };
        if before.z != end.z {
            return Vec::new();
        }
        let over = foresight::used(state, ask, choice).map_or(0, |(used, limit)| (used - limit).max(0));
        let long = before.plan().to(end.plan()) - i64::from(over);
        let ends = (0..8).map(|eighths| long - long * eighths / 8).flat_map(|long| [long, long - 10]);
        let way = |long: i64| {
            let to = before.plan().toward(end.plan(), long).at(end.z);
            let points: Vec<Spot> = legs.iter().chain([before, &to]).copied().collect();
            Choice { way: Way::Track(points.into()), ..choice.clone() }
        };
        ends.filter(|long| *long > 100).map(way).collect()
    }

    fn measuring(state: &State, ask: Option<&Ask>) -> Result<(), Refusal> {
        foresight::measuring(state, ask)
    }
}

impl Chances for SwordMarches {
    fn verdict(event: &Event) -> Option<Verdict> {
        match event {
            Event::Missed { .. } | Event::OutOfRange { .. } => Some(Verdict::Miss("Miss")),
            Event::Hit { .. } => Some(Verdict::Hit("Hit")),
            Event::CheckFailed { .. } => Some(Verdict::Miss("Failed")),
            Event::CheckPassed { .. } => Some(Verdict::Hit("Passed")),
            // What a Damage Check comes to, where the blow has landed already.
            Event::Unhurt { .. } => Some(Verdict::Miss("Unhurt")),
            Event::Shocked { .. } => Some(Verdict::Hit("Shocked")),
            Event::Wounded { .. } => Some(Verdict::Critical("Wounded")),
            _ => None,
        }
    }

    const OPPOSED: bool = true;

    /// A Defender steps up to cover and takes the best weapon that is known; a die is rolled again where that helps.
    fn assumed(state: &State, ask: &Ask, question: &dyn Question, last: Option<(Roll, Fall)>) -> Option<usize> {
        assumed::assumed(state, ask, question, last)
    }

    /// What friends make of it is not counted.
    fn concerns(roll: &Roll) -> bool {
        matches!(roll.name, "attack" | "defense" | "damage" | "resistance")
    }

    fn upshot(event: &Event) -> Option<(Figure, u8, &'static str)> {
        match event {
            Event::Shocked { model, .. } => Some((*model, 1, "Shocked")),
            Event::Wounded { model, .. } => Some((*model, 2, "Wounded")),
            _ => None,
        }
    }

    fn rebound(what: &'static str) -> &'static str {
        if what == "Wounded" { "struck back: Wounded" } else { "struck back: Shocked" }
    }
}
