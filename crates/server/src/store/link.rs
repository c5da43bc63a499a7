//! The one connection to SQLite or PostgreSQL.
//!
//! Transactions are begun and ended by the words themselves and not by sqlx, which counts how deep it is in savepoints:
//! when a COMMIT fails its count is wrong, and later commits end no more than a savepoint. In SQLite `BEGIN` is refused
//! inside of a transaction and `COMMIT` outside of one, so each that succeeds proves what state the connection was in.
//!
//! After any failure the connection is thrown away. PostgreSQL shows nothing that its disk does not have. In SQLite each
//! batch carries a number, and one that was reported as failed and is there all the same may be in the memory of the
//! machine alone, so that nothing is read before it has been carried over into the main file and synced there.

use super::connection::{Connection, Way};
use super::failed::{Cause, Failed};
use super::faults::{Call, Faults};
use super::news;
use super::schema;
use super::statement::{Row, Statement, statement};
use sqlx::migrate::Migrator;
use sqlx::postgres::PgConnectOptions;
use std::sync::Arc;

#[derive(Debug)]
pub(super) struct Link {
    way: Way,
    connection: Option<Connection>,
    faults: Arc<Faults>,
    /// A call has failed since the connection was last known to be sound.
    doubtful: bool,
    /// A transaction was begun that is not committed.
    within: bool,
    /// The number of the last batch that is known to be kept for good.
    batch: i64,
    /// What other servers know us by.
    server: i64,
}

impl Link {
    /// Connects with a database of which nothing is known yet.
    pub(super) async fn open(way: Way, faults: Arc<Faults>) -> Result<Link, Failed> {
        let mut link =
            Link { way, connection: None, faults, doubtful: false, within: false, batch: 0, server: news::number()? };
        link.connection = Some(link.connect().await?);
        Ok(link)
    }

    async fn connect(&self) -> Result<Connection, Failed> {
        match self.faults.next(Call::Open) {
            (Some(fault), _) => Err(fault.failed(Call::Open)),
            (None, _) => self.way.connect().await,
        }
    }

    /// From here on this is the way to connect again, and what is stored now is what is kept.
    pub(super) async fn trust(&mut self, way: Way) -> Result<(), Failed> {
        self.way = way;
        if !self.is_shared() {
            self.batch = self.stored_batch().await?;
        }
        // Whoever had it before may have left what the disk does not have yet.
        self.settle().await
    }

    /// Whether other servers may use the store at the same time.
    pub(super) fn is_shared(&self) -> bool {
        matches!(self.way, Way::Postgres(_))
    }

    /// What other servers know us by.
    pub(super) fn server(&self) -> i64 {
        self.server
    }

    /// How to hear others who use the store, and what they know us by; nothing where there can be no others.
    pub(super) fn others(&self) -> Option<(PgConnectOptions, i64)> {
        match &self.way {
            Way::Postgres(options) => Some(((**options).clone(), self.server)),
            Way::File(_) | Way::Memory(_) => None,
        }
    }

    /// Brings the database up, as far as it is not yet.
    pub(super) async fn migrate(&mut self, steps: &Migrator) -> Result<(), Failed> {
        self.call(Call::Migrate, async |connection| connection.migrate(steps).await.map_err(schema::words)).await
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
        if matches!(self.way, Way::Memory(_)) {
            return Err(Failed::new(Cause::Closed, "the store was in memory, and is lost"));
        }
        self.connection = Some(self.connect().await?);
        self.prove().await.inspect_err(|_| self.doubtful = true)
    }

    /// Something broke down in the middle of a call.
    pub(super) fn doubt(&mut self) {
        tracing::error!("the store broke down on something");
        self.doubtful = true;
    }

    /// Lets go of a connection in an unknown state.
    async fn throw_away(&mut self) {
        (self.doubtful, self.within) = (false, false);
        let Some(mut connection) = self.connection.take() else { return };
        if !matches!(self.way, Way::Memory(_)) {
            // Whether it closes well is not asked: what it leaves behind is looked at anew.
            let _ = (self.faults.next(Call::Close), connection.close().await);
            return;
        }
        // What is in memory can only be kept with its connection: out of any transaction, and that proven.
        let _ = connection.execute(statement("ROLLBACK")).await;
        let proven = connection.execute(statement("BEGIN IMMEDIATE")).await.is_ok()
            && connection.execute(statement("ROLLBACK")).await.is_ok();
        self.connection = proven.then_some(connection);
    }

    /// Finds out whether the last batch is there, and makes sure of it if it is.
    async fn prove(&mut self) -> Result<(), Failed> {
        if self.is_shared() {
            return Ok(());
        }
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
        let row = self.row(statement("SELECT number FROM batches")).await?;
        Ok(row.map_or(Ok(0), |row| row.get("number"))?)
    }

    /// Carries everything over into the main file and waits until the disk has it.
    pub(super) async fn settle(&mut self) -> Result<(), Failed> {
        if self.is_shared() {
            return Ok(());
        }
        let row = self.row(statement("PRAGMA wal_checkpoint(TRUNCATE)")).await?;
        match row.map_or(Ok(0), |row| row.first::<i64>())? {
            0 => Ok(()),
            _ => Err(Failed::new(Cause::Busy, "another process reads the store")),
        }
    }

    pub(super) async fn begin(&mut self) -> Result<(), Failed> {
        self.within = true;
        let begin = if self.is_shared() { "BEGIN" } else { "BEGIN IMMEDIATE" };
        self.call(Call::Begin, async |connection| connection.execute(statement(begin)).await.map(drop)).await
    }

    /// From here to [`Link::end_look`] everything is seen as it is at one moment.
    pub(super) async fn begin_look(&mut self) -> Result<(), Failed> {
        if !self.is_shared() {
            return Ok(());
        }
        self.within = true;
        let begin = statement("BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY");
        self.call(Call::Begin, async |connection| connection.execute(begin).await.map(drop)).await
    }

    pub(super) async fn end_look(&mut self) -> Result<(), Failed> {
        if !self.is_shared() {
            return Ok(());
        }
        self.execute(statement("COMMIT")).await?;
        self.within = false;
        Ok(())
    }

    /// Ends a transaction. Only when this has succeeded is anything of it acknowledged.
    pub(super) async fn commit(&mut self) -> Result<(), Failed> {
        let next = self.batch + 1;
        if !self.is_shared() {
            self.execute(statement("UPDATE batches SET number = $1").bind(next)).await?;
        }
        self.call(Call::Commit, async |connection| connection.execute(statement("COMMIT")).await.map(drop)).await?;
        (self.batch, self.within) = (next, false);
        Ok(())
    }

    /// How many rows a statement has changed.
    pub(super) async fn execute(&mut self, statement: Statement) -> Result<u64, Failed> {
        self.call(Call::Statement, async |connection| connection.execute(statement).await).await
    }

    pub(super) async fn row(&mut self, statement: Statement) -> Result<Option<Row>, Failed> {
        self.call(Call::Statement, async |connection| connection.row(statement).await).await
    }

    pub(super) async fn rows(&mut self, statement: Statement) -> Result<Vec<Row>, Failed> {
        self.call(Call::Statement, async |connection| connection.rows(statement).await).await
    }

    async fn call<T>(
        &mut self,
        call: Call,
        carry_out: impl AsyncFnOnce(&mut Connection) -> Result<T, Failed>,
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
            None => carry_out(connection).await,
        };
        result.inspect_err(|_| self.doubtful = true)
    }

    /// Closes the store for good: no log is left beside the file.
    pub(super) async fn close(mut self) -> Result<(), Failed> {
        self.ready().await?;
        self.settle().await?;
        let Some(connection) = self.connection.take() else { return Ok(()) };
        match self.faults.next(Call::Close) {
            (Some(fault), _) => {
                let _ = connection.close().await;
                Err(fault.failed(Call::Close))
            }
            (None, _) => connection.close().await,
        }
    }
}
