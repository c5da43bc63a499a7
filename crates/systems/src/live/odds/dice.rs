//! Who answers in a run that only looks ahead: what has been chosen and has fallen already, then the choice in question,
//! then dice as the asker wants them.

use kernel::oracle::Cursor;
use kernel::{Answer, Ask, Choice, Fall, Flow, Oracle, Pause, Question, Refusal, Roll};
use std::cell::Cell;

pub(super) struct Peek<'a> {
    pub facts: Cursor<'a>,
    pub choice: Option<&'a Choice>,
    pub dice: &'a mut dyn Oracle,
    pub refused: Option<Refusal>,
    /// A deed is being done: whoever is asked then takes the first answer, as there is none to leave things as they are.
    pub willing: &'a Cell<bool>,
    /// What a system takes others to answer, and the roll that fell last.
    pub assumed: &'a Assumed<'a>,
    pub last: Option<(Roll, Fall)>,
    /// What somebody was asked and taken to decline.
    pub declined: Vec<&'static str>,
}

pub(super) type Assumed<'a> = dyn Fn(&Ask, &dyn Question, Option<(Roll, Fall)>) -> Option<usize> + 'a;

impl Oracle for Peek<'_> {
    fn choose(&mut self, ask: &Ask, question: &dyn Question) -> Flow<Answer> {
        if let Some(answer) = self.facts.choose(question) {
            return answer;
        }
        if let Some(choice) = self.choice.take() {
            return question.settle(choice).map_err(|refusal| {
                self.refused = Some(refusal);
                Pause
            });
        }
        if let Some(index) = (self.assumed)(ask, question, self.last).filter(|index| *index < question.len()) {
            return Ok(Answer::Option(index));
        }
        let declines = |index: &usize| ask.decision.declines(&question.choice(*index));
        let declined = (0..question.len()).find(declines);
        if declined.is_some() {
            self.declined.push(ask.prompt());
        }
        let found = declined.or(self.willing.get().then_some(0));
        found.map(Answer::Option).ok_or(Pause)
    }

    fn roll(&mut self, roll: &Roll) -> Flow<Fall> {
        let fall = self.facts.roll().unwrap_or_else(|| self.dice.roll(roll))?;
        self.last = Some((*roll, fall));
        Ok(fall)
    }
}

/// The first roll falls as it is told to, if it is; at the next one the run stops.
#[derive(Default)]
pub(super) struct First {
    pub fall: Option<Fall>,
    pub roll: Option<Roll>,
}

impl Oracle for First {
    fn choose(&mut self, _: &Ask, _: &dyn Question) -> Flow<Answer> {
        Err(Pause)
    }

    fn roll(&mut self, roll: &Roll) -> Flow<Fall> {
        if self.roll.is_some() {
            return Err(Pause);
        }
        self.roll = Some(*roll);
        self.fall.ok_or(Pause)
    }
}

/// Dice that decide about one figure alone are counted one by one: that one is free and the others lie still. All other
/// dice are free.
pub(super) struct Lone<'a> {
    dice: &'a mut dyn Oracle,
    apart: fn(&Roll) -> bool,
    /// Which of them is free; without it all are.
    free: Option<usize>,
    /// How many of them have fallen.
    pub seen: usize,
    rolled: [Option<Roll>; 2],
}

impl<'a> Lone<'a> {
    pub(super) fn new(dice: &'a mut dyn Oracle, apart: fn(&Roll) -> bool, free: Option<usize>) -> Lone<'a> {
        Lone { dice, apart, free, seen: 0, rolled: [None; 2] }
    }

    /// A roll of another kind than the first one.
    pub(super) fn other(&self, first: Option<&Roll>) -> Option<Roll> {
        self.rolled.into_iter().flatten().find(|roll| first.is_some_and(|first| first.name != roll.name))
    }
}

impl Oracle for Lone<'_> {
    fn choose(&mut self, ask: &Ask, question: &dyn Question) -> Flow<Answer> {
        self.dice.choose(ask, question)
    }

    fn roll(&mut self, roll: &Roll) -> Flow<Fall> {
        let kind = usize::from((self.apart)(roll));
        self.rolled[kind] = self.rolled[kind].or(Some(*roll));
        if kind == 0 {
            return self.dice.roll(roll);
        }
        let place = self.seen;
        self.seen += 1;
        if self.free.is_none_or(|free| free == place) {
            return self.dice.roll(roll);
        }
        roll.throw.outcomes().first().map(|(fall, _)| *fall).ok_or(Pause)
    }
}

/// The two rolls of an opposed one, with what is rolled again of either; at whatever follows the run stops.
pub(super) struct Pair<'a> {
    dice: &'a mut dyn Oracle,
    pub rolls: [Option<Roll>; 2],
    pub falls: Vec<Fall>,
}

impl<'a> Pair<'a> {
    pub(super) fn new(dice: &'a mut dyn Oracle) -> Pair<'a> {
        Pair { dice, rolls: [None; 2], falls: Vec::new() }
    }
}

impl Oracle for Pair<'_> {
    fn choose(&mut self, ask: &Ask, question: &dyn Question) -> Flow<Answer> {
        self.dice.choose(ask, question)
    }

    fn roll(&mut self, roll: &Roll) -> Flow<Fall> {
        match self.rolls {
            [None, _] => self.rolls[0] = Some(*roll),
            [Some(first), None] if first.seat != roll.seat => self.rolls[1] = Some(*roll),
            [Some(first), None] if first.name == roll.name => {}
            [Some(first), Some(second)] if first.name == roll.name || second.name == roll.name => {}
            _ => return Err(Pause),
        }
        let fall = self.dice.roll(roll)?;
        self.falls.push(fall);
        Ok(fall)
    }
}

/// The first rolls lie as they have fallen; of the others those are free that concern the two.
pub(super) struct Fixed<'a> {
    pub falls: &'a [Fall],
    pub next: usize,
    pub dice: &'a mut dyn Oracle,
    pub concerns: fn(&Roll) -> bool,
}

impl Oracle for Fixed<'_> {
    fn choose(&mut self, ask: &Ask, question: &dyn Question) -> Flow<Answer> {
        self.dice.choose(ask, question)
    }

    fn roll(&mut self, roll: &Roll) -> Flow<Fall> {
        if let Some(fall) = self.falls.get(self.next) {
            self.next += 1;
            return Ok(*fall);
        }
        if (self.concerns)(roll) { self.dice.roll(roll) } else { Err(Pause) }
    }
}
