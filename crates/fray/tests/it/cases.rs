//! Every case of every system, and what the cases cover. This is the one place where the tests run them: by the verb that
//! everybody has, each case once. While you work on one, `fray case FILE` is quicker.

use crate::cli::root;
use std::collections::BTreeSet;
use std::process::{Command, Output};
use std::{fs, thread};

/// Runs the cases of a system and counts which rules they produce and which the code cites.
fn coverage(system: &str) -> Output {
    let mut fray = Command::new(env!("CARGO_BIN_EXE_fray"));
    fray.args(["rules", system, "--coverage"]).current_dir(root()).output().expect("fray runs")
}

#[test]
fn every_case_passes_and_every_rule_is_cited_and_produced() {
    let games = systems::all();
    let wrong: Vec<String> = thread::scope(|scope| {
        let runs: Vec<_> = games.iter().map(|game| scope.spawn(|| coverage(game.name()))).collect();
        let said = runs.into_iter().map(|run| run.join().expect("the run ends"));
        let failed = said.filter(|output| !output.status.success());
        failed
            .map(|output| {
                [output.stdout, output.stderr].map(|text| String::from_utf8_lossy(&text).into_owned()).concat()
            })
            .collect()
    });
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// What the page on cases shows is played as it stands there, and there is an example for every game.
#[test]
fn the_examples_of_the_page_on_cases_pass() {
    let page = fs::read_to_string(root().join("docs/cases.md")).expect("the page is there");
    let examples: Vec<&str> = page
        .split("```toml\n")
        .skip(1)
        .filter_map(|rest| rest.split("```").next())
        .filter(|text| text.starts_with("system = "))
        .collect();
    for game in systems::all() {
        let own = format!("system = \"{}\"\n", game.name());
        let mine: Vec<&&str> = examples.iter().filter(|text| text.starts_with(&own)).collect();
        assert!(!mine.is_empty(), "no example for {}", game.name());
        for text in mine {
            let report = game.case("example.toml", text);
            assert!(report.passed(), "{}: {}", report.title, report.differences.join("\n"));
        }
    }
}

/// The cases of a folder that no system has would be run by nobody, and so would a file of another ending.
#[test]
fn every_file_of_the_cases_is_run() {
    let names = |folder: &str| -> BTreeSet<String> {
        let entries = fs::read_dir(root().join(folder)).unwrap_or_else(|why| panic!("{folder}: {why}"));
        entries.map(|entry| entry.expect("an entry").file_name().into_string().expect("a name")).collect()
    };
    let systems: BTreeSet<String> = systems::all().iter().map(|game| game.name().to_owned()).collect();
    assert_eq!(names("cases"), systems);
    for system in systems {
        for chapter in names(&format!("cases/{system}")) {
            let folder = format!("cases/{system}/{chapter}");
            let files = names(&folder);
            assert!(!files.is_empty(), "{folder} has no cases");
            for file in files {
                assert!(file.ends_with(".toml"), "{folder}/{file} is no case");
            }
        }
    }
}
