//! The suite that every system must pass, over all ready-made warbands and scenarios.
//!
//! `FRAY_BATTLES=2000 cargo test -p sellsword --release --test it conformance` plays the big number.

use kernel::Setup;
use kernel::conformance::{Depth, check};
use sellsword::{Sellsword, cards, muster};

fn setups() -> Vec<Setup> {
    let pack = cards::core();
    let mut all = Vec::new();
    for scenario in &pack.scenarios {
        let bands: Vec<_> = pack.warbands.iter().filter(|band| band.scenario == scenario.id).collect();
        for (at, a) in bands.iter().enumerate() {
            for b in &bands[at..] {
                all.push(Setup {
                    scenario: scenario.id.text().into(),
                    sides: vec![muster::line(a), muster::line(b)],
                    ..Setup::default()
                });
            }
        }
        if let [a, b, ..] = bands[..] {
            for players in [3, 4] {
                let sides = [a, b, a, b].into_iter().take(players).map(muster::line).collect();
                all.push(Setup {
                    scenario: scenario.id.text().into(),
                    sides,
                    options: vec![("glancing-blow".into(), "on".into())],
                    ..Setup::default()
                });
            }
        }
    }
    all
}

#[test]
fn random_battles_conform() {
    let battles: u64 = std::env::var("FRAY_BATTLES").ok().and_then(|n| n.parse().ok()).unwrap_or(60);
    let depth = Depth { quick: battles, thorough: battles / 10, most_decisions: 60_000 };
    let tally = check::<Sellsword>(&cards::core(), &setups(), depth, 1).unwrap_or_else(|why| panic!("{why}"));
    println!("{tally:?}");
    assert_eq!(tally.battles, battles + battles / 10);
    assert!(tally.refused > 100, "the suite tried to cheat only {} times", tally.refused);
}
