//! Cases: a situation, dice, choices, and what is expected of them. Anybody can write one.
//!
//! ```toml
//! system = "sellsword"
//! title = "A dagger blow"
//! kind = "battle"                  # or "muster", "pack", "aftermath"
//! # … the situation, in the system's own words …
//! dice = [14]
//! choices = ["attack sacrificial-dagger b.orc", "avoid 10"]
//! steps = 2                        # optional: stop after so many steps
//! [expect]
//! events = ["SW-RESOLVE-05 attack-rolled total=23", "attack-hit critical=false"]   # in this order, others between
//! never = ["dropped"]
//! values = { "b.orc.vigor" = 5, "score.a" = 0 }
//! pending = "a act"                # who is asked what once the choices are used up
//! roll = "tactics"                 # instead: the roll for which no die is left
//! offered = ["attack grave-bolt"]  # and `not_offered`
//! region = ["C3"]                  # squares a way may lead to, and `not_region`
//! refused = "SW-ATTACK-02"         # the last choice is turned down by this rule
//! malformed = true                 # the last choice is no choice at all
//! cites = ["SW-COVER-03"]          # rules produced in this run
//! outcome = "a"                    # a seat, "draw" or "none"
//! problems = ["SW-BUILD-01"]       # for muster and pack cases: exactly these, in order
//! sheet = { "captain.armour" = 4 } # for muster cases: numbers of the sheet; the rules behind them count as produced
//! ```
//!
//! Every choice and every die must be used up.

mod battle;
mod expect;
mod muster;

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
    pub story: Vec<String>,
}

impl Report {
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
    let mut report = Report { name: name.to_string(), ..Report::default() };
    let sources = Sources::embedded(&[(name, text)]);
    let reader = Reader::new(&sources);
    if let Some(case) = reader.roots().first().copied() {
        report.title = case.str_or("title", name).to_string();
        case.get("system");
        case.get("text");
        let kind = case.word_or("kind", KINDS, Kind::Battle);
        if let Some(expect) = case.table("expect") {
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
        }
    }
    for problem in reader.finish() {
        report.differs(problem.to_string());
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
