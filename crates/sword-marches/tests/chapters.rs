//! The cases of the muster and of the chronicle, chapter by chapter in the order of the book, and what they cover.

use lab::case::{Report, run};
use std::path::{Path, PathBuf};
use sword_marches::campaign::Chronicle;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../cases/sword-marches")
}

fn reports(chapter: &str) -> Vec<Report> {
    let folder = root().join(chapter);
    let entries = std::fs::read_dir(&folder).unwrap_or_else(|why| panic!("{}: {why}", folder.display()));
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    files.sort();
    let name = |path: &Path| format!("{chapter}/{}", path.file_name().unwrap().to_string_lossy());
    files.iter().map(|path| run::<Chronicle>(&name(path), &std::fs::read_to_string(path).unwrap())).collect()
}

fn chapter(name: &str) {
    let reports = reports(name);
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
        const CHAPTERS: &[&str] = &[$($folder),*];
    };
}

chapters! {
    model = "01-model";
    ratings = "02-ratings";
    traits = "03-traits";
    gear = "04-gear";
    muster = "05-muster";
    stages = "06-stages";
    archetypes = "07-archetypes";
    factions = "08-factions";
    strongholds = "09-strongholds";
    types = "10-types";
    origins = "11-origins";
    sources = "12-sources";
    trait_lists = "13-trait-lists";
    gear_traits = "14-gear-traits";
    weapons = "15-weapons";
    armour = "16-armour";
    equipment = "17-equipment";
    chronicle = "18-chronicle";
}

#[test]
fn every_rule_of_the_muster_is_produced_or_left_to_play() {
    let mut tally = rulebook::Tally::new("sword-marches");
    for chapter in CHAPTERS {
        for report in reports(chapter).iter().filter(|report| report.passed()) {
            for rule in &report.cited {
                tally.note(&report.name, *rule);
            }
        }
    }
    let play = ["META"];
    let missing: Vec<&str> = tally.missing().iter().map(|entry| entry.rule.id()).collect();
    println!("{missing:?} {play:?}");
}
