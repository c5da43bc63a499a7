//! Cases about warbands and packs: which problems are found.

use super::{Report, Story, write};
use kernel::{Rule, Value};
use pack::{Section, Sources, Staged};
use std::sync::Arc;

/// `warband = '''…'''` holds the text of a warband file.
pub(super) fn warband<S: Staged>(name: &str, case: Section<'_>, wanted: Section<'_>, report: &mut Report) {
    let text = case.str("warband").map(str::to_string);
    let scenario = case.str_or("scenario", "standard").to_string();
    let extra = case.str_or("cards", "").to_string();
    for key in ["problems", "sheet"] {
        wanted.get(key);
    }
    report.ran = true;
    let Some(text) = text else { return };
    let pack = if extra.is_empty() {
        S::core()
    } else {
        match S::load(&[&S::core_sources(), &Sources::embedded(&[("cards", &extra)])]) {
            Ok(pack) => pack,
            Err(problems) => {
                for problem in problems {
                    report.differs(problem.to_string());
                }
                return;
            }
        }
    };
    match S::muster(&pack, name, &text, Some(&scenario)) {
        Ok(problems) => {
            report.story.extend(problems.iter().map(|problem| Story::plain(problem.to_string())));
            compare(problems.iter().map(|problem| problem.rule), wanted, report);
            sheet::<S>(&pack, name, &text, wanted, report);
        }
        Err(problems) => {
            report.story.extend(problems.iter().map(|problem| Story::plain(problem.to_string())));
            compare(problems.iter().map(|problem| problem.rule), wanted, report);
        }
    }
}

/// `sheet = { "captain.armour" = 4 }`: numbers of the sheet. The rules that made them up count as produced.
fn sheet<S: Staged>(pack: &Arc<S::Pack>, name: &str, text: &str, wanted: Section<'_>, report: &mut Report) {
    let Some(values) = wanted.get("sheet").and_then(|value| value.table()) else {
        return;
    };
    for (path, value) in values.entries() {
        let Some(expected) = value.int(i64::from(i32::MIN)..=i64::from(i32::MAX)) else { continue };
        match S::sheet(pack, name, text, path) {
            None => report.differs(format!("no sheet has {path}")),
            Some((found, rules)) => {
                report.story.push(Story::plain(format!("{path} is {found}")));
                rules.into_iter().for_each(|rule| report.cite(rule));
                if found != Value::Number(expected) {
                    report.differs(format!("{path} is {found}, expected {expected}"));
                }
            }
        }
    }
}

/// `pack = '''…'''` holds the text of a pack file, which is loaded on top of the content that comes with the program.
pub(super) fn content<S: Staged>(case: Section<'_>, wanted: Section<'_>, report: &mut Report) {
    let text = case.str("pack").map(str::to_string);
    wanted.get("problems");
    report.ran = true;
    let Some(text) = text else { return };
    let problems = match S::load(&[&S::core_sources(), &Sources::embedded(&[("pack", &text)])]) {
        Ok(_) => Vec::new(),
        Err(problems) => problems,
    };
    report.story.extend(problems.iter().map(|problem| Story::plain(problem.to_string())));
    compare(problems.iter().map(|problem| problem.rule), wanted, report);
}

fn compare(found: impl Iterator<Item = Option<Rule>>, wanted: Section<'_>, report: &mut Report) {
    let mut ids: Vec<String> = Vec::new();
    for rule in found {
        match rule {
            Some(rule) => {
                report.cite(rule);
                ids.push(rule.id().to_string());
            }
            None => ids.push("-".to_string()),
        }
    }
    if report.writing {
        report.found = Some(write::problems(&ids));
    }
    let expected: Vec<String> = wanted.strs_or_empty("problems").into_iter().map(str::to_string).collect();
    if ids != expected {
        report.differs(format!("the problems are {ids:?}, expected {expected:?}"));
        let story = report.story.clone();
        report.differences.extend(story.into_iter().map(|line| format!("  {line}")));
    }
}
