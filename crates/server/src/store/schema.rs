//! How the store is laid out, and how stores of earlier days are brought up to it.

use super::failed::{Cause, Failed};
use super::link::Link;
use super::statement::statement;
use super::{battles, seal};
use sqlx::SqlSafeStr;
use sqlx::migrate::{MigrateError, Migration, MigrationType, Migrator};
use std::borrow::Cow;

/// Each step as it was once released: its text is never changed afterwards.
const STEPS: [(&str, &str); 3] = [
    ("battles and campaigns", include_str!("schema/1_battles_and_campaigns.sql")),
    ("sums", include_str!("schema/2_sums.sql")),
    ("several servers", include_str!("schema/3_servers.sql")),
];

/// So many battles are summed in one transaction.
const TOGETHER: i64 = 500;

/// What a new connection is looked at for before anything is changed: whether the database is ours.
pub(super) async fn is_ours(link: &mut Link) -> Result<(), Failed> {
    let tables = match link.is_shared() {
        true => "SELECT tablename::text AS name FROM pg_tables WHERE schemaname = current_schema()",
        false => "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'",
    };
    let rows = link.rows(statement(tables)).await?;
    let names: Result<Vec<String>, sqlx::Error> = rows.iter().map(|row| row.get("name")).collect();
    let mut names = names?;
    if names.is_empty() || names.iter().any(|name| name == "battles") {
        return Ok(());
    }
    names.sort_unstable();
    let text = format!("it is a database of another program: it has the tables {}", names.join(", "));
    Err(Failed::new(Cause::Foreign, text))
}

/// Brings a database up to the layout of today.
pub(super) async fn bring_up(link: &mut Link) -> Result<(), Failed> {
    let step = |(version, (title, text)): (i64, (&'static str, &'static str))| {
        Migration::new(version, Cow::Borrowed(title), MigrationType::Simple, text.into_sql_str(), false)
    };
    let steps = Migrator::with_migrations((1..).zip(STEPS).map(step).collect());
    link.migrate(&steps).await.map_err(words)?;
    while sum_some(link).await? {}
    link.execute(statement("UPDATE campaigns SET used = $1 WHERE used = 0").bind(battles::now())).await?;
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
async fn sum_some(link: &mut Link) -> Result<bool, Failed> {
    let unsealed = statement(
        "SELECT id, head, record, moment, orders, undone FROM progress JOIN battles ON id = battle WHERE seal = '' LIMIT $1",
    );
    let rows = link.rows(unsealed.bind(TOGETHER)).await?;
    if rows.is_empty() {
        return Ok(false);
    }
    link.begin().await?;
    for row in rows {
        let (id, head, record): (String, String, Option<String>) =
            (row.get("id")?, row.get("head")?, row.get("record")?);
        let mut last = seal::start(&id, &head, record.as_deref());
        let facts = statement("SELECT number, line FROM facts WHERE battle = $1 ORDER BY number").bind(&id);
        let facts = link.rows(facts).await?;
        for fact in &facts {
            last = seal::next(&last, &fact.get::<String>("line")?);
            let summed = statement("UPDATE facts SET sum = $3 WHERE battle = $1 AND number = $2")
                .bind(&id)
                .bind(fact.get::<i64>("number")?)
                .bind(&last);
            link.execute(summed).await?;
        }
        let (orders, undone): (String, String) = (row.get("orders")?, row.get("undone")?);
        let sealed = statement("UPDATE progress SET used = $2, seal = $3 WHERE battle = $1 AND seal = ''")
            .bind(&id)
            .bind(battles::now())
            .bind(seal::seal(&last, row.get("moment")?, facts.len() as i64, &orders, &undone));
        link.execute(sealed).await?;
    }
    link.commit().await?;
    Ok(true)
}
