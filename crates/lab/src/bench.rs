//! How fast the rules run on one core, with a checksum of what came out, so that a faster wrong engine is caught.

use crate::Stuck;
use crate::arena::{Arena, MOST_STEPS};
use crate::odds;
use crate::sim::Lot;
use kernel::{Answer, Ask, Choice, Fall, Flow, Log, Oracle, Outcome, Question, Rng, Roll, System};
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
    /// `None` for a system in which nobody chose to `attack`.
    pub odds: Option<OddsPace>,
}

/// How long exact odds of an attack take.
#[derive(Clone, Copy, Debug)]
pub struct OddsPace {
    /// Situations looked at.
    pub attacks: u64,
    pub mean_millis: f64,
    pub most_millis: f64,
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
    Ok(Report {
        checksum,
        quiet: quiet.pace,
        aloud: aloud.pace,
        clone_nanos: clone_nanos::<S>(&openings[0]),
        odds: odds_pace::<S>(&openings[0]),
    })
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

/// Counts out attacks that random minds make in the first battle.
fn odds_pace<S: System>(opening: &S::State) -> Option<OddsPace> {
    const ATTACKS: usize = 40;
    // What comes after the declaration is answered by the same rng each time, so that all runs are of one policy.
    let mut policy = |_: &Ask, question: &dyn Question| question.sample(&mut Rng::new(SEED));
    let mut times = Vec::new();
    for (state, choice) in attacks::<S>(opening, ATTACKS) {
        let start = Instant::now();
        let table = odds::of_choice::<S, _>(&state, &choice, &mut policy, |after| S::outcome(after).is_some());
        let millis = start.elapsed().as_secs_f64() * 1e3;
        if black_box(table).is_some() {
            times.push(millis);
        }
    }
    let most_millis = times.iter().copied().reduce(f64::max)?;
    let mean_millis = times.iter().sum::<f64>() / times.len() as f64;
    Some(OddsPace { attacks: times.len() as u64, mean_millis, most_millis })
}

/// States in which the next choice is an attack, and that choice.
fn attacks<S: System>(opening: &S::State, most: usize) -> Vec<(S::State, Choice)> {
    let (mut state, mut log, mut scratch) = (opening.clone(), Log::off(), S::Scratch::default());
    let mut watched = Watched { rng: Rng::new(SEED), first: None };
    let mut found = Vec::new();
    for _ in 0..MOST_STEPS {
        if S::outcome(&state).is_some() || found.len() == most {
            break;
        }
        let before = state.clone();
        watched.first = None;
        if S::run(&mut state, &mut watched, &mut log, &mut scratch).is_err() {
            break;
        }
        if let Some(choice) = watched.first.take_if(|choice| choice.verb.text() == "attack") {
            found.push((before, choice));
        }
    }
    found
}

/// Random play that keeps the first choice of a step in mind.
struct Watched {
    rng: Rng,
    first: Option<Choice>,
}

impl Oracle for Watched {
    fn choose(&mut self, _: &Ask, question: &dyn Question) -> Flow<Answer> {
        let answer = question.sample(&mut self.rng);
        self.first.get_or_insert_with(|| question.state_answer(&answer));
        Ok(answer)
    }

    fn roll(&mut self, roll: &Roll) -> Flow<Fall> {
        Ok(self.rng.throw(roll.throw))
    }
}
