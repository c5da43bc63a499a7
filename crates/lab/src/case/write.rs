//! `fray case --write`: fills in what happened, to be read and kept.

use super::battle::Run;
use super::expect::ended;
use super::pattern::written;
use kernel::oracle::ScriptFault;
use pack::{Section, Staged, Value, quoted};
use std::fmt::Write;

/// What the author chose to look at; it is kept as it is written.
const KEPT: &[&str] = &["never", "offered", "not_offered", "region", "not_region", "cites"];

/// The section `[expect]` as the run went.
pub(super) fn section<S: Staged>(run: &Run<S>, wanted: Section<'_>) -> String {
    let mut out = String::from("[expect]\n");
    let events: Vec<String> = run.told.iter().map(|told| written::<S>(told, &run.state)).collect();
    list(&mut out, "events", events.iter().map(String::as_str));
    for key in KEPT {
        let kept = wanted.get(key).and_then(|value| value.list_of(Value::str));
        list(&mut out, key, kept.unwrap_or_default().into_iter());
    }
    ending(run, wanted, &mut out);
    if let Some(table) = wanted.get("values").and_then(Value::table) {
        out += "\n[expect.values]\n";
        for (path, _) in table.entries() {
            if let Ok(found) = S::look(&run.state, path) {
                let found = match found {
                    kernel::Value::Number(number) => number.to_string(),
                    kernel::Value::Flag(flag) => flag.to_string(),
                    other => quoted(&other.to_string()),
                };
                let _ = writeln!(out, "{} = {found}", quoted(path));
            }
        }
    }
    out
}

fn ending<S: Staged>(run: &Run<S>, wanted: Section<'_>, out: &mut String) {
    let asked = |key: &str| wanted.get(key).is_some();
    match &run.fault {
        Some(ScriptFault::Refused { refusal, .. }) => {
            let _ = writeln!(out, "refused = {}", quoted(refusal.rule.id()));
        }
        Some(ScriptFault::DiceRanOut { roll }) => {
            let _ = writeln!(out, "roll = {}", quoted(roll));
        }
        Some(ScriptFault::Malformed { .. }) => *out += "malformed = true\n",
        Some(ScriptFault::NotRefused { .. } | ScriptFault::WrongDie { .. }) | None => {}
    }
    if let Some(pending) = run.pending.as_ref().filter(|_| run.fault.is_none() || asked("pending")) {
        let _ = writeln!(out, "pending = \"{} {}\"", pending.ask.seat, pending.ask.prompt());
    }
    if run.outcome.is_some() || asked("outcome") {
        let _ = writeln!(out, "outcome = {}", quoted(&ended(run)));
    }
}

/// A list, one line an entry; nothing where it is empty.
fn list<'a>(out: &mut String, key: &str, lines: impl Iterator<Item = &'a str>) {
    let lines: Vec<String> = lines.map(|line| format!("    {},\n", quoted(line))).collect();
    if !lines.is_empty() {
        let _ = writeln!(out, "{key} = [\n{}]", lines.concat());
    }
}

/// The same for a case that looks for problems.
pub(super) fn problems(ids: &[String]) -> String {
    let ids: Vec<String> = ids.iter().map(|id| quoted(id)).collect();
    format!("[expect]\nproblems = [{}]\n", ids.join(", "))
}

/// Puts the section where `[expect]` begins at that line (counted from 1; 0 where there is none), until the next table that
/// is not part of it. Everything else stays as it is.
pub(super) fn put(text: &str, line: usize, section: &str) -> Result<String, String> {
    let lines: Vec<&str> = text.lines().collect();
    if line == 0 {
        return Ok(format!("{}\n\n{section}", text.trim_end()));
    }
    let header = lines.get(line - 1).map_or("", |line| line.trim());
    if !header.starts_with("[expect]") {
        return Err("write `[expect]` as a section of its own, then it can be filled in".to_owned());
    }
    let end = (line..lines.len())
        .find(|at| lines[*at].starts_with('[') && !lines[*at].starts_with("[expect."))
        .unwrap_or(lines.len());
    let (before, after) = (lines[..line - 1].join("\n"), lines[end..].join("\n"));
    let gap = if before.is_empty() { "" } else { "\n" };
    let tail = if after.is_empty() { String::new() } else { format!("\n{after}\n") };
    Ok(format!("{before}{gap}{section}{tail}"))
}
