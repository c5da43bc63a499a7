use crate::{Answer, Ask, Choice, Fall, Flow, Oracle, Pause, Question, Refusal, Request, Roll};
use std::collections::VecDeque;

/// Answers from a list of choice lines and a list of dice, both of which must be used up exactly: tests and cases.
#[derive(Debug, Default)]
pub struct Script {
    pub choices: VecDeque<String>,
    pub dice: VecDeque<u8>,
    /// What is asked once the choices have run out.
    pub pending: Option<Request>,
    pub fault: Option<ScriptFault>,
    /// Rolls as they were made, for cases that look at modifiers and targets.
    pub rolls: Vec<(Roll, Fall)>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ScriptFault {
    /// The line is no choice.
    Malformed { line: String, why: String },
    /// The choice is illegal: this is what a case may expect.
    Refused { line: String, refusal: Refusal },
    /// A roll with no die left.
    DiceRanOut { roll: &'static str },
    /// A scripted face that the die does not have.
    WrongDie { roll: &'static str, face: u8 },
}

impl std::fmt::Display for ScriptFault {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            ScriptFault::Malformed { line, why } => write!(f, "{line:?} is no choice: {why}"),
            ScriptFault::Refused { line, refusal } => write!(f, "{line:?} was refused: {refusal}"),
            ScriptFault::DiceRanOut { roll } => write!(f, "no die is left for the {roll} roll"),
            ScriptFault::WrongDie { roll, face } => write!(f, "a {face} cannot fall on the {roll} roll"),
        }
    }
}

impl Script {
    /// What the run left over: unused choices and dice.
    pub fn left_over(&self) -> (usize, usize) {
        (self.choices.len(), self.dice.len())
    }
}

impl Oracle for Script {
    fn choose(&mut self, ask: &Ask, question: &dyn Question) -> Flow<Answer> {
        let Some(line) = self.choices.pop_front() else {
            self.pending = Some(Request::of(ask, question));
            return Err(Pause);
        };
        let choice = match Choice::parse(&line, question.tags()) {
            Ok(choice) => choice,
            Err(why) => {
                self.pending = Some(Request::of(ask, question));
                self.fault = Some(ScriptFault::Malformed { line, why: why.to_string() });
                return Err(Pause);
            }
        };
        match question.settle(&choice) {
            Ok(answer) => Ok(answer),
            Err(refusal) => {
                self.pending = Some(Request::of(ask, question));
                self.fault = Some(ScriptFault::Refused { line, refusal });
                Err(Pause)
            }
        }
    }

    fn roll(&mut self, roll: &Roll) -> Flow<Fall> {
        let mut faces = Vec::new();
        for _ in 0..roll.throw.count {
            let Some(face) = self.dice.pop_front() else {
                self.fault = Some(ScriptFault::DiceRanOut { roll: roll.name });
                return Err(Pause);
            };
            faces.push(face);
        }
        let Some(fall) = roll.throw.read(&faces) else {
            self.fault = Some(ScriptFault::WrongDie { roll: roll.name, face: faces.first().copied().unwrap_or(0) });
            return Err(Pause);
        };
        self.rolls.push((*roll, fall));
        Ok(fall)
    }
}
