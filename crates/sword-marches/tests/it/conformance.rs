//! The suite that every system must pass, over reports of ready-made and random warbands.
//!
//! `FRAY_BATTLES=2000 cargo test -p sword-marches --test it conformance` works through the big number.

use kernel::{Rng, Setup};
use sword_marches::campaign::{Chronicle, Deed, Ending, Fate, Report};
use sword_marches::content::{Stage, core};
use sword_marches::muster::{self, Warband};

/// Something happened to everybody.
fn report(warband: &Warband, foe: &Warband, rng: &mut Rng) -> String {
    let deed = |rng: &mut Rng| Deed {
        fate: [Fate::Stood, Fate::Wounded, Fate::Fled, Fate::Left, Fate::Absent][rng.below(5)],
        out: [rng.below(2) as u8, rng.below(2) as u8, rng.below(3) as u8],
        objectives: rng.below(3) as u8,
    };
    let report = Report {
        ending: [Ending::Win, Ending::Draw, Ending::Loss][rng.below(3)],
        foe: foe.faction,
        silver: rng.below(40) as i16,
        deeds: warband.models.iter().map(|_| deed(rng)).collect(),
    };
    report.line()
}

fn setups(rng: &mut Rng) -> Vec<Setup> {
    let pack = core();
    let mut all = Vec::new();
    for stage in Stage::ALL {
        for round in 0..6 {
            let one = muster::random(&pack, stage, 9999, None, rng);
            let mut other = muster::random(&pack, stage, 9999, None, rng);
            // A long way behind them, and silver to spend.
            other.annals = Some(muster::Annals { treasury: 150, renown: 57, games: 9, ..Default::default() });
            other.models.iter_mut().for_each(|model| model.exp = 30);
            let mut setup = Setup {
                scenario: "report".to_owned(),
                sides: vec![muster::line(&one), muster::line(&other)],
                options: vec![
                    ("report-a".to_owned(), report(&one, &other, rng)),
                    ("report-b".to_owned(), report(&other, &one, rng)),
                ],
                ..Setup::default()
            };
            if round == 0 {
                setup.sides.pop();
                setup.options.pop();
            }
            all.push(setup);
        }
    }
    all
}

pack::conformance!(
    Chronicle,
    setups(&mut Rng::new(11)),
    battles: 54,
    one_in: 6,
    most_decisions: 5_000,
    refused: 20
);

#[test]
fn random_warbands_are_legal_and_the_same_from_the_same_seed() {
    let pack = core();
    for stage in Stage::ALL {
        let silver = i32::from(pack.stage(stage).starting_sp);
        let mut spent = 0;
        for seed in 0..200 {
            let warband = muster::random(&pack, stage, silver, None, &mut Rng::new(seed));
            let again = muster::random(&pack, stage, silver, None, &mut Rng::new(seed));
            assert_eq!(muster::line(&warband), muster::line(&again));
            let problems = muster::check(&pack, &warband);
            assert!(problems.is_empty(), "{stage:?} seed {seed}: {problems:?}\n{}", muster::line(&warband));
            spent += muster::cost(&pack, &warband);
            let read = muster::read(&pack, "random.toml", &muster::write(&warband)).expect("a file just written");
            assert_eq!(read.models, warband.models);
            let read = muster::parse_line(&pack, &muster::line(&warband)).expect("a line just written");
            assert_eq!(read, Warband { title: read.title.clone(), ..warband });
        }
        // Most of the silver is spent.
        assert!(spent > silver * 200 * 3 / 4, "{stage:?}: {} of {silver} on average", spent / 200);
    }
}
