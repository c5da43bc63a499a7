//! Looks ahead: every answer is tried on the very rules that play, and what stands best afterwards is taken.
//!
//! Trying an answer means running the step again from its checkpoint, through the facts, with that answer, and to the
//! end of the step by a cheap policy. All answers are tried with the same dice and the same opponents (common random
//! numbers), so that two answers differ by what they are and not by their luck.
//!
//! Where a game says that the end of a step tells too little ([`System::FORESIGHT`]), the best answers are played on
//! ([`finals`]). Playing on with answers drawn by lot was tried before that: it wins no more. What helps is to go on as
//! oneself, if in haste.

mod finals;
mod onward;
mod policy;

use kernel::oracle::{Guided, Mind, Situation};
use kernel::{Answer, Ask, Log, Question, Rng, Seat, System};
use onward::Onward;
use policy::{Policy, Sequel};

/// How much thought goes into an answer.
#[derive(Clone, Copy, Debug)]
struct Care {
    /// Answers that are compared.
    breadth: usize,
    /// Answers by lot on top of them, where answers can be given that no list holds.
    lots: usize,
    /// How many of the best are kept for each further round, and how many runs each of them gets there.
    rounds: &'static [(usize, u32)],
    /// Ways of going on that are looked at for each answer, where it leaves the same seat such a choice.
    sequels: usize,
    /// Whether the best are played on.
    finals: bool,
}

const CARE: Care = Care { breadth: 24, lots: 2, rounds: &[(8, 2), (4, 6), (2, 20)], sequels: 5, finals: true };
/// For the answers that a mind sees itself give later on.
const HASTE: Care = Care { breadth: 4, lots: 1, rounds: &[], sequels: 2, finals: false };

/// A mind that looks ahead.
pub fn veteran<S: System>(seed: u64) -> Box<dyn Mind<S>> {
    Box::new(Veteran::<S>::new(seed, CARE))
}

struct Veteran<S: System> {
    rng: Rng,
    scratch: S::Scratch,
    care: Care,
    onward: Option<Box<Onward<S>>>,
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
        let mut answers = question.candidates(&mut self.rng, self.care.breadth);
        // Chance may find what the candidates leave out.
        let lots = if question.free() { self.care.lots } else { 0 };
        for _ in 0..lots {
            let answer = question.sample(&mut self.rng);
            if !answers.contains(&answer) {
                answers.push(answer);
            }
        }
        if answers.len() == 1 {
            return answers.swap_remove(0);
        }
        // A fixed order would favour the first of equals.
        for last in (1..answers.len()).rev() {
            answers.swap(last, self.rng.below(last + 1));
        }
        let luck = self.rng.word();
        let field = self.heats(situation, ask.seat, answers, luck);
        let best = match self.onward {
            Some(_) => self.finals(situation, ask.seat, field, luck),
            None => field.into_iter().next(),
        };
        match best {
            Some(best) if best.runs > 0 => best.answer,
            _ => question.sample(&mut self.rng),
        }
    }
}

impl<S: System> Veteran<S> {
    fn new(seed: u64, mut care: Care) -> Veteran<S> {
        let onward = (care.finals && S::FORESIGHT > 0).then(|| Box::new(Onward::new()));
        if onward.is_some() {
            (care.rounds, care.sequels) = (finals::HEATS, finals::SEQUELS);
        }
        Veteran { rng: Rng::new(seed), scratch: S::Scratch::default(), care, onward }
    }

    /// The answers by how they stand at the end of the step, the best first; those that fell behind are gone.
    fn heats(&mut self, situation: &Situation<'_, S>, seat: Seat, answers: Vec<Answer>, luck: u64) -> Vec<Tried> {
        let mut field: Vec<Tried> =
            answers.into_iter().map(|answer| Tried { answer, sequel: None, sum: 0, runs: 0, chancy: false }).collect();
        let mut chancy = self.open(situation, seat, &mut field, luck);
        for (kept, runs) in self.care.rounds.iter().copied() {
            if !chancy || field.len() < 2 {
                break;
            }
            cut(&mut field, kept);
            // Where few answers are left each is looked at the longer.
            let runs = runs * (kept / field.len()).max(1) as u32;
            chancy = self.round(situation, seat, &mut field, runs, luck);
        }
        field
    }

    /// The first run of every answer, with the best sequel of those that are looked at.
    fn open(&mut self, situation: &Situation<'_, S>, seat: Seat, field: &mut [Tried], luck: u64) -> bool {
        let mut chancy = false;
        for tried in field.iter_mut() {
            let mut sequels = Vec::new();
            let Some(run) =
                self.run(situation, seat, &tried.answer, Sequel::Find(&mut sequels, self.care.sequels), luck, 0)
            else {
                continue;
            };
            (tried.sum, tried.runs, tried.chancy) = (i64::from(run.worth), 1, run.chancy);
            tried.sequel = sequels.first().cloned();
            for sequel in sequels.into_iter().skip(1) {
                let run = self.run(situation, seat, &tried.answer, Sequel::Give(Some(&sequel)), luck, 0);
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
                let luck = nth(luck, tried.runs);
                let sequel = Sequel::Give(tried.sequel.as_ref());
                let Some(run) = self.run(situation, seat, &tried.answer, sequel, luck, 0) else {
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

    /// Plays the step to its end with one answer, and some steps more.
    fn run(
        &mut self,
        situation: &Situation<'_, S>,
        seat: Seat,
        answer: &Answer,
        sequel: Sequel<'_>,
        luck: u64,
        more: u32,
    ) -> Option<Run> {
        let mut dice = Rng::new(luck);
        let untouched = dice.clone().word();
        let mut policy = Policy::new(answer, seat, sequel, Rng::new(!luck));
        let mut state = situation.checkpoint.clone();
        S::imagine(&mut state, seat, &mut policy.rng);
        let mut log = Log::off();
        let mut oracle = Guided::new(situation.facts, &mut policy, &mut dice);
        S::run(&mut state, &mut oracle, &mut log, &mut self.scratch).ok()?;
        if let Some(onward) = self.onward.as_mut().filter(|_| more > 0) {
            onward.play(&mut state, seat, &mut dice, more, &mut self.scratch)?;
        }
        let chancy = policy.asked > 1 || dice.clone().word() != untouched;
        Some(Run { worth: S::balance(&state, seat), chancy })
    }
}

/// The luck of one of several runs.
fn nth(luck: u64, run: u32) -> u64 {
    luck.wrapping_add(u64::from(run).wrapping_mul(0x9e37_79b9_7f4a_7c15))
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
