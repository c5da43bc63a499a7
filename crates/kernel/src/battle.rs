//! A live battle: the state at the last checkpoint and the facts since.

mod packed;
mod past;

pub use past::Past;

use crate::oracle::{Dealer, Fact, Live, Why};
use crate::{
    Choice, Digest, Log, Name, Outcome, Problem, Refusal, Request, Roll, Seat, Seed, SeededDice, Setup, System, Thing,
    Told, Way,
};
use std::fmt;
use std::ops::Range;
use std::sync::Arc;

/// Steps of one battle. The longest that anybody has seen end has a tenth of them.
pub const MOST_STEPS: usize = 20_000;
/// Choices and dice of one battle.
pub const MOST_FACTS: usize = 60_000;
/// Events of finished steps that are kept as they were told, for those who follow the log. Earlier ones are told again.
const TAIL: usize = 32;

/// A battle that people, bots or minds play by answering what it asks.
///
/// An answer either carries the battle on or is refused and leaves it as it was, bit for bit.
#[derive(Debug)]
pub struct Battle<S: System> {
    pack: Arc<S::Pack>,
    setup: Setup,
    seed: Option<Seed>,
    dealer: Dealer,
    /// Finished steps: undo and fork go back to any of them.
    past: Past<S>,
    checkpoint: S::State,
    facts: Vec<Fact>,
    told_before: usize,
    thrown_before: u64,
    /// The last events; the first of them has the number `told_from`.
    told: Vec<Told<S::Event>>,
    told_from: usize,
    /// The table as it stands while a decision is pending.
    shown: S::State,
    pending: Option<Request>,
    redo: Vec<Fact>,
    orders: Vec<Order>,
    hash: String,
}

/// A standing order: whenever `seat` is asked `prompt` and one answer with `verb` is what the order means, that is the
/// answer. Orders are given and lifted by the player, everybody may see them, and none is given by default.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Order {
    pub seat: Seat,
    pub prompt: String,
    pub verb: Name,
    pub amount: Amount,
}

/// Which of several answers with the same verb an order means.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Amount {
    /// The verb alone says it.
    #[default]
    Only,
    /// The smallest number.
    Least,
    /// The largest number.
    Most,
}

/// Why an answer was not taken. The battle is unchanged.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Declined {
    /// The battle is over, nothing is asked.
    Over,
    /// Somebody else decides.
    NotYours {
        decides: Seat,
    },
    /// The answer was made to an earlier moment of the battle.
    Stale {
        now: u64,
    },
    Malformed(String),
    Illegal(Refusal),
    /// It is none of the answers that there are; these are named.
    Unlisted {
        refusal: Refusal,
        possible: String,
    },
    /// The battle waits for what a real die shows.
    DiceExpected(Box<Roll>),
    /// It waits for a choice, not for dice.
    ChoiceExpected,
    /// No battle may have more steps, choices and dice.
    TooLong,
}

impl fmt::Display for Declined {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Declined::Over => f.write_str("the battle is over; nothing is asked"),
            Declined::NotYours { decides } => write!(f, "side {decides} decides now"),
            Declined::Stale { now } => write!(f, "that was an answer to an earlier moment; the battle is at {now}"),
            Declined::Malformed(why) => f.write_str(why),
            Declined::Illegal(refusal) => write!(f, "{refusal}"),
            Declined::Unlisted { refusal, possible } => write!(f, "{refusal}; {possible}"),
            Declined::DiceExpected(roll) => write!(
                f,
                "type what fell on the {} for the {} roll: dice 1..{}",
                roll.throw, roll.name, roll.throw.sides
            ),
            Declined::ChoiceExpected => f.write_str("no dice are thrown now; a choice is asked"),
            Declined::TooLong => write!(
                f,
                "the battle is too long: it may have {MOST_STEPS} steps and {MOST_FACTS} choices and dice, and no more"
            ),
        }
    }
}

/// What an undo takes back.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Undone {
    /// Dice that had fallen since the choice: between people they need the other side's consent.
    pub dice: usize,
}

// By hand, for the derived one would ask that packs can be cloned.
impl<S: System> Clone for Battle<S> {
    fn clone(&self) -> Battle<S> {
        Battle {
            pack: Arc::clone(&self.pack),
            setup: self.setup.clone(),
            seed: self.seed,
            dealer: self.dealer.clone(),
            past: self.past.clone(),
            checkpoint: self.checkpoint.clone(),
            facts: self.facts.clone(),
            told_before: self.told_before,
            thrown_before: self.thrown_before,
            told: self.told.clone(),
            told_from: self.told_from,
            shown: self.shown.clone(),
            pending: self.pending.clone(),
            redo: self.redo.clone(),
            orders: self.orders.clone(),
            hash: self.hash.clone(),
        }
    }
}

impl<S: System> Battle<S> {
    /// Begins a battle. Without a seed every die is typed in by hand.
    ///
    /// # Errors
    /// Every problem of the setup at once.
    pub fn begin(pack: &Arc<S::Pack>, setup: Setup, seed: Option<Seed>) -> Result<Battle<S>, Vec<Problem>> {
        let state = S::begin(pack, &setup)?;
        let dealer = Dealer { dice: seed.map(SeededDice::new), own_dice: setup.own_dice };
        let mut digest = Digest::default();
        S::digest(&state, &mut digest);
        let hash = digest.finish();
        let mut battle = Battle {
            pack: Arc::clone(pack),
            setup,
            seed,
            dealer,
            past: Past::new(&hash),
            shown: state.clone(),
            checkpoint: state,
            facts: Vec::new(),
            told_before: 0,
            thrown_before: 0,
            told: Vec::new(),
            told_from: 0,
            pending: None,
            redo: Vec::new(),
            orders: Vec::new(),
            hash,
        };
        // The first decision: no fact is there that could be refused.
        let _ = battle.advance();
        Ok(battle)
    }

    pub fn pack(&self) -> &Arc<S::Pack> {
        &self.pack
    }

    pub fn setup(&self) -> &Setup {
        &self.setup
    }

    pub fn seed(&self) -> Option<Seed> {
        self.seed
    }

    pub fn state(&self) -> &S::State {
        &self.shown
    }

    pub fn pending(&self) -> Option<&Request> {
        self.pending.as_ref()
    }

    pub fn outcome(&self) -> Option<Outcome> {
        S::outcome(&self.checkpoint)
    }

    pub fn steps(&self) -> &Past<S> {
        &self.past
    }

    /// Facts of the step under way.
    pub fn facts(&self) -> &[Fact] {
        &self.facts
    }

    pub fn checkpoint(&self) -> &S::State {
        &self.checkpoint
    }

    /// How many events were told so far.
    pub fn told_count(&self) -> usize {
        self.told_from + self.told.len()
    }

    /// Every event so far, in order; its place in the list is its number for good. Most of a long battle is played once
    /// more for it.
    pub fn told(&self) -> Vec<Told<S::Event>> {
        self.told_in(0..self.told_count())
    }

    /// The events with these numbers. The last ones are at hand; for earlier ones their steps are played once more.
    pub fn told_in(&self, numbers: Range<usize>) -> Vec<Told<S::Event>> {
        let (from, until) = (numbers.start, numbers.end.min(self.told_count()));
        if from >= until {
            return Vec::new();
        }
        let mut told = match from < self.told_from {
            true => self.past.told(from..until.min(self.told_from)),
            false => Vec::new(),
        };
        if until > self.told_from {
            told.extend_from_slice(&self.told[from.max(self.told_from) - self.told_from..until - self.told_from]);
        }
        told
    }

    /// How many events were told before the step under way.
    pub fn told_before(&self) -> usize {
        self.told_before
    }

    /// Grows with every fact; an answer may name the moment it was made for.
    pub fn moment(&self) -> u64 {
        (self.past.fact_count() + self.facts.len()) as u64
    }

    /// Every fact from a number on, in order.
    pub fn facts_from(&self, number: usize) -> Vec<Fact> {
        let past = self.past.fact_count();
        let mut facts = match number < past {
            true => self.past.facts_from(number),
            false => Vec::new(),
        };
        facts.extend_from_slice(self.facts.get(number.saturating_sub(past)..).unwrap_or_default());
        facts
    }

    /// Every fact, the last one first.
    pub fn facts_back(&self) -> impl Iterator<Item = Fact> {
        let past = (0..self.past.len()).rev().flat_map(|at| self.past.facts(at).into_iter().rev());
        self.facts.iter().rev().cloned().chain(past)
    }

    /// Answers the pending request for `seat`. Returns how many events there were before, so that the new ones are
    /// `told()[n..]`.
    ///
    /// # Errors
    /// See [`Declined`]; the battle is then unchanged.
    pub fn answer(&mut self, seat: Seat, line: &str) -> Result<usize, Declined> {
        let pending = self.pending.as_ref().ok_or(Declined::Over)?;
        if pending.ask.seat != seat {
            return Err(Declined::NotYours { decides: pending.ask.seat });
        }
        if let Some(roll) = pending.dice {
            let faces = typed_dice(line).ok_or_else(|| Declined::DiceExpected(Box::new(roll)))?;
            return self.typed(roll, &faces);
        }
        if line.split(' ').next() == Some("dice") {
            return Err(Declined::ChoiceExpected);
        }
        let choice = Choice::parse(line, &self.shown)
            .map_err(|why| Declined::Malformed(format!("{why}; {}", pending.possible(line))))?;
        let known = pending.ask.decision.kind(&choice).is_some();
        match self.take(Fact::Choice(seat, choice)) {
            Err(Declined::Illegal(refusal)) if refusal.is_unlisted() || !known => {
                let possible = self.pending.as_ref().map_or_else(String::new, |pending| pending.possible(line));
                Err(Declined::Unlisted { refusal, possible })
            }
            taken => taken,
        }
    }

    /// The same, refused when the battle has moved on from `moment`.
    ///
    /// # Errors
    /// [`Declined::Stale`], or as for [`answer`](Battle::answer).
    pub fn answer_at(&mut self, moment: u64, seat: Seat, line: &str) -> Result<usize, Declined> {
        match self.moment() {
            now if now == moment => self.answer(seat, line),
            now => Err(Declined::Stale { now }),
        }
    }

    /// Types in what real dice showed.
    ///
    /// # Errors
    /// When no dice are awaited or the faces do not fit.
    pub fn throw(&mut self, faces: &[u8]) -> Result<usize, Declined> {
        let pending = self.pending.as_ref().ok_or(Declined::Over)?;
        let roll = pending.dice.ok_or(Declined::ChoiceExpected)?;
        self.typed(roll, faces)
    }

    fn typed(&mut self, roll: Roll, faces: &[u8]) -> Result<usize, Declined> {
        let fall = roll.throw.read(faces).ok_or_else(|| Declined::DiceExpected(Box::new(roll)))?;
        self.take(Fact::Dice(fall))
    }

    fn take(&mut self, fact: Fact) -> Result<usize, Declined> {
        if self.past.len() >= MOST_STEPS || self.moment() >= MOST_FACTS as u64 {
            return Err(Declined::TooLong);
        }
        let told = self.told_count();
        let at = self.facts.len();
        self.facts.push(fact);
        match self.advance() {
            Ok(()) => {
                self.redo.clear();
                Ok(told)
            }
            Err(why) => {
                self.facts.truncate(at);
                Err(match why {
                    Why::Illegal(refusal) => Declined::Illegal(refusal),
                    Why::Mismatch(text) => Declined::Malformed(text),
                })
            }
        }
    }

    /// Re-runs the step from its checkpoint through the facts; goes on until somebody must decide or the battle ends.
    /// On an error nothing but `facts` may have changed.
    fn advance(&mut self) -> Result<(), Why> {
        let mut scratch = S::Scratch::default();
        loop {
            if S::outcome(&self.checkpoint).is_some() {
                self.shown = self.checkpoint.clone();
                self.pending = None;
                return Ok(());
            }
            let mut trial = self.checkpoint.clone();
            let mut log = Log::on();
            let mut live = Live::new(&mut self.facts, &mut self.dealer, self.thrown_before);
            let flow = S::run(&mut trial, &mut live, &mut log, &mut scratch);
            let (refused, pending) = (live.refused.take(), live.pending.take());
            if let Some(refused) = refused {
                return Err(refused.why);
            }
            self.told.truncate(self.told_before - self.told_from);
            self.told.append(&mut log.told);
            if flow.is_ok() {
                self.finish(trial);
                continue;
            }
            self.shown = trial;
            self.pending = pending;
            if let Some(pending) = &mut self.pending {
                pending.stack = log.take_frames();
            }
            match self.ordered() {
                Some(fact) => self.facts.push(fact),
                None => return Ok(()),
            }
        }
    }

    fn finish(&mut self, after: S::State) {
        let facts = std::mem::take(&mut self.facts);
        let hash = chain::<S>(&self.hash, &facts, &after);
        let told = self.told_count();
        self.past.push(std::mem::replace(&mut self.checkpoint, after), &facts, told, &hash);
        self.hash = hash;
        (self.told_before, self.thrown_before) = self.past.counted(self.past.len());
        let old = self.told.len().saturating_sub(TAIL);
        self.told.drain(..old);
        self.told.shrink_to(2 * TAIL);
        self.told_from += old;
    }

    /// Goes back to the state before a finished step; nothing of that step and of later ones has happened then.
    fn rewind(&mut self, at: usize) {
        let Some(start) = self.past.start(at) else {
            return;
        };
        self.past.truncate(at);
        self.checkpoint = Arc::unwrap_or_clone(start);
        self.facts.clear();
        self.hash = self.past.hash_after(at);
        (self.told_before, self.thrown_before) = self.past.counted(at);
        self.told_from = self.told_from.min(self.told_before);
        self.told.truncate(self.told_before - self.told_from);
    }

    fn ordered(&self) -> Option<Fact> {
        let pending = self.pending.as_ref()?;
        let ask = &pending.ask;
        let order = self.orders.iter().find(|order| order.seat == ask.seat && order.prompt == ask.prompt())?;
        let choice = meant(pending, order)?.clone();
        Some(Fact::Choice(ask.seat, choice))
    }

    pub fn orders(&self) -> &[Order] {
        &self.orders
    }

    /// Gives a standing order; it replaces the seat's earlier one for the same prompt, and answers at once if that very
    /// question is pending.
    pub fn give_order(&mut self, order: Order) {
        self.lift_order(order.seat, &order.prompt);
        self.orders.push(order);
        if let Some(fact) = self.ordered() {
            let _ = self.take(fact);
        }
    }

    pub fn lift_order(&mut self, seat: Seat, prompt: &str) {
        self.orders.retain(|order| order.seat != seat || order.prompt != prompt);
    }

    /// Takes back the last choice and the dice that fell after it; `None` when there is nothing to take back. Whether
    /// that is allowed after dice is for the caller to settle between the seats: [`undo_cost`](Battle::undo_cost).
    pub fn undo(&mut self) -> Option<Undone> {
        let cost = self.undo_cost()?;
        self.take_back(1);
        Some(cost)
    }

    /// Takes back so many choices at once, each with the dice that fell after it; false, and nothing is taken back, where
    /// there are not so many.
    pub fn take_back(&mut self, choices: usize) -> bool {
        let is_choice = |fact: &Fact| matches!(fact, Fact::Choice(..));
        let (mut steps, mut left) = (self.past.len(), choices);
        let (mut facts, mut dropped) = (self.facts.clone(), Vec::new());
        while left > 0 {
            match (facts.pop(), steps) {
                (Some(fact), _) => {
                    left -= usize::from(is_choice(&fact));
                    dropped.push(fact);
                }
                (None, 0) => return false,
                (None, _) => {
                    steps -= 1;
                    facts = self.past.facts(steps);
                }
            }
        }
        if steps < self.past.len() {
            self.rewind(steps);
        }
        self.facts = facts;
        self.redo.extend(dropped);
        let orders = std::mem::take(&mut self.orders);
        let _ = self.advance();
        self.orders = orders;
        true
    }

    /// What [`undo`](Battle::undo) would take back.
    pub fn undo_cost(&self) -> Option<Undone> {
        let mut dice = 0;
        for fact in self.facts_back() {
            match fact {
                Fact::Dice(_) => dice += 1,
                Fact::Choice(..) => return Some(Undone { dice }),
            }
        }
        None
    }

    /// Makes an undone choice again, with the dice that fell after it.
    pub fn redo(&mut self) -> bool {
        let Some(fact) = self.redo.pop() else {
            return false;
        };
        let orders = std::mem::take(&mut self.orders);
        let kept = std::mem::take(&mut self.redo);
        let done = self.take(fact).is_ok();
        self.redo = kept;
        // Typed dice of the undone choice come back with it; seeded dice have fallen again by themselves.
        while matches!(self.redo.last(), Some(Fact::Dice(_))) {
            let Some(Fact::Dice(fall)) = self.redo.pop() else { break };
            let kept = std::mem::take(&mut self.redo);
            if self.pending.as_ref().is_some_and(|pending| pending.dice.is_some()) {
                let _ = self.throw(fall.faces());
            }
            self.redo = kept;
        }
        self.orders = orders;
        done
    }

    /// What [`redo`](Battle::redo) would make again, the next one last.
    pub fn undone(&self) -> &[Fact] {
        &self.redo
    }

    /// Puts back what had been undone, for a battle that is taken up again from its facts.
    pub fn set_undone(&mut self, facts: Vec<Fact>) {
        self.redo = facts;
    }

    /// Settles where dice come from, from here on: for a battle that is taken up again from its facts, and for forks. The
    /// record commits to the seed only where it explains the dice that have fallen already.
    pub fn deal(&mut self, seed: Seed, own_dice: crate::Seats, committed: bool) {
        self.seed = committed.then_some(seed);
        self.setup.own_dice = own_dice;
        self.dealer = Dealer { dice: Some(SeededDice::new(seed)), own_dice };
        // Dice that were still awaited fall now; no fact is new that could be refused.
        let _ = self.advance();
    }

    /// A battle of its own that begins with the first `steps` steps of this one.
    pub fn fork(&self, steps: usize) -> Battle<S> {
        let mut fork = self.clone();
        fork.redo.clear();
        fork.orders.clear();
        if steps < fork.past.len() {
            fork.rewind(steps);
            let _ = fork.advance();
        }
        fork
    }
}

/// The one answer that an order stands for; `None` where it leaves a choice, for a choice is asked.
pub(crate) fn meant<'a>(request: &'a Request, order: &Order) -> Option<&'a Choice> {
    let fitting = || request.options.iter().map(|offered| &offered.choice).filter(|choice| choice.verb == order.verb);
    let first = fitting().next()?;
    if fitting().nth(1).is_none() {
        return Some(first);
    }
    // Amounts are compared only where the answers differ in nothing but one number.
    let number = |choice: &Choice| match choice.things {
        [Thing::Number(number), Thing::None, Thing::None] if choice.way == Way::None => Some(number),
        _ => None,
    };
    let mut numbered =
        fitting().map(|choice| number(choice).map(|number| (number, choice))).collect::<Option<Vec<_>>>()?;
    numbered.sort_by_key(|(number, _)| *number);
    match order.amount {
        Amount::Only => None,
        Amount::Least => numbered.first().map(|(_, choice)| *choice),
        Amount::Most => numbered.last().map(|(_, choice)| *choice),
    }
}

fn typed_dice(line: &str) -> Option<Vec<u8>> {
    let mut words = line.split(' ').filter(|word| !word.is_empty());
    if words.next() != Some("dice") {
        return None;
    }
    words.take(crate::MAX_DICE + 1).map(|word| word.parse().ok()).collect()
}

/// The hash after a step: it covers the one before, the facts of the step and the state that came of them.
pub fn chain<S: System>(before: &str, facts: &[Fact], after: &S::State) -> String {
    let mut digest = Digest::default();
    digest.text(before);
    for fact in facts {
        digest.text(&fact.line(after).to_string());
    }
    S::digest(after, &mut digest);
    digest.finish()
}
