//! What a load counts, and how it is told.

use super::so_many;
use serde_json::{Value, json};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// Names of battles that are told of what is lost.
const TOLD: usize = 10;

#[derive(Debug, Default)]
pub(super) struct Figures {
    /// Microseconds from an answer's going out until it was shown as made.
    times: Mutex<Vec<u32>>,
    pub(super) refused: AtomicU64,
    /// Answers that came too late, after another one.
    pub(super) stale: AtomicU64,
    /// Times that a line was cut.
    pub(super) cut: AtomicU64,
    pub(super) begun: AtomicU64,
    pub(super) ended: AtomicU64,
    /// What a side was told that it may not know.
    secrets: Mutex<Vec<String>>,
}

impl Figures {
    pub(super) fn tell(&self, secret: String) {
        self.secrets.lock().unwrap_or_else(PoisonError::into_inner).push(secret);
    }

    pub(super) fn told(&self) -> Vec<String> {
        self.secrets.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    pub(super) fn answered(&self, after: Duration) {
        let micros = u32::try_from(after.as_micros()).unwrap_or(u32::MAX);
        // A list is whole whoever breaks beside it.
        self.times.lock().unwrap_or_else(PoisonError::into_inner).push(micros);
    }

    pub(super) fn sum(
        &self,
        took: Duration,
        lost: Vec<String>,
        battles: u32,
        server: Option<Process>,
        own: Option<Process>,
    ) -> Sum {
        let mut times = std::mem::take(&mut *self.times.lock().unwrap_or_else(PoisonError::into_inner));
        times.sort_unstable();
        let count = |counter: &AtomicU64| counter.load(Ordering::Relaxed);
        Sum {
            battles,
            took,
            times,
            refused: count(&self.refused),
            stale: count(&self.stale),
            cut: count(&self.cut),
            begun: count(&self.begun),
            ended: count(&self.ended),
            lost,
            server,
            own,
        }
    }
}

/// The memory of a process, and the processor's time that it has used.
#[derive(Clone, Copy, Debug)]
pub(super) struct Process {
    bytes: u64,
    before: u64,
    millis: u64,
}

impl Process {
    pub(super) fn look(pid: u32) -> Option<Process> {
        let status = std::fs::read_to_string(format!("/proc/{pid}/status")).ok()?;
        let line = status.lines().find(|line| line.starts_with("VmRSS:"))?;
        let bytes = line.split_whitespace().nth(1)?.parse::<u64>().ok()? * 1024;
        let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
        // The name of a program stands in brackets and may hold anything. A tick is 10 ms on every Linux of today.
        let fields: Vec<&str> = stat.rsplit_once(')')?.1.split_whitespace().collect();
        let ticks = |at: usize| fields.get(at).and_then(|field| field.parse::<u64>().ok());
        Some(Process { bytes, before: bytes, millis: (ticks(11)? + ticks(12)?) * 10 })
    }

    /// What was used between two looks, and the memory at both.
    pub(super) fn used(before: Option<Process>, after: Option<Process>) -> Option<Process> {
        let (before, after) = (before?, after?);
        Some(Process { bytes: after.bytes, before: before.bytes, millis: after.millis.saturating_sub(before.millis) })
    }
}

/// What a load has found out.
#[derive(Debug)]
pub(super) struct Sum {
    battles: u32,
    took: Duration,
    times: Vec<u32>,
    refused: u64,
    stale: u64,
    cut: u64,
    begun: u64,
    ended: u64,
    lost: Vec<String>,
    server: Option<Process>,
    own: Option<Process>,
}

impl Sum {
    pub(super) fn is_whole(&self) -> bool {
        self.lost.is_empty()
    }

    fn millis(&self, part: usize) -> f64 {
        let at = self.times.len().saturating_sub(1) * part / 100;
        f64::from(self.times.get(at).copied().unwrap_or(0)) / 1000.0
    }

    fn a_second(&self) -> f64 {
        self.times.len() as f64 / self.took.as_secs_f64().max(0.001)
    }

    fn each(&self, process: Process) -> f64 {
        process.millis as f64 / self.times.len().max(1) as f64
    }

    pub(super) fn json(&self) -> Value {
        let process = |process: Process| {
            json!({
                "bytes": process.bytes, "bytes_before": process.before, "milliseconds": process.millis,
                "milliseconds_an_answer": self.each(process),
            })
        };
        json!({
            "battles": self.battles, "seconds": self.took.as_secs_f64(), "answers": self.times.len(),
            "answers_a_second": self.a_second(), "p50": self.millis(50), "p95": self.millis(95),
            "p99": self.millis(99), "longest": self.millis(100), "refused": self.refused, "stale": self.stale,
            "cut": self.cut, "begun": self.begun, "ended": self.ended, "lost": self.lost.len(), "losses": self.lost,
            "server": self.server.map(process), "load": self.own.map(process),
        })
    }

    pub(super) fn lines(&self) -> Vec<String> {
        let mut lines = vec![
            format!(
                "{}, {:.0} s, {}: {:.0} a second",
                so_many(self.battles.into(), "battle"),
                self.took.as_secs_f64(),
                so_many(self.times.len() as u64, "answer"),
                self.a_second()
            ),
            format!(
                "ms until an answer is shown: p50 {:.1}, p95 {:.1}, p99 {:.1}, longest {:.1}",
                self.millis(50),
                self.millis(95),
                self.millis(99),
                self.millis(100)
            ),
            format!(
                "{} refused, {} too late, lines cut {} times, {} lost",
                self.refused,
                self.stale,
                self.cut,
                so_many(self.lost.len() as u64, "battle")
            ),
        ];
        for (name, process) in [("the server", self.server), ("the load", self.own)] {
            lines.extend(process.map(|process| {
                format!(
                    "{name}: {:.1} MB, {:.1} MB before; {:.3} ms of a processor an answer",
                    process.bytes as f64 / 1e6,
                    process.before as f64 / 1e6,
                    self.each(process)
                )
            }));
        }
        lines.extend(self.lost.iter().take(TOLD).map(|lost| format!("lost: {lost}")));
        lines
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_counted_is_told() {
        let figures = Figures::default();
        (1..=100).for_each(|millis| figures.answered(Duration::from_millis(millis)));
        figures.refused.store(2, Ordering::Relaxed);
        let sum = figures.sum(Duration::from_secs(10), vec!["one".into()], 3, None, None);
        assert!(!sum.is_whole());
        let json = sum.json();
        assert_eq!((&json["answers_a_second"], &json["p50"], &json["p99"]), (&json!(10.0), &json!(50.0), &json!(99.0)));
        let lines = sum.lines().join("\n");
        for words in ["100 answers: 10 a second", "p95 95.0", "2 refused", "1 battle lost", "lost: one"] {
            assert!(lines.contains(words), "{words} is not in\n{lines}");
        }
    }

    #[test]
    fn a_process_has_memory_and_time() {
        let own = Process::look(std::process::id());
        assert_eq!(own.is_some(), std::path::Path::new("/proc/self/stat").exists());
        assert!(own.is_none_or(|own| own.bytes > 100_000));
        assert!(Process::look(u32::MAX).is_none());
    }
}
