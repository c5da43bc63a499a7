//! What whoever keeps a store does with it: check it, copy it, and let go of what is old.

use super::failed::{Cause, Failed};
use super::link::Link;
use super::statement::statement;
use super::{KeptCampaign, Store, battles, campaigns};
use std::collections::HashSet;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::sync::PoisonError;
use std::time::{Duration, Instant};

const NO_FILE: &str =
    "there is no file to copy: the store is in memory, or in PostgreSQL, which has backups of its own";
/// How long what PostgreSQL says of its size is believed: it has to look at every file for that.
const WEIGHED: Duration = Duration::from_secs(10);
/// So many battles are let go of in one transaction.
const TOGETHER: usize = 100;

/// What a look at all of a store has found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Checkup {
    pub battles: usize,
    pub facts: usize,
    pub campaigns: usize,
    /// What is wrong, in words, each with the battle or campaign it is about.
    pub faults: Vec<String>,
}

/// What was let go of.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pruned {
    pub battles: usize,
    pub campaigns: usize,
}

impl Store {
    /// Looks at everything: the pages of the file, the sums of every battle, and whether all belongs together.
    ///
    /// # Errors
    /// When it cannot be looked at. What is wrong with it is no error.
    pub async fn check(&self) -> Result<Checkup, Failed> {
        self.read(|link| Box::pin(check(link))).await
    }

    /// Writes a whole copy into a file that is not there yet. Play goes on when it is done.
    ///
    /// # Errors
    /// When there is such a file, or the disk does not take it.
    pub async fn backup(&self, to: &Path) -> Result<(), Failed> {
        let to = to.to_owned();
        self.read(move |link| Box::pin(async move { backup(link, &to).await })).await
    }

    /// The same into a file beside the store, whose name is told.
    ///
    /// # Errors
    /// As above, and for a store without a file.
    pub async fn backup_beside(&self) -> Result<PathBuf, Failed> {
        let file = self.file.as_ref().ok_or_else(|| Failed::new(Cause::Missing, NO_FILE))?;
        let free = |number: &u32| !named(file, &format!(".backup-{number}")).exists();
        let number = (1..).find(free).unwrap_or(u32::MAX);
        let to = named(file, &format!(".backup-{number}"));
        self.backup(&to).await?;
        Ok(to)
    }

    /// The bytes of its file and of what is still to go into it, or of its database; none for a store in memory.
    pub(crate) async fn weight(&self) -> Result<Option<u64>, Failed> {
        if let Some(file) = &self.file {
            let bytes = |path: &Path| fs::metadata(path).map_or(0, |found| found.len());
            return Ok(Some(bytes(file) + bytes(&named(file, "-wal"))));
        }
        if !self.is_shared() {
            return Ok(None);
        }
        // A list of numbers is whole whoever breaks beside it.
        let known = *self.weighed.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((bytes, _)) = known.filter(|(_, when)| when.elapsed() < WEIGHED) {
            return Ok(Some(bytes));
        }
        let bytes = self.read(|link| Box::pin(size(link))).await?;
        *self.weighed.lock().unwrap_or_else(PoisonError::into_inner) = Some((bytes, Instant::now()));
        Ok(Some(bytes))
    }

    /// Lets go of battles and campaigns that nobody has played for so many seconds. A battle of a campaign stays as long
    /// as its campaign.
    ///
    /// # Errors
    /// When the store fails. What is gone by then is gone.
    pub async fn prune(&self, seconds: i64) -> Result<Pruned, Failed> {
        self.read(move |link| Box::pin(async move { prune(link, battles::now().saturating_sub(seconds)).await })).await
    }
}

/// How large the database is, with what PostgreSQL keeps for later.
async fn size(link: &mut Link) -> Result<u64, Failed> {
    let row = link.row(statement("SELECT pg_database_size(current_database())")).await?;
    Ok(row.map_or(Ok(0), |row| row.first::<i64>())?.unsigned_abs())
}

/// The names of all battles or campaigns, in order.
pub(super) async fn names(link: &mut Link, which: &'static str) -> Result<Vec<String>, Failed> {
    let rows = link.rows(statement(which)).await?;
    let names: Result<Vec<String>, sqlx::Error> = rows.iter().map(|row| row.get("id")).collect();
    let mut names = names?;
    // Each database has an order of its own.
    names.sort_unstable();
    Ok(names)
}

pub(super) const BATTLES: &str = "SELECT id FROM battles";
pub(super) const CAMPAIGNS: &str = "SELECT id FROM campaigns";

/// Rows that belong to nothing, with words for them.
const ORPHANS: [(&str, &str); 4] = [
    ("links to battles that are not there", "SELECT COUNT(*) FROM tokens WHERE battle NOT IN (SELECT id FROM battles)"),
    ("facts of battles that are not there", "SELECT COUNT(*) FROM facts WHERE battle NOT IN (SELECT id FROM battles)"),
    (
        "places in battles that are not there",
        "SELECT COUNT(*) FROM progress WHERE battle NOT IN (SELECT id FROM battles)",
    ),
    (
        "links to campaigns that are not there",
        "SELECT COUNT(*) FROM campaign_tokens WHERE campaign NOT IN (SELECT id FROM campaigns)",
    ),
];

async fn check(link: &mut Link) -> Result<Checkup, Failed> {
    let mut found = Checkup::default();
    // The pages of PostgreSQL are its own to look after.
    if !link.is_shared() {
        for row in link.rows(statement("PRAGMA integrity_check(20)")).await? {
            let text: String = row.first()?;
            if text != "ok" {
                found.faults.push(format!("the file: {text}"));
            }
        }
    }
    let ids = names(link, BATTLES).await?;
    for id in &ids {
        link.ready().await?;
        found.battles += 1;
        match battles::find(link, id).await {
            Ok(Some(battle)) => {
                found.facts += battle.kept.facts.len();
                found.faults.extend(battle.fault.map(|fault| format!("the battle {id}: {fault}")));
            }
            Ok(None) => found.faults.push(format!("the battle {id}: it cannot be found by its name")),
            Err(why) => found.faults.push(format!("the battle {id}: {why}")),
        }
    }
    let known: HashSet<&String> = ids.iter().collect();
    for id in names(link, CAMPAIGNS).await? {
        link.ready().await?;
        found.campaigns += 1;
        match campaigns::find(link, &id).await {
            Ok(Some(kept)) => {
                for battle in fought(&kept).filter(|battle| !known.contains(battle)) {
                    found.faults.push(format!("the campaign {id}: its battle {battle} is not there"));
                }
            }
            Ok(None) => found.faults.push(format!("the campaign {id}: it cannot be found by its name")),
            Err(why) => found.faults.push(format!("the campaign {id}: {why}")),
        }
    }
    link.ready().await?;
    for (words, look) in LINKS {
        let bad = bad_links(link, look).await?;
        if bad > 0 {
            found.faults.push(format!("{bad} {words} are not what was written"));
        }
    }
    for (words, orphans) in ORPHANS {
        let row = link.row(statement(orphans)).await?;
        let number = row.map_or(Ok(0), |row| row.first::<i64>())?;
        if number > 0 {
            found.faults.push(format!("{number} {words}"));
        }
    }
    Ok(found)
}

const LINKS: [(&str, &str); 2] = [
    ("links to battles", "SELECT hash, battle AS whither, claim, seal FROM tokens ORDER BY hash"),
    ("links to campaigns", "SELECT hash, campaign AS whither, claim, seal FROM campaign_tokens ORDER BY hash"),
];

/// How many links do not lead where they were to lead.
async fn bad_links(link: &mut Link, look: &'static str) -> Result<usize, Failed> {
    let mut bad = 0;
    for row in link.rows(statement(look)).await? {
        let hash: String = row.get("hash")?;
        bad += usize::from(battles::token(&row, &hash).is_err());
    }
    Ok(bad)
}

/// The battles of a campaign and what followed them.
fn fought(kept: &KeptCampaign) -> impl Iterator<Item = &String> {
    kept.chapters.iter().flat_map(|(chapter, _)| std::iter::once(&chapter.battle).chain(&chapter.aftermath))
}

/// A file whose name goes on like that.
fn named(file: &Path, end: &str) -> PathBuf {
    let mut name = file.as_os_str().to_owned();
    name.push(end);
    PathBuf::from(name)
}

async fn backup(link: &mut Link, to: &Path) -> Result<(), Failed> {
    if link.is_shared() {
        return Err(Failed::new(Cause::Other, "PostgreSQL has its own backups: use pg_dump, or fray store export"));
    }
    let cannot = |why: std::io::Error| Failed::new(Cause::Disk, format!("cannot write {}: {why}", to.display()));
    if to.exists() {
        return Err(Failed::new(Cause::Taken, format!("the file {} is there already", to.display())));
    }
    let part = named(to, ".part");
    let _ = fs::remove_file(&part);
    let name = part.to_str().ok_or_else(|| Failed::new(Cause::Other, "the name of the file is no UTF-8"))?;
    let copied = link.execute(statement("VACUUM INTO $1").bind(name)).await;
    // Only what the disk has for sure gets the name of a backup.
    let kept = match copied {
        Ok(_) => {
            File::open(&part).and_then(|file| file.sync_all()).and_then(|()| fs::rename(&part, to)).map_err(cannot)
        }
        Err(why) => Err(why.during(&format!("cannot write {}", to.display()))),
    };
    if kept.is_err() {
        let _ = fs::remove_file(&part);
    }
    kept
}

async fn prune(link: &mut Link, before: i64) -> Result<Pruned, Failed> {
    let late = statement("SELECT battle AS id FROM progress WHERE used >= $1").bind(before);
    let rows = link.rows(late).await?;
    let late: Result<HashSet<String>, sqlx::Error> = rows.iter().map(|row| row.get("id")).collect();
    let late = late?;
    let (mut kept_battles, mut old_campaigns) = (HashSet::new(), Vec::new());
    let rows = link.rows(statement("SELECT id, used FROM campaigns ORDER BY id")).await?;
    for row in rows {
        let (id, used): (String, i64) = (row.get("id")?, row.get("used")?);
        let Some(kept) = campaigns::find(link, &id).await? else { continue };
        if used >= before || fought(&kept).any(|battle| late.contains(battle)) {
            kept_battles.extend(fought(&kept).cloned());
        } else {
            old_campaigns.push(id);
        }
    }
    let old_battles: Vec<String> = names(link, BATTLES).await?;
    let old = |id: &String| !late.contains(id) && !kept_battles.contains(id);
    let old_battles: Vec<String> = old_battles.into_iter().filter(old).collect();
    let campaigns = [
        "DELETE FROM chapters WHERE campaign = $1",
        "DELETE FROM campaign_tokens WHERE campaign = $1",
        "DELETE FROM campaigns WHERE id = $1",
    ];
    let battles = [
        "DELETE FROM tokens WHERE battle = $1",
        "DELETE FROM facts WHERE battle = $1",
        "DELETE FROM progress WHERE battle = $1",
        "DELETE FROM battles WHERE id = $1",
    ];
    drop_all(link, &old_campaigns, &campaigns).await?;
    drop_all(link, &old_battles, &battles).await?;
    let something_went = !old_battles.is_empty() || !old_campaigns.is_empty();
    if something_went && !link.is_shared() {
        link.execute(statement("VACUUM")).await.map_err(|why| why.during("the space cannot be given back"))?;
    }
    Ok(Pruned { battles: old_battles.len(), campaigns: old_campaigns.len() })
}

async fn drop_all(link: &mut Link, ids: &[String], deletions: &[&'static str]) -> Result<(), Failed> {
    for some in ids.chunks(TOGETHER) {
        link.begin().await?;
        for id in some {
            for deletion in deletions.iter().copied() {
                link.execute(statement(deletion).bind(id)).await?;
            }
        }
        link.commit().await?;
    }
    Ok(())
}
