//! `fray rules SYSTEM --coverage`: which rules the code cites, and in which cases they were really produced.

use crate::case;
use crate::file;
use crate::rules::Args;
use crate::screen::{End, Screen, count};
use lab::case::Report;
use rulebook::{Definition, Entry, Tally};
use serde_json::{Value, json};
use std::path::PathBuf;

include!(concat!(env!("OUT_DIR"), "/citations.rs"));

/// What is known of one rule.
struct Covered {
    entry: &'static Entry,
    definition: Option<&'static Definition>,
    code: &'static [(&'static str, u32)],
    cases: Vec<String>,
}

impl Covered {
    /// Nothing has to be shown of a pure definition.
    fn missing(&self) -> Option<&'static str> {
        match (self.definition.is_some(), self.code.is_empty(), self.cases.is_empty()) {
            (true, ..) | (_, false, false) => None,
            (_, true, true) => Some("no code cites it, no passing case produced it"),
            (_, true, false) => Some("no code cites it"),
            (_, false, true) => Some("no passing case produced it"),
        }
    }
}

pub(crate) fn run(args: &Args, screen: &mut Screen) -> Result<(), End> {
    systems::named(&args.system)?;
    let folder = match &args.cases {
        Some(folder) => folder.clone(),
        None => find_cases(&args.system)?,
    };
    let reports = case::run_files(&file::below(&[folder], "toml")?)?;
    let mut tally = Tally::new(&args.system);
    for report in reports.iter().filter(|report| report.passed()) {
        for rule in &report.cited {
            tally.note(&report.name, *rule);
        }
    }
    let table: Vec<Covered> = rulebook::entries(&args.system).map(|entry| covered(entry, &tally)).collect();
    let failed: Vec<&Report> = reports.iter().filter(|report| !report.passed()).collect();
    let needless = tally.needless_definitions();
    if args.json {
        screen.json(&as_json(&table, &reports, &failed))?;
    } else {
        if args.verbose {
            table.iter().try_for_each(|covered| print(covered, screen))?;
            screen.line("")?;
        }
        chapters(&table, screen)?;
        for covered in &table {
            if let Some(why) = covered.missing() {
                screen.line(format!("MISSING {} {}: {why}", covered.entry.rule, covered.entry.title))?;
            }
        }
        for definition in rulebook::definitions(&args.system) {
            screen.line(format!("definition {}: {}", definition.rule, definition.reason))?;
        }
        for rule in &needless {
            screen.line(format!("{rule} is listed as a definition, but a case produced it: it need not be"))?;
        }
        for report in &failed {
            case::print(report, false, screen)?;
        }
        let missing = table.iter().filter(|covered| covered.missing().is_some()).count();
        let definitions = table.iter().filter(|covered| covered.definition.is_some()).count();
        screen.line(format!(
            "{}, {} covered, {}, {missing} missing; {}, {} failed",
            count(table.len(), "rule"),
            table.len() - missing - definitions,
            count(definitions, "definition"),
            count(reports.len(), "case"),
            failed.len()
        ))?;
    }
    let whole = failed.is_empty() && needless.is_empty() && table.iter().all(|covered| covered.missing().is_none());
    if whole { Ok(()) } else { Err(End::No) }
}

fn covered(entry: &'static Entry, tally: &Tally) -> Covered {
    // A pointer is kept by the code that keeps the rule it points at.
    let rule = entry.see.unwrap_or(entry.rule);
    let code = CITATIONS.binary_search_by(|(id, _)| (*id).cmp(rule.id())).map_or(&[][..], |at| CITATIONS[at].1);
    let definition = rulebook::definitions(entry.system).find(|definition| definition.rule == entry.rule);
    Covered { entry, definition, code, cases: tally.covered_by(entry.rule).to_vec() }
}

/// `cases/SYSTEM` here or in a folder above.
fn find_cases(system: &str) -> Result<PathBuf, End> {
    let here = std::env::current_dir().map_err(|error| End::Bad(format!("cannot tell the current folder: {error}")))?;
    let found = here.ancestors().map(|folder| folder.join("cases").join(system)).find(|folder| folder.is_dir());
    let found =
        found.ok_or_else(|| End::Bad(format!("no folder cases/{system} here or above; name it with --cases DIR")))?;
    // Cases are named as one would type them from here.
    Ok(found.strip_prefix(&here).map(PathBuf::from).unwrap_or(found))
}

fn chapters(table: &[Covered], screen: &mut Screen) -> Result<(), End> {
    let mut at = 0;
    while let Some(first) = table.get(at) {
        let chapter: Vec<&Covered> =
            table[at..].iter().take_while(|one| one.entry.chapter == first.entry.chapter).collect();
        let missing = chapter.iter().filter(|one| one.missing().is_some()).count();
        let definitions = chapter.iter().filter(|one| one.definition.is_some()).count();
        let mut line = format!(
            "{:12} {:3} of {:3}",
            first.entry.chapter,
            chapter.len() - missing - definitions,
            chapter.len() - definitions
        );
        if missing > 0 {
            line += &format!(", {missing} missing");
        }
        if definitions > 0 {
            line += &format!(", {}", count(definitions, "definition"));
        }
        screen.line(line)?;
        at += chapter.len();
    }
    Ok(())
}

fn print(covered: &Covered, screen: &mut Screen) -> Result<(), End> {
    screen.line(format!("{} {}", covered.entry.rule, covered.entry.title))?;
    let code: Vec<String> = covered.code.iter().map(|(file, line)| format!("{file}:{line}")).collect();
    screen.line(format!("  code:  {}", if code.is_empty() { "-".to_owned() } else { code.join(" ") }))?;
    screen.line(format!("  cases: {}", if covered.cases.is_empty() { "-".to_owned() } else { covered.cases.join(" ") }))
}

fn as_json(table: &[Covered], reports: &[Report], failed: &[&Report]) -> Value {
    let rules: Vec<Value> = table
        .iter()
        .map(|covered| {
            let code: Vec<String> = covered.code.iter().map(|(file, line)| format!("{file}:{line}")).collect();
            json!({
                "rule": covered.entry.rule.id(), "title": covered.entry.title, "chapter": covered.entry.chapter, "code": code,
                "cases": covered.cases, "definition": covered.definition.map(|one| one.reason), "missing": covered.missing(),
            })
        })
        .collect();
    let failed: Vec<&str> = failed.iter().map(|report| report.name.as_str()).collect();
    let missing: Vec<&str> =
        table.iter().filter(|one| one.missing().is_some()).map(|one| one.entry.rule.id()).collect();
    json!({"rules": rules, "missing": missing, "cases": reports.len(), "failed": failed})
}
