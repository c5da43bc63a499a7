//! Asking for one of several answers: what is listed has passed a judge, who says what stands in the way of any other.

use crate::Table;
use crate::state::State;
use kernel::decision::{Answers, Asked};
use kernel::{Answer, Choice, Flow, Question, Refusal, Rng, Rule, Tags};

/// What the option at a place of the list is about worth.
type Worth<'a> = &'a dyn Fn(&State, usize) -> i32;

/// Answers that may be given, and the judge of all others.
struct Judged<'a, D> {
    state: &'a State,
    options: &'a [D],
    rule: Rule,
    judge: &'a dyn Fn(&State, &D) -> Result<(), Refusal>,
    /// What each is about worth, for those who compare; none where that says nothing.
    worth: Option<Worth<'a>>,
}

impl<D: Answers> Question for Judged<'_, D> {
    fn tags(&self) -> &dyn Tags {
        self.state
    }

    fn len(&self) -> usize {
        self.options.len()
    }

    fn choice(&self, index: usize) -> Choice {
        self.options[index].choice()
    }

    fn check(&self, choice: &Choice) -> Result<(), Refusal> {
        if let Some(answer) = D::read(choice) {
            (self.judge)(self.state, &answer)?;
        }
        Err(Refusal::unlisted(self.rule))
    }

    /// Those that are clearly worth less than another are not worth a thought: dice would hide the difference.
    fn candidates(&self, _: &mut Rng, most: usize) -> Vec<Answer> {
        const CLOSE: i32 = 12;
        let Some(worth) = self.worth else { return (0..self.len().min(most)).map(Answer::Option).collect() };
        let worths: Vec<i32> = (0..self.len()).map(|at| worth(self.state, at)).collect();
        let best = worths.iter().copied().max().unwrap_or(0);
        let near = (0..worths.len()).filter(|at| best - worths[*at] <= CLOSE);
        near.take(most).map(Answer::Option).collect()
    }
}

/// Asks for one of `options`; says which it was. Whatever else is tried is for the judge to refuse.
///
/// # Errors
/// Pauses for the answer.
pub(crate) fn ask<D: Answers>(
    t: &mut Table<'_>,
    asked: Asked<D>,
    options: &[D],
    judge: impl Fn(&State, &D) -> Result<(), Refusal>,
) -> Flow<usize> {
    let question = Judged { state: t.state, options, rule: asked.ask.rule, judge: &judge, worth: None };
    kernel::decide(t.oracle, &asked.ask, &question)
}

/// As [`ask`], with what each answer is about worth.
///
/// # Errors
/// Pauses for the answer.
pub(crate) fn ask_weighed<D: Answers>(
    t: &mut Table<'_>,
    asked: Asked<D>,
    options: &[D],
    judge: impl Fn(&State, &D) -> Result<(), Refusal>,
    worth: impl Fn(&State, usize) -> i32,
) -> Flow<usize> {
    let question = Judged { state: t.state, options, rule: asked.ask.rule, judge: &judge, worth: Some(&worth) };
    kernel::decide(t.oracle, &asked.ask, &question)
}
