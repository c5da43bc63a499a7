//! The checks of the build script, on ledgers made for the purpose.

#[path = "../../build/ledger.rs"]
#[allow(dead_code, reason = "the build script uses all of it")]
mod ledger;

use std::fs;
use std::path::PathBuf;

struct Folder(PathBuf);

impl Folder {
    /// A book with one rule, and one of two files with one rule in the second.
    fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("fray-rules-{}-{name}", std::process::id()));
        fs::create_dir_all(&path).expect("a folder for the test");
        let folder = Folder(path);
        folder.write("definitions", "");
        folder.write("sellsword", &(head("sellsword", "SW", "") + &rule("SW-MOVE-01", "")));
        folder.write("marches_muster", &head("marches", "SM", "then = [\"marches_play.toml\"]"));
        folder.write("marches_play", &rule("SM-MOVE-01", ""));
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

fn head(system: &str, prefix: &str, more: &str) -> String {
    let said = "title = \"A Game\"\nabout = \"A\"\nspace = \"B\"\nturn = \"C\"\ndice = \"D\"";
    format!("[book]\nsystem = \"{system}\"\nprefix = \"{prefix}\"\n{said}\n{more}\n")
}

fn rule(id: &str, more: &str) -> String {
    format!("\n[[rule]]\nid = \"{id}\"\ntitle = \"Move\"\ntext = \"Go.\"\ncases = [\"1 -> 2\"]\n{more}\n")
}

/// What is said about the folder when the file has this text.
fn check(name: &str, file: &str, text: &str, expected: &str) {
    let folder = Folder::new(name);
    assert_eq!(folder.complaint(), "nothing");
    folder.write(file, text);
    let complaint = folder.complaint();
    assert!(complaint.starts_with(expected), "{complaint}");
}

/// The same with a head of nine lines before the text.
fn check_rules(name: &str, text: &str, expected: &str) {
    check(name, "sellsword", &(head("sellsword", "SW", "") + text), expected);
}

#[test]
fn books_stand_in_their_places_and_then_by_name() {
    let folder = Folder::new("places");
    folder.write("zebra", &head("zebra", "Z", "place = 1"));
    folder.write("apple", &head("apple", "A", ""));
    let library = ledger::read(&folder.0).expect("good ledgers");
    let books: Vec<(&str, usize)> = library.books.iter().map(|book| (book.system.as_str(), book.rules.len())).collect();
    assert_eq!(books, [("zebra", 0), ("apple", 0), ("marches", 1), ("sellsword", 1)]);
}

#[test]
fn chapters_are_called_as_the_head_says_or_by_their_code() {
    let folder = Folder::new("chapters");
    let chapters = "[chapters]\nLOS = \"Line of sight\"\n";
    let rules = rule("SW-MOVE-01", "") + &rule("SW-LOS-01", "");
    folder.write("sellsword", &(head("sellsword", "SW", "") + chapters + &rules));
    let library = ledger::read(&folder.0).expect("good ledgers");
    let book = library.books.iter().find(|book| book.system == "sellsword").expect("a book");
    assert_eq!((book.chapter_title("LOS"), book.chapter_title("MOVE")), ("Line of sight".into(), "Move".into()));
    let nobody = "rules/sellsword.toml: [chapters] has LOS, but no rule of the book stands there";
    check("no-chapter", "sellsword", &(head("sellsword", "SW", "") + chapters + &rule("SW-MOVE-01", "")), nobody);
    let wrong = "rules/sellsword.toml:10: chapters is not a [chapters] of codes and words";
    check("bad-chapters", "sellsword", &(head("sellsword", "SW", "") + "[chapters]\nLOS = 3\n"), wrong);
}

#[test]
fn a_bad_head_stops_the_build() {
    for (name, text, expected) in [
        ("loose", rule("SW-MOVE-02", ""), "rules/other.toml: it has no [book], and no other book goes on here"),
        ("twice", head("sellsword", "X", ""), "rules/sellsword.toml:1: rules/other.toml is a book of this system"),
        (
            "prefix",
            head("other", "SW", ""),
            "rules/sellsword.toml:1: rules/other.toml is a book of this system or prefix",
        ),
        ("letters", head("other", "x", ""), "rules/other.toml:1: the prefix x is not made of capital letters"),
        ("place", head("other", "X", "place = \"first\""), "rules/other.toml:1: place is not a number"),
        ("unknown", head("other", "X", "colour = 1"), "rules/other.toml:1: unknown key colour"),
        ("bare", "[book]\nsystem = \"other\"".to_owned(), "rules/other.toml:1: prefix is missing"),
        ("list", "book = 1".to_owned(), "rules/other.toml:1: book is not a [book]"),
        ("gone", head("other", "X", "then = [\"gone.toml\"]"), "rules/gone.toml: "),
    ] {
        check(&format!("head-{name}"), "other", &text, expected);
    }
}

#[test]
fn an_id_given_twice_stops_the_build() {
    check(
        "twice",
        "marches_muster",
        &(head("marches", "SM", "then = [\"marches_play.toml\"]") + &rule("SM-MOVE-01", "")),
        "rules/marches_play.toml:2: the id SM-MOVE-01 is taken, see rules/marches_muster.toml:11",
    );
}

#[test]
fn a_foreign_prefix_stops_the_build() {
    let expected = "rules/sellsword.toml:11: the id CH-MOVE-02 has a foreign prefix; here it is SW";
    check_rules("foreign", &rule("CH-MOVE-02", ""), expected);
}

#[test]
fn an_id_that_makes_no_constant_stops_the_build() {
    for id in ["SW-MOVE", "SW-MOVE-01-02", "SW-move-01", "SW-3MOVE-01", "SW-MOVE-1a", "SW--01", ""] {
        check_rules("form", &rule(id, ""), "rules/sellsword.toml:11: ");
    }
}

#[test]
fn unknown_or_broken_keys_stop_the_build() {
    let cases = [
        ("rulling = \"x\"", "rules/sellsword.toml:11: unknown key rulling"),
        ("ruling = 3", "rules/sellsword.toml:11: ruling is not a text"),
        ("optional = \"yes\"", "rules/sellsword.toml:11: optional is neither true nor false"),
        ("see = \"SW-MOVE-09\"", "rules/sellsword.toml:11: SW-MOVE-01 sees SW-MOVE-09, which is in no ledger"),
        ("see =", "rules/sellsword.toml: TOML parse error at line 16"),
    ];
    for (line, expected) in cases {
        check_rules("keys", &rule("SW-MOVE-01", line), expected);
    }
    check_rules("keys", "[[rule]]\nid = \"SW-MOVE-01\"", "rules/sellsword.toml:10: title is missing");
    check_rules("keys", "[[rules]]", "rules/sellsword.toml: rules is not a [[rule]]");
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
