//! Looks ahead: every answer is tried on the very rules that play, and what stands best afterwards is taken.
//!
//! Trying an answer means running the step again from its checkpoint, through the facts, with that answer, and to the
//! end of the step by a cheap policy. All answers are tried with the same dice and the same opponents (common random
//! numbers), so that two answers differ by what they are and not by their luck. Playing on for further steps was tried:
//! it costs three times as much and wins no more.

use kernel::oracle::{Guide, Guided, Mind, Situation};
use kernel::{Answer, Ask, Flow, Log, Question, Seat, System, Table, Whim};

/// Answers that are compared.
const BREADTH: usize = 24;
/// Ways to go on that are tried where the same player draws a way of his own afterwards: what counts is the best of them.
const ONWARD: u64 = 5;
/// How many of the best are kept for each further round, and how many runs each of them gets there.
const ROUNDS: [(usize, u32); 3] = [(8, 2), (4, 6), (2, 20)];

/// A mind that looks one decision ahead.
pub fn veteran<S: System>(seed: u64) -> Box<dyn Mind<S>> {
    Box::new(Veteran::<S> { whim: Whim::new(seed), scratch: S::Scratch::default() })
}

struct Veteran<S: System> {
    whim: Whim,
    scratch: S::Scratch,
}

struct Tried {
    answer: Answer,
    sum: i64,
    runs: u32,
    /// Chance had a part in a run.
    chancy: bool,
}

impl Tried {
    /// Sums of different numbers of runs are compared as means, without a fraction.
    fn mean(&self) -> i64 {
        self.sum * 64 / i64::from(self.runs.max(1))
    }
}

impl<S: System> Mind<S> for Veteran<S> {
    fn decide(&mut self, situation: &Situation<'_, S>, ask: &Ask, question: &dyn Question) -> Answer {
        let mut answers = question.candidates(&mut self.whim, BREADTH);
        // Where answers can be given that no list holds, chance may find what the candidates leave out.
        let more = if question.free() { 2 } else { 0 };
        for _ in 0..more {
            let answer = question.sample(&mut self.whim);
            if !answers.contains(&answer) {
                answers.push(answer);
            }
        }
        if answers.len() == 1 {
            return answers.swap_remove(0);
        }
        // A fixed order would favour the first of equals.
        for last in (1..answers.len()).rev() {
            answers.swap(last, self.whim.below(last + 1));
        }
        let luck = self.whim.word();
        let mut field: Vec<Tried> =
            answers.into_iter().map(|answer| Tried { answer, sum: 0, runs: 0, chancy: false }).collect();
        let mut chancy = self.round(situation, ask.seat, &mut field, 1, luck);
        for (kept, runs) in ROUNDS {
            if !chancy || field.len() < 2 {
                break;
            }
            cut(&mut field, kept);
            // Where few answers are left each is looked at the longer.
            let runs = runs * (kept / field.len()).max(1) as u32;
            chancy = self.round(situation, ask.seat, &mut field, runs, luck);
        }
        match field.into_iter().next() {
            Some(best) if best.runs > 0 => best.answer,
            _ => question.sample(&mut self.whim),
        }
    }
}

impl<S: System> Veteran<S> {
    /// Gives every answer some more runs and sorts the best to the front; false if chance has no part in any of them.
    fn round(&mut self, situation: &Situation<'_, S>, seat: Seat, field: &mut [Tried], runs: u32, luck: u64) -> bool {
        let mut chancy = false;
        for tried in field.iter_mut() {
            for _ in 0..runs {
                let luck = luck.wrapping_add(u64::from(tried.runs).wrapping_mul(0x9e37_79b9_7f4a_7c15));
                let Some(mut run) = self.run(situation, seat, &tried.answer, luck, 0) else {
                    break;
                };
                // He will not go anywhere, but where it is best: one way taken by chance says little of the answer.
                for way in 1..if run.onward { ONWARD } else { 1 } {
                    let other = self.run(situation, seat, &tried.answer, luck, way);
                    run.worth = run.worth.max(other.map_or(run.worth, |other| other.worth));
                }
                tried.sum += i64::from(run.worth);
                tried.runs += 1;
                tried.chancy |= run.chancy;
            }
            chancy |= tried.chancy;
        }
        field.sort_by_key(|tried| (tried.runs == 0, -tried.mean()));
        chancy
    }

    /// Plays the step to its end with one answer.
    fn run(&mut self, situation: &Situation<'_, S>, seat: Seat, answer: &Answer, luck: u64, way: u64) -> Option<Run> {
        let mut dice = Whim::new(luck);
        let untouched = dice.clone().word();
        let whim = Whim::new(!luck.wrapping_add(way.wrapping_mul(0xd1b5_4a32_d192_ed03)));
        let mut policy = Policy { seat, first: Some(answer.clone()), whim, asked: 0, onward: false };
        let mut state = situation.checkpoint.clone();
        S::imagine(&mut state, seat, &mut policy.whim);
        let mut log = Log::off();
        let mut oracle = Guided::new(situation.facts, &mut policy, &mut dice);
        let mut table =
            Table::<S> { state: &mut state, oracle: &mut oracle, log: &mut log, scratch: &mut self.scratch };
        S::step(&mut table).ok()?;
        let chancy = policy.asked > 1 || dice.clone().word() != untouched;
        Some(Run { worth: standing::<S>(&state, seat), chancy, onward: policy.onward })
    }
}

/// Keeps the best, and the best of those in which chance has no part: it must not fall out because others were lucky.
fn cut(field: &mut Vec<Tried>, kept: usize) {
    let safe = field.iter().position(|tried| !tried.chancy && tried.runs > 0);
    if let Some(safe) = safe.filter(|safe| *safe >= kept) {
        field.swap(safe, kept.saturating_sub(1));
    }
    field.truncate(kept);
}

struct Run {
    worth: i32,
    /// Whether dice fell or somebody else decided, so that another run may end differently.
    chancy: bool,
    /// Whether the same player drew a way of his own after the answer.
    onward: bool,
}

/// How a seat stands against the best of the others.
fn standing<S: System>(state: &S::State, seat: Seat) -> i32 {
    let others = (0..S::seats(state)).map(Seat).filter(|other| *other != seat);
    let rival = others.map(|other| S::appraise(state, other)).max().unwrap_or(0);
    S::appraise(state, seat).saturating_sub(rival)
}

/// Gives the answer that is tried, then samples for everybody.
struct Policy {
    seat: Seat,
    first: Option<Answer>,
    whim: Whim,
    asked: u32,
    onward: bool,
}

impl Guide for Policy {
    fn choose(&mut self, ask: &Ask, question: &dyn Question) -> Flow<Answer> {
        self.asked += 1;
        if let Some(answer) = self.first.take() {
            return Ok(answer);
        }
        self.onward |= ask.seat == self.seat && question.free();
        Ok(question.sample(&mut self.whim))
    }
}
