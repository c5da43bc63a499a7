//! `fray verify` and `fray replay`: records.

use crate::file;
use crate::screen::{End, Screen, count};
use kernel::{Record, Value as Field};
use serde_json::{Map, Value, json};
use std::path::{Path, PathBuf};
use systems::Line;

/// Play records again and compare every hash
#[derive(clap::Args)]
#[command(after_help = "\
Prints OK with the number of steps and the outcome, or the first step that is wrong; exit code 1 if any record is.

Example:
  fray verify battles/*.fray")]
pub(crate) struct VerifyArgs {
    /// Records, or folders of them
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// The pack of your own that the records were made with; SYSTEM=DIR where several games could read it
    #[arg(long = "pack", value_name = "DIR")]
    packs: Vec<String>,
    #[arg(long)]
    json: bool,
}

/// Print a record as a readable battle report
#[derive(clap::Args)]
#[command(after_help = "\
Every sentence ends with the rule behind it in brackets, followed by further rules that shaped the event.

Example:
  fray replay battle.fray | less")]
pub(crate) struct ReplayArgs {
    file: PathBuf,
    /// The pack of your own that the record was made with; SYSTEM=DIR where several games could read it
    #[arg(long = "pack", value_name = "DIR")]
    packs: Vec<String>,
    /// Events with their fields
    #[arg(long)]
    json: bool,
}

fn read(path: &Path) -> Result<Record, End> {
    Record::parse(&file::read(path)?).map_err(|why| End::Bad(format!("{}: {why}", path.display())))
}

pub(crate) fn verify(args: &VerifyArgs, screen: &mut Screen) -> Result<(), End> {
    let (mut results, mut bad, mut wrong) = (Vec::new(), 0, 0);
    let files = file::below(&args.files, "fray")?;
    if files.is_empty() {
        return Err(End::Bad("no .fray file in there".to_owned()));
    }
    let games = file::games(&args.packs)?;
    for path in &files {
        let shown = path.display().to_string();
        // What follows a battle of a campaign is recorded like one.
        let verified = read(path).and_then(|record| match games.following(&record.system) {
            Some(campaign) => Ok(campaign.verify(&record)),
            None => Ok(games.named(&record.system)?.verify(&record)),
        });
        let verified = match verified {
            Ok(found) => found,
            // One file that cannot be read does not keep the others from being checked.
            Err(End::Bad(text)) => {
                bad += 1;
                results.push(json!({"file": shown, "ok": false, "problem": text}));
                if !args.json {
                    screen.line(format!("UNREADABLE {text}"))?;
                }
                continue;
            }
            Err(other) => return Err(other),
        };
        match verified {
            Ok(verified) => {
                let outcome = verified.outcome.as_deref().unwrap_or("not finished");
                results.push(json!({"file": shown, "ok": true, "steps": verified.steps, "events": verified.events, "outcome": outcome, "doubts": verified.doubts}));
                if !args.json {
                    screen.line(format!("OK {shown}: {}, {outcome}", count(verified.steps, "step")))?;
                    for doubt in &verified.doubts {
                        screen.line(format!("   but {doubt}"))?;
                    }
                }
            }
            Err(mismatch) => {
                wrong += 1;
                results.push(json!({"file": shown, "ok": false, "problem": mismatch.to_string()}));
                if !args.json {
                    screen.line(format!("WRONG {shown}: {mismatch}"))?;
                }
            }
        }
    }
    if args.json {
        screen.json(&Value::Array(results))?;
    }
    match (bad, wrong) {
        (0, 0) => Ok(()),
        (0, _) => Err(End::No),
        (1, _) => Err(End::Bad("1 file could not be read".to_owned())),
        (bad, _) => Err(End::Bad(format!("{bad} files could not be read"))),
    }
}

pub(crate) fn replay(args: &ReplayArgs, screen: &mut Screen) -> Result<(), End> {
    let record = read(&args.file)?;
    let games = file::games(&args.packs)?;
    let story = match games.following(&record.system) {
        Some(campaign) => campaign.story(&record),
        None => games.named(&record.system)?.story(&record),
    };
    let story = story.map_err(|mismatch| End::Refused(format!("{}: {mismatch}", args.file.display())))?;
    if args.json {
        let events: Vec<Value> = story.lines.iter().map(line_json).collect();
        return screen.json(&json!({
            "system": record.system, "content": record.pack, "engine": record.engine, "title": story.title,
            "scenario": record.setup.scenario, "events": events, "outcome": story.outcome,
        }));
    }
    screen.line(story.report())
}

fn line_json(line: &Line) -> Value {
    match line {
        Line::Event { number, step, name, rule, notes, fields, sentence } => {
            let fields: Map<String, Value> =
                fields.0.iter().map(|(key, value)| ((*key).to_owned(), field(value))).collect();
            let notes: Vec<&str> = notes.iter().map(|note| note.id()).collect();
            json!({"number": number, "step": step, "event": name, "rule": rule.id(), "notes": notes, "fields": fields, "text": sentence})
        }
        Line::Score { round, sides, .. } => {
            let sides: Vec<Value> = sides.iter().map(|(name, score)| json!({"side": name, "score": score})).collect();
            json!({"event": "score", "score_after_round": round, "sides": sides})
        }
    }
}

fn field(value: &Field) -> Value {
    match value {
        Field::Text(text) => json!(text),
        Field::Number(number) => json!(number),
        Field::Flag(flag) => json!(flag),
        Field::Figure(_, tag) => json!(tag),
        Field::Modifiers(modifiers) => json!(modifiers.list().iter().map(ToString::to_string).collect::<Vec<_>>()),
    }
}
