//! The cases of the muster and of the chronicle, chapter by chapter in the order of the book, and what they cover.

use lab::case::{Report, run};
use std::path::{Path, PathBuf};
use sword_marches::SwordMarches;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../cases/sword-marches")
}

fn reports(chapter: &str) -> Vec<Report> {
    let folder = root().join(chapter);
    let entries = std::fs::read_dir(&folder).unwrap_or_else(|why| panic!("{}: {why}", folder.display()));
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    files.sort();
    let name = |path: &Path| format!("{chapter}/{}", path.file_name().unwrap().to_string_lossy());
    files.iter().map(|path| run::<SwordMarches>(&name(path), &std::fs::read_to_string(path).unwrap())).collect()
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

/// The chapters of the ledger that this crate keeps by itself, and the After Action Report.
const KEPT: &[&str] = &[
    "MODEL",
    "COND",
    "RATING",
    "TRAITRULE",
    "GEARRULE",
    "CALC",
    "MUSTER",
    "STAGE",
    "ARCH",
    "FACTION",
    "STRONGHOLD",
    "TYPE",
    "ORIGIN",
    "SOURCE",
    "CORE",
    "MARTIAL",
    "INBORN",
    "ARCANUM",
    "VOCATION",
    "EXPLOIT",
    "MONSTROUS",
    "UNDEAD",
    "FTRAIT",
    "GEARTRAIT",
    "WEAPON",
    "RANGED",
    "ARMOUR",
    "EQUIP",
    "AAR",
];

/// Rules of those chapters that only a battle can show. A price or a word on a sheet does not count for them; each
/// leaves this list when the battle produces it.
const LEFT_TO_PLAY: &[&str] = &[
    "SM-MODEL-04",
    "SM-MODEL-05",
    "SM-MODEL-06",
    "SM-COND-01",
    "SM-COND-02",
    "SM-COND-03",
    "SM-COND-04",
    "SM-COND-05",
    "SM-COND-06",
    "SM-COND-07",
    "SM-COND-08",
    "SM-COND-09",
    "SM-COND-10",
    "SM-COND-11",
    "SM-COND-12",
    "SM-COND-13",
    "SM-COND-14",
    "SM-COND-15",
    "SM-COND-16",
    "SM-COND-17",
    "SM-COND-18",
    "SM-COND-19",
    "SM-RATING-03",
    "SM-RATING-04",
    "SM-RATING-05",
    "SM-RATING-07",
    "SM-TRAITRULE-12",
    "SM-CALC-04",
    "SM-ARCH-11",
    "SM-ARCH-14",
    "SM-ARCH-16",
    "SM-STRONGHOLD-06",
    "SM-STRONGHOLD-09",
    "SM-TYPE-04",
    "SM-ORIGIN-26",
    "SM-SOURCE-01",
    "SM-SOURCE-02",
    "SM-SOURCE-04",
    "SM-SOURCE-08",
    "SM-SOURCE-09",
    "SM-SOURCE-10",
    "SM-SOURCE-13",
    "SM-SOURCE-14",
    "SM-SOURCE-15",
    "SM-CORE-04",
    "SM-MARTIAL-04",
    "SM-INBORN-02",
    "SM-ARCANUM-01",
    "SM-ARCANUM-03",
    "SM-ARCANUM-04",
    "SM-VOCATION-01",
    "SM-VOCATION-03",
    "SM-VOCATION-04",
    "SM-EXPLOIT-01",
    "SM-MONSTROUS-02",
    "SM-MONSTROUS-06",
    "SM-MONSTROUS-07",
    "SM-FTRAIT-06",
    "SM-FTRAIT-07",
    "SM-FTRAIT-10",
    "SM-FTRAIT-11",
    "SM-GEARTRAIT-01",
    "SM-GEARTRAIT-03",
    "SM-GEARTRAIT-04",
    "SM-GEARTRAIT-05",
    "SM-GEARTRAIT-06",
    "SM-GEARTRAIT-09",
    "SM-GEARTRAIT-10",
    "SM-GEARTRAIT-12",
    "SM-GEARTRAIT-13",
    "SM-GEARTRAIT-15",
    "SM-GEARTRAIT-19",
    "SM-GEARTRAIT-20",
    "SM-GEARTRAIT-21",
    "SM-GEARTRAIT-22",
    "SM-GEARTRAIT-31",
    "SM-GEARTRAIT-32",
    "SM-GEARTRAIT-33",
    "SM-GEARTRAIT-35",
    "SM-GEARTRAIT-36",
    "SM-GEARTRAIT-37",
    "SM-GEARTRAIT-38",
];

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
    let missing = tally.missing().into_iter().filter(|entry| KEPT.contains(&entry.chapter));
    let missing: Vec<&str> = missing.map(|entry| entry.rule.id()).collect();
    assert_eq!(missing, LEFT_TO_PLAY);
    assert!(tally.needless_definitions().is_empty(), "excused, yet produced: {:?}", tally.needless_definitions());
}
