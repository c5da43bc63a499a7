use super::{Cursor, Fact};
use crate::{Answer, Ask, Fall, Flow, Log, Oracle, Pause, Question, Roll, System};

/// Runs a step from its checkpoint through its facts to the question at which they end, and says what `decide` answers to
/// it, as a line. None where dice are waited for, or nothing is asked.
pub fn answer_open<S: System>(
    checkpoint: &S::State,
    facts: &[Fact],
    decide: impl FnMut(&Ask, &dyn Question) -> Answer,
) -> Option<String> {
    let mut state = checkpoint.clone();
    let mut oracle = Open { facts: Cursor::new(facts), decide, line: None };
    let (mut log, mut scratch) = (Log::off(), S::Scratch::default());
    // The run ends with the answer and not with the step.
    let _ = S::run(&mut state, &mut oracle, &mut log, &mut scratch);
    oracle.line
}

/// Follows the facts, keeps the answer to the first question after them, and pauses.
struct Open<'a, F> {
    facts: Cursor<'a>,
    decide: F,
    line: Option<String>,
}

impl<F: FnMut(&Ask, &dyn Question) -> Answer> Oracle for Open<'_, F> {
    fn choose(&mut self, ask: &Ask, question: &dyn Question) -> Flow<Answer> {
        if let Some(answer) = self.facts.choose(question) {
            return answer;
        }
        let answer = (self.decide)(ask, question);
        self.line = Some(question.state_answer(&answer).line(question.tags()));
        Err(Pause)
    }

    fn roll(&mut self, _: &Roll) -> Flow<Fall> {
        self.facts.roll().unwrap_or(Err(Pause))
    }
}
