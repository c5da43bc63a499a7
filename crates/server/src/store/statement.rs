//! Statements and rows that are the same to SQLite and to PostgreSQL.

use sqlx::postgres::{PgArguments, PgRow};
use sqlx::query::Query;
use sqlx::sqlite::{SqliteArguments, SqliteRow};
use sqlx::{Decode, Postgres, Row as _, SqlSafeStr, SqlStr, Sqlite, Type};

/// A statement with what is put into its places.
#[derive(Debug)]
pub(super) struct Statement {
    text: SqlStr,
    values: Vec<Value>,
}

#[derive(Debug)]
pub(super) enum Value {
    Number(i64),
    Text(Option<String>),
}

pub(super) fn statement(text: impl SqlSafeStr) -> Statement {
    Statement { text: text.into_sql_str(), values: Vec::new() }
}

impl From<i64> for Value {
    fn from(number: i64) -> Value {
        Value::Number(number)
    }
}

impl From<String> for Value {
    fn from(text: String) -> Value {
        Value::Text(Some(text))
    }
}

impl From<&String> for Value {
    fn from(text: &String) -> Value {
        Value::Text(Some(text.clone()))
    }
}

impl From<&str> for Value {
    fn from(text: &str) -> Value {
        Value::Text(Some(text.to_owned()))
    }
}

impl From<Option<&str>> for Value {
    fn from(text: Option<&str>) -> Value {
        Value::Text(text.map(str::to_owned))
    }
}

impl Statement {
    /// What stands in the next place.
    pub(super) fn bind(mut self, value: impl Into<Value>) -> Statement {
        self.values.push(value.into());
        self
    }

    pub(super) fn for_sqlite(self) -> Query<'static, Sqlite, SqliteArguments> {
        self.values.into_iter().fold(sqlx::query(self.text), |query, value| match value {
            Value::Number(number) => query.bind(number),
            Value::Text(text) => query.bind(text),
        })
    }

    pub(super) fn for_postgres(self) -> Query<'static, Postgres, PgArguments> {
        self.values.into_iter().fold(sqlx::query(self.text), |query, value| match value {
            Value::Number(number) => query.bind(number),
            Value::Text(text) => query.bind(text),
        })
    }
}

/// What a column can be read as.
pub(super) trait Column:
    for<'r> Decode<'r, Sqlite> + Type<Sqlite> + for<'r> Decode<'r, Postgres> + Type<Postgres>
{
}

impl<T> Column for T where T: for<'r> Decode<'r, Sqlite> + Type<Sqlite> + for<'r> Decode<'r, Postgres> + Type<Postgres> {}

#[derive(Debug)]
pub(super) enum Row {
    Sqlite(SqliteRow),
    Postgres(PgRow),
}

impl Row {
    pub(super) fn get<T: Column>(&self, name: &str) -> Result<T, sqlx::Error> {
        match self {
            Row::Sqlite(row) => row.try_get(name),
            Row::Postgres(row) => row.try_get(name),
        }
    }

    /// The first column, whatever its name.
    pub(super) fn first<T: Column>(&self) -> Result<T, sqlx::Error> {
        match self {
            Row::Sqlite(row) => row.try_get(0),
            Row::Postgres(row) => row.try_get(0),
        }
    }
}
