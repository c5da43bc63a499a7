//! `fray store`: what is kept, for whoever runs a server.

use crate::play::default_store;
use crate::screen::{End, Screen, count};
use serde_json::json;
use server::{Cause, Failed, Store};
use std::fs::File;
use std::io::{BufReader, BufWriter};
use std::path::{Path, PathBuf};

const DAY: i64 = 24 * 60 * 60;

#[derive(clap::Args)]
pub(crate) struct Kept {
    /// Where battles are kept: a file, or postgres://USER@HOST/DATABASE [default: a file in your data folder]
    #[arg(long, value_name = "URL")]
    store: Option<String>,
    #[arg(long)]
    json: bool,
}

/// Check, copy and prune a store that no server is using
#[derive(clap::Subcommand)]
pub(crate) enum Verb {
    /// Look at everything in a store: the file, every battle, every campaign
    #[command(after_help = "\
Example:
  fray store check --store battles.db")]
    Check {
        #[command(flatten)]
        kept: Kept,
    },
    /// Write everything that is good as text
    #[command(after_help = "\
Of a battle that is damaged the part before the damage is written. Links lead to the same battles after an import.

Example:
  fray store export battles.jsonl --store battles.db")]
    Export {
        file: PathBuf,
        #[command(flatten)]
        kept: Kept,
    },
    /// Put in what was exported; what is there already stays as it is
    #[command(after_help = "\
Example:
  fray store import battles.jsonl --store fresh.db")]
    Import {
        file: PathBuf,
        #[command(flatten)]
        kept: Kept,
    },
    /// Write a copy of a store into a file
    #[command(after_help = "\
A server that runs writes one by itself when it is sent SIGUSR1.

Example:
  fray store backup monday.db --store battles.db")]
    Backup {
        file: PathBuf,
        #[command(flatten)]
        kept: Kept,
    },
    /// Let go of battles and campaigns that nobody has played for a while
    #[command(after_help = "\
Example:
  fray store prune --days 90 --store battles.db")]
    Prune {
        /// So many days without a choice
        #[arg(long, value_name = "DAYS", value_parser = clap::value_parser!(u32).range(1..))]
        days: u32,
        #[command(flatten)]
        kept: Kept,
    },
}

pub(crate) fn run(verb: &Verb, screen: &mut Screen) -> Result<(), End> {
    let runtime = tokio::runtime::Runtime::new().map_err(|error| End::Bad(format!("cannot start: {error}")))?;
    runtime.block_on(async {
        match verb {
            Verb::Check { kept } => check(kept, screen).await,
            Verb::Export { file, kept } => export(file, kept, screen).await,
            Verb::Import { file, kept } => import(file, kept, screen).await,
            Verb::Backup { file, kept } => backup(file, kept, screen).await,
            Verb::Prune { days, kept } => prune(*days, kept, screen).await,
        }
    })
}

impl Kept {
    fn url(&self) -> Result<String, End> {
        self.store.clone().map_or_else(default_store, Ok)
    }

    async fn open(&self) -> Result<Store, End> {
        let url = self.url()?;
        Store::open_existing(&url).await.map_err(|why| match why.cause {
            Cause::Busy => End::Bad(format!("{why}; stop the server first")),
            _ => End::Bad(why.to_string()),
        })
    }

    fn say(&self, screen: &mut Screen, words: String, value: &serde_json::Value) -> Result<(), End> {
        if self.json { screen.json(value) } else { screen.line(words) }
    }
}

fn bad(why: Failed) -> End {
    End::Bad(why.to_string())
}

/// What is wrong, line by line.
fn faults(kept: &Kept, screen: &mut Screen, faults: &[String]) -> Result<(), End> {
    if faults.is_empty() {
        return Ok(());
    }
    for fault in faults.iter().filter(|_| !kept.json) {
        screen.line(fault)?;
    }
    Err(End::No)
}

async fn check(kept: &Kept, screen: &mut Screen) -> Result<(), End> {
    let store = kept.open().await?;
    let found = store.check().await.map_err(bad)?;
    store.close().await.map_err(bad)?;
    let whole = if found.faults.is_empty() { "whole" } else { "DAMAGED" };
    let (battles, campaigns) = (count(found.battles, "battle"), count(found.campaigns, "campaign"));
    let words = format!("{whole}: {battles} with {}, {campaigns}", count(found.facts, "fact"));
    let value = json!({
        "ok": found.faults.is_empty(), "battles": found.battles, "facts": found.facts, "campaigns": found.campaigns,
        "faults": found.faults,
    });
    kept.say(screen, words, &value)?;
    faults(kept, screen, &found.faults)
}

async fn export(file: &Path, kept: &Kept, screen: &mut Screen) -> Result<(), End> {
    let store = kept.open().await?;
    let shown = file.display();
    let out = File::create_new(file).map_err(|why| End::Bad(format!("cannot make {shown}: {why}")))?;
    let copied = store.export(BufWriter::new(out)).await.map_err(bad)?;
    store.close().await.map_err(bad)?;
    let words = format!("{} and {} in {shown}", count(copied.battles, "battle"), count(copied.campaigns, "campaign"));
    kept.say(screen, words, &copied_json(&copied))?;
    faults(kept, screen, &copied.faults)
}

async fn import(file: &Path, kept: &Kept, screen: &mut Screen) -> Result<(), End> {
    let shown = file.display();
    let text = File::open(file).map_err(|why| End::Bad(format!("cannot read {shown}: {why}")))?;
    let store = Store::open(&kept.url()?).await.map_err(bad)?;
    let copied = store.import(BufReader::new(text)).await;
    store.close().await.map_err(bad)?;
    let copied = copied.map_err(|why| End::Bad(format!("{shown}: {why}")))?;
    let (battles, campaigns) = (count(copied.battles, "battle"), count(copied.campaigns, "campaign"));
    let words = format!("{battles} and {campaigns} put in, {} there already", copied.skipped);
    kept.say(screen, words, &copied_json(&copied))?;
    faults(kept, screen, &copied.faults)
}

fn copied_json(copied: &server::Copied) -> serde_json::Value {
    json!({
        "battles": copied.battles, "campaigns": copied.campaigns, "skipped": copied.skipped, "faults": copied.faults,
    })
}

async fn backup(file: &Path, kept: &Kept, screen: &mut Screen) -> Result<(), End> {
    let store = kept.open().await?;
    store.backup(file).await.map_err(bad)?;
    store.close().await.map_err(bad)?;
    let size = std::fs::metadata(file).map_or(0, |found| found.len());
    kept.say(screen, format!("a copy is in {}", file.display()), &json!({ "file": file, "bytes": size }))
}

async fn prune(days: u32, kept: &Kept, screen: &mut Screen) -> Result<(), End> {
    let store = kept.open().await?;
    let gone = store.prune(i64::from(days) * DAY).await.map_err(bad)?;
    store.close().await.map_err(bad)?;
    let (battles, campaigns) = (count(gone.battles, "battle"), count(gone.campaigns, "campaign"));
    let value = json!({ "battles": gone.battles, "campaigns": gone.campaigns });
    kept.say(screen, format!("let go of {battles} and {campaigns}"), &value)
}
