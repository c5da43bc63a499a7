//! Facts: what the state of a battle does not hold. Their one notation, and the way through a list of them.

use crate::{Answer, Choice, Fall, Flow, Malformed, Pause, Question, Seat, Tags};
use std::fmt;

/// What the state does not hold: choices and dice. A battle is its setup and its facts.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Fact {
    Choice(Seat, Choice),
    Dice(Fall),
}

impl Fact {
    /// The line of a record: `a: attack bow b.orc`, `dice: 14`.
    pub fn line(&self, tags: &dyn Tags) -> FactLine {
        match self {
            Fact::Choice(seat, choice) => FactLine::Choice(*seat, choice.line(tags)),
            Fact::Dice(fall) => FactLine::Dice(fall.faces().to_vec()),
        }
    }

    /// Reads a line. What dice showed is their faces; what they come to is counted when they fall again.
    ///
    /// # Errors
    /// When the line is no fact.
    pub fn parse(line: &str, tags: &dyn Tags) -> Result<Fact, Malformed> {
        match FactLine::parse(line)? {
            FactLine::Choice(seat, text) => Choice::parse(&text, tags).map(|choice| Fact::Choice(seat, choice)),
            FactLine::Dice(faces) => {
                Fall::of(&faces).map(Fact::Dice).ok_or_else(|| Malformed(format!("{line:?}: no such dice can fall")))
            }
        }
    }

    pub fn choice(&self) -> Option<&Choice> {
        match self {
            Fact::Choice(_, choice) => Some(choice),
            Fact::Dice(_) => None,
        }
    }
}

/// A fact as it is written. Whether the choice means anything is known only at its moment of the battle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum FactLine {
    Choice(Seat, String),
    Dice(Vec<u8>),
}

impl FactLine {
    /// # Errors
    /// When the line names neither a seat nor dice.
    pub fn parse(line: &str) -> Result<FactLine, Malformed> {
        if let Some(faces) = line.strip_prefix("dice: ") {
            let faces: Result<Vec<u8>, _> = faces.split(' ').map(str::parse).collect();
            return faces.map(FactLine::Dice).map_err(|_| Malformed(format!("{line:?}: dice are numbers")));
        }
        let Some((seat, text)) = line.split_once(": ") else {
            let shown: String = line.chars().take(60).collect();
            return Err(Malformed(format!("{shown:?} is neither a choice, nor dice, nor the end of a step")));
        };
        let mut letters = seat.chars();
        match (letters.next().and_then(Seat::from_letter), letters.next()) {
            (Some(seat), None) => Ok(FactLine::Choice(seat, text.to_owned())),
            _ => Err(Malformed(format!("{seat:?} is no seat and no header word"))),
        }
    }
}

impl fmt::Display for FactLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FactLine::Choice(seat, text) => write!(f, "{seat}: {text}"),
            FactLine::Dice(faces) => {
                f.write_str("dice:")?;
                faces.iter().try_for_each(|face| write!(f, " {face}"))
            }
        }
    }
}

/// The way through a list of facts: each answers one question or one throw.
#[derive(Clone, Debug)]
pub struct Cursor<'a> {
    facts: &'a [Fact],
    next: usize,
}

impl<'a> Cursor<'a> {
    pub fn new(facts: &'a [Fact]) -> Cursor<'a> {
        Cursor { facts, next: 0 }
    }

    /// The recorded answer to a question; none once the facts are used up.
    ///
    /// # Errors
    /// [`Pause`] where the fact does not answer it.
    pub fn choose(&mut self, question: &dyn Question) -> Option<Flow<Answer>> {
        let fact = self.facts.get(self.next)?;
        self.next += 1;
        Some(fact.choice().ok_or(Pause).and_then(|choice| question.settle(choice).map_err(|_| Pause)))
    }

    /// The recorded dice of a throw; none once the facts are used up.
    ///
    /// # Errors
    /// [`Pause`] where the fact is a choice.
    pub fn roll(&mut self) -> Option<Flow<Fall>> {
        let fact = self.facts.get(self.next)?;
        self.next += 1;
        Some(match fact {
            Fact::Dice(fall) => Ok(*fall),
            Fact::Choice(..) => Err(Pause),
        })
    }
}
