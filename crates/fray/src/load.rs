//! `fray load`: plays many battles at once over real sockets, and says how a server bears it.

mod figures;
mod secrets;
mod table;
mod web;

use crate::screen::{End, Screen, count};
use figures::{Figures, Process};
use indicatif::{ProgressBar, ProgressStyle};
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use table::{Battle, Kept};
use tokio::sync::Semaphore;
use web::Offer;

/// So many at once open or look again.
const AT_ONCE: usize = 16;

/// Play many battles at once over real sockets, and say how the server bears it
#[derive(clap::Args)]
#[command(after_help = "\
Battles of all games are begun, each with one screen for both sides, or with --apart a socket for each side. What was
acknowledged is kept, and at the end every bit of it is looked for on the server. It stops by itself. Give the server
room for the crowd: `fray serve --sockets 5000 --begins 500`.

With several addresses, of servers on one PostgreSQL, the sides of a battle sit at different servers.

Example:
  fray load --battles 100 --rate 1 --minutes 1 http://127.0.0.1:7878
  fray load --battles 50 --rate 0 --minutes 0.5 --apart http://127.0.0.1:7878 http://127.0.0.1:7879")]
pub(crate) struct Args {
    /// Addresses of the server or servers
    #[arg(required = true, value_name = "URL")]
    urls: Vec<String>,
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..=5000))]
    battles: u32,
    /// Answers a second in each battle; 0 for as many as it takes
    #[arg(long, default_value_t = 1.0)]
    rate: f64,
    #[arg(long, default_value_t = 1.0)]
    minutes: f64,
    /// A socket for each side
    #[arg(long)]
    apart: bool,
    /// Only battles of this game
    #[arg(long)]
    system: Option<String>,
    /// What is answered follows from this number
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The process of the server, on this machine: its memory and time are told
    #[arg(long)]
    pid: Option<u32>,
    /// Let the address be of another machine than this one; ask whoever runs it first
    #[arg(long)]
    elsewhere: bool,
    /// At the end, play every record again, and make one more choice in every battle; with --apart also look whether a side
    /// is told of figures that only the other sees
    #[arg(long)]
    thorough: bool,
    #[arg(long)]
    json: bool,
}

/// What all battles of a load have in common.
#[derive(Debug)]
pub(super) struct Load {
    servers: Vec<SocketAddr>,
    offers: Vec<Offer>,
    apart: bool,
    thorough: bool,
    pause: Duration,
    /// Answers count from here on.
    begun: AtomicBool,
    ended: AtomicBool,
    figures: Figures,
}

pub(crate) fn run(args: &Args, screen: &mut Screen) -> Result<(), End> {
    if !(0.0..=1000.0).contains(&args.rate) || !(0.01..=120.0).contains(&args.minutes) {
        return Err(End::Bad("--rate may be 0 to 1000 and --minutes 0.01 to 120".into()));
    }
    let runtime = tokio::runtime::Runtime::new().map_err(|error| End::Bad(format!("cannot start: {error}")))?;
    let done = runtime.block_on(play(args, screen));
    runtime.shutdown_background();
    done
}

async fn play(args: &Args, screen: &mut Screen) -> Result<(), End> {
    let mut servers = Vec::new();
    for url in &args.urls {
        servers.push(web::address(url, args.elsewhere).await?);
    }
    let offers = web::offers(servers[0], args.system.as_deref()).await?;
    let pause = if args.rate > 0.0 { Duration::from_secs_f64(1.0 / args.rate) } else { Duration::ZERO };
    let load = Arc::new(Load {
        servers,
        offers,
        apart: args.apart,
        thorough: args.thorough,
        pause,
        begun: AtomicBool::new(false),
        ended: AtomicBool::new(false),
        figures: Figures::default(),
    });
    let battles = open(&load, args).await?;
    if !args.json {
        screen.line(format_args!("{} battles are under way", args.battles))?;
        screen.flush()?;
    }
    let before = args.pid.and_then(Process::look);
    let own = Process::look(std::process::id());
    let (players, took) = measure(&load, battles, args).await;
    let after = args.pid.and_then(Process::look);
    let own = Process::used(own, Process::look(std::process::id()));
    let kept = gather(players).await?;
    let mut lost = look_again(&load, kept).await;
    lost.extend(load.figures.told());
    let sum = load.figures.sum(took, lost, args.battles, Process::used(before, after), own);
    match args.json {
        true => screen.json(&sum.json())?,
        false => sum.lines().into_iter().try_for_each(|line| screen.line(line))?,
    }
    if sum.is_whole() { Ok(()) } else { Err(End::No) }
}

/// A bar on a terminal, and nothing elsewhere.
fn bar(length: u64, doing: &'static str) -> ProgressBar {
    let style = ProgressStyle::with_template("{msg} {wide_bar} {pos}/{len}").unwrap_or(ProgressStyle::default_bar());
    ProgressBar::new(length).with_style(style).with_message(doing)
}

/// Begins all battles and sits down at them.
async fn open(load: &Arc<Load>, args: &Args) -> Result<Vec<Battle>, End> {
    let (bar, desks) = (bar(args.battles.into(), "battles begun"), Arc::new(Semaphore::new(AT_ONCE)));
    let open = |number: u32| {
        let (load, desks, bar, seed) = (Arc::clone(load), Arc::clone(&desks), bar.clone(), args.seed);
        tokio::spawn(async move {
            let _desk = desks.acquire().await;
            let battle = Battle::begin(&load, u64::from(number), seed).await;
            bar.inc(1);
            battle
        })
    };
    let opening: Vec<_> = (0..args.battles).map(open).collect();
    let mut battles = Vec::new();
    for one in opening {
        let one = one.await.map_err(|error| End::Bad(error.to_string()))?;
        battles.push(one.map_err(|why| End::Bad(format!("a battle cannot be begun: {why}")))?);
    }
    bar.finish_and_clear();
    Ok(battles)
}

type Player = tokio::task::JoinHandle<Vec<Kept>>;

async fn measure(load: &Arc<Load>, battles: Vec<Battle>, args: &Args) -> (Vec<Player>, Duration) {
    load.begun.store(true, Ordering::SeqCst);
    let begun = Instant::now();
    let length = Duration::from_secs_f64(args.minutes * 60.0);
    let players = battles.into_iter().map(|battle| tokio::spawn(battle.play(Arc::clone(load)))).collect();
    let bar = bar(length.as_secs().max(1), "seconds");
    while begun.elapsed() < length {
        tokio::time::sleep(Duration::from_millis(250).min(length.saturating_sub(begun.elapsed()))).await;
        bar.set_position(begun.elapsed().as_secs());
    }
    load.ended.store(true, Ordering::SeqCst);
    bar.finish_and_clear();
    (players, begun.elapsed())
}

/// Waits until the last answers have come back.
async fn gather(players: Vec<Player>) -> Result<Vec<Kept>, End> {
    let mut all = Vec::new();
    for player in players {
        all.extend(player.await.map_err(|error| End::Bad(error.to_string()))?);
    }
    Ok(all)
}

/// Looks for everything that was acknowledged. How much is gone, in words.
async fn look_again(load: &Arc<Load>, kept: Vec<Kept>) -> Vec<String> {
    let (bar, desks) = (bar(kept.len() as u64, "battles looked at"), Arc::new(Semaphore::new(AT_ONCE)));
    let look = |kept: Kept| {
        let (load, desks, bar) = (Arc::clone(load), Arc::clone(&desks), bar.clone());
        tokio::spawn(async move {
            let _desk = desks.acquire().await;
            let found = kept.look_again(&load).await;
            bar.inc(1);
            found
        })
    };
    let looking: Vec<_> = kept.into_iter().map(look).collect();
    let mut lost = Vec::new();
    for one in looking {
        match one.await {
            Ok(Ok(())) => {}
            Ok(Err(why)) => lost.push(why),
            Err(why) => lost.push(why.to_string()),
        }
    }
    bar.finish_and_clear();
    lost
}

impl Load {
    fn is_over(&self) -> bool {
        self.ended.load(Ordering::Relaxed)
    }

    fn counts(&self) -> bool {
        self.begun.load(Ordering::Relaxed) && !self.is_over()
    }
}

/// `12 answers, 3 refused`.
fn so_many(number: u64, word: &str) -> String {
    count(usize::try_from(number).unwrap_or(usize::MAX), word)
}
