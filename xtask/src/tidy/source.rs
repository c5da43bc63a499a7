//! The checks of one file.

use super::functions;

/// More lines than this and the file is mentioned.
const LONG: usize = 700;
/// More lines than this and the check fails.
const TOO_LONG: usize = 1000;
const TOO_LONG_FOR_TESTS: usize = 1500;

/// More characters in a line of the browser side than this and the check fails.
const WIDE: usize = 120;
/// Types for the browser, written by a test of the server.
const GENERATED: &str = "web/src/wire/";

/// What rules and state must not touch, because a battle would not be the same everywhere and every time.
const UNSTEADY: [(&str, &str); 7] = [
    ("f32", "floats differ between machines"),
    ("f64", "floats differ between machines"),
    ("std::time", "rules know no clock"),
    ("HashMap", "its order is random; use BTreeMap"),
    ("HashSet", "its order is random; use BTreeSet"),
    ("std::thread", "rules know no threads"),
    ("thread", "rules know no threads"),
];

/// Words that mark unfinished work. They are cut in two, so that this file passes its own check.
const UNFINISHED: [&str; 4] = [concat!("TO", "DO"), concat!("FIX", "ME"), concat!("to", "do!"), concat!("db", "g!")];
const IGNORED: &str = concat!("#[ig", "nore");

#[derive(Debug, Default, PartialEq)]
pub(crate) struct Findings {
    pub(crate) complaints: Vec<String>,
    pub(crate) warnings: Vec<String>,
}

/// Checks one file by its name (relative to the root, with forward slashes) and text, knowing which crates are systems.
pub(crate) fn inspect(name: &str, text: &str, systems: &[String]) -> Findings {
    let mut findings = Findings::default();
    let extension = name.rsplit_once('.').map_or("", |(_, extension)| extension);
    let source = ["rs", "ts", "svelte", "js", "mjs", "py"].contains(&extension);
    let written = source || ["toml", "md", "css", "html", "sh", "yml", "yaml"].contains(&extension);
    if source {
        size(name, text, &mut findings);
    }
    if written {
        leftovers(name, text, &mut findings);
    }
    if name.starts_with("web/src/") && !name.starts_with(GENERATED) {
        wide(name, text, &mut findings);
    }
    if extension == "rs" && !is_test(name) {
        pages(name, text, &mut findings);
        imports(name, text, systems, &mut findings);
    }
    if let Some(system) = system_of(name, systems).filter(|_| name.ends_with("/Cargo.toml")) {
        manifest(name, system, text, systems, &mut findings);
    }
    findings
}

fn size(name: &str, text: &str, findings: &mut Findings) {
    let lines = text.lines().count();
    let ceiling = if is_test(name) { TOO_LONG_FOR_TESTS } else { TOO_LONG };
    if lines > ceiling {
        findings.complaints.push(format!("{name}: {lines} lines; the ceiling is {ceiling}"));
    } else if lines > LONG {
        findings.warnings.push(format!("{name}: {lines} lines"));
    }
}

/// A page of code is read without scrolling sideways.
fn wide(name: &str, text: &str, findings: &mut Findings) {
    let wide: Vec<usize> =
        (1..).zip(text.lines()).filter(|(_, line)| line.chars().count() > WIDE).map(|(number, _)| number).collect();
    if let [first, ..] = wide[..] {
        let count = wide.len();
        findings.complaints.push(format!("{name}:{first}: {count} lines above {WIDE} characters, this is the first"));
    }
}

/// A function fits on a page and takes no more than a reader can keep in mind.
fn pages(name: &str, text: &str, findings: &mut Findings) {
    for functions::Fault { line, function, what } in functions::faults(text) {
        findings.complaints.push(format!("{name}:{line}: {function} {what}"));
    }
}

fn leftovers(name: &str, text: &str, findings: &mut Findings) {
    for (number, line) in (1..).zip(text.lines()) {
        let mut found: Vec<&str> = UNFINISHED.into_iter().filter(|word| has_word(line, word)).collect();
        if line.contains(IGNORED) {
            found.push("an ignored test");
        }
        for word in found {
            findings.complaints.push(format!("{name}:{number}: {word}: finish it or leave it out"));
        }
    }
}

fn imports(name: &str, text: &str, systems: &[String], findings: &mut Findings) {
    let Some(member) = crate_of(name) else {
        return;
    };
    let system = system_of(name, systems);
    let steady = system.is_some() || ["kernel", "space"].contains(&member);
    if !steady || !name.starts_with(&format!("crates/{member}/src/")) {
        return;
    }
    for (number, line) in (1..).zip(text.lines()) {
        let code = line.split("//").next().unwrap_or_default();
        // One complaint a line is enough: `std::thread` is also `thread`.
        let unsteady = UNSTEADY.iter().find(|(word, _)| match *word {
            "thread" => has_word(code, "thread::"),
            word => has_word(code, word),
        });
        if let Some((word, why)) = unsteady {
            findings.complaints.push(format!("{name}:{number}: {word}: {why}"));
        }
        for other in systems.iter().filter(|other| Some(other.as_str()) != system) {
            let module = other.replace('-', "_");
            if has_word(code, &format!("{module}::")) || has_word(code, &format!("use {module}")) {
                findings.complaints.push(format!("{name}:{number}: {member} must not know {other}"));
            }
        }
    }
}

/// A system that depends on another could import it any time.
fn manifest(name: &str, system: &str, text: &str, systems: &[String], findings: &mut Findings) {
    for (number, line) in (1..).zip(text.lines()) {
        let key = line.split(['=', '.', ' ']).next().unwrap_or_default();
        if systems.iter().any(|other| other == key) && key != system {
            findings.complaints.push(format!("{name}:{number}: {system} must not depend on {key}"));
        }
    }
}

fn is_test(name: &str) -> bool {
    let mut parts = name.split('/');
    let file = parts.next_back().unwrap_or_default();
    let named = file == "tests.rs" || file.contains(".test.") || file.contains(".spec.");
    named || parts.any(|folder| folder == "tests")
}

fn crate_of(name: &str) -> Option<&str> {
    name.strip_prefix("crates/")?.split('/').next()
}

fn system_of<'n>(name: &'n str, systems: &[String]) -> Option<&'n str> {
    crate_of(name).filter(|member| systems.iter().any(|system| system == member))
}

/// Whether `word` occurs with no letter, digit or underscore right before or after it.
pub(super) fn has_word(text: &str, word: &str) -> bool {
    let part = |c: char| c.is_alphanumeric() || c == '_';
    let open_end = word.ends_with(part);
    text.match_indices(word).any(|(at, _)| {
        let before = text[..at].ends_with(part);
        let after = text[at + word.len()..].starts_with(part);
        !(before || open_end && after)
    })
}
