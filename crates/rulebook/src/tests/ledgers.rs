//! The checks of the build script, on ledgers made for the purpose.

#[path = "../../build/ledger.rs"]
#[allow(dead_code, reason = "the build script uses all of it")]
mod ledger;

use std::fs;
use std::path::PathBuf;

struct Folder(PathBuf);

impl Folder {
    /// Ledgers with one rule in Sellsword and one in the second file of the Sword Marches.
    fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("fray-rules-{}-{name}", std::process::id()));
        fs::create_dir_all(&path).expect("a folder for the test");
        let folder = Folder(path);
        for empty in ["sword_and_claw", "coreheim", "sword_marches_muster", "sword_marches_chronicle", "definitions"] {
            folder.write(empty, "");
        }
        folder.write("sellsword", &rule("SW-MOVE-01", ""));
        folder.write("sword_marches_play", &rule("SM-MOVE-01", ""));
        folder
    }

    fn write(&self, name: &str, text: &str) {
        fs::write(self.0.join(format!("{name}.toml")), text).expect("a file for the test");
    }

    fn complaint(&self) -> String {
        match ledger::read(&self.0) {
            Ok(_) => "nothing".to_owned(),
            Err(complaint) => complaint,
        }
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn rule(id: &str, more: &str) -> String {
    format!("\n[[rule]]\nid = \"{id}\"\ntitle = \"Move\"\ntext = \"Go.\"\ncases = [\"1 -> 2\"]\n{more}\n")
}

fn check(name: &str, file: &str, text: &str, expected: &str) {
    let folder = Folder::new(name);
    assert_eq!(folder.complaint(), "nothing");
    folder.write(file, text);
    let complaint = folder.complaint();
    assert!(complaint.starts_with(expected), "{complaint}");
}

#[test]
fn an_id_given_twice_stops_the_build() {
    check(
        "twice",
        "sword_marches_muster",
        &rule("SM-MOVE-01", ""),
        "rules/sword_marches_play.toml:2: the id SM-MOVE-01 is taken, see rules/sword_marches_muster.toml:2",
    );
}

#[test]
fn a_foreign_prefix_stops_the_build() {
    check(
        "foreign",
        "coreheim",
        &rule("SW-MOVE-02", ""),
        "rules/coreheim.toml:2: the id SW-MOVE-02 has a foreign prefix; here it is CH",
    );
}

#[test]
fn an_id_that_makes_no_constant_stops_the_build() {
    for id in ["SW-MOVE", "SW-MOVE-01-02", "SW-move-01", "SW-3MOVE-01", "SW-MOVE-1a", "SW--01", ""] {
        let expected = "rules/sellsword.toml:2: ";
        check("form", "sellsword", &rule(id, ""), expected);
    }
}

#[test]
fn unknown_or_broken_keys_stop_the_build() {
    let cases = [
        ("rulling = \"x\"", "rules/sellsword.toml:2: unknown key rulling"),
        ("ruling = 3", "rules/sellsword.toml:2: ruling is not a text"),
        ("optional = \"yes\"", "rules/sellsword.toml:2: optional is neither true nor false"),
        ("see = \"SW-MOVE-09\"", "rules/sellsword.toml:2: SW-MOVE-01 sees SW-MOVE-09, which is in no ledger"),
        ("see =", "rules/sellsword.toml: TOML parse error at line 7"),
    ];
    for (line, expected) in cases {
        check("keys", "sellsword", &rule("SW-MOVE-01", line), expected);
    }
    check("keys", "sellsword", "[[rule]]\nid = \"SW-MOVE-01\"", "rules/sellsword.toml:1: title is missing");
    check("keys", "sellsword", "[[rules]]", "rules/sellsword.toml: rules is not a [[rule]]");
}

#[test]
fn a_definition_must_name_a_rule_and_say_why() {
    let entry = |id: &str| format!("[[definition]]\nrule = \"{id}\"\nreason = \"A word.\"\n");
    let at = "rules/definitions.toml";
    check("definitions", "definitions", &entry("SW-MOVE-02"), &format!("{at}:1: the rule SW-MOVE-02 is in no ledger"));
    let twice = entry("SW-MOVE-01").repeat(2);
    check("definitions", "definitions", &twice, &format!("{at}:4: the rule SW-MOVE-01 is listed twice"));
    let bare = "[[definition]]\nrule = \"SW-MOVE-01\"";
    check("definitions", "definitions", bare, &format!("{at}:1: reason is missing"));
}
