//! Everything that changes the store.

use super::failed::Failed;
use super::link::Link;
use super::{BandFile, Chapter, Claim, Kept, Proposal, Waged};
use sqlx::Row;

#[derive(Debug)]
pub(super) enum Write {
    Add { id: String, kept: Box<Kept>, tokens: Vec<(String, Claim)> },
    Change { id: String, change: Change },
    Grant { hash: String, battle: String, claim: Claim },
    AddCampaign { id: String, head: Waged, files: Vec<BandFile>, tokens: Vec<(String, Claim)> },
    AddChapter { campaign: String, number: usize, chapter: Chapter },
    Propose { campaign: String, proposal: Proposal },
    PutChapter { campaign: String, number: usize, chapter: Chapter },
    Settle { campaign: String, number: usize, chapter: Chapter, files: Vec<BandFile> },
}

/// What changes with a choice.
#[derive(Clone, Debug)]
pub(crate) struct Change {
    /// The moment that the store has to be at.
    pub(crate) expected: u32,
    pub(crate) moment: u32,
    /// The number of the first fact that is new.
    pub(crate) from: usize,
    pub(crate) lines: Vec<String>,
    pub(crate) orders: Vec<super::GivenOrder>,
    pub(crate) undone: Vec<String>,
}

impl Write {
    /// Whether what was to be changed was there to be changed; if not, nothing was.
    pub(super) async fn carry_out(&self, link: &mut Link) -> Result<bool, Failed> {
        match self {
            Write::Add { id, kept, tokens } => add(link, id, kept, tokens).await,
            Write::Change { id, change } => put(link, id, change).await,
            Write::Grant { hash, battle, claim } => grant(link, hash, battle, claim).await,
            Write::AddCampaign { id, head, files, tokens } => {
                super::campaigns::add(link, id, head, files, tokens).await
            }
            Write::AddChapter { campaign, number, chapter } => {
                super::campaigns::add_chapter(link, campaign, *number, chapter).await
            }
            Write::Propose { campaign, proposal } => super::campaigns::propose(link, campaign, proposal).await,
            Write::PutChapter { campaign, number, chapter } => {
                super::campaigns::put_chapter(link, campaign, *number, chapter).await
            }
            Write::Settle { campaign, number, chapter, files } => {
                super::campaigns::settle(link, campaign, *number, chapter, files).await
            }
        }
    }
}

async fn add(link: &mut Link, id: &str, kept: &Kept, tokens: &[(String, Claim)]) -> Result<bool, Failed> {
    let battle = sqlx::query("INSERT INTO battles (id, moment, head, orders, record) VALUES ($1, $2, $3, $4, $5)")
        .bind(id)
        .bind(i64::from(kept.moment))
        .bind(serde_json::to_string(&kept.head)?)
        .bind(serde_json::to_string(&kept.orders)?)
        .bind(kept.record.as_deref());
    link.execute(battle).await?;
    for (hash, claim) in tokens {
        let token = sqlx::query("INSERT INTO tokens (hash, battle, claim) VALUES ($1, $2, $3)")
            .bind(hash)
            .bind(id)
            .bind(serde_json::to_string(claim)?);
        link.execute(token).await?;
    }
    insert(link, id, 0, &kept.facts).await?;
    Ok(true)
}

/// Puts new lines in the place of all facts from a number on.
async fn put(link: &mut Link, id: &str, change: &Change) -> Result<bool, Failed> {
    let Change { expected, moment, from, lines, orders, undone } = change;
    let battle = sqlx::query("UPDATE battles SET moment = $3, orders = $4 WHERE id = $1 AND moment = $2")
        .bind(id)
        .bind(i64::from(*expected))
        .bind(i64::from(*moment))
        .bind(serde_json::to_string(orders)?);
    if link.execute(battle).await? == 0 {
        return Ok(false);
    }
    let old = sqlx::query("DELETE FROM facts WHERE battle = $1 AND number >= $2").bind(id).bind(*from as i64);
    link.execute(old).await?;
    insert(link, id, *from, lines).await?;
    let undone = sqlx::query(
        "INSERT INTO undone (battle, lines) VALUES ($1, $2) ON CONFLICT (battle) DO UPDATE SET lines = excluded.lines",
    )
    .bind(id)
    .bind(serde_json::to_string(undone)?);
    link.execute(undone).await?;
    Ok(true)
}

async fn insert(link: &mut Link, id: &str, from: usize, lines: &[String]) -> Result<(), Failed> {
    for (at, line) in lines.iter().enumerate() {
        let fact = sqlx::query("INSERT INTO facts (battle, number, line) VALUES ($1, $2, $3)")
            .bind(id)
            .bind((from + at) as i64)
            .bind(line);
        link.execute(fact).await?;
    }
    Ok(())
}

async fn grant(link: &mut Link, hash: &str, battle: &str, claim: &Claim) -> Result<bool, Failed> {
    let token =
        sqlx::query("INSERT INTO tokens (hash, battle, claim) VALUES ($1, $2, $3) ON CONFLICT (hash) DO NOTHING")
            .bind(hash)
            .bind(battle)
            .bind(serde_json::to_string(claim)?);
    link.execute(token).await?;
    Ok(true)
}

/// A battle as it was left.
pub(super) async fn load(link: &mut Link, id: &str) -> Result<Option<Kept>, Failed> {
    let battle = sqlx::query("SELECT moment, head, orders, record FROM battles WHERE id = $1").bind(id);
    let Some(row) = link.row(battle).await? else { return Ok(None) };
    let (head, orders): (String, String) = (row.try_get("head")?, row.try_get("orders")?);
    let lines = link.rows(sqlx::query("SELECT line FROM facts WHERE battle = $1 ORDER BY number").bind(id)).await?;
    let undone = link.row(sqlx::query("SELECT lines FROM undone WHERE battle = $1").bind(id)).await?;
    let facts: Result<Vec<String>, sqlx::Error> = lines.iter().map(|row| row.try_get("line")).collect();
    Ok(Some(Kept {
        head: serde_json::from_str(&head)?,
        moment: u32::try_from(row.try_get::<i64, _>("moment")?).unwrap_or(0),
        orders: serde_json::from_str(&orders)?,
        record: row.try_get("record")?,
        facts: facts?,
        undone: match undone {
            Some(row) => serde_json::from_str(&row.try_get::<String, _>("lines")?)?,
            None => Vec::new(),
        },
    }))
}

/// Whose token it is, by its hash.
pub(super) async fn claim(link: &mut Link, hash: &str) -> Result<Option<(String, Claim)>, Failed> {
    let Some(row) = link.row(sqlx::query("SELECT battle, claim FROM tokens WHERE hash = $1").bind(hash)).await? else {
        return Ok(None);
    };
    let claim: String = row.try_get("claim")?;
    Ok(Some((row.try_get("battle")?, serde_json::from_str(&claim)?)))
}
