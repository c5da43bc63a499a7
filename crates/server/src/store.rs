//! Where battles live: setup, seed, tokens, and the facts as lines in order.
//!
//! The statements are plain SQL with numbered places, the same for SQLite and PostgreSQL. A file is locked, so that a
//! second process cannot slip in. Several servers may use one database of PostgreSQL: an answer is one transaction
//! that appends facts where the stored moment is the expected one.
//!
//! | file | holds |
//! |---|---|
//! | `keeper` | the task that has the store; what waits is written in one transaction |
//! | `connection`, `statement` | SQLite and PostgreSQL, told apart nowhere else |
//! | `link` | the connection: thrown away after any failure, and proven before it is trusted again |
//! | `opening`, `schema` | what kind of file it is, how it is laid out, and stores of earlier days |
//! | `writes`, `battles`, `campaigns` | the statements |
//! | `changes` | an answer or many, and what has happened since a moment |
//! | `news` | what several servers on one PostgreSQL tell each other |
//! | `seal` | sums over the facts of a battle |
//! | `upkeep`, `dump` | checked, backed up and pruned; taken out as text and put in again |
//! | `failed`, `faults` | what can go wrong, in words, and brought about on purpose |

mod battles;
mod campaigns;
mod changes;
mod connection;
mod dump;
mod failed;
mod faults;
mod keeper;
mod link;
mod news;
mod opening;
mod schema;
mod seal;
mod statement;
#[cfg(test)]
mod tests;
mod upkeep;
mod writes;

pub(crate) use campaigns::{BandFile, Chapter, KeptCampaign, Proposal, Waged};
pub(crate) use changes::{More, Tail};
pub use dump::Copied;
pub use failed::{Cause, Failed};
pub use faults::{Call, Fault, Faults};
pub(crate) use news::News;
pub use opening::without_password;
pub use upkeep::{Checkup, Pruned};
pub(crate) use writes::Change;

use crate::wire::Amount;
use keeper::Job;
use link::Link;
use serde::{Deserialize, Serialize};
use std::path::PathBuf;
use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;
use tokio::sync::{mpsc, oneshot};
use writes::Write;

/// How many may wait for the store; others wait until there is room.
const QUEUE: usize = 1024;

#[derive(Debug)]
pub struct Store {
    jobs: mpsc::Sender<Job>,
    /// Nothing for a store in memory or behind PostgreSQL.
    file: Option<PathBuf>,
    /// What other servers say, until somebody takes it; nothing where there can be no others.
    news: Mutex<Option<mpsc::Receiver<News>>>,
    shared: bool,
    /// How large it was when PostgreSQL was last asked, and when that was.
    weighed: Mutex<Option<(u64, Instant)>>,
}

/// What a battle begins with; never changed afterwards.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Head {
    pub(crate) system: String,
    pub(crate) content: String,
    pub(crate) scenario: String,
    pub(crate) options: Vec<(String, String)>,
    pub(crate) sides: Vec<String>,
    pub(crate) own_dice: Vec<u8>,
    pub(crate) seed: String,
    /// Whether the seed explains every die; that of a fork does not.
    pub(crate) committed: bool,
    /// `human` or the name of a mind, seat by seat.
    pub(crate) players: Vec<String>,
    /// Minds do not wait for anybody to follow what they do.
    #[serde(default)]
    pub(crate) swift: bool,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct GivenOrder {
    pub(crate) seat: u8,
    pub(crate) prompt: String,
    pub(crate) verb: String,
    #[serde(default)]
    pub(crate) amount: Amount,
}

/// Somebody who asks the others to let an undo happen, and who has agreed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct KeptAsk {
    pub(crate) by: Vec<u8>,
    pub(crate) agreed: Vec<u8>,
}

/// What a token stands for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Claim {
    Seat(u8),
    /// One screen for several seats.
    Screen(Vec<u8>),
    Watch,
    Replay,
}

/// A token for a battle: its hash, the battle, and for whom it is.
pub(crate) type Grant = (String, String, Claim);

/// A battle as it was left.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Kept {
    pub(crate) head: Head,
    pub(crate) moment: u32,
    pub(crate) orders: Vec<GivenOrder>,
    /// Set for replays, which have no facts of their own.
    pub(crate) record: Option<String>,
    pub(crate) facts: Vec<String>,
    /// What was taken back and can be made again, the next one last.
    pub(crate) undone: Vec<String>,
    #[serde(default)]
    pub(crate) asked: Option<KeptAsk>,
}

impl Store {
    /// Opens a store, and makes it where there is none: a file, `sqlite:FILE`, `sqlite::memory:`, or
    /// `postgres://USER@HOST/DATABASE`.
    ///
    /// # Errors
    /// When it cannot be opened, or another process holds it.
    pub async fn open(url: &str) -> Result<Store, Failed> {
        Store::open_with(url, Arc::default()).await
    }

    /// The same on a disk with faults.
    ///
    /// # Errors
    /// As above, and when a fault says so.
    pub async fn open_with(url: &str, faults: Arc<Faults>) -> Result<Store, Failed> {
        let file = opening::file_of(url).map(PathBuf::from);
        let link = opening::open(url, faults).await?;
        let (jobs, waiting) = mpsc::channel(QUEUE);
        let news = link.others().map(|(options, own)| {
            let (told, news) = mpsc::channel(news::QUEUE);
            tokio::spawn(news::listen(options, own, told));
            news
        });
        let shared = link.is_shared();
        tokio::spawn(keeper::keep(link, waiting));
        Ok(Store { jobs, file, news: Mutex::new(news), shared, weighed: Mutex::default() })
    }

    /// Opens a store that is there.
    ///
    /// # Errors
    /// As above, and when there is none.
    pub async fn open_existing(url: &str) -> Result<Store, Failed> {
        opening::must_exist(url)?;
        Store::open(url).await
    }

    /// Keeps a new battle with its tokens, given as hashes.
    pub(crate) async fn add(&self, id: &str, kept: &Kept, tokens: &[(String, Claim)]) -> Result<(), Failed> {
        let (id, kept, tokens) = (id.to_owned(), Box::new(kept.clone()), tokens.to_vec());
        self.write(Write::Add { id, kept, tokens }).await.map(drop)
    }

    /// Whose token it is, by its hash.
    pub(crate) async fn claim(&self, hash: &str) -> Result<Option<(String, Claim)>, Failed> {
        let hash = hash.to_owned();
        self.read(move |link| Box::pin(async move { battles::claim(link, &hash).await })).await
    }

    pub(crate) async fn load(&self, id: &str) -> Result<Option<Kept>, Failed> {
        let id = id.to_owned();
        self.read(move |link| Box::pin(async move { battles::load(link, &id).await })).await
    }

    /// Puts new lines in the place of all facts from a number on. When this returns, they are kept for good.
    ///
    /// # Errors
    /// When that cannot be proven, or the battle is not at the expected moment. It may be stored all the same, so that
    /// whoever goes on has to load the battle first.
    pub(crate) async fn change(&self, id: &str, change: Change) -> Result<(), Failed> {
        let expected = change.expected;
        match self.write(Write::Change { id: id.to_owned(), change }).await? {
            true => Ok(()),
            false => Err(Failed::new(Cause::Stale, format!("the stored battle is not at moment {expected} any more"))),
        }
    }

    /// How many wait for it.
    pub(crate) fn waiting(&self) -> usize {
        self.jobs.max_capacity() - self.jobs.capacity()
    }

    /// Whether other servers may use it at the same time.
    pub(crate) fn is_shared(&self) -> bool {
        self.shared
    }

    /// What other servers say from now on; the first who asks gets it.
    pub(crate) fn news(&self) -> Option<mpsc::Receiver<News>> {
        // It is whole whatever happens to whoever takes it.
        self.news.lock().unwrap_or_else(PoisonError::into_inner).take()
    }

    /// Says something about a battle to the other servers, where there can be any. Nobody waits for an answer.
    pub(crate) async fn say(&self, battle: &str, word: String) -> Result<(), Failed> {
        if !self.shared {
            return Ok(());
        }
        let battle = battle.to_owned();
        self.read(move |link| {
            Box::pin(async move {
                let text = format!("{} {word} {battle}", link.server());
                news::say(link, text).await
            })
        })
        .await
    }

    /// Takes the turn of a mind; false where another server that is alive thinks about it, or the battle has gone on.
    pub(crate) async fn take(&self, id: &str, moment: u32) -> Result<bool, Failed> {
        match self.shared {
            true => self.write(Write::Take { id: id.to_owned(), moment }).await,
            false => Ok(true),
        }
    }

    /// What has happened to a battle since a moment at which it had so many facts.
    pub(crate) async fn tail(&self, id: &str, moment: u32, facts: usize) -> Result<Option<Tail>, Failed> {
        let id = id.to_owned();
        self.read(move |link| Box::pin(async move { changes::tail(link, &id, moment, facts).await })).await
    }

    /// Which of these battles are not at these moments any more.
    pub(crate) async fn moved_on(&self, known: Vec<(String, u32)>) -> Result<Vec<String>, Failed> {
        self.read(move |link| Box::pin(async move { changes::moved_on(link, &known).await })).await
    }

    async fn write(&self, write: Write) -> Result<bool, Failed> {
        let (told, done) = oneshot::channel();
        self.jobs.send(Job::Write(Box::new(write), told)).await.map_err(|_| Failed::closed())?;
        done.await.map_err(|_| Failed::closed())?
    }

    async fn read<T: Send + 'static>(
        &self,
        look: impl for<'l> FnOnce(&'l mut Link) -> Looking<'l, T> + Send + 'static,
    ) -> Result<T, Failed> {
        let (told, done) = oneshot::channel();
        let read: keeper::Read = Box::new(move |link| {
            Box::pin(async move {
                let found = match link.ready().await {
                    Ok(()) => look(link).await,
                    Err(why) => Err(why),
                };
                let _ = told.send(found);
            })
        });
        self.jobs.send(Job::Read(read)).await.map_err(|_| Failed::closed())?;
        done.await.map_err(|_| Failed::closed())?
    }

    /// Closes the store for good once everything that waits is done. Its file is then whole, with nothing beside it.
    ///
    /// # Errors
    /// When the disk does not let it.
    pub async fn close(&self) -> Result<(), Failed> {
        let (told, done) = oneshot::channel();
        // Closed already is as good.
        if self.jobs.send(Job::Close(told)).await.is_err() {
            return Ok(());
        }
        done.await.unwrap_or(Ok(()))
    }
}

type Looking<'l, T> = Pin<Box<dyn Future<Output = Result<T, Failed>> + Send + 'l>>;
