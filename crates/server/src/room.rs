//! One battle that is being played, with a lock of its own.
//!
//! Whatever changes it goes through [`Room::change`]: carried out, stored, and only then shown to anybody. A panic of the
//! rules or a store that fails closes this battle and no other; whoever comes back finds it as it was last stored. What
//! is in memory may then be ahead of the store, so that nobody can look at a room that is closed ([`Room::look`]).

use crate::client::Client;
use crate::store::{Cause, Change, GivenOrder, Head, KeptAsk, Store};
use crate::wire::Refused;
use kernel::battle::Declined;
use kernel::{MAX_SEATS, Request, Seat};
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, OnceLock, PoisonError};
use std::time::{Duration, Instant};
use systems::{Games, Live};
use tokio::sync::{Mutex, MutexGuard, watch};

pub(crate) const HUMAN: &str = "human";
/// More tabs than anybody has open on one battle.
const MOST_SOCKETS: usize = 64;
/// A battle that minds fight in a hurry is looked at by asking how it stands, now and then.
const GLANCE: Duration = Duration::from_secs(30);

/// What another server said of who is there holds for so long; it says so again every minute.
const SAID: Duration = Duration::from_secs(90);

#[derive(Debug)]
pub(crate) struct Room {
    pub(crate) id: String,
    pub(crate) head: Head,
    pub(crate) names: Vec<String>,
    /// The text of a record, for replays.
    pub(crate) record: Option<String>,
    /// What is played, for a battle that has to be taken up anew because another server has changed it.
    pub(crate) games: Games,
    inner: Mutex<Inner>,
    /// Why the battle cannot go on here.
    broken: OnceLock<String>,
    /// Counts changes; sockets wait here.
    pub(crate) changed: watch::Sender<u64>,
    pub(crate) thinking: AtomicBool,
    pub(crate) sockets: AtomicUsize,
    /// How many sockets look on from each seat.
    seats: [AtomicUsize; MAX_SEATS],
    /// Seats that somebody looks on from through other servers, by their numbers, and when that was said.
    elsewhere: std::sync::Mutex<BTreeMap<i64, (Vec<u8>, Instant)>>,
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
    /// Counts all that was stored: facts, orders, and who asks for an undo. The store takes a change only where it stands at
    /// this moment.
    pub(crate) moment: u32,
    /// The moment at which the facts last changed. Answers are made for it; it never comes back, so that no old answer fits a
    /// new question, and it stays while somebody merely asks for an undo or gives an order.
    pub(crate) moved: u32,
    /// Facts that the store is known to hold.
    pub(crate) stored: usize,
    /// The turn of the mind that decides now is thought about in this server.
    pub(crate) thinks: bool,
    /// Undos so far, each with the number of events that it left.
    pub(crate) cuts: Vec<usize>,
    pub(crate) asked: Option<Asked>,
}

/// Somebody asks the others to let an undo happen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Asked {
    pub(crate) by: Vec<Seat>,
    pub(crate) agreed: Vec<Seat>,
}

impl Asked {
    fn kept(&self) -> KeptAsk {
        let numbers = |seats: &[Seat]| seats.iter().map(|seat| seat.0).collect();
        KeptAsk { by: numbers(&self.by), agreed: numbers(&self.agreed) }
    }

    pub(crate) fn of(kept: &KeptAsk) -> Asked {
        let seats = |numbers: &[u8]| numbers.iter().copied().map(Seat).collect();
        Asked { by: seats(&kept.by), agreed: seats(&kept.agreed) }
    }
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

    pub(crate) fn stale(now: u32) -> Complaint {
        Complaint { text: Declined::Stale { now: now.into() }.to_string(), rule: None, stale: true }
    }

    pub(crate) fn refused(self, moment: u32) -> Refused {
        Refused { moment, text: self.text, rule: self.rule, stale: self.stale }
    }
}

impl From<Declined> for Complaint {
    fn from(why: Declined) -> Complaint {
        let rule = match &why {
            Declined::Illegal(refusal) | Declined::Unlisted { refusal, .. } => Some(refusal.rule.to_string()),
            _ => None,
        };
        Complaint { text: why.to_string(), rule, stale: matches!(why, Declined::Stale { .. }) }
    }
}

impl Inner {
    pub(crate) fn new(live: Box<dyn Live>, moment: u32, stored: usize) -> Inner {
        Inner { live, moment, moved: moment, stored, thinks: false, cuts: Vec::new(), asked: None }
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
        if moment != self.moved {
            return Err(Complaint::stale(self.moved));
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
    pub(crate) fn new(id: String, head: Head, record: Option<String>, games: Games, inner: Inner) -> Room {
        Room {
            id,
            head,
            names: inner.live.names(),
            payer: std::sync::Mutex::new(String::new()),
            record,
            games,
            inner: Mutex::new(inner),
            broken: OnceLock::new(),
            changed: watch::Sender::new(0),
            thinking: AtomicBool::new(false),
            sockets: AtomicUsize::new(0),
            seats: [const { AtomicUsize::new(0) }; MAX_SEATS],
            elsewhere: std::sync::Mutex::default(),
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

    /// The seats that somebody looks on from, through this server or another.
    pub(crate) fn here(&self) -> Vec<u8> {
        let mut here = self.here_alone();
        let elsewhere = self.elsewhere();
        here.extend(elsewhere.values().flat_map(|(seats, _)| seats));
        here.sort_unstable();
        here.dedup();
        here
    }

    /// The same through this server alone.
    pub(crate) fn here_alone(&self) -> Vec<u8> {
        (0u8..).zip(&self.seats).filter(|(_, count)| count.load(Ordering::Relaxed) > 0).map(|(seat, _)| seat).collect()
    }

    /// Another server says who looks on through it.
    pub(crate) fn seen_elsewhere(&self, server: i64, seats: Vec<u8>) {
        let before = self.here();
        match seats.is_empty() {
            true => self.elsewhere().remove(&server),
            false => self.elsewhere().insert(server, (seats, Instant::now())),
        };
        if self.here() != before {
            self.changed.send_modify(|count| *count += 1);
        }
    }

    fn elsewhere(&self) -> std::sync::MutexGuard<'_, BTreeMap<i64, (Vec<u8>, Instant)>> {
        // It is whole between any two changes of it.
        let mut elsewhere = self.elsewhere.lock().unwrap_or_else(PoisonError::into_inner);
        elsewhere.retain(|_, (_, said)| said.elapsed() < SAID);
        elsewhere
    }

    /// Whether a mind decides now.
    pub(crate) fn is_of_mind(&self, inner: &Inner) -> bool {
        inner.live.pending().is_some_and(|request| !self.is_human(request.ask.seat))
    }

    pub(crate) fn is_human(&self, seat: Seat) -> bool {
        self.head.players.get(seat.index()).is_some_and(|player| player == HUMAN)
    }

    /// Seats of people that are not among `seats`.
    pub(crate) fn other_people(&self, seats: &[Seat]) -> Vec<Seat> {
        let all = (0..self.head.players.len() as u8).map(Seat);
        all.filter(|seat| self.is_human(*seat) && !seats.contains(seat)).collect()
    }

    /// The battle as it is known here, changed by nobody meanwhile. Whoever looks at it uses [`Room::look`].
    pub(crate) async fn hold(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().await
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

    /// The moment that answers are made for.
    pub(crate) async fn moved(&self) -> u32 {
        self.inner.lock().await.moved
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
        let (before, orders, asked) = (inner.live.moment(), inner.given_orders(), inner.asked.clone());
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
        let differs = orders != inner.given_orders() || asked != inner.asked;
        let kept = match after != before || inner.stored != after || differs {
            true => self.keep(&mut inner, store, before).await,
            false => Ok(()),
        };
        drop(inner);
        self.changed.send_modify(|count| *count += 1);
        kept.map(|()| done)
    }

    /// Stores what has changed since so many facts. Unless that is done, and known to be done, the battle is closed.
    async fn keep(&self, inner: &mut Inner, store: &Store, before: usize) -> Result<(), Complaint> {
        let unsure = Unsure(self);
        let after = inner.live.moment();
        let moves = after != before || inner.stored != after;
        let (from, moment) = (inner.stored.min(before).min(after), inner.moment.wrapping_add(1));
        let (lines, orders, undone) = (inner.live.facts(from), inner.given_orders(), inner.live.undone());
        let (asked, thinks) = (inner.asked.as_ref().map(Asked::kept), self.is_watched() && self.is_of_mind(inner));
        let change = Change { expected: inner.moment, moment, from, lines, orders, undone, asked, thinks };
        match store.change(&self.id, change).await {
            Ok(()) => {
                (inner.moment, inner.stored, inner.thinks) = (moment, after, thinks);
                if moves {
                    inner.moved = moment;
                }
            }
            // Another server was first: what it has played is here as soon as it is read.
            Err(why) if store.is_shared() && matches!(why.cause, Cause::Stale | Cause::Crossed) => {
                if let Err(why) = self.take_up_anew(inner, store).await {
                    tracing::error!(battle = self.id, %why, "what another server has played cannot be read");
                    return Err(self.close("the battle was changed elsewhere; it goes on from what is stored"));
                }
                unsure.settle();
                return Err(Complaint::stale(inner.moved));
            }
            Err(why) => {
                tracing::error!(battle = self.id, %why, "the store failed");
                return Err(self.close("the choice could not be stored; the battle goes on from what is stored"));
            }
        }
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
