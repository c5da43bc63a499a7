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
/// How many of the best are kept for each further round, and how many runs each of them gets there.
const ROUNDS: [(usize, u32); 3] = [(8, 2), (4, 6), (2, 20)];
/// Ways of going on that are looked at for each answer, where it leaves the same seat such a choice.
const SEQUELS: usize = 5;

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
    /// What the same seat answers next: the best that was found.
    sequel: Option<Answer>,
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
            answers.into_iter().map(|answer| Tried { answer, sequel: None, sum: 0, runs: 0, chancy: false }).collect();
        let mut chancy = self.open(situation, ask.seat, &mut field, luck);
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
    /// The first run of every answer, with the best sequel of those that are looked at.
    fn open(&mut self, situation: &Situation<'_, S>, seat: Seat, field: &mut [Tried], luck: u64) -> bool {
        let mut chancy = false;
        for tried in field.iter_mut() {
            let mut sequels = Vec::new();
            let Some(run) = self.run(situation, seat, &tried.answer, Sequel::Find(&mut sequels), luck) else {
                continue;
            };
            (tried.sum, tried.runs, tried.chancy) = (i64::from(run.worth), 1, run.chancy);
            tried.sequel = sequels.first().cloned();
            for sequel in sequels.into_iter().skip(1) {
                let run = self.run(situation, seat, &tried.answer, Sequel::Give(Some(&sequel)), luck);
                if let Some(run) = run.filter(|run| i64::from(run.worth) > tried.sum) {
                    (tried.sum, tried.chancy) = (i64::from(run.worth), run.chancy);
                    tried.sequel = Some(sequel);
                }
            }
            chancy |= tried.chancy;
        }
        field.sort_by_key(|tried| (tried.runs == 0, -tried.mean()));
        chancy
    }

    /// Gives every answer some more runs and sorts the best to the front; false if chance has no part in any of them.
    fn round(&mut self, situation: &Situation<'_, S>, seat: Seat, field: &mut [Tried], runs: u32, luck: u64) -> bool {
        let mut chancy = false;
        for tried in field.iter_mut() {
            for _ in 0..runs {
                let luck = luck.wrapping_add(u64::from(tried.runs).wrapping_mul(0x9e37_79b9_7f4a_7c15));
                let sequel = Sequel::Give(tried.sequel.as_ref());
                let Some(run) = self.run(situation, seat, &tried.answer, sequel, luck) else {
                    break;
                };
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
    fn run(
        &mut self,
        situation: &Situation<'_, S>,
        seat: Seat,
        answer: &Answer,
        sequel: Sequel<'_>,
        luck: u64,
    ) -> Option<Run> {
        let mut dice = Whim::new(luck);
        let untouched = dice.clone().word();
        let mut policy = Policy { first: Some(answer.clone()), seat, sequel, whim: Whim::new(!luck), asked: 0 };
        let mut state = situation.checkpoint.clone();
        S::imagine(&mut state, seat, &mut policy.whim);
        let mut log = Log::off();
        let mut oracle = Guided::new(situation.facts, &mut policy, &mut dice);
        let mut table =
            Table::<S> { state: &mut state, oracle: &mut oracle, log: &mut log, scratch: &mut self.scratch };
        S::step(&mut table).ok()?;
        let chancy = policy.asked > 1 || dice.clone().word() != untouched;
        Some(Run { worth: standing::<S>(&state, seat), chancy })
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
}

/// How a seat stands against the best of the others.
fn standing<S: System>(state: &S::State, seat: Seat) -> i32 {
    let others = (0..S::seats(state)).map(Seat).filter(|other| *other != seat);
    let rival = others.map(|other| S::appraise(state, other)).max().unwrap_or(0);
    S::appraise(state, seat).saturating_sub(rival)
}

/// What the seat that tries an answer says when it is asked again for something that no list holds.
enum Sequel<'a> {
    /// The first of some candidates; all of them are put here.
    Find(&'a mut Vec<Answer>),
    /// This one, if it is still legal.
    Give(Option<&'a Answer>),
}

/// Gives the answer that is tried and its sequel, then samples for everybody.
struct Policy<'a> {
    first: Option<Answer>,
    seat: Seat,
    sequel: Sequel<'a>,
    whim: Whim,
    asked: u32,
}

impl Policy<'_> {
    fn go_on(&mut self, question: &dyn Question) -> Option<Answer> {
        match std::mem::replace(&mut self.sequel, Sequel::Give(None)) {
            Sequel::Find(found) => {
                *found = question.candidates(&mut self.whim, SEQUELS);
                found.first().cloned()
            }
            Sequel::Give(answer) => {
                let answer = answer?;
                let legal = match answer {
                    Answer::Option(index) => *index < question.len(),
                    Answer::Free(choice) => question.check(choice).is_ok(),
                };
                legal.then(|| answer.clone())
            }
        }
    }
}

impl Guide for Policy<'_> {
    fn choose(&mut self, ask: &Ask, question: &dyn Question) -> Flow<Answer> {
        self.asked += 1;
        if let Some(first) = self.first.take() {
            return Ok(first);
        }
        let sequel = if ask.seat == self.seat && question.free() { self.go_on(question) } else { None };
        Ok(sequel.unwrap_or_else(|| question.sample(&mut self.whim)))
    }
}
