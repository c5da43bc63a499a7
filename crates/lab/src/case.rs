//! Cases: a situation, dice, choices, and what is expected of them. Anybody can write one; `docs/cases.md` says how, and
//! [`words`](fn@words) lists everything that may stand in one.
//!
//! Every choice and every die must be used up, and every word has to mean something.

mod battle;
mod expect;
mod moment;
mod muster;
mod pattern;
mod words;
mod write;

pub use moment::of as moment;
pub use words::words;

use kernel::Rule;
use pack::{Reader, Section, Sources, Staged, Visit};

/// What came of a case.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Report {
    pub name: String,
    pub title: String,
    /// What differs from what was expected; none if the case passed.
    pub differences: Vec<String>,
    /// Rules that an event, modifier, refusal or problem of the run really carried.
    pub cited: Vec<Rule>,
    /// The run as sentences, for a reader who wants to see what happened.
    pub story: Vec<Story>,
    /// What happened as a section `[expect]`, where it was asked for.
    pub found: Option<String>,
    /// Whether the case was looked into at all.
    ran: bool,
    writing: bool,
}

/// One line of what happened.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Story {
    /// In words, with the tags of the case.
    pub sentence: String,
    /// As it may be copied into `events`.
    pub event: Option<String>,
    /// Further rules that shaped it.
    pub notes: Vec<Rule>,
}

impl Story {
    fn plain(sentence: impl Into<String>) -> Story {
        Story { sentence: sentence.into(), ..Story::default() }
    }
}

impl std::fmt::Display for Story {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Some(event) = &self.event else { return f.write_str(&self.sentence) };
        write!(f, "{:60}  {},", self.sentence, pack::quoted(event))?;
        let notes: Vec<&str> = self.notes.iter().map(|rule| rule.id()).collect();
        if notes.is_empty() { Ok(()) } else { write!(f, "  # {}", notes.join(" ")) }
    }
}

impl Report {
    /// A case that cannot even be read.
    pub fn broken(name: &str, why: String) -> Report {
        Report { name: name.to_owned(), differences: vec![why], ..Report::default() }
    }

    pub fn passed(&self) -> bool {
        self.differences.is_empty()
    }

    pub(crate) fn cite(&mut self, rule: Rule) {
        if !self.cited.contains(&rule) {
            self.cited.push(rule);
        }
    }

    pub(crate) fn differs(&mut self, text: impl Into<String>) {
        self.differences.push(text.into());
    }
}

/// The system a case is written for, so that the right one can run it.
///
/// # Errors
/// A sentence that says what is missing.
pub fn system_of(name: &str, text: &str) -> Result<String, String> {
    let sources = Sources::embedded(&[(name, text)]);
    let reader = Reader::new(&sources);
    let found =
        reader.roots().first().and_then(|root| root.get("system").and_then(|value| value.str().map(str::to_string)));
    found.ok_or_else(|| format!("{name}: a case says `system = \"…\"` in its first lines"))
}

const KINDS: &[(&str, Kind)] =
    &[("battle", Kind::Battle), ("muster", Kind::Muster), ("pack", Kind::Pack), ("aftermath", Kind::Aftermath)];

#[derive(Clone, Copy, Debug)]
enum Kind {
    Battle,
    Muster,
    Pack,
    Aftermath,
}

/// Plays a case on the system of what follows a battle.
struct After<'a, 'c> {
    case: Section<'c>,
    expect: Section<'c>,
    report: &'a mut Report,
    played: bool,
}

impl Visit for After<'_, '_> {
    fn visit<S: Staged>(&mut self) {
        self.played = true;
        battle::run::<S>(self.case, self.expect, self.report);
    }
}

/// Runs one case file.
pub fn run<S: Staged>(name: &str, text: &str) -> Report {
    look_into::<S>(name, text, Report { name: name.to_string(), ..Report::default() })
}

/// The same case with what happened filled in, to be read and kept.
///
/// # Errors
/// What keeps the case from being played.
pub fn written<S: Staged>(name: &str, text: &str) -> Result<String, Vec<String>> {
    let (line, open) = {
        let sources = Sources::embedded(&[(name, text)]);
        let reader = Reader::new(&sources);
        let expect = reader.roots().first().and_then(|case| case.get("expect"));
        (expect.map_or(0, |value| value.place().line as usize), expect.is_none())
    };
    // Without the section nothing could be played.
    let played = if open { format!("{text}\n[expect]\n") } else { text.to_owned() };
    let report = look_into::<S>(name, &played, Report { name: name.to_string(), writing: true, ..Report::default() });
    match report.found {
        Some(section) => write::put(text, line, &section).map_err(|why| vec![why]),
        None => Err(report.differences),
    }
}

fn look_into<S: Staged>(name: &str, text: &str, mut report: Report) -> Report {
    let sources = Sources::embedded(&[(name, text)]);
    let reader = Reader::new(&sources);
    if let Some(case) = reader.roots().first().copied() {
        report.title = case.str_or("title", name).to_string();
        case.get("system");
        case.get("text");
        let kind = case.word_or("kind", KINDS, Kind::Battle);
        if let Some(expect) = case.get("expect").and_then(|value| value.table()) {
            match kind {
                Kind::Battle => battle::run::<S>(case, expect, &mut report),
                Kind::Muster => muster::warband::<S>(name, case, expect, &mut report),
                Kind::Pack => muster::content::<S>(case, expect, &mut report),
                Kind::Aftermath => {
                    let mut after = After { case, expect, report: &mut report, played: false };
                    S::aftermath(&mut after);
                    if !after.played {
                        report.differs("nothing follows a battle of this system");
                    }
                }
            }
        } else {
            report.ran = true;
            let near =
                case.entries().into_iter().map(|(key, _)| key).find(|key| pack::nearest(key, ["expect"]).is_some());
            let meant = near.map_or_else(String::new, |key| format!("; by `{key}`, did you mean \"expect\"?"));
            report.differs(format!(
                "`[expect]` is missing: write the line, and `fray case --write` fills in what happens{meant}"
            ));
            case.give_up();
        }
    }
    // What follows from a word that means nothing is worth no line of its own.
    let problems = reader.finish();
    if !problems.is_empty() {
        report.differences = problems.iter().map(ToString::to_string).collect();
    }
    if !report.ran && report.differences.is_empty() {
        report.differs("the situation cannot be set up, and nobody can say why");
    }
    report
}

/// Dice and choices of a case.
fn script(case: Section<'_>) -> Option<kernel::oracle::Script> {
    let mut script = kernel::oracle::Script::default();
    for value in case.get("dice").map(|value| value.list()).unwrap_or_default().unwrap_or_default() {
        script.dice.push_back(value.int(1..=100u8)?);
    }
    for line in case.strs_or_empty("choices") {
        script.choices.push_back(line.to_string());
    }
    Some(script)
}
