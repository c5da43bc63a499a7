//! Every rule of the ledger is produced in some passing case, or is listed as a pure definition.

use coreheim::Coreheim;
use rulebook::Tally;
use std::path::{Path, PathBuf};

fn files(dir: &Path, found: &mut Vec<PathBuf>) {
    let Ok(entries) = std::fs::read_dir(dir) else { return };
    for path in entries.filter_map(Result::ok).map(|entry| entry.path()) {
        if path.is_dir() {
            files(&path, found);
        } else if path.extension().is_some_and(|end| end == "toml") {
            found.push(path);
        }
    }
}

#[test]
fn every_rule_is_cited() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let found = rulebook::scan::citations(&root).expect("readable sources");
    let defined: Vec<_> = rulebook::definitions("coreheim").map(|one| one.rule).collect();
    let entries = rulebook::entries("coreheim").filter(|entry| !defined.contains(&entry.rule));
    let missing: Vec<&str> = entries.map(|entry| entry.rule.id()).filter(|id| !found.contains_key(*id)).collect();
    assert!(missing.is_empty(), "no code cites {}", missing.join(", "));
}

#[test]
fn every_rule_is_produced() {
    let mut found = Vec::new();
    files(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../cases/coreheim"), &mut found);
    let mut tally = Tally::new("coreheim");
    for path in &found {
        let text = std::fs::read_to_string(path).expect("a readable case");
        let name = path.display().to_string();
        let report = lab::case::run::<Coreheim>(&name, &text);
        for rule in report.cited.iter().filter(|_| report.passed()) {
            tally.note(&name, *rule);
        }
    }
    let missing: Vec<String> = tally.missing().iter().map(|entry| format!("{} {}", entry.rule, entry.title)).collect();
    assert!(missing.is_empty(), "{} rules are produced in no passing case:\n{}", missing.len(), missing.join("\n"));
    assert!(tally.needless_definitions().is_empty(), "{:?}", tally.needless_definitions());
}
