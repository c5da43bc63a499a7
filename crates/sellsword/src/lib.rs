//! Sellsword: a skirmish on squares, unit by unit, three acts a turn, with replies.
//!
//! The turn sequence, top to bottom, is [`Sellsword::step`]. Rooms:
//!
//! | room | chapter |
//! |---|---|
//! | [`cards`], [`muster`] | unit and mod cards as data; building a legal warband |
//! | `setup`, `round`, `victory` | maps and entry tiles; tactics, phases, end of the round; scoring |
//! | `turn` | start of a turn, acts, end of a turn |
//! | `act` | one file for each kind of act |
//! | `resolve` | attack roll, wounds, injuries, statuses, forced movement, replies |
//! | `terrain`, `sight`, `field` | steps and their price; line of sight, cover, invisibility; what a map fixes |
//! | `effects` | rare traits: a closed vocabulary |
//! | `foresight` | what a board draws before anybody commits |
//! | `minds` | how a battle stands, and sensible answers for minds that look for some |
//! | `range`, `cite` | counted distance; the rules behind a number, named where it is worked out |
//! | `decisions` | everything a player is asked, with its answers |
//! | `rolls` | every die |

mod act;
mod board;
pub mod cards;
mod cite;
mod decisions;
mod digest;
mod effects;
mod events;
mod field;
mod foresight;
mod invariants;
mod minds;
pub mod muster;
mod profile;
mod range;
mod resolve;
mod rolls;
mod round;
mod scene;
mod setup;
mod sight;
mod stage;
mod state;
mod terrain;
mod turn;
mod victory;

pub use events::Event;
pub use state::State;

use kernel::decision::Declared;
use kernel::{Digest, Digested, Flow, Outcome, Problem, Scene, Seat, Setup, System};
use state::NextStep;
use std::sync::Arc;

/// The game. A battle of it is a `kernel::Battle<Sellsword>`.
#[derive(Clone, Copy, Debug)]
pub struct Sellsword;

pub(crate) type Table<'a> = kernel::Table<'a, Sellsword>;

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
        match t.state.next {
            // Before the battle: who has the advantage, which map, where units enter.
            NextStep::MatchTactics => setup::match_tactics(t),
            NextStep::ChooseMap => setup::choose_map(t),
            NextStep::PlaceTiles => setup::place_tiles(t),
            // A round: tactics check, powers, the turn of greater advantage, then unit by unit.
            NextStep::RoundStart => round::start(t),
            NextStep::RoundPowers => round::powers(t),
            NextStep::PhaseZero => round::phase_zero(t),
            NextStep::ChooseUnit => round::choose_unit(t),
            // A turn: effects at its start, one act after the other, effects at its end.
            NextStep::StartTurn => turn::start(t),
            NextStep::Act => turn::act(t),
            NextStep::EndTurn => turn::end(t),
            // Objectives, fading terrain, the next round.
            NextStep::EndRound => round::finish(t),
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
        Self::lead(state, seat)
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
