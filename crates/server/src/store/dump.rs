//! A store as text: one JSON object a line, in an order that follows from what is stored.
//!
//! What is damaged is taken out as far as it is good. Links lead to the same battles after it was put in again.

use super::battles::{self, Found};
use super::failed::{Cause, Failed};
use super::link::Link;
use super::statement::{Row, statement};
use super::{Claim, Kept, KeptCampaign, Store, campaigns, upkeep};
use serde::{Deserialize, Serialize};
use std::io::{BufRead, Write};

const FORMAT: u32 = 1;
/// So many are put in with one transaction.
const TOGETHER: usize = 50;

/// How much was copied.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Copied {
    pub battles: usize,
    pub campaigns: usize,
    /// What was there already and stayed as it was.
    pub skipped: usize,
    /// What could not be copied whole, and why.
    pub faults: Vec<String>,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Line {
    /// The first line.
    Store {
        format: u32,
    },
    Battle(Box<Battle>),
    Campaign(Box<Campaign>),
    /// The last line: without it the text was cut short.
    End {
        battles: usize,
        campaigns: usize,
    },
}

#[derive(Serialize, Deserialize)]
struct Battle {
    id: String,
    used: i64,
    tokens: Vec<(String, Claim)>,
    #[serde(flatten)]
    kept: Kept,
    /// Why this is not all that there was.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    fault: Option<String>,
}

#[derive(Serialize, Deserialize)]
struct Campaign {
    used: i64,
    tokens: Vec<(String, Claim)>,
    #[serde(flatten)]
    kept: KeptCampaign,
}

impl Store {
    /// Writes everything that is good as text.
    ///
    /// # Errors
    /// When the store or the output fails.
    pub async fn export(&self, out: impl Write + Send + 'static) -> Result<Copied, Failed> {
        self.read(move |link| Box::pin(export(link, out))).await
    }

    /// Puts in what was exported. What is there already stays as it is.
    ///
    /// # Errors
    /// When the store fails, or a line is not what it should be; what was put in with some fifty lines before that one is kept.
    pub async fn import(&self, text: impl BufRead + Send + 'static) -> Result<Copied, Failed> {
        self.read(move |link| Box::pin(import(link, text))).await
    }
}

fn put(out: &mut impl Write, line: &Line) -> Result<(), Failed> {
    let text = serde_json::to_string(line)?;
    writeln!(out, "{text}").map_err(|why| Failed::new(Cause::Disk, format!("cannot write the export: {why}")))
}

async fn export(link: &mut Link, mut out: impl Write + Send) -> Result<Copied, Failed> {
    let mut copied = Copied::default();
    put(&mut out, &Line::Store { format: FORMAT })?;
    for id in upkeep::names(link, upkeep::BATTLES).await? {
        link.ready().await?;
        match battle(link, &id).await {
            Ok(Some(battle)) => {
                copied.faults.extend(battle.fault.iter().map(|fault| format!("the battle {id}: {fault}")));
                copied.battles += 1;
                put(&mut out, &Line::Battle(Box::new(battle)))?;
            }
            Ok(None) => copied.faults.push(format!("the battle {id}: it cannot be found by its name")),
            Err(why) => copied.faults.push(format!("the battle {id}: {why}")),
        }
    }
    link.ready().await?;
    for id in upkeep::names(link, upkeep::CAMPAIGNS).await? {
        link.ready().await?;
        match campaign(link, &id).await {
            Ok(Some(campaign)) => {
                copied.campaigns += 1;
                put(&mut out, &Line::Campaign(Box::new(campaign)))?;
            }
            Ok(None) => copied.faults.push(format!("the campaign {id}: it cannot be found by its name")),
            Err(why) => copied.faults.push(format!("the campaign {id}: {why}")),
        }
    }
    put(&mut out, &Line::End { battles: copied.battles, campaigns: copied.campaigns })?;
    out.flush().map_err(|why| Failed::new(Cause::Disk, format!("cannot write the export: {why}")))?;
    Ok(copied)
}

async fn battle(link: &mut Link, id: &str) -> Result<Option<Battle>, Failed> {
    let Some(Found { kept, fault }) = battles::find(link, id).await? else { return Ok(None) };
    let tokens = "SELECT hash, claim FROM tokens WHERE battle = $1";
    let tokens = tokens_of(link, tokens, id).await?;
    let used = used(link, "SELECT used FROM progress WHERE battle = $1", id).await?;
    Ok(Some(Battle { id: id.to_owned(), used, tokens, kept, fault }))
}

async fn campaign(link: &mut Link, id: &str) -> Result<Option<Campaign>, Failed> {
    let Some(kept) = campaigns::find(link, id).await? else { return Ok(None) };
    let tokens = "SELECT hash, claim FROM campaign_tokens WHERE campaign = $1";
    let tokens = tokens_of(link, tokens, id).await?;
    let used = used(link, "SELECT used FROM campaigns WHERE id = $1", id).await?;
    Ok(Some(Campaign { used, tokens, kept }))
}

async fn tokens_of(link: &mut Link, which: &'static str, id: &str) -> Result<Vec<(String, Claim)>, Failed> {
    let rows = link.rows(statement(which).bind(id)).await?;
    let token = |row: &Row| {
        let claim: String = row.get("claim")?;
        Ok((row.get("hash")?, serde_json::from_str(&claim)?))
    };
    let tokens: Result<Vec<(String, Claim)>, Failed> = rows.iter().map(token).collect();
    let mut tokens = tokens?;
    tokens.sort_unstable_by(|one, other| one.0.cmp(&other.0));
    Ok(tokens)
}

async fn used(link: &mut Link, which: &'static str, id: &str) -> Result<i64, Failed> {
    let row = link.row(statement(which).bind(id)).await?;
    Ok(row.map_or(Ok(0), |row| row.get("used"))?)
}

async fn import(link: &mut Link, text: impl BufRead + Send) -> Result<Copied, Failed> {
    let mut copied = Copied::default();
    let (mut lines, mut ended) = ((1..).zip(text.lines()), false);
    while !ended {
        let some: Result<Vec<Line>, Failed> = lines.by_ref().take(TOGETHER).map(|(at, line)| read(at, line)).collect();
        let some = some?;
        if some.is_empty() {
            let (battles, campaigns) = (copied.battles, copied.campaigns);
            let text = format!("the export is cut short; {battles} battles and {campaigns} campaigns of it are in");
            return Err(Failed::new(Cause::Foreign, text));
        }
        link.begin().await?;
        for line in some {
            match line {
                Line::Store { .. } => {}
                Line::Battle(battle) => add_battle(link, *battle, &mut copied).await?,
                Line::Campaign(campaign) => add_campaign(link, *campaign, &mut copied).await?,
                Line::End { .. } => ended = true,
            }
        }
        link.commit().await?;
    }
    Ok(copied)
}

fn read(number: usize, line: std::io::Result<String>) -> Result<Line, Failed> {
    let bad = |why: &dyn std::fmt::Display| {
        Failed::new(Cause::Foreign, format!("line {number} of the export cannot be read: {why}"))
    };
    let line: Line = serde_json::from_str(&line.map_err(|why| bad(&why))?).map_err(|why| bad(&why))?;
    match line {
        Line::Store { format } if format != FORMAT => Err(bad(&format!("it is of format {format}, not {FORMAT}"))),
        Line::Store { .. } if number == 1 => Ok(line),
        _ if number == 1 => Err(bad(&"it is no export of a store")),
        line => Ok(line),
    }
}

async fn add_battle(link: &mut Link, battle: Battle, copied: &mut Copied) -> Result<(), Failed> {
    let Battle { id, used, tokens, kept, fault } = battle;
    if link.row(statement("SELECT id FROM battles WHERE id = $1").bind(&id)).await?.is_some() {
        copied.skipped += 1;
        return Ok(());
    }
    battles::add(link, &id, &kept, &tokens).await?;
    link.execute(statement("UPDATE progress SET used = $2 WHERE battle = $1").bind(&id).bind(used)).await?;
    copied.faults.extend(fault.map(|fault| format!("the battle {id}: {fault}")));
    copied.battles += 1;
    Ok(())
}

async fn add_campaign(link: &mut Link, campaign: Campaign, copied: &mut Copied) -> Result<(), Failed> {
    let Campaign { used, tokens, kept } = campaign;
    let KeptCampaign { id, head, files, proposal, chapters } = &kept;
    if link.row(statement("SELECT id FROM campaigns WHERE id = $1").bind(id)).await?.is_some() {
        copied.skipped += 1;
        return Ok(());
    }
    campaigns::add(link, id, head, files, &tokens).await?;
    for (number, (chapter, settled)) in (1..).zip(chapters) {
        campaigns::add_chapter(link, id, number, chapter).await?;
        if *settled {
            campaigns::settle(link, id, number, chapter, files).await?;
        }
    }
    if let Some(proposal) = proposal {
        campaigns::propose(link, id, None, proposal).await?;
    }
    link.execute(statement("UPDATE campaigns SET used = $2 WHERE id = $1").bind(id).bind(used)).await?;
    copied.campaigns += 1;
    Ok(())
}
