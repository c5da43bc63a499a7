//! Where stores stand in tests: in files, in memory, in PostgreSQL.

use super::folder;
use sqlx::postgres::PgConnectOptions;
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{AssertSqlSafe, ConnectOptions, Connection};
use std::path::PathBuf;
use std::str::FromStr;

pub(super) enum Ground {
    Memory,
    Folder(PathBuf),
    /// By the address without a database.
    Postgres(String),
}

impl Ground {
    pub(super) fn folder(name: &str) -> Ground {
        Ground::Folder(folder(name))
    }

    /// A store of that name with nothing in it.
    pub(super) async fn fresh(&self, name: &str) -> String {
        match self {
            Ground::Memory => ":memory:".to_owned(),
            Ground::Folder(folder) => folder.join(format!("{name}.db")).display().to_string(),
            Ground::Postgres(address) => {
                behind(&format!("{address}/postgres"), &format!("CREATE DATABASE {name}")).await;
                format!("{address}/{name}")
            }
        }
    }
}

/// Does something to a store behind its back.
pub(super) async fn behind(url: &str, statements: &str) {
    let statements = sqlx::raw_sql(AssertSqlSafe(statements.to_owned()));
    if url.starts_with("postgres:") {
        let options = PgConnectOptions::from_str(url).expect("an address");
        let mut connection = options.connect().await.expect("it connects");
        statements.execute(&mut connection).await.expect("it is done");
        connection.close().await.expect("it closes");
    } else {
        let options = SqliteConnectOptions::new().filename(url).create_if_missing(true);
        let mut connection = options.connect().await.expect("the file opens");
        statements.execute(&mut connection).await.expect("it is done");
        connection.close().await.expect("it closes");
    }
}
