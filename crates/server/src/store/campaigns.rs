//! Campaigns in the store: who wages them, the files of the warbands as they are now, and a chapter for each battle.

use super::{Claim, Failed, Store};
use crate::wire::{LogLine, Outcome};
use serde::{Deserialize, Serialize};
use sqlx::Row;

pub(super) const SCHEMA: [&str; 3] = [
    "CREATE TABLE IF NOT EXISTS campaigns (id TEXT PRIMARY KEY, head TEXT NOT NULL, files TEXT NOT NULL, proposal TEXT)",
    "CREATE TABLE IF NOT EXISTS campaign_tokens (hash TEXT PRIMARY KEY, campaign TEXT NOT NULL, claim TEXT NOT NULL)",
    "CREATE TABLE IF NOT EXISTS chapters (
        campaign TEXT NOT NULL, number BIGINT NOT NULL, settled BIGINT NOT NULL, body TEXT NOT NULL,
        PRIMARY KEY (campaign, number))",
];

/// What a campaign begins with; never changed afterwards.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Waged {
    pub(crate) system: String,
    pub(crate) name: String,
    /// `human` or the name of a mind, seat by seat.
    pub(crate) players: Vec<String>,
}

/// A warband file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct BandFile {
    pub(crate) name: String,
    pub(crate) text: String,
}

/// The next battle as some of the players want it; it begins when the others want the same.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Proposal {
    pub(crate) seats: Vec<u8>,
    pub(crate) scenario: Option<String>,
    pub(crate) mind: Option<String>,
}

/// A battle of a campaign and what follows it; both are battles of the store.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Chapter {
    pub(crate) scenario: String,
    pub(crate) drawn: bool,
    pub(crate) minds: bool,
    pub(crate) battle: String,
    pub(crate) aftermath: Option<String>,
    /// How the battle ended, once that is known.
    pub(crate) outcome: Option<Outcome>,
    /// What followed it, once it is settled.
    pub(crate) story: Vec<LogLine>,
    /// The warbands as they went into it.
    pub(crate) before: Vec<BandFile>,
}

#[derive(Clone, Debug)]
pub(crate) struct KeptCampaign {
    pub(crate) id: String,
    pub(crate) head: Waged,
    pub(crate) files: Vec<BandFile>,
    pub(crate) proposal: Option<Proposal>,
    /// Each with whether it is settled.
    pub(crate) chapters: Vec<(Chapter, bool)>,
}

impl Store {
    pub(crate) async fn add_campaign(
        &self,
        id: &str,
        head: &Waged,
        files: &[BandFile],
        tokens: &[(String, Claim)],
    ) -> Result<(), Failed> {
        let mut work = self.pool.begin().await?;
        sqlx::query("INSERT INTO campaigns (id, head, files) VALUES ($1, $2, $3)")
            .bind(id)
            .bind(serde_json::to_string(head)?)
            .bind(serde_json::to_string(files)?)
            .execute(&mut *work)
            .await?;
        for (hash, claim) in tokens {
            sqlx::query("INSERT INTO campaign_tokens (hash, campaign, claim) VALUES ($1, $2, $3)")
                .bind(hash)
                .bind(id)
                .bind(serde_json::to_string(claim)?)
                .execute(&mut *work)
                .await?;
        }
        Ok(work.commit().await?)
    }

    /// The campaign a token leads to, by its hash, and for whom.
    pub(crate) async fn campaign(&self, hash: &str) -> Result<Option<(KeptCampaign, Claim)>, Failed> {
        let row = sqlx::query(
            "SELECT id, head, files, proposal, claim FROM campaigns JOIN campaign_tokens ON campaign = id WHERE hash = $1",
        );
        let Some(row) = row.bind(hash).fetch_optional(&self.pool).await? else {
            return Ok(None);
        };
        let id: String = row.try_get("id")?;
        let rows = sqlx::query("SELECT settled, body FROM chapters WHERE campaign = $1 ORDER BY number");
        let mut chapters = Vec::new();
        for row in rows.bind(&id).fetch_all(&self.pool).await? {
            let body: String = row.try_get("body")?;
            chapters.push((serde_json::from_str(&body)?, row.try_get::<i64, _>("settled")? != 0));
        }
        let (head, files, claim): (String, String, String) =
            (row.try_get("head")?, row.try_get("files")?, row.try_get("claim")?);
        let (head, files) = (serde_json::from_str(&head)?, serde_json::from_str(&files)?);
        let proposal = match row.try_get::<Option<String>, _>("proposal")? {
            Some(text) => Some(serde_json::from_str(&text)?),
            None => None,
        };
        Ok(Some((KeptCampaign { id, head, files, proposal, chapters }, serde_json::from_str(&claim)?)))
    }

    /// A new chapter; numbers are not given twice.
    pub(crate) async fn add_chapter(&self, campaign: &str, number: usize, chapter: &Chapter) -> Result<(), Failed> {
        let mut work = self.pool.begin().await?;
        sqlx::query("INSERT INTO chapters (campaign, number, settled, body) VALUES ($1, $2, 0, $3)")
            .bind(campaign)
            .bind(number as i64)
            .bind(serde_json::to_string(chapter)?)
            .execute(&mut *work)
            .await?;
        sqlx::query("UPDATE campaigns SET proposal = NULL WHERE id = $1").bind(campaign).execute(&mut *work).await?;
        Ok(work.commit().await?)
    }

    pub(crate) async fn propose(&self, campaign: &str, proposal: &Proposal) -> Result<(), Failed> {
        sqlx::query("UPDATE campaigns SET proposal = $2 WHERE id = $1")
            .bind(campaign)
            .bind(serde_json::to_string(proposal)?)
            .execute(&self.pool)
            .await?;
        Ok(())
    }

    /// What has become of a chapter that is not settled.
    pub(crate) async fn put_chapter(&self, campaign: &str, number: usize, chapter: &Chapter) -> Result<(), Failed> {
        sqlx::query("UPDATE chapters SET body = $3 WHERE campaign = $1 AND number = $2 AND settled = 0")
            .bind(campaign)
            .bind(number as i64)
            .bind(serde_json::to_string(chapter)?)
            .execute(&self.pool)
            .await?;
        Ok(())
    }

    /// Settles a chapter: it and the files of the warbands change together, and only once.
    pub(crate) async fn settle(
        &self,
        campaign: &str,
        number: usize,
        chapter: &Chapter,
        files: &[BandFile],
    ) -> Result<bool, Failed> {
        let mut work = self.pool.begin().await?;
        let done = sqlx::query(
            "UPDATE chapters SET settled = 1, body = $3 WHERE campaign = $1 AND number = $2 AND settled = 0",
        )
        .bind(campaign)
        .bind(number as i64)
        .bind(serde_json::to_string(chapter)?)
        .execute(&mut *work)
        .await?;
        if done.rows_affected() == 0 {
            return Ok(false);
        }
        sqlx::query("UPDATE campaigns SET files = $2 WHERE id = $1")
            .bind(campaign)
            .bind(serde_json::to_string(files)?)
            .execute(&mut *work)
            .await?;
        work.commit().await?;
        Ok(true)
    }

    /// One more token for a battle, given as its hash; the same again changes nothing.
    pub(crate) async fn grant(&self, hash: &str, battle: &str, claim: &Claim) -> Result<(), Failed> {
        sqlx::query("INSERT INTO tokens (hash, battle, claim) VALUES ($1, $2, $3) ON CONFLICT (hash) DO NOTHING")
            .bind(hash)
            .bind(battle)
            .bind(serde_json::to_string(claim)?)
            .execute(&self.pool)
            .await?;
        Ok(())
    }
}
