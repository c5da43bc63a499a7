//! Disks that fail when a test wants them to.
//!
//! Every call of the store to SQLite passes here first. A fault is one of two kinds: the call is not carried out, or it is
//! carried out and reported as failed all the same, which is what an `fsync` does that fails after the pages have gone
//! out. Which call fails is a number or follows from a seed, so that every run is the same.
//!
//! Why at this place: a file system of our own below SQLite would have to be written in C or with `unsafe`. What can be
//! had below it without either is used by other tests: the kernel's limit on the size of files (`fray/tests/disk.rs`),
//! SQLite's own limit on pages, logs cut short and pages overwritten (`store/tests`).

use super::failed::{Cause, Failed};
use kernel::Rng;
use std::fmt;
use std::ops::Range;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// What the store asks SQLite for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Call {
    Open,
    /// All steps that bring a database up, as one.
    Migrate,
    Begin,
    Statement,
    Commit,
    Close,
}

/// What befalls a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fault {
    pub cause: Cause,
    /// The call was carried out, though it is said to have failed.
    pub done: bool,
}

/// The faults of a disk; none unless somebody asks for them.
#[derive(Default)]
pub struct Faults(Mutex<Plan>);

#[derive(Default)]
struct Plan {
    /// Calls so far.
    calls: u64,
    /// How much longer each commit takes.
    slow: Duration,
    rule: Rule,
}

#[derive(Default)]
enum Rule {
    #[default]
    Never,
    Calls(Range<u64>, Fault),
    /// One call in so many, by lot.
    Lot(Rng, usize),
}

const CAUSES: [Cause; 4] = [Cause::Full, Cause::Disk, Cause::Busy, Cause::Damaged];

impl fmt::Debug for Faults {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Faults").field("calls", &self.calls()).finish_non_exhaustive()
    }
}

impl Faults {
    fn change<T>(&self, change: impl FnOnce(&mut Plan) -> T) -> T {
        // A plan is whole between any two changes of it.
        change(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// How many calls there have been.
    pub fn calls(&self) -> u64 {
        self.change(|plan| plan.calls)
    }

    /// From the call after so many more, so many calls in a row fail.
    pub fn fail_after(&self, more: u64, times: u64, fault: Fault) {
        self.change(|plan| plan.rule = Rule::Calls(plan.calls + more..plan.calls + more + times, fault));
    }

    /// One call in so many fails, by lot; the same seed gives the same faults.
    pub fn fail_by_lot(&self, seed: u64, one_in: usize) {
        self.change(|plan| plan.rule = Rule::Lot(Rng::new(seed), one_in));
    }

    pub fn mend(&self) {
        self.change(|plan| plan.rule = Rule::Never);
    }

    /// Every commit takes so much longer, as on a disk that is slow to say that it has it.
    pub fn slow_commits(&self, by: Duration) {
        self.change(|plan| plan.slow = by);
    }

    /// What befalls the next call, and how much longer it takes.
    pub(super) fn next(&self, call: Call) -> (Option<Fault>, Duration) {
        self.change(|plan| {
            let number = plan.calls;
            plan.calls += 1;
            let fault = match &mut plan.rule {
                Rule::Never => None,
                Rule::Calls(range, fault) => range.contains(&number).then_some(*fault),
                Rule::Lot(rng, one_in) => (rng.below(*one_in) == 0)
                    .then(|| Fault { cause: CAUSES[rng.below(CAUSES.len())], done: rng.below(2) == 0 }),
            };
            (fault, if call == Call::Commit { plan.slow } else { Duration::ZERO })
        })
    }
}

impl Fault {
    pub(super) fn failed(self, call: Call) -> Failed {
        Failed::new(self.cause, format!("a fault brought about on purpose: {:?} at {call:?}", self.cause))
    }
}
