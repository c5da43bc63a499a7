//! Finding the lines of code that cite a rule.
//!
//! The crate itself must not depend on the sources of the systems, or every change in a system would rebuild everything
//! from here upwards. So this file uses nothing but the standard library and [`crate::head`], and the build script of a
//! leaf crate includes both by their paths:
//!
//! ```text
//! // crates/fray/build.rs
//! #[path = "../rulebook/src/head.rs"]
//! mod head;
//! #[path = "../rulebook/src/scan.rs"]
//! mod scan;
//!
//! let found = scan::citations(Path::new("../.."))?;      // the root of the workspace
//! println!("cargo::rerun-if-changed=../sellsword/src");  // and the other systems
//! // Write `found` to OUT_DIR as a static table and include it.
//! ```

#![allow(unreachable_pub, reason = "a build script includes this file as a private module")]

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::Path;

use crate::head::{Head, heads};

/// Every `SW::RESOLVE_05` in `crates/*/src` below `root`: from the id, to files (relative to `root`) and lines, in order.
///
/// Content counts as code: an entry of `packs` that says `rule = "CH-EQUIP-15"` is where that rule is carried out, for the
/// code only does what the entry says.
///
/// Comments, tests (`tests.rs` and folders named `tests`) and the rulebook itself do not count. The constants must be
/// written with their prefix: one renamed on import is not found.
///
/// # Errors
/// If a folder or file cannot be read.
pub fn citations(root: &Path) -> io::Result<BTreeMap<String, Vec<(String, u32)>>> {
    let books = heads(&root.join("rules"))?;
    let mut files = Vec::new();
    for name in names(&root.join("crates"))? {
        let source = root.join("crates").join(&name).join("src");
        if name != "rulebook" && source.is_dir() {
            list(&source, &format!("crates/{name}/src"), &mut files)?;
        }
    }
    let packs = root.join("packs");
    if packs.is_dir() {
        list(&packs, "packs", &mut files)?;
    }
    let mut found: BTreeMap<String, Vec<(String, u32)>> = BTreeMap::new();
    for file in files {
        let text = fs::read_to_string(root.join(&file))?;
        let here = if file.ends_with(".toml") { ruled(&text, &books) } else { cited(&text, &books) };
        for (id, line) in here {
            let places = found.entry(id).or_default();
            let place = (file.clone(), line);
            if places.last() != Some(&place) {
                places.push(place);
            }
        }
    }
    Ok(found)
}

/// The ids of these books cited in one source text, each with its line counted from 1.
pub fn cited(text: &str, books: &[Head]) -> Vec<(String, u32)> {
    let mut found = Vec::new();
    for (line, code) in (1..).zip(text.lines()) {
        let code = code.split("//").next().unwrap_or_default();
        for (at, _) in code.match_indices("::") {
            let prefix = last_word(&code[..at]);
            if known(books, prefix) {
                let name = first_word(&code[at + 2..]);
                // Every constant has a chapter and a number; anything else is a function or a type.
                if let Some((chapter, number)) = name.rsplit_once('_') {
                    found.push((format!("{prefix}-{chapter}-{number}"), line));
                }
            }
        }
    }
    found
}

/// The rules that entries of a pack name as theirs, each with its line counted from 1.
pub fn ruled(text: &str, books: &[Head]) -> Vec<(String, u32)> {
    let mut found = Vec::new();
    for (line, entry) in (1..).zip(text.lines()) {
        let id = entry.trim().strip_prefix("rule = \"").and_then(|rest| rest.strip_suffix('"'));
        let ours = |id: &&str| id.split('-').next().is_some_and(|prefix| known(books, prefix));
        found.extend(id.filter(ours).map(|id| (id.to_owned(), line)));
    }
    found
}

fn known(books: &[Head], prefix: &str) -> bool {
    books.iter().any(|book| book.prefix == prefix)
}

fn first_word(code: &str) -> &str {
    let end = code.find(|c: char| !is_word(c)).unwrap_or(code.len());
    &code[..end]
}

fn last_word(code: &str) -> &str {
    code.rsplit(|c: char| !is_word(c)).next().unwrap_or_default()
}

fn is_word(character: char) -> bool {
    character.is_alphanumeric() || character == '_'
}

fn list(folder: &Path, shown: &str, files: &mut Vec<String>) -> io::Result<()> {
    for name in names(folder)? {
        let (path, shown) = (folder.join(&name), format!("{shown}/{name}"));
        if path.is_dir() {
            if name != "tests" {
                list(&path, &shown, files)?;
            }
        } else if (name.ends_with(".rs") && name != "tests.rs") || name.ends_with(".toml") {
            files.push(shown);
        }
    }
    Ok(())
}

/// What stands in a folder, sorted, so that the result is the same on every machine.
fn names(folder: &Path) -> io::Result<Vec<String>> {
    let mut names = Vec::new();
    for entry in fs::read_dir(folder)? {
        names.push(entry?.file_name().to_string_lossy().into_owned());
    }
    names.sort();
    Ok(names)
}
