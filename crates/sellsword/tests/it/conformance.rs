//! The suite that every system must pass, over all ready-made warbands and scenarios.
//!
//! `FRAY_BATTLES=2000 cargo test -p sellsword --release --test it conformance` plays the big number.

use kernel::Setup;
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

pack::conformance!(Sellsword, setups());
