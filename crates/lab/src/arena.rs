//! One battle between minds, from the first decision to the outcome.

use kernel::battle::chain;
use kernel::oracle::{Fact, Mind, Seated};
use kernel::{
    Answer, Ask, Fall, Flow, Log, Oracle, Outcome, Pause, Question, Record, Roll, Seed, SeededDice, System, state_hash,
};
use std::fmt;

/// A battle of so many decisions has gone wrong: usual ones take some hundreds.
pub const MOST_DECISIONS: u64 = 50_000;
/// The same for steps in which nobody decides anything.
pub(crate) const MOST_STEPS: u64 = 2_000_000;

/// Buffers of one thread, used for one battle after the other.
pub(crate) struct Arena<S: System> {
    scratch: S::Scratch,
    facts: Vec<Fact>,
    pub(crate) log: Log<S::Event>,
}

/// A battle that is over.
pub(crate) struct Fought<S: System> {
    pub(crate) outcome: Outcome,
    pub(crate) decisions: u64,
    pub(crate) events: u64,
    pub(crate) last: S::State,
}

/// A battle that does not come to an end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stuck {
    TooLong {
        decisions: u64,
        steps: u64,
    },
    /// The rules took an answer of a mind for none.
    Unanswered {
        steps: u64,
    },
}

impl fmt::Display for Stuck {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Stuck::TooLong { decisions, steps } => write!(f, "no end after {decisions} decisions in {steps} steps"),
            Stuck::Unanswered { steps } => {
                write!(f, "step {} stopped at an answer that does not fit its question", steps + 1)
            }
        }
    }
}

impl<S: System> Arena<S> {
    pub(crate) fn new(log: Log<S::Event>) -> Arena<S> {
        Arena { scratch: S::Scratch::default(), facts: Vec::new(), log }
    }

    /// Plays from `opening` to the end. Facts are kept for minds that need them and for the record, if one is wanted.
    pub(crate) fn fight(
        &mut self,
        opening: &S::State,
        minds: &mut [Box<dyn Mind<S>>],
        seed: Seed,
        keep_facts: bool,
        mut record: Option<&mut Record>,
    ) -> Result<Fought<S>, Stuck> {
        let keep_facts = keep_facts || record.is_some();
        let mut dice = SeededDice::new(seed);
        let (mut thrown, mut decisions, mut steps, mut events) = (0, 0, 0, 0);
        let mut state = opening.clone();
        let mut checkpoint = keep_facts.then(|| opening.clone());
        let mut hash = if record.is_some() { state_hash::<S>(&state) } else { String::new() };
        loop {
            if let Some(outcome) = S::outcome(&state) {
                return Ok(Fought { outcome, decisions, events, last: state });
            }
            // Nobody looks at the checkpoint where no facts are kept, so any state will do there.
            let checkpoint = match &mut checkpoint {
                Some(checkpoint) => {
                    checkpoint.clone_from(&state);
                    &*checkpoint
                }
                None => opening,
            };
            self.facts.clear();
            self.log.clear();
            let facts = &mut self.facts;
            let seated = Seated {
                minds: &mut *minds,
                dice: &mut dice,
                checkpoint,
                facts,
                keep_facts,
                thrown: &mut thrown,
                decisions: &mut decisions,
            };
            let mut oracle = Bounded(seated);
            let flow = S::run(&mut state, &mut oracle, &mut self.log, &mut self.scratch);
            if decisions >= MOST_DECISIONS || steps >= MOST_STEPS {
                return Err(Stuck::TooLong { decisions, steps });
            }
            flow.map_err(|Pause| Stuck::Unanswered { steps })?;
            steps += 1;
            events += self.log.told.len() as u64;
            if let Some(record) = &mut record {
                hash = chain::<S>(&hash, &self.facts, &state);
                record.add_facts::<S>(&self.facts, &state);
                record.add_step(steps as usize, &hash);
            }
        }
    }
}

/// Stops a step that asks for ever.
struct Bounded<'a, S: System>(Seated<'a, S>);

impl<S: System> Oracle for Bounded<'_, S> {
    fn choose(&mut self, ask: &Ask, question: &dyn Question) -> Flow<Answer> {
        if *self.0.decisions >= MOST_DECISIONS {
            return Err(Pause);
        }
        self.0.choose(ask, question)
    }

    fn roll(&mut self, roll: &Roll) -> Flow<Fall> {
        self.0.roll(roll)
    }
}
