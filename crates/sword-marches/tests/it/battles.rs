//! The suite that every system must pass, over both Adventures, ready-made warbands and random ones of every Stage.
//!
//! `FRAY_BATTLES=1000 cargo test -p sword-marches --release --test it battles` plays the big number.

use kernel::conformance::battles;
use kernel::{Rng, Setup};
use sword_marches::SwordMarches;
use sword_marches::content::{Stage, core};
use sword_marches::muster;

/// The ready-made warbands of every Stage against one another, and so many pairs of random ones.
fn setups(random: u64) -> Vec<Setup> {
    let pack = core();
    let mut rng = Rng::new(7);
    let mut all = Vec::new();
    let scenarios = ["any", "grave-gold", "beacon"];
    let mut add = |a: String, b: String| {
        let at = all.len();
        let mut options = Vec::new();
        // The other readings of the book, alone and together.
        let mut option = |name: &str, value: &str, played: bool| {
            if played {
                options.push((name.to_owned(), value.to_owned()));
            }
        };
        option("edge-tokens", "flat", at % 5 == 4);
        option("immunity", "attack", at % 5 >= 3);
        option("tactical-dice", "check", at % 5 >= 2);
        all.push(Setup { scenario: scenarios[at % 3].into(), sides: vec![a, b], options, ..Setup::default() });
    };
    for stage in Stage::ALL {
        let bands: Vec<_> = pack.warbands.iter().filter(|band| band.stage == stage).collect();
        for (at, a) in bands.iter().enumerate() {
            for b in &bands[at..] {
                add(muster::line(a), muster::line(b));
            }
        }
        for _ in 0..random {
            let silver = i32::from(pack.stage(stage).starting_sp);
            let a = muster::random(&pack, stage, silver, None, &mut rng);
            let b = muster::random(&pack, stage, silver, None, &mut rng);
            add(muster::line(&a), muster::line(&b));
        }
    }
    all
}

pack::conformance!(SwordMarches, setups((battles(60) / 6).max(12)));
