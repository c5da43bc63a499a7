use std::collections::BTreeSet;
fn main() {
    let mut args: Vec<String> = std::env::args().skip(1).collect();
    let verbose = args.iter().any(|a| a == "-v");
    let missing = args.iter().any(|a| a == "--missing");
    args.retain(|a| !a.starts_with('-'));
    let mut files = Vec::new();
    for arg in &args {
        let path = std::path::Path::new(arg);
        if path.is_dir() {
            let mut found: Vec<_> = walk(path);
            found.sort();
            files.extend(found);
        } else {
            files.push(path.to_path_buf());
        }
    }
    let (mut passed, mut failed) = (0, 0);
    let mut cited = BTreeSet::new();
    for file in files {
        let text = std::fs::read_to_string(&file).unwrap();
        let report = lab::case::run::<sellsword::Sellsword>(&file.display().to_string(), &text);
        if report.passed() {
            passed += 1;
            cited.extend(report.cited.iter().map(|rule| rule.id()));
        } else {
            failed += 1;
        }
        if verbose || !report.passed() {
            println!("{} {}", if report.passed() { "ok  " } else { "FAIL" }, file.display());
            for line in &report.story {
                println!("      {line}");
            }
            for line in &report.differences {
                println!("   ** {line}");
            }
        }
    }
    if missing {
        let all: Vec<&str> = rulebook::entries("sellsword").map(|entry| entry.rule.id()).collect();
        let gone: Vec<&str> = all.iter().copied().filter(|id| !cited.contains(id)).collect();
        println!("missing {} of {}: {}", gone.len(), all.len(), gone.join(" "));
    }
    println!("{passed} passed, {failed} failed");
}
fn walk(dir: &std::path::Path) -> Vec<std::path::PathBuf> {
    let mut out = Vec::new();
    for entry in std::fs::read_dir(dir).unwrap().flatten() {
        let path = entry.path();
        if path.is_dir() {
            out.extend(walk(&path))
        } else if path.extension().is_some_and(|e| e == "toml") {
            out.push(path)
        }
    }
    out
}
