//! Sellsword: a skirmish on squares, unit by unit, three acts a turn, with replies.
//!
//! The turn sequence, top to bottom, is [`Sellsword::step`]. Rooms:
//!
//! | room | chapter |
//! |---|---|
//! | [`cards`], [`muster`] | unit and mod cards as data; building a legal warband |
//! | `setup`, `round`, `victory` | maps and entry tiles; tactics, phases, end of the round; scoring |
//! | [`turn`] | start of a turn, acts, end of a turn |
//! | [`act`] | one file for each kind of act |
//! | [`resolve`] | attack roll, wounds, injuries, statuses, forced movement, replies |
//! | `terrain`, `sight`, [`field`] | steps and their price; line of sight, cover, invisibility; what a map fixes |
//! | [`effects`] | rare traits: a closed vocabulary |
//! | [`foresight`] | what a board draws before anybody commits |
//! | `minds` | how a battle stands, and sensible answers for minds that look for some |
//! | `decisions` | everything a player is asked, with its answers |
//! | `rolls` | every die |

pub mod act;
mod board;
pub mod cards;
mod decisions;
pub mod digest;
pub mod effects;
pub mod events;
pub mod field;
pub mod foresight;
pub mod invariants;
mod minds;
pub mod muster;
pub mod profile;
pub mod resolve;
pub mod rolls;
pub mod round;
pub mod scene;
pub mod setup;
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

/// The game. A battle of it is a `kernel::Battle<Sellsword>`.
#[derive(Clone, Copy, Debug)]
pub struct Sellsword;

pub type Table<'a> = kernel::Table<'a, Sellsword>;

/// Buffers that outlive a step.
#[derive(Debug, Default)]
pub struct Scratch {
    pub buffers: field::Buffers,
}

impl System for Sellsword {
    const NAME: &'static str = "sellsword";
    type Pack = cards::Pack;
    type State = State;
    type Event = Event;
    type Scratch = Scratch;

    fn decisions() -> &'static [&'static [Declared<Sellsword>]] {
        decisions::ALL
    }

    fn begin(pack: &Arc<cards::Pack>, setup: &Setup) -> Result<State, Vec<Problem>> {
        setup::begin(pack, setup)
    }

    fn step(t: &mut Table<'_>) -> Flow {
        t.log.forget_notes();
        match t.state.stage {
            // Before the battle: who has the advantage, which map, where units enter.
            Stage::MatchTactics => setup::match_tactics(t),
            Stage::ChooseMap => setup::choose_map(t),
            Stage::PlaceTiles => setup::place_tiles(t),
            // A round: tactics check, powers, the turn of greater advantage, then unit by unit.
            Stage::RoundStart => round::start(t),
            Stage::RoundPowers => round::powers(t),
            Stage::PhaseZero => round::phase_zero(t),
            Stage::ChooseUnit => round::choose_unit(t),
            // A turn: effects at its start, one act after the other, effects at its end.
            Stage::StartTurn => turn::start(t),
            Stage::Act => turn::act(t),
            Stage::EndTurn => turn::end(t),
            // Objectives, fading terrain, the next round.
            Stage::EndRound => round::finish(t),
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
        minds::appraise::appraise(state, seat)
    }

    /// Sellsword has no secrets: what is not on the table is on the cards.
    fn imagine(_: &mut State, _: Seat, _: &mut Rng) {}

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
