//! `fray campaign`: warbands from battle to battle.

mod aftermath;

use crate::file;
use crate::screen::{End, Screen, count};
use aftermath::Answers;
use kernel::{Problem, Record, Seats, Seed};
use std::fs;
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use systems::campaign::{Campaign, File};
use systems::{Game, Live, unknown};

/// Campaigns: a new warband, how one stands, a battle of two, and what follows it
#[derive(clap::Subcommand)]
#[command(after_help = "\
A campaign is the files of its warbands: each battle is fought with `battle`, which writes a record, and settled with
`aftermath`, which writes the files anew, and a record of its own beside that of the battle.

Example:
  fray campaign new coreheim wolves.toml --seed 1
  fray campaign new coreheim crows.toml --seed 2
  fray campaign battle coreheim wolves.toml crows.toml --minds veteran,random --record first.fray
  fray campaign aftermath coreheim wolves.toml crows.toml --record first.fray --minds veteran
  fray verify first.fray first.fray.after

In The Sword Marches one line says what a battle did to a warband; records and cases of an aftermath have it in their
options report-a and report-b:
  win vs wold-walkers silver 25 | stood 0/0/1, wounded, fled, left objectives 1, absent
After the bar stands one word for each model in the order of the file: stood (on the table at the end), wounded, fled (over
the table edge), left (carried a cache off) or absent (took no part, as whoever still recovers, `away = true` in the file:
it suffers nothing and earns nothing). Then come the enemy Warlords, Champions and others that it Wounded, and the
objectives that it won.")]
pub(crate) enum Verb {
    /// Hire a warband into a new file: a ready-made one, or a random legal one
    New {
        system: String,
        file: PathBuf,
        /// A ready-made warband, by its id
        #[arg(long, value_name = "ID", conflicts_with_all = ["band", "stage", "seed"])]
        ready: Option<String>,
        /// The kind of a random warband; any if left out
        #[arg(long)]
        band: Option<String>,
        /// How far on it begins, where the game has Stages; the first if left out
        #[arg(long)]
        stage: Option<String>,
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
        /// Who decides: one mind for all sides, or one for each
        #[arg(long, value_name = "A,B", value_delimiter = ',', default_value = "random")]
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
        /// The record of the battle; what follows it is written beside it, with `.after` at the end of its name
        #[arg(long, value_name = "FILE")]
        record: PathBuf,
        /// Leave every decision to chance instead of reading lines from the terminal or another program; nobody is
        /// dismissed by it
        #[arg(long)]
        chance: bool,
        /// Leave every decision to minds: one for all sides, or one for each
        #[arg(long, value_name = "A,B", value_delimiter = ',', conflicts_with = "chance")]
        minds: Vec<String>,
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
        Verb::New { system, file, ready, band, stage, seed, pack } => {
            let waged = Waged::open(system, pack.as_deref())?;
            let made = match ready {
                Some(id) => waged.ready(id)?,
                None => waged.random(band.as_deref(), stage.as_deref(), *seed)?,
            };
            if file.exists() {
                return Err(End::Refused(format!("{}: this file exists; it is not overwritten", file.display())));
            }
            keep(file, &made.text)?;
            screen.line(format!("{}: {}", file.display(), made.about))
        }
        Verb::Status { system, files, pack } => {
            let Waged { campaign, .. } = Waged::open(system, pack.as_deref())?;
            if files.is_empty() {
                return Err(End::Bad(format!(
                    "no warband is named; name their files: fray campaign status {system} wolves.toml crows.toml"
                )));
            }
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
            let waged = Waged::open(system, pack.as_deref())?;
            battle(&waged, files, scenario, &seated(minds, files.len())?, *seed, record, screen)
        }
        Verb::Aftermath { system, files, record, chance, minds, seed, pack } => {
            let Waged { campaign, .. } = Waged::open(system, pack.as_deref())?;
            apart(files)?;
            let answers = match (minds.is_empty(), *chance) {
                (false, _) => Answers::Minds(seated(minds, files.len())?),
                (true, true) => Answers::Chance,
                (true, false) if io::stdin().is_terminal() => Answers::Typed,
                (true, false) => Answers::Lines,
            };
            aftermath::settle(&*campaign, files, record, &answers, *seed, screen)
        }
    }
}

/// A mind for each warband; one that stands alone is that of all.
fn seated(minds: &[String], warbands: usize) -> Result<Vec<String>, End> {
    for mind in minds {
        minds::kind(mind).map_err(|unknown| End::Bad(unknown.to_string()))?;
    }
    match minds {
        [one] => Ok(vec![one.clone(); warbands]),
        _ if minds.len() == warbands => Ok(minds.to_vec()),
        _ => Err(End::Bad(format!(
            "--minds names {} for {}; name one for all of them, or one for each",
            count(minds.len(), "mind"),
            count(warbands, "warband")
        ))),
    }
}

/// What a mind answers to the pending decision.
fn thought(live: &dyn Live, mind: &str, seed: u64) -> Result<String, End> {
    let thought = live.thought(mind, seed).and_then(systems::live::Thought::think);
    thought.ok_or_else(|| End::Refused("the battle waits for real dice".to_owned()))
}

fn refused(problems: &[Problem]) -> End {
    End::Refused(problems.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n"))
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

    fn ready(&self, id: &str) -> Result<Made, End> {
        let file = self.campaign.ready(id)?;
        let roster = self
            .campaign
            .roster(&file)
            .map_err(|problems| End::Bad(problems.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")))?;
        let warriors = roster.members.iter().map(|member| usize::from(member.count)).sum();
        Ok(Made { text: file.text, about: about(&roster.title, warriors) })
    }

    fn random(&self, band: Option<&str>, stage: Option<&str>, seed: u64) -> Result<Made, End> {
        let stages = self.campaign.stages();
        let ids = || stages.iter().map(|stage| stage.id);
        let scenario = match stage {
            None => "standard",
            Some(_) if stages.is_empty() => {
                return Err(End::Bad("this game has no Stages: all its warbands begin alike".to_owned()));
            }
            Some(word) => match stages.iter().find(|stage| stage.id == word.to_lowercase()) {
                Some(stage) => &stage.scenario,
                None => return Err(End::Bad(unknown("Stage", word, ids()))),
            },
        };
        let (ready, text) = self.game.random_warband(scenario, None, band, seed)?;
        Ok(Made { text, about: about(&ready.title, ready.units) })
    }
}

/// A new warband: its file, and a line about it.
struct Made {
    text: String,
    about: String,
}

fn about(title: &str, warriors: usize) -> String {
    format!("{title}, {}", count(warriors, "warrior"))
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
        game.begin(setup, Some(dice)).map_err(|problems| refused(&problems))?
    };
    while live.outcome().is_none() {
        let Some(seat) = live.pending().map(|request| request.ask.seat) else { break };
        let mind = minds.get(seat.index()).map_or("random", String::as_str);
        let line = thought(&*live, mind, seed.wrapping_add(live.moment() as u64))?;
        live.answer(seat, &line).map_err(|declined| End::Refused(declined.to_string()))?;
    }
    keep(path, &live.record(env!("CARGO_PKG_VERSION")).to_string())?;
    let names = live.names();
    let Some(outcome) = live.outcome() else { return Err(End::Refused("the battle does not go on".to_owned())) };
    let winner = outcome.winner.and_then(|seat| names.get(seat.index()));
    let rounds = count(outcome.rounds as usize, "round");
    screen.line(match winner {
        Some(name) => format!("{name} wins after {rounds}: {}", outcome.reason),
        None => format!("a draw after {rounds}: {}", outcome.reason),
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
