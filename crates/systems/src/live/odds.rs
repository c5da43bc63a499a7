//! What may come of a choice: the step is run with it once for every value of the first roll it leads to.

use super::Shown;
use kernel::battle::Declined;
use kernel::oracle::{Chance, Fact};
use kernel::{
    Answer, Ask, Battle, Choice, Fall, Figure, Flow, Log, Oracle, Pause, Question, Refusal, Roll, Table, Thing,
};

/// The first roll that a choice leads to, if it does, and what each value of it means.
#[derive(Clone, Debug)]
pub struct Odds {
    pub roll: Option<Roll>,
    pub outcomes: Vec<Odd>,
    /// What befalls the target when all dice of the step have fallen, in words, and the chance of each; empty where a
    /// system does not say, or where there is too much to count.
    pub ends: Vec<(&'static str, u32)>,
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
        return Ok(Odds { roll: None, outcomes: sure.into_iter().collect(), ends: Vec::new() });
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
    let ends = ends(battle, &choice).unwrap_or_default();
    Ok(Odds { roll: Some(roll), outcomes: found.into_iter().map(odd).collect(), ends })
}

/// Runs of a step that are made before counting is given up.
const RUNS: u64 = 4000;

/// Every sequence of dice that the choice can lead to, by the worst that comes of it.
fn ends<S: Shown>(battle: &Battle<S>, choice: &Choice) -> Option<Vec<(&'static str, u32)>> {
    let before = battle.told().len() - battle.told_before();
    let mut scratch = S::Scratch::default();
    // Whoever is named last is meant; a choice that names nobody is about the one who acts.
    let named = choice.things.iter().rev().find_map(|thing| match thing {
        Thing::Figure(figure) => Some(*figure),
        _ => None,
    });
    let ask = &battle.pending()?.ask;
    let whom = named.or(ask.about).or(ask.actor)?;
    let mut policy = |_: &Ask, question: &dyn Question| Answer::Option(decline(question).unwrap_or(0));
    let counted = kernel::oracle::odds(RUNS, &mut policy, |oracle| {
        let mut state = battle.checkpoint().clone();
        let mut log = Log::on();
        let mut after = After { facts: battle.facts(), next: 0, choice: Some(choice), then: oracle };
        let mut table = Table::<S> { state: &mut state, oracle: &mut after, log: &mut log, scratch: &mut scratch };
        S::step(&mut table)?;
        let befalls = |found: &(Figure, u8, &'static str)| found.0 == whom;
        let all = log.told.iter().skip(before).filter_map(|told| S::upshot(&told.event));
        Ok(all.filter(befalls).map(|(_, how, what)| (how, what)).max())
    })?;
    let told = |(end, chance): (Option<(u8, &'static str)>, Chance)| Some((end?.1, chance.per_million() as u32));
    Some(counted.into_iter().rev().filter_map(told).collect())
}

/// What has been answered and rolled since the checkpoint, then the choice, then another oracle.
struct After<'a, 'b> {
    facts: &'a [Fact],
    next: usize,
    choice: Option<&'a Choice>,
    then: &'b mut dyn Oracle,
}

impl Oracle for After<'_, '_> {
    fn choose(&mut self, ask: &Ask, question: &dyn Question) -> Flow<Answer> {
        let known = match self.facts.get(self.next) {
            Some(Fact::Choice(_, choice)) => {
                self.next += 1;
                Some(choice)
            }
            _ => self.choice.take(),
        };
        match known {
            Some(choice) => question.settle(choice).map_err(|_| Pause),
            None => self.then.choose(ask, question),
        }
    }

    fn roll(&mut self, roll: &Roll) -> Flow<Fall> {
        match self.facts.get(self.next) {
            Some(Fact::Dice(fall)) => {
                self.next += 1;
                Ok(*fall)
            }
            _ => self.then.roll(roll),
        }
    }
}

/// The answer that leaves things as they are.
fn decline(question: &dyn Question) -> Option<usize> {
    (0..question.len()).find(|index| DECLINES.contains(&question.choice(*index).verb.text()))
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
        decline(question).map(Answer::Option).ok_or(Pause)
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
