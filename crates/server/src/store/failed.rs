//! Why the store did not do what it was asked, in words for whoever runs the server.

use sqlx::error::ErrorKind;
use sqlx::postgres::PgDatabaseError;
use std::fmt;

/// Why the store did not do what it was asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failed {
    pub cause: Cause,
    text: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cause {
    /// There is no space left on the disk.
    Full,
    /// The disk does not read, write or keep what it is given.
    Disk,
    /// Another process has the store.
    Busy,
    /// What is read is not what was written.
    Damaged,
    /// The machine that has the store does not answer.
    Unreachable,
    /// Another server was in the way; the same may succeed now.
    Crossed,
    /// A newer fray wrote it.
    Newer,
    /// Not a store of fray at all.
    Foreign,
    /// There is none.
    Missing,
    /// Something of that name is there already.
    Taken,
    /// What is to be changed has changed meanwhile.
    Stale,
    Closed,
    Other,
}

/// The numbers of SQLite for what can befall a call; the lowest byte, for the others only say where.
const BUSY: u32 = 5;
const LOCKED: u32 = 6;
const READ_ONLY: u32 = 8;
const IO: u32 = 10;
const CORRUPT: u32 = 11;
const FULL: u32 = 13;
const CANNOT_OPEN: u32 = 14;
const NO_DATABASE: u32 = 26;

impl Failed {
    pub(crate) fn new(cause: Cause, text: impl Into<String>) -> Failed {
        Failed { cause, text: text.into() }
    }

    /// What PostgreSQL says by its five letters.
    fn in_postgres(code: &str, message: &str) -> Failed {
        let (cause, words) = match code {
            "53100" => (Cause::Full, "there is no space left on the disk of PostgreSQL"),
            "40001" | "40P01" => (Cause::Crossed, "another server was in the way"),
            "53300" => (Cause::Unreachable, "PostgreSQL has no connection left"),
            "XX001" | "XX002" => (Cause::Damaged, "the store is damaged"),
            _ if code.starts_with("57P") || code.starts_with("08") => (Cause::Unreachable, "PostgreSQL is going away"),
            _ if code.starts_with("58") => (Cause::Disk, "the disk of PostgreSQL fails"),
            _ if code.starts_with("28") || code == "3D000" || code == "42501" => {
                (Cause::Other, "PostgreSQL does not let fray in")
            }
            _ => (Cause::Other, "PostgreSQL refuses"),
        };
        Failed::new(cause, format!("{words} ({code}: {message})"))
    }

    pub(crate) fn closed() -> Failed {
        Failed::new(Cause::Closed, "the store is closed")
    }

    /// Where the same was told before, with what was being done then.
    pub(super) fn during(self, doing: &str) -> Failed {
        Failed { text: format!("{doing}: {}", self.text), ..self }
    }
}

impl fmt::Display for Failed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl std::error::Error for Failed {}

impl From<sqlx::Error> for Failed {
    fn from(error: sqlx::Error) -> Failed {
        let found = match &error {
            sqlx::Error::Database(found) => found,
            sqlx::Error::Io(why) => {
                return Failed::new(Cause::Unreachable, format!("PostgreSQL cannot be reached ({why})"));
            }
            _ => return Failed::new(Cause::Other, error.to_string()),
        };
        if found.kind() == ErrorKind::UniqueViolation {
            return Failed::new(Cause::Taken, error.to_string());
        }
        if found.try_downcast_ref::<PgDatabaseError>().is_some() {
            return Failed::in_postgres(&found.code().unwrap_or_default(), found.message());
        }
        let code = found.code().and_then(|code| code.parse::<u32>().ok()).unwrap_or(0) & 0xff;
        let (cause, words) = match code {
            FULL => (Cause::Full, "there is no space left on the disk"),
            IO => (Cause::Disk, "the disk fails"),
            BUSY | LOCKED => (Cause::Busy, "another process has the store"),
            CORRUPT => (Cause::Damaged, "the file of the store is damaged"),
            NO_DATABASE => (Cause::Foreign, "the file is no store of fray, nor any database of SQLite"),
            READ_ONLY => (Cause::Disk, "the file or its folder cannot be written"),
            CANNOT_OPEN => (Cause::Disk, "the file cannot be opened"),
            _ => return Failed::new(Cause::Other, found.to_string()),
        };
        Failed::new(cause, format!("{words} ({found})"))
    }
}

impl From<serde_json::Error> for Failed {
    fn from(error: serde_json::Error) -> Failed {
        Failed::new(Cause::Damaged, format!("the store holds something that cannot be read: {error}"))
    }
}
