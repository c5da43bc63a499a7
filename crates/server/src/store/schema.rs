//! How the store is laid out, and how stores of earlier days are brought up to it.

use super::failed::{Cause, Failed};
use super::{battles, seal};
use sqlx::migrate::{MigrateError, Migration, MigrationType, Migrator};
use sqlx::sqlite::SqliteConnection;
use sqlx::{Row, SqlSafeStr};
use std::borrow::Cow;

/// Each step as it was once released: its text is never changed afterwards.
const STEPS: [(&str, &str); 2] = [
    ("battles and campaigns", include_str!("schema/1_battles_and_campaigns.sql")),
    ("sums", include_str!("schema/2_sums.sql")),
];

/// So many battles are summed in one transaction.
const TOGETHER: i64 = 500;

/// What a new connection is looked at for before anything is changed: whether the database is ours.
pub(super) async fn is_ours(connection: &mut SqliteConnection) -> Result<(), Failed> {
    let tables = "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name";
    let rows = sqlx::query(tables).fetch_all(&mut *connection).await?;
    let names: Result<Vec<String>, sqlx::Error> = rows.iter().map(|row| row.try_get("name")).collect();
    let names = names?;
    if names.is_empty() || names.iter().any(|name| name == "battles") {
        return Ok(());
    }
    let text = format!("it is a database of another program: it has the tables {}", names.join(", "));
    Err(Failed::new(Cause::Foreign, text))
}

/// Brings a database up to the layout of today.
pub(super) async fn bring_up(connection: &mut SqliteConnection) -> Result<(), Failed> {
    let step = |(version, (title, text)): (i64, (&'static str, &'static str))| {
        Migration::new(version, Cow::Borrowed(title), MigrationType::Simple, text.into_sql_str(), false)
    };
    let steps = Migrator::with_migrations((1..).zip(STEPS).map(step).collect());
    steps.run(&mut *connection).await.map_err(words)?;
    while sum_some(connection).await? {}
    let campaigns = sqlx::query("UPDATE campaigns SET used = $1 WHERE used = 0").bind(battles::now());
    campaigns.execute(connection).await?;
    Ok(())
}

fn words(why: MigrateError) -> Failed {
    match why {
        MigrateError::VersionMissing(version) => {
            let known = STEPS.len();
            let text = format!("a newer fray wrote it: its layout is number {version}, this fray knows {known}");
            Failed::new(Cause::Newer, format!("{text}; start the newer one"))
        }
        MigrateError::Execute(why) | MigrateError::ExecuteMigration(why, _) => Failed::from(why),
        MigrateError::VersionMismatch(version) => {
            Failed::new(Cause::Foreign, format!("another fray laid it out: its layout number {version} is not ours"))
        }
        other => Failed::new(Cause::Other, other.to_string()),
    }
}

/// Sums battles of a time without sums; false when there are none left. Whatever they hold is taken for good.
async fn sum_some(connection: &mut SqliteConnection) -> Result<bool, Failed> {
    let rows = sqlx::query(
        "SELECT id, head, record, moment, orders, undone FROM progress JOIN battles ON id = battle WHERE seal = '' LIMIT $1",
    );
    let rows = rows.bind(TOGETHER).fetch_all(&mut *connection).await?;
    if rows.is_empty() {
        return Ok(false);
    }
    sqlx::query("BEGIN IMMEDIATE").execute(&mut *connection).await?;
    for row in rows {
        let (id, head, record): (String, String, Option<String>) =
            (row.try_get("id")?, row.try_get("head")?, row.try_get("record")?);
        let mut last = seal::start(&id, &head, record.as_deref());
        let facts = sqlx::query("SELECT number, line FROM facts WHERE battle = $1 ORDER BY number");
        let facts = facts.bind(&id).fetch_all(&mut *connection).await?;
        for fact in &facts {
            last = seal::next(&last, fact.try_get("line")?);
            sqlx::query("UPDATE facts SET sum = $3 WHERE battle = $1 AND number = $2")
                .bind(&id)
                .bind(fact.try_get::<i64, _>("number")?)
                .bind(&last)
                .execute(&mut *connection)
                .await?;
        }
        let (orders, undone): (String, String) = (row.try_get("orders")?, row.try_get("undone")?);
        let sealed = seal::seal(&last, row.try_get("moment")?, facts.len() as i64, &orders, &undone);
        sqlx::query("UPDATE progress SET used = $2, seal = $3 WHERE battle = $1")
            .bind(&id)
            .bind(battles::now())
            .bind(sealed)
            .execute(&mut *connection)
            .await?;
    }
    sqlx::query("COMMIT").execute(&mut *connection).await?;
    Ok(true)
}
