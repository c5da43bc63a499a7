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
    Battle { number: u64, stuck: Stuck },
    /// Telling events changed what happened.
    Differs { quiet: String, aloud: String },
}

impl fmt::Display for Broken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Broken::Battle { number, stuck } => write!(f, "battle {number} of seed {SEED}: {stuck}"),
            Broken::Differs { quiet, aloud } => write!(f, "the outcomes are {quiet} with events off and {aloud} with events on"),
        }
    }
}

/// Plays the openings in rotation with random minds for about `seconds`, half of it with events.
///
/// # Errors
/// A battle that does not end, or outcomes that depend on who listens.
pub fn run<S: System>(openings: &[S::State], seconds: f64) -> Result<Report, Broken> {
    let half = Duration::from_secs_f64(seconds.clamp(0.0, 3600.0) / 2.0);
    let (quiet, checksum) = pace::<S>(openings, half, Log::off())?;
    let (aloud, other) = pace::<S>(openings, half, Log::on())?;
    if checksum != other {
        return Err(Broken::Differs { quiet: checksum, aloud: other });
    }
    Ok(Report { checksum, quiet, aloud, clone_nanos: clone_nanos::<S>(&openings[0]) })
}

fn pace<S: System>(openings: &[S::State], time: Duration, log: Log<S::Event>) -> Result<(Pace, String), Broken> {
    let mut arena = Arena::<S>::new(log);
    let mut hasher = blake3::Hasher::new();
    let mut pace = Pace::default();
    let start = Instant::now();
    while pace.battles < FIXED || start.elapsed() < time {
        let number = pace.battles;
        let lot = Lot::draw(SEED, number);
        let mut minds = lot.minds.map(minds::random::<S>);
        let opening = &openings[(number % openings.len() as u64) as usize];
        let fought = arena.fight(opening, &mut minds, lot.dice, false, None).map_err(|stuck| Broken::Battle { number, stuck })?;
        if number < FIXED {
            sum_up(&mut hasher, &fought.outcome, fought.decisions);
        }
        pace.battles += 1;
        pace.decisions += fought.decisions;
    }
    pace.seconds = start.elapsed().as_secs_f64();
    Ok((pace, hasher.finalize().to_hex()[..16].to_owned()))
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
