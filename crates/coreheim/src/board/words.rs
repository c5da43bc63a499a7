//! Coreheim's decisions in words.

use super::card;
use super::ground::GROUND;
use crate::{Coreheim, Event, State, foresight};
use kernel::board::{Chances, Foresight, Idea, Pen, Sheet, Verdict, Words};
use kernel::{Ask, Choice, Figure, Layer, Mark, Refusal, Seat};

impl Words for Coreheim {
    const GROUND: &'static [kernel::board::Ground] = GROUND;

    const SCORE: &'static str = "Enemies out of action, and ten for a shard or a warrior through";

    fn card(state: &State, figure: Figure) -> Option<Sheet> {
        state.warriors.get(figure.index()).map(|_| card::sheet(state, figure))
    }
}

impl Foresight for Coreheim {
    fn sketch(state: &State, ask: &Ask, _: &[&Choice], choice: &Choice) -> Vec<Mark> {
        foresight::sketch(state, ask, choice)
    }

    fn layer(state: &State, _: Option<Seat>, figure: Figure, layer: Layer) -> Vec<Mark> {
        foresight::layer(state, figure, layer)
    }

    fn declared(state: &State) -> Vec<Mark> {
        foresight::declared(state)
    }

    fn pens(state: &State, ask: &Ask) -> Vec<Pen> {
        foresight::pens(state, ask)
    }

    fn ideas(state: &State, ask: &Ask) -> Vec<Idea> {
        foresight::ideas(state, ask)
    }

    fn used(state: &State, ask: &Ask, choice: &Choice) -> Option<(i32, i32)> {
        foresight::used(state, ask, choice)
    }

    fn faults(state: &State, ask: &Ask, choice: &Choice) -> Vec<Mark> {
        foresight::faults(state, ask, choice)
    }

    fn shortened(state: &State, ask: &Ask, choice: &Choice) -> Vec<Choice> {
        foresight::shortened(state, ask, choice)
    }

    fn measuring(state: &State, ask: Option<&Ask>) -> Result<(), Refusal> {
        foresight::measuring(state, ask)
    }
}

impl Chances for Coreheim {
    fn verdict(event: &Event) -> Option<Verdict> {
        let judged = |good: bool, yes, no| Some(if good { Verdict::Hit(yes) } else { Verdict::Miss(no) });
        match event {
            Event::BlowRolled { hit, .. } | Event::ShotRolled { hit, .. } => judged(hit.0, "Hit", "Miss"),
            Event::HitCertain { .. } => Some(Verdict::Hit("Hit")),
            Event::OutOfRange { .. } => Some(Verdict::Miss("Out of range")),
            Event::WoundRolled { critical: true, .. } => Some(Verdict::Critical("Critical hit")),
            Event::CastRolled { success, .. } => judged(success.0, "The spell succeeds", "The spell fails"),
            Event::Tested { passed, .. } | Event::NerveTested { passed, .. } | Event::RoutTested { passed, .. } => {
                judged(passed.0, "Passed", "Failed")
            }
            Event::ParryRolled { parried, .. } => judged(parried.0, "Parried", "Not parried"),
            _ => None,
        }
    }

    /// A spell may succeed and still not reach its target (CH-MAGIC-07).
    fn undoes(event: &Event) -> bool {
        matches!(event, Event::OutOfRange { .. })
    }

    const UPSHOTS: bool = true;

    fn upshot(event: &Event) -> Option<(Figure, u8, &'static str)> {
        match event {
            Event::Fell { warrior, .. } => Some((*warrior, 1, "falls")),
            Event::WoundsLost { warrior, .. } => Some((*warrior, 2, "wounded only")),
            Event::WentDown { warrior } => Some((*warrior, 3, "knocked down")),
            Event::Stunned { warrior } => Some((*warrior, 4, "stunned")),
            Event::OutOfAction { warrior } => Some((*warrior, 5, "out of action")),
            _ => None,
        }
    }
}
