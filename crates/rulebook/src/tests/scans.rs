//! Finding citations in sources.

use std::fs;

use crate::head::{Head, head, heads};
use crate::scan::{citations, cited, ruled};

fn books() -> Vec<Head> {
    [("sellsword", "SW"), ("sword-and-claw", "SC"), ("coreheim", "CH")]
        .map(|(system, prefix)| Head { system: system.to_owned(), prefix: prefix.to_owned() })
        .into()
}

#[test]
fn heads_are_those_of_the_books() {
    let rules = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../rules");
    let found = heads(&rules).expect("the ledgers of this workspace");
    let mut known: Vec<(&str, &str)> = crate::books().iter().map(|book| (book.system, book.prefix)).collect();
    known.sort_unstable();
    let found: Vec<(&str, &str)> = found.iter().map(|head| (head.system.as_str(), head.prefix.as_str())).collect();
    assert_eq!(found, known);
    assert_eq!(head("# no head\n[[rule]]\nsystem = \"chess\"\nprefix = \"C\""), None);
}

#[test]
fn citations_are_found_in_code_and_not_in_comments() {
    let text = "use rulebook::{SW, SC};
t.tell(event, SW::RESOLVE_05)?; // Not SW::RESOLVE_06.
/// SW::RESOLVE_07
let rules = [rulebook::SW::RULE3_01, SC::MOVE_10];
MYSW::RESOLVE_08; SWX::RESOLVE_09; SW::new(); SW::
";
    let expected = [("SW-RESOLVE-05", 2), ("SW-RULE3-01", 4), ("SC-MOVE-10", 4)];
    let expected: Vec<(String, u32)> = expected.map(|(id, line)| (id.to_owned(), line)).into();
    assert_eq!(cited(text, &books()), expected);
}

#[test]
fn a_workspace_is_scanned_without_its_tests() {
    let root = std::env::temp_dir().join(format!("fray-scan-{}", std::process::id()));
    let write = |name: &str, text: &str| {
        let path = root.join(name);
        let folder = path.parent().expect("a folder of the file");
        fs::create_dir_all(folder).expect("a folder for the test");
        fs::write(path, text).expect("a file for the test");
    };
    write("crates/sellsword/src/act/charge.rs", "\nSW::ACT_01; SW::ACT_01");
    write("crates/sellsword/src/lib.rs", "SW::ACT_01\nSW::ACT_02");
    write("crates/sellsword/src/tests.rs", "SW::ACT_03");
    write("crates/sellsword/src/tests/act.rs", "SW::ACT_03");
    write("crates/rulebook/src/lib.rs", "SW::ACT_03");
    write("crates/empty/notes.md", "SW::ACT_03");
    write("rules/sellsword.toml", "[book]\nsystem = \"sellsword\"\nprefix = \"SW\"\n");
    let found = citations(&root);
    fs::remove_dir_all(&root).expect("the folder of the test");
    let found: Vec<(String, Vec<(String, u32)>)> = found.expect("a scan").into_iter().collect();
    let place = |file: &str, line| (format!("crates/sellsword/src/{file}"), line);
    assert_eq!(
        found,
        [
            ("SW-ACT-01".to_owned(), vec![place("act/charge.rs", 2), place("lib.rs", 1)]),
            ("SW-ACT-02".to_owned(), vec![place("lib.rs", 2)]),
        ]
    );
}

#[test]
fn a_folder_that_is_not_there_is_an_error() {
    assert!(citations(std::path::Path::new("no/such/workspace")).is_err());
}

#[test]
fn entries_of_packs_cite_the_rule_they_carry_out() {
    let text = "id = \"axe\"\nrule = \"CH-EQUIP-15\"\nspecial = [{ rule = \"bounty\" }]\nrule = \"first_capture\"\n";
    assert_eq!(ruled(text, &books()), [("CH-EQUIP-15".to_owned(), 2)]);
}
