//! Campaigns: the files of warbands, and what a battle makes of them.
//!
//! What follows a battle is a small system of its own, so here it is played like one: somebody answers its questions, by
//! lines or by leaving them to chance, and its dice come from a seed.

use crate::{Trouble, unknown};
use coreheim::campaign::{self as aftermath, Aftermath};
use coreheim::muster::{self, Warband};
use coreheim::{Coreheim, cards};
use kernel::{
    Answer, Ask, Choice, Cup, Fall, Flow, Log, Oracle, Pause, Question, Record, Request, Roll, Seed, Setup, System,
    Table, Tale, Whim,
};
use std::sync::Arc;

/// A system with a campaign.
pub trait Campaign: Sync {
    fn system(&self) -> &'static str;

    /// How a warband stands, in lines.
    ///
    /// # Errors
    /// Every problem of the file.
    fn status(&self, file: &File) -> Result<Vec<String>, Trouble>;

    /// The next battle of these warbands.
    ///
    /// # Errors
    /// Every problem of the files.
    fn setup(&self, scenario: &str, files: &[File]) -> Result<Setup, Trouble>;

    /// What a finished battle makes of the warbands that fought it.
    ///
    /// # Errors
    /// A record that does not verify, is not over, or is of other warbands; an answer that nobody gave.
    fn settle(&self, files: &[File], record: &Record, seed: u64, asked: &mut dyn Asked) -> Result<Settled, Trouble>;
}

/// A warband file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct File {
    pub name: String,
    pub text: String,
}

/// What has become of the warbands: their files, and what happened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settled {
    pub files: Vec<String>,
    pub story: Vec<String>,
}

/// Who answers the questions of an aftermath.
pub trait Asked {
    /// A line, or nothing to leave it to chance. `refused` is why the last line was none.
    ///
    /// # Errors
    /// When there is nobody to answer.
    fn answer(&mut self, request: &Request, refused: Option<&str>) -> Result<Option<String>, Trouble>;
}

/// The campaign of a system.
///
/// # Errors
/// For a system without one.
pub fn campaign(name: &str) -> Result<&'static dyn Campaign, Trouble> {
    let all: [&'static dyn Campaign; 1] = [&Coreheim];
    let found = all.into_iter().find(|known| known.system() == name);
    found.ok_or_else(|| Trouble::bad(unknown("campaign", name, all.iter().map(|known| known.system()))))
}

fn read(pack: &cards::Pack, file: &File) -> Result<Warband, Trouble> {
    muster::read(pack, &file.name, &file.text)
        .map_err(|problems| Trouble { no: false, lines: problems.iter().map(ToString::to_string).collect() })
}

fn read_all(pack: &cards::Pack, files: &[File]) -> Result<Vec<Warband>, Trouble> {
    files.iter().map(|file| read(pack, file)).collect()
}

impl Campaign for Coreheim {
    fn system(&self) -> &'static str {
        Coreheim::NAME
    }

    fn status(&self, file: &File) -> Result<Vec<String>, Trouble> {
        let pack = cards::core();
        let band = read(&pack, file)?;
        let mut lines = vec![format!(
            "{} ({}): {} warriors, rating {}, {} gold crowns, {} shards, {} battles",
            band.title,
            band.band,
            band.size(),
            band.rating(&pack),
            band.gold,
            band.shards,
            band.battles
        )];
        for (member, fighter) in band.known(&pack) {
            let name = if member.called.is_empty() { fighter.title } else { &member.called };
            let things: Vec<&str> =
                member.gear.iter().map(|id| pack.gear(*id).map_or(id.text(), |gear| gear.title)).collect();
            let misses = if member.missing > 0 { ", misses the next battle" } else { "" };
            lines.push(format!(
                "  {} x {name}, experience {}: {}{misses}",
                member.count,
                member.experience,
                things.join(", ")
            ));
        }
        lines.extend(band.history.iter().map(|line| format!("  {line}")));
        lines.extend(muster::check(&pack, &band).iter().map(|problem| format!("  not legal: {problem}")));
        Ok(lines)
    }

    fn setup(&self, scenario: &str, files: &[File]) -> Result<Setup, Trouble> {
        let pack = cards::core();
        let bands = read_all(&pack, files)?;
        let sides = bands.iter().map(|band| muster::line(&pack, band)).collect();
        let options = vec![("campaign".to_owned(), "on".to_owned())];
        Ok(Setup { scenario: scenario.to_owned(), sides, options, ..Setup::default() })
    }

    fn settle(&self, files: &[File], record: &Record, seed: u64, asked: &mut dyn Asked) -> Result<Settled, Trouble> {
        let pack = cards::core();
        let bands = read_all(&pack, files)?;
        let battle = record.verify::<Coreheim>(&pack).map_err(|mismatch| Trouble::no(mismatch.to_string()))?;
        let outcome = battle.outcome().ok_or_else(|| Trouble::no("the battle of this record is not over"))?;
        let lines: Vec<String> = bands.iter().map(|band| muster::line(&pack, band)).collect();
        if lines != battle.setup().sides {
            return Err(Trouble::no("this record is of other warbands, or they have changed since"));
        }
        let reports = aftermath::report::of(battle.state());
        let setup = aftermath::report::setup(&pack, &battle.setup().scenario, &bands, outcome.winner, &reports);
        let mut story = Vec::new();
        let after = play::<Aftermath>(&pack, &setup, seed, asked, &mut story)?;
        let files = aftermath::continued(&bands, &after).iter().map(|band| muster::write(&pack, band)).collect();
        Ok(Settled { files, story })
    }
}

/// An aftermath of so many steps has gone wrong.
const MOST_STEPS: usize = 50_000;

/// Plays a system from its setup to its end and tells what happened.
fn play<S: System>(
    pack: &Arc<S::Pack>,
    setup: &Setup,
    seed: u64,
    asked: &mut dyn Asked,
    story: &mut Vec<String>,
) -> Result<S::State, Trouble> {
    let problems =
        |list: Vec<kernel::Problem>| Trouble { no: true, lines: list.iter().map(ToString::to_string).collect() };
    let mut state = S::begin(pack, setup).map_err(problems)?;
    let (mut log, mut scratch) = (Log::on(), S::Scratch::default());
    let cup = Cup::new(Seed::from_number(seed));
    let mut talk = Talk { asked, cup, thrown: 0, whim: Whim::new(seed), trouble: None };
    for _ in 0..MOST_STEPS {
        if S::outcome(&state).is_some() {
            return Ok(state);
        }
        log.clear();
        let mut table = Table::<S> { state: &mut state, oracle: &mut talk, log: &mut log, scratch: &mut scratch };
        let flow = S::step(&mut table);
        story.extend(log.told.iter().map(|told| format!("{} ({})", told.event.sentence(&state), told.rule)));
        if flow.is_err() {
            return Err(talk.trouble.take().unwrap_or_else(|| Trouble::no("a question was not answered")));
        }
    }
    Err(Trouble::no("the aftermath does not come to an end"))
}

/// Asks whoever answers, until the answer is legal.
struct Talk<'a> {
    asked: &'a mut dyn Asked,
    cup: Cup,
    thrown: u64,
    whim: Whim,
    trouble: Option<Trouble>,
}

/// Chance is done with trading before long: one time in so many.
const ENOUGH: usize = 8;

impl Oracle for Talk<'_> {
    fn choose(&mut self, ask: &Ask, question: &dyn Question) -> Flow<Answer> {
        let request = Request::of(ask, question);
        let mut refused: Option<String> = None;
        loop {
            let line = match self.asked.answer(&request, refused.as_deref()) {
                Ok(Some(line)) => line,
                Ok(None) if matches!(ask.prompt, "trade" | "recruit") && self.whim.below(ENOUGH) == 0 => {
                    return Ok(Answer::Option(0));
                }
                Ok(None) => return Ok(question.sample(&mut self.whim)),
                Err(trouble) => {
                    self.trouble = Some(trouble);
                    return Err(Pause);
                }
            };
            let answer = Choice::parse(line.trim(), question.tags())
                .map_err(|malformed| malformed.to_string())
                .and_then(|choice| question.settle(&choice).map_err(|refusal| refusal.to_string()));
            match answer {
                Ok(answer) => return Ok(answer),
                Err(why) => refused = Some(why),
            }
        }
    }

    fn roll(&mut self, roll: &Roll) -> Flow<Fall> {
        self.thrown += 1;
        Ok(self.cup.throw(self.thrown - 1, roll.throw))
    }
}
