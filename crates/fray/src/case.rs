//! `fray case`: scripted situations.

use crate::file;
use crate::screen::{End, Screen};
use crate::sim::progress;
use kernel::Record;
use lab::case::{Report, system_of};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};

/// Run scripted situations and print what differs from what they expect
#[derive(clap::Args)]
#[command(after_help = "\
A case is a TOML file: a situation, dice, choices, and what is expected of them. Folders are searched for them.

Every word of a case has to mean something; --words lists them all, and docs/cases.md explains them with examples.

Example:
  fray case my-dispute.toml -v
  fray case --write my-dispute.toml
  fray case --words sellsword
  fray case --from battle.fray --step 12 > my-dispute.toml")]
pub(crate) struct Args {
    /// Case files, or folders of them
    #[arg(required_unless_present_any = ["words", "from"])]
    files: Vec<PathBuf>,
    /// Tell the story of every case; beside each sentence stands the event as it may be copied into `events`
    #[arg(short, long)]
    verbose: bool,
    /// Fill in what happened: the section `expect` of each file is written anew, to be read and kept
    #[arg(long)]
    write: bool,
    /// List everything that may stand in a case of a game: keys, answers, events, values
    #[arg(long, value_name = "SYSTEM", conflicts_with_all = ["files", "from"])]
    words: Option<String>,
    /// Print a moment of a recorded battle as a case
    #[arg(long, value_name = "RECORD", conflicts_with_all = ["files", "write"])]
    from: Option<PathBuf>,
    /// Which moment: after so many steps; the end of the record if left out
    #[arg(long, requires = "from")]
    step: Option<usize>,
    /// The pack of your own that the record was made with; SYSTEM=DIR where several games could read it
    #[arg(long = "pack", value_name = "DIR", requires = "from")]
    packs: Vec<String>,
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args, screen: &mut Screen) -> Result<(), End> {
    if let Some(system) = &args.words {
        return screen.line(systems::named(system)?.case_words());
    }
    if let Some(record) = &args.from {
        return from(record, args, screen);
    }
    let files = file::below(&args.files, "toml")?;
    if files.is_empty() {
        return Err(End::Bad("no .toml file in there".to_owned()));
    }
    if args.write {
        files.iter().try_for_each(|path| write(path))?;
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

/// A moment of a record as a case.
fn from(path: &Path, args: &Args, screen: &mut Screen) -> Result<(), End> {
    let record = Record::parse(&file::read(path)?).map_err(|why| End::Bad(format!("{}: {why}", path.display())))?;
    let game = file::games(&args.packs)?.named(&record.system)?;
    let case = game.case_of(&record, args.step);
    screen.line(case.map_err(|why| End::Refused(format!("{}: {why}", path.display())))?.trim_end())
}

/// Fills in what happened.
fn write(path: &Path) -> Result<(), End> {
    let text = file::read(path)?;
    let name = path.display().to_string();
    let game = system_of(&name, &text).and_then(|system| systems::named(&system).map_err(|why| why.to_string()));
    let written = game.map_err(End::Bad)?.case_written(&name, &text);
    let written = written.map_err(|why| End::Bad(why.join("\n")))?;
    std::fs::write(path, written).map_err(|why| End::Bad(format!("{name}: {why}")))
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
    let system = match system_of(&name, &text) {
        Ok(system) => system,
        Err(complaint) => return Ok(Report::broken(&name, complaint)),
    };
    match systems::named(&system) {
        Ok(game) => Ok(game.case(&name, &text)),
        Err(trouble) => Ok(Report::broken(&name, trouble.to_string())),
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
        "cited": cited, "story": report.story.iter().map(ToString::to_string).collect::<Vec<_>>(),
    })
}
