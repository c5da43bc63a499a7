//! The Sword Marches: man-to-man skirmish on a table in inches, and the chronicle of a warband from battle to battle.
//!
//! | room | chapter |
//! |---|---|
//! | [`content`] | tables, people, traits, gear, Adventures, warbands as data |
//! | [`effects`] | what traits, origins and gear do: a closed vocabulary |
//! | [`muster`] | building a legal warband, all problems at once; files, lines, random warbands |
//! | `profile`, `sum` | a model's numbers after origin, traits and gear, each with the rules that made it |
//! | [`campaign`] | the After Action Report, a small system of its own |
//! | [`catalog`] | content as lists for people |
//! | `state`, `sheet`, `field` | a battle as data: fighters, their arms, the board |
//! | `setup`, `scenario`, `victory` | Adventure, roles, deployment; caches and beacon; how it ends |
//! | `decisions` | everything a player is asked, with every answer and its words |
//! | `turn` | the three Phases: Mettle, Orders, Action, with Breaks |
//! | `act` | what may be declared, and one file for each kind of Action |
//! | `resolve` | attacks, damage, injuries, panic, flight, falls |
//! | `foresight` | what would come of an answer, in marks for the board |
//! | `minds` | what a mind thinks of when it is asked, how well a battle stands, how far it is to walk |
//! | `terrain`, `sight`, `rolls` | moves leg by leg; lines of sight, Concealment and Cover; every die |
//!
//! The sequence of a battle, top to bottom, is [`SwordMarches::step`].

mod act;
mod board;
pub mod campaign;
pub mod catalog;
pub mod content;
mod decisions;
mod digest;
pub mod effects;
mod events;
mod field;
mod foresight;
mod invariants;
mod minds;
pub mod muster;
mod profile;
mod resolve;
mod rolls;
mod scenario;
mod scene;
mod setup;
mod sheet;
mod sight;
mod stage;
mod state;
mod sum;
mod terrain;
mod turn;
mod victory;

pub use events::Event;
pub use profile::sum_at;
pub use resolve::attack::close_arms;
pub use state::{State, other};

use kernel::decision::Declared;
use kernel::{Digest, Flow, Outcome, Problem, Rng, Scene, Seat, Setup, System};
use state::NextStep;
use std::sync::Arc;

/// The game. A battle of it is a `kernel::Battle<SwordMarches>`.
#[derive(Clone, Copy, Debug)]
pub struct SwordMarches;

pub type Table<'a> = kernel::Table<'a, SwordMarches>;

/// Buffers that outlive a step.
#[derive(Debug, Default)]
pub struct Scratch {
    pub buffers: terrain::Buffers,
}

impl System for SwordMarches {
    const NAME: &'static str = "sword-marches";
    type Pack = content::Pack;
    type State = State;
    type Event = Event;
    type Scratch = Scratch;

    fn decisions() -> &'static [&'static [Declared<SwordMarches>]] {
        &[decisions::BEFORE_THE_BATTLE, decisions::METTLE, decisions::ORDERS, decisions::ACTIONS, decisions::COMBAT]
    }

    /// An Action gains by the ones that follow it: who is shot at first is charged next.
    const FORESIGHT: u32 = 10;

    fn begin(pack: &Arc<content::Pack>, setup: &Setup) -> Result<State, Vec<Problem>> {
        setup::begin(pack, setup)
    }

    fn step(t: &mut Table<'_>) -> Flow {
        match t.state.next_step {
            // Before the battle: who chooses the Adventure and who the role, then the models are placed one by one.
            NextStep::FirstCheck => setup::first_check(t),
            NextStep::Roles => setup::role(t),
            NextStep::Deploy => setup::deploy(t),
            NextStep::TurnStart => turn::start(t),
            // Mettle Phase (SM-METTLE-01).
            NextStep::Rout => turn::mettle::rout(t),
            NextStep::Panic => turn::mettle::panic(t),
            NextStep::RandomMovement => turn::mettle::random_movement(t),
            NextStep::Recovery => turn::mettle::recovery(t),
            // Orders Phase: Edge and Break, Tactical Pools, Tokens in turn, Tactical Dice.
            NextStep::Strategy => turn::orders::strategy(t),
            NextStep::Tokens => turn::orders::tokens(t),
            // Action Phase: who starts, then Action by Action, each with all of its Breaks.
            NextStep::ActionStart => turn::action::start(t),
            NextStep::Action => turn::action::action(t),
            NextStep::TurnEnd => turn::end(t),
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

    /// What Small weapons an opponent carries is the one thing not shown before they are used (SM-MODEL-03): they are
    /// thought away. Extra Rations are no secret, as everybody is asked for the Breaks they have.
    fn imagine(state: &mut State, seat: Seat, _: &mut Rng) {
        for (fighter, sheet) in state.fighters.iter_mut().zip(&state.setting.sheets) {
            if fighter.owner != seat && sheet.small {
                fighter.veiled = sheet.veiled(fighter.shown);
            }
        }
    }

    fn digest(state: &State, digest: &mut Digest) {
        digest::digest(state, digest);
    }

    fn invariants(state: &State) -> Result<(), String> {
        invariants::check(state)
    }

    fn seats(_: &State) -> u8 {
        2
    }
}
