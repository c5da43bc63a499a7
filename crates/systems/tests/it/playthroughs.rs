//! Recorded battles, one for every scenario of every system, that must go exactly as they went when they were recorded:
//! the record to the last hash, the report to the last word. A change of the rules that nobody meant shows up here as a
//! difference that can be read. After one that was meant, record them anew and look at the difference:
//!
//! ```sh
//! FRAY_RECORD=1 cargo test -p systems --test it playthroughs && git diff playthroughs
//! ```

use kernel::Record;
use lab::sim::Outlet;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::thread;
use systems::{Game, SimWish, Wish};

fn folder(game: &dyn Game) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../playthroughs").join(game.name())
}

/// A mind that knows what it wants against one that does not: such battles see most of the rules, and they end.
fn record(game: &dyn Game, scenario: &str) -> String {
    let wish = SimWish {
        scenario: scenario.to_owned(),
        map: None,
        sides: vec![vec![Wish::Any], vec![Wish::Any]],
        minds: vec![vec!["veteran".to_owned()], vec!["random".to_owned()]],
        swap: true,
        first: 0,
        battles: 1,
        seed: 11,
        threads: 1,
        engine: "playthrough".to_owned(),
    };
    let kept = Mutex::new(String::new());
    let keep = |_: u64, record: &Record| {
        *kept.lock().unwrap() = record.to_string();
        Ok(())
    };
    game.sim(&wish, &mut Outlet { row: &mut |_| Ok(()), record: Some(&keep) }).unwrap();
    kept.into_inner().unwrap()
}

fn report(game: &dyn Game, text: &str) -> Result<String, String> {
    let record = Record::parse(text).map_err(|why| why.to_string())?;
    game.story(&record).map(|story| story.report() + "\n").map_err(|why| why.to_string())
}

/// The first lines that differ, with a few before them.
fn difference(then: &str, now: &str) -> Option<String> {
    let (then, now): (Vec<&str>, Vec<&str>) = (then.lines().collect(), now.lines().collect());
    let at = (0..then.len().max(now.len())).find(|at| then.get(*at) != now.get(*at))?;
    let lines = |mark: &str, of: &[&str]| -> String {
        of.iter().skip(at).take(3).map(|line| format!("{mark} {line}\n")).collect()
    };
    let before: String = then[at.saturating_sub(5)..at].iter().map(|line| format!("  {line}\n")).collect();
    Some(format!("line {}:\n{before}{}{}", at + 1, lines("-", &then), lines("+", &now)))
}

/// Where the battle parts ways when its choices and dice are played without comparing hashes.
fn apart(game: &dyn Game, then: &str, record: &str) -> String {
    let bare: Vec<&str> = record.lines().filter(|line| !line.starts_with("= ")).collect();
    let now = report(game, &bare.join("\n"));
    now.map_or_else(|why| why, |now| difference(then, &now).unwrap_or_else(|| "the report is the same".to_owned()))
}

/// What differs from the recorded battles of a game, scenario by scenario.
fn differences(game: &dyn Game) -> Vec<String> {
    let folder = folder(game);
    let anew = std::env::var_os("FRAY_RECORD").is_some();
    let mut wrong = Vec::new();
    for scenario in game.scenarios() {
        let path = |ending: &str| folder.join(format!("{}.{ending}", scenario.id));
        if anew {
            let text = record(game, &scenario.id);
            fs::create_dir_all(&folder).unwrap();
            fs::write(path("txt"), report(game, &text).unwrap()).unwrap();
            fs::write(path("fray"), text).unwrap();
        }
        let read = |ending: &str| {
            let path = path(ending);
            fs::read_to_string(&path).unwrap_or_else(|why| panic!("{}: {why}", path.display()))
        };
        let (then, now) = (read("txt"), report(game, &read("fray")));
        let differs = match &now {
            Ok(now) => difference(&then, now),
            Err(why) => Some(format!("the record no longer verifies: {why}\n{}", apart(game, &then, &read("fray")))),
        };
        wrong.extend(differs.map(|differs| format!("playthroughs/{}/{}: {differs}", game.name(), scenario.id)));
    }
    wrong
}

#[test]
fn every_battle_goes_as_recorded() {
    let games = systems::all();
    let wrong: Vec<String> = thread::scope(|scope| {
        let checks: Vec<_> = games.iter().map(|game| scope.spawn(|| differences(&**game))).collect();
        checks.into_iter().flat_map(|check| check.join().expect("the battles are played")).collect()
    });
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// A record of a scenario that is gone would be checked by nobody.
#[test]
fn every_recorded_battle_belongs_to_a_scenario() {
    for game in systems::all() {
        let mut found: Vec<String> = fs::read_dir(folder(&*game))
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        let scenarios = game.scenarios();
        let mut known: Vec<String> = scenarios
            .iter()
            .flat_map(|scenario| ["fray", "txt"].map(|ending| format!("{}.{ending}", scenario.id)))
            .collect();
        found.sort();
        known.sort();
        assert_eq!(found, known, "{}", game.name());
    }
}
