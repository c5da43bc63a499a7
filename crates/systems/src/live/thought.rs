//! A mind's answer to the pending request.

use super::Shown;
use kernel::oracle::{Cursor, Fact, Mind, Situation};
use kernel::{Answer, Ask, Battle, Fall, Flow, Log, Oracle, Pause, Question, Roll};
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
        let mut state = checkpoint.clone();
        let cursor = Cursor::new(&facts);
        let mut oracle = Once { checkpoint: &checkpoint, facts: &facts, cursor, mind: mind.as_mut(), line: None };
        let (mut log, mut scratch) = (Log::off(), S::Scratch::default());
        // The run ends with the mind's answer and not with the step.
        let _ = S::run(&mut state, &mut oracle, &mut log, &mut scratch);
        oracle.line
    })))
}

/// Follows the facts and asks the mind at the first open question.
struct Once<'a, S: Shown> {
    checkpoint: &'a S::State,
    facts: &'a [Fact],
    cursor: Cursor<'a>,
    mind: &'a mut dyn Mind<S>,
    line: Option<String>,
}

impl<S: Shown> Oracle for Once<'_, S> {
    fn choose(&mut self, ask: &Ask, question: &dyn Question) -> Flow<Answer> {
        if let Some(answer) = self.cursor.choose(question) {
            return answer;
        }
        let situation = Situation { checkpoint: self.checkpoint, facts: self.facts };
        let answer = self.mind.decide(&situation, ask, question);
        self.line = Some(question.state_answer(&answer).line(question.tags()));
        Err(Pause)
    }

    fn roll(&mut self, _: &Roll) -> Flow<Fall> {
        self.cursor.roll().unwrap_or(Err(Pause))
    }
}
