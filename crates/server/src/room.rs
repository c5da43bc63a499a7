//! One battle that is being played, with a lock of its own.
//!
//! Whatever changes it goes through [`Room::change`]: carried out, stored, and only then shown to anybody. A panic of the
//! rules or a store that fails closes this battle and no other; whoever comes back finds it as it was last stored. What
//! is in memory may then be ahead of the store, so that nobody can look at a room that is closed ([`Room::look`]).

use crate::client::Client;
use crate::store::{Change, GivenOrder, Head, Store};
use crate::wire::Refused;
use kernel::battle::Declined;
use kernel::{MAX_SEATS, Request, Seat};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, OnceLock, PoisonError};
use std::time::{Duration, Instant};
use systems::Live;
use tokio::sync::{Mutex, MutexGuard, watch};

pub(crate) const HUMAN: &str = "human";
/// More tabs than anybody has open on one battle.
const MOST_SOCKETS: usize = 64;
/// A battle that minds fight in a hurry is looked at by asking how it stands, now and then.
const GLANCE: Duration = Duration::from_secs(30);

#[derive(Debug)]
pub(crate) struct Room {
    pub(crate) id: String,
    pub(crate) head: Head,
    pub(crate) names: Vec<String>,
    /// The text of a record, for replays.
    pub(crate) record: Option<String>,
    inner: Mutex<Inner>,
    /// Why the battle cannot go on here.
    broken: OnceLock<String>,
    /// Counts changes; sockets wait here.
    pub(crate) changed: watch::Sender<u64>,
    pub(crate) thinking: AtomicBool,
    pub(crate) sockets: AtomicUsize,
    /// How many sockets look on from each seat.
    seats: [AtomicUsize; MAX_SEATS],
    pub(crate) used: std::sync::Mutex<Instant>,
    /// Whose part of the minds' time this battle is thought about in: the client's that came last, or its own.
    payer: std::sync::Mutex<String>,
}

/// Somebody at the table, for as long as this lives.
#[derive(Debug)]
pub(crate) struct Guest {
    room: Arc<Room>,
    seats: Vec<Seat>,
}

impl Drop for Guest {
    fn drop(&mut self) {
        self.room.sockets.fetch_sub(1, Ordering::Relaxed);
        self.room.leave(&self.seats);
        self.room.touch();
    }
}

#[derive(Debug)]
pub(crate) struct Inner {
    pub(crate) live: Box<dyn Live>,
    /// Grows with every change of the facts and never comes back, so that no old answer fits a new question.
    pub(crate) moment: u32,
    /// Facts that the store is known to hold.
    stored: usize,
    /// Undos so far, each with the number of events that it left.
    pub(crate) cuts: Vec<usize>,
    pub(crate) asked: Option<Asked>,
}

/// Somebody asks the others to let an undo happen.
#[derive(Debug)]
pub(crate) struct Asked {
    pub(crate) by: Vec<Seat>,
    pub(crate) agreed: Vec<Seat>,
}

/// Why something was not done.
#[derive(Clone, Debug)]
pub(crate) struct Complaint {
    pub(crate) text: String,
    pub(crate) rule: Option<String>,
    pub(crate) stale: bool,
}

impl Complaint {
    pub(crate) fn plain(text: impl Into<String>) -> Complaint {
        Complaint { text: text.into(), rule: None, stale: false }
    }

    fn stale(now: u32) -> Complaint {
        Complaint { text: Declined::Stale { now: now.into() }.to_string(), rule: None, stale: true }
    }

    pub(crate) fn refused(self, moment: u32) -> Refused {
        Refused { moment, text: self.text, rule: self.rule, stale: self.stale }
    }
}

impl From<Declined> for Complaint {
    fn from(why: Declined) -> Complaint {
        let rule = match &why {
            Declined::Illegal(refusal) => Some(refusal.rule.to_string()),
            _ => None,
        };
        Complaint { text: why.to_string(), rule, stale: matches!(why, Declined::Stale { .. }) }
    }
}

impl Inner {
    pub(crate) fn new(live: Box<dyn Live>, moment: u32, stored: usize) -> Inner {
        Inner { live, moment, stored, cuts: Vec::new(), asked: None }
    }

    pub(crate) fn given_orders(&self) -> Vec<GivenOrder> {
        let given = self.live.orders().iter();
        let give = |order: &kernel::battle::Order| GivenOrder {
            seat: order.seat.0,
            prompt: order.prompt.clone(),
            verb: order.verb.text().to_owned(),
            amount: crate::render::amount(order.amount),
        };
        given.map(give).collect()
    }

    /// Answers for one of `seats`, whichever decides.
    pub(crate) fn answer(&mut self, moment: u32, seats: &[Seat], line: &str) -> Result<(), Complaint> {
        if moment != self.moment {
            return Err(Complaint::stale(self.moment));
        }
        let request = self.live.pending().ok_or(Declined::Over)?;
        let seat = decider(request, seats).ok_or(Declined::NotYours { decides: request.ask.seat })?;
        self.live.answer(seat, line)?;
        self.asked = None;
        Ok(())
    }
}

pub(crate) fn decider(request: &Request, seats: &[Seat]) -> Option<Seat> {
    Some(request.ask.seat).filter(|seat| seats.contains(seat))
}

impl Room {
    pub(crate) fn new(id: String, head: Head, record: Option<String>, inner: Inner) -> Room {
        Room {
            id,
            head,
            names: inner.live.names(),
            payer: std::sync::Mutex::new(String::new()),
            record,
            inner: Mutex::new(inner),
            broken: OnceLock::new(),
            changed: watch::Sender::new(0),
            thinking: AtomicBool::new(false),
            sockets: AtomicUsize::new(0),
            seats: [const { AtomicUsize::new(0) }; MAX_SEATS],
            used: std::sync::Mutex::new(Instant::now()),
        }
    }

    /// Somebody sits down; everybody who looks is told. None where too many are here.
    pub(crate) fn enter(self: &Arc<Room>, seats: &[Seat], client: &Client) -> Option<Guest> {
        if self.sockets.fetch_add(1, Ordering::Relaxed) >= MOST_SOCKETS {
            self.sockets.fetch_sub(1, Ordering::Relaxed);
            return None;
        }
        let payer = if client.is_measured() { client.name.clone() } else { self.id.clone() };
        *self.payer.lock().unwrap_or_else(PoisonError::into_inner) = payer;
        for count in seats.iter().filter_map(|seat| self.seats.get(seat.index())) {
            count.fetch_add(1, Ordering::Relaxed);
        }
        self.tell(seats);
        Some(Guest { room: Arc::clone(self), seats: seats.to_vec() })
    }

    /// Whose part of the minds' time is used here.
    pub(crate) fn payer(&self) -> String {
        let payer = self.payer.lock().unwrap_or_else(PoisonError::into_inner);
        if payer.is_empty() { self.id.clone() } else { payer.clone() }
    }

    /// Whether somebody plays or looks on, so that minds have a reason to think.
    pub(crate) fn is_watched(&self) -> bool {
        let glanced = || self.used.lock().unwrap_or_else(PoisonError::into_inner).elapsed() < GLANCE;
        self.sockets.load(Ordering::Relaxed) > 0 || (self.head.swift && glanced())
    }

    fn leave(&self, seats: &[Seat]) {
        for count in seats.iter().filter_map(|seat| self.seats.get(seat.index())) {
            count.fetch_sub(1, Ordering::Relaxed);
        }
        self.tell(seats);
    }

    /// Only where there is another person to whom it is news.
    fn tell(&self, seats: &[Seat]) {
        if !seats.is_empty() && !self.other_people(seats).is_empty() {
            self.changed.send_modify(|count| *count += 1);
        }
    }

    /// The seats that somebody looks on from.
    pub(crate) fn here(&self) -> Vec<u8> {
        (0u8..).zip(&self.seats).filter(|(_, count)| count.load(Ordering::Relaxed) > 0).map(|(seat, _)| seat).collect()
    }

    pub(crate) fn is_human(&self, seat: Seat) -> bool {
        self.head.players.get(seat.index()).is_some_and(|player| player == HUMAN)
    }

    /// Seats of people that are not among `seats`.
    pub(crate) fn other_people(&self, seats: &[Seat]) -> Vec<Seat> {
        let all = (0..self.head.players.len() as u8).map(Seat);
        all.filter(|seat| self.is_human(*seat) && !seats.contains(seat)).collect()
    }

    /// The battle as it is stored.
    pub(crate) async fn look(&self) -> Result<MutexGuard<'_, Inner>, Complaint> {
        let inner = self.inner.lock().await;
        match self.broken() {
            None => Ok(inner),
            Some(why) => Err(Complaint::plain(why)),
        }
    }

    /// Why the battle cannot go on here.
    pub(crate) fn broken(&self) -> Option<&str> {
        self.broken.get().map(String::as_str)
    }

    /// The moment that was last known to be stored.
    pub(crate) async fn moment(&self) -> u32 {
        self.inner.lock().await.moment
    }

    /// Closes the battle; whoever opens it again finds what is stored.
    pub(crate) fn close(&self, why: &str) -> Complaint {
        let why = self.broken.get_or_init(|| why.to_owned());
        self.changed.send_modify(|count| *count += 1);
        Complaint::plain(why.clone())
    }

    /// Carries out a change, stores what came of it and tells everybody who looks.
    pub(crate) async fn change<T>(
        &self,
        store: &Store,
        act: impl FnOnce(&mut Inner) -> Result<T, Complaint>,
    ) -> Result<T, Complaint> {
        let mut inner = self.look().await?;
        let (before, orders) = (inner.live.moment(), inner.given_orders());
        let done = match catch_unwind(AssertUnwindSafe(|| act(&mut inner))) {
            Ok(Ok(done)) => done,
            Ok(Err(no)) if inner.live.moment() == before => return Err(no),
            Ok(Err(no)) => return Err(self.close(&no.text)),
            Err(_) => {
                tracing::error!(battle = self.id, "the rules panicked");
                return Err(self.close("the rules broke down on that; the battle is as it was before"));
            }
        };
        let after = inner.live.moment();
        if after < before {
            let told = inner.live.told(None);
            inner.cuts.push(told);
        }
        let orders = Some(inner.given_orders()).filter(|given| *given != orders);
        if after != before || inner.stored != after || orders.is_some() {
            self.keep(&mut inner, store, before).await?;
        }
        drop(inner);
        self.changed.send_modify(|count| *count += 1);
        Ok(done)
    }

    /// Stores what has changed since so many facts. Unless that is done, and known to be done, the battle is closed.
    async fn keep(&self, inner: &mut Inner, store: &Store, before: usize) -> Result<(), Complaint> {
        let unsure = Unsure(self);
        let after = inner.live.moment();
        let (from, moment) = (inner.stored.min(before).min(after), inner.moment.wrapping_add(1));
        let (lines, orders, undone) = (inner.live.facts(from), inner.given_orders(), inner.live.undone());
        let change = Change { expected: inner.moment, moment, from, lines, orders, undone };
        if let Err(why) = store.change(&self.id, change).await {
            tracing::error!(battle = self.id, %why, "the store failed");
            return Err(self.close("the choice could not be stored; the battle goes on from what is stored"));
        }
        (inner.moment, inner.stored) = (moment, after);
        unsure.settle();
        Ok(())
    }

    pub(crate) fn touch(&self) {
        // Nothing can break while the clock is read, so a poisoned lock is as good as any.
        *self.used.lock().unwrap_or_else(PoisonError::into_inner) = Instant::now();
    }
}

/// A battle whose change is on its way to the store. If nobody waits for the end of that, nobody knows how it ends.
struct Unsure<'a>(&'a Room);

impl Unsure<'_> {
    fn settle(self) {
        std::mem::forget(self);
    }
}

impl Drop for Unsure<'_> {
    fn drop(&mut self) {
        let _ = self.0.close("whether the last choice is stored is not known; the battle goes on from what is stored");
    }
}
