//! The cases of Sellsword, chapter by chapter in the order of the book, and what they cover.

use lab::case::{Report, run};
use rulebook::Tally;
use sellsword::Sellsword;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../cases/sellsword")
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap_or_else(|why| panic!("{}: {why}", folder.display())) {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(files(&path));
        } else if path.extension().is_some_and(|ending| ending == "toml") {
            found.push(path);
        }
    }
    found.sort();
    found
}

fn reports(folder: &Path) -> Vec<Report> {
    let run_one =
        |path: &PathBuf| run::<Sellsword>(&path.display().to_string(), &std::fs::read_to_string(path).unwrap());
    files(folder).iter().map(run_one).collect()
}

fn chapter(name: &str) {
    let reports = reports(&root().join(name));
    assert!(!reports.is_empty(), "the chapter {name} has no cases");
    let failed: Vec<String> = reports
        .iter()
        .filter(|report| !report.passed())
        .map(|report| format!("{}\n  {}", report.name, report.differences.join("\n  ")))
        .collect();
    assert!(failed.is_empty(), "{} of {} cases failed:\n{}", failed.len(), reports.len(), failed.join("\n"));
}

macro_rules! chapters {
    ($($test:ident = $folder:literal;)*) => {
        $(#[test] fn $test() { chapter($folder); })*

        /// A folder that no test names would be run by nobody.
        #[test]
        fn every_folder_is_a_chapter() {
            let mut named = vec![$($folder),*];
            let mut found: Vec<String> = std::fs::read_dir(root()).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
            found.sort();
            named.sort_unstable();
            assert_eq!(found, named);
        }
    };
}

chapters! {
    cards = "01-cards";
    building = "02-building";
    rounds = "03-rounds";
    movement = "04-movement";
    attacks = "05-attacks";
    wounds = "06-wounds";
    effects = "07-effects";
    special_attacks = "08-special-attacks";
    traits = "09-traits";
    reactions = "10-reactions";
    statuses = "11-statuses";
}

#[test]
fn every_rule_is_produced_by_some_case() {
    let mut tally = Tally::new("sellsword");
    for report in reports(&root()).iter().filter(|report| report.passed()) {
        for rule in &report.cited {
            tally.note(&report.name, *rule);
        }
    }
    let missing: Vec<&str> = tally.missing().iter().map(|entry| entry.rule.id()).collect();
    assert!(missing.is_empty(), "no case produces {missing:?}");
    assert!(tally.needless_definitions().is_empty(), "excused, yet produced: {:?}", tally.needless_definitions());
}

#[test]
fn a_case_that_is_wrong_says_so() {
    let wrong = |text: &str| run::<Sellsword>("wrong.toml", text).differences.join("\n");
    assert!(wrong("system = \"sellsword\"").contains("expect"));
    let unused = "system = \"sellsword\"\nboard = '''\n....\n'''\ndice = [4]\n[[figure]]\ntag = \"a.x\"\ncard = \"orc_raider\"\nat = \"A1\"\n[turn]\nunit = \"a.x\"\n[expect]\npending = \"a act\"\n";
    assert!(wrong(unused).contains("1 dice were never rolled"));
    assert!(wrong(&unused.replace("orc_raider", "orc_rader")).contains("did you mean"));
    assert!(wrong(&unused.replace("dice = [4]", "choices = [\"crow\"]")).contains("was refused"));
    assert!(wrong(&unused.replace("dice = [4]", "dise = [4]")).contains("unknown key"));
}
