//! A mind's answer to the pending request.

use super::Shown;
use kernel::Battle;
use kernel::oracle::{Situation, answer_open};
use std::fmt;

/// A question on its way to a mind. It holds copies of all it needs, so the battle is free meanwhile.
pub struct Thought(Box<dyn FnOnce() -> Option<String> + Send>);

impl Thought {
    /// The answer as a line. Takes as long as the mind takes.
    pub fn think(self) -> Option<String> {
        (self.0)()
    }
}

impl fmt::Debug for Thought {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Thought")
    }
}

pub(super) fn of<S: Shown>(battle: &Battle<S>, name: &str, seed: u64) -> Option<Thought> {
    battle.pending().filter(|request| request.dice.is_none())?;
    let mut mind = minds::named::<S>(name, seed).ok()?;
    let (checkpoint, facts) = (battle.checkpoint().clone(), battle.facts().to_vec());
    Some(Thought(Box::new(move || {
        let situation = Situation { checkpoint: &checkpoint, facts: &facts };
        answer_open::<S>(&checkpoint, &facts, |ask, question| mind.decide(&situation, ask, question))
    })))
}
