//! Cases that play: run the rules on the script and compare.

use super::{Report, Story, expect, moment, script};
use kernel::oracle::{Script, ScriptFault};
use kernel::{Fact, Log, Outcome, Request, Roll, Rule, System, Told};
use pack::{Section, Staged};

/// A finished run, for the expectations to look at.
pub(super) struct Run<S: System> {
    pub state: S::State,
    pub told: Vec<Told<S::Event>>,
    pub pending: Option<Request>,
    pub fault: Option<ScriptFault>,
    pub outcome: Option<Outcome>,
    pub left_over: (usize, usize),
    /// The stage that was never reached, where the case runs until one.
    pub missed: Option<String>,
}

impl<S: System> Run<S> {
    /// What was asked last, with everything that may be answered.
    pub(super) fn asked(&self) -> Option<String> {
        self.pending.as_ref().map(|pending| {
            let lines: Vec<&str> = pending.options.iter().map(|option| option.line.as_str()).collect();
            let free = if pending.free { " | or a way that you draw" } else { "" };
            format!("asked was {} {}: {}{free}", pending.ask.seat, pending.ask.prompt(), lines.join(" | "))
        })
    }
}

/// More steps than any scripted situation takes.
const MOST_STEPS: usize = 1000;

/// When a run ends by itself.
struct Until<'a> {
    steps: usize,
    stage: Option<&'a str>,
}

pub(super) fn run<S: Staged>(case: Section<'_>, wanted: Section<'_>, report: &mut Report) {
    let until = Until { steps: case.int_or("steps", 1..=MOST_STEPS, MOST_STEPS), stage: stage::<S>(case) };
    let script = script(case);
    let staged = match case.get(moment::KEY) {
        Some(_) => moment::replay::<S>(&S::core(), case),
        None => S::stage(&S::core(), case).map(|state| (state, Vec::new())),
    };
    let (Some((state, played)), Some(mut script)) = (staged, script) else {
        expect::ask_for_all(wanted);
        return;
    };
    report.ran = true;
    if let Err(why) = S::believable(&state) {
        report.differs(format!("no battle could come to this: {why}"));
        expect::ask_for_all(wanted);
        return;
    }
    for fact in played.iter().rev() {
        match fact {
            Fact::Choice(_, choice) => script.choices.push_front(choice.line(&state)),
            Fact::Dice(fall) => fall.faces().iter().rev().for_each(|face| script.dice.push_front(*face)),
        }
    }
    let run = play::<S>(state, script, &until, report);
    for told in &run.told {
        report.story.push(Story {
            sentence: kernel::EventText::<S>::tagged(&told.event, &run.state),
            event: Some(super::pattern::written::<S>(told, &run.state)),
            notes: told.notes.clone(),
        });
    }
    let asked = run.asked();
    report.story.extend(asked.clone().map(Story::plain));
    if report.writing {
        report.found = Some(super::write::section(&run, wanted));
    }
    expect::compare::<S>(&run, wanted, report);
    // A script that ended too soon differs in much; what it did not answer says why.
    if run.fault.is_none() && !report.passed() {
        report.differences.extend(asked);
    }
}

/// The stage at which the case wants to stop.
fn stage<'c, S: Staged>(case: Section<'c>) -> Option<&'c str> {
    let value = case.get("until")?;
    let word = value.str()?;
    let (_, words) = S::stages();
    if !words.contains(&word) {
        value.unknown("stage", words);
        return None;
    }
    Some(word)
}

fn play<S: Staged>(mut state: S::State, mut script: Script, until: &Until<'_>, report: &mut Report) -> Run<S> {
    let mut log = Log::on();
    let mut scratch = S::Scratch::default();
    let (mut done, mut missed) = (0, until.stage);
    while done < until.steps && S::outcome(&state).is_none() {
        if S::run(&mut state, &mut script, &mut log, &mut scratch).is_err() {
            break;
        }
        done += 1;
        if missed.is_some_and(|stage| S::look(&state, S::stages().0).is_ok_and(|found| found.to_string() == stage)) {
            missed = None;
            break;
        }
    }
    cite(&script, &log, S::rolls(), report);
    Run {
        outcome: S::outcome(&state),
        left_over: script.left_over(),
        told: log.told,
        pending: script.pending,
        fault: script.fault,
        missed: missed.filter(|_| until.stage.is_some()).map(str::to_owned),
        state,
    }
}

/// Every rule that the run produced.
fn cite<E>(script: &Script, log: &Log<E>, rolls: &[&str], report: &mut Report) {
    let mut unlisted = None;
    let mut cite = |rule: Rule| report.cite(rule);
    for told in &log.told {
        cite(told.rule);
        told.notes.iter().copied().for_each(&mut cite);
    }
    for (roll, _) in &script.rolls {
        let Roll { name, rule, modifiers, .. } = roll;
        unlisted = unlisted.or((!rolls.contains(name)).then_some(*name));
        cite(*rule);
        modifiers.list().iter().map(|modifier| modifier.rule).for_each(&mut cite);
    }
    script.refused.iter().map(|refusal| refusal.rule).for_each(&mut cite);
    if let Some(ScriptFault::Refused { refusal, .. }) = &script.fault {
        cite(refusal.rule);
    }
    // Whoever adds a roll adds it to the list that cases are checked against.
    if let Some(name) = unlisted {
        report.differs(format!("the roll {name:?} stands in no list of the game"));
    }
}
