//! Any moment of a battle as a case: it is played up to that moment, and the same is asked there.

use kernel::Record;
use std::fs;
use std::path::Path;

/// Steps at which a battle is looked at: in the set-up, early and late.
const MOMENTS: [usize; 4] = [1, 7, 31, 1_000_000];

#[test]
fn a_moment_of_every_game_is_a_case_that_asks_the_same() {
    for game in systems::all() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../playthroughs").join(game.name());
        let mut files: Vec<_> =
            fs::read_dir(&folder).expect("records").map(|file| file.expect("a file").path()).collect();
        files.retain(|file| file.extension().is_some_and(|ending| ending == "fray"));
        files.sort();
        let file = files.first().expect("one record at least");
        let record = Record::parse(&fs::read_to_string(file).expect("it can be read")).expect("a record");
        let live = game.replay(&record).expect("it agrees");
        for step in MOMENTS {
            let case = game.case_of(&record, Some(step)).expect("the record agrees");
            let there = live.fork(step.min(live.steps()));
            let asked = there.pending().filter(|asked| asked.dice.is_none());
            let asked = asked.map(|asked| format!("pending = \"{} {}\"", asked.ask.seat, asked.ask.prompt()));
            if let Some(asked) = asked {
                assert!(case.contains(&asked), "{asked}: {case}");
            }
            assert!(!case.contains("seed: "), "a case tells no seed");
            let report = game.case("moment.toml", &case);
            assert!(report.passed(), "{} after {step} steps: {:#?}", file.display(), report.differences);
        }
    }
}
