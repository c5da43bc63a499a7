//! The command line and the tidy check.

mod new_game;
mod rounds;

use crate::browser::fetched;
use crate::log::Log;
use crate::tidy::inspect;
use crate::{Wish, understand};

#[test]
fn the_command_line_is_understood_or_refused_with_a_reason() {
    assert_eq!(understand(&[]), Ok(Wish::Help));
    assert_eq!(understand(&["test"]), Ok(Wish::Test(None)));
    #[cfg(unix)]
    {
        let wish = crate::torture::Wish { minutes: 0.5, seed: 7, program: None };
        assert_eq!(understand(&["torture", "--minutes", "0.5", "--seed", "7"]), Ok(Wish::Torture(wish)));
        for words in [&["torture", "--minutes"][..], &["torture", "--minutes", "many"], &["torture", "hard"]] {
            assert!(understand(words).is_err(), "{words:?}");
        }
    }
    assert_eq!(understand(&["new-game", "raid"]), Ok(Wish::NewGame("raid".to_owned())));
    assert!(understand(&["new-game"]).is_err());
    assert_eq!(understand(&["tidy"]), Ok(Wish::Test(Some("tidy"))));
    assert_eq!(understand(&["test", "--only", "fmt"]), Ok(Wish::Test(Some("fmt"))));
    for (words, expected) in [
        (&["tset"][..], "`tset` is not understood here"),
        (&["test", "fmt"], "`fmt` is not understood here"),
        (&["test", "--only"], "`--only` needs the name of a check"),
        (&["test", "--only", "fmt", "doc"], "`doc` is not understood here"),
        (&["test", "--only", "lint"], "no check is called `lint`; there are fmt, tidy, install, clippy"),
    ] {
        let complaint = understand(words).expect_err("a refusal");
        assert!(complaint.starts_with(expected), "{complaint}");
    }
}

#[test]
fn a_fetch_is_tried_three_times() {
    use std::cell::Cell;
    let after = |worked: u32| {
        let tries = Cell::new(0);
        let fetch = |_: &mut Log| {
            tries.set(tries.get() + 1);
            if tries.get() < worked { Err("no network") } else { Ok(()) }
        };
        (fetched(&mut Log::Screen, fetch), tries.get())
    };
    assert_eq!(after(1), (Ok(()), 1));
    assert_eq!(after(3), (Ok(()), 3));
    assert_eq!(after(9), (Err("no network"), 3));
}

/// What is said about one file, complaints and warnings together.
fn check(name: &str, text: &str, expected: &[&str]) {
    let systems = ["sellsword", "coreheim", "sword-marches"].map(str::to_owned);
    let findings = inspect(name, text, &systems);
    let said: Vec<String> = findings.complaints.into_iter().chain(findings.warnings).collect();
    assert_eq!(said, expected, "{name}");
}

#[test]
fn long_files_are_mentioned_and_longer_ones_refused() {
    let lines = |count| "x\n".repeat(count);
    check("crates/lab/src/a.rs", &lines(700), &[]);
    check("crates/lab/src/a.rs", &lines(701), &["crates/lab/src/a.rs: 701 lines"]);
    check("web/src/a.ts", &lines(1001), &["web/src/a.ts: 1001 lines; the ceiling is 1000"]);
    check("crates/lab/src/tests.rs", &lines(1500), &["crates/lab/src/tests.rs: 1500 lines"]);
    check("crates/lab/src/tests/a.rs", &lines(1501), &["crates/lab/src/tests/a.rs: 1501 lines; the ceiling is 1500"]);
    check("rules/sellsword.toml", &lines(5000), &[]);
}

#[test]
fn functions_longer_than_a_page_are_refused() {
    let function = |head: &str, step: &str, lines: usize| format!("    {head} {{\n{}    }}\n", step.repeat(lines - 2));
    let step = "        let a = 1;\n";
    let name = "crates/lab/src/a.rs";
    let said = |name: &str, lines: usize| format!("{name} has {lines} lines; the ceiling is 60");
    check(name, &function("fn page()", step, 60), &[]);
    for head in
        ["fn longer()", "pub(crate) fn longer()", "pub async fn longer<T: Copy>()", "pub(in crate::a) fn longer()"]
    {
        let text = function(head, step, 61);
        check(
            name,
            &format!("trait A {{\n    fn longer();\n}}\n{text}"),
            &[&format!("{name}:4: {}", said("longer", 61))],
        );
    }
    // What stands beside it does not count, nor does a head that ends where it begins.
    let two = function("fn one()", step, 40) + &function("fn two()", step, 40);
    check(name, &two, &[]);
    let wide_head = format!("fn many(\n    a: u8,\n) -> u8 {{\n{}}}\n", step.repeat(57));
    check(name, &wide_head, &[&format!("{name}:1: {}", said("many", 61))]);
    // A table has no steps, and tests may take their time.
    check(name, &function("fn table()", "        A => 1, // if\n", 90), &[]);
    check("crates/lab/src/tests.rs", &function("fn longer()", step, 90), &[]);
}

#[test]
fn nobody_is_excused_from_counting_arguments() {
    let text = format!("#[allow({}{})]\nfn many() {{}}\nfn few() {{}}\n", "clippy::too_many_", "arguments");
    let expected =
        "crates/lab/src/a.rs:2: many is excused from the count of arguments; give those that belong together a name";
    check("crates/lab/src/a.rs", &text, &[expected]);
}

#[test]
fn truth_values_are_not_mixed_up() {
    let text = "fn one(a: bool, b: &mut bool) -> bool {}\nfn two(\n    a: bool,\n    b: u8,\n    c: bool,\n) {\n}\n";
    let expected =
        "crates/lab/src/a.rs:2: two takes several truth values that a caller can mix up; an enum says which is which";
    check("crates/lab/src/a.rs", text, &[expected]);
}

#[test]
fn lines_of_the_browser_side_are_not_wide() {
    let text = format!("{}\n{}\n{}\n", "ä".repeat(120), "x".repeat(121), "x".repeat(130));
    check("web/src/a.ts", &text, &["web/src/a.ts:2: 2 lines above 120 characters, this is the first"]);
    check("web/src/wire/A.ts", &text, &[]);
    check("crates/lab/notes.md", &text, &[]);
}

#[test]
fn rules_and_state_stay_steady() {
    let text = "let x: f64;\nlet y = 0xf64a;\n// f32\nuse std::collections::HashMap;\nstd::thread::spawn();\nthread::sleep();\nlet thread = 1;\nuse std::time::Instant;\n";
    let name = "crates/kernel/src/a.rs";
    let expected = [
        "crates/kernel/src/a.rs:1: f64: floats differ between machines",
        "crates/kernel/src/a.rs:4: HashMap: its order is random; use BTreeMap",
        "crates/kernel/src/a.rs:5: std::thread: rules know no threads",
        "crates/kernel/src/a.rs:6: thread: rules know no threads",
        "crates/kernel/src/a.rs:8: std::time: rules know no clock",
    ];
    check(name, text, &expected);
    // Tests may, and so may crates that are no rules.
    check("crates/kernel/src/tests.rs", text, &[]);
    check("crates/lab/src/a.rs", text, &[]);
}

#[test]
fn systems_do_not_know_each_other() {
    let text = "use sellsword::State;\nuse coreheim::State;\nlet sellsword = sword_marches::new();\n";
    let expected = [
        "crates/sellsword/src/a.rs:2: sellsword must not know coreheim",
        "crates/sellsword/src/a.rs:3: sellsword must not know sword-marches",
    ];
    check("crates/sellsword/src/a.rs", text, &expected);
    check("crates/systems/src/lib.rs", text, &[]);
    let manifest = "[dependencies]\nkernel.workspace = true\ncoreheim.workspace = true\n";
    let expected = ["crates/sellsword/Cargo.toml:3: sellsword must not depend on coreheim"];
    check("crates/sellsword/Cargo.toml", manifest, &expected);
    check("crates/systems/Cargo.toml", manifest, &[]);
}

#[test]
fn nothing_is_left_unfinished() {
    let (word, call, ignored) = (concat!("TO", "DO"), concat!("db", "g!(x)"), concat!("#[ig", "nore]"));
    let text = format!("// {word}: later\n{call};\n{ignored}\nlet {word}S = 1;\n");
    let expected = [
        format!("crates/lab/src/a.rs:1: {word}: finish it or leave it out"),
        format!("crates/lab/src/a.rs:2: {}: finish it or leave it out", &call[..4]),
        "crates/lab/src/a.rs:3: an ignored test: finish it or leave it out".to_owned(),
    ];
    let expected: Vec<&str> = expected.iter().map(String::as_str).collect();
    check("crates/lab/src/a.rs", &text, &expected);
    check("package-lock.json", &text, &[]);
}
