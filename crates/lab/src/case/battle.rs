//! Cases that play: run the rules on the script and compare.

use super::{Report, expect, script};
use kernel::oracle::{Script, ScriptFault};
use kernel::{EventText, Log, Outcome, Request, Rule, System, Told};
use pack::{Section, Staged};

/// A finished run, for the expectations to look at.
pub(super) struct Run<S: System> {
    pub state: S::State,
    pub told: Vec<Told<S::Event>>,
    pub pending: Option<Request>,
    pub fault: Option<ScriptFault>,
    pub outcome: Option<Outcome>,
    pub left_over: (usize, usize),
}

/// More steps than any scripted situation takes.
const MOST_STEPS: usize = 1000;

pub(super) fn run<S: Staged>(case: Section<'_>, wanted: Section<'_>, report: &mut Report) {
    let steps = case.int_or("steps", 1..=MOST_STEPS, MOST_STEPS);
    let (state, script) = (S::stage(&S::core(), case), script(case));
    let (Some(state), Some(script)) = (state, script) else {
        expect::ask_for_all(wanted);
        return;
    };
    let run = play::<S>(state, script, steps, report);
    for told in &run.told {
        let notes: Vec<&str> = told.notes.iter().map(|rule| rule.id()).collect();
        let mut line = format!("{} ({})", told.event.sentence(&run.state), told.rule);
        if !notes.is_empty() {
            line += &format!(" [{}]", notes.join(" "));
        }
        report.story.push(line);
    }
    let asked = run.pending.as_ref().map(|pending| {
        let lines: Vec<&str> = pending.options.iter().map(|option| option.line.as_str()).collect();
        format!("asked was {} {}: {}", pending.ask.seat, pending.ask.prompt, lines.join(" | "))
    });
    report.story.extend(asked.clone());
    expect::compare::<S>(&run, wanted, report);
    // A script that ended too soon differs in much; what it did not answer says why.
    if run.fault.is_none() && !report.passed() {
        report.differences.extend(asked);
    }
}

fn play<S: System>(mut state: S::State, mut script: Script, steps: usize, report: &mut Report) -> Run<S> {
    let mut log = Log::on();
    let mut scratch = S::Scratch::default();
    let mut done = 0;
    while done < steps && S::outcome(&state).is_none() {
        if S::run(&mut state, &mut script, &mut log, &mut scratch).is_err() {
            break;
        }
        done += 1;
    }
    let mut cite = |rule: Rule| report.cite(rule);
    for told in &log.told {
        cite(told.rule);
        told.notes.iter().copied().for_each(&mut cite);
    }
    for (roll, _) in &script.rolls {
        cite(roll.rule);
        roll.modifiers.list().iter().map(|modifier| modifier.rule).for_each(&mut cite);
    }
    if let Some(ScriptFault::Refused { refusal, .. }) = &script.fault {
        cite(refusal.rule);
    }
    Run {
        outcome: S::outcome(&state),
        left_over: script.left_over(),
        told: log.told,
        pending: script.pending,
        fault: script.fault,
        state,
    }
}
