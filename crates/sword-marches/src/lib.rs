//! The Sword Marches: man-to-man skirmish on a table in inches, and the chronicle of a warband from battle to battle.
//!
//! | room | chapter |
//! |---|---|
//! | [`content`] | tables, people, traits, gear, Adventures, warbands as data |
//! | [`effects`] | what traits, origins and gear do: a closed vocabulary |
//! | [`muster`] | building a legal warband, all problems at once; files, lines, random warbands |
//! | [`profile`], [`explain`] | a model's numbers after origin, traits and gear, each with the rules that made it |
//! | [`campaign`] | the After Action Report, a small system of its own |
//! | [`catalog`] | content as lists for people |
//! | [`state`], [`sheet`], [`field`] | a battle as data: fighters, their arms, the board |
//! | `setup`, `scenario`, `victory` | Adventure, roles, deployment; caches and beacon; how it ends |
//! | `decisions` | everything a player is asked, with every answer and its words |
//! | [`turn`] | the three Phases: Mettle, Orders, Action, with Breaks |
//! | [`act`] | what may be declared, and one file for each kind of Action |
//! | [`resolve`] | attacks, damage, injuries, panic, flight, falls |
//! | [`foresight`] | what would come of an answer, in marks for the board |
//! | [`march`], [`appraise`] | how far it is to walk, how well it stands: for minds |
//! | `terrain`, `sight`, `rolls` | moves leg by leg; lines of sight, Concealment and Cover; every die |
//!
//! The sequence of a battle, top to bottom, is [`SwordMarches::step`].

pub mod act;
pub mod appraise;
mod board;
pub mod campaign;
pub mod catalog;
pub mod content;
mod decisions;
pub mod digest;
pub mod effects;
pub mod events;
pub mod explain;
pub mod field;
pub mod foresight;
pub mod invariants;
pub mod march;
pub mod muster;
pub mod profile;
pub mod resolve;
pub mod rolls;
pub mod scenario;
pub mod scene;
pub mod setup;
pub mod sheet;
pub mod sight;
pub mod stage;
pub mod state;
pub mod terrain;
pub mod turn;
pub mod victory;

pub use events::Event;
pub use state::State;

use kernel::decision::Declared;
use kernel::{Digest, Flow, Outcome, Problem, Rng, Scene, Seat, Setup, System};
use state::Stage;
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
        t.log.forget_notes();
        match t.state.stage {
            // Before the battle: who chooses the Adventure and who the role, then the models are placed one by one.
            Stage::FirstCheck => setup::first_check(t),
            Stage::Roles => setup::role(t),
            Stage::Deploy => setup::deploy(t),
            Stage::TurnStart => turn::start(t),
            // Mettle Phase (SM-METTLE-01).
            Stage::Rout => turn::mettle::rout(t),
            Stage::Panic => turn::mettle::panic(t),
            Stage::RandomMovement => turn::mettle::random_movement(t),
            Stage::Recovery => turn::mettle::recovery(t),
            // Orders Phase: Edge and Break, Tactical Pools, Tokens in turn, Tactical Dice.
            Stage::Strategy => turn::orders::strategy(t),
            Stage::Tokens => turn::orders::tokens(t),
            // Action Phase: who starts, then Action by Action, each with all of its Breaks.
            Stage::ActionStart => turn::action::start(t),
            Stage::Action => turn::action::action(t),
            Stage::TurnEnd => turn::end(t),
            Stage::Over => Ok(()),
        }
    }

    fn outcome(state: &State) -> Option<Outcome> {
        state.outcome.clone()
    }

    fn scene(state: &State, seat: Option<Seat>) -> Scene {
        scene::scene(state, seat)
    }

    fn appraise(state: &State, seat: Seat) -> i32 {
        appraise::appraise(state, seat)
    }

    fn balance(state: &State, seat: Seat) -> i32 {
        appraise::balance(state, seat)
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
