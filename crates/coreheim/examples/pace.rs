//! How fast battles of the ready-made warbands run with random minds: `cargo run --release -p coreheim --example pace`.

use coreheim::{Coreheim, cards, muster};
use kernel::{Setup, System};

fn main() {
    let pack = cards::core();
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
