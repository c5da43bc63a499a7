//! `fray sim`: battles in parallel.

use crate::file;
use crate::screen::{End, Screen, count};
use indicatif::{ProgressBar, ProgressStyle};
use kernel::{MAX_SEATS, Record, Seat, slug};
use lab::Interval;
use lab::sim::{Outlet, RecordKeeper, Report, Row, Tally};
use serde_json::{Value, json};
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::time::Instant;
use systems::{SimWish, Wish};

/// Play battles in parallel: win rates with intervals, length, survivors
#[derive(clap::Args)]
#[command(after_help = "\
Without --a and --b all ready-made warbands of the scenario meet in rotation, and sides are swapped evenly.
For more than two sides name each with --side; `any` stands for all ready-made ones in turn. Players who share a side are
joined with +, and so are their minds.
The same seed gives the same results on any number of threads.

Examples:
  fray sim sellsword --battles 400 --minds veteran,random
  fray sim sellsword --a havoc-raiders --b my-warband.toml --swap --battles 1000 --csv results.csv
  fray sim coreheim --side any --side any --side any --minds veteran,random,random
  fray sim sword-and-claw --scenario hold-the-pass --side any+any --side any --minds veteran+random,veteran")]
pub(crate) struct Args {
    system: String,
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    battles: u64,
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Number of the first battle, to have one of a longer series again
    #[arg(long, default_value_t = 0)]
    first: u64,
    /// Warband of A: a ready-made id or a file
    #[arg(long, value_name = "WARBAND")]
    a: Option<String>,
    /// Warband of B
    #[arg(long, value_name = "WARBAND")]
    b: Option<String>,
    /// A side, named once for each of them instead of --a and --b
    #[arg(long, value_name = "WARBAND", conflicts_with_all = ["a", "b"])]
    side: Vec<String>,
    /// Who decides for all, or for A, for B and so on: random or veteran
    #[arg(long, value_name = "A,B", default_value = "random")]
    minds: String,
    #[arg(long, default_value = "standard")]
    scenario: String,
    /// Play on this map whatever the warbands bring
    #[arg(long)]
    map: Option<String>,
    /// Let the sides take turns at the first seat
    #[arg(long)]
    swap: bool,
    /// 0 takes all cores
    #[arg(long, default_value_t = 0, value_parser = threads)]
    threads: usize,
    /// Write a record of every battle into this folder, or of a single battle into this .fray file
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Write a line for every battle
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,
    /// A pack of your own, on top of the game's content
    #[arg(long, value_name = "DIR")]
    pack: Option<PathBuf>,
    #[arg(long)]
    json: bool,
}

/// More threads than any machine this runs on has cores only cost time.
const MOST_THREADS: usize = 256;

fn threads(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(count) if count <= MOST_THREADS => Ok(count),
        _ => Err(format!("expected a whole number from 0 (all cores) to {MOST_THREADS}")),
    }
}

pub(crate) fn run(args: &Args, screen: &mut Screen) -> Result<(), End> {
    let game = file::game(&args.system, args.pack.as_deref())?;
    let wish = wish(args)?;
    let records = args.out.as_deref().map(|out| Records::open(out, args.battles)).transpose()?;
    let mut csv = args.csv.as_deref().map(|path| Csv::create(path, wish.sides.len())).transpose()?;
    let bar = progress(args.battles);
    let keep = |number: u64, record: &Record| records.as_ref().map_or(Ok(()), |records| records.write(number, record));
    let keep: &RecordKeeper<'_> = &keep;
    let mut row = |row: &Row| {
        bar.inc(1);
        csv.as_mut().map_or(Ok(()), |csv| csv.row(row))
    };
    let start = Instant::now();
    let report = game.sim(&wish, &mut Outlet { row: &mut row, record: records.as_ref().map(|_| keep) });
    bar.finish_and_clear();
    let report = report?;
    if let Some(csv) = csv {
        csv.close()?;
    }
    let seconds = start.elapsed().as_secs_f64();
    if args.json {
        return screen.json(&as_json(args, &game.content_hash(), &report, seconds));
    }
    print(&report, screen)?;
    screen.line(format!("{:.1} battles a second, {:.1} s", report.battles as f64 / seconds.max(1e-9), seconds))
}

fn wish(args: &Args) -> Result<SimWish, End> {
    let sides = sides(args)?;
    let minds = minds(&args.minds, sides.len())?;
    if args.first.checked_add(args.battles).is_none() {
        return Err(End::Bad(format!("--first {}: a series has no battle that far on", args.first)));
    }
    Ok(SimWish {
        scenario: args.scenario.clone(),
        map: args.map.clone(),
        // Whoever leaves a side to rotation wants to know how good it is, not how good its seat is.
        swap: args.swap || sides.iter().flatten().any(|wish| *wish == Wish::Any),
        sides,
        minds,
        first: args.first,
        battles: args.battles,
        seed: args.seed,
        threads: args.threads,
        engine: env!("CARGO_PKG_VERSION").to_owned(),
    })
}

/// What every player of every side brings.
fn sides(args: &Args) -> Result<Vec<Vec<Wish>>, End> {
    if args.side.is_empty() {
        return Ok(vec![vec![warband(args.a.as_deref())?], vec![warband(args.b.as_deref())?]]);
    }
    if !(2..=MAX_SEATS).contains(&args.side.len()) {
        return Err(End::Bad(format!("--side: {} sides; a battle has 2 to {MAX_SEATS}", args.side.len())));
    }
    let players = |side: &String| side.split('+').map(|word| warband(Some(word.trim()))).collect();
    args.side.iter().map(players).collect()
}

/// One mind for everybody, or one for each side; those of players who share one are joined with +.
fn minds(text: &str, sides: usize) -> Result<Vec<Vec<String>>, End> {
    let minds: Vec<Vec<String>> =
        text.split(',').map(|side| side.split('+').map(|mind| mind.trim().to_owned()).collect()).collect();
    for mind in minds.iter().flatten() {
        let known = minds::KINDS.iter().map(|kind| kind.name);
        minds::kind(mind).map_err(|_| End::Bad(pack::unknown("mind", mind, known)))?;
    }
    match minds.len() {
        1 => Ok(vec![minds[0].clone(); sides]),
        given if given == sides => Ok(minds),
        _ => {
            let text = format!("--minds {text}: expected one mind, or one for each of the {sides} sides");
            Err(End::Bad(format!("{text}, as in veteran,random")))
        }
    }
}

/// What looks like a file is one; everything else is an id.
fn warband(word: Option<&str>) -> Result<Wish, End> {
    let Some(word) = word.filter(|word| *word != "any") else {
        return Ok(Wish::Any);
    };
    if word.contains(['/', '\\', '.']) || Path::new(word).is_file() {
        return Ok(Wish::File { name: word.to_owned(), text: file::read(Path::new(word))? });
    }
    Ok(Wish::Id(slug(word)))
}

/// A bar on a terminal, nothing elsewhere.
pub(crate) fn progress(length: u64) -> ProgressBar {
    let style = ProgressStyle::with_template("{bar:40} {pos}/{len} {eta}");
    ProgressBar::new(length).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}

/// Where records go: one file each, or the only one.
enum Records {
    Folder(PathBuf),
    File(PathBuf),
}

impl Records {
    fn open(out: &Path, battles: u64) -> Result<Records, End> {
        let single = out.extension().is_some_and(|extension| extension == "fray");
        if single && battles != 1 {
            return Err(End::Bad(format!(
                "--out {}: one file holds one battle; name a folder for {battles}",
                out.display()
            )));
        }
        if single {
            return Ok(Records::File(out.to_owned()));
        }
        fs::create_dir_all(out).map_err(|error| End::Bad(format!("--out {}: {error}", out.display())))?;
        Ok(Records::Folder(out.to_owned()))
    }

    fn write(&self, number: u64, record: &Record) -> io::Result<()> {
        let path = match self {
            Records::Folder(folder) => folder.join(format!("battle-{number:06}.fray")),
            Records::File(file) => file.clone(),
        };
        fs::write(&path, record.to_string()).map_err(|error| named(&path, &error))
    }
}

struct Csv {
    path: PathBuf,
    out: BufWriter<File>,
}

impl Csv {
    fn create(path: &Path, sides: usize) -> Result<Csv, End> {
        let file = File::create(path).map_err(|error| End::Bad(format!("--csv {}: {error}", path.display())))?;
        let mut csv = Csv { path: path.to_owned(), out: BufWriter::new(file) };
        let each = |what: &str| (0..sides).map(|at| format!("{}_{what}", letter(at))).collect::<Vec<_>>().join(",");
        let (warbands, scores, left) = (each("warband"), each("score"), each("survivors"));
        let head = format!("battle,{warbands},a_seat,winner,{scores},{left},rounds,decisions,reason");
        csv.say(&head).map_err(|error| End::Bad(error.to_string()))?;
        Ok(csv)
    }

    fn row(&mut self, row: &Row) -> io::Result<()> {
        let mut cells = vec![row.battle.to_string()];
        cells.extend(row.warbands.iter().map(|name| cell(name)));
        cells.push(letter(row.place).to_string());
        cells.push(row.winner.map_or("draw".to_owned(), |winner| letter(winner).to_string()));
        cells.extend(row.scores.iter().map(i32::to_string));
        cells.extend(row.survivors.iter().map(u32::to_string));
        cells.extend([row.rounds.to_string(), row.decisions.to_string(), cell(row.reason)]);
        self.say(&cells.join(","))
    }

    fn say(&mut self, line: &str) -> io::Result<()> {
        writeln!(self.out, "{line}").map_err(|error| named(&self.path, &error))
    }

    fn close(mut self) -> Result<(), End> {
        self.out.flush().map_err(|error| End::Bad(format!("{}: {error}", self.path.display())))
    }
}

/// A value of a CSV file; a warband's title may hold anything.
fn cell(text: &str) -> String {
    match text.contains(['"', ',', '\n', '\r']) {
        true => format!("\"{}\"", text.replace('"', "\"\"")),
        false => text.to_owned(),
    }
}

fn named(path: &Path, error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("{}: {error}", path.display()))
}

fn print(report: &Report, screen: &mut Screen) -> Result<(), End> {
    screen.line(format!("{}, {} drawn", count(report.battles as usize, "battle"), report.draws))?;
    for (at, side) in report.sides.iter().enumerate() {
        let letter = letter(at).to_ascii_uppercase();
        screen.line(format!("  {letter} {:20} {}", side.mind, tally(&side.tally)))?;
    }
    let first = report.places.first().copied().unwrap_or(0);
    screen.line(format!("first seat wins {}", percent(lab::wilson(first, report.battles))))?;
    screen.line(format!(
        "{:.1} rounds on average, {} at most; {:.0} decisions",
        report.mean_rounds(),
        report.longest,
        report.mean_decisions()
    ))?;
    if report.warbands.len() > 1 {
        screen.line("warbands")?;
        for (name, sum) in &report.warbands {
            screen.line(format!("  {name:22} {}", tally(sum)))?;
        }
    }
    screen.line(format!("checksum of outcomes {}", report.checksum()))
}

fn tally(tally: &Tally) -> String {
    format!("wins {}  VP {:.1}  survivors {:.1}", percent(tally.rate()), tally.mean_score(), tally.mean_survivors())
}

fn percent(interval: Interval) -> String {
    format!("{:5.1} % ({:.1} to {:.1})", interval.share * 100.0, interval.low * 100.0, interval.high * 100.0)
}

fn as_json(args: &Args, content: &str, report: &Report, seconds: f64) -> Value {
    let sum = |tally: &Tally| {
        let rate = tally.rate();
        json!({
            "battles": tally.battles, "wins": tally.wins, "rate": rate.share, "low": rate.low, "high": rate.high,
            "mean_vp": tally.mean_score(), "mean_survivors": tally.mean_survivors(),
        })
    };
    let side = |at: usize| {
        let mut value = sum(&report.sides[at].tally);
        value["mind"] = json!(report.sides[at].mind);
        value
    };
    let warbands: serde_json::Map<String, Value> =
        report.warbands.iter().map(|(name, tally)| (name.to_string(), sum(tally))).collect();
    let mut all = json!({
        "system": args.system, "content": content, "scenario": args.scenario, "seed": args.seed, "first": args.first,
        "battles": report.battles, "draws": report.draws, "wins_by_seat": report.places,
        "mean_rounds": report.mean_rounds(), "longest": report.longest, "mean_decisions": report.mean_decisions(),
        "warbands": warbands, "checksum": report.checksum(), "seconds": seconds,
    });
    for at in 0..report.sides.len() {
        all[letter(at).to_string()] = side(at);
    }
    all
}

/// `a`, `b`, `c`: the contenders and the places at the table.
fn letter(at: usize) -> char {
    Seat(at as u8).letter()
}
