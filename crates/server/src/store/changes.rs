//! Choices in the store: facts are appended where the stored moment is the expected one, for one battle or for many at
//! once, and whoever has a battle at hand that another server has changed reads what is new.

use super::battles::{damaged, insert, now, start, sums};
use super::link::Link;
use super::news;
use super::statement::{Row, statement};
use super::{Change, Failed, Kept, KeptAsk, seal};
use crate::store::GivenOrder;
use serde::Serialize;
use std::collections::{HashMap, HashSet};

/// Bytes beside each line in the store: the name of its battle, twice, its number and its sum.
const BESIDE: usize = 100;
/// Bytes of a battle in which nothing has happened yet, with its links.
const ALONE: usize = 1_000;

/// What has happened to a battle since a moment.
#[derive(Debug)]
pub(crate) enum Tail {
    /// Only more.
    More(Box<More>),
    /// Something of what was known is gone: it has to be loaded anew.
    Other,
}

/// Facts that follow those that are known, and how the battle stands then.
#[derive(Debug)]
pub(crate) struct More {
    pub(crate) moment: u32,
    pub(crate) facts: Vec<String>,
    pub(crate) orders: Vec<GivenOrder>,
    pub(crate) undone: Vec<String>,
    pub(crate) asked: Option<KeptAsk>,
}

/// A statement that is given a list as JSON: the same words to SQLite and to PostgreSQL but for how the list is read.
macro_rules! for_each {
    ($name:ident, $before:literal, $after:literal) => {
        for_each!($name, $before, $after, "");
    };
    ($name:ident, $before:literal, $after:literal, $in_postgres:literal) => {
        const $name: [&str; 2] = [
            concat!($before, "json_each($1) AS w", $after),
            concat!($before, "jsonb_array_elements($1::jsonb) AS w(value)", $after, $in_postgres),
        ];
    };
}

for_each!(
    STANDING,
    "SELECT p.battle AS battle, p.moment AS moment, p.facts AS facts, f.sum AS sum FROM ",
    " JOIN progress p ON p.battle = w.value ->> 0
      LEFT JOIN facts f ON f.battle = w.value ->> 0 AND f.number = CAST(w.value ->> 1 AS BIGINT)
      ORDER BY p.battle",
    // All servers lock battles in the same order, so that no two wait for each other.
    " FOR UPDATE OF p"
);
for_each!(
    MOVED,
    "UPDATE progress SET moment = CAST(w.value ->> 2 AS BIGINT), facts = CAST(w.value ->> 3 AS BIGINT),
        orders = w.value ->> 4, undone = w.value ->> 5, asked = w.value ->> 6, seal = w.value ->> 7,
        thinker = CAST(w.value ->> 8 AS BIGINT), used = $2 FROM ",
    " WHERE progress.battle = w.value ->> 0 AND progress.moment = CAST(w.value ->> 1 AS BIGINT)
        RETURNING progress.battle AS battle"
);
for_each!(
    ADDED,
    "INSERT INTO facts (battle, number, line, sum)
        SELECT w.value ->> 0, CAST(w.value ->> 1 AS BIGINT), w.value ->> 2, w.value ->> 3 FROM ",
    " WHERE TRUE"
);

fn which(link: &Link, both: [&'static str; 2]) -> &'static str {
    both[usize::from(link.is_shared())]
}

fn list(items: &impl Serialize) -> Result<String, Failed> {
    Ok(serde_json::to_string(items)?)
}

/// Puts new lines in the place of all facts from a number on.
pub(super) async fn put(link: &mut Link, id: &str, change: &Change) -> Result<bool, Failed> {
    let Change { expected, moment, from, lines, orders, undone, asked, thinks } = change;
    let look = statement(
        "SELECT moment, facts, (SELECT sum FROM facts WHERE battle = $1 AND number = $2) AS sum FROM progress WHERE battle = $1",
    );
    let from = *from as i64;
    let Some(row) = link.row(look.bind(id).bind(from - 1)).await? else { return Ok(false) };
    if row.get::<i64>("moment")? != i64::from(*expected) {
        return Ok(false);
    }
    let (facts, sum): (i64, Option<String>) = (row.get("facts")?, row.get("sum")?);
    let before = match sum {
        Some(sum) => sum,
        None if from == 0 => start(link, id).await?,
        None => return Err(damaged(id, &format!("fact {from} is gone"))),
    };
    let sums = sums(before.clone(), lines);
    let (orders, undone) = (serde_json::to_string(orders)?, serde_json::to_string(undone)?);
    let asked = serde_json::to_string(asked)?;
    let (moment, after, cut) = (i64::from(*moment), from + lines.len() as i64, from < facts);
    // This comes first: of two servers that change the same battle one waits here, and then finds another moment.
    let progress = statement(
        "UPDATE progress SET moment = $3, facts = $4, orders = $5, undone = $6, used = $7, seal = $8, asked = $9,
            thinker = $10, cut = CASE WHEN $11 = 1 THEN $3 ELSE cut END
            WHERE battle = $1 AND moment = $2",
    )
    .bind(id)
    .bind(i64::from(*expected))
    .bind(moment)
    .bind(after)
    .bind(&orders)
    .bind(&undone)
    .bind(now())
    .bind(seal::seal(sums.last().unwrap_or(&before), moment, after, [&orders, &undone, &asked]))
    .bind(&asked)
    .bind(if *thinks { link.server() } else { 0 })
    .bind(i64::from(cut));
    if link.execute(progress).await? == 0 {
        return Ok(false);
    }
    if cut {
        let old = statement("DELETE FROM facts WHERE battle = $1 AND number >= $2").bind(id).bind(from);
        link.execute(old).await?;
    }
    insert(link, id, from, lines, &sums).await?;
    Ok(true)
}

/// Does many changes of different battles with three statements. Those that would take something back, or begin at the
/// first fact, are left to be done one by one: nothing is said of them.
pub(super) async fn put_all<'c>(
    link: &mut Link,
    changes: &[(&'c str, &'c Change)],
) -> Result<HashMap<&'c str, bool>, Failed> {
    let places: Vec<(&str, i64)> = changes.iter().map(|(id, change)| (*id, change.from as i64 - 1)).collect();
    let rows = link.rows(statement(which(link, STANDING)).bind(list(&places)?)).await?;
    let mut standing: HashMap<String, Row> = HashMap::new();
    for row in rows {
        standing.insert(row.get("battle")?, row);
    }
    let (mut done, mut moves, mut facts) = (HashMap::new(), Vec::new(), Vec::new());
    for (id, change) in changes {
        let Some(row) = standing.get(*id) else {
            done.insert(*id, false);
            continue;
        };
        if row.get::<i64>("moment")? != i64::from(change.expected) {
            done.insert(*id, false);
            continue;
        }
        let (sum, from) = (row.get::<Option<String>>("sum")?, change.from as i64);
        let Some(before) = sum.filter(|_| row.get::<i64>("facts").is_ok_and(|facts| facts == from)) else { continue };
        let sums = sums(before.clone(), &change.lines);
        let (orders, undone) = (serde_json::to_string(&change.orders)?, serde_json::to_string(&change.undone)?);
        let (moment, after) = (i64::from(change.moment), from + change.lines.len() as i64);
        let asked = serde_json::to_string(&change.asked)?;
        let seal = seal::seal(sums.last().unwrap_or(&before), moment, after, [&orders, &undone, &asked]);
        let thinker = if change.thinks { link.server() } else { 0 };
        moves.push((*id, change.expected, moment, after, orders, undone, asked, seal, thinker));
        facts.extend((from..).zip(&change.lines).zip(sums).map(|((number, line), sum)| (*id, number, line, sum)));
    }
    if moves.is_empty() {
        return Ok(done);
    }
    let rows = link.rows(statement(which(link, MOVED)).bind(list(&moves)?).bind(now())).await?;
    let moved: Result<HashSet<String>, sqlx::Error> = rows.iter().map(|row| row.get("battle")).collect();
    let moved = moved?;
    // Another server may have been first in between.
    done.extend(moves.iter().map(|(id, ..)| (*id, moved.contains(*id))));
    facts.retain(|(id, ..)| moved.contains(*id));
    if !facts.is_empty() {
        link.execute(statement(which(link, ADDED)).bind(list(&facts)?)).await?;
    }
    Ok(done)
}

/// Takes the turn of a mind to be thought about in this server. It is to be had while nobody has it, and again when the
/// server that had it is no longer there. Whoever is just looking at it is not waited for.
pub(super) async fn take(link: &mut Link, id: &str, moment: u32) -> Result<bool, Failed> {
    if !link.is_shared() {
        return Ok(true);
    }
    let taken = statement(
        "UPDATE progress SET thinker = $3 WHERE battle IN (
            SELECT battle FROM progress p WHERE p.battle = $1 AND p.moment = $2
                AND (p.thinker IN (0, $3) OR NOT EXISTS (
                    SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND objsubid = 2 AND classid = $4::oid
                        AND objid = p.thinker::oid
                        AND database = (SELECT oid FROM pg_database WHERE datname = current_database())))
            FOR UPDATE OF p SKIP LOCKED)",
    );
    let taken = taken.bind(id).bind(i64::from(moment)).bind(link.server()).bind(news::LOCKS);
    Ok(link.execute(taken).await? > 0)
}

/// What has happened to a battle since a moment at which it had so many facts; nothing where it is still at that moment.
pub(super) async fn tail(link: &mut Link, id: &str, moment: u32, facts: usize) -> Result<Option<Tail>, Failed> {
    let look = statement(
        "SELECT p.moment AS moment, p.facts AS facts, p.cut AS cut, p.orders AS orders, p.undone AS undone,
            p.asked AS asked, f.line AS line
        FROM progress p LEFT JOIN facts f ON f.battle = p.battle AND f.number >= $3
        WHERE p.battle = $1 AND p.moment <> $2 ORDER BY f.number",
    );
    let rows = link.rows(look.bind(id).bind(i64::from(moment)).bind(facts as i64)).await?;
    let Some(first) = rows.first() else { return Ok(None) };
    let now: i64 = first.get("moment")?;
    let lines: Result<Vec<Option<String>>, sqlx::Error> = rows.iter().map(|row| row.get("line")).collect();
    let lines: Vec<String> = lines?.into_iter().flatten().collect();
    let whole = first.get::<i64>("facts")? == (facts + lines.len()) as i64;
    if first.get::<i64>("cut")? > i64::from(moment) || now < i64::from(moment) || !whole {
        return Ok(Some(Tail::Other));
    }
    let of = |name: &str| first.get::<String>(name);
    Ok(Some(Tail::More(Box::new(More {
        moment: u32::try_from(now).unwrap_or(0),
        facts: lines,
        orders: serde_json::from_str(&of("orders")?)?,
        undone: serde_json::from_str(&of("undone")?)?,
        asked: serde_json::from_str(&of("asked")?)?,
    }))))
}

for_each!(
    ELSEWHERE,
    "SELECT p.battle AS battle FROM ",
    " JOIN progress p ON p.battle = w.value ->> 0 AND p.moment <> CAST(w.value ->> 1 AS BIGINT)"
);

/// Which of these battles are not at these moments any more.
pub(super) async fn moved_on(link: &mut Link, known: &[(String, u32)]) -> Result<Vec<String>, Failed> {
    let rows = link.rows(statement(which(link, ELSEWHERE)).bind(list(&known)?)).await?;
    let names: Result<Vec<String>, sqlx::Error> = rows.iter().map(|row| row.get("battle")).collect();
    Ok(names?)
}

for_each!(GRANTED, "SELECT t.hash AS hash FROM ", " JOIN tokens t ON t.hash = w.value ->> 0");

/// Which of these tokens there are, by their hashes.
pub(super) async fn granted(link: &mut Link, hashes: &[String]) -> Result<HashSet<String>, Failed> {
    let hashes: Vec<[&String; 1]> = hashes.iter().map(|hash| [hash]).collect();
    let rows = link.rows(statement(which(link, GRANTED)).bind(list(&hashes)?)).await?;
    let known: Result<HashSet<String>, sqlx::Error> = rows.iter().map(|row| row.get("hash")).collect();
    Ok(known?)
}

/// What was loaded is that of a battle which goes on.
pub(super) fn asked(kept: &str) -> Result<Option<KeptAsk>, Failed> {
    Ok(serde_json::from_str(kept)?)
}

impl Kept {
    /// A battle that begins.
    pub(crate) fn new(head: super::Head, facts: Vec<String>) -> Kept {
        Kept { head, moment: 0, orders: Vec::new(), record: None, facts, undone: Vec::new(), asked: None }
    }

    /// About so many bytes the store needs for it: the lines, and for each what stands beside it.
    pub(crate) fn weight(&self) -> usize {
        let head: usize = self.head.sides.iter().chain(&self.head.players).map(String::len).sum();
        let options: usize = self.head.options.iter().map(|(name, value)| name.len() + value.len()).sum();
        let facts: usize = self.facts.iter().map(|line| line.len() + BESIDE).sum();
        head + options + facts + self.record.as_ref().map_or(0, String::len) + ALONE
    }
}
