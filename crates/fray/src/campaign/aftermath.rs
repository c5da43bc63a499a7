//! `fray campaign aftermath`: what follows a battle is played like one, by minds, by chance or by whoever writes lines.

use super::{keep, read, recorded, refused, thought};
use crate::screen::{End, Screen};
use kernel::record::Content;
use kernel::{Record, Request, Rng, Seed};
use std::io::{self, BufRead, Write};
use std::path::{Path, PathBuf};
use systems::Live;
use systems::campaign::Campaign;

/// Who answers.
pub(super) enum Answers {
    /// A mind for each warband.
    Minds(Vec<String>),
    Chance,
    /// Lines by somebody who sees the question.
    Typed,
    /// Lines by another program.
    Lines,
}

/// Chance is done with trading before long: one time in so many.
const ENOUGH: usize = 8;

/// So often chance thinks again before it takes the first answer that dismisses nobody.
const TRIES: u64 = 16;

/// Plays what follows a battle. Nothing is written before everything is known to be right.
pub(super) fn settle(
    campaign: &dyn Campaign,
    files: &[PathBuf],
    record: &Path,
    answers: &Answers,
    seed: Option<u64>,
    screen: &mut Screen,
) -> Result<(), End> {
    let (before, battle) = (read(files)?, recorded(record)?);
    let setup = campaign.aftermath(&before, &battle)?;
    let seed = seed.unwrap_or_else(|| followed(&battle));
    let mut live = campaign.begin(setup, Some(Seed::from_number(seed))).map_err(|problems| refused(&problems))?;
    let mut told = 0;
    while live.outcome().is_none() {
        told = tell(&*live, told, screen)?;
        // Whoever types has to have read what is asked about.
        if matches!(answers, Answers::Typed) {
            screen.flush()?;
        }
        one(&mut *live, answers, seed)?;
    }
    tell(&*live, told, screen)?;
    let after = beside(record);
    keep(&after, &live.record(env!("CARGO_PKG_VERSION")).to_string())?;
    for (path, file) in files.iter().zip(campaign.files(&before, &*live)?) {
        keep(path, &file.text)?;
        screen.line(format!("{}: written", path.display()))?;
    }
    screen.line(format!("{}: written", after.display()))
}

/// `first.fray` is followed by `first.fray.after`.
fn beside(record: &Path) -> PathBuf {
    let mut name = record.as_os_str().to_owned();
    name.push(".after");
    PathBuf::from(name)
}

/// A seed that follows from a battle: its last hash covers all that was chosen and thrown.
fn followed(battle: &Record) -> u64 {
    let hash = battle.lines.iter().rev().find_map(|line| match &line.content {
        Content::Step { hash, .. } => hash.get(..16),
        _ => None,
    });
    hash.and_then(|hash| u64::from_str_radix(hash, 16).ok()).unwrap_or(1)
}

/// Says what has happened since.
fn tell(live: &dyn Live, from: usize, screen: &mut Screen) -> Result<usize, End> {
    let until = live.told(None);
    for line in live.log(from..until, None) {
        screen.line(format!("{} ({})", line.text, line.rule))?;
    }
    Ok(until)
}

/// Answers the pending decision.
fn one(live: &mut dyn Live, answers: &Answers, seed: u64) -> Result<(), End> {
    let Some(request) = live.pending().cloned() else {
        return Err(End::Refused("the aftermath does not go on".to_owned()));
    };
    let (seat, now) = (request.ask.seat, seed.wrapping_add(live.moment() as u64));
    match answers {
        Answers::Minds(minds) => {
            let mind = minds.get(seat.index()).map_or("random", String::as_str);
            let line = thought(live, mind, now)?;
            live.answer(seat, &line).map_err(|declined| End::Refused(declined.to_string()))
        }
        Answers::Chance => {
            let line = chance(live, &request, now)?;
            live.answer(seat, &line).map_err(|declined| End::Refused(declined.to_string()))
        }
        Answers::Lines => {
            let line = line(&request)?;
            live.answer(seat, line.trim()).map_err(|declined| End::Refused(declined.to_string()))
        }
        Answers::Typed => {
            ask(&request);
            while let Err(declined) = live.answer(seat, line(&request)?.trim()) {
                let _ = writeln!(io::stderr(), "{declined}");
            }
            Ok(())
        }
    }
}

/// What a die would say; but good men are not dismissed by lot, and trading comes to an end.
fn chance(live: &dyn Live, request: &Request, seed: u64) -> Result<String, End> {
    let decision = request.ask.decision;
    if decision.traits.repeats && Rng::new(seed).below(ENOUGH) == 0 {
        let last = request.options.iter().find(|option| decision.declines(&option.choice));
        if let Some(last) = last.or(request.options.first()) {
            return Ok(last.line.clone());
        }
    }
    let dismisses = |line: &str| {
        let meant = request.options.iter().find(|option| option.line == line);
        meant.and_then(|option| decision.kind(&option.choice)).is_some_and(|kind| kind.traits.dismisses)
    };
    let mut line = thought(live, "random", seed)?;
    for again in 1..TRIES {
        if !dismisses(&line) {
            return Ok(line);
        }
        line = thought(live, "random", seed.wrapping_add(again << 32))?;
    }
    let spared = request.options.iter().find(|option| !dismisses(&option.line));
    Ok(spared.map_or(line, |option| option.line.clone()))
}

/// Says what is asked, to somebody at a terminal.
fn ask(request: &Request) {
    let mut err = io::stderr();
    let _ = writeln!(err, "{} decides: {} ({})", request.ask.seat, request.ask.prompt(), request.ask.rule);
    for option in &request.options {
        let _ = writeln!(err, "  {}", option.line);
    }
}

fn line(request: &Request) -> Result<String, End> {
    let mut line = String::new();
    match io::stdin().lock().read_line(&mut line) {
        Ok(0) | Err(_) => Err(End::Refused(format!(
            "no answer is left for {} ({}); possible: {}",
            request.ask.prompt(),
            request.ask.rule,
            request.options.iter().map(|option| option.line.as_str()).collect::<Vec<_>>().join(" | ")
        ))),
        Ok(_) => Ok(line),
    }
}

#[cfg(test)]
mod tests {
    use super::followed;
    use kernel::Record;

    #[test]
    fn the_dice_of_an_aftermath_follow_from_the_battle() {
        let mut one = Record::default();
        one.add_step(1, "00000000000000ff00000000000000aa");
        let mut longer = one.clone();
        longer.add_step(2, "00000000000000fe00000000000000aa");
        assert_eq!((followed(&one), followed(&longer)), (255, 254));
    }
}
