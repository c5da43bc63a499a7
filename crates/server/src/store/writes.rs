//! Everything that changes the store.

use super::failed::Failed;
use super::link::Link;
use super::{BandFile, Chapter, Claim, Grant, Kept, Proposal, Waged, battles, campaigns, changes};

#[derive(Debug)]
pub(super) enum Write {
    Add { id: String, kept: Box<Kept>, tokens: Vec<(String, Claim)> },
    Change { id: String, change: Change },
    Take { id: String, moment: u32 },
    Grant(Vec<Grant>),
    AddCampaign { id: String, head: Waged, files: Vec<BandFile>, tokens: Vec<(String, Claim)> },
    AddChapter { campaign: String, number: usize, chapter: Chapter, battle: Box<Kept> },
    Propose { campaign: String, before: Option<Proposal>, proposal: Proposal },
    PutAftermath { campaign: String, number: usize, chapter: Chapter, aftermath: Box<Kept> },
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
    pub(crate) asked: Option<super::KeptAsk>,
    /// A mind decides next, and it thinks in this server.
    pub(crate) thinks: bool,
}

impl Write {
    /// What changes in which battle.
    pub(super) fn change(&self) -> Option<(&str, &Change)> {
        match self {
            Write::Change { id, change } => Some((id, change)),
            _ => None,
        }
    }

    /// The battle that others may have at hand, and that is another one afterwards.
    pub(super) fn changed(&self) -> Option<&str> {
        self.change().map(|(id, _)| id)
    }

    /// Whether what was to be changed was there to be changed; if not, nothing was.
    pub(super) async fn carry_out(&self, link: &mut Link) -> Result<bool, Failed> {
        match self {
            Write::Add { id, kept, tokens } => battles::add(link, id, kept, tokens).await,
            Write::Change { id, change } => changes::put(link, id, change).await,
            Write::Take { id, moment } => changes::take(link, id, *moment).await,
            Write::Grant(grants) => {
                for (hash, battle, claim) in grants {
                    battles::grant(link, hash, battle, claim).await?;
                }
                Ok(true)
            }
            Write::AddCampaign { id, head, files, tokens } => campaigns::add(link, id, head, files, tokens).await,
            Write::AddChapter { campaign, number, chapter, battle } => {
                // Numbers are not given twice: where the chapter is taken nothing of this is kept.
                battles::add(link, &chapter.battle, battle, &[]).await?;
                campaigns::add_chapter(link, campaign, *number, chapter).await
            }
            Write::Propose { campaign, before, proposal } => {
                campaigns::propose(link, campaign, before.as_ref(), proposal).await
            }
            Write::PutAftermath { campaign, number, chapter, aftermath } => {
                campaigns::put_aftermath(link, campaign, *number, chapter, aftermath).await
            }
            Write::Settle { campaign, number, chapter, files } => {
                campaigns::settle(link, campaign, *number, chapter, files).await
            }
        }
    }
}
