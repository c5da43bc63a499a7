//! Coreheim: a fight of warbands on a table in inches, phase by phase, with a campaign.
//!
//! The turn sequence, top to bottom, is [`Coreheim::step`]. Rooms:
//!
//! | room | chapter |
//! |---|---|
//! | [`cards`], [`muster`], `profile` | content as data; hiring a warband; a warrior as he goes into battle |
//! | `setup`, `victory` | sides, zones, deployment; rout, objectives, the end |
//! | `turn` | the five phases, a file for each |
//! | `resolve` | tests, blows, wounds, injuries, nerves |
//! | `field`, `ground`, `sight`, `flight` | boards; moving bases; line of sight and cover; running away |
//! | `decisions` | every decision, declared once |
//! | `foresight`, `scene` | what a board draws before a choice and after it |
//! | `minds` | what minds are told: how well a side stands, answers worth a thought |
//! | `rolls` | every die |

mod board;
pub mod campaign;
pub mod cards;
mod decisions;
mod digest;
mod events;
mod field;
mod flight;
mod foresight;
mod free;
mod ground;
mod invariants;
mod minds;
mod moving;
pub mod muster;
mod profile;
mod resolve;
mod roads;
mod rolls;
mod scene;
mod setup;
mod sight;
mod stage;
pub mod state;
mod turn;
mod victory;

pub use events::Event;
pub use state::State;

use kernel::decision::Declared;
use kernel::{Digest, Digested, Flow, Outcome, Problem, Scene, Seat, Setup, System};
use state::NextStep;
use std::sync::Arc;

/// The game. A battle of it is a `kernel::Battle<Coreheim>`.
#[derive(Clone, Copy, Debug)]
pub struct Coreheim;

pub(crate) type Table<'a> = kernel::Table<'a, Coreheim>;

/// Buffers that outlive a step.
#[derive(Debug, Default)]
pub struct Scratch {
    pub path: space::inches::Scratch,
    pub search: space::inches::Search,
    pub keep: Vec<space::inches::Keepout>,
    pub gallery: sight::Gallery,
}

impl System for Coreheim {
    const NAME: &'static str = "coreheim";
    type Pack = cards::Pack;
    type State = State;
    type Event = Event;
    type Scratch = Scratch;

    fn decisions() -> &'static [&'static [Declared<Coreheim>]] {
        decisions::ALL
    }

    fn begin(pack: &Arc<cards::Pack>, setup: &Setup) -> Result<State, Vec<Problem>> {
        setup::begin(pack, setup)
    }

    fn step(t: &mut Table<'_>) -> Flow {
        match t.state.next {
            // Before the battle: roles, zones, provisions, set-up, who begins.
            NextStep::Roles => setup::deploy::roles(t),
            NextStep::Zones => setup::deploy::zones(t),
            NextStep::Provisions => setup::deploy::provisions(t),
            NextStep::Deploy => setup::deploy::deploy(t),
            NextStep::HiddenStart => setup::deploy::hidden_start(t),
            NextStep::FirstTurn => setup::deploy::first_turn(t),
            // Recovery: rout, rally, stupidity, standing up.
            NextStep::Rout => turn::recovery::rout(t),
            NextStep::Rally => turn::recovery::rally(t),
            NextStep::Stupidity => turn::recovery::stupidity(t),
            NextStep::StandUp => turn::recovery::stand_up(t),
            // Charges are declared, then carried out.
            NextStep::Declare => turn::charge::declare(t),
            NextStep::Charge => turn::charge::step(t),
            // Movement one at a time, then hiding; shooting and magic.
            NextStep::Move => turn::movement::step(t),
            NextStep::Hide => turn::movement::hide(t),
            NextStep::Shoot => turn::shooting::step(t),
            // Close combat, then the panic of the lonely.
            NextStep::Combat => turn::combat::combat(t),
            NextStep::Panic => turn::combat::panic(t),
            NextStep::EndTurn => turn::end(t),
            NextStep::Over => Ok(()),
        }
    }

    fn outcome(state: &State) -> Option<Outcome> {
        state.outcome.clone()
    }

    fn scene(state: &State, seat: Option<Seat>) -> Scene {
        scene::scene(state, seat)
    }

    fn appraise(state: &State, seat: Seat) -> i32 {
        minds::appraise::appraise(state, seat)
    }

    fn balance(state: &State, seat: Seat) -> i32 {
        minds::appraise::balance(state, seat)
    }

    fn digest(state: &State, digest: &mut Digest) {
        state.feed(digest);
    }

    fn invariants(state: &State) -> Result<(), String> {
        invariants::check(state)
    }

    fn seats(state: &State) -> u8 {
        state.players.len() as u8
    }
}
