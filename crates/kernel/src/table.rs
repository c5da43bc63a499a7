//! The table: rules ask, roll and tell here.

use crate::decision::{Answers, Asked};
use crate::{Answer, Ask, Choice, Fall, Frame, Question, Refusal, Rng, Roll, Rule, Seats, System, Tags};

/// Stops a run: somebody must decide, and the rules cannot go on without the answer. The oracle knows who and what.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pause;

pub type Flow<T = ()> = Result<T, Pause>;

/// Answers what is not in the state: choices and dice.
pub trait Oracle {
    /// # Errors
    /// [`Pause`] when nobody has answered yet.
    fn choose(&mut self, ask: &Ask, question: &dyn Question) -> Flow<Answer>;

    /// # Errors
    /// [`Pause`] when the dice are still to be thrown.
    fn roll(&mut self, roll: &Roll) -> Flow<Fall>;
}

/// Everything a rule can touch.
#[allow(missing_debug_implementations, reason = "an oracle is not always printable")]
pub struct Table<'a, S: System> {
    pub state: &'a mut S::State,
    pub oracle: &'a mut dyn Oracle,
    pub log: &'a mut Log<S::Event>,
    /// Buffers that a system keeps between steps so that a decision costs no allocation.
    pub scratch: &'a mut S::Scratch,
}

impl<S: System> Table<'_, S> {
    /// Asks for one of `options`. With a single option nothing is asked.
    ///
    /// # Errors
    /// [`Pause`] from the oracle.
    pub fn ask<D: Answers>(&mut self, asked: Asked<D>, options: &[D]) -> Flow<D> {
        let at = self.ask_at(asked, options)?;
        options.get(at).cloned().ok_or(Pause)
    }

    /// The same; says which of the options it was, for those that come of a list of their own.
    ///
    /// # Errors
    /// [`Pause`] from the oracle.
    pub fn ask_at<D: Answers>(&mut self, asked: Asked<D>, options: &[D]) -> Flow<usize> {
        decide(self.oracle, &asked.ask, &OneOf { tags: self.state, options, ask: &asked.ask })
    }

    /// Asks for one of those answers that pass the judge. What does not pass is refused in the judge's own words.
    ///
    /// # Errors
    /// [`Pause`] from the oracle.
    pub fn ask_judged<D: Answers>(
        &mut self,
        asked: Asked<D>,
        all: &[D],
        judge: impl Fn(&S::State, &D) -> Result<(), Refusal>,
    ) -> Flow<D> {
        let state = &*self.state;
        let options: Vec<D> = all.iter().filter(|answer| judge(state, answer).is_ok()).cloned().collect();
        let judge = |answer: &D| judge(state, answer);
        let question = Judged { tags: state, options: &options, all, judge: &judge, worth: None, ask: &asked.ask };
        let at = decide(self.oracle, &asked.ask, &question)?;
        options.get(at).cloned().ok_or(Pause)
    }

    /// Asks for one of `options`, which a rule has found; `why` says what keeps another answer from being one of them.
    /// Says which of the options it was.
    ///
    /// # Errors
    /// [`Pause`] from the oracle.
    pub fn ask_telling<D: Answers>(
        &mut self,
        asked: Asked<D>,
        options: &[D],
        why: impl Fn(&S::State, &D) -> Result<(), Refusal>,
    ) -> Flow<usize> {
        let state = &*self.state;
        let judge = |answer: &D| why(state, answer);
        let question = Judged { tags: state, options, all: &[], judge: &judge, worth: None, ask: &asked.ask };
        decide(self.oracle, &asked.ask, &question)
    }

    /// The same with what the option at a place of the list is about worth, for minds.
    ///
    /// # Errors
    /// [`Pause`] from the oracle.
    pub fn ask_weighed<D: Answers>(
        &mut self,
        asked: Asked<D>,
        options: &[D],
        judge: impl Fn(&S::State, &D) -> Result<(), Refusal>,
        worth: impl Fn(&S::State, usize) -> i32,
    ) -> Flow<usize> {
        let state = &*self.state;
        let (judge, worth) = (|answer: &D| judge(state, answer), |at| worth(state, at));
        let question = Judged { tags: state, options, all: &[], judge: &judge, worth: Some(&worth), ask: &asked.ask };
        decide(self.oracle, &asked.ask, &question)
    }

    /// Asks a question that lists and judges by itself.
    ///
    /// # Errors
    /// [`Pause`] from the oracle.
    pub fn ask_question<D: Answers>(&mut self, asked: Asked<D>, question: &dyn Question) -> Flow<D> {
        settle(self.oracle, asked, question)
    }

    /// # Errors
    /// [`Pause`] from the oracle.
    pub fn roll(&mut self, roll: &Roll) -> Flow<Fall> {
        self.oracle.roll(roll)
    }

    /// Says what happened and by which rule. The event is built only when somebody listens.
    pub fn tell(&mut self, rule: Rule, event: impl FnOnce() -> S::Event) {
        if self.log.on {
            self.log.push(rule, event(), Seats::ALL);
        }
    }

    /// The same for events that only some seats may see.
    pub fn tell_to(&mut self, seats: Seats, rule: Rule, event: impl FnOnce() -> S::Event) {
        if self.log.on {
            self.log.push(rule, event(), seats);
        }
    }

    /// Names a further rule that shaped the next event; it stands beside that event's own rule in the log.
    pub fn note(&mut self, rule: Rule) {
        if self.log.on {
            self.log.note(rule);
        }
    }

    /// Carries out something that decisions may interrupt. Whoever is asked meanwhile is told what waits beneath.
    ///
    /// # Errors
    /// [`Pause`] from inside; the frames stay then, for they say what the pause interrupts.
    pub fn within<T>(
        &mut self,
        frame: impl FnOnce(&S::State) -> Frame,
        inside: impl FnOnce(&mut Self) -> Flow<T>,
    ) -> Flow<T> {
        if !self.log.on {
            return inside(self);
        }
        let frame = frame(self.state);
        self.log.frames.push(frame);
        let done = inside(self)?;
        self.log.frames.pop();
        Ok(done)
    }

    /// Whether anybody listens: guards work that only explains.
    pub fn aloud(&self) -> bool {
        self.log.on
    }
}

/// Asks the oracle, unless there is but one answer.
///
/// # Errors
/// [`Pause`] from the oracle.
pub fn decide(oracle: &mut dyn Oracle, ask: &Ask, question: &dyn Question) -> Flow<usize> {
    if question.len() == 1 && !question.free() {
        return Ok(0);
    }
    match oracle.choose(ask, question)? {
        Answer::Option(index) => Ok(index),
        // A free-form answer is settled only for questions that are free; those do not come through here.
        Answer::Free(_) => Err(Pause),
    }
}

/// Asks a question that lists and judges by itself, for rules that hold other parts of the table meanwhile. Where one
/// answer is listed and none can be given freely, nothing is asked.
///
/// # Errors
/// [`Pause`] from the oracle.
pub fn settle<D: Answers>(oracle: &mut dyn Oracle, asked: Asked<D>, question: &dyn Question) -> Flow<D> {
    let answer = match question.len() == 1 && !question.free() {
        true => Answer::Option(0),
        false => oracle.choose(&asked.ask, question)?,
    };
    // What a question lists or accepts is written as its prompt declares, or the question is wrong: conformance says so.
    D::read(&question.state_answer(&answer)).ok_or(Pause)
}

/// A list of answers; nothing else may be given.
struct OneOf<'a, D> {
    tags: &'a dyn Tags,
    options: &'a [D],
    ask: &'a Ask,
}

impl<D: Answers> Question for OneOf<'_, D> {
    fn tags(&self) -> &dyn Tags {
        self.tags
    }

    fn len(&self) -> usize {
        self.options.len()
    }

    fn choice(&self, index: usize) -> Choice {
        self.options[index].choice()
    }

    fn check(&self, _: &Choice) -> Result<(), Refusal> {
        Err(Refusal::unlisted(self.ask.rule))
    }
}

/// Every answer that there could be, and the judge of them.
struct Judged<'a, D> {
    tags: &'a dyn Tags,
    options: &'a [D],
    all: &'a [D],
    judge: &'a dyn Fn(&D) -> Result<(), Refusal>,
    /// What each option is about worth, for those who compare; none where that says nothing.
    worth: Option<&'a dyn Fn(usize) -> i32>,
    ask: &'a Ask,
}

/// Options that are worth so much less than the best are not worth a thought: dice would hide the difference between
/// others.
const CLOSE: i32 = 12;

impl<D: Answers> Question for Judged<'_, D> {
    fn tags(&self) -> &dyn Tags {
        self.tags
    }

    fn len(&self) -> usize {
        self.options.len()
    }

    fn choice(&self, index: usize) -> Choice {
        self.options[index].choice()
    }

    /// What is no answer at all is judged too: the judge knows best what is wrong with it.
    fn check(&self, choice: &Choice) -> Result<(), Refusal> {
        if let Some(answer) = D::read(choice) {
            (self.judge)(&answer)?;
        }
        Err(Refusal::unlisted(self.ask.rule))
    }

    fn candidates(&self, _: &mut Rng, most: usize) -> Vec<Answer> {
        let Some(worth) = self.worth else { return (0..self.len().min(most)).map(Answer::Option).collect() };
        let worths: Vec<i32> = (0..self.len()).map(worth).collect();
        let best = worths.iter().copied().max().unwrap_or(0);
        let near = (0..worths.len()).filter(|at| best - worths[*at] <= CLOSE);
        near.take(most).map(Answer::Option).collect()
    }

    fn barred(&self) -> Vec<(Choice, Refusal)> {
        let refusal = |answer: &D| (self.judge)(answer).err().map(|refusal| (answer.choice(), refusal));
        self.all.iter().filter_map(refusal).collect()
    }
}

/// Events of a run, in order. Off unless somebody listens.
#[derive(Clone, Debug)]
pub struct Log<E> {
    pub on: bool,
    pub told: Vec<Told<E>>,
    notes: Vec<Rule>,
    frames: Vec<Frame>,
}

/// An event, the rule it cites, and further rules that shaped it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Told<E> {
    pub rule: Rule,
    pub notes: Vec<Rule>,
    pub seats: Seats,
    pub event: E,
}

impl<E> Log<E> {
    pub fn on() -> Log<E> {
        Log { on: true, told: Vec::new(), notes: Vec::new(), frames: Vec::new() }
    }

    pub fn off() -> Log<E> {
        Log { on: false, told: Vec::new(), notes: Vec::new(), frames: Vec::new() }
    }

    pub fn clear(&mut self) {
        self.told.clear();
        self.notes.clear();
        self.frames.clear();
    }

    /// What was under way when the run paused, the outermost first.
    pub fn take_frames(&mut self) -> Vec<Frame> {
        std::mem::take(&mut self.frames)
    }

    /// Notes that no event has taken up are dropped.
    pub(crate) fn forget_notes(&mut self) {
        self.notes.clear();
    }

    fn note(&mut self, rule: Rule) {
        if !self.notes.contains(&rule) {
            self.notes.push(rule);
        }
    }

    fn push(&mut self, rule: Rule, event: E, seats: Seats) {
        let notes = std::mem::take(&mut self.notes);
        self.told.push(Told { rule, notes, seats, event });
    }
}
