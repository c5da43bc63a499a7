//! How fast the rules run on one core, with a checksum of what came out, so that a faster wrong engine is caught.

use crate::Stuck;
use crate::arena::Arena;
use crate::sim::Lot;
use kernel::{Log, Outcome, System};
use std::fmt;
use std::hint::black_box;
use std::time::{Duration, Instant};

/// The battles that the checksum covers, however fast the machine is.
pub const FIXED: u64 = 300;
/// The seed of all benchmarks: figures of different days are of the same battles.
const SEED: u64 = 1;

#[derive(Clone, Debug)]
pub struct Report {
    /// Winners, scores, rounds and decisions of the first [`FIXED`] battles.
    pub checksum: String,
    /// Nobody listens, as in a simulation.
    pub quiet: Pace,
    /// Every event is told, as in a battle that people watch.
    pub aloud: Pace,
    pub clone_nanos: f64,
}

#[derive(Clone, Copy, Debug, Default)]
pub struct Pace {
    pub battles: u64,
    pub decisions: u64,
    /// Events told.
    pub events: u64,
    pub seconds: f64,
}

impl Pace {
    pub fn battles_per_second(&self) -> f64 {
        self.battles as f64 / self.seconds.max(1e-9)
    }

    pub fn decisions_per_second(&self) -> f64 {
        self.decisions as f64 / self.seconds.max(1e-9)
    }
}

/// What stops a benchmark.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Broken {
    Battle {
        number: u64,
        stuck: Stuck,
    },
    /// Telling events changed what happened.
    Differs {
        quiet: String,
        aloud: String,
    },
}

impl fmt::Display for Broken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Broken::Battle { number, stuck } => write!(f, "battle {number} of seed {SEED}: {stuck}"),
            Broken::Differs { quiet, aloud } => {
                write!(f, "the outcomes are {quiet} with events off and {aloud} with events on")
            }
        }
    }
}

/// Plays the openings in rotation with random minds for about `seconds`, half of it with events.
///
/// # Errors
/// A battle that does not end, or outcomes that depend on who listens.
pub fn run<S: System>(openings: &[S::State], seconds: f64) -> Result<Report, Broken> {
    let time = Duration::from_secs_f64(seconds.clamp(0.0, 3600.0));
    let mut quiet = Track::<S>::new(Log::off());
    let mut aloud = Track::<S>::new(Log::on());
    let start = Instant::now();
    // Turn and turn about, so that a machine that is busy for a while is so for both.
    while quiet.pace.battles < FIXED || start.elapsed() < time {
        quiet.run(openings)?;
        aloud.run(openings)?;
    }
    let (checksum, other) = (quiet.checksum(), aloud.checksum());
    if checksum != other {
        return Err(Broken::Differs { quiet: checksum, aloud: other });
    }
    Ok(Report { checksum, quiet: quiet.pace, aloud: aloud.pace, clone_nanos: clone_nanos::<S>(&openings[0]) })
}

/// Battles that are played in one go; `FIXED` is a multiple of it.
const LAP: u64 = 50;

/// One of the two ways to play, as far as it has got.
struct Track<S: System> {
    arena: Arena<S>,
    hasher: blake3::Hasher,
    pace: Pace,
}

impl<S: System> Track<S> {
    fn new(log: Log<S::Event>) -> Track<S> {
        Track { arena: Arena::new(log), hasher: blake3::Hasher::new(), pace: Pace::default() }
    }

    fn run(&mut self, openings: &[S::State]) -> Result<(), Broken> {
        let start = Instant::now();
        for number in self.pace.battles..self.pace.battles + LAP {
            let lot = Lot::draw(SEED, number);
            let mut minds = lot.minds.map(minds::random::<S>);
            let opening = &openings[(number % openings.len() as u64) as usize];
            let fought = self.arena.fight(opening, &mut minds, lot.dice, false, None);
            let fought = fought.map_err(|stuck| Broken::Battle { number, stuck })?;
            if number < FIXED {
                sum_up(&mut self.hasher, &fought.outcome, fought.decisions);
            }
            self.pace.decisions += fought.decisions;
            self.pace.events += fought.events;
        }
        self.pace.battles += LAP;
        self.pace.seconds += start.elapsed().as_secs_f64();
        Ok(())
    }

    fn checksum(&self) -> String {
        self.hasher.finalize().to_hex()[..16].to_owned()
    }
}

fn sum_up(hasher: &mut blake3::Hasher, outcome: &Outcome, decisions: u64) {
    let winner = outcome.winner.map_or(-1, |seat| seat.index() as i64);
    let scores = outcome.scores.iter().map(|score| i64::from(*score));
    for number in [winner, outcome.rounds.into(), decisions as i64].into_iter().chain(scores) {
        hasher.update(&number.to_le_bytes());
    }
}

fn clone_nanos<S: System>(state: &S::State) -> f64 {
    const TIMES: u32 = 20_000;
    let start = Instant::now();
    for _ in 0..TIMES {
        black_box(black_box(state).clone());
    }
    start.elapsed().as_nanos() as f64 / f64::from(TIMES)
}
