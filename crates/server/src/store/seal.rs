//! Sums over what is stored, so that a bad byte is found where it is.
//!
//! The sum of a fact covers everything of its battle before it, from the setup on; the seal of a battle covers the last
//! sum and where the battle stands. A fact that is changed, lost or back from an earlier time closes its battle, and the
//! facts before it are known to be good.

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

/// Where a battle stands.
pub(super) fn seal(last: &str, moment: i64, facts: i64, orders: &str, undone: &str) -> String {
    sum(&[last.as_bytes(), &moment.to_le_bytes(), &facts.to_le_bytes(), orders.as_bytes(), undone.as_bytes()])
}
