//! How many may come in at once, how often they may ask, and how long they may take to say what they want.

use crate::client::{Clients, Peer};
use axum::Router;
use hyper::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::Service;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use tokio::net::TcpListener;
use tokio::sync::Semaphore;

/// A connection that is no socket ends after this long, whatever is still to be read or written on it.
const LIFE: Duration = Duration::from_secs(120);

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
    /// Bytes that the store may have before nothing new is begun; what is begun goes on.
    pub stored: u64,
    /// Minds that think at once.
    pub thinking: usize,
    /// What one client has of all that.
    pub share: Share,
}

/// What one client has of what there is.
#[derive(Clone, Copy, Debug)]
pub struct Share {
    /// Connections that are not sockets yet.
    pub connections: usize,
    pub sockets: usize,
    pub battles: Rate,
    /// Bytes of records and warbands that are stored.
    pub uploads: Rate,
    /// Milliseconds of reckoning: odds, sketches, steps of a replay.
    pub work: Rate,
    /// Whether this very machine is a client like any other. It is not where people play on it, nor where a proxy on it
    /// does not say who asks.
    pub own_machine: bool,
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
            stored: 8 << 30,
            // One processor is left to those who play.
            thinking: std::thread::available_parallelism().map_or(1, |all| all.get().saturating_sub(1).max(1)),
            share: Share::default(),
        }
    }
}

impl Default for Share {
    fn default() -> Share {
        Share {
            connections: 32,
            sockets: 128,
            battles: Rate { burst: 30, a_second: 1 },
            // Twenty megabytes, and as many again in a day.
            uploads: Rate { burst: 20_000_000, a_second: 230 },
            work: Rate { burst: 20_000, a_second: 500 },
            own_machine: false,
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
        self.take_many(1.0)
    }

    pub(crate) fn take_many(&self, amount: f64) -> bool {
        let mut left = self.left();
        if left.0 < amount {
            return false;
        }
        left.0 -= amount;
        true
    }

    /// Takes what is used already, even where it is more than there was.
    pub(crate) fn pay(&self, amount: f64) {
        self.left().0 -= amount;
    }

    /// Whether more was used than there was.
    pub(crate) fn is_owed(&self) -> bool {
        self.left().0 < 0.0
    }

    pub(crate) fn is_full(&self) -> bool {
        self.left().0 >= f64::from(self.rate.burst)
    }

    /// What there is now.
    fn left(&self) -> MutexGuard<'_, (f64, Instant)> {
        // The bucket is whole at any time, so a poisoned lock is as good as any.
        let mut left = self.left.lock().unwrap_or_else(PoisonError::into_inner);
        let now = Instant::now();
        let gained = now.duration_since(left.1).as_secs_f64() * f64::from(self.rate.a_second);
        *left = ((left.0 + gained).min(self.rate.burst.into()), now);
        left
    }
}

/// Takes connections in until the task is dropped. One too many is closed unheard.
pub(crate) async fn accept(listener: TcpListener, router: Router, limits: Limits, clients: &Clients) {
    let room = Arc::new(Semaphore::new(limits.connections));
    loop {
        let Ok((stream, peer)) = listener.accept().await else {
            // Out of files, most likely: somebody has to go first.
            tokio::time::sleep(Duration::from_millis(100)).await;
            continue;
        };
        let (Some(held), Ok(place)) = (clients.at(peer.ip()).connect(), Arc::clone(&room).try_acquire_owned()) else {
            continue;
        };
        let _ = stream.set_nodelay(true);
        let service = Named { router: TowerToHyperService::new(router.clone()), peer: peer.ip() };
        tokio::spawn(async move {
            let mut builder = http1::Builder::new();
            builder.timer(TokioTimer::new()).header_read_timeout(limits.headers).max_buf_size(64 * 1024);
            // What goes wrong with one connection is nobody else's trouble.
            let served = builder.serve_connection(TokioIo::new(stream), service).with_upgrades();
            let _ = tokio::time::timeout(LIFE, served).await;
            drop((place, held));
        });
    }
}

/// A connection that says with every request where it comes from.
struct Named {
    router: TowerToHyperService<Router>,
    peer: IpAddr,
}

impl Service<Request<Incoming>> for Named {
    type Response = <TowerToHyperService<Router> as Service<Request<Incoming>>>::Response;
    type Error = <TowerToHyperService<Router> as Service<Request<Incoming>>>::Error;
    type Future = <TowerToHyperService<Router> as Service<Request<Incoming>>>::Future;

    fn call(&self, mut request: Request<Incoming>) -> Self::Future {
        request.extensions_mut().insert(Peer(self.peer));
        self.router.call(request)
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
