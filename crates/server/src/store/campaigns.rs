//! Campaigns in the store: who wages them, the files of the warbands as they are now, and a chapter for each battle.

use super::link::Link;
use super::statement::statement;
use super::writes::Write;
use super::{Cause, Claim, Failed, Kept, Store, battles};
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

    /// One more token for a battle, given as its hash; the same again changes nothing.
    pub(crate) async fn grant(&self, hash: &str, battle: &str, claim: &Claim) -> Result<(), Failed> {
        let (hash, battle, claim) = (hash.to_owned(), battle.to_owned(), claim.clone());
        self.write(Write::Grant { hash, battle, claim }).await.map(drop)
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
        let token = statement("INSERT INTO campaign_tokens (hash, campaign, claim) VALUES ($1, $2, $3)")
            .bind(hash)
            .bind(id)
            .bind(serde_json::to_string(claim)?);
        link.execute(token).await?;
    }
    Ok(true)
}

async fn load(link: &mut Link, hash: &str) -> Result<Option<(KeptCampaign, Claim)>, Failed> {
    let token = statement("SELECT campaign, claim FROM campaign_tokens WHERE hash = $1").bind(hash);
    let Some(row) = link.row(token).await? else { return Ok(None) };
    let (id, claim): (String, String) = (row.get("campaign")?, row.get("claim")?);
    let Some(kept) = find(link, &id).await? else { return Ok(None) };
    Ok(Some((kept, serde_json::from_str(&claim)?)))
}

pub(super) async fn find(link: &mut Link, id: &str) -> Result<Option<KeptCampaign>, Failed> {
    let campaign = statement("SELECT head, files, proposal FROM campaigns WHERE id = $1").bind(id);
    let Some(row) = link.row(campaign).await? else { return Ok(None) };
    let rows = statement("SELECT settled, body FROM chapters WHERE campaign = $1 ORDER BY number").bind(id);
    let mut chapters = Vec::new();
    for row in link.rows(rows).await? {
        let body: String = row.get("body")?;
        chapters.push((serde_json::from_str(&body)?, row.get::<i64>("settled")? != 0));
    }
    let (head, files): (String, String) = (row.get("head")?, row.get("files")?);
    let proposal = row.get::<Option<String>>("proposal")?;
    Ok(Some(KeptCampaign {
        id: id.to_owned(),
        head: serde_json::from_str(&head)?,
        files: serde_json::from_str(&files)?,
        proposal: proposal.map(|text| serde_json::from_str(&text)).transpose()?,
        chapters,
    }))
}

pub(super) async fn add_chapter(
    link: &mut Link,
    campaign: &str,
    number: usize,
    chapter: &Chapter,
) -> Result<bool, Failed> {
    let added = statement("INSERT INTO chapters (campaign, number, settled, body) VALUES ($1, $2, 0, $3)")
        .bind(campaign)
        .bind(number as i64)
        .bind(serde_json::to_string(chapter)?);
    link.execute(added).await?;
    let fought = statement("UPDATE campaigns SET proposal = NULL, used = $2 WHERE id = $1");
    link.execute(fought.bind(campaign).bind(battles::now())).await?;
    Ok(true)
}

pub(super) async fn propose(
    link: &mut Link,
    campaign: &str,
    before: Option<&Proposal>,
    proposal: &Proposal,
) -> Result<bool, Failed> {
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
    Ok(link.execute(proposed).await? > 0)
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
    let put =
        statement("UPDATE chapters SET body = $3 WHERE campaign = $1 AND number = $2 AND settled = 0 AND body = $4")
            .bind(campaign)
            .bind(number as i64)
            .bind(serde_json::to_string(chapter)?)
            .bind(stored);
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
    let settled =
        statement("UPDATE chapters SET settled = 1, body = $3 WHERE campaign = $1 AND number = $2 AND settled = 0")
            .bind(campaign)
            .bind(number as i64)
            .bind(serde_json::to_string(chapter)?);
    if link.execute(settled).await? == 0 {
        return Ok(false);
    }
    let kept = statement("UPDATE campaigns SET files = $2, used = $3 WHERE id = $1")
        .bind(campaign)
        .bind(serde_json::to_string(files)?)
        .bind(battles::now());
    link.execute(kept).await?;
    Ok(true)
}
