//! Where battles live: setup, seed, tokens, and the facts as lines in order.
//!
//! The statements are plain SQL with numbered places, so that PostgreSQL can stand behind the same functions. One
//! connection with an exclusive lock is all a server of one process needs, and a second process cannot slip in.

mod campaigns;

pub(crate) use campaigns::{BandFile, Chapter, KeptCampaign, Proposal, Waged};

use crate::wire::Amount;
use serde::{Deserialize, Serialize};
use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqliteLockingMode, SqlitePoolOptions, SqliteSynchronous};
use sqlx::{Row, SqlitePool};
use std::fmt;
use std::path::Path;
use std::time::Duration;

const SCHEMA: [&str; 4] = [
    "CREATE TABLE IF NOT EXISTS battles (
        id TEXT PRIMARY KEY, moment BIGINT NOT NULL, head TEXT NOT NULL, orders TEXT NOT NULL, record TEXT)",
    "CREATE TABLE IF NOT EXISTS tokens (hash TEXT PRIMARY KEY, battle TEXT NOT NULL, claim TEXT NOT NULL)",
    "CREATE TABLE IF NOT EXISTS facts (
        battle TEXT NOT NULL, number BIGINT NOT NULL, line TEXT NOT NULL, PRIMARY KEY (battle, number))",
    "CREATE TABLE IF NOT EXISTS undone (battle TEXT PRIMARY KEY, lines TEXT NOT NULL)",
];

#[derive(Debug)]
pub struct Store {
    pool: SqlitePool,
}

/// Why the store did not do what it was asked.
#[derive(Debug)]
pub struct Failed(pub String);

impl fmt::Display for Failed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Failed {}

impl From<sqlx::Error> for Failed {
    fn from(error: sqlx::Error) -> Failed {
        Failed(error.to_string())
    }
}

impl From<serde_json::Error> for Failed {
    fn from(error: serde_json::Error) -> Failed {
        Failed(format!("the store holds something that cannot be read: {error}"))
    }
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

/// What changes with a choice.
#[derive(Clone, Debug)]
pub(crate) struct Change<'a> {
    /// The number of the first fact that is new.
    pub(crate) from: usize,
    pub(crate) lines: &'a [String],
    pub(crate) moment: u32,
    pub(crate) orders: &'a [GivenOrder],
    pub(crate) undone: &'a [String],
}

impl Store {
    /// Opens a store, and makes it where there is none: a file, `sqlite:FILE`, or `sqlite::memory:`.
    ///
    /// # Errors
    /// When it cannot be opened, or another process holds it.
    pub async fn open(url: &str) -> Result<Store, Failed> {
        if url.starts_with("postgres:") || url.starts_with("postgresql:") {
            return Err(Failed("PostgreSQL is not built in yet; name a file".into()));
        }
        let file = url.strip_prefix("sqlite:").unwrap_or(url);
        let file = file.strip_prefix("//").unwrap_or(file);
        let options = if file == ":memory:" {
            SqliteConnectOptions::new().in_memory(true)
        } else {
            if let Some(folder) = Path::new(file).parent().filter(|folder| !folder.as_os_str().is_empty()) {
                std::fs::create_dir_all(folder)
                    .map_err(|why| Failed(format!("cannot make {}: {why}", folder.display())))?;
            }
            SqliteConnectOptions::new().filename(file).create_if_missing(true)
        };
        let options = options
            .locking_mode(SqliteLockingMode::Exclusive)
            .journal_mode(SqliteJournalMode::Wal)
            .synchronous(SqliteSynchronous::Full)
            .busy_timeout(Duration::from_secs(2));
        let pool = SqlitePoolOptions::new().max_connections(1).idle_timeout(None).max_lifetime(None);
        let pool = pool.connect_with(options).await.map_err(|error| cannot_open(file, &error))?;
        for statement in SCHEMA.into_iter().chain(campaigns::SCHEMA) {
            sqlx::query(statement).execute(&pool).await.map_err(|error| cannot_open(file, &error))?;
        }
        Ok(Store { pool })
    }

    /// Keeps a new battle with its tokens, given as hashes.
    pub(crate) async fn add(&self, id: &str, kept: &Kept, tokens: &[(String, Claim)]) -> Result<(), Failed> {
        let mut work = self.pool.begin().await?;
        sqlx::query("INSERT INTO battles (id, moment, head, orders, record) VALUES ($1, $2, $3, $4, $5)")
            .bind(id)
            .bind(i64::from(kept.moment))
            .bind(serde_json::to_string(&kept.head)?)
            .bind(serde_json::to_string(&kept.orders)?)
            .bind(kept.record.as_deref())
            .execute(&mut *work)
            .await?;
        for (hash, claim) in tokens {
            sqlx::query("INSERT INTO tokens (hash, battle, claim) VALUES ($1, $2, $3)")
                .bind(hash)
                .bind(id)
                .bind(serde_json::to_string(claim)?)
                .execute(&mut *work)
                .await?;
        }
        insert(&mut work, id, 0, &kept.facts).await?;
        Ok(work.commit().await?)
    }

    /// Whose token it is, by its hash.
    pub(crate) async fn claim(&self, hash: &str) -> Result<Option<(String, Claim)>, Failed> {
        let row = sqlx::query("SELECT battle, claim FROM tokens WHERE hash = $1");
        let Some(row) = row.bind(hash).fetch_optional(&self.pool).await? else {
            return Ok(None);
        };
        let claim: String = row.try_get("claim")?;
        Ok(Some((row.try_get("battle")?, serde_json::from_str(&claim)?)))
    }

    pub(crate) async fn load(&self, id: &str) -> Result<Option<Kept>, Failed> {
        let row = sqlx::query("SELECT moment, head, orders, record FROM battles WHERE id = $1");
        let Some(row) = row.bind(id).fetch_optional(&self.pool).await? else {
            return Ok(None);
        };
        let (head, orders): (String, String) = (row.try_get("head")?, row.try_get("orders")?);
        let lines = sqlx::query("SELECT line FROM facts WHERE battle = $1 ORDER BY number");
        let lines = lines.bind(id).fetch_all(&self.pool).await?;
        let undone = sqlx::query("SELECT lines FROM undone WHERE battle = $1");
        let undone = undone.bind(id).fetch_optional(&self.pool).await?;
        let facts: Result<Vec<String>, sqlx::Error> = lines.iter().map(|row| row.try_get("line")).collect();
        Ok(Some(Kept {
            head: serde_json::from_str(&head)?,
            moment: u32::try_from(row.try_get::<i64, _>("moment")?).unwrap_or(0),
            orders: serde_json::from_str(&orders)?,
            record: row.try_get("record")?,
            facts: facts?,
            undone: match undone {
                Some(row) => serde_json::from_str(&row.try_get::<String, _>("lines")?)?,
                None => Vec::new(),
            },
        }))
    }

    /// Puts new lines in the place of all facts from a number on. When this returns, they are kept for good.
    pub(crate) async fn write(&self, id: &str, change: Change<'_>) -> Result<(), Failed> {
        let Change { from, lines, moment, orders, undone } = change;
        let mut work = self.pool.begin().await?;
        sqlx::query("DELETE FROM facts WHERE battle = $1 AND number >= $2")
            .bind(id)
            .bind(from as i64)
            .execute(&mut *work)
            .await?;
        insert(&mut work, id, from, lines).await?;
        sqlx::query("UPDATE battles SET moment = $2, orders = $3 WHERE id = $1")
            .bind(id)
            .bind(i64::from(moment))
            .bind(serde_json::to_string(orders)?)
            .execute(&mut *work)
            .await?;
        sqlx::query(
            "INSERT INTO undone (battle, lines) VALUES ($1, $2) ON CONFLICT (battle) DO UPDATE SET lines = excluded.lines",
        )
        .bind(id)
        .bind(serde_json::to_string(undone)?)
        .execute(&mut *work)
        .await?;
        Ok(work.commit().await?)
    }

    pub async fn close(&self) {
        self.pool.close().await;
    }
}

async fn insert(work: &mut sqlx::SqliteConnection, id: &str, from: usize, lines: &[String]) -> Result<(), Failed> {
    for (at, line) in lines.iter().enumerate() {
        sqlx::query("INSERT INTO facts (battle, number, line) VALUES ($1, $2, $3)")
            .bind(id)
            .bind((from + at) as i64)
            .bind(line)
            .execute(&mut *work)
            .await?;
    }
    Ok(())
}

fn cannot_open(file: &str, error: &sqlx::Error) -> Failed {
    let text = error.to_string();
    if std::path::Path::new(file).is_dir() {
        return Failed(format!("the store {file} is a folder; name a file in it, such as {file}/battles.db"));
    }
    match text.contains("locked") {
        true => Failed(format!("the store {file} is in use by another fray; name another with --store")),
        false => Failed(format!("cannot open the store {file}: {text}")),
    }
}
