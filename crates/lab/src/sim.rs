//! Many battles between two or more contenders, in parallel, with results that do not depend on the number of threads.

mod report;

pub use report::{Report, Side, Tally};

use crate::arena::Arena;
use kernel::oracle::Mind;
use kernel::record::outcome_line;
use kernel::scene::Site;
use kernel::{Log, MAX_SEATS, Pack, Problem, Record, Seats, Seed, Setup, System};
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
    /// What the contenders bring, A first: taken in turn; not empty, and of as many contenders each.
    pub pairings: Vec<Vec<Warband>>,
    /// The minds of A, of B and so on; several where players share a side, the last for whoever is left over.
    pub minds: Vec<Vec<String>>,
    /// Every pairing is played as often as it has contenders, so that each of them begins at every place.
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
            pairings: pairings.into_iter().map(Vec::from).collect(),
            minds: vec![vec!["veteran".into()], vec!["random".into()]],
            swap: false,
            first: 0,
            seed: 1,
            threads: 2,
            engine: "test".into(),
        }
    }
}

/// What a contender brings, by its name and in the system's notation: a warband, or those of players who share a side.
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
    pub warbands: Vec<Arc<str>>,
    /// At which place A began; the others follow it in their order, round the table.
    pub place: usize,
    /// 0 is A, 1 is B, `None` a draw.
    pub winner: Option<usize>,
    pub scores: Vec<i32>,
    pub survivors: Vec<u32>,
    pub rounds: u32,
    pub decisions: u64,
    pub reason: &'static str,
}

impl Row {
    /// At which place a contender began.
    pub fn place_of(&self, contender: usize) -> usize {
        (contender + self.place) % self.warbands.len()
    }
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
    /// For each pairing how it opens, with A at the first place, at the second and so on.
    openings: Vec<Vec<Opening<S>>>,
    keep_facts: bool,
    record: Option<&'a RecordKeeper<'a>>,
}

struct Opening<S: System> {
    setup: Setup,
    state: S::State,
    /// The seats at each place.
    places: Vec<Seats>,
}

impl<'a, S: System> Hall<'a, S> {
    fn open(plan: &'a Plan<S>, record: Option<&'a RecordKeeper<'a>>) -> Result<Hall<'a, S>, SimError> {
        let mut keep_facts = false;
        for mind in plan.minds.iter().flatten() {
            keep_facts |= minds::kind(mind).map_err(SimError::Mind)?.needs_facts;
        }
        let open = |pairing: &Vec<Warband>| {
            let turns = if plan.swap { pairing.len() } else { 1 };
            (0..turns).map(|place| opening(plan, pairing, place)).collect::<Result<Vec<_>, SimError>>()
        };
        let openings = plan.pairings.iter().map(open).collect::<Result<_, SimError>>()?;
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
        // Battles of one pairing, with A at one place after the other, follow each other.
        let turns = self.openings[0].len() as u64;
        let pairing = (number / turns % self.openings.len() as u64) as usize;
        let place = (number % turns) as usize;
        let (opening, warbands) = (&self.openings[pairing][place], &plan.pairings[pairing]);
        let mut minds = self.seated(opening, place, &lot)?;
        let mut record = self.record.map(|_| Record {
            system: S::NAME.into(),
            engine: plan.engine.clone(),
            pack: plan.pack.hash().into(),
            commitment: Some(lot.dice.commitment()),
            setup: opening.setup.clone(),
            ..Record::default()
        });
        let fought = arena.fight(&opening.state, &mut minds, lot.dice, self.keep_facts, record.as_mut());
        // A battle without an end is kept as well: its record shows what went wrong.
        if let (Some(keep), Some(mut record)) = (self.record, record) {
            record.seed = Some(lot.dice);
            let outcome = fought.as_ref().ok().map(|fought| &fought.outcome);
            record.outcome = outcome.map(|outcome| outcome_line(outcome, &opening.places));
            keep(number, &record).map_err(SimError::Output)?;
        }
        let fought = fought.map_err(|stuck| SimError::Battle { number, seed: plan.seed, text: stuck.to_string() })?;
        let contenders = warbands.len();
        let side = |contender: usize| opening.places[(contender + place) % contenders];
        let (scores, survivors) = (&fought.outcome.scores, survivors::<S>(&fought.last));
        let score = |side: Seats| side.iter().next().and_then(|seat| scores.get(seat.index())).copied().unwrap_or(0);
        let winner = fought.outcome.winner;
        Ok(Row {
            battle: number,
            pairing,
            warbands: warbands.iter().map(|warband| Arc::clone(&warband.name)).collect(),
            place,
            winner: winner.and_then(|seat| (0..contenders).find(|at| side(*at).contains(seat))),
            scores: (0..contenders).map(|at| score(side(at))).collect(),
            survivors: (0..contenders).map(|at| side(at).iter().map(|seat| survivors[seat.index()]).sum()).collect(),
            rounds: fought.outcome.rounds,
            decisions: fought.decisions,
            reason: fought.outcome.reason,
        })
    }

    /// A mind for every seat. Its luck is that of its contender, wherever that sits.
    fn seated(&self, opening: &Opening<S>, place: usize, lot: &Lot) -> Result<Vec<Box<dyn Mind<S>>>, SimError> {
        let contenders = opening.places.len();
        let mut seated = Vec::new();
        for contender in 0..contenders {
            for (player, seat) in opening.places[(contender + place) % contenders].iter().enumerate() {
                let own = self.plan.minds.get(contender).map_or(&[][..], Vec::as_slice);
                let mind = own.get(player).or(own.last()).map_or("random", String::as_str);
                let luck = lot.minds[seated.len() % lot.minds.len()];
                seated.push((seat, minds::named::<S>(mind, luck).map_err(SimError::Mind)?));
            }
        }
        seated.sort_by_key(|(seat, _)| *seat);
        Ok(seated.into_iter().map(|(_, mind)| mind).collect())
    }
}

/// How a pairing opens with A at a place.
fn opening<S: System>(plan: &Plan<S>, pairing: &[Warband], place: usize) -> Result<Opening<S>, SimError> {
    let mut sides: Vec<String> = pairing.iter().map(|warband| warband.line.clone()).collect();
    sides.rotate_right(place);
    let setup = Setup { scenario: plan.scenario.clone(), options: plan.options.clone(), sides, ..Setup::default() };
    let state = S::begin(&plan.pack, &setup).map_err(SimError::Setup)?;
    let places = S::sides(&state);
    Ok(Opening { setup, state, places })
}

/// Figures still on the table, by seat.
fn survivors<S: System>(state: &S::State) -> [u32; MAX_SEATS] {
    let mut count = [0; MAX_SEATS];
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
    pub(crate) minds: [u64; MAX_SEATS],
}

impl Lot {
    pub(crate) fn draw(seed: u64, battle: u64) -> Lot {
        let mut hasher = blake3::Hasher::new();
        hasher.update(b"fray lot").update(&seed.to_le_bytes()).update(&battle.to_le_bytes());
        let mut bytes = [0; 32 + 8 * MAX_SEATS];
        hasher.finalize_xof().fill(&mut bytes);
        let mut dice = [0; 32];
        dice.copy_from_slice(&bytes[..32]);
        let mind = |at: usize| bytes[at..at + 8].iter().fold(0, |number, byte| number << 8 | u64::from(*byte));
        Lot { dice: Seed(dice), minds: std::array::from_fn(|at| mind(32 + 8 * at)) }
    }
}
