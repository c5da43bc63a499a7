//! How fast battles of the ready-made Blooded warbands run with random minds, as `fray bench sword-marches` without the other
//! systems: `cargo run --release -p sword-marches --example marches_pace [SECONDS]`. With 0 seconds just the battles of the
//! checksum are fought, which is what a profiler wants.

use kernel::{Setup, System};
use sword_marches::content::{Stage, core};
use sword_marches::{SwordMarches, catalog};

fn main() {
    let pack = core();
    let all = catalog::warbands(&pack);
    let bands: Vec<_> = all.iter().filter(|ready| ready.stage == Stage::Blooded).collect();
    let mut openings = Vec::new();
    for (at, a) in bands.iter().enumerate() {
        for b in bands[at + 1..].iter().chain(&bands[..at]) {
            let sides = vec![a.line.clone(), b.line.clone()];
            match SwordMarches::begin(
                &pack,
                &Setup { scenario: "grave-gold-blooded".into(), sides, ..Setup::default() },
            ) {
                Ok(state) => openings.push(state),
                Err(problems) => println!("{problems:?}"),
            }
        }
    }
    let seconds = std::env::args().nth(1).and_then(|word| word.parse().ok()).unwrap_or(4.0);
    match lab::bench::run::<SwordMarches>(&openings, seconds) {
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
