//! A campaign of three battles: fought, reported, settled, written to files, read again, fought again.

use coreheim::campaign::{self, Aftermath};
use coreheim::{Coreheim, cards, muster};
use kernel::{Answer, Ask, Fall, Flow, Log, Oracle, Question, Rng, Roll, Setup, System, Table};
use std::sync::Arc;

/// Answers anything at random, and is done with trading before long.
struct Chance(Rng);

impl Oracle for Chance {
    fn choose(&mut self, ask: &Ask, question: &dyn Question) -> Flow<Answer> {
        if matches!(ask.prompt(), "trade" | "recruit") && self.0.below(8) == 0 {
            return Ok(Answer::Option(0));
        }
        Ok(question.sample(&mut self.0))
    }

    fn roll(&mut self, roll: &Roll) -> Flow<Fall> {
        Ok(self.0.throw(roll.throw))
    }
}

fn play<S: System>(pack: &Arc<S::Pack>, setup: &Setup, chance: &mut Chance) -> S::State {
    let mut state = S::begin(pack, setup).unwrap_or_else(|problems| panic!("{problems:?}"));
    let (mut log, mut scratch) = (Log::off(), S::Scratch::default());
    for _ in 0..50_000 {
        if S::outcome(&state).is_some() {
            return state;
        }
        let mut table = Table::<S> { state: &mut state, oracle: chance, log: &mut log, scratch: &mut scratch };
        S::step(&mut table).expect("an oracle that always answers");
        S::invariants(&state).unwrap_or_else(|why| panic!("{why}"));
    }
    panic!("no end in sight");
}

#[test]
fn three_battles() {
    let pack = cards::core();
    let mut chance = Chance(Rng::new(21));
    for (one, other) in [(0, 1), (2, 3), (4, 5)] {
        let mut bands = vec![pack.warbands[one].warband.clone(), pack.warbands[other].warband.clone()];
        for (fought, scenario) in ["street-fight", "shard-hunt", "over-the-bridge"].into_iter().enumerate() {
            let sides = bands.iter().map(|band| muster::line(&pack, band)).collect();
            let options = vec![("campaign".to_owned(), "on".to_owned())];
            let setup = Setup { scenario: scenario.into(), sides, options, ..Setup::default() };
            let battle = play::<Coreheim>(&pack, &setup, &mut chance);
            let winner = Coreheim::outcome(&battle).and_then(|outcome| outcome.winner);
            let reports = campaign::report::of(&battle);
            let out = battle.warriors.iter().filter(|one| one.place == coreheim::state::Place::Out).count();
            assert_eq!(reports.iter().map(|report| report.out.len()).sum::<usize>(), out);
            let setup = campaign::report::setup(&pack, scenario, &bands, winner, &reports);
            let after = play::<Aftermath>(&pack, &setup, &mut chance);
            // What is kept is the file, and nothing but the file.
            bands = campaign::continued(&bands, &after);
            for band in &mut bands {
                assert_eq!(usize::from(band.battles), fought + 1);
                assert_eq!(band.history.len(), fought + 1, "{:?}", band.history);
                let file = muster::write(&pack, band);
                *band =
                    muster::read(&pack, "band.toml", &file).unwrap_or_else(|problems| panic!("{problems:?}\n{file}"));
            }
            if bands.iter().any(|band| !muster::check(&pack, band).is_empty()) {
                // Too few are left, or nobody to lead them: the campaign of this band is over.
                break;
            }
        }
    }
}
