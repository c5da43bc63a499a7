//! Battles in the store: how each began, where it stands, and its facts in order, every one with its sum.

use super::failed::{Cause, Failed};
use super::link::Link;
use super::statement::{Row, statement};
use super::{Claim, Kept, changes, seal};
use std::time::{SystemTime, UNIX_EPOCH};

/// Seconds since 1970.
pub(super) fn now() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since.as_secs()).unwrap_or(i64::MAX)
}

pub(super) async fn add(link: &mut Link, id: &str, kept: &Kept, tokens: &[(String, Claim)]) -> Result<bool, Failed> {
    let head = serde_json::to_string(&kept.head)?;
    let battle = statement("INSERT INTO battles (id, head, record) VALUES ($1, $2, $3)")
        .bind(id)
        .bind(&head)
        .bind(kept.record.as_deref());
    link.execute(battle).await?;
    for (hash, claim) in tokens {
        grant(link, hash, id, claim).await?;
    }
    let start = seal::start(id, &head, kept.record.as_deref());
    let sums = sums(start.clone(), &kept.facts);
    insert(link, id, 0, &kept.facts, &sums).await?;
    let (orders, undone) = (serde_json::to_string(&kept.orders)?, serde_json::to_string(&kept.undone)?);
    let (moment, facts) = (i64::from(kept.moment), kept.facts.len() as i64);
    let asked = serde_json::to_string(&kept.asked)?;
    let progress = statement(
        "INSERT INTO progress (battle, moment, facts, orders, undone, used, seal, asked)
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
    )
    .bind(id)
    .bind(moment)
    .bind(facts)
    .bind(&orders)
    .bind(&undone)
    .bind(now())
    .bind(seal::seal(sums.last().unwrap_or(&start), moment, facts, [&orders, &undone, &asked]))
    .bind(&asked);
    link.execute(progress).await?;
    Ok(true)
}

/// The sum that the facts of a battle begin with.
pub(super) async fn start(link: &mut Link, id: &str) -> Result<String, Failed> {
    let row = link.row(statement("SELECT head, record FROM battles WHERE id = $1").bind(id)).await?;
    let row = row.ok_or_else(|| damaged(id, "how it began is gone"))?;
    let (head, record): (String, Option<String>) = (row.get("head")?, row.get("record")?);
    Ok(seal::start(id, &head, record.as_deref()))
}

/// The sums of lines that follow.
pub(super) fn sums(before: String, lines: &[String]) -> Vec<String> {
    let next = |last: &mut String, line: &String| {
        *last = seal::next(last, line);
        Some(last.clone())
    };
    lines.iter().scan(before, next).collect()
}

pub(super) async fn insert(
    link: &mut Link,
    id: &str,
    from: i64,
    lines: &[String],
    sums: &[String],
) -> Result<(), Failed> {
    for ((number, line), sum) in (from..).zip(lines).zip(sums) {
        let fact = statement("INSERT INTO facts (battle, number, line, sum) VALUES ($1, $2, $3, $4)")
            .bind(id)
            .bind(number)
            .bind(line)
            .bind(sum);
        link.execute(fact).await?;
    }
    Ok(())
}

pub(super) async fn grant(link: &mut Link, hash: &str, battle: &str, claim: &Claim) -> Result<bool, Failed> {
    let claim = serde_json::to_string(claim)?;
    let token = statement(
        "INSERT INTO tokens (hash, battle, claim, seal) VALUES ($1, $2, $3, $4) ON CONFLICT (hash) DO NOTHING",
    );
    let sealed = seal::token(hash, battle, &claim);
    link.execute(token.bind(hash).bind(battle).bind(&claim).bind(sealed)).await?;
    Ok(true)
}

/// A battle as far as it is good.
#[derive(Debug)]
pub(super) struct Found {
    pub(super) kept: Kept,
    /// Why this is not all of it.
    pub(super) fault: Option<String>,
}

/// A battle as it was left.
pub(super) async fn load(link: &mut Link, id: &str) -> Result<Option<Kept>, Failed> {
    match find(link, id).await? {
        Some(Found { fault: Some(fault), .. }) => Err(damaged(id, &fault)),
        Some(Found { kept, fault: None }) => Ok(Some(kept)),
        None => Ok(None),
    }
}

pub(super) fn damaged(id: &str, fault: &str) -> Failed {
    Failed::new(
        Cause::Damaged,
        format!("the battle {id} is damaged in the store: {fault}; `fray store export` saves what is good"),
    )
}

pub(super) async fn find(link: &mut Link, id: &str) -> Result<Option<Found>, Failed> {
    let battle = statement(
        "SELECT head, record, moment, facts, orders, undone, asked, seal FROM battles LEFT JOIN progress ON battle = id WHERE id = $1",
    );
    link.begin_look().await?;
    let row = link.row(battle.bind(id)).await?;
    let lines = statement("SELECT number, line, sum FROM facts WHERE battle = $1 ORDER BY number").bind(id);
    let lines = link.rows(lines).await?;
    link.end_look().await?;
    row.map(|row| judge(id, &row, &lines)).transpose()
}

fn judge(id: &str, row: &Row, lines: &[Row]) -> Result<Found, Failed> {
    let (head, record): (String, Option<String>) = (row.get("head")?, row.get("record")?);
    let mut last = seal::start(id, &head, record.as_deref());
    let (mut facts, mut fault) = (Vec::new(), None);
    for (number, row) in (0i64..).zip(lines) {
        let (line, sum): (String, String) = (row.get("line")?, row.get("sum")?);
        last = seal::next(&last, &line);
        if row.get::<i64>("number")? != number || sum != last {
            fault = Some(format!("fact {} is not what was written; {number} before it are good", number + 1));
            break;
        }
        facts.push(line);
    }
    let of = |name: &str| row.get::<Option<String>>(name).map(Option::unwrap_or_default);
    let number = |name: &str| row.get::<Option<i64>>(name).map(|found| found.unwrap_or(-1));
    let (moment, orders, undone, asked) = (number("moment")?, of("orders")?, of("undone")?, of("asked")?);
    if fault.is_none() && seal::seal(&last, moment, facts.len() as i64, [&orders, &undone, &asked]) != of("seal")? {
        let said = number("facts")?;
        let words = if said == facts.len() as i64 { "where it stands" } else { "how many facts it has" };
        fault = Some(format!("{words} is not what was written; {} facts are good", facts.len()));
    }
    let whole = fault.is_none();
    let kept = Kept {
        head: serde_json::from_str(&head)?,
        moment: u32::try_from(moment).unwrap_or(0),
        orders: if whole { serde_json::from_str(&orders)? } else { Vec::new() },
        record,
        facts,
        undone: if whole { serde_json::from_str(&undone)? } else { Vec::new() },
        asked: if whole { changes::asked(&asked)? } else { None },
    };
    Ok(Found { kept, fault })
}

/// Whose token it is, by its hash.
pub(super) async fn claim(link: &mut Link, hash: &str) -> Result<Option<(String, Claim)>, Failed> {
    let look = statement("SELECT battle AS whither, claim, seal FROM tokens WHERE hash = $1");
    link.row(look.bind(hash)).await?.map(|row| token(&row, hash)).transpose()
}

/// Where a token leads, and for whom.
pub(super) fn token(row: &Row, hash: &str) -> Result<(String, Claim), Failed> {
    let (to, claim, sealed): (String, String, String) = (row.get("whither")?, row.get("claim")?, row.get("seal")?);
    if seal::token(hash, &to, &claim) != sealed {
        let text = format!("a link to {to} is damaged in the store: where it leads is not what was written");
        return Err(Failed::new(Cause::Damaged, text));
    }
    Ok((to, serde_json::from_str(&claim)?))
}
