use super::Fact;
use crate::{Answer, Ask, Fall, Flow, Oracle, Pause, Question, Request, Roll, Seats, SeededDice};

/// Where the dice of a live battle come from.
#[derive(Clone, Debug)]
pub struct Dealer {
    pub dice: Option<SeededDice>,
    /// Seats that throw real dice and type what fell.
    pub own_dice: Seats,
}

/// Answers by the facts recorded since the checkpoint, then pauses with the pending request. Seeded dice that have not
/// fallen yet fall here and are added to the facts: a die that fell stays fallen.
#[derive(Debug)]
pub struct Live<'a> {
    pub facts: &'a mut Vec<Fact>,
    pub dealer: &'a mut Dealer,
    /// Throws of the battle before this checkpoint.
    pub thrown_before: u64,
    next: usize,
    thrown: u64,
    pub pending: Option<Request>,
    /// A recorded fact that the rules refuse: the record is wrong, or the last answer was illegal.
    pub refused: Option<Refused>,
}

/// Which fact was refused, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refused {
    pub fact: usize,
    pub why: Why,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Why {
    Illegal(crate::Refusal),
    /// Dice stand where a choice was asked, or the other way round, or the faces do not fit the throw.
    Mismatch(String),
}

impl<'a> Live<'a> {
    pub fn new(facts: &'a mut Vec<Fact>, dealer: &'a mut Dealer, thrown_before: u64) -> Live<'a> {
        Live { facts, dealer, thrown_before, next: 0, thrown: 0, pending: None, refused: None }
    }

    /// Facts that the run has used.
    pub fn used(&self) -> usize {
        self.next
    }

    fn refuse<T>(&mut self, why: Why) -> Flow<T> {
        self.refused = Some(Refused { fact: self.next, why });
        Err(Pause)
    }
}

impl Oracle for Live<'_> {
    fn choose(&mut self, ask: &Ask, question: &dyn Question) -> Flow<Answer> {
        match self.facts.get(self.next) {
            Some(Fact::Choice(_, choice)) => match question.settle(choice) {
                Ok(answer) => {
                    self.next += 1;
                    Ok(answer)
                }
                Err(refusal) => self.refuse(Why::Illegal(refusal)),
            },
            Some(Fact::Dice(_)) => {
                self.refuse(Why::Mismatch(format!("dice where the choice {:?} is asked", ask.prompt())))
            }
            None => {
                self.pending = Some(Request::of(ask, question));
                Err(Pause)
            }
        }
    }

    fn roll(&mut self, roll: &Roll) -> Flow<Fall> {
        let number = self.thrown_before + self.thrown;
        match self.facts.get(self.next) {
            Some(Fact::Dice(fall)) => match roll.throw.read(fall.faces()) {
                Some(fall) => {
                    self.next += 1;
                    self.thrown += 1;
                    Ok(fall)
                }
                None => {
                    let why = format!("{:?} cannot fall when {} is thrown", fall.faces(), roll.throw);
                    self.refuse(Why::Mismatch(why))
                }
            },
            Some(Fact::Choice(_, choice)) => {
                let why = format!("the choice {:?} where {} is thrown for {}", choice.verb, roll.throw, roll.name);
                self.refuse(Why::Mismatch(why))
            }
            None => {
                let dice = self.dealer.dice.as_mut().filter(|_| !self.dealer.own_dice.contains(roll.seat));
                let Some(dice) = dice else {
                    self.pending = Some(Request::of_dice(roll));
                    return Err(Pause);
                };
                let fall = dice.throw(number, roll.throw);
                self.facts.push(Fact::Dice(fall));
                self.next += 1;
                self.thrown += 1;
                Ok(fall)
            }
        }
    }
}
