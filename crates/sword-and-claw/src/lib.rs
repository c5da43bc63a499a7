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
//! | `minds` | what minds look at, and what a situation is worth to them |
//! | [`decisions`] | everything that is asked |

mod act;
mod board;
pub mod cards;
mod conditions;
mod contact;
mod decisions;
mod deploy;
mod digest;
pub mod events;
mod field;
mod flank;
mod flight;
pub mod foresight;
mod heed;
mod imagine;
mod invariants;
mod minds;
pub mod muster;
mod opportunity;
mod reach;
mod ready;
mod resolve;
mod rolls;
mod scene;
pub mod setup;
mod shove;
mod siege;
mod sight;
mod spells;
mod stage;
pub mod state;
mod steps;
mod terrain;
mod turn;
mod victory;
mod zones;

pub use events::Event;
pub use state::State;

use kernel::decision::Declared;
use kernel::{Digest, Flow, Outcome, Problem, Rng, Scene, Seat, Seats, Setup, System};
use state::NextStep;
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
        match t.state.next_step {
            // Before the battle: who attacks, from which edge, and where figures stand.
            NextStep::Edges => setup::edges(t)?,
            NextStep::AttackersCore => deploy::place(t)?,
            NextStep::DefendersCore => deploy::place(t)?,
            NextStep::ChooseReserves => deploy::choose_reserves(t)?,
            NextStep::DefendersReserve => deploy::place(t)?,
            NextStep::AttackersReserve => deploy::place(t)?,
            // A turn: one side goes through its six steps, then the other.
            NextStep::SavingThrows => steps::saves(t)?,
            NextStep::Reset => turn::reset(t)?,
            NextStep::Movement => turn::movement(t)?,
            NextStep::Spellcasting => steps::spellcasting(t)?,
            NextStep::Ranged => steps::ranged(t)?,
            NextStep::Melee => steps::melee(t)?,
            NextStep::Over => {}
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
        minds::appraise::appraise(state, seat)
    }

    fn balance(state: &State, seat: Seat) -> i32 {
        Self::lead(state, seat)
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

    fn allies(state: &State, seat: Seat) -> Seats {
        let side = state.players.get(seat.index()).map(|player| player.side);
        side.map_or(Seats::only(seat), |side| state.seats_of(side).collect())
    }
}
