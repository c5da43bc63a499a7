//! Campaigns in the store: who wages them, the files of the warbands as they are now, and a chapter for each battle.

use super::link::Link;
use super::statement::{Row, statement};
use super::writes::Write;
use super::{Cause, Claim, Failed, Grant, Kept, Store, battles, changes, seal};
use crate::wire::{LogLine, Outcome};
use serde::{Deserialize, Serialize};

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

#[derive(Clone, Debug, Serialize, Deserialize)]
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
        let (id, head, files, tokens) = (id.to_owned(), head.clone(), files.to_vec(), tokens.to_vec());
        self.write(Write::AddCampaign { id, head, files, tokens }).await.map(drop)
    }

    /// The name of the campaign that a token leads to, by its hash.
    pub(crate) async fn campaign_of(&self, hash: &str) -> Result<Option<String>, Failed> {
        let hash = hash.to_owned();
        let look = statement("SELECT campaign FROM campaign_tokens WHERE hash = $1").bind(hash);
        self.read(move |link| {
            Box::pin(async move { Ok(link.row(look).await?.map(|row| row.get("campaign")).transpose()?) })
        })
        .await
    }

    /// The campaign a token leads to, by its hash, and for whom.
    pub(crate) async fn campaign(&self, hash: &str) -> Result<Option<(KeptCampaign, Claim)>, Failed> {
        let hash = hash.to_owned();
        self.read(move |link| Box::pin(async move { load(link, &hash).await })).await
    }

    /// A new chapter with its battle. False where there is one of that number: somebody else has begun it.
    pub(crate) async fn add_chapter(
        &self,
        campaign: &str,
        number: usize,
        chapter: &Chapter,
        battle: Kept,
    ) -> Result<bool, Failed> {
        let (campaign, chapter, battle) = (campaign.to_owned(), chapter.clone(), Box::new(battle));
        match self.write(Write::AddChapter { campaign, number, chapter, battle }).await {
            Err(Failed { cause: Cause::Taken, .. }) => Ok(false),
            done => done,
        }
    }

    /// What somebody wants in the place of what was wanted so far; false where something else is wanted by now.
    pub(crate) async fn propose(
        &self,
        campaign: &str,
        before: Option<&Proposal>,
        proposal: &Proposal,
    ) -> Result<bool, Failed> {
        let (campaign, before, proposal) = (campaign.to_owned(), before.cloned(), proposal.clone());
        self.write(Write::Propose { campaign, before, proposal }).await
    }

    /// What follows the battle of a chapter, and how that ended. False where something follows it already.
    pub(crate) async fn put_aftermath(
        &self,
        campaign: &str,
        number: usize,
        chapter: &Chapter,
        aftermath: Kept,
    ) -> Result<bool, Failed> {
        let (campaign, chapter, aftermath) = (campaign.to_owned(), chapter.clone(), Box::new(aftermath));
        self.write(Write::PutAftermath { campaign, number, chapter, aftermath }).await
    }

    /// Settles a chapter: it and the files of the warbands change together, and only once.
    pub(crate) async fn settle(
        &self,
        campaign: &str,
        number: usize,
        chapter: &Chapter,
        files: &[BandFile],
    ) -> Result<bool, Failed> {
        let (campaign, chapter, files) = (campaign.to_owned(), chapter.clone(), files.to_vec());
        self.write(Write::Settle { campaign, number, chapter, files }).await
    }

    /// More tokens for battles; nothing is written where all of them are there.
    pub(crate) async fn grant(&self, mut grants: Vec<Grant>) -> Result<(), Failed> {
        let hashes: Vec<String> = grants.iter().map(|(hash, ..)| hash.clone()).collect();
        let known = self.read(move |link| Box::pin(async move { changes::granted(link, &hashes).await })).await?;
        grants.retain(|(hash, ..)| !known.contains(hash));
        match grants.is_empty() {
            true => Ok(()),
            false => self.write(Write::Grant(grants)).await.map(drop),
        }
    }
}

pub(super) async fn add(
    link: &mut Link,
    id: &str,
    head: &Waged,
    files: &[BandFile],
    tokens: &[(String, Claim)],
) -> Result<bool, Failed> {
    let campaign = statement("INSERT INTO campaigns (id, head, files, used) VALUES ($1, $2, $3, $4)")
        .bind(id)
        .bind(serde_json::to_string(head)?)
        .bind(serde_json::to_string(files)?)
        .bind(battles::now());
    link.execute(campaign).await?;
    for (hash, claim) in tokens {
        let claim = serde_json::to_string(claim)?;
        let token = statement("INSERT INTO campaign_tokens (hash, campaign, claim, seal) VALUES ($1, $2, $3, $4)");
        let sealed = seal::token(hash, id, &claim);
        link.execute(token.bind(hash).bind(id).bind(&claim).bind(sealed)).await?;
    }
    reseal(link, id).await?;
    Ok(true)
}

/// Nobody else changes the campaign until the transaction ends.
async fn hold(link: &mut Link, id: &str) -> Result<(), Failed> {
    if link.is_shared() {
        link.rows(statement("SELECT id FROM campaigns WHERE id = $1 FOR UPDATE").bind(id)).await?;
    }
    Ok(())
}

/// Seals the campaign as it is now.
pub(super) async fn reseal(link: &mut Link, id: &str) -> Result<(), Failed> {
    let look = statement(
        "SELECT head, files, proposal, (SELECT COUNT(*) FROM chapters WHERE campaign = $1) AS chapters,
            (SELECT COUNT(*) FROM chapters WHERE campaign = $1 AND settled = 1) AS settled
        FROM campaigns WHERE id = $1",
    );
    let Some(row) = link.row(look.bind(id)).await? else { return Ok(()) };
    let (head, files): (String, String) = (row.get("head")?, row.get("files")?);
    let proposal = row.get::<Option<String>>("proposal")?.unwrap_or_default();
    let sealed = seal::campaign(id, [&head, &files, &proposal], row.get("chapters")?, row.get("settled")?);
    link.execute(statement("UPDATE campaigns SET seal = $2 WHERE id = $1").bind(id).bind(sealed)).await?;
    Ok(())
}

async fn load(link: &mut Link, hash: &str) -> Result<Option<(KeptCampaign, Claim)>, Failed> {
    let token = statement("SELECT campaign AS whither, claim, seal FROM campaign_tokens WHERE hash = $1").bind(hash);
    let Some(row) = link.row(token).await? else { return Ok(None) };
    let (id, claim) = battles::token(&row, hash)?;
    Ok(find(link, &id).await?.map(|kept| (kept, claim)))
}

/// A campaign as it stands, if all of it is what was written.
pub(super) async fn find(link: &mut Link, id: &str) -> Result<Option<KeptCampaign>, Failed> {
    let campaign = statement("SELECT head, files, proposal, seal FROM campaigns WHERE id = $1").bind(id);
    let rows = statement("SELECT number, settled, body, seal FROM chapters WHERE campaign = $1 ORDER BY number");
    link.begin_look().await?;
    let (row, rows) = (link.row(campaign).await?, link.rows(rows.bind(id)).await?);
    link.end_look().await?;
    row.map(|row| judge(id, &row, &rows)).transpose()
}

fn judge(id: &str, row: &Row, rows: &[Row]) -> Result<KeptCampaign, Failed> {
    let damaged =
        |what: String| Failed::new(Cause::Damaged, format!("the campaign {id} is damaged in the store: {what}"));
    let (mut chapters, mut done) = (Vec::new(), 0);
    for row in rows {
        let (number, settled, body): (i64, i64, String) = (row.get("number")?, row.get("settled")?, row.get("body")?);
        if seal::chapter(id, number, settled, &body) != row.get::<String>("seal")? {
            return Err(damaged(format!("chapter {number} is not what was written")));
        }
        done += settled;
        chapters.push((serde_json::from_str(&body)?, settled != 0));
    }
    let (head, files): (String, String) = (row.get("head")?, row.get("files")?);
    let proposal = row.get::<Option<String>>("proposal")?;
    let parts = [head.as_str(), &files, proposal.as_deref().unwrap_or_default()];
    if seal::campaign(id, parts, rows.len() as i64, done) != row.get::<String>("seal")? {
        return Err(damaged("how it stands is not what was written".to_owned()));
    }
    Ok(KeptCampaign {
        id: id.to_owned(),
        head: serde_json::from_str(&head)?,
        files: serde_json::from_str(&files)?,
        proposal: proposal.map(|text| serde_json::from_str(&text)).transpose()?,
        chapters,
    })
}

pub(super) async fn add_chapter(
    link: &mut Link,
    campaign: &str,
    number: usize,
    chapter: &Chapter,
) -> Result<bool, Failed> {
    hold(link, campaign).await?;
    let body = serde_json::to_string(chapter)?;
    let added = statement("INSERT INTO chapters (campaign, number, settled, body, seal) VALUES ($1, $2, 0, $3, $4)")
        .bind(campaign)
        .bind(number as i64)
        .bind(&body)
        .bind(seal::chapter(campaign, number as i64, 0, &body));
    link.execute(added).await?;
    let fought = statement("UPDATE campaigns SET proposal = NULL, used = $2 WHERE id = $1");
    link.execute(fought.bind(campaign).bind(battles::now())).await?;
    reseal(link, campaign).await?;
    Ok(true)
}

pub(super) async fn propose(
    link: &mut Link,
    campaign: &str,
    before: Option<&Proposal>,
    proposal: &Proposal,
) -> Result<bool, Failed> {
    hold(link, campaign).await?;
    let stored = statement("SELECT proposal FROM campaigns WHERE id = $1").bind(campaign);
    let Some(row) = link.row(stored).await? else { return Ok(false) };
    let stored: Option<String> = row.get("proposal")?;
    let known: Option<Proposal> = stored.as_deref().map(serde_json::from_str).transpose()?;
    if known.as_ref() != before {
        return Ok(false);
    }
    let proposed =
        statement("UPDATE campaigns SET proposal = $2, used = $3 WHERE id = $1 AND COALESCE(proposal, '') = $4")
            .bind(campaign)
            .bind(serde_json::to_string(proposal)?)
            .bind(battles::now())
            .bind(stored.unwrap_or_default());
    let done = link.execute(proposed).await? > 0;
    reseal(link, campaign).await?;
    Ok(done)
}

pub(super) async fn put_aftermath(
    link: &mut Link,
    campaign: &str,
    number: usize,
    chapter: &Chapter,
    aftermath: &Kept,
) -> Result<bool, Failed> {
    let stored = statement("SELECT body FROM chapters WHERE campaign = $1 AND number = $2 AND settled = 0");
    let Some(row) = link.row(stored.bind(campaign).bind(number as i64)).await? else { return Ok(false) };
    let stored: String = row.get("body")?;
    let known: Chapter = serde_json::from_str(&stored)?;
    if known.aftermath.is_some() {
        return Ok(false);
    }
    // Where another server is just putting its own there, this waits for it and then finds another text.
    let body = serde_json::to_string(chapter)?;
    let put = statement(
        "UPDATE chapters SET body = $3, seal = $5 WHERE campaign = $1 AND number = $2 AND settled = 0 AND body = $4",
    )
    .bind(campaign)
    .bind(number as i64)
    .bind(&body)
    .bind(stored)
    .bind(seal::chapter(campaign, number as i64, 0, &body));
    if link.execute(put).await? == 0 {
        return Ok(false);
    }
    match &chapter.aftermath {
        Some(id) => battles::add(link, id, aftermath, &[]).await,
        None => Ok(true),
    }
}

pub(super) async fn settle(
    link: &mut Link,
    campaign: &str,
    number: usize,
    chapter: &Chapter,
    files: &[BandFile],
) -> Result<bool, Failed> {
    hold(link, campaign).await?;
    let body = serde_json::to_string(chapter)?;
    let settled = statement(
        "UPDATE chapters SET settled = 1, body = $3, seal = $4 WHERE campaign = $1 AND number = $2 AND settled = 0",
    )
    .bind(campaign)
    .bind(number as i64)
    .bind(&body)
    .bind(seal::chapter(campaign, number as i64, 1, &body));
    if link.execute(settled).await? == 0 {
        return Ok(false);
    }
    let kept = statement("UPDATE campaigns SET files = $2, used = $3 WHERE id = $1")
        .bind(campaign)
        .bind(serde_json::to_string(files)?)
        .bind(battles::now());
    link.execute(kept).await?;
    reseal(link, campaign).await?;
    Ok(true)
}
