//! What may come of a choice: the step is run with it once for every value of the first roll it leads to, and once for
//! every outcome of all its dice to see what becomes of the figures.
//!
//! Where deeds are announced first and done later, the step that announces one is followed by the doing of just that
//! one ([`Chances::perform`](kernel::board::Chances::perform)), with the rules that will do it.

mod contest;
mod dice;

use super::{Fate, Shown, Verdict};
use dice::{First, Lone, Peek};
use kernel::battle::Declined;
use kernel::board::Duel;
use kernel::oracle::{Chance, Cursor, Fact};
use kernel::{
    Answer, Ask, Battle, Choice, EventText, Fall, Figure, Log, Oracle, Question, Refusal, Roll, Seat, Table, Thing,
    Told,
};
use std::cell::Cell;
use std::collections::BTreeMap;

/// The first roll that a choice leads to, if it does, what each value of it means, and what becomes of the figures.
#[derive(Clone, Debug)]
pub struct Odds {
    pub roll: Option<Roll>,
    /// The roll of the other side that answers it, where rolls are opposed.
    pub against: Option<Roll>,
    pub outcomes: Vec<Odd>,
    /// The roll of another kind that may follow: damage after an attack.
    pub then: Option<Roll>,
    pub fates: Vec<Fated>,
    /// What befalls the target when all dice of the step have fallen, in words, and the chance of each; empty where a
    /// system does not say, or where there is too much to count.
    pub ends: Vec<(&'static str, u32)>,
    /// What these chances take for granted, in words: decisions of others that they are taken not to make.
    pub given: Vec<&'static str>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Odd {
    pub verdict: Verdict,
    /// Values of the roll that lead here; none where nothing is rolled, or where another roll answers it.
    pub faces: Vec<i32>,
    pub per_million: u32,
}

/// How likely it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fated {
    pub figure: Figure,
    pub fate: Fate,
    pub chance: Chance,
}

/// More runs than a deed takes; with more nothing is said of the figures, as the player would wait for it.
const MOST_RUNS: u64 = 6_000;

/// The odds of a choice that could be made now.
pub(super) fn of<S: Shown>(battle: &Battle<S>, line: &str) -> Result<Odds, Declined> {
    let request = battle.pending().ok_or(Declined::Over)?;
    if let Some(roll) = request.dice {
        return Err(Declined::DiceExpected(roll.into()));
    }
    let choice = Choice::parse(line, battle.state()).map_err(|why| Declined::Malformed(why.0))?;
    moment(battle, &choice).odds().map_err(Declined::Illegal)
}

/// The odds of a choice in a step that begins in this state, after other choices in it.
///
/// # Errors
/// When the choice cannot be made there.
pub fn at<S: Shown>(state: &S::State, made: &[&str], line: &str) -> Result<Odds, Declined> {
    let read = |line: &str| Choice::parse(line, state).map_err(|why| Declined::Malformed(why.0));
    let fact = |line: &&str| read(line).map(|choice| Fact::Choice(Seat(0), choice));
    let facts = made.iter().map(fact).collect::<Result<Vec<Fact>, Declined>>()?;
    let choice = read(line)?;
    let moment = Moment::<S> {
        start: state,
        now: state,
        facts: &facts,
        told: 0,
        what: What::Choice(&choice),
        whom: named(&choice),
    };
    moment.odds().map_err(Declined::Illegal)
}

/// The odds of a deed that is announced; none where there is no such deed.
pub fn of_deed<S: Shown>(state: &S::State, number: usize) -> Option<Odds> {
    if number >= S::announced(state) {
        return None;
    }
    Moment::<S> { start: state, now: state, facts: &[], told: 0, what: What::Deed(number), whom: None }.odds().ok()
}

/// Whether the choice could be made now.
pub(super) fn judge<S: Shown>(battle: &Battle<S>, choice: &Choice) -> Result<(), Declined> {
    match moment(battle, choice).run(&mut Rehearsal::new(battle.checkpoint()), &mut First::default()).refused {
        Some(refusal) => Err(Declined::Illegal(refusal)),
        None => Ok(()),
    }
}

fn moment<'a, S: Shown>(battle: &'a Battle<S>, choice: &'a Choice) -> Moment<'a, S> {
    let told = battle.told_count() - battle.told_before();
    let (start, now, facts) = (battle.checkpoint(), battle.state(), battle.facts());
    let ask = battle.pending().map(|request| request.ask);
    // A choice that names nobody is about the one who acts.
    let whom = named(choice).or(ask.and_then(|ask| ask.about.or(ask.actor)));
    Moment { start, now, facts, told, what: What::Choice(choice), whom }
}

/// Where the battle stands, and what is asked about.
struct Moment<'a, S: Shown> {
    /// Where the step began, and the state at the question.
    start: &'a S::State,
    now: &'a S::State,
    /// Choices and dice in between, and how many events they told.
    facts: &'a [Fact],
    told: usize,
    what: What<'a>,
    whom: Option<Figure>,
}

/// Whoever is named last is meant.
fn named(choice: &Choice) -> Option<Figure> {
    choice.things.iter().rev().find_map(|thing| match thing {
        Thing::Figure(figure) => Some(*figure),
        _ => None,
    })
}

enum What<'a> {
    Choice(&'a Choice),
    Deed(usize),
}

/// A copy of the situation on which runs are made, over and over.
struct Rehearsal<S: Shown> {
    state: S::State,
    log: Log<S::Event>,
    scratch: S::Scratch,
}

impl<S: Shown> Rehearsal<S> {
    fn new(state: &S::State) -> Rehearsal<S> {
        Rehearsal { state: state.clone(), log: Log::on(), scratch: S::Scratch::default() }
    }
}

/// How a run went: what kept it from being made, how many deeds were done, and what was declined on the way.
struct Ran {
    refused: Option<Refusal>,
    deeds: usize,
    declined: Vec<&'static str>,
}

/// Ends with their chances, and what these take for granted.
type Ends = (Vec<(&'static str, u32)>, Vec<&'static str>);

impl<S: Shown> Moment<'_, S> {
    fn odds(&self) -> Result<Odds, Refusal> {
        let mut rehearsal = Rehearsal::new(self.start);
        let mut first = First::default();
        let ran = self.run(&mut rehearsal, &mut first);
        if let Some(refusal) = ran.refused {
            return Err(refusal);
        }
        let outcomes = match first.roll {
            Some(roll) => self.faces(&mut rehearsal, &roll),
            None => {
                let sure = |verdict| Odd { verdict, faces: Vec::new(), per_million: 1_000_000 };
                self.verdict(&rehearsal).map(sure).into_iter().collect()
            }
        };
        let mut odds = Odds {
            roll: first.roll,
            against: None,
            outcomes,
            then: None,
            fates: Vec::new(),
            ends: Vec::new(),
            given: Vec::new(),
        };
        let told = !odds.outcomes.is_empty() || ran.deeds > 0;
        if told && S::fates(self.now, self.now).is_some() {
            (odds.fates, odds.then) = self.fates(&mut rehearsal, ran.deeds, first.roll.as_ref()).unwrap_or_default();
        }
        if (S::OPPOSED || self.opens(&rehearsal)) && odds.roll.is_some() && odds.outcomes.is_empty() {
            let plain = odds.clone();
            if self.contest(&mut rehearsal, &mut odds).is_none() && odds.outcomes.is_empty() {
                odds = plain;
            }
        }
        if S::UPSHOTS && odds.roll.is_some() {
            (odds.ends, odds.given) = self.ends(&mut rehearsal).unwrap_or_default();
        }
        Ok(odds)
    }

    /// Values of the first roll by what they mean.
    fn faces(&self, rehearsal: &mut Rehearsal<S>, roll: &Roll) -> Vec<Odd> {
        let falls = roll.throw.outcomes();
        let all: u64 = falls.iter().map(|(_, ways)| ways).sum();
        let mut found: Vec<(Verdict, Vec<i32>, u64)> = Vec::new();
        for (fall, ways) in falls {
            self.run(rehearsal, &mut First { fall: Some(fall), roll: None });
            let Some(verdict) = self.verdict(rehearsal) else { continue };
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
        found.into_iter().map(odd).collect()
    }

    /// What becomes of whom, over all outcomes of all dice. None where they are too many.
    ///
    /// A die that decides about one figure alone ([`apart`](kernel::board::Chances::apart)) need not be counted together
    /// with others of its kind: each in turn is let fall in all ways while the others lie still, and only its own figure is looked at.
    /// Several deeds may strike one figure twice, so there everything is counted together.
    fn fates(
        &self,
        rehearsal: &mut Rehearsal<S>,
        deeds: usize,
        first: Option<&Roll>,
    ) -> Option<(Vec<Fated>, Option<Roll>)> {
        let mut sums: BTreeMap<(Figure, Fate), Chance> = BTreeMap::new();
        let mut then = None;
        let (mut free, mut dice) = (0, 1);
        while free < dice {
            let kept = (deeds == 1).then_some(free);
            let mut policy = |_: &Ask, _: &dyn Question| Answer::Option(0);
            let found = kernel::oracle::odds(MOST_RUNS, &mut policy, |oracle| {
                let mut lone = Lone::new(oracle, S::apart, kept);
                self.run(rehearsal, &mut lone);
                if kept.is_some() {
                    dice = dice.max(lone.seen);
                }
                then = then.or(lone.other(first));
                Ok(self.looked_at(rehearsal, kept))
            })?;
            for (list, chance) in found {
                for fate in list {
                    let sum = sums.entry(fate).or_insert(Chance::NEVER);
                    *sum = sum.plus(chance)?;
                }
            }
            free += 1;
        }
        let fated = |((figure, fate), chance)| Fated { figure, fate, chance };
        Some((sums.into_iter().map(fated).collect(), then))
    }

    /// Every sequence of dice that the choice can lead to, by the worst that befalls the target, and what is taken for
    /// granted. None where they are too many.
    fn ends(&self, rehearsal: &mut Rehearsal<S>) -> Option<Ends> {
        let whom = self.whom?;
        let mut given: Vec<&'static str> = Vec::new();
        let mut policy = |_: &Ask, _: &dyn Question| Answer::Option(0);
        let counted = kernel::oracle::odds(MOST_RUNS, &mut policy, |oracle| {
            for words in self.run_on(rehearsal, oracle, true).declined.into_iter().filter_map(S::proviso) {
                if !given.contains(&words) {
                    given.push(words);
                }
            }
            let all = rehearsal.log.told.iter().skip(self.told).filter_map(|told| S::upshot(&told.event));
            Ok(all.filter(|found| found.0 == whom).map(|(_, how, what)| (how, what)).max())
        })?;
        let told = |(end, chance): (Option<(u8, &'static str)>, Chance)| Some((end?.1, chance.per_million() as u32));
        Some((counted.into_iter().rev().filter_map(told).collect(), given))
    }

    /// The fates that a run decides: those of the figure that the free die is about, and with the first one also those
    /// that hang on no such die.
    fn looked_at(&self, rehearsal: &Rehearsal<S>, free: Option<usize>) -> Vec<(Figure, Fate)> {
        let mut all = S::fates(self.now, &rehearsal.state).unwrap_or_default();
        if let Some(free) = free {
            let told = rehearsal.log.told.iter().skip(self.told);
            let struck: Vec<Figure> = told.filter_map(|told| S::struck(&told.event)).collect();
            all.retain(|(figure, _)| match struck.iter().position(|one| one == figure) {
                Some(place) => place == free,
                None => free == 0,
            });
        }
        all
    }

    /// Whether the roll that fell last opens a contest.
    fn opens(&self, rehearsal: &Rehearsal<S>) -> bool {
        let duel = |told: &Told<S::Event>| told.event.duel() == Some(Duel::Opens);
        rehearsal.log.told.iter().skip(self.told).any(duel)
    }

    /// What has been told by the end of a run; one that stops at the next die tells what the first one meant.
    fn verdict(&self, rehearsal: &Rehearsal<S>) -> Option<Verdict> {
        let told = || rehearsal.log.told.iter().skip(self.told).map(|told| &told.event);
        told().filter(|event| S::undoes(event)).chain(told()).find_map(S::verdict)
    }

    /// Runs the step with the choice, and what it announces; or does the deed. `dice` are those that have not fallen.
    fn run(&self, rehearsal: &mut Rehearsal<S>, dice: &mut dyn Oracle) -> Ran {
        self.run_on(rehearsal, dice, false)
    }

    /// The same; `on` says whether it goes on where somebody is asked who cannot leave things as they are.
    fn run_on(&self, rehearsal: &mut Rehearsal<S>, dice: &mut dyn Oracle, on: bool) -> Ran {
        rehearsal.state.clone_from(self.start);
        rehearsal.log.clear();
        let willing = Cell::new(on);
        let choice = match self.what {
            What::Choice(choice) => Some(choice),
            What::Deed(_) => None,
        };
        let assumed =
            |ask: &Ask, question: &dyn Question, last: Option<(Roll, Fall)>| S::assumed(self.now, ask, question, last);
        let mut peek = Peek {
            facts: Cursor::new(self.facts),
            choice,
            dice,
            refused: None,
            willing: &willing,
            assumed: &assumed,
            last: None,
            declined: Vec::new(),
        };
        let Rehearsal { state, log, scratch } = rehearsal;
        let mut table = Table::<S> { state, oracle: &mut peek, log, scratch };
        let deeds = match self.what {
            What::Deed(number) => number..number + 1,
            What::Choice(_) => {
                let before = S::announced(self.start);
                match S::step(&mut table) {
                    Ok(()) => before..S::announced(table.state),
                    Err(_) => 0..0,
                }
            }
        };
        if !deeds.is_empty() {
            willing.set(true);
            // Where it stops for a die that is not thrown, what was told until then is what counts.
            let _ = S::perform(&mut table, deeds.clone());
        }
        Ran { refused: peek.refused, deeds: deeds.len(), declined: peek.declined }
    }
}
