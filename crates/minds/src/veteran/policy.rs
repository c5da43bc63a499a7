//! Who answers while a step is tried.

use kernel::oracle::Guide;
use kernel::{Answer, Ask, Flow, Question, Rng, Seat};

/// What the seat that tries an answer says when it is asked again for something that no list holds.
pub(super) enum Sequel<'a> {
    /// The first of so many candidates; all of them are put here.
    Find(&'a mut Vec<Answer>, usize),
    /// This one, if it is still legal.
    Give(Option<&'a Answer>),
}

/// Gives the answer that is tried and its sequel, then samples for everybody.
pub(super) struct Policy<'a> {
    first: Option<Answer>,
    seat: Seat,
    sequel: Sequel<'a>,
    pub(super) rng: Rng,
    /// Questions answered.
    pub(super) asked: u32,
}

impl<'a> Policy<'a> {
    pub(super) fn new(first: &Answer, seat: Seat, sequel: Sequel<'a>, rng: Rng) -> Policy<'a> {
        Policy { first: Some(first.clone()), seat, sequel, rng, asked: 0 }
    }

    fn go_on(&mut self, question: &dyn Question) -> Option<Answer> {
        match std::mem::replace(&mut self.sequel, Sequel::Give(None)) {
            Sequel::Find(found, most) => {
                *found = question.candidates(&mut self.rng, most);
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
        Ok(sequel.unwrap_or_else(|| question.sample(&mut self.rng)))
    }
}
