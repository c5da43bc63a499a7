//! Cairn: two small bands and a heap of stones. A page of rules that uses everything the engine has, kept as the game to
//! copy. `cargo xtask new-game NAME` writes one that is smaller still.
//!
//! `turn` sets up and plays a round, figure by figure; `fight` is striking and shooting; `state` keeps what there is to
//! know; `board` shows it; `stage` reads packs and cases.

mod board;
mod decisions;
mod events;
mod fight;
mod stage;
mod state;
mod turn;

pub use events::Event;
pub use state::{Pack, State};

use kernel::decision::Declared;
use kernel::{Digest, Digested, Flow, Outcome, Problem, Scene, Seat, Setup, System};
use std::sync::Arc;

#[derive(Clone, Copy, Debug)]
pub struct Cairn;

pub(crate) type Table<'a> = kernel::Table<'a, Cairn>;

impl System for Cairn {
    const NAME: &'static str = "cairn";
    type Pack = Pack;
    type State = State;
    type Event = Event;
    type Scratch = ();

    fn decisions() -> &'static [&'static [Declared<Cairn>]] {
        &[decisions::ALL]
    }

    fn begin(pack: &Arc<Pack>, setup: &Setup) -> Result<State, Vec<Problem>> {
        turn::begin(pack, setup)
    }

    fn step(t: &mut Table<'_>) -> Flow {
        if t.state.turn.is_none() {
            return turn::round(t);
        }
        turn::act(t)
    }

    fn outcome(state: &State) -> Option<Outcome> {
        state.outcome.clone()
    }

    fn scene(state: &State, _: Option<Seat>) -> Scene {
        board::scene(state)
    }

    /// Hearts, points, and how near its figures are to the cairn.
    fn appraise(state: &State, seat: Seat) -> i32 {
        let figures = state.standing().filter(|(_, owner, _)| *owner == seat);
        let worth = |(figure, _, at)| 40 * i32::from(state.fighter(figure).hearts) - 4 * state.way_to_cairn(at);
        figures.map(worth).sum::<i32>() + 120 * i32::from(state.score[seat.index()])
    }

    fn digest(state: &State, digest: &mut Digest) {
        state.feed(digest);
    }
}
