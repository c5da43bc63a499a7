//! How the store is laid out, and how stores of earlier days are brought up to it.

use super::failed::{Cause, Failed};
use super::link::Link;
use super::statement::statement;
use super::{battles, campaigns, seal};
use sqlx::SqlSafeStr;
use sqlx::migrate::{MigrateError, Migration, MigrationType, Migrator};
use std::borrow::Cow;

/// Each step as it was once released: its text is never changed afterwards.
const STEPS: [(&str, &str); 4] = [
    ("battles and campaigns", include_str!("schema/1_battles_and_campaigns.sql")),
    ("sums", include_str!("schema/2_sums.sql")),
    ("several servers", include_str!("schema/3_servers.sql")),
    ("seals", include_str!("schema/4_seals.sql")),
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
    link.migrate(&steps).await?;
    while sum_some(link).await? {}
    while seal_some(link).await? {}
    link.execute(statement("UPDATE campaigns SET used = $1 WHERE used = 0").bind(battles::now())).await?;
    Ok(())
}

/// Why a database cannot be brought up, for whoever runs the server.
pub(super) fn words(why: MigrateError) -> Failed {
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
            .bind(seal::seal(&last, row.get("moment")?, facts.len() as i64, [&orders, &undone, seal::NOT_ASKED]));
        link.execute(sealed).await?;
    }
    link.commit().await?;
    Ok(true)
}

/// Seals links, campaigns and chapters of a time without seals; false when there are none left.
async fn seal_some(link: &mut Link) -> Result<bool, Failed> {
    link.begin().await?;
    let mut some = 0;
    for (look, put) in [
        (
            "SELECT hash, battle AS whither, claim FROM tokens WHERE seal = '' LIMIT $1",
            "UPDATE tokens SET seal = $2 WHERE hash = $1",
        ),
        (
            "SELECT hash, campaign AS whither, claim FROM campaign_tokens WHERE seal = '' LIMIT $1",
            "UPDATE campaign_tokens SET seal = $2 WHERE hash = $1",
        ),
    ] {
        let rows = link.rows(statement(look).bind(TOGETHER)).await?;
        some += rows.len();
        for row in rows {
            let (hash, to, claim): (String, String, String) =
                (row.get("hash")?, row.get("whither")?, row.get("claim")?);
            link.execute(statement(put).bind(&hash).bind(seal::token(&hash, &to, &claim))).await?;
        }
    }
    let chapters = "SELECT campaign, number, settled, body FROM chapters WHERE seal = '' LIMIT $1";
    let rows = link.rows(statement(chapters).bind(TOGETHER)).await?;
    some += rows.len();
    for row in rows {
        let (campaign, number): (String, i64) = (row.get("campaign")?, row.get("number")?);
        let sealed = seal::chapter(&campaign, number, row.get("settled")?, &row.get::<String>("body")?);
        let put = statement("UPDATE chapters SET seal = $3 WHERE campaign = $1 AND number = $2");
        link.execute(put.bind(&campaign).bind(number).bind(sealed)).await?;
    }
    let rows = link.rows(statement("SELECT id FROM campaigns WHERE seal = '' LIMIT $1").bind(TOGETHER)).await?;
    some += rows.len();
    for row in rows {
        campaigns::reseal(link, &row.get::<String>("id")?).await?;
    }
    link.commit().await?;
    Ok(some > 0)
}
