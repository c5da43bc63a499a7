//! How many may come in at once, how often they may ask, and how long they may take to say what they want.

use axum::Router;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use tokio::net::TcpListener;
use tokio::sync::Semaphore;

/// What a server lets through. The defaults are far beyond what people need.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// For the head of a request, from the moment the connection could carry one.
    pub headers: Duration,
    /// Connections that are not sockets yet.
    pub connections: usize,
    /// Sockets in all; a single battle has a limit of its own.
    pub sockets: usize,
    /// Messages on one socket.
    pub messages: Rate,
    /// Battles begun, forked or opened from records.
    pub battles: Rate,
}

/// So many at once, and then so many a second.
#[derive(Clone, Copy, Debug)]
pub struct Rate {
    pub burst: u32,
    pub a_second: u32,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            headers: Duration::from_secs(10),
            connections: 256,
            sockets: 1024,
            messages: Rate { burst: 1000, a_second: 200 },
            battles: Rate { burst: 100, a_second: 5 },
        }
    }
}

/// A bucket that fills with time and from which everything allowed is taken.
#[derive(Debug)]
pub(crate) struct Allowance {
    rate: Rate,
    left: Mutex<(f64, Instant)>,
}

impl Allowance {
    pub(crate) fn new(rate: Rate) -> Allowance {
        Allowance { rate, left: Mutex::new((rate.burst.into(), Instant::now())) }
    }

    pub(crate) fn take(&self) -> bool {
        // The bucket is whole at any time, so a poisoned lock is as good as any.
        let mut left = self.left.lock().unwrap_or_else(PoisonError::into_inner);
        let now = Instant::now();
        let gained = now.duration_since(left.1).as_secs_f64() * f64::from(self.rate.a_second);
        *left = ((left.0 + gained).min(self.rate.burst.into()), now);
        if left.0 < 1.0 {
            return false;
        }
        left.0 -= 1.0;
        true
    }
}

/// Takes connections in until the task is dropped. One too many is closed unheard.
pub(crate) async fn accept(listener: TcpListener, router: Router, limits: Limits) {
    let room = Arc::new(Semaphore::new(limits.connections));
    loop {
        let Ok((stream, _)) = listener.accept().await else {
            // Out of files, most likely: somebody has to go first.
            tokio::time::sleep(Duration::from_millis(100)).await;
            continue;
        };
        let Ok(place) = Arc::clone(&room).try_acquire_owned() else {
            continue;
        };
        let _ = stream.set_nodelay(true);
        let service = TowerToHyperService::new(router.clone());
        tokio::spawn(async move {
            let mut builder = http1::Builder::new();
            builder.timer(TokioTimer::new()).header_read_timeout(limits.headers).max_buf_size(64 * 1024);
            // What goes wrong with one connection is nobody else's trouble.
            let _ = builder.serve_connection(TokioIo::new(stream), service).with_upgrades().await;
            drop(place);
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_burst_is_let_through_and_no_more() {
        let allowance = Allowance::new(Rate { burst: 3, a_second: 0 });
        assert_eq!([(); 5].map(|()| allowance.take()), [true, true, true, false, false]);
    }
}
