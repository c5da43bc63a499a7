//! From the name of a store to a connection, or to plain words about why there is none.

use super::connection::Way;
use super::failed::{Cause, Failed};
use super::faults::Faults;
use super::link::Link;
use super::schema;
use super::statement::statement;
use sqlx::ConnectOptions;
use sqlx::postgres::PgConnectOptions;
use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqliteLockingMode, SqliteSynchronous};
use std::fs::File;
use std::io::Read;
use std::path::Path;
use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;

/// What every database of SQLite begins with.
const MAGIC: &[u8; 16] = b"SQLite format 3\0";

/// The file that a name of a store means; nothing for a store in memory or behind PostgreSQL.
pub(super) fn file_of(url: &str) -> Option<&str> {
    let file = url.strip_prefix("sqlite:").unwrap_or(url);
    let file = file.strip_prefix("//").unwrap_or(file);
    Some(file).filter(|file| *file != ":memory:" && !is_postgres(url))
}

/// The name of a store without the password that may be in it.
pub fn without_password(url: &str) -> String {
    let hidden = || {
        let (scheme, rest) = url.split_once("://").filter(|_| is_postgres(url))?;
        // An address ends where the database begins, and a password may hold any sign that is not written otherwise.
        let (user, rest) = rest.rsplit_once('@')?;
        let (user, _) = user.split_once(':')?;
        Some(format!("{scheme}://{user}@{rest}"))
    };
    hidden().unwrap_or_else(|| url.to_owned())
}

fn is_postgres(url: &str) -> bool {
    url.starts_with("postgres:") || url.starts_with("postgresql:")
}

/// Whether there is a store at all.
pub(super) fn must_exist(url: &str) -> Result<(), Failed> {
    let Some(file) = file_of(url) else { return Ok(()) };
    match std::fs::metadata(file) {
        Err(_) => Err(Failed::new(Cause::Missing, format!("there is no store {file}"))),
        Ok(found) if found.is_file() && found.len() == 0 => {
            Err(Failed::new(Cause::Missing, format!("the file {file} is empty: there is no store in it")))
        }
        Ok(_) => Ok(()),
    }
}

pub(super) async fn open(url: &str, faults: Arc<Faults>) -> Result<Link, Failed> {
    if is_postgres(url) {
        let options = PgConnectOptions::from_str(url)
            .map_err(|why| Failed::new(Cause::Other, format!("the address of PostgreSQL cannot be read: {why}")))?;
        let way = Way::Postgres(Box::new(options.disable_statement_logging()));
        return lay_out(way.clone(), way, faults)
            .await
            .map_err(|why| why.during("cannot open the store in PostgreSQL"));
    }
    let Some(file) = file_of(url) else {
        let (careful, usual) = careful(SqliteConnectOptions::new().in_memory(true));
        return lay_out(Way::Memory(careful), Way::Memory(usual), faults).await;
    };
    let file = Path::new(file);
    look_at(file)?;
    let (careful, usual) = careful(SqliteConnectOptions::new().filename(file).create_if_missing(true));
    lay_out(Way::File(careful), Way::File(usual), faults).await.map_err(|why| cannot_open(file, why))
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

/// How a file is opened for the first time, and how again. The mode of the log is set only when it is known that the
/// database is ours: it would change any other.
fn careful(options: SqliteConnectOptions) -> (Box<SqliteConnectOptions>, Box<SqliteConnectOptions>) {
    let careful = options
        .locking_mode(SqliteLockingMode::Exclusive)
        .synchronous(SqliteSynchronous::Full)
        .busy_timeout(Duration::from_secs(2))
        .disable_statement_logging();
    let usual = careful.clone().journal_mode(SqliteJournalMode::Wal);
    (Box::new(careful), Box::new(usual))
}

async fn lay_out(careful: Way, usual: Way, faults: Arc<Faults>) -> Result<Link, Failed> {
    let mut link = Link::open(careful, faults).await?;
    schema::is_ours(&mut link).await?;
    if !link.is_shared() {
        link.row(statement("PRAGMA journal_mode = WAL")).await?;
    }
    schema::bring_up(&mut link).await?;
    link.trust(usual).await?;
    Ok(link)
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
