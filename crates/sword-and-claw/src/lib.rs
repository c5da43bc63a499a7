//! Sword and Claw: armies of single figures on squares, side by side, six steps a turn, simultaneous attacks.
//!
//! The turn sequence, top to bottom, is [`SwordAndClaw::step`]. Rooms:
//!
//! | room | chapter |
//! |---|---|
//! | [`cards`], [`muster`] | troops, spells, maps and armies as data; building a legal army |
//! | [`setup`], [`deploy`], [`victory`] | attacker and edges; placing the groups; how a battle ends |
//! | [`turn`] | the six steps, Reset, players of one side taking turns |
//! | [`act`] | the options of the Movement step |
//! | [`opportunity`], [`contact`] | attacks on figures that move away; who touches whom |
//! | [`terrain`], [`flight`], [`reach`], [`field`] | the price of a step; levels; where a figure gets to; what a map fixes |
//! | [`sight`], [`flank`] | line of sight and cover; flanked figures |
//! | [`steps`] | saving throws, spellcasting, ranged and melee: declare, then resolve |
//! | [`resolve`], [`zones`] | attack, damage, conditions; temporary terrain |
//! | [`rolls`] | every die |
//! | [`decisions`] | everything that is asked |

pub mod act;
pub mod appraise;
mod board;
pub mod cards;
pub mod conditions;
pub mod contact;
pub mod decisions;
pub mod deploy;
pub mod digest;
pub mod events;
pub mod field;
pub mod flank;
pub mod flight;
pub mod foresight;
pub mod imagine;
pub mod invariants;
pub mod might;
pub mod muster;
pub mod opportunity;
pub mod prospect;
pub mod reach;
pub mod ready;
pub mod resolve;
pub mod roads;
pub mod rolls;
pub mod scene;
pub mod setup;
pub mod shove;
pub mod siege;
pub mod sight;
pub mod spells;
pub mod stage;
pub mod state;
pub mod steps;
pub mod terrain;
pub mod turn;
pub mod victory;
pub mod zones;

pub use events::Event;
pub use state::State;

use kernel::decision::Declared;
use kernel::{Digest, Flow, Outcome, Problem, Rng, Scene, Seat, Setup, System};
use state::Stage;
use std::sync::Arc;

/// The game. A battle of it is a `kernel::Battle<SwordAndClaw>`.
#[derive(Clone, Copy, Debug)]
pub struct SwordAndClaw;

pub type Table<'a> = kernel::Table<'a, SwordAndClaw>;

/// Buffers that outlive a step.
#[derive(Debug, Default)]
pub struct Scratch {
    pub sight: sight::Buffers,
}

impl System for SwordAndClaw {
    const NAME: &'static str = "sword-and-claw";
    type Pack = cards::Pack;
    type State = State;
    type Event = Event;
    type Scratch = Scratch;

    fn decisions() -> &'static [&'static [Declared<SwordAndClaw>]] {
        decisions::ALL
    }

    fn begin(pack: &Arc<cards::Pack>, setup: &Setup) -> Result<State, Vec<Problem>> {
        setup::begin(pack, setup)
    }

    fn step(t: &mut Table<'_>) -> Flow {
        t.log.forget_notes();
        match t.state.stage {
            // Before the battle: who attacks, from which edge, and where figures stand.
            Stage::Edges => setup::edges(t)?,
            Stage::AttackersCore => deploy::place(t)?,
            Stage::DefendersCore => deploy::place(t)?,
            Stage::ChooseReserves => deploy::choose_reserves(t)?,
            Stage::DefendersReserve => deploy::place(t)?,
            Stage::AttackersReserve => deploy::place(t)?,
            // A turn: one side goes through its six steps, then the other.
            Stage::SavingThrows => steps::saves(t)?,
            Stage::Reset => turn::reset(t)?,
            Stage::Movement => turn::movement(t)?,
            Stage::Spellcasting => steps::spellcasting(t)?,
            Stage::Ranged => steps::ranged(t)?,
            Stage::Melee => steps::melee(t)?,
            Stage::Over => {}
        }
        victory::settle(t);
        Ok(())
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

    fn imagine(state: &mut State, seat: Seat, rng: &mut Rng) {
        imagine::imagine(state, seat, rng);
    }

    fn digest(state: &State, digest: &mut Digest) {
        digest::digest(state, digest);
    }

    fn invariants(state: &State) -> Result<(), String> {
        invariants::check(state)
    }

    fn seats(state: &State) -> u8 {
        state.players.len() as u8
    }
}
