use super::{Cursor, Fact};
use crate::{Answer, Ask, Fall, Flow, Oracle, Question, Rng, Roll};

/// Decides where the facts end: the hook on which a search hangs its tree.
pub trait Guide {
    /// # Errors
    /// [`crate::Pause`] when the search has seen enough of this line.
    fn choose(&mut self, ask: &Ask, question: &dyn Question) -> Flow<Answer>;
}

/// Follows the facts first and a guide after them; dice beyond the facts are sampled (open loop: the tree is keyed by
/// choices, never by dice).
#[allow(missing_debug_implementations, reason = "a guide need not be printable")]
pub struct Guided<'a> {
    facts: Cursor<'a>,
    pub guide: &'a mut dyn Guide,
    pub rng: &'a mut Rng,
}

impl<'a> Guided<'a> {
    pub fn new(facts: &'a [Fact], guide: &'a mut dyn Guide, rng: &'a mut Rng) -> Guided<'a> {
        Guided { facts: Cursor::new(facts), guide, rng }
    }
}

impl Oracle for Guided<'_> {
    fn choose(&mut self, ask: &Ask, question: &dyn Question) -> Flow<Answer> {
        self.facts.choose(question).unwrap_or_else(|| self.guide.choose(ask, question))
    }

    fn roll(&mut self, roll: &Roll) -> Flow<Fall> {
        self.facts.roll().unwrap_or_else(|| Ok(self.rng.throw(roll.throw)))
    }
}
