use crate::{Answer, Ask, Choice, Fall, Flow, Oracle, Pause, Question, Refusal, Request, Roll};
use std::collections::VecDeque;

/// Answers from a list of choice lines and a list of dice, both of which must be used up exactly: tests and cases.
///
/// A line that begins with `! ` has to be refused, and the next one is answered instead: `! attack bow b.orc`. Before a
/// colon may stand by what: a rule or words of the reason, as in `! SW-ATTACK-02: attack bow b.orc`.
#[derive(Debug, Default)]
pub struct Script {
    pub choices: VecDeque<String>,
    pub dice: VecDeque<u8>,
    /// What is asked once the choices have run out.
    pub pending: Option<Request>,
    pub fault: Option<ScriptFault>,
    /// Refusals that the script foresaw.
    pub refused: Vec<Refusal>,
    /// Rolls as they were made, for cases that look at modifiers and targets.
    pub rolls: Vec<(Roll, Fall)>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ScriptFault {
    /// The line is no choice.
    Malformed { line: String, why: String },
    /// The choice is illegal: this is what a case may expect.
    Refused { line: String, refusal: Refusal },
    /// The line was to be refused and is legal, or it was refused by something else.
    NotRefused { line: String, by: Option<String>, found: Option<Refusal> },
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
            ScriptFault::NotRefused { line, by: Some(by), found: Some(refusal) } => {
                write!(f, "{line:?} was refused, but not by {by:?}: {refusal}")
            }
            ScriptFault::NotRefused { line, .. } => write!(f, "nothing was refused: {line:?} is a legal answer"),
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

/// What is to be refused, and by what, where the line says so.
fn dared(line: &str) -> Option<(&str, Option<&str>)> {
    let rest = line.trim_start().strip_prefix('!')?.trim_start();
    Some(match rest.split_once(": ") {
        Some((by, line)) => (line.trim_start(), Some(by)),
        None => (rest, None),
    })
}

fn settled(line: &str, question: &dyn Question) -> Result<Answer, ScriptFault> {
    let choice = Choice::parse(line, question.tags())
        .map_err(|why| ScriptFault::Malformed { line: line.to_owned(), why: why.to_string() })?;
    question.settle(&choice).map_err(|refusal| ScriptFault::Refused { line: line.to_owned(), refusal })
}

impl Oracle for Script {
    fn choose(&mut self, ask: &Ask, question: &dyn Question) -> Flow<Answer> {
        loop {
            let Some(line) = self.choices.pop_front() else {
                self.pending = Some(Request::of(ask, question));
                return Err(Pause);
            };
            let dared = dared(&line);
            let (line, by) = dared.unwrap_or((&line, None));
            let fault = match settled(line, question) {
                Ok(answer) if dared.is_none() => return Ok(answer),
                Ok(_) => ScriptFault::NotRefused { line: line.to_owned(), by: None, found: None },
                Err(ScriptFault::Refused { refusal, .. }) if dared.is_some() => {
                    if by.is_none_or(|by| refusal.is(by)) {
                        self.refused.push(refusal);
                        continue;
                    }
                    ScriptFault::NotRefused { line: line.to_owned(), by: by.map(str::to_owned), found: Some(refusal) }
                }
                Err(fault) => fault,
            };
            self.pending = Some(Request::of(ask, question));
            self.fault = Some(fault);
            return Err(Pause);
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
