//! Who asks, and what each client has a share of.
//!
//! A client is an address; behind a proxy that is trusted it is the address that the proxy names. Limits for the whole
//! server alone would let one client use them up for everybody.

use crate::limits::{Allowance, Rate, Share};
use axum::http::HeaderMap;
use std::collections::HashMap;
use std::net::{IpAddr, Ipv6Addr};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// Clients that are told apart; whoever comes when there are so many shares with all who come then.
const MOST_CLIENTS: usize = 10_000;

/// The address at the other end of a connection.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Peer(pub(crate) IpAddr);

/// All clients that have been here lately.
#[derive(Debug)]
pub(crate) struct Clients {
    share: Share,
    proxies: Vec<IpAddr>,
    known: Mutex<HashMap<IpAddr, Arc<Client>>>,
    others: Arc<Client>,
    /// Whoever is not held to a share: this machine itself.
    own: Arc<Client>,
}

impl Clients {
    pub(crate) fn new(share: Share, proxies: &[IpAddr]) -> Clients {
        Clients {
            share,
            proxies: proxies.iter().map(IpAddr::to_canonical).collect(),
            known: Mutex::default(),
            others: Arc::new(Client::new("others".to_owned(), Some(share))),
            own: Arc::new(Client::new("this machine".to_owned(), None)),
        }
    }

    /// The client at the other end of a connection. A proxy has no share of its own: those behind it have.
    pub(crate) fn at(&self, peer: IpAddr) -> Arc<Client> {
        let peer = peer.to_canonical();
        match self.proxies.contains(&peer) {
            true => Arc::clone(&self.own),
            false => self.named(peer),
        }
    }

    /// The client that asks something. What a stranger says about others is not listened to.
    pub(crate) fn asking(&self, peer: IpAddr, headers: &HeaderMap) -> Arc<Client> {
        let peer = peer.to_canonical();
        if !self.proxies.contains(&peer) {
            return self.named(peer);
        }
        // The proxy next to us has written the last word; whatever stands before it may be made up.
        let said = headers.get_all("x-forwarded-for").iter().filter_map(|value| value.to_str().ok());
        let said: Vec<&str> = said.flat_map(|value| value.split(',')).map(str::trim).collect();
        let read = said.iter().rev().map_while(|word| word.parse().ok().map(|found: IpAddr| found.to_canonical()));
        let client = read.into_iter().find(|found| !self.proxies.contains(found));
        self.named(client.unwrap_or(peer))
    }

    fn named(&self, address: IpAddr) -> Arc<Client> {
        if address.is_loopback() && !self.share.own_machine {
            return Arc::clone(&self.own);
        }
        let key = network(address);
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(client) = known.get(&key) {
            return Arc::clone(client);
        }
        if known.len() >= MOST_CLIENTS {
            return Arc::clone(&self.others);
        }
        let client = Arc::new(Client::new(key.to_string(), Some(self.share)));
        known.insert(key, Arc::clone(&client));
        client
    }

    /// Forgets those who are gone and have nothing to make good.
    pub(crate) fn tidy(&self) {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        known.retain(|_, client| Arc::strong_count(client) > 1 || !client.is_even());
    }

    pub(crate) fn count(&self) -> usize {
        self.known.lock().unwrap_or_else(PoisonError::into_inner).len()
    }
}

/// What is told apart: an address, or with IPv6 the network that one household or machine is given.
fn network(address: IpAddr) -> IpAddr {
    match address {
        IpAddr::V4(_) => address,
        IpAddr::V6(address) => Ipv6Addr::from_bits(address.to_bits() & !(u128::MAX >> 64)).into(),
    }
}

/// One client, and what it has in use.
#[derive(Debug)]
pub(crate) struct Client {
    pub(crate) name: String,
    /// None where nothing is measured.
    share: Option<Share>,
    connections: AtomicUsize,
    sockets: AtomicUsize,
    battles: Allowance,
    uploads: Allowance,
    work: Allowance,
    /// Long work is done one piece after the other.
    desk: Arc<Semaphore>,
}

/// What a client has too much of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Beyond {
    Battles,
    Uploads,
    Work,
}

impl Beyond {
    pub(crate) fn text(self) -> &'static str {
        match self {
            Beyond::Battles => "you have begun many battles in a short time; wait a little",
            Beyond::Uploads => "you have stored as much here as one may in a day; try again tomorrow",
            Beyond::Work => "you have asked for a lot of reckoning in a short time; wait a little",
        }
    }
}

impl Client {
    fn new(name: String, share: Option<Share>) -> Client {
        let rate = |of: fn(Share) -> Rate| Allowance::new(share.map_or(Rate { burst: 0, a_second: 0 }, of));
        Client {
            name,
            share,
            connections: AtomicUsize::new(0),
            sockets: AtomicUsize::new(0),
            battles: rate(|share| share.battles),
            uploads: rate(|share| share.uploads),
            work: rate(|share| share.work),
            desk: Arc::new(Semaphore::new(1)),
        }
    }

    /// Whether it is held to a share at all.
    pub(crate) fn is_measured(&self) -> bool {
        self.share.is_some()
    }

    fn is_even(&self) -> bool {
        [&self.battles, &self.uploads, &self.work].into_iter().all(Allowance::is_full)
    }

    /// Whether one more battle may be begun.
    pub(crate) fn may_begin(&self) -> Result<(), Beyond> {
        if self.share.is_none() || self.battles.take() { Ok(()) } else { Err(Beyond::Battles) }
    }

    /// Whether so many bytes more may be stored.
    pub(crate) fn may_store(&self, bytes: usize) -> Result<(), Beyond> {
        if self.share.is_none() || self.uploads.take_many(bytes as f64) { Ok(()) } else { Err(Beyond::Uploads) }
    }

    /// Whether more may be reckoned; what is done has been paid for.
    pub(crate) fn may_ask(&self) -> Result<(), Beyond> {
        if self.share.is_none() || !self.work.is_owed() { Ok(()) } else { Err(Beyond::Work) }
    }

    /// Does something that takes a processor for a while, at the cost of this client, and lets others be served meanwhile.
    pub(crate) fn pays<T>(&self, work: impl FnOnce() -> T) -> T {
        let _meter = self.meter();
        aside(work)
    }

    /// Counts what is done while it is kept, even if that breaks down.
    pub(crate) fn meter(&self) -> Meter<'_> {
        Meter { client: self, begun: Instant::now() }
    }

    /// Waits until nothing else that is long is done for this client; at once where nothing is measured.
    pub(crate) async fn desk(&self) -> Option<OwnedSemaphorePermit> {
        match self.share {
            // It is never closed.
            Some(_) => Arc::clone(&self.desk).acquire_owned().await.ok(),
            None => None,
        }
    }

    /// The same for what may break down.
    ///
    /// # Errors
    /// When it panics.
    pub(crate) fn busy<T>(&self, work: impl FnOnce() -> T) -> Result<T, Panicked> {
        catch_unwind(AssertUnwindSafe(|| self.pays(work))).map_err(|_| Panicked)
    }

    /// A place for a connection that is no socket yet.
    pub(crate) fn connect(self: &Arc<Client>) -> Option<Held> {
        Held::one(self, |client| &client.connections, |share| share.connections)
    }

    /// A place for a socket.
    pub(crate) fn open(self: &Arc<Client>) -> Option<Held> {
        Held::one(self, |client| &client.sockets, |share| share.sockets)
    }
}

/// The rules broke down.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Panicked;

/// Time that a client pays for, until this is dropped.
#[derive(Debug)]
pub(crate) struct Meter<'a> {
    client: &'a Client,
    begun: Instant,
}

impl Drop for Meter<'_> {
    fn drop(&mut self) {
        if self.client.share.is_some() {
            self.client.work.pay(self.begun.elapsed().as_secs_f64() * 1000.0);
        }
    }
}

/// Something that a client holds, until this is dropped.
#[derive(Debug)]
pub(crate) struct Held {
    client: Arc<Client>,
    count: fn(&Client) -> &AtomicUsize,
}

impl Held {
    fn one(client: &Arc<Client>, count: fn(&Client) -> &AtomicUsize, most: fn(Share) -> usize) -> Option<Held> {
        let before = count(client).fetch_add(1, Ordering::Relaxed);
        let held = Held { client: Arc::clone(client), count };
        client.share.is_none_or(|share| before < most(share)).then_some(held)
    }
}

impl Drop for Held {
    fn drop(&mut self) {
        (self.count)(&self.client).fetch_sub(1, Ordering::Relaxed);
    }
}

/// Runs something long, so that what else the thread would have to serve goes on elsewhere.
fn aside<T>(work: impl FnOnce() -> T) -> T {
    use tokio::runtime::{Handle, RuntimeFlavor};
    match Handle::try_current().map(|runtime| runtime.runtime_flavor()) {
        Ok(RuntimeFlavor::MultiThread) => tokio::task::block_in_place(work),
        _ => work(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn clients(proxies: &[&str]) -> Clients {
        let proxies: Vec<IpAddr> = proxies.iter().map(|proxy| proxy.parse().expect("an address")).collect();
        Clients::new(Share { own_machine: true, ..Share::default() }, &proxies)
    }

    fn asking(clients: &Clients, peer: &str, said: &[&str]) -> String {
        let mut headers = HeaderMap::new();
        for line in said {
            headers.append("x-forwarded-for", line.parse().expect("a header"));
        }
        clients.asking(peer.parse().expect("an address"), &headers).name.clone()
    }

    #[test]
    fn only_a_trusted_proxy_says_who_asks() {
        let alone = clients(&[]);
        assert_eq!(asking(&alone, "203.0.113.9", &["198.51.100.1"]), "203.0.113.9");
        let behind = clients(&["127.0.0.1", "10.0.0.2"]);
        assert_eq!(asking(&behind, "127.0.0.1", &["198.51.100.1"]), "198.51.100.1");
        assert_eq!(asking(&behind, "::ffff:127.0.0.1", &["198.51.100.1"]), "198.51.100.1");
        // What the client itself has put there comes first; the proxy writes last.
        assert_eq!(asking(&behind, "127.0.0.1", &["192.0.2.7, 198.51.100.1"]), "198.51.100.1");
        assert_eq!(asking(&behind, "127.0.0.1", &["192.0.2.7", "198.51.100.1, 10.0.0.2"]), "198.51.100.1");
        assert_eq!(asking(&behind, "127.0.0.1", &["198.51.100.1, nonsense"]), "127.0.0.1");
        assert_eq!(asking(&behind, "203.0.113.9", &["198.51.100.1"]), "203.0.113.9");
    }

    #[test]
    fn one_household_is_one_client() {
        let clients = clients(&[]);
        assert_eq!(asking(&clients, "2001:db8:1:2::5", &[]), asking(&clients, "2001:db8:1:2:ffff::6", &[]));
        assert_ne!(asking(&clients, "2001:db8:1:2::5", &[]), asking(&clients, "2001:db8:1:3::5", &[]));
        assert_ne!(asking(&clients, "203.0.113.9", &[]), asking(&clients, "203.0.113.8", &[]));
    }

    #[test]
    fn what_is_held_comes_back_even_from_a_panic() {
        let clients = Clients::new(Share { connections: 2, sockets: 1, ..Share::default() }, &[]);
        let client = clients.at("203.0.113.9".parse().expect("an address"));
        let (one, other) = (client.connect(), client.connect());
        assert!(one.is_some() && other.is_some() && client.connect().is_none());
        drop(one);
        assert!(client.connect().is_some());
        let broken = catch_unwind(AssertUnwindSafe(|| {
            let _socket = client.open().expect("a socket");
            panic!("it breaks down");
        }));
        assert!(broken.is_err() && client.open().is_some());
        assert!(client.busy(|| panic!("it breaks down")).is_err());
    }

    #[test]
    fn who_has_used_up_a_share_waits_and_others_do_not() {
        let rate = Rate { burst: 2, a_second: 0 };
        let share = Share { battles: rate, uploads: Rate { burst: 100, a_second: 0 }, work: rate, ..Share::default() };
        let clients = Clients::new(share, &[]);
        let at = |address: &str| clients.at(address.parse().expect("an address"));
        let (one, other) = (at("203.0.113.9"), at("203.0.113.8"));
        assert_eq!([(); 3].map(|()| one.may_begin().is_ok()), [true, true, false]);
        assert_eq!([60, 60, 40].map(|bytes| one.may_store(bytes).is_ok()), [true, false, true]);
        one.work.pay(5.0);
        assert_eq!(one.may_ask(), Err(Beyond::Work));
        assert!(other.may_begin().is_ok() && other.may_store(100).is_ok() && other.may_ask().is_ok());
        let own = at("127.0.0.1");
        assert!(!own.is_measured() && (0..100).all(|_| own.may_begin().is_ok()));
        drop((one, other, own));
        clients.tidy();
        assert_eq!(clients.count(), 2, "nobody gets a new share by going away for a moment");
    }
}
