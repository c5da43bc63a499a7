//! The cases of the battle, chapter by chapter in the order of the book.

use lab::case::{Report, run};
use std::path::{Path, PathBuf};
use sword_marches::SwordMarches;

fn reports(chapter: &str) -> Vec<Report> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../cases/sword-marches").join(chapter);
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
        .map(|report| {
            format!("{}\n  {}\n    {}", report.name, report.differences.join("\n  "), report.story.join("\n    "))
        })
        .collect();
    assert!(failed.is_empty(), "{} of {} cases failed:\n{}", failed.len(), reports.len(), failed.join("\n"));
}

macro_rules! chapters {
    ($($test:ident = $folder:literal;)*) => {
        $(#[test] fn $test() { chapter($folder); })*
    };
}

chapters! {
    before_the_battle = "20-before-the-battle";
    turn = "21-turn";
    mettle = "22-mettle";
    orders = "23-orders";
    actions = "24-actions";
    breaks = "25-breaks";
    sight = "26-sight";
    shooting = "27-shooting";
    close_combat = "28-close-combat";
    terrain = "29-terrain";
    panic = "30-panic";
    traits_in_play = "31-traits-in-play";
    adventures = "32-adventures";
}
