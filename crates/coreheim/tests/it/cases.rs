//! Every case of `cases/coreheim`, played.

use coreheim::Coreheim;
use std::path::{Path, PathBuf};

fn files(dir: &Path, found: &mut Vec<PathBuf>) {
    let Ok(entries) = std::fs::read_dir(dir) else { return };
    let mut paths: Vec<PathBuf> = entries.filter_map(Result::ok).map(|entry| entry.path()).collect();
    paths.sort();
    for path in paths {
        if path.is_dir() {
            files(&path, found);
        } else if path.extension().is_some_and(|end| end == "toml") {
            found.push(path);
        }
    }
}

#[test]
fn all_cases_pass() {
    let mut found = Vec::new();
    files(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../cases/coreheim"), &mut found);
    assert!(!found.is_empty(), "no case was found");
    let mut failures = Vec::new();
    for path in &found {
        let text = std::fs::read_to_string(path).expect("a readable case");
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or("case");
        let report = lab::case::run::<Coreheim>(name, &text);
        if !report.passed() {
            failures.push(format!(
                "{name}\n  {}\n  -- {}",
                report.differences.join("\n  "),
                report.story.join("\n  -- ")
            ));
        }
    }
    assert!(failures.is_empty(), "{} of {} cases fail:\n{}", failures.len(), found.len(), failures.join("\n"));
}
