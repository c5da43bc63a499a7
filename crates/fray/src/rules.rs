//! `fray rules`: the rulebook.

use crate::coverage;
use crate::screen::{End, Screen, count};
use rulebook::Entry;
use serde_json::{Value, json};
use std::path::PathBuf;

/// Search a rulebook, or see which rules are covered by code and cases
#[derive(clap::Args)]
#[command(after_help = "\
Without words every rule is listed. A word matches the beginning of a word in id, title, text, ruling or cases.

Examples:
  fray rules sellsword cover diagonal
  fray rules sellsword SW-RESOLVE-05
  fray rules sellsword --coverage")]
pub(crate) struct Args {
    pub(crate) system: String,
    words: Vec<String>,
    /// For every rule the code that cites it and the cases that produced it; exit code 1 if one is missing
    #[arg(long, conflicts_with = "words")]
    coverage: bool,
    /// Where the cases of the system are; cases/SYSTEM if left out
    #[arg(long, value_name = "DIR", requires = "coverage")]
    pub(crate) cases: Option<PathBuf>,
    /// The whole table of the coverage
    #[arg(short, long)]
    pub(crate) verbose: bool,
    #[arg(long)]
    pub(crate) json: bool,
}

pub(crate) fn run(args: &Args, screen: &mut Screen) -> Result<(), End> {
    let Some(book) = rulebook::book(&args.system) else {
        return Err(End::Bad(systems::unknown("system", &args.system, rulebook::systems())));
    };
    if args.coverage {
        return coverage::run(args, screen);
    }
    let words = args.words.join(" ");
    let found = rulebook::search(Some(book.system), &words);
    if looks_like_id(&words, book.prefix) {
        let exact = rulebook::find(&words).filter(|entry| entry.system == book.system);
        let Some(entry) = exact else {
            let meant = rulebook::nearest(&words).map_or_else(String::new, |id| format!("; did you mean {id}?"));
            return Err(End::Bad(format!("{} has no rule {words:?}{meant}", book.title)));
        };
        return if args.json { screen.json(&as_json(entry)) } else { print(entry, screen) };
    }
    if args.json {
        screen.json(&Value::Array(found.iter().map(|entry| as_json(entry)).collect()))?;
        return if found.is_empty() { Err(End::No) } else { Ok(()) };
    }
    if found.is_empty() {
        return Err(End::Refused(format!("no rule of {} has {words:?}", book.title)));
    }
    if words.is_empty() {
        screen.line(format!("{}: {}", book.title, count(found.len(), "rule")))?;
        return found.iter().try_for_each(|entry| screen.line(format!("{:16} {}", entry.rule, entry.title)));
    }
    for (at, entry) in found.iter().enumerate() {
        if at > 0 {
            screen.line("")?;
        }
        print(entry, screen)?;
    }
    Ok(())
}

/// One word with the prefix of the book and a number somewhere is meant as an id, right or wrong.
fn looks_like_id(words: &str, prefix: &str) -> bool {
    let upper = words.to_ascii_uppercase();
    let rest = upper.strip_prefix(prefix).and_then(|rest| rest.strip_prefix(['-', '_']));
    rest.is_some_and(|rest| !rest.contains(' ') && rest.contains(|c: char| c.is_ascii_digit()))
}

fn print(entry: &Entry, screen: &mut Screen) -> Result<(), End> {
    let optional = if entry.optional { " (optional)" } else { "" };
    screen.line(format!("{} {}{optional}", entry.rule, entry.title))?;
    screen.line(format!("  {}", entry.text))?;
    if let Some(origin) = entry.origin {
        screen.line(format!("  Origin: {origin}"))?;
    }
    for case in entry.cases {
        screen.line(format!("  Case: {case}"))?;
    }
    if let Some(ruling) = entry.ruling {
        screen.line(format!("  Ruling: {ruling}"))?;
    }
    if let Some(gap) = entry.gap {
        screen.line(format!("  Gap: {gap}"))?;
    }
    if let Some(see) = entry.see {
        screen.line(format!("  See {see}"))?;
    }
    Ok(())
}

fn as_json(entry: &Entry) -> Value {
    json!({
        "id": entry.rule.id(), "system": entry.system, "chapter": entry.chapter, "title": entry.title, "text": entry.text,
        "cases": entry.cases, "ruling": entry.ruling, "gap": entry.gap, "part": entry.part, "origin": entry.origin,
        "optional": entry.optional, "see": entry.see.map(|rule| rule.id()),
    })
}
