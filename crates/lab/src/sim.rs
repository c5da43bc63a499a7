//! Many battles between two contenders, in parallel, with results that do not depend on the number of threads.

mod report;

pub use report::{Report, Side, Tally};

use crate::arena::Arena;
use kernel::record::outcome_line;
use kernel::scene::Site;
use kernel::{Log, Pack, Problem, Record, Seed, Setup, System};
use std::collections::BTreeMap;
use std::fmt;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, mpsc};

/// What is simulated.
#[derive(Debug)]
pub struct Plan<S: System> {
    pub pack: Arc<S::Pack>,
    pub scenario: String,
    /// Match options by name.
    pub options: Vec<(String, String)>,
    /// Warbands of contender A and B, taken in turn; not empty.
    pub pairings: Vec<[Warband; 2]>,
    /// The minds of A and B.
    pub minds: [String; 2],
    /// Every pairing is played twice, the second time with B at the first seat.
    pub swap: bool,
    /// The number of the first battle; with `battles` at 1 a single battle of a longer series can be had again.
    pub first: u64,
    pub battles: u64,
    pub seed: u64,
    /// 0 takes as many threads as there are cores.
    pub threads: usize,
    pub engine: String,
}

impl<S: System> Plan<S> {
    /// A veteran against chance, every pairing once: what a game's own tests play.
    pub fn each_once(pack: Arc<S::Pack>, scenario: &str, pairings: Vec<[Warband; 2]>) -> Plan<S> {
        Plan {
            pack,
            scenario: scenario.into(),
            options: Vec::new(),
            battles: pairings.len() as u64,
            pairings,
            minds: ["veteran".into(), "random".into()],
            swap: false,
            first: 0,
            seed: 1,
            threads: 2,
            engine: "test".into(),
        }
    }
}

/// A warband by its name and in the system's notation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Warband {
    pub name: Arc<str>,
    pub line: String,
}

/// What came of one battle, by contender: A first, wherever it sat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    pub battle: u64,
    pub pairing: usize,
    pub warbands: [Arc<str>; 2],
    pub swapped: bool,
    /// 0 is A, 1 is B, `None` a draw.
    pub winner: Option<usize>,
    pub scores: [i32; 2],
    pub survivors: [u32; 2],
    pub rounds: u32,
    pub decisions: u64,
    pub reason: &'static str,
}

/// Why a simulation did not run to its end.
#[derive(Debug)]
pub enum SimError {
    Setup(Vec<Problem>),
    Mind(minds::Unknown),
    /// A battle did not end or the engine broke in it.
    Battle {
        number: u64,
        seed: u64,
        text: String,
    },
    Output(io::Error),
    Threads(String),
}

impl fmt::Display for SimError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SimError::Setup(problems) => {
                let lines: Vec<String> = problems.iter().map(Problem::to_string).collect();
                f.write_str(&lines.join("\n"))
            }
            SimError::Mind(unknown) => write!(f, "{unknown}"),
            SimError::Battle { number, seed, text } => {
                write!(
                    f,
                    "battle {number} of seed {seed}: {text}\nPlay it again with --seed {seed} --first {number} --battles 1"
                )
            }
            SimError::Output(error) => write!(f, "{error}"),
            SimError::Threads(text) => write!(f, "cannot start the threads: {text}"),
        }
    }
}

/// Where results go while the simulation runs.
pub struct Outlet<'a> {
    /// Called with every result, in the order of the battles.
    pub row: &'a mut dyn FnMut(&Row) -> io::Result<()>,
    /// Called with every record, in any order and from any thread.
    pub record: Option<&'a RecordKeeper<'a>>,
}

pub type RecordKeeper<'a> = dyn Fn(u64, &Record) -> io::Result<()> + Sync + 'a;

impl fmt::Debug for Outlet<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Outlet").field("records", &self.record.is_some()).finish_non_exhaustive()
    }
}

/// Results that may wait to be handed on: what a simulation keeps in memory when a file is slower than the battles.
const WAITING: usize = 1024;

/// Runs the battles of a plan.
///
/// # Errors
/// An illegal setup, an unknown mind, an outlet that fails, or a battle that does not end, named by its number.
pub fn run<S: System>(plan: &Plan<S>, outlet: &mut Outlet<'_>) -> Result<Report, SimError> {
    let hall = Hall::open(plan, outlet.record)?;
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(plan.threads)
        .build()
        .map_err(|error| SimError::Threads(error.to_string()))?;
    let mut report = Report::new(plan);
    let end = plan.first.saturating_add(plan.battles);
    // Battles are given out one by one, so that results come in nearly in order and whoever watches sees them come.
    let next = AtomicU64::new(plan.first);
    let (send, results) = mpsc::sync_channel(WAITING);
    let worker = |send: mpsc::SyncSender<(u64, Result<Row, SimError>)>| {
        let mut arena = Arena::new(Log::off());
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= end || send.send((number, hall.battle(&mut arena, number))).is_err() {
                return;
            }
        }
    };
    pool.in_place_scope(|scope| {
        for _ in 0..pool.current_num_threads() {
            let send = send.clone();
            scope.spawn(|_| worker(send));
        }
        drop(send);
        let mut early = BTreeMap::new();
        let mut due = plan.first;
        // Leaving this block drops the results, and the workers stop at the next one that they would send.
        for (number, row) in results {
            early.insert(number, row);
            while let Some(row) = early.remove(&due) {
                let row = row?;
                report.add(&row);
                (outlet.row)(&row).map_err(SimError::Output)?;
                due += 1;
            }
        }
        Ok(report)
    })
}

/// Everything the battles share.
struct Hall<'a, S: System> {
    plan: &'a Plan<S>,
    /// For each pairing the setup and the state it opens with, straight and swapped.
    openings: Vec<[(Setup, S::State); 2]>,
    keep_facts: bool,
    record: Option<&'a RecordKeeper<'a>>,
}

impl<'a, S: System> Hall<'a, S> {
    fn open(plan: &'a Plan<S>, record: Option<&'a RecordKeeper<'a>>) -> Result<Hall<'a, S>, SimError> {
        let mut keep_facts = false;
        for mind in &plan.minds {
            keep_facts |= minds::kind(mind).map_err(SimError::Mind)?.needs_facts;
        }
        let open = |sides: [&Warband; 2]| {
            let setup = Setup {
                scenario: plan.scenario.clone(),
                options: plan.options.clone(),
                sides: sides.iter().map(|warband| warband.line.clone()).collect(),
                ..Setup::default()
            };
            let state = S::begin(&plan.pack, &setup).map_err(SimError::Setup)?;
            Ok((setup, state))
        };
        let openings =
            plan.pairings.iter().map(|[a, b]| Ok([open([a, b])?, open([b, a])?])).collect::<Result<_, SimError>>()?;
        Ok(Hall { plan, openings, keep_facts, record })
    }

    fn battle(&self, arena: &mut Arena<S>, number: u64) -> Result<Row, SimError> {
        let plan = self.plan;
        let trouble = |text: String| SimError::Battle { number, seed: plan.seed, text };
        // A broken invariant in one battle must name that battle, not end the program.
        let played = catch_unwind(AssertUnwindSafe(|| self.play(arena, number)));
        played.unwrap_or_else(|cause| {
            *arena = Arena::new(Log::off());
            let text = cause
                .downcast_ref::<String>()
                .cloned()
                .or_else(|| cause.downcast_ref::<&str>().map(|text| (*text).to_owned()));
            Err(trouble(format!("the engine broke: {}", text.unwrap_or_default())))
        })
    }

    fn play(&self, arena: &mut Arena<S>, number: u64) -> Result<Row, SimError> {
        let plan = self.plan;
        let lot = Lot::draw(plan.seed, number);
        // With sides swapped, two battles in a row are one pairing.
        let (turn, swapped) = if plan.swap { (number / 2, number % 2 == 1) } else { (number, false) };
        let pairing = (turn % self.openings.len() as u64) as usize;
        let (setup, opening) = &self.openings[pairing][usize::from(swapped)];
        let seat_of = |contender: usize| if swapped { 1 - contender } else { contender };
        let mut minds = Vec::with_capacity(2);
        for seat in 0..2 {
            // Swapping is its own inverse, so the contender of a seat is found as the seat of a contender is.
            let contender = seat_of(seat);
            minds.push(minds::named::<S>(&plan.minds[contender], lot.minds[contender]).map_err(SimError::Mind)?);
        }
        let mut record = self.record.map(|_| Record {
            system: S::NAME.into(),
            engine: plan.engine.clone(),
            pack: plan.pack.hash().into(),
            commitment: Some(lot.dice.commitment()),
            setup: setup.clone(),
            ..Record::default()
        });
        let fought = arena.fight(opening, &mut minds, lot.dice, self.keep_facts, record.as_mut());
        // A battle without an end is kept as well: its record shows what went wrong.
        if let (Some(keep), Some(mut record)) = (self.record, record) {
            record.seed = Some(lot.dice);
            record.outcome = fought.as_ref().ok().map(|fought| outcome_line(&fought.outcome));
            keep(number, &record).map_err(SimError::Output)?;
        }
        let fought = fought.map_err(|stuck| SimError::Battle { number, seed: plan.seed, text: stuck.to_string() })?;
        let survivors = survivors::<S>(&fought.last);
        let score = |contender| fought.outcome.scores.get(seat_of(contender)).copied().unwrap_or(0);
        Ok(Row {
            battle: number,
            pairing,
            warbands: plan.pairings[pairing].each_ref().map(|warband| Arc::clone(&warband.name)),
            swapped,
            winner: fought.outcome.winner.map(|seat| seat_of(seat.index())),
            scores: [score(0), score(1)],
            survivors: [survivors[seat_of(0)], survivors[seat_of(1)]],
            rounds: fought.outcome.rounds,
            decisions: fought.decisions,
            reason: fought.outcome.reason,
        })
    }
}

/// Figures still on the table, by seat.
fn survivors<S: System>(state: &S::State) -> [u32; 2] {
    let mut count = [0; 2];
    for figure in S::scene(state, None).figures {
        if !matches!(figure.site, Site::Away(_))
            && let Some(count) = count.get_mut(figure.seat.index())
        {
            *count += 1;
        }
    }
    count
}

/// The luck of one battle: it depends on the seed and the number of the battle and on nothing else.
pub(crate) struct Lot {
    pub(crate) dice: Seed,
    pub(crate) minds: [u64; 2],
}

impl Lot {
    pub(crate) fn draw(seed: u64, battle: u64) -> Lot {
        let mut hasher = blake3::Hasher::new();
        hasher.update(b"fray lot").update(&seed.to_le_bytes()).update(&battle.to_le_bytes());
        let mut bytes = [0; 48];
        hasher.finalize_xof().fill(&mut bytes);
        let mut dice = [0; 32];
        dice.copy_from_slice(&bytes[..32]);
        let mind = |at: usize| bytes[at..at + 8].iter().fold(0, |number, byte| number << 8 | u64::from(*byte));
        Lot { dice: Seed(dice), minds: [mind(32), mind(40)] }
    }
}
