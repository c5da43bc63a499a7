//! Everything that changes the store.

use super::failed::Failed;
use super::link::Link;
use super::{BandFile, Chapter, Claim, Kept, Proposal, Waged, battles, campaigns};

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
            Write::Add { id, kept, tokens } => battles::add(link, id, kept, tokens).await,
            Write::Change { id, change } => battles::put(link, id, change).await,
            Write::Grant { hash, battle, claim } => battles::grant(link, hash, battle, claim).await,
            Write::AddCampaign { id, head, files, tokens } => campaigns::add(link, id, head, files, tokens).await,
            Write::AddChapter { campaign, number, chapter } => {
                campaigns::add_chapter(link, campaign, *number, chapter).await
            }
            Write::Propose { campaign, proposal } => campaigns::propose(link, campaign, proposal).await,
            Write::PutChapter { campaign, number, chapter } => {
                campaigns::put_chapter(link, campaign, *number, chapter).await
            }
            Write::Settle { campaign, number, chapter, files } => {
                campaigns::settle(link, campaign, *number, chapter, files).await
            }
        }
    }
}
