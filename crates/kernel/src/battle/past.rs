//! Finished steps. A battle keeps what happened in them in few bytes and the state before some of them; any other state,
//! and what was told, comes from playing a few steps once more.

use super::packed::Packed;
use crate::oracle::{Dealer, Fact, Live};
use crate::{Log, Seats, System, Told};
use std::ops::Range;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// States that are kept of a battle, however long it is.
const MOST_KEPT: usize = 10;
/// Steps between two of them at first; twice as many whenever there are too many.
const FIRST_STRIDE: usize = 8;
/// States that somebody has looked at last, so that going on from there step by step is quick.
const MOST_SEEN: usize = 4;

/// The finished steps of a battle, counted from 0.
#[derive(Debug)]
pub struct Past<S: System> {
    facts: Packed,
    ends: Vec<End>,
    /// The states before some steps, with the numbers of the steps, in order. That before the first one is always there.
    kept: Vec<(usize, Arc<S::State>)>,
    stride: usize,
    seen: Mutex<Vec<(usize, Arc<S::State>)>>,
    /// Covers the state that the battle began with.
    first_hash: u128,
}

/// How much there was at the end of a step.
#[derive(Clone, Copy, Debug, Default)]
struct End {
    bytes: u32,
    facts: u32,
    thrown: u32,
    told: u32,
    hash: u128,
}

// By hand, for the derived one would ask that states and systems can be compared and shared alike.
impl<S: System> Clone for Past<S> {
    fn clone(&self) -> Past<S> {
        Past {
            facts: self.facts.clone(),
            ends: self.ends.clone(),
            kept: self.kept.clone(),
            stride: self.stride,
            seen: Mutex::default(),
            first_hash: self.first_hash,
        }
    }
}

impl<S: System> Past<S> {
    /// Nothing is finished; the hash covers the state that the battle begins with.
    pub(super) fn new(hash: &str) -> Past<S> {
        Past {
            facts: Packed::default(),
            ends: Vec::new(),
            kept: Vec::new(),
            stride: FIRST_STRIDE,
            seen: Mutex::default(),
            first_hash: number(hash),
        }
    }

    pub fn len(&self) -> usize {
        self.ends.len()
    }

    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// The hash after a step, which covers every fact and state up to there.
    pub fn hash(&self, at: usize) -> Option<String> {
        self.ends.get(at).map(|end| format!("{:032x}", end.hash))
    }

    /// The hash after so many steps.
    pub(super) fn hash_after(&self, steps: usize) -> String {
        let last = steps.checked_sub(1).and_then(|at| self.ends.get(at));
        format!("{:032x}", last.map_or(self.first_hash, |end| end.hash))
    }

    /// How many events were told before a step.
    pub fn told_before(&self, at: usize) -> Option<usize> {
        self.ends.get(at).map(|_| self.end(at).told as usize)
    }

    /// After how many steps an event had been told, by its number; all of them for one of the step under way.
    pub fn steps_until_told(&self, event: usize) -> usize {
        let step = self.ends.partition_point(|end| end.told as usize <= event);
        (step + 1).min(self.len())
    }

    /// What there was at the end of so many steps.
    fn end(&self, steps: usize) -> End {
        let last = steps.checked_sub(1).and_then(|at| self.ends.get(at).or(self.ends.last()));
        last.copied().unwrap_or_default()
    }

    /// How many events were told, and how many dice thrown, in so many steps.
    pub(super) fn counted(&self, steps: usize) -> (usize, u64) {
        let end = self.end(steps);
        (end.told as usize, end.thrown.into())
    }

    /// How many facts there are.
    pub(super) fn fact_count(&self) -> usize {
        self.end(self.len()).facts as usize
    }

    /// The facts of a step.
    pub fn facts(&self, at: usize) -> Vec<Fact> {
        self.ends.get(at).map_or_else(Vec::new, |end| self.facts.read(self.end(at).bytes as usize, end.bytes as usize))
    }

    /// All facts from a number on.
    pub(super) fn facts_from(&self, number: usize) -> Vec<Fact> {
        let step = self.ends.partition_point(|end| end.facts as usize <= number);
        let before = self.end(step);
        let mut facts = self.facts.read(before.bytes as usize, self.facts.len());
        facts.drain(..number.saturating_sub(before.facts as usize).min(facts.len()));
        facts
    }

    pub(super) fn push(&mut self, start: S::State, facts: &[Fact], told: usize, hash: &str) {
        let at = self.len();
        if at.is_multiple_of(self.stride) {
            self.keep(at, start);
        }
        facts.iter().for_each(|fact| self.facts.put(fact));
        let before = self.end(at);
        let thrown = facts.iter().filter(|fact| matches!(fact, Fact::Dice(_))).count() as u32;
        self.ends.push(End {
            bytes: self.facts.len() as u32,
            facts: before.facts + facts.len() as u32,
            thrown: before.thrown + thrown,
            told: told as u32,
            hash: number(hash),
        });
    }

    fn keep(&mut self, at: usize, state: S::State) {
        self.kept.push((at, Arc::new(state)));
        if self.kept.len() > MOST_KEPT {
            self.stride *= 2;
            self.kept.retain(|(at, _)| at.is_multiple_of(self.stride));
        }
    }

    /// Forgets all steps but the first so many.
    pub(super) fn truncate(&mut self, steps: usize) {
        self.facts.truncate(self.end(steps).bytes as usize);
        self.ends.truncate(steps);
        // What was kept before the first forgotten step will be kept again when that one is done.
        self.kept.retain(|(at, _)| *at < steps);
        self.seen().retain(|(at, _)| *at <= steps);
    }

    fn seen(&self) -> MutexGuard<'_, Vec<(usize, Arc<S::State>)>> {
        // A list is whole after every operation, so a panic elsewhere while it was locked does no harm.
        self.seen.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The state that a finished step began from.
    pub fn start(&self, at: usize) -> Option<Arc<S::State>> {
        if at >= self.len() {
            return None;
        }
        let (from, near) = self.nearest(at)?;
        if from == at {
            return Some(near);
        }
        let mut state = (*near).clone();
        self.again(&mut state, from..at, |_| ());
        let state = Arc::new(state);
        let mut seen = self.seen();
        if seen.len() >= MOST_SEEN {
            seen.remove(0);
        }
        seen.push((at, Arc::clone(&state)));
        Some(state)
    }

    /// The last state at hand that comes no later than a step.
    fn nearest(&self, at: usize) -> Option<(usize, Arc<S::State>)> {
        let kept = self.kept.iter().rev().find(|(number, _)| *number <= at);
        let seen = self.seen();
        let seen = seen.iter().filter(|(number, _)| *number <= at).max_by_key(|(number, _)| *number);
        kept.into_iter().chain(seen).max_by_key(|(number, _)| *number).cloned()
    }

    /// Plays finished steps once more, in order, and hands on what each of them tells.
    fn again(&self, state: &mut S::State, steps: Range<usize>, mut hear: impl FnMut(Vec<Told<S::Event>>)) {
        let mut scratch = S::Scratch::default();
        for at in steps {
            let mut facts = self.facts(at);
            let mut dealer = Dealer { dice: None, own_dice: Seats::ALL };
            let mut live = Live::new(&mut facts, &mut dealer, 0);
            let mut log = Log::on();
            let done = S::run(state, &mut live, &mut log, &mut scratch);
            debug_assert!(done.is_ok(), "step {at} goes as it went");
            hear(log.told);
        }
    }

    /// The events of finished steps, by their numbers.
    pub(super) fn told(&self, numbers: Range<usize>) -> Vec<Told<S::Event>> {
        let first = self.ends.partition_point(|end| end.told as usize <= numbers.start);
        let last = self.ends.partition_point(|end| (end.told as usize) < numbers.end);
        let Some(start) = self.start(first) else {
            return Vec::new();
        };
        let (mut state, mut number) = ((*start).clone(), self.end(first).told as usize);
        let mut told = Vec::new();
        self.again(&mut state, first..(last + 1).min(self.len()), |events| {
            for event in events {
                if numbers.contains(&number) {
                    told.push(event);
                }
                number += 1;
            }
        });
        told
    }
}

/// A hash as a number; what is no hash is 0, and no hash is.
fn number(hash: &str) -> u128 {
    u128::from_str_radix(hash, 16).unwrap_or(0)
}
