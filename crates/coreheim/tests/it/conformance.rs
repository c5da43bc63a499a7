//! Whole battles at random: every warband against every other, on every scenario.
//!
//! `FRAY_BATTLES=1000 cargo test -p coreheim --release --test it conformance` plays the big number.

use coreheim::{Coreheim, cards, muster};
use kernel::{Rng, Setup};

fn setups() -> Vec<Setup> {
    let pack = cards::core();
    let mut setups = Vec::new();
    let mut rng = Rng::new(11);
    for scenario in &pack.scenarios {
        for (at, one) in pack.warbands.iter().enumerate() {
            for (number, other) in pack.warbands.iter().enumerate().filter(|(number, _)| *number != at) {
                let mut sides = vec![muster::line(&pack, &one.warband), muster::line(&pack, &other.warband)];
                // Every fourth table has three players, every eighth four.
                let more = if (at + number) % 4 == 3 { 1 + (at + number) % 8 / 4 } else { 0 };
                for _ in 0..more.min(usize::from(scenario.players.1) - 2) {
                    let another = muster::random(&pack, 300, None, &mut rng);
                    sides.push(muster::line(&pack, &another));
                }
                setups.push(Setup { scenario: scenario.id.to_string(), sides, ..Setup::default() });
            }
        }
    }
    // A short run should see something of everything, so that neighbours in the list do not follow one another.
    let count = setups.len();
    (0..count).map(|at| setups[at * 37 % count].clone()).collect()
}

pack::conformance!(Coreheim, setups(), one_in: 30, most_decisions: 20_000, refused: 1000);
