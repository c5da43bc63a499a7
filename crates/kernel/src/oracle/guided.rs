use super::Fact;
use crate::{Answer, Ask, Fall, Flow, Oracle, Pause, Question, Rng, Roll};

/// Decides where the facts end: the hook on which a search hangs its tree.
pub trait Guide {
    /// # Errors
    /// [`Pause`] when the search has seen enough of this line.
    fn choose(&mut self, ask: &Ask, question: &dyn Question) -> Flow<Answer>;
}

/// Follows the facts first and a guide after them; dice beyond the facts are sampled (open loop: the tree is keyed by
/// choices, never by dice).
#[allow(missing_debug_implementations, reason = "a guide need not be printable")]
pub struct Guided<'a> {
    pub facts: &'a [Fact],
    next: usize,
    pub guide: &'a mut dyn Guide,
    pub rng: &'a mut Rng,
}

impl<'a> Guided<'a> {
    pub fn new(facts: &'a [Fact], guide: &'a mut dyn Guide, rng: &'a mut Rng) -> Guided<'a> {
        Guided { facts, next: 0, guide, rng }
    }
}

impl Oracle for Guided<'_> {
    fn choose(&mut self, ask: &Ask, question: &dyn Question) -> Flow<Answer> {
        match self.facts.get(self.next) {
            Some(Fact::Choice(_, choice)) => {
                self.next += 1;
                question.settle(choice).map_err(|_| Pause)
            }
            Some(Fact::Dice(_)) => Err(Pause),
            None => self.guide.choose(ask, question),
        }
    }

    fn roll(&mut self, roll: &Roll) -> Flow<Fall> {
        match self.facts.get(self.next) {
            Some(Fact::Dice(fall)) => {
                self.next += 1;
                Ok(*fall)
            }
            Some(Fact::Choice(..)) => Err(Pause),
            None => Ok(self.rng.throw(roll.throw)),
        }
    }
}
