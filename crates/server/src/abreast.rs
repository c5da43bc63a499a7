//! Battles that another server changes: what it has played is read from the store and goes on here, and nobody who looks
//! has to connect again.

use crate::client::Panicked;
use crate::guard::caught;
use crate::hall::{ApiError, Hall, blocking, put_back, take_up};
use crate::room::{Asked, HUMAN, Inner, Room};
use crate::store::{More, News, Store, Tail};
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Weak};
use std::time::Duration;
use tokio::sync::mpsc;

/// A store that could not be asked is asked again after so long.
const AGAIN: Duration = Duration::from_millis(500);

/// What servers say to each other about who looks on at a battle.
const HERE: &str = "here:";
const WHO: &str = "who";

/// Why a battle that another server plays cannot go on here.
pub(crate) const CHANGED: &str = "the battle was changed elsewhere; it goes on from what is stored";

/// Why a battle cannot be brought abreast of the store.
#[derive(Debug)]
pub(crate) struct Behind(String);

impl fmt::Display for Behind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Room {
    /// Reads what another server has played, if it has. True where something is new.
    async fn catch_up(&self, inner: &mut Inner, store: &Store) -> Result<bool, Behind> {
        let tail = store.tail(&self.id, inner.moment, inner.stored).await;
        match tail.map_err(|why| Behind(why.to_string()))? {
            None => Ok(false),
            Some(Tail::More(more)) if inner.live.moment() == inner.stored => {
                // A battle in which nothing fits any more, or on which the rules break down half-way, is read from the beginning.
                let gone_on = catch_unwind(AssertUnwindSafe(|| go_on(self, inner, &more)));
                if !matches!(gone_on, Ok(Ok(()))) {
                    self.take_up_anew(inner, store).await?;
                }
                Ok(true)
            }
            Some(Tail::More(_) | Tail::Other) => self.take_up_anew(inner, store).await.map(|()| true),
        }
    }

    /// Puts what is stored in the place of what is in memory.
    pub(crate) async fn take_up_anew(&self, inner: &mut Inner, store: &Store) -> Result<(), Behind> {
        let kept = store.load(&self.id).await.map_err(|why| Behind(why.to_string()))?;
        let kept = kept.ok_or_else(|| Behind("it is not there any more".to_owned()))?;
        let games = self.games.clone();
        let taken = blocking(None, move || take_up(&games, kept)).await.and_then(|taken| taken);
        let (_, _, found) = taken.map_err(|why| match why {
            ApiError::Failed(why) => Behind(why),
            other => Behind(format!("{other:?}")),
        })?;
        // Viewers throw away what they know of the log: what of it still holds is not worked out.
        let mut cuts = std::mem::take(&mut inner.cuts);
        cuts.push(0);
        *inner = Inner { cuts, ..found };
        Ok(())
    }
}

/// Plays what follows.
fn go_on(room: &Room, inner: &mut Inner, more: &More) -> Result<(), String> {
    let given = inner.given_orders();
    given.iter().for_each(|order| inner.live.lift(kernel::Seat(order.seat), &order.prompt));
    put_back(inner.live.as_mut(), &room.head, &more.facts, &more.orders, &more.undone)?;
    inner.stored += more.facts.len();
    inner.moment = more.moment;
    if !more.facts.is_empty() {
        inner.moved = more.moment;
    }
    inner.asked = more.asked.as_ref().map(Asked::of);
    inner.thinks = false;
    Ok(())
}

impl Hall {
    /// Hears what other servers say, for as long as the hall is there.
    pub(crate) async fn follow_news(hall: Weak<Hall>, mut news: mpsc::Receiver<News>) {
        while let Some(news) = news.recv().await {
            let Some(hall) = hall.upgrade() else { return };
            match news {
                News::Changed(battles) => {
                    for id in battles {
                        hall.bring_abreast(&id);
                    }
                }
                News::Missed => hall.bring_all_abreast().await,
                News::Said { server, battle, word } => hall.heard(server, &battle, &word),
            }
        }
    }

    /// Reads what is new in a battle, if it is at hand.
    fn bring_abreast(self: &Arc<Hall>, id: &str) {
        let Some(place) = self.rooms.at_hand(id) else { return };
        let hall = Arc::clone(self);
        tokio::spawn(async move {
            // A battle that is being taken up may have been read just before.
            let Some(room) = place.lock().await.clone() else { return };
            drop(place);
            if let Err(Panicked) = caught(hall.refresh(&room)).await {
                tracing::error!(battle = room.id, "what another server has played broke down");
                room.close(CHANGED);
            }
        });
    }

    async fn refresh(self: &Arc<Hall>, room: &Arc<Room>) {
        let mut inner = room.hold().await;
        if room.record.is_some() || room.broken().is_some() {
            return;
        }
        match room.catch_up(&mut inner, &self.store).await {
            Ok(false) => {}
            Ok(true) => {
                drop(inner);
                room.changed.send_modify(|count| *count += 1);
                self.wake(room);
            }
            // It is closed before anybody else can look at what may be half of a change.
            Err(why) => {
                tracing::error!(battle = room.id, %why, "what another server has played cannot be read");
                room.close(CHANGED);
            }
        }
    }

    /// Any battle may have changed while nobody was heard.
    async fn bring_all_abreast(self: &Arc<Hall>) {
        loop {
            let mut known = Vec::new();
            for (id, place) in self.rooms.all() {
                let room = place.lock().await.clone();
                if let Some(room) = room.filter(|room| room.record.is_none()) {
                    known.push((id, room.moment().await));
                }
            }
            if known.is_empty() {
                return;
            }
            match self.store.moved_on(known).await {
                Ok(moved) => return moved.iter().for_each(|id| self.bring_abreast(id)),
                Err(why) => tracing::warn!(%why, "what other servers have played cannot be read yet"),
            }
            tokio::time::sleep(AGAIN).await;
        }
    }

    /// Another server says who looks on at a battle, or wants to know.
    fn heard(self: &Arc<Hall>, server: i64, battle: &str, word: &str) {
        let Some(place) = self.rooms.at_hand(battle) else { return };
        let (hall, word) = (Arc::clone(self), word.to_owned());
        tokio::spawn(async move {
            let Some(room) = place.lock().await.clone() else { return };
            drop(place);
            match word.strip_prefix(HERE) {
                Some(seats) => {
                    room.seen_elsewhere(server, seats.split(',').filter_map(|seat| seat.parse().ok()).collect())
                }
                None if word == WHO && !room.here_alone().is_empty() => hall.announce(&room),
                None => {}
            }
        });
    }

    /// Tells other servers who looks on at a battle through this one, and asks the same of them if somebody is.
    pub(crate) fn announce(self: &Arc<Hall>, room: &Arc<Room>) {
        self.say(room, format!("{HERE}{}", room.here_alone().iter().map(u8::to_string).collect::<Vec<_>>().join(",")));
    }

    pub(crate) fn ask_who(self: &Arc<Hall>, room: &Arc<Room>) {
        self.say(room, WHO.to_owned());
    }

    fn say(self: &Arc<Hall>, room: &Arc<Room>, word: String) {
        // Nobody elsewhere wants to know where there is but one person.
        let people = room.head.players.iter().filter(|player| *player == HUMAN).count();
        if !self.store.is_shared() || people < 2 {
            return;
        }
        let (hall, id) = (Arc::clone(self), room.id.clone());
        tokio::spawn(async move {
            if let Err(why) = hall.store.say(&id, word).await {
                tracing::debug!(%why, "other servers cannot be told who is here");
            }
        });
    }

    /// Says again who is here: whoever is no longer heard of is taken to be gone.
    pub(crate) async fn announce_all(self: &Arc<Hall>) {
        if !self.store.is_shared() {
            return;
        }
        for (_, place) in self.rooms.all() {
            let room = place.lock().await.clone();
            if let Some(room) = room.filter(|room| !room.here_alone().is_empty()) {
                self.announce(&room);
            }
        }
    }
}
