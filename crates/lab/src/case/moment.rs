//! Any moment of a battle as a case: its set-up and what was chosen and thrown until then, so that it is exactly that
//! moment, and below it room for what happens next.

use kernel::record::Content;
use kernel::scene::Site;
use kernel::{Battle, Fact, Record, Seats, System, Tags};
use pack::{Section, Staged, quoted};
use std::fmt::Write;
use std::sync::Arc;

/// The key that holds the battle up to the moment.
pub(super) const KEY: &str = "record";

/// A case that begins where a battle stands. `step` is the number of steps that are over; without it all that was played.
pub fn of<S: Staged>(battle: &Battle<S>, step: Option<usize>) -> String {
    match step {
        Some(step) if step < battle.steps().len() => at::<S>(&battle.fork(step), step),
        _ => at::<S>(battle, battle.steps().len()),
    }
}

fn at<S: Staged>(battle: &Battle<S>, step: usize) -> String {
    let mut out = String::new();
    let scene = S::scene(battle.state(), None);
    let clock = &scene.clock;
    let _ = writeln!(out, "system = {}", quoted(S::NAME));
    let _ = writeln!(out, "title = \"What happens next\"");
    let when =
        format!("{} {}, {}", if clock.called.is_empty() { "round" } else { clock.called }, clock.round, clock.phase);
    let _ = writeln!(out, "# The battle after {step} steps: {when}.");
    for figure in &scene.figures {
        let at = match &figure.site {
            Site::Squares { at, .. } => at.to_string(),
            Site::Disc { centre, .. } => centre.to_string(),
            Site::Away(how) => (*how).to_owned(),
            Site::Prism { .. } => continue,
        };
        let _ = writeln!(out, "#   {:24} {at}", battle.state().tag(figure.figure));
    }
    let _ = writeln!(out, "# How it came to this, exactly as it was played; nothing of it has to be read.");
    if kernel::Pack::hash(&**battle.pack()) != kernel::Pack::hash(&*S::core()) {
        let _ =
            writeln!(out, "# It was played with a pack of your own; a case is played with the content of the program.");
    }
    let mut record = Record::of::<S>(battle, "case");
    // Every die of it is written down.
    record.setup.own_dice = Seats::NONE;
    record.commitment = None;
    record.seed = None;
    record.lines.retain(|line| !matches!(line.content, Content::Step { .. }));
    let _ = writeln!(out, "{KEY} = '''\n{}'''\n", prelude::<S>(battle, &record));
    next::<S>(battle, &mut out);
    out
}

/// The set-up and all that was played in finished steps, as a record without hashes: rules that have nothing to do with it
/// may change.
fn prelude<S: System>(battle: &Battle<S>, record: &Record) -> String {
    let under_way = battle.facts().len();
    let mut record = record.clone();
    record.lines.truncate(record.lines.len().saturating_sub(under_way));
    record.to_string().replace("'''", "\u{2019}\u{2019}\u{2019}")
}

/// What has been played of the step under way, and what is asked.
fn next<S: Staged>(battle: &Battle<S>, out: &mut String) {
    let (mut choices, mut dice) = (Vec::new(), Vec::new());
    for fact in battle.facts() {
        match fact {
            Fact::Choice(_, choice) => choices.push(quoted(&choice.line(battle.state()))),
            Fact::Dice(fall) => dice.extend(fall.faces().iter().map(u8::to_string)),
        }
    }
    let _ =
        writeln!(out, "# Write here what is chosen and what falls, then let `fray case --write` fill in what happens.");
    if let Some(pending) = battle.pending() {
        const SHOWN: usize = 40;
        let _ = writeln!(out, "# {} {} is asked:", pending.ask.seat, pending.ask.prompt());
        for option in pending.options.iter().take(SHOWN) {
            let _ = writeln!(out, "#   {}", option.line);
        }
        if pending.options.len() > SHOWN {
            let _ = writeln!(out, "#   and {} more", pending.options.len() - SHOWN);
        }
    }
    let _ = writeln!(out, "choices = [{}]\ndice = [{}]\n\n[expect]", choices.join(", "), dice.join(", "));
    match (battle.pending(), battle.outcome()) {
        (Some(pending), _) if pending.dice.is_none() => {
            let _ = writeln!(out, "pending = \"{} {}\"", pending.ask.seat, pending.ask.prompt());
        }
        (Some(pending), _) => {
            let roll = pending.dice.map_or("", |roll| roll.name);
            let _ = writeln!(out, "roll = {}", quoted(roll));
        }
        (None, Some(_)) => {
            let _ = writeln!(out, "events = []");
        }
        (None, None) => {}
    }
}

/// The situation of a case that carries a battle: its last checkpoint, and what was played since.
pub(super) fn replay<S: Staged>(pack: &Arc<S::Pack>, case: Section<'_>) -> Option<(S::State, Vec<Fact>)> {
    let value = case.get(KEY)?;
    let mut record = match Record::parse(value.str()?.trim_start()) {
        Ok(record) => record,
        Err(why) => {
            value.problem(format!("this is no record of a battle: {why}"));
            return None;
        }
    };
    // The content may have changed since; whether it still goes so far is seen when it is played.
    kernel::Pack::hash(&**pack).clone_into(&mut record.pack);
    match record.verify::<S>(pack) {
        Ok(battle) => Some((battle.checkpoint().clone(), battle.facts().to_vec())),
        Err(why) => {
            value.problem(format!("the battle does not come to this moment any more: {why}"));
            None
        }
    }
}
