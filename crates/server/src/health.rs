//! What whoever runs a server asks it: is it alive, can it serve, and how much is going on (in the words of Prometheus).

use crate::client::{Client, Peer};
use crate::hall::Hall;
use axum::Extension;
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use std::fmt::Write;
use std::net::IpAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// A store that does not answer for so long is none.
const STORE: Duration = Duration::from_secs(2);
/// Upper ends of the stretches in which answers are counted by how long they took, in milliseconds.
const STRETCHES: [u64; 10] = [1, 2, 5, 10, 25, 50, 100, 250, 1000, 5000];

/// What has happened since the server was started.
#[derive(Debug, Default)]
pub(crate) struct Counts {
    refused: AtomicU64,
    /// Answers that were taken and stored, by how long that took; the last for all that took longer.
    taken: [AtomicU64; STRETCHES.len() + 1],
    micros: AtomicU64,
}

impl Counts {
    /// An answer was made, after so long.
    pub(crate) fn answered(&self, taken: bool, after: Duration) {
        if !taken {
            self.refused.fetch_add(1, Ordering::Relaxed);
            return;
        }
        let stretch = STRETCHES.iter().position(|end| after <= Duration::from_millis(*end)).unwrap_or(STRETCHES.len());
        self.taken[stretch].fetch_add(1, Ordering::Relaxed);
        self.micros.fetch_add(after.as_micros() as u64, Ordering::Relaxed);
    }

    fn histogram(&self, out: &mut String) {
        let name = "fray_answer_seconds";
        let _ =
            writeln!(out, "# HELP {name} Time from an answer's coming to its being stored.\n# TYPE {name} histogram");
        let mut so_far = 0;
        for (at, count) in self.taken.iter().enumerate() {
            so_far += count.load(Ordering::Relaxed);
            let end = STRETCHES.get(at).map_or_else(|| "+Inf".to_owned(), |end| seconds(end * 1000));
            let _ = writeln!(out, "{name}_bucket{{le=\"{end}\"}} {so_far}");
        }
        let sum = seconds(self.micros.load(Ordering::Relaxed));
        let _ = writeln!(out, "{name}_sum {sum}\n{name}_count {so_far}");
    }
}

fn seconds(micros: u64) -> String {
    format!("{}.{:06}", micros / 1_000_000, micros % 1_000_000)
}

/// `GET /healthz`: the process answers.
pub(crate) async fn alive() -> &'static str {
    "alive\n"
}

/// `GET /readyz`: it can serve, for its store answers.
pub(crate) async fn ready(State(hall): State<Arc<Hall>>) -> Response {
    match tokio::time::timeout(STORE, hall.store.claim("")).await {
        Ok(Ok(_)) => "ready\n".into_response(),
        Ok(Err(why)) => {
            tracing::error!(%why, "the store does not answer");
            (StatusCode::SERVICE_UNAVAILABLE, "the store cannot be read\n").into_response()
        }
        Err(_) => (StatusCode::SERVICE_UNAVAILABLE, "the store does not answer\n").into_response(),
    }
}

/// Whether the server may be asked for its metrics from there: strangers need not know how busy it is. A proxy asks for
/// others.
pub(crate) fn watches(hall: &Hall, peer: IpAddr) -> bool {
    let among = |all: &[IpAddr]| all.iter().any(|known| known.to_canonical() == peer.to_canonical());
    among(&hall.config.watchers) && !among(&hall.config.proxies)
}

/// `GET /metrics`, for this machine and for whoever was named.
pub(crate) async fn metrics(
    State(hall): State<Arc<Hall>>,
    Extension(client): Extension<Arc<Client>>,
    peer: Option<Extension<Peer>>,
) -> Response {
    if client.is_measured() && !peer.is_some_and(|Extension(peer)| watches(&hall, peer.0)) {
        let text = "metrics are told to this machine alone, and to addresses named with --metrics";
        return (StatusCode::FORBIDDEN, text).into_response();
    }
    let mut out = String::new();
    let mut gauge = |name: &str, help: &str, value: u64| {
        let _ = writeln!(out, "# HELP {name} {help}\n# TYPE {name} gauge\n{name} {value}");
    };
    gauge("fray_battles", "Battles at hand.", hall.battles_at_hand() as u64);
    gauge("fray_sockets", "Open sockets.", hall.sockets_open() as u64);
    gauge("fray_clients", "Clients that have been here lately.", hall.clients.count() as u64);
    gauge("fray_minds_waiting", "Minds that wait for a turn to think.", hall.turns.waiting() as u64);
    gauge("fray_store_waiting", "Writes and looks that wait for the store.", hall.store.waiting() as u64);
    if let Some(memory) = memory() {
        gauge("process_resident_memory_bytes", "Resident memory.", memory);
    }
    let refused = hall.counts.refused.load(Ordering::Relaxed);
    let name = "fray_answers_refused_total";
    let _ = writeln!(out, "# HELP {name} Answers that were refused.\n# TYPE {name} counter\n{name} {refused}");
    hall.counts.histogram(&mut out);
    ([(header::CONTENT_TYPE, "text/plain; version=0.0.4")], out).into_response()
}

/// The memory of this process, where the machine says it.
fn memory() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmRSS:"))?;
    line.split_whitespace().nth(1)?.parse::<u64>().ok().map(|kilobytes| kilobytes * 1024)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_are_counted_by_how_long_they_took() {
        let counts = Counts::default();
        for (taken, millis) in [(true, 0), (true, 3), (true, 60_000), (false, 1)] {
            counts.answered(taken, Duration::from_millis(millis));
        }
        let mut out = String::new();
        counts.histogram(&mut out);
        for line in [
            "fray_answer_seconds_bucket{le=\"0.001000\"} 1",
            "fray_answer_seconds_bucket{le=\"0.005000\"} 2",
            "fray_answer_seconds_bucket{le=\"5.000000\"} 2",
            "fray_answer_seconds_bucket{le=\"+Inf\"} 3",
            "fray_answer_seconds_sum 60.003000",
            "fray_answer_seconds_count 3",
        ] {
            assert!(out.contains(line), "{line} is not in\n{out}");
        }
        assert_eq!(counts.refused.load(Ordering::Relaxed), 1);
    }
}
