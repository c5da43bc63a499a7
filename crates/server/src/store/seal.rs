//! Sums over what is stored, so that a bad byte is found where it is.
//!
//! The sum of a fact covers everything of its battle before it, from the setup on; the seal of a battle covers the last
//! sum and where the battle stands. A fact that is changed, lost or back from an earlier time closes its battle, and the
//! facts before it are known to be good. Links, campaigns and their chapters have seals of their own.

/// So much of a hash, as hexadecimal digits, is enough against disks; it is no protection against forgers.
const DIGITS: usize = 16;

fn sum(parts: &[&[u8]]) -> String {
    let mut hash = blake3::Hasher::new();
    for part in parts {
        hash.update(&(part.len() as u64).to_le_bytes());
        hash.update(part);
    }
    hash.finalize().to_hex()[..DIGITS].to_owned()
}

/// What the facts of a battle begin with.
pub(super) fn start(id: &str, head: &str, record: Option<&str>) -> String {
    sum(&[id.as_bytes(), head.as_bytes(), record.unwrap_or_default().as_bytes()])
}

pub(super) fn next(before: &str, line: &str) -> String {
    sum(&[before.as_bytes(), line.as_bytes()])
}

/// What stands for nobody who asks for an undo.
pub(super) const NOT_ASKED: &str = "null";

/// Where a battle stands.
pub(super) fn seal(last: &str, moment: i64, facts: i64, [orders, undone, asked]: [&str; 3]) -> String {
    let (moment, facts) = (moment.to_le_bytes(), facts.to_le_bytes());
    let parts = [last.as_bytes(), &moment, &facts, orders.as_bytes(), undone.as_bytes(), asked.as_bytes()];
    // Battles of a time when this was not covered have nobody who asks.
    sum(&parts[..if asked == NOT_ASKED { 5 } else { 6 }])
}

/// What a token leads to, and for whom.
pub(super) fn token(hash: &str, to: &str, claim: &str) -> String {
    sum(&[b"token", hash.as_bytes(), to.as_bytes(), claim.as_bytes()])
}

/// How a campaign stands, with how many chapters it has and how many of them are settled.
pub(super) fn campaign(id: &str, [head, files, proposal]: [&str; 3], chapters: i64, settled: i64) -> String {
    let (chapters, settled) = (chapters.to_le_bytes(), settled.to_le_bytes());
    sum(&[id.as_bytes(), head.as_bytes(), files.as_bytes(), proposal.as_bytes(), &chapters, &settled])
}

pub(super) fn chapter(campaign: &str, number: i64, settled: i64, body: &str) -> String {
    sum(&[campaign.as_bytes(), &number.to_le_bytes(), &settled.to_le_bytes(), body.as_bytes()])
}
