//! How fast battles of the ready-made warbands run with random minds: `cargo run --release -p coreheim --example coreheim_pace`.
//! With a number, how many of so many battles a veteran wins against a random mind, sides swapped.

use coreheim::{Coreheim, cards, muster};
use kernel::{Setup, System};

use lab::sim;

fn main() {
    let pack = cards::core();
    if let Some(battles) = std::env::args().nth(1).and_then(|word| word.parse().ok()) {
        veteran(battles);
        return;
    }
    let mut openings = Vec::new();
    for (at, one) in pack.warbands.iter().enumerate() {
        let other = &pack.warbands[(at + 1) % pack.warbands.len()];
        let sides = vec![muster::line(&pack, &one.warband), muster::line(&pack, &other.warband)];
        let setup = Setup { scenario: "street-fight".into(), sides, ..Setup::default() };
        match Coreheim::begin(&pack, &setup) {
            Ok(state) => openings.push(state),
            Err(problems) => println!("{problems:?}"),
        }
    }
    match lab::bench::run::<Coreheim>(&openings, 2.0) {
        Ok(report) => {
            for (name, pace) in [("events off", report.quiet), ("events on", report.aloud)] {
                let each = pace.decisions as f64 / pace.battles.max(1) as f64;
                println!("{name}: {:.0} decisions/s, {each:.0} decisions a battle", pace.decisions_per_second());
            }
            println!("clone {:.0} ns, checksum {}", report.clone_nanos, report.checksum);
        }
        Err(broken) => println!("{broken}"),
    }
}

/// `fray sim` without the other systems: all ready-made warbands meet in rotation. Tells the battles that were not won.
fn veteran(battles: u64) {
    let word = |at: usize| std::env::args().nth(at);
    let pack = cards::core();
    let bands: Vec<sim::Warband> = pack
        .warbands
        .iter()
        .map(|ready| sim::Warband { name: ready.id.text().into(), line: muster::line(&pack, &ready.warband) })
        .collect();
    let pairs = bands.iter().flat_map(|a| bands.iter().map(move |b| [a.clone(), b.clone()]));
    let plan = sim::Plan::<Coreheim> {
        pack: cards::core(),
        pairings: pairs.filter(|[a, b]| a != b).collect(),
        scenario: word(3).unwrap_or_else(|| "street-fight".into()),
        options: Vec::new(),
        minds: ["veteran".into(), "random".into()],
        swap: true,
        first: 0,
        battles,
        seed: word(2).and_then(|word| word.parse().ok()).unwrap_or(1),
        threads: 2,
        engine: String::new(),
    };
    let mut row = |row: &sim::Row| {
        if row.winner != Some(0) {
            let [a, b] = &row.warbands;
            let how = if row.winner.is_none() { "drawn" } else { "lost" };
            println!(
                "{}: {a} against {b} {how}, {}, round {}, left {:?}",
                row.battle, row.reason, row.rounds, row.survivors
            );
        }
        Ok(())
    };
    match sim::run(&plan, &mut sim::Outlet { row: &mut row, record: None }) {
        Ok(report) => println!("{report:?}"),
        Err(trouble) => println!("{trouble}"),
    }
}
