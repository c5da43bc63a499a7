//! `fray campaign`: warbands from battle to battle.

use crate::file;
use crate::screen::{End, Screen};
use kernel::record::Content;
use kernel::{Record, Request, Seats, Seed};
use std::fs;
use std::io::{self, BufRead, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use systems::campaign::{Asked, Campaign, File};
use systems::{Failure, Game};

/// Campaigns: a new warband, how one stands, a battle of two, and what follows it
#[derive(clap::Subcommand)]
#[command(after_help = "\
A campaign is the files of its warbands: each battle is fought with `battle`, which writes a record, and settled with
`aftermath`, which writes the files anew.

Example:
  fray campaign new coreheim wolves.toml --seed 1
  fray campaign new coreheim crows.toml --seed 2
  fray campaign battle coreheim wolves.toml crows.toml --minds veteran,random --record first.fray
  fray campaign aftermath coreheim wolves.toml crows.toml --record first.fray --chance

In The Sword Marches one line says what a battle did to a warband; records and cases of an aftermath have it in their
options report-a and report-b:
  win vs wold-walkers silver 25 | stood 0/0/1, wounded, fled, left objectives 1, absent
After the bar stands one word for each model in the order of the file: stood (on the table at the end), wounded, fled (over
the table edge), left (carried a cache off) or absent (took no part, as whoever still recovers, `away = true` in the file:
it suffers nothing and earns nothing). Then come the enemy Warlords, Champions and others that it Wounded, and the
objectives that it won.")]
pub(crate) enum Verb {
    /// Hire a random legal warband into a new file
    New {
        system: String,
        file: PathBuf,
        /// The kind of warband; any if left out
        #[arg(long)]
        band: Option<String>,
        #[arg(long, default_value_t = 1)]
        seed: u64,
        /// A pack of your own, on top of the game's content; the same for all that belongs to the campaign
        #[arg(long, value_name = "DIR")]
        pack: Option<PathBuf>,
    },
    /// Say how a warband stands
    Status {
        system: String,
        files: Vec<PathBuf>,
        /// A pack of your own, on top of the game's content; the same for all that belongs to the campaign
        #[arg(long, value_name = "DIR")]
        pack: Option<PathBuf>,
    },
    /// Fight a battle with minds, or go on with one from its record
    Battle {
        system: String,
        #[arg(required = true, num_args = 2..=4)]
        files: Vec<PathBuf>,
        #[arg(long, default_value = "standard")]
        scenario: String,
        /// Who decides for each side
        #[arg(long, value_name = "A,B", value_delimiter = ',', default_value = "random,random")]
        minds: Vec<String>,
        #[arg(long, default_value_t = 1)]
        seed: u64,
        /// The record: gone on with if it is there, and written when the battle is over
        #[arg(long, value_name = "FILE")]
        record: PathBuf,
        /// A pack of your own, on top of the game's content; the same for all that belongs to the campaign
        #[arg(long, value_name = "DIR")]
        pack: Option<PathBuf>,
    },
    /// Settle a battle and write the files of its warbands anew
    Aftermath {
        system: String,
        #[arg(required = true, num_args = 2..=4)]
        files: Vec<PathBuf>,
        #[arg(long, value_name = "FILE")]
        record: PathBuf,
        /// Leave every decision to chance instead of reading lines from the terminal or another program
        #[arg(long)]
        chance: bool,
        /// The seed of all its dice; without one they follow from the record, so that a battle always has the same aftermath
        #[arg(long)]
        seed: Option<u64>,
        /// A pack of your own, on top of the game's content; the same for all that belongs to the campaign
        #[arg(long, value_name = "DIR")]
        pack: Option<PathBuf>,
    },
}

pub(crate) fn run(verb: &Verb, screen: &mut Screen) -> Result<(), End> {
    match verb {
        Verb::New { system, file, band, seed, pack } => {
            let waged = Waged::open(system, pack.as_deref())?;
            let (ready, text) = waged.game.random_warband("standard", None, band.as_deref(), *seed)?;
            if file.exists() {
                return Err(End::Refused(format!("{}: this file exists; it is not overwritten", file.display())));
            }
            keep(file, &text)?;
            screen.line(format!("{}: {}, {} warriors", file.display(), ready.title, ready.units))
        }
        Verb::Status { system, files, pack } => {
            let Waged { campaign, .. } = Waged::open(system, pack.as_deref())?;
            let mut legal = true;
            for file in read(files)? {
                for line in campaign.status(&file)? {
                    screen.line(line)?;
                }
                legal &= campaign.roster(&file).is_ok_and(|roster| roster.problems.is_empty());
            }
            if legal { Ok(()) } else { Err(End::No) }
        }
        Verb::Battle { system, files, scenario, minds, seed, record, pack } => {
            battle(&Waged::open(system, pack.as_deref())?, files, scenario, minds, *seed, record, screen)
        }
        Verb::Aftermath { system, files, record, chance, seed, pack } => {
            let Waged { campaign, .. } = Waged::open(system, pack.as_deref())?;
            apart(files)?;
            let old = read(files)?;
            let battle = recorded(record)?;
            let typed = !*chance && io::stdin().is_terminal();
            let asked: &mut dyn Asked = if *chance { &mut Chance } else { &mut Lines { typed, screen } };
            let settled = campaign.settle(&old, &battle, seed.unwrap_or_else(|| followed(&battle)), asked)?;
            // Whoever types has read the story as it went.
            for line in settled.story.iter().filter(|_| !typed) {
                screen.line(line)?;
            }
            // Nothing is written before everything is known to be right.
            for (path, text) in files.iter().zip(&settled.files) {
                keep(path, text)?;
                screen.line(format!("{}: written", path.display()))?;
            }
            Ok(())
        }
    }
}

/// A game and its campaign, both with the same content.
struct Waged {
    game: Arc<dyn Game>,
    campaign: Arc<dyn Campaign>,
}

impl Waged {
    fn open(system: &str, pack: Option<&Path>) -> Result<Waged, End> {
        let games = file::one_game(system, pack)?;
        Ok(Waged { campaign: games.campaign(system)?, game: games.named(system)? })
    }
}

fn battle(
    waged: &Waged,
    files: &[PathBuf],
    scenario: &str,
    minds: &[String],
    seed: u64,
    path: &Path,
    screen: &mut Screen,
) -> Result<(), End> {
    let Waged { game, campaign } = waged;
    apart(files)?;
    for mind in minds {
        minds::kind(mind).map_err(|unknown| End::Bad(unknown.to_string()))?;
    }
    if minds.len() < files.len() {
        return Err(End::Bad(format!("--minds names {} minds for {} warbands", minds.len(), files.len())));
    }
    let read = read(files)?;
    let scenarios = campaign.scenarios(&read);
    let first = scenarios.first().map_or("standard", |scenario| scenario.id.as_str());
    let scenario = if scenario == "standard" { first } else { scenario };
    let setup = campaign.setup(scenario, &read)?;
    let dice = Seed::from_number(seed);
    let mut live = if path.exists() {
        let record = recorded(path)?;
        if record.setup.sides != setup.sides {
            return Err(End::Refused("this record is of other warbands, or they have changed since".to_owned()));
        }
        let mut live = game.replay(&record).map_err(|mismatch| End::Refused(mismatch.to_string()))?;
        if live.outcome().is_none() {
            live.deal(dice, Seats::NONE, false);
        }
        live
    } else {
        let said = |problems: Vec<kernel::Problem>| {
            End::Refused(problems.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n"))
        };
        game.begin(setup, Some(dice)).map_err(said)?
    };
    while live.outcome().is_none() {
        let Some(seat) = live.pending().map(|request| request.ask.seat) else { break };
        let mind = minds.get(seat.index()).map_or("random", String::as_str);
        let thought =
            live.thought(mind, seed.wrapping_add(live.moment() as u64)).and_then(systems::live::Thought::think);
        let line = thought.ok_or_else(|| End::Refused("the battle waits for real dice".to_owned()))?;
        live.answer(seat, &line).map_err(|declined| End::Refused(declined.to_string()))?;
    }
    keep(path, &live.record(env!("CARGO_PKG_VERSION")).to_string())?;
    let names = live.names();
    let Some(outcome) = live.outcome() else { return Err(End::Refused("the battle does not go on".to_owned())) };
    let winner = outcome.winner.and_then(|seat| names.get(seat.index()));
    screen.line(match winner {
        Some(name) => format!("{name} wins after {} rounds: {}", outcome.rounds, outcome.reason),
        None => format!("a draw after {} rounds: {}", outcome.rounds, outcome.reason),
    })?;
    screen.line(format!("{}: written", path.display()))
}

/// Each warband has a file of its own: what becomes of one must not be written over what became of the other.
fn apart(files: &[PathBuf]) -> Result<(), End> {
    let mut seen: Vec<(Identity, &Path)> = Vec::new();
    for path in files {
        // A file that cannot be found is complained about when it is read.
        let Ok(identity) = identity(path) else { continue };
        if let Some((_, first)) = seen.iter().find(|(known, _)| *known == identity) {
            let same = if *first == path { String::new() } else { format!("the same as {}: ", first.display()) };
            let text = "this file is named for two sides; each warband has a file of its own";
            return Err(End::Bad(format!("{}: {same}{text}", path.display())));
        }
        seen.push((identity, path));
    }
    Ok(())
}

/// What a file is, whatever names and links lead to it: the device and the number of the file on it.
#[cfg(unix)]
type Identity = (u64, u64);

#[cfg(unix)]
fn identity(path: &Path) -> io::Result<Identity> {
    use std::os::unix::fs::MetadataExt;
    fs::metadata(path).map(|found| (found.dev(), found.ino()))
}

#[cfg(not(unix))]
type Identity = PathBuf;

#[cfg(not(unix))]
fn identity(path: &Path) -> io::Result<Identity> {
    fs::canonicalize(path)
}

fn read(files: &[PathBuf]) -> Result<Vec<File>, End> {
    files.iter().map(|path| Ok(File { name: path.display().to_string(), text: file::read(path)? })).collect()
}

fn recorded(path: &Path) -> Result<Record, End> {
    Record::parse(&file::read(path)?).map_err(|error| End::Bad(format!("{}: {error}", path.display())))
}

/// A seed that follows from a battle: its last hash covers all that was chosen and thrown.
fn followed(battle: &Record) -> u64 {
    let hash = battle.lines.iter().rev().find_map(|line| match &line.content {
        Content::Step { hash, .. } => hash.get(..16),
        _ => None,
    });
    hash.and_then(|hash| u64::from_str_radix(hash, 16).ok()).unwrap_or(1)
}

/// Writes a file so that it is never half written: a new one beside it takes its place.
fn keep(path: &Path, text: &str) -> Result<(), End> {
    let mut beside = path.as_os_str().to_owned();
    beside.push(".new");
    let beside = PathBuf::from(beside);
    let written = fs::File::create(&beside)
        .and_then(|mut file| file.write_all(text.as_bytes()).and_then(|()| file.sync_all()))
        .and_then(|()| fs::rename(&beside, path));
    written.map_err(|error| {
        let _ = fs::remove_file(&beside);
        End::Bad(format!("{}: cannot write this file: {error}", path.display()))
    })
}

/// Nobody answers.
struct Chance;

impl Asked for Chance {
    fn answer(&mut self, _: &Request, _: Option<&str>) -> Result<Option<String>, Failure> {
        Ok(None)
    }
}

/// Answers come as lines: typed by somebody who sees the question, or handed over by another program.
struct Lines<'a> {
    typed: bool,
    screen: &'a mut Screen,
}

impl Asked for Lines<'_> {
    fn told(&mut self, line: &str) {
        if self.typed {
            // Nobody who does not read on is kept from answering.
            let _ = self.screen.line(line);
            let _ = self.screen.flush();
        }
    }

    fn answer(&mut self, request: &Request, refused: Option<&str>) -> Result<Option<String>, Failure> {
        let typed = self.typed;
        let mut err = io::stderr();
        if let Some(why) = refused {
            if !typed {
                return Err(Failure::no(why));
            }
            let _ = writeln!(err, "{why}");
        }
        if typed {
            let _ = writeln!(err, "{} decides: {} ({})", request.ask.seat, request.ask.prompt(), request.ask.rule);
            for option in &request.options {
                let _ = writeln!(err, "  {}", option.line);
            }
        }
        let mut line = String::new();
        match io::stdin().lock().read_line(&mut line) {
            Ok(0) | Err(_) => Err(Failure::no(format!(
                "no answer is left for {} ({}); possible: {}",
                request.ask.prompt(),
                request.ask.rule,
                request.options.iter().map(|option| option.line.as_str()).collect::<Vec<_>>().join(" | ")
            ))),
            Ok(_) => Ok(Some(line)),
        }
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
