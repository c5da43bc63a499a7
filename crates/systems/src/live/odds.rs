//! What may come of a choice: the step is run with it once for every value of the first roll it leads to.

use super::Shown;
use kernel::battle::Declined;
use kernel::oracle::{Chance, Fact};
use kernel::{Answer, Ask, Battle, Choice, Fall, Flow, Log, Oracle, Pause, Question, Refusal, Roll, Table};

/// The first roll that a choice leads to, if it does, and what each value of it means.
#[derive(Clone, Debug)]
pub struct Odds {
    pub roll: Option<Roll>,
    pub outcomes: Vec<Odd>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Odd {
    pub verdict: Verdict,
    /// Values of the roll that lead here; none where nothing is rolled.
    pub faces: Vec<i32>,
    pub per_million: u32,
}

/// What a roll comes to, from bad to good for the one who rolls.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Verdict {
    Miss(&'static str),
    Hit(&'static str),
    Critical(&'static str),
}

impl Verdict {
    pub fn label(self) -> &'static str {
        match self {
            Verdict::Miss(label) | Verdict::Hit(label) | Verdict::Critical(label) => label,
        }
    }
}

/// Answers that leave things as they are; others who could step in are taken not to.
const DECLINES: [&str; 7] = ["pass", "keep", "decline", "stay", "stop", "done", "begin"];

pub(super) fn of<S: Shown>(battle: &Battle<S>, line: &str) -> Result<Odds, Declined> {
    let request = battle.pending().ok_or(Declined::Over)?;
    if let Some(roll) = request.dice {
        return Err(Declined::DiceExpected(roll.into()));
    }
    let choice = Choice::parse(line, battle.state()).map_err(|why| Declined::Malformed(why.0))?;
    let (first, verdict) = run(battle, &choice, None);
    if let Some(refusal) = first.refused {
        return Err(Declined::Illegal(refusal));
    }
    let Some(roll) = first.roll else {
        let sure = verdict.map(|verdict| Odd { verdict, faces: Vec::new(), per_million: 1_000_000 });
        return Ok(Odds { roll: None, outcomes: sure.into_iter().collect() });
    };
    let falls = roll.throw.outcomes();
    let all: u64 = falls.iter().map(|(_, ways)| ways).sum();
    let mut found: Vec<(Verdict, Vec<i32>, u64)> = Vec::new();
    for (fall, ways) in falls {
        let Some(verdict) = run(battle, &choice, Some(fall)).1 else {
            continue;
        };
        match found.iter_mut().find(|(known, ..)| *known == verdict) {
            Some((_, faces, sum)) => {
                faces.push(fall.value);
                *sum += ways;
            }
            None => found.push((verdict, vec![fall.value], ways)),
        }
    }
    found.sort_by_key(|(verdict, ..)| *verdict);
    let odd = |(verdict, faces, ways): (Verdict, Vec<i32>, u64)| {
        let per_million = Chance::new(ways.into(), all.into()).per_million() as u32;
        Odd { verdict, faces, per_million }
    };
    Ok(Odds { roll: Some(roll), outcomes: found.into_iter().map(odd).collect() })
}

/// Whether the choice could be made now.
pub(super) fn judge<S: Shown>(battle: &Battle<S>, choice: &Choice) -> Result<(), Declined> {
    match run(battle, choice, None).0.refused {
        Some(refusal) => Err(Declined::Illegal(refusal)),
        None => Ok(()),
    }
}

/// Runs the step with the choice, and with one value of the first roll if one is given.
fn run<'a, S: Shown>(battle: &'a Battle<S>, choice: &'a Choice, fall: Option<Fall>) -> (Peek<'a>, Option<Verdict>) {
    let mut state = battle.checkpoint().clone();
    let mut peek = Peek { facts: battle.facts(), next: 0, choice: Some(choice), fall, roll: None, refused: None };
    let (mut log, mut scratch) = (Log::on(), S::Scratch::default());
    let mut table = Table::<S> { state: &mut state, oracle: &mut peek, log: &mut log, scratch: &mut scratch };
    // The run stops where the next die would fall; what has been told by then is what the first one meant.
    let _ = S::step(&mut table);
    let before = battle.told().len() - battle.told_before();
    let verdict = log.told.iter().skip(before).find_map(|told| S::verdict(&told.event));
    (peek, verdict)
}

struct Peek<'a> {
    facts: &'a [Fact],
    next: usize,
    choice: Option<&'a Choice>,
    fall: Option<Fall>,
    roll: Option<Roll>,
    refused: Option<Refusal>,
}

impl Oracle for Peek<'_> {
    fn choose(&mut self, _: &Ask, question: &dyn Question) -> Flow<Answer> {
        if let Some(Fact::Choice(_, choice)) = self.facts.get(self.next) {
            self.next += 1;
            return question.settle(choice).map_err(|_| Pause);
        }
        if let Some(choice) = self.choice.take() {
            return question.settle(choice).map_err(|refusal| {
                self.refused = Some(refusal);
                Pause
            });
        }
        let declines = |index: &usize| DECLINES.contains(&question.choice(*index).verb.text());
        (0..question.len()).find(declines).map(Answer::Option).ok_or(Pause)
    }

    fn roll(&mut self, roll: &Roll) -> Flow<Fall> {
        if let Some(Fact::Dice(fall)) = self.facts.get(self.next) {
            self.next += 1;
            return Ok(*fall);
        }
        if self.roll.is_some() {
            return Err(Pause);
        }
        self.roll = Some(*roll);
        self.fall.ok_or(Pause)
    }
}
