//! The chronicle of a warband: the After Action Report between two battles.
//!
//! Why a system of its own, and not a tail of the battle: a battle's record ends when the battle does, and its outcome
//! counts at once; the report may be worked through days later, by one player alone or by both. Yet it asks, rolls and
//! tells like a battle, and its dice must be as open to checking. So [`Chronicle`] is a small [`kernel::System`]: its
//! setup is one or two warband lines with what happened to each model ([`Report`]), its facts are choices and dice, and
//! its result is the warband for the next battle ([`State::warband`]). Replay, undo, verification, real dice, scripts
//! and the browser's request panel come with that for nothing.
//!
//! The steps (SM-AAR-01), each for side a and then for side b: Trauma Checks, Experience, who follows a dead Warlord,
//! Advancement, Income, Commerce, Renown, and the Archetype where a new Stage was reached. One step of the system is one die or one
//! bargain, so that every bargain can be undone by itself.

mod advance;
mod begin;
mod commerce;
mod deal;
mod decisions;
mod events;
mod experience;
mod founding;
mod menu;
mod prices;
mod renown;
mod report;
mod scene;
mod stage;
mod state;
#[cfg(test)]
mod tests;
mod trauma;

pub use events::{Event, with_article};
pub use report::{Deed, Ending, Fate, Report};
pub use state::{Phase, Side, State};

use crate::content::Pack;
use kernel::decision::Declared;
use kernel::{Digest, Flow, Outcome, Problem, Scene, Seat, Setup, System};
use std::sync::Arc;

/// The time between two battles.
#[derive(Clone, Copy, Debug)]
pub struct Chronicle;

pub type Table<'a> = kernel::Table<'a, Chronicle>;

impl System for Chronicle {
    const NAME: &'static str = "sword-marches-chronicle";
    type Pack = Pack;
    type State = State;
    type Event = Event;
    type Scratch = ();

    fn decisions() -> &'static [&'static [Declared<Chronicle>]] {
        &[decisions::REPORT]
    }

    fn begin(pack: &Arc<Pack>, setup: &Setup) -> Result<State, Vec<Problem>> {
        begin::begin(pack, setup)
    }

    fn step(t: &mut Table<'_>) -> Flow {
        match t.state.phase {
            Phase::Trauma => trauma::step(t),
            Phase::Experience => experience::step(t),
            Phase::Succession => trauma::succession(t),
            Phase::Advancement => advance::step(t),
            Phase::Income => commerce::income(t),
            Phase::Commerce => commerce::step(t),
            Phase::Renown => renown::step(t),
            Phase::Stage => renown::archetype(t),
            Phase::Closed => Ok(()),
        }
    }

    fn outcome(state: &State) -> Option<Outcome> {
        state.outcome()
    }

    fn scene(state: &State, _: Option<Seat>) -> Scene {
        scene::scene(state)
    }

    /// What the warband is worth: its models, its stash, its silver.
    fn appraise(state: &State, seat: Seat) -> i32 {
        state.worth(seat.index())
    }

    fn balance(state: &State, seat: Seat) -> i32 {
        Self::lead(state, seat)
    }

    fn digest(state: &State, digest: &mut Digest) {
        state.digest(digest);
    }

    fn invariants(state: &State) -> Result<(), String> {
        state.invariants()
    }

    fn seats(state: &State) -> u8 {
        state.sides.len() as u8
    }
}
