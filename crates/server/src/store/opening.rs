//! From the name of a store to a connection, or to plain words about why there is none.

use super::failed::{Cause, Failed};
use super::faults::Faults;
use super::link::{self, Link};
use super::schema;
use sqlx::ConnectOptions;
use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqliteLockingMode, SqliteSynchronous};
use std::fs::File;
use std::io::Read;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

/// What every database of SQLite begins with.
const MAGIC: &[u8; 16] = b"SQLite format 3\0";

/// The file that a name of a store means; nothing for a store in memory.
pub(super) fn file_of(url: &str) -> Result<Option<&str>, Failed> {
    if url.starts_with("postgres:") || url.starts_with("postgresql:") {
        return Err(Failed::new(Cause::Other, "PostgreSQL is not built in yet; name a file"));
    }
    let file = url.strip_prefix("sqlite:").unwrap_or(url);
    let file = file.strip_prefix("//").unwrap_or(file);
    Ok(Some(file).filter(|file| *file != ":memory:"))
}

/// Whether there is a store at all.
pub(super) fn must_exist(url: &str) -> Result<(), Failed> {
    let Some(file) = file_of(url)? else { return Ok(()) };
    match std::fs::metadata(file) {
        Err(_) => Err(Failed::new(Cause::Missing, format!("there is no store {file}"))),
        Ok(found) if found.is_file() && found.len() == 0 => {
            Err(Failed::new(Cause::Missing, format!("the file {file} is empty: there is no store in it")))
        }
        Ok(_) => Ok(()),
    }
}

pub(super) async fn open(file: Option<&Path>, faults: Arc<Faults>) -> Result<Link, Failed> {
    let Some(file) = file else {
        return connect(SqliteConnectOptions::new().in_memory(true), true, faults).await;
    };
    look_at(file)?;
    let options = SqliteConnectOptions::new().filename(file).create_if_missing(true);
    connect(options, false, faults).await.map_err(|why| cannot_open(file, why))
}

/// What can be seen of a file from outside.
fn look_at(file: &Path) -> Result<(), Failed> {
    let place = file.display();
    if let Some(folder) = file.parent().filter(|folder| !folder.as_os_str().is_empty()) {
        std::fs::create_dir_all(folder)
            .map_err(|why| Failed::new(Cause::Disk, format!("cannot make the folder {}: {why}", folder.display())))?;
    }
    let Ok(found) = std::fs::metadata(file) else { return Ok(()) };
    if found.is_dir() {
        let text = format!("the store {place} is a folder; name a file in it, such as {place}/battles.db");
        return Err(Failed::new(Cause::Foreign, text));
    }
    let mut beginning = Vec::new();
    File::open(file)
        .and_then(|open| open.take(MAGIC.len() as u64).read_to_end(&mut beginning))
        .map_err(|why| Failed::new(Cause::Disk, format!("cannot read the store {place}: {why}")))?;
    match beginning.as_slice() {
        [] => tracing::warn!("the file {place} was empty; a new store begins in it"),
        found if found == MAGIC => {}
        _ => return Err(Failed::new(Cause::Foreign, format!("the file {place} is no store of fray; name another"))),
    }
    Ok(())
}

async fn connect(options: SqliteConnectOptions, in_memory: bool, faults: Arc<Faults>) -> Result<Link, Failed> {
    // The mode of the log is set only when it is known that the database is ours: it would change any other.
    let careful = options
        .locking_mode(SqliteLockingMode::Exclusive)
        .synchronous(SqliteSynchronous::Full)
        .busy_timeout(Duration::from_secs(2))
        .disable_statement_logging();
    let options = careful.clone().journal_mode(SqliteJournalMode::Wal);
    let mut connection = link::connect(&careful, &faults).await?;
    schema::is_ours(&mut connection).await?;
    sqlx::query("PRAGMA journal_mode = WAL").execute(&mut connection).await?;
    schema::bring_up(&mut connection).await?;
    Link::new(connection, options, in_memory, faults).await
}

fn cannot_open(file: &Path, why: Failed) -> Failed {
    let file = file.display();
    match why.cause {
        Cause::Busy => {
            Failed::new(why.cause, format!("the store {file} is in use by another fray; name another with --store"))
        }
        _ => why.during(&format!("cannot open the store {file}")),
    }
}
