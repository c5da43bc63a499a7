//! Comparing a run with what the case expects. Every difference is named.

use super::Report;
use super::battle::Run;
use kernel::oracle::ScriptFault;
use kernel::{EventText, Fields, Region, Told, Value};
use pack::{Section, Staged};

const KEYS: &[&str] = &[
    "events",
    "never",
    "values",
    "pending",
    "roll",
    "offered",
    "not_offered",
    "region",
    "not_region",
    "refused",
    "malformed",
    "cites",
    "outcome",
];

/// Where the situation could not be built the expectations still count as read.
pub(super) fn ask_for_all(wanted: Section<'_>) {
    for key in KEYS {
        wanted.get(key);
    }
}

pub(super) fn compare<S: Staged>(run: &Run<S>, wanted: Section<'_>, report: &mut Report) {
    ask_for_all(wanted);
    ending(run, wanted, report);
    events::<S>(run, wanted, report);
    values::<S>(run, wanted, report);
    request::<S>(run, wanted, report);
    for id in wanted.strs_or_empty("cites") {
        if !report.cited.iter().any(|rule| rule.id() == id) {
            report.differs(format!("no event, modifier or refusal carried {id}"));
        }
    }
    if let Some(who) = wanted.get("outcome").and_then(|value| value.str()) {
        let found = match &run.outcome {
            None => "none".to_string(),
            Some(outcome) => {
                let winners = outcome.winners(&S::sides(&run.state)).iter().map(|seat| seat.to_string());
                Some(winners.collect::<Vec<String>>().join(" ")).filter(|all| !all.is_empty()).unwrap_or("draw".into())
            }
        };
        if found != who {
            report.differs(format!("the outcome is {found}, expected {who}"));
        }
    }
}

/// Refusals, dice and choices: how the run came to its end.
fn ending<S: Staged>(run: &Run<S>, wanted: Section<'_>, report: &mut Report) {
    let refused = wanted.get("refused").and_then(|value| value.str());
    let malformed = wanted.bool_or("malformed", false);
    let roll = wanted.get("roll").and_then(|value| value.str());
    match (&run.fault, refused) {
        (Some(ScriptFault::Refused { refusal, .. }), Some(id)) if refusal.rule.id() == id => {}
        (Some(ScriptFault::Refused { line, refusal }), Some(id)) => {
            report.differs(format!("{line:?} was refused by {}, expected {id}: {refusal}", refusal.rule));
        }
        (Some(ScriptFault::Malformed { .. }), _) if malformed => {}
        (Some(ScriptFault::DiceRanOut { roll: found }), None) if roll == Some(*found) => {}
        (Some(fault), _) => {
            report.differs(fault.to_string());
            if let Some(pending) = &run.pending {
                let lines: Vec<&str> = pending.options.iter().map(|option| option.line.as_str()).collect();
                report.differs(format!(
                    "asked was {} {}: {}",
                    pending.ask.seat,
                    pending.ask.prompt(),
                    lines.join(" | ")
                ));
            }
        }
        (None, Some(id)) => report.differs(format!("nothing was refused, expected a refusal by {id}")),
        (None, None) if malformed => report.differs("the last choice was read, expected it to be malformed"),
        (None, None) => {}
    }
    if run.left_over.0 > 0 {
        report.differs(format!("{} choices were never asked for", run.left_over.0));
    }
    if run.left_over.1 > 0 {
        report.differs(format!("{} dice were never rolled", run.left_over.1));
    }
}

fn events<S: Staged>(run: &Run<S>, wanted: Section<'_>, report: &mut Report) {
    let mut rest = run.told.iter();
    for line in wanted.strs_or_empty("events") {
        let Some(pattern) = Pattern::read(line) else {
            report.differs(format!("{line:?} is no event: [RULE] name key=value …"));
            continue;
        };
        if !rest.any(|told| pattern.fits::<S>(told, &run.state)) {
            report.differs(format!("no event like {line:?} (in this order)"));
            let close: Vec<String> = run
                .told
                .iter()
                .filter(|told| told.event.name() == pattern.name)
                .map(|told| shown::<S>(told, &run.state))
                .collect();
            for event in close {
                report.differs(format!("  there was {event}"));
            }
            return;
        }
    }
    for line in wanted.strs_or_empty("never") {
        if let Some(pattern) = Pattern::read(line)
            && let Some(told) = run.told.iter().find(|told| pattern.fits::<S>(told, &run.state))
        {
            report.differs(format!("{line:?} was not to happen, but {}", shown::<S>(told, &run.state)));
        }
    }
}

fn shown<S: Staged>(told: &Told<S::Event>, state: &S::State) -> String {
    let mut fields = Fields::default();
    told.event.fields(state, &mut fields);
    let pairs: Vec<String> = fields.0.iter().map(|(key, value)| format!("{key}={value}")).collect();
    format!("{} {} {}", told.rule, told.event.name(), pairs.join(" "))
}

/// `SW-RESOLVE-05 attack-rolled total=23 modifiers~cover`: a rule that the event cites, its name, fields that are equal
/// (`=`) or contain (`~`) a text.
struct Pattern<'a> {
    rule: Option<&'a str>,
    name: &'a str,
    fields: Vec<(&'a str, char, &'a str)>,
}

impl<'a> Pattern<'a> {
    fn read(line: &'a str) -> Option<Pattern<'a>> {
        let mut words = line.split(' ').filter(|word| !word.is_empty()).peekable();
        let rule =
            words.next_if(|word| word.chars().next().is_some_and(|c| c.is_ascii_uppercase()) && word.contains('-'));
        let name = words.next()?;
        let fields = words
            .map(|word| match word.find(['=', '~']) {
                Some(at) => Some((&word[..at], word[at..].chars().next()?, &word[at + 1..])),
                None => None,
            })
            .collect::<Option<Vec<_>>>()?;
        Some(Pattern { rule, name, fields })
    }

    fn fits<S: Staged>(&self, told: &Told<S::Event>, state: &S::State) -> bool {
        let cited = self.rule.is_none_or(|id| told.rule.id() == id || told.notes.iter().any(|rule| rule.id() == id));
        if !cited || told.event.name() != self.name {
            return false;
        }
        let mut fields = Fields::default();
        told.event.fields(state, &mut fields);
        self.fields.iter().all(|(key, sign, text)| {
            let Some(found) = fields.get(key).map(Value::to_string) else {
                return false;
            };
            // Spaces in a value are written as underscores.
            let (found, text) = (found.replace(' ', "_"), text.replace(' ', "_"));
            if *sign == '=' {
                found.eq_ignore_ascii_case(&text)
            } else {
                found.to_lowercase().contains(&text.to_lowercase())
            }
        })
    }
}

fn values<S: Staged>(run: &Run<S>, wanted: Section<'_>, report: &mut Report) {
    let Some(table) = wanted.get("values").and_then(|value| value.table()) else {
        return;
    };
    for (path, value) in table.entries() {
        let expected = if value.is_str() {
            value.str().map(str::to_string)
        } else if value.is_int() {
            value.int(-1_000_000..=1_000_000i64).map(|number| number.to_string())
        } else {
            value.bool().map(|flag| flag.to_string())
        };
        let found = S::look(&run.state, path).map(|value| value.to_string());
        match (expected, found) {
            (Some(expected), Some(found)) if expected != found => {
                report.differs(format!("{path} is {found}, expected {expected}"))
            }
            (_, None) => report.differs(format!("{path:?} names nothing in this situation")),
            _ => {}
        }
    }
}

fn request<S: Staged>(run: &Run<S>, wanted: Section<'_>, report: &mut Report) {
    let found = run.pending.as_ref().map(|pending| format!("{} {}", pending.ask.seat, pending.ask.prompt()));
    if let Some(expected) = wanted.get("pending").and_then(|value| value.str())
        && found.as_deref() != Some(expected)
    {
        report.differs(format!("asked is {}, expected {expected}", found.as_deref().unwrap_or("nothing")));
    }
    let lines: Vec<&str> =
        run.pending.iter().flat_map(|pending| &pending.options).map(|option| option.line.as_str()).collect();
    for line in wanted.strs_or_empty("offered") {
        if !lines.contains(&line) {
            report.differs(format!("{line:?} is not offered; offered are {}", lines.join(" | ")));
        }
    }
    for line in wanted.strs_or_empty("not_offered") {
        if lines.contains(&line) {
            report.differs(format!("{line:?} is offered"));
        }
    }
    let reach = run
        .pending
        .as_ref()
        .and_then(|pending| if let Region::Squares(squares) = &pending.region { Some(squares) } else { None });
    for (key, inside) in [("region", true), ("not_region", false)] {
        for word in wanted.strs_or_empty(key) {
            let holds = word.parse().is_ok_and(|square| reach.is_some_and(|squares| squares.contains(square)));
            if holds != inside {
                report.differs(format!("{word} is {} reach", if inside { "out of" } else { "within" }));
            }
        }
    }
}
