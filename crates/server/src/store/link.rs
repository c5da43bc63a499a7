//! The one connection to SQLite.
//!
//! Transactions are begun and ended by the words themselves and not by sqlx, which counts how deep it is in savepoints:
//! when a COMMIT fails its count is wrong, and later commits end no more than a savepoint. `BEGIN` is refused inside of
//! a transaction and `COMMIT` outside of one, so each that succeeds proves what state the connection was in.
//!
//! After any failure the connection is thrown away. The next one is trusted once the store has shown which batch it
//! holds: each carries a number. A batch that was reported as failed and is there all the same may be in the memory of the
//! machine alone, so that nothing is read before it has been carried over into the main file and synced there.

use super::failed::{Cause, Failed};
use super::faults::{Call, Faults};
use sqlx::query::Query;
use sqlx::sqlite::{SqliteArguments, SqliteConnectOptions, SqliteConnection, SqliteRow};
use sqlx::{ConnectOptions, Connection, Row, Sqlite};
use std::sync::Arc;

/// A statement with what is put into its places.
pub(super) type Statement<'q> = Query<'q, Sqlite, SqliteArguments>;

#[derive(Debug)]
pub(super) struct Link {
    options: SqliteConnectOptions,
    /// Whatever is in memory is gone with its connection.
    in_memory: bool,
    connection: Option<SqliteConnection>,
    faults: Arc<Faults>,
    /// A call has failed since the connection was last known to be sound.
    doubtful: bool,
    /// A transaction was begun that is not committed.
    within: bool,
    /// The number of the last batch that is known to be kept for good.
    batch: i64,
}

impl Link {
    /// Takes over a connection to a store that is laid out as it should be.
    pub(super) async fn new(
        connection: SqliteConnection,
        options: SqliteConnectOptions,
        in_memory: bool,
        faults: Arc<Faults>,
    ) -> Result<Link, Failed> {
        let connection = Some(connection);
        let mut link = Link { options, in_memory, connection, faults, doubtful: false, within: false, batch: 0 };
        link.batch = link.stored_batch().await?;
        // Whoever had it before may have left what the disk does not have yet.
        link.settle().await?;
        Ok(link)
    }

    /// Makes sure of a connection whose state is known.
    pub(super) async fn ready(&mut self) -> Result<(), Failed> {
        // Whoever gave up in the middle of a transaction leaves it to be undone here.
        if self.doubtful || self.within {
            self.throw_away().await;
        }
        if self.connection.is_some() {
            return Ok(());
        }
        if self.in_memory {
            return Err(Failed::new(Cause::Closed, "the store was in memory, and is lost"));
        }
        self.connection = Some(connect(&self.options, &self.faults).await?);
        self.prove().await.inspect_err(|_| self.doubtful = true)
    }

    /// Lets go of a connection in an unknown state.
    async fn throw_away(&mut self) {
        (self.doubtful, self.within) = (false, false);
        let Some(mut connection) = self.connection.take() else { return };
        if !self.in_memory {
            // Whether it closes well is not asked: what it leaves behind is looked at anew.
            let _ = connection.close().await;
            return;
        }
        // What is in memory can only be kept with its connection: out of any transaction, and that proven.
        let _ = sqlx::query("ROLLBACK").execute(&mut connection).await;
        let proven = sqlx::query("BEGIN IMMEDIATE").execute(&mut connection).await.is_ok()
            && sqlx::query("ROLLBACK").execute(&mut connection).await.is_ok();
        self.connection = proven.then_some(connection);
    }

    /// Finds out whether the last batch is there, and makes sure of it if it is.
    async fn prove(&mut self) -> Result<(), Failed> {
        let stored = self.stored_batch().await?;
        if stored < self.batch {
            let text = "the store holds less than it has promised to keep: its file was changed or the disk lost it";
            return Err(Failed::new(Cause::Damaged, text));
        }
        if stored > self.batch {
            self.settle().await?;
            self.batch = stored;
        }
        Ok(())
    }

    async fn stored_batch(&mut self) -> Result<i64, Failed> {
        let row = self.row(sqlx::query("SELECT number FROM batches")).await?;
        Ok(row.map_or(Ok(0), |row| row.try_get("number"))?)
    }

    /// Carries everything over into the main file and waits until the disk has it.
    pub(super) async fn settle(&mut self) -> Result<(), Failed> {
        let row = self.row(sqlx::query("PRAGMA wal_checkpoint(TRUNCATE)")).await?;
        match row.map_or(Ok(0), |row| row.try_get::<i64, _>(0))? {
            0 => Ok(()),
            _ => Err(Failed::new(Cause::Busy, "another process reads the store")),
        }
    }

    pub(super) async fn begin(&mut self) -> Result<(), Failed> {
        self.within = true;
        self.call(Call::Begin, async |connection| {
            sqlx::query("BEGIN IMMEDIATE").execute(connection).await?;
            Ok(())
        })
        .await
    }

    /// Ends a transaction. Only when this has succeeded is anything of it acknowledged.
    pub(super) async fn commit(&mut self) -> Result<(), Failed> {
        let next = self.batch + 1;
        self.execute(sqlx::query("UPDATE batches SET number = $1").bind(next)).await?;
        self.call(Call::Commit, async |connection| {
            sqlx::query("COMMIT").execute(connection).await?;
            Ok(())
        })
        .await?;
        (self.batch, self.within) = (next, false);
        Ok(())
    }

    /// How many rows a statement has changed.
    pub(super) async fn execute(&mut self, statement: Statement<'_>) -> Result<u64, Failed> {
        self.call(Call::Statement, async |connection| Ok(statement.execute(connection).await?.rows_affected())).await
    }

    pub(super) async fn row(&mut self, statement: Statement<'_>) -> Result<Option<SqliteRow>, Failed> {
        self.call(Call::Statement, async |connection| Ok(statement.fetch_optional(connection).await?)).await
    }

    pub(super) async fn rows(&mut self, statement: Statement<'_>) -> Result<Vec<SqliteRow>, Failed> {
        self.call(Call::Statement, async |connection| Ok(statement.fetch_all(connection).await?)).await
    }

    async fn call<T>(
        &mut self,
        call: Call,
        carry_out: impl AsyncFnOnce(&mut SqliteConnection) -> Result<T, sqlx::Error>,
    ) -> Result<T, Failed> {
        let connection = self.connection.as_mut().ok_or_else(Failed::closed)?;
        let (fault, slow) = self.faults.next(call);
        if !slow.is_zero() {
            tokio::time::sleep(slow).await;
        }
        let result = match fault {
            Some(fault) if !fault.done => Err(fault.failed(call)),
            Some(fault) => {
                let _ = carry_out(connection).await;
                Err(fault.failed(call))
            }
            None => carry_out(connection).await.map_err(Failed::from),
        };
        result.inspect_err(|_| self.doubtful = true)
    }

    /// Closes the store for good: no log is left beside the file.
    pub(super) async fn close(mut self) -> Result<(), Failed> {
        self.ready().await?;
        self.settle().await?;
        if let Some(connection) = self.connection.take() {
            connection.close().await?;
        }
        Ok(())
    }
}

pub(super) async fn connect(options: &SqliteConnectOptions, faults: &Faults) -> Result<SqliteConnection, Failed> {
    let (fault, _) = faults.next(Call::Open);
    match fault {
        Some(fault) => Err(fault.failed(Call::Open)),
        None => Ok(options.connect().await?),
    }
}
