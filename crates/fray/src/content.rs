//! `fray pack`: content of one's own.

use crate::file;
use crate::screen::{End, Screen, count};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use systems::Found;

/// Packs: content of your own
#[derive(clap::Subcommand)]
pub(crate) enum Verb {
    /// Check a pack: every mistake with its file, line, and what would be right
    #[command(after_help = "\
A pack is a folder of TOML files in the notation of packs/SYSTEM. It is read together with the game's own content.

Example:
  fray pack check my-pack
  fray pack check my-pack --system coreheim")]
    Check {
        dir: PathBuf,
        /// The game the pack is for; read off the folder if left out
        #[arg(long)]
        system: Option<String>,
        #[arg(long)]
        json: bool,
    },
}

pub(crate) fn run(verb: &Verb, screen: &mut Screen) -> Result<(), End> {
    let Verb::Check { dir, system, json } = verb;
    if !dir.is_dir() {
        let what = if dir.exists() { "this is a file; a folder was expected" } else { "there is no such folder" };
        return Err(End::Bad(format!("{}: {what}", dir.display())));
    }
    let reads = |system: &str| systems::named(system).is_ok_and(|game| game.check_pack(dir).is_ok());
    let system = match system {
        Some(system) => system,
        None => file::told_by(dir, reads)?,
    };
    check(dir, system, *json, screen)
}

/// `adds 2 gear, 1 warband; replaces 1 stage`.
fn contents(found: &Found) -> String {
    let counted = |pick: fn(&(String, usize, usize)) -> usize| -> Vec<String> {
        let some = found.entries.iter().filter(|entry| pick(entry) > 0);
        some.map(|entry| format!("{} {}", pick(entry), entry.0.replace('_', " "))).collect()
    };
    let (added, replaced) = (counted(|entry| entry.1), counted(|entry| entry.2));
    let parts = [("adds", added), ("replaces", replaced)];
    let said: Vec<String> = parts
        .into_iter()
        .filter(|(_, list)| !list.is_empty())
        .map(|(verb, list)| format!("{verb} {}", list.join(", ")))
        .collect();
    if said.is_empty() { "holds no entries".to_owned() } else { said.join("; ") }
}

fn check(dir: &Path, system: &str, json: bool, screen: &mut Screen) -> Result<(), End> {
    let game = systems::named(system)?;
    let shown = dir.display();
    match game.check_pack(dir) {
        Ok(found) => {
            if json {
                let entries: Vec<Value> = found
                    .entries
                    .iter()
                    .map(|(kind, added, replaced)| json!({"kind": kind, "added": added, "replaced": replaced}))
                    .collect();
                return screen.json(&json!({
                    "ok": true, "content": found.hash, "entries": entries, "notices": found.notices, "problems": [],
                }));
            }
            screen.line(format!("OK {shown}: {}", contents(&found)))?;
            for notice in &found.notices {
                screen.line(format!("notice: {notice}"))?;
            }
            screen.line(format!("content {}", found.hash))
        }
        Err(problems) => {
            if json {
                let list: Vec<Value> = problems
                    .iter()
                    .map(|one| {
                        json!({
                            "file": one.file, "line": one.line, "column": one.column, "text": one.text, "hint": one.hint,
                            "rule": one.rule.map(|rule| rule.id()),
                        })
                    })
                    .collect();
                screen.json(&json!({"ok": false, "problems": list}))?;
            } else {
                for problem in &problems {
                    screen.line(problem)?;
                }
                screen.line(count(problems.len(), "problem"))?;
            }
            Err(End::No)
        }
    }
}
