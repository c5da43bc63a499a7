//! Where battles live: setup, seed, tokens, and the facts as lines in order.
//!
//! The statements are plain SQL with numbered places, so that PostgreSQL can stand behind the same functions. One
//! connection with an exclusive lock is all a server of one process needs, and a second process cannot slip in.
//!
//! | file | holds |
//! |---|---|
//! | `keeper` | the task that has the store; what waits is written in one transaction |
//! | `link` | the connection: thrown away after any failure, and proven before it is trusted again |
//! | `writes`, `campaigns` | the statements |
//! | `failed`, `faults` | what can go wrong, in words, and brought about on purpose |

mod campaigns;
mod failed;
mod faults;
mod keeper;
mod link;
#[cfg(test)]
mod tests;
mod writes;

pub(crate) use campaigns::{BandFile, Chapter, KeptCampaign, Proposal, Waged};
pub use failed::{Cause, Failed};
pub use faults::{Call, Fault, Faults};
pub(crate) use writes::Change;

use crate::wire::Amount;
use keeper::Job;
use link::Link;
use serde::{Deserialize, Serialize};
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection, SqliteJournalMode, SqliteLockingMode, SqliteSynchronous};
use std::path::Path;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::{mpsc, oneshot};
use writes::Write;

/// How many may wait for the store; others wait until there is room.
const QUEUE: usize = 1024;

const SCHEMA: [&str; 6] = [
    "CREATE TABLE IF NOT EXISTS battles (
        id TEXT PRIMARY KEY, moment BIGINT NOT NULL, head TEXT NOT NULL, orders TEXT NOT NULL, record TEXT)",
    "CREATE TABLE IF NOT EXISTS tokens (hash TEXT PRIMARY KEY, battle TEXT NOT NULL, claim TEXT NOT NULL)",
    "CREATE TABLE IF NOT EXISTS facts (
        battle TEXT NOT NULL, number BIGINT NOT NULL, line TEXT NOT NULL, PRIMARY KEY (battle, number))",
    "CREATE TABLE IF NOT EXISTS undone (battle TEXT PRIMARY KEY, lines TEXT NOT NULL)",
    "CREATE TABLE IF NOT EXISTS batches (one BIGINT PRIMARY KEY CHECK (one = 1), number BIGINT NOT NULL)",
    "INSERT INTO batches (one, number) VALUES (1, 0) ON CONFLICT (one) DO NOTHING",
];

#[derive(Debug)]
pub struct Store {
    jobs: mpsc::Sender<Job>,
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

/// A battle as it was left.
#[derive(Clone, Debug)]
pub(crate) struct Kept {
    pub(crate) head: Head,
    pub(crate) moment: u32,
    pub(crate) orders: Vec<GivenOrder>,
    /// Set for replays, which have no facts of their own.
    pub(crate) record: Option<String>,
    pub(crate) facts: Vec<String>,
    /// What was taken back and can be made again, the next one last.
    pub(crate) undone: Vec<String>,
}

impl Store {
    /// Opens a store, and makes it where there is none: a file, `sqlite:FILE`, or `sqlite::memory:`.
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
        if url.starts_with("postgres:") || url.starts_with("postgresql:") {
            return Err(Failed::new(Cause::Other, "PostgreSQL is not built in yet; name a file"));
        }
        let file = url.strip_prefix("sqlite:").unwrap_or(url);
        let file = file.strip_prefix("//").unwrap_or(file);
        let in_memory = file == ":memory:";
        let options = if in_memory {
            SqliteConnectOptions::new().in_memory(true)
        } else {
            if let Some(folder) = Path::new(file).parent().filter(|folder| !folder.as_os_str().is_empty()) {
                std::fs::create_dir_all(folder).map_err(|why| {
                    Failed::new(Cause::Disk, format!("cannot make the folder {}: {why}", folder.display()))
                })?;
            }
            SqliteConnectOptions::new().filename(file).create_if_missing(true)
        };
        let options = options
            .locking_mode(SqliteLockingMode::Exclusive)
            .journal_mode(SqliteJournalMode::Wal)
            .synchronous(SqliteSynchronous::Full)
            .busy_timeout(Duration::from_secs(2));
        let link = Link::open(options, in_memory, faults, prepare).await.map_err(|why| cannot_open(file, why))?;
        let (jobs, waiting) = mpsc::channel(QUEUE);
        tokio::spawn(keeper::keep(link, waiting));
        Ok(Store { jobs })
    }

    /// Keeps a new battle with its tokens, given as hashes.
    pub(crate) async fn add(&self, id: &str, kept: &Kept, tokens: &[(String, Claim)]) -> Result<(), Failed> {
        let (id, kept, tokens) = (id.to_owned(), Box::new(kept.clone()), tokens.to_vec());
        self.write(Write::Add { id, kept, tokens }).await.map(drop)
    }

    /// Whose token it is, by its hash.
    pub(crate) async fn claim(&self, hash: &str) -> Result<Option<(String, Claim)>, Failed> {
        let hash = hash.to_owned();
        self.read(move |link| Box::pin(async move { writes::claim(link, &hash).await })).await
    }

    pub(crate) async fn load(&self, id: &str) -> Result<Option<Kept>, Failed> {
        let id = id.to_owned();
        self.read(move |link| Box::pin(async move { writes::load(link, &id).await })).await
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

async fn prepare(connection: &mut SqliteConnection) -> Result<(), Failed> {
    for statement in SCHEMA.into_iter().chain(campaigns::SCHEMA) {
        sqlx::query(statement).execute(&mut *connection).await?;
    }
    Ok(())
}

fn cannot_open(file: &str, why: Failed) -> Failed {
    if Path::new(file).is_dir() {
        let text = format!("the store {file} is a folder; name a file in it, such as {file}/battles.db");
        return Failed::new(why.cause, text);
    }
    match why.cause {
        Cause::Busy => {
            Failed::new(why.cause, format!("the store {file} is in use by another fray; name another with --store"))
        }
        _ => why.during(&format!("cannot open the store {file}")),
    }
}
