//! Running the checks: round after round, and in a round the lanes side by side.

use std::path::Path;
use std::sync::Mutex;
use std::thread;
use std::time::{Duration, Instant};

use crate::log::Log;

/// What came of a check that did not fail.
#[derive(Debug)]
pub(crate) enum Outcome {
    Passed,
    Skipped(String),
}

/// A check, as far as running it goes.
pub(crate) trait Check: Sync {
    fn name(&self) -> &'static str;
    fn about(&self) -> &'static str;
    /// # Errors
    /// One line about what is wrong.
    fn run(&self, log: &mut Log) -> Result<Outcome, String>;
}

/// Checks that begin together; those of one lane wait for one another.
pub(crate) type Round<C> = &'static [&'static [C]];

#[derive(Debug, Default)]
struct Tally {
    passed: usize,
    skipped: Vec<&'static str>,
    /// The first failure: no check begins after it.
    failed: Option<String>,
}

/// Runs all rounds and says how long everything took. The output of a check stands in `folder` while it runs and on the
/// screen when it ends, so that two that run side by side do not talk at once.
///
/// # Errors
/// One line about the first check that failed. What ran beside it is waited for.
pub(crate) fn run<C: Check>(rounds: &[Round<C>], folder: &Path) -> Result<String, String> {
    let start = Instant::now();
    let tally = Mutex::new(Tally::default());
    for round in rounds {
        thread::scope(|scope| {
            for lane in *round {
                scope.spawn(|| lane.iter().all(|check| one(check, folder, &tally)));
            }
        });
    }
    let tally = tally.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
    match tally.failed {
        Some(complaint) => Err(complaint),
        None => Ok(sum(tally.passed, &tally.skipped, start.elapsed())),
    }
}

/// Runs one check with its output on the screen.
///
/// # Errors
/// One line about what is wrong.
pub(crate) fn alone<C: Check>(check: &C) -> Result<String, String> {
    println!("\n== {}: {}", check.name(), check.about());
    let start = Instant::now();
    let ended = check.run(&mut Log::Screen);
    println!("{}", verdict(check, &ended, start.elapsed()));
    match ended {
        Ok(Outcome::Passed) => Ok(sum(1, &[], start.elapsed())),
        Ok(Outcome::Skipped(_)) => Ok(sum(0, &[check.name()], start.elapsed())),
        Err(complaint) => Err(complaint),
    }
}

/// Runs one check of many. False if the lane must not go on.
fn one<C: Check>(check: &C, folder: &Path, tally: &Mutex<Tally>) -> bool {
    let locked = || tally.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    if locked().failed.is_some() {
        return false;
    }
    println!("== {}: {}", check.name(), check.about());
    let start = Instant::now();
    let log = Log::file(folder, check.name());
    let (text, ended) = match log {
        Err(complaint) => (String::new(), Err(complaint)),
        Ok(mut log) => {
            let ended = check.run(&mut log);
            (log.text(), ended)
        }
    };
    let mut tally = locked();
    let verdict = verdict(check, &ended, start.elapsed());
    // What went well is not shown after what failed, which nobody should have to look for.
    if tally.failed.is_none() || ended.is_err() {
        print!("\n{text}");
    }
    println!("{verdict}\n");
    match ended {
        Ok(Outcome::Passed) => tally.passed += 1,
        Ok(Outcome::Skipped(_)) => tally.skipped.push(check.name()),
        Err(_) => {
            tally.failed.get_or_insert(verdict);
            return false;
        }
    }
    true
}

fn verdict<C: Check>(check: &C, ended: &Result<Outcome, String>, time: Duration) -> String {
    let (name, time) = (check.name(), seconds(time));
    match ended {
        Ok(Outcome::Passed) => format!("-- {name} passed in {time}"),
        Ok(Outcome::Skipped(why)) => format!("-- {name} skipped: {why}"),
        Err(complaint) => format!("FAILED: {name} after {time}: {complaint}"),
    }
}

fn sum(passed: usize, skipped: &[&str], time: Duration) -> String {
    let skipped = match skipped {
        [] => String::new(),
        names => format!(", skipped: {}", names.join(", ")),
    };
    format!("OK: {passed} passed in {}{skipped}", seconds(time))
}

fn seconds(time: Duration) -> String {
    format!("{}.{} s", time.as_secs(), time.subsec_millis() / 100)
}
