//! After the battle: injuries, experience, advances, exploration, trading, recruiting (CH-CAMPAIGN-05).
//!
//! The sequence is a small [`kernel::System`] of its own, [`Aftermath`], for the same reasons for which a battle is one:
//! players are asked, every die falls through the table, illegal answers are refused with a rule, and the whole is
//! recorded, replayed, undone and scripted by the same code. Its setup is the warbands as lines and what the battle did to
//! them as options ([`Report`] writes them), so that an aftermath can be checked from its record alone. What comes out is
//! the warbands as they are now ([`bands`]), for their files.
//!
//! | file | |
//! |---|---|
//! | [`report`] | what a battle hands over |
//! | `state` | bands, fates of their members, whose step it is |
//! | `injury`, `duel` | injury tables; the pit fight |
//! | `learning` | experience, advances, talent, new leader |
//! | `income` | exploration and shards |
//! | `scene` | what people see of it, and what a band is worth to a mind |
//! | `stage` | aftermaths written by hand, for cases |
//! | `market` | buying, selling, rare things, equipping; hiring and reinforcing |

mod deals;
mod decisions;
mod duel;
mod events;
mod founding;
mod income;
mod injury;
pub(crate) mod learning;
mod market;
pub mod report;
mod rolls;
mod scene;
mod stage;
pub(crate) mod state;
#[cfg(test)]
mod tests;

pub use events::Event;
pub use report::Report;
pub use state::State;

use crate::cards::Pack;
use crate::muster::Warband;
use kernel::decision::Declared;
use kernel::{Digest, Flow, Outcome, Problem, Scene, Seat, Setup, System};
use state::NextStep;
use std::sync::Arc;

/// What follows a battle.
#[derive(Clone, Copy, Debug)]
pub struct Aftermath;

pub(crate) type Table<'a> = kernel::Table<'a, Aftermath>;

impl System for Aftermath {
    const NAME: &'static str = "coreheim-aftermath";
    type Pack = Pack;
    type State = State;
    type Event = Event;
    type Scratch = crate::Scratch;

    fn decisions() -> &'static [&'static [Declared<Aftermath>]] {
        decisions::ALL
    }

    fn begin(pack: &Arc<Pack>, setup: &Setup) -> Result<State, Vec<Problem>> {
        report::begin(pack, setup)
    }

    /// Each player in turn goes through the whole sequence.
    fn step(t: &mut Table<'_>) -> Flow {
        match t.state.next {
            NextStep::Injuries => injury::step(t),
            NextStep::Experience => learning::experience(t),
            NextStep::Advances => learning::advance(t),
            NextStep::Leader => learning::leader(t),
            NextStep::Exploration => income::explore(t),
            NextStep::Selling => income::sell(t),
            NextStep::Trading => market::trade(t),
            NextStep::Recruiting => market::recruit(t),
            NextStep::Founding => founding::step(t),
            NextStep::Closing => state::close(t),
            NextStep::Over => Ok(()),
        }
    }

    fn outcome(state: &State) -> Option<Outcome> {
        (state.next == NextStep::Over).then(|| Outcome {
            winner: state.winner,
            scores: state.bands.iter().map(|band| band.rating(&state.pack)).collect(),
            rounds: 1,
            reason: "the bands are ready for the next battle",
        })
    }

    fn scene(state: &State, _: Option<Seat>) -> Scene {
        scene::scene(state)
    }

    fn appraise(state: &State, seat: Seat) -> i32 {
        state.bands.get(seat.index()).map_or(0, |band| scene::worth(&state.pack, band))
    }

    fn balance(state: &State, seat: Seat) -> i32 {
        Self::lead(state, seat)
    }

    fn digest(state: &State, digest: &mut Digest) {
        state::digest(state, digest);
    }

    fn invariants(state: &State) -> Result<(), String> {
        state::check(state)
    }

    fn seats(state: &State) -> u8 {
        state.bands.len() as u8
    }
}

/// The warbands as they are now, without those who died; for their files once the aftermath is over.
pub fn bands(state: &State) -> Vec<Warband> {
    let alive = |(at, band): (usize, &Warband)| {
        let mut band = band.clone();
        let fates: Vec<bool> = state.fates[at].iter().map(|fate| fate.gone).collect();
        let mut place = 0;
        band.members.retain(|member| {
            let gone = fates.get(place).copied().unwrap_or(false) || member.count == 0;
            place += 1;
            !gone
        });
        band
    };
    state.bands.iter().enumerate().map(alive).collect()
}

/// The same with the history that each had before, which a line of a setup does not carry. It may be asked in the midst of an
/// aftermath too.
pub fn continued(before: &[Warband], state: &State) -> Vec<Warband> {
    let mut after = bands(state);
    for (band, old) in after.iter_mut().zip(before) {
        band.history.splice(0..0, old.history.iter().cloned());
        // The battle has been fought, though it is counted last: what is asked of a new band is asked no more (CH-CAMPAIGN-05).
        band.battles = band.battles.max(old.battles.saturating_add(1));
    }
    after
}
