//! The heads of the ledgers: which system a book of rules is for, and the letters its ids begin with.
//!
//! Build scripts and xtask include this file by its path, so it uses nothing but the standard library and reads the two
//! lines it wants as text. The build script of this crate reads the same heads in full and complains about bad ones.

#![allow(unreachable_pub, reason = "build scripts include this file as a private module")]
#![allow(dead_code, reason = "not everybody who includes this file needs all of it")]

use std::fs;
use std::io;
use std::path::Path;

/// The first lines of a ledger: `[book]`, `system = "sellsword"`, `prefix = "SW"`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Head {
    pub system: String,
    pub prefix: String,
}

/// The heads of all books in the folder `rules`, by system.
///
/// # Errors
/// If the folder or a ledger cannot be read.
pub fn heads(rules: &Path) -> io::Result<Vec<Head>> {
    let mut heads = Vec::new();
    for file in fs::read_dir(rules)? {
        let path = file?.path();
        if path.extension().is_some_and(|ending| ending == "toml") {
            heads.extend(head(&fs::read_to_string(path)?));
        }
    }
    heads.sort_by(|one, other| one.system.cmp(&other.system));
    Ok(heads)
}

/// The head of one ledger. A file that goes on with a book has none.
pub fn head(text: &str) -> Option<Head> {
    let mut lines = text.lines().skip_while(|line| line.trim() != "[book]");
    lines.next()?;
    let lines: Vec<&str> = lines.take_while(|line| !line.starts_with('[')).collect();
    let value = |key: &str| {
        let value = lines.iter().find_map(|line| line.strip_prefix(key)?.trim().strip_prefix('='))?;
        Some(value.trim().strip_prefix('"')?.strip_suffix('"')?.to_owned())
    };
    Some(Head { system: value("system")?, prefix: value("prefix")? })
}
