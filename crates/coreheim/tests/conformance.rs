//! Whole battles at random: every warband against every other, on every scenario.

use coreheim::{Coreheim, cards, muster};
use kernel::conformance::{Depth, check};
use kernel::{Setup, Whim};

fn setups() -> Vec<Setup> {
    let pack = cards::core();
    let mut setups = Vec::new();
    let mut whim = Whim::new(11);
    for scenario in &pack.scenarios {
        for (at, one) in pack.warbands.iter().enumerate() {
            let other = &pack.warbands[(at + 1 + whim.below(5)) % 6];
            let mut sides = vec![muster::line(&pack, &one.warband), muster::line(&pack, &other.warband)];
            if scenario.players.1 > 2 && at % 3 == 2 {
                let third = muster::random(&pack, 300, None, &mut whim);
                sides.push(muster::line(&pack, &third));
            }
            setups.push(Setup { scenario: scenario.id.to_string(), sides, ..Setup::default() });
        }
    }
    setups
}

#[test]
fn quick_battles() {
    let depth = Depth { quick: 96, thorough: 0, most_decisions: 20_000 };
    let tally = check::<Coreheim>(&cards::core(), &setups(), depth, 1).unwrap_or_else(|why| panic!("{why}"));
    println!("{tally:?}");
    assert_eq!(tally.battles, 96);
}

#[test]
fn thorough_battles() {
    let depth = Depth { quick: 0, thorough: 2, most_decisions: 20_000 };
    let tally = check::<Coreheim>(&cards::core(), &setups(), depth, 5).unwrap_or_else(|why| panic!("{why}"));
    assert!(tally.refused > 1000, "{tally:?}");
}
