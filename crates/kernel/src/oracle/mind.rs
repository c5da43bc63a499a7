use super::Fact;
use crate::{Answer, Ask, Fall, Flow, Oracle, Question, Roll, SeededDice, System};

/// A player that is a program. It sees what its seat may see and answers at once.
pub trait Mind<S: System>: Send {
    fn decide(&mut self, situation: &Situation<'_, S>, ask: &Ask, question: &dyn Question) -> Answer;
}

/// Where a mind stands when it is asked: the last checkpoint and what happened since. A mind that looks ahead runs the
/// step again from the checkpoint, through the facts, with the answer it considers.
#[derive(Debug)]
pub struct Situation<'a, S: System> {
    pub checkpoint: &'a S::State,
    pub facts: &'a [Fact],
}

/// Minds at every seat, seeded dice: simulation and self-play. Nothing unwinds.
#[allow(missing_debug_implementations, reason = "minds need not be printable")]
pub struct Seated<'a, S: System> {
    pub minds: &'a mut [Box<dyn Mind<S>>],
    pub dice: &'a mut SeededDice,
    pub checkpoint: &'a S::State,
    /// Facts since the checkpoint, kept only where a mind or a record needs them.
    pub facts: &'a mut Vec<Fact>,
    pub keep_facts: bool,
    pub thrown: &'a mut u64,
    pub decisions: &'a mut u64,
}

impl<S: System> Oracle for Seated<'_, S> {
    fn choose(&mut self, ask: &Ask, question: &dyn Question) -> Flow<Answer> {
        *self.decisions += 1;
        let situation = Situation { checkpoint: self.checkpoint, facts: self.facts };
        let seat = ask.seat.index().min(self.minds.len() - 1);
        let answer = self.minds[seat].decide(&situation, ask, question);
        if self.keep_facts {
            self.facts.push(Fact::Choice(ask.seat, question.state_answer(&answer)));
        }
        Ok(answer)
    }

    fn roll(&mut self, roll: &Roll) -> Flow<Fall> {
        let fall = self.dice.throw(*self.thrown, roll.throw);
        *self.thrown += 1;
        if self.keep_facts {
            self.facts.push(Fact::Dice(fall));
        }
        Ok(fall)
    }
}
