//! Comparing a run with what the case expects. Every difference is named, and so is every word that means nothing.

use super::Report;
use super::battle::Run;
use super::pattern::{Pattern, rule_known, same, unknown, written};
use kernel::oracle::ScriptFault;
use kernel::{Choice, EventText, Refusal, Region, Request, Seat, decision};
use pack::{Section, Staged, Value};

pub(super) const KEYS: &[(&str, &str)] = &[
    ("events", "events in this order, others between them: \"RULE event field=value field~part\""),
    ("never", "events that must not happen, written alike"),
    ("values", "a table of value paths and what is found there at the end"),
    ("pending", "whose answer is awaited at the end, and to what: \"a act\""),
    ("roll", "the roll for which no die is left"),
    ("offered", "answers that are offered at the end"),
    ("not_offered", "answers that are not"),
    ("region", "squares a way may lead to at the end"),
    ("not_region", "squares it may not"),
    ("refused", "the last choice is refused: true, or by which rule, or words of the reason"),
    ("malformed", "true: the last choice is no choice at all"),
    ("cites", "rules that were at work, in an event, a roll or a refusal"),
    ("outcome", "who won: seats, \"draw\" or \"none\""),
];

/// Where the situation could not be built the expectations still count as read.
pub(super) fn ask_for_all(wanted: Section<'_>) {
    for (key, _) in KEYS {
        wanted.get(key);
    }
}

pub(super) fn compare<S: Staged>(run: &Run<S>, wanted: Section<'_>, report: &mut Report) {
    ask_for_all(wanted);
    if ending(run, wanted, report).is_err() {
        return;
    }
    events::<S>(run, wanted, report);
    values::<S>(run, wanted, report);
    pending::<S>(run, wanted, report);
    offers::<S>(run, wanted, report);
    region(run, wanted, report);
    for (value, id) in lines(wanted, "cites") {
        match rule_known::<S>(id) {
            Err(why) => value.problem(why),
            Ok(()) if report.cited.iter().any(|rule| rule.id() == id) => {}
            Ok(()) => report.differs(format!("no event, modifier or refusal carried {id}")),
        }
    }
    outcome(run, wanted, report);
}

/// The lines of a list, each where it stands.
fn lines<'c>(wanted: Section<'c>, key: &str) -> Vec<(Value<'c>, &'c str)> {
    let list = wanted.get(key).and_then(Value::list).unwrap_or_default();
    list.into_iter().filter_map(|value| Some((value, value.str()?))).collect()
}

fn outcome<S: Staged>(run: &Run<S>, wanted: Section<'_>, report: &mut Report) {
    let Some(value) = wanted.get("outcome") else { return };
    let Some(who) = value.str() else { return };
    let seat = |word: &str| word.len() == 1 && word.chars().next().and_then(Seat::from_letter).is_some();
    if !matches!(who, "draw" | "none") && !who.split(' ').all(seat) {
        value.problem(format!("{who:?} is no outcome; it is a seat such as \"a\", several, \"draw\" or \"none\""));
        return;
    }
    let found = ended(run);
    if found != who {
        report.differs(format!("the outcome is {found}, expected {who}"));
    }
}

/// Who won, as a case says it.
pub(super) fn ended<S: Staged>(run: &Run<S>) -> String {
    match &run.outcome {
        None => "none".to_string(),
        Some(outcome) => {
            let winners = outcome.winners(&S::sides(&run.state)).iter().map(|seat| seat.to_string());
            Some(winners.collect::<Vec<String>>().join(" ")).filter(|all| !all.is_empty()).unwrap_or("draw".into())
        }
    }
}

/// What is expected of the last choice.
enum Refused<'c> {
    Not,
    Any,
    By(&'c str),
}

impl Refused<'_> {
    fn read<'c, S: Staged>(wanted: Section<'c>) -> Refused<'c> {
        match wanted.get("refused") {
            None => Refused::Not,
            Some(value) if !value.is_str() => match value.bool() {
                Some(true) => Refused::Any,
                _ => Refused::Not,
            },
            Some(value) => match value.str() {
                None | Some("") => Refused::Any,
                Some(by) => {
                    if let Err(why) = by_known::<S>(by) {
                        value.problem(why);
                    }
                    Refused::By(by)
                }
            },
        }
    }

    fn fits(&self, refusal: &Refusal) -> bool {
        match self {
            Refused::Not => false,
            Refused::Any => true,
            Refused::By(by) => refusal.is(by),
        }
    }

    fn shown(&self) -> String {
        match self {
            Refused::By(by) => format!(", expected a refusal by {by:?}"),
            _ => ", expected a refusal".to_owned(),
        }
    }
}

/// What looks like a rule has to be one.
pub(super) fn by_known<S: Staged>(by: &str) -> Result<(), String> {
    let rule = by.contains('-') && !by.contains(' ') && by.chars().all(|c| !c.is_ascii_lowercase());
    if rule { rule_known::<S>(by) } else { Ok(()) }
}

/// The script broke off where nobody expected it.
struct BrokenOff;

/// Refusals, dice and choices: how the run came to its end.
///
/// # Errors
/// Where it broke off: what came of it then says nothing.
fn ending<S: Staged>(run: &Run<S>, wanted: Section<'_>, report: &mut Report) -> Result<(), BrokenOff> {
    let refused = Refused::read::<S>(wanted);
    let malformed = wanted.bool_or("malformed", false);
    let roll = wanted.get("roll").and_then(|value| {
        let name = value.str()?;
        if !S::rolls().contains(&name) {
            value.unknown("roll", S::rolls().iter().copied());
        }
        Some(name)
    });
    let mut met = false;
    match (&run.fault, &refused) {
        (None, Refused::Not) => {}
        (None, expected) => {
            report.differs(format!("nothing was refused{}", expected.shown()));
        }
        (Some(ScriptFault::Refused { refusal, .. }), expected) if expected.fits(refusal) => met = true,
        (Some(ScriptFault::Malformed { .. }), _) if malformed => met = true,
        (Some(ScriptFault::DiceRanOut { roll: found }), Refused::Not) if roll == Some(*found) => met = true,
        (Some(fault), expected) => {
            report.differs(mended(fault, run.pending.as_ref()));
            match (fault, expected) {
                (_, Refused::Not) => {}
                (ScriptFault::Refused { .. }, expected) => {
                    report.differs(format!("it was refused by something else{}", expected.shown()));
                }
                (_, expected) => report.differs(format!("nothing was refused{}", expected.shown())),
            }
            report.differences.extend(run.asked());
            return Err(BrokenOff);
        }
    }
    if malformed && !met {
        report.differs("the last choice was read, expected it to be malformed");
    }
    if let Some(roll) = roll.filter(|_| !met) {
        report.differs(format!("no die was missing, expected the {roll} roll to wait for one"));
    }
    if let Some(stage) = &run.missed {
        let now = S::look(&run.state, S::stages().0).map(|word| word.to_string()).unwrap_or_default();
        report.differs(format!("the run never came to the stage {stage}; it ended in {now}"));
    }
    let count = |count: usize, one: &str, many: &str| format!("{count} {}", if count == 1 { one } else { many });
    if run.left_over.0 > 0 {
        report.differs(format!("{} never asked for", count(run.left_over.0, "choice was", "choices were")));
    }
    if run.left_over.1 > 0 {
        report.differs(format!("{} never rolled", count(run.left_over.1, "die was", "dice were")));
    }
    Ok(())
}

/// What went wrong with a choice, and which one was probably meant.
fn mended(fault: &ScriptFault, pending: Option<&Request>) -> String {
    let line = match fault {
        ScriptFault::Malformed { line, .. } | ScriptFault::Refused { line, .. } => line,
        _ => return fault.to_string(),
    };
    let Some(pending) = pending else { return fault.to_string() };
    let options = pending.options.iter().map(|option| option.line.as_str());
    let verb = line.split(' ').next().unwrap_or_default();
    let verbs = pending.ask.decision.answers.iter().map(|kind| kind.verb.text());
    let verb_known = verbs.clone().any(|known| known == verb);
    let meant = pack::nearest(line, options).or_else(|| pack::nearest(verb, verbs).filter(|_| !verb_known));
    match meant {
        Some(meant) if meant != line => format!("{fault}; did you mean {meant:?}?"),
        _ => fault.to_string(),
    }
}

fn events<S: Staged>(run: &Run<S>, wanted: Section<'_>, report: &mut Report) {
    let mut rest = run.told.iter();
    let mut lost = false;
    for (value, line) in lines(wanted, "events") {
        let pattern = match Pattern::read::<S>(line, &run.state) {
            Ok(pattern) => pattern,
            Err(why) => {
                value.problem(why);
                continue;
            }
        };
        if lost || rest.any(|told| pattern.fits::<S>(told, &run.state)) {
            continue;
        }
        // Those after it cannot be looked for, but their words are still read.
        lost = true;
        report.differs(format!("no event like {line:?} (in this order)"));
        let alike = run.told.iter().filter(|told| told.event.name() == pattern.name);
        let mut others: Vec<String> =
            alike.map(|told| format!("  there was {}", written::<S>(told, &run.state))).collect();
        if others.is_empty() {
            let names: Vec<&str> = run.told.iter().map(|told| told.event.name()).collect();
            others.push(match names.is_empty() {
                true => "  nothing happened at all".to_owned(),
                false => format!("  what happened is {}", names.join(", ")),
            });
        }
        report.differences.extend(others);
    }
    for (value, line) in lines(wanted, "never") {
        match Pattern::read::<S>(line, &run.state) {
            Err(why) => value.problem(format!("this could never happen: {why}")),
            Ok(pattern) => {
                if let Some(told) = run.told.iter().find(|told| pattern.fits::<S>(told, &run.state)) {
                    report.differs(format!("{line:?} was not to happen, but {}", written::<S>(told, &run.state)));
                }
            }
        }
    }
}

fn values<S: Staged>(run: &Run<S>, wanted: Section<'_>, report: &mut Report) {
    let Some(table) = wanted.get("values").and_then(Value::table) else {
        return;
    };
    for (path, value) in table.entries() {
        let Some(expected) = plain(value) else { continue };
        match S::look(&run.state, path) {
            Err(why) => value.problem(why),
            Ok(found) if same(&found.to_string(), &expected) => {}
            Ok(found) => report.differs(format!("{path} is {found}, expected {expected}")),
        }
    }
}

/// A value as text; a list of numbers is a place in inches.
fn plain(value: Value<'_>) -> Option<String> {
    if value.is_str() {
        value.str().map(str::to_string)
    } else if value.is_int() {
        value.int(-1_000_000..=1_000_000i64).map(|number| number.to_string())
    } else if value.is_list() {
        let parts = value.list_of(plain)?;
        Some(format!("@{}", parts.join(",")))
    } else {
        value.bool().map(|flag| flag.to_string())
    }
}

fn pending<S: Staged>(run: &Run<S>, wanted: Section<'_>, report: &mut Report) {
    let found = run.pending.as_ref().map(|pending| format!("{} {}", pending.ask.seat, pending.ask.prompt()));
    let Some(value) = wanted.get("pending") else { return };
    let Some(expected) = value.str() else { return };
    let (seat, prompt) = expected.split_once(' ').unwrap_or(("", expected));
    if seat.len() != 1 || seat.chars().next().and_then(Seat::from_letter).is_none() {
        value.problem(format!("{expected:?}: who is asked what is written as \"a act\", a side and a prompt"));
    } else if decision::named::<S>(prompt).is_none() {
        let prompts = decision::all::<S>().map(|declared| declared.decision.prompt);
        value.problem(unknown("prompt", prompt, prompts, S::NAME));
    } else if found.as_deref() != Some(expected) {
        report.differs(format!("asked is {}, expected {expected}", found.as_deref().unwrap_or("nothing")));
    }
}

fn offers<S: Staged>(run: &Run<S>, wanted: Section<'_>, report: &mut Report) {
    let options = || run.pending.iter().flat_map(|pending| &pending.options);
    let offered = |line: &str| {
        let choice = Choice::parse(line, &run.state);
        options().any(|option| option.line == line || choice.as_ref().is_ok_and(|choice| *choice == option.choice))
    };
    let shown = || options().map(|option| option.line.as_str()).collect::<Vec<&str>>().join(" | ");
    for (_, line) in lines(wanted, "offered") {
        if offered(line) {
            continue;
        }
        match &run.pending {
            None => report.differs(format!("{line:?} is not offered; nothing is asked")),
            Some(_) => report.differs(format!("{line:?} is not offered; offered are {}", shown())),
        }
    }
    for (value, line) in lines(wanted, "not_offered") {
        if offered(line) {
            report.differs(format!("{line:?} is offered"));
        } else if let Err(why) = could_be::<S>(run, line) {
            value.problem(format!("{line:?} could never be offered here: {why}"));
        }
    }
}

/// Whether the question that is pending can take such an answer at all.
fn could_be<S: Staged>(run: &Run<S>, line: &str) -> Result<(), String> {
    let Some(pending) = &run.pending else {
        return Err("nothing is asked".to_owned());
    };
    let decision = pending.ask.decision;
    let choice = match Choice::parse(line, &run.state) {
        Ok(choice) => choice,
        Err(why) => {
            let fault = ScriptFault::Malformed { line: line.to_owned(), why: why.to_string() };
            return Err(mended(&fault, Some(pending)));
        }
    };
    if decision.answers.iter().any(|kind| kind.fits(&choice)) {
        return Ok(());
    }
    let shapes: Vec<String> = decision.answers.iter().map(super::words::shape).collect();
    Err(format!("asked is {} {}, which takes {}", pending.ask.seat, decision.prompt, shapes.join(" | ")))
}

fn region<S: Staged>(run: &Run<S>, wanted: Section<'_>, report: &mut Report) {
    let region = run.pending.as_ref().map(|pending| &pending.region);
    // What is asked may take a way even where none can be drawn now.
    let walks = run.pending.as_ref().is_some_and(|pending| {
        pending.ask.decision.answers.iter().any(|kind| kind.shape.contains(&kernel::decision::Shape::Walk))
    });
    for (key, inside) in [("region", true), ("not_region", false)] {
        for (value, word) in lines(wanted, key) {
            let Ok(square) = word.parse() else {
                value.problem(format!("{word:?} is no square such as B6"));
                continue;
            };
            let reached = match region {
                Some(Region::Squares(squares)) => squares.contains(square),
                _ if walks => false,
                _ => {
                    report.differs(format!("{word} is neither in nor out of reach: no way over squares is asked for"));
                    continue;
                }
            };
            if reached != inside {
                report.differs(format!("{word} is {} reach", if inside { "out of" } else { "within" }));
            }
        }
    }
}
