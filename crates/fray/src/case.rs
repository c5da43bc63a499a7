//! `fray case`: scripted situations.

use crate::file;
use crate::screen::{End, Screen};
use crate::sim::progress;
use lab::case::{Report, system_of};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};

/// Run scripted situations and print what differs from what they expect
#[derive(clap::Args)]
#[command(after_help = "\
A case is a TOML file: a situation, dice, choices, and what is expected of them. Folders are searched for them.

Example:
  fray case cases/sellsword
  fray case my-dispute.toml -v")]
pub(crate) struct Args {
    /// Case files, or folders of them
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Tell the story of every case
    #[arg(short, long)]
    verbose: bool,
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args, screen: &mut Screen) -> Result<(), End> {
    let files = file::below(&args.files, "toml")?;
    if files.is_empty() {
        return Err(End::Bad("no .toml file in there".to_owned()));
    }
    let reports = run_files(&files)?;
    let failed = reports.iter().filter(|report| !report.passed()).count();
    if args.json {
        let cases: Vec<Value> = reports.iter().map(as_json).collect();
        screen.json(&json!({"passed": reports.len() - failed, "failed": failed, "cases": cases}))?;
    } else {
        for report in &reports {
            print(report, args.verbose, screen)?;
        }
        screen.line(format!("{} passed, {failed} failed", reports.len() - failed))?;
    }
    if failed == 0 { Ok(()) } else { Err(End::No) }
}

/// Runs case files one after the other. A file that cannot be read or is empty ends the run; one that makes no sense is a failed case.
pub(crate) fn run_files(files: &[PathBuf]) -> Result<Vec<Report>, End> {
    let bar = progress(files.len() as u64);
    let mut reports = Vec::new();
    for path in files {
        reports.push(run_file(path)?);
        bar.inc(1);
    }
    bar.finish_and_clear();
    Ok(reports)
}

fn run_file(path: &Path) -> Result<Report, End> {
    let text = file::read(path)?;
    let name = path.display().to_string();
    if text.lines().map(str::trim).all(|line| line.is_empty() || line.starts_with('#')) {
        return Err(End::Bad(format!("{name}: the file is empty")));
    }
    let broken = |text: String| Report { name: name.clone(), differences: vec![text], ..Report::default() };
    let system = match system_of(&name, &text) {
        Ok(system) => system,
        Err(complaint) => return Ok(broken(complaint)),
    };
    match systems::named(&system) {
        Ok(game) => Ok(game.case(&name, &text)),
        Err(trouble) => Ok(broken(trouble.to_string())),
    }
}

/// What differs, if anything does.
pub(crate) fn print(report: &Report, verbose: bool, screen: &mut Screen) -> Result<(), End> {
    if !report.passed() {
        screen.line(format!("FAILED {}: {}", report.name, report.title))?;
        for difference in &report.differences {
            screen.line(format!("  {}", difference.replace('\n', "\n  ")))?;
        }
    } else if verbose {
        screen.line(format!("ok {}: {}", report.name, report.title))?;
    }
    if verbose {
        for sentence in &report.story {
            screen.line(format!("    {sentence}"))?;
        }
    }
    Ok(())
}

fn as_json(report: &Report) -> Value {
    let cited: Vec<&str> = report.cited.iter().map(|rule| rule.id()).collect();
    json!({
        "case": report.name, "title": report.title, "passed": report.passed(), "differences": report.differences,
        "cited": cited, "story": report.story,
    })
}
