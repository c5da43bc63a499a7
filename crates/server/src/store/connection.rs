//! A connection to SQLite or to PostgreSQL, and how it is made.

use super::failed::{Cause, Failed};
use super::statement::{Row, Statement, statement};
use sqlx::migrate::{MigrateError, Migrator};
use sqlx::postgres::{PgConnectOptions, PgConnection};
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use sqlx::{ConnectOptions, Connection as _};
use std::time::Duration;

/// A machine that does not answer for so long is taken to be gone.
const PATIENCE: Duration = Duration::from_secs(15);

/// The way to a store.
#[derive(Clone, Debug)]
pub(super) enum Way {
    File(Box<SqliteConnectOptions>),
    /// Whatever is in memory is gone with its connection.
    Memory(Box<SqliteConnectOptions>),
    Postgres(Box<PgConnectOptions>),
}

#[derive(Debug)]
pub(super) enum Connection {
    Sqlite(SqliteConnection),
    Postgres(PgConnection),
}

impl Way {
    pub(super) async fn connect(&self) -> Result<Connection, Failed> {
        match self {
            Way::File(options) | Way::Memory(options) => Ok(Connection::Sqlite(options.connect().await?)),
            Way::Postgres(options) => {
                let mut connection = Connection::Postgres(patiently(options.connect()).await?);
                // An answer is acknowledged when the disk has it, whatever is usual on this server.
                let careful = "SELECT set_config('synchronous_commit', 'on', false)
                    WHERE current_setting('synchronous_commit') = 'off'";
                connection.rows(statement(careful)).await?;
                Ok(connection)
            }
        }
    }
}

async fn patiently<T>(work: impl Future<Output = Result<T, sqlx::Error>>) -> Result<T, Failed> {
    match tokio::time::timeout(PATIENCE, work).await {
        Ok(done) => Ok(done?),
        Err(_) => Err(Failed::new(Cause::Unreachable, "PostgreSQL does not answer")),
    }
}

impl Connection {
    /// How many rows a statement has changed.
    pub(super) async fn execute(&mut self, statement: Statement) -> Result<u64, Failed> {
        match self {
            Connection::Sqlite(link) => Ok(statement.for_sqlite().execute(link).await?.rows_affected()),
            Connection::Postgres(link) => Ok(patiently(statement.for_postgres().execute(link)).await?.rows_affected()),
        }
    }

    pub(super) async fn row(&mut self, statement: Statement) -> Result<Option<Row>, Failed> {
        match self {
            Connection::Sqlite(link) => Ok(statement.for_sqlite().fetch_optional(link).await?.map(Row::Sqlite)),
            Connection::Postgres(link) => {
                Ok(patiently(statement.for_postgres().fetch_optional(link)).await?.map(Row::Postgres))
            }
        }
    }

    pub(super) async fn rows(&mut self, statement: Statement) -> Result<Vec<Row>, Failed> {
        match self {
            Connection::Sqlite(link) => {
                Ok(statement.for_sqlite().fetch_all(link).await?.into_iter().map(Row::Sqlite).collect())
            }
            Connection::Postgres(link) => {
                let rows = patiently(statement.for_postgres().fetch_all(link)).await?;
                Ok(rows.into_iter().map(Row::Postgres).collect())
            }
        }
    }

    pub(super) async fn migrate(&mut self, steps: &Migrator) -> Result<(), MigrateError> {
        match self {
            Connection::Sqlite(link) => steps.run(link).await,
            Connection::Postgres(link) => steps.run(link).await,
        }
    }

    pub(super) async fn close(self) -> Result<(), Failed> {
        match self {
            Connection::Sqlite(link) => Ok(link.close().await?),
            Connection::Postgres(link) => patiently(link.close()).await,
        }
    }
}
