//! The suite that every system must pass, over all ready-made armies and scenarios.
//!
//! `FRAY_BATTLES=1000 cargo test -p sword-and-claw --release --test it conformance` plays the big number.

use kernel::{Rng, Setup};
use sword_and_claw::cards::FactionId;
use sword_and_claw::{SwordAndClaw, cards, muster};

/// Every faction against every other in each scenario, with armies drawn at random and of full size, and two players on
/// one side or on both.
fn setups() -> Vec<Setup> {
    let pack = cards::core();
    let mut rng = Rng::new(7);
    let mut all = Vec::new();
    let factions = pack.factions.len() as u8;
    for scenario in &pack.scenarios {
        let setup = |points: u16, sides: [String; 2]| Setup {
            scenario: scenario.id.text().into(),
            options: vec![("points".into(), points.to_string()), ("turns".into(), "8".into())],
            sides: sides.into(),
            ..Setup::default()
        };
        // Some thirty figures a side: full size, with more crew about than an engine needs.
        for faction in 0..factions {
            let mut army = |faction| muster::random(&pack, None, 1000, Some(FactionId(faction)), &mut rng);
            let (one, two) = (army(faction), army((faction + 1) % factions));
            all.push(setup(1000, [muster::line(&pack, &one), muster::line(&pack, &two)]));
        }
        for a in 0..factions {
            for b in a..factions {
                let army =
                    |faction, points, rng: &mut Rng| muster::random(&pack, None, points, Some(FactionId(faction)), rng);
                let (one, two) = (army(a, 250, &mut rng), army(b, 250, &mut rng));
                all.push(setup(250, [muster::line(&pack, &one), muster::line(&pack, &two)]));
                if a != b {
                    let pair = [army(a, 120, &mut rng), army(b, 120, &mut rng)];
                    let other = match (a + b) % 3 {
                        0 => vec![army(b, 240, &mut rng)],
                        _ => vec![army(b, 120, &mut rng), army(a, 120, &mut rng)],
                    };
                    let mut sides = [muster::side_line(&pack, &pair), muster::side_line(&pack, &other)];
                    sides.rotate_left(usize::from(a % 2));
                    all.push(setup(240, sides));
                }
            }
        }
    }
    all
}

pack::conformance!(SwordAndClaw, setups(), battles: 40, one_in: 20);
