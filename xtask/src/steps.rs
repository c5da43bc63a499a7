//! The checks, in the order in which they run.

use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use crate::{browser, tidy};

/// One check.
pub(crate) struct Step {
    pub(crate) name: &'static str,
    pub(crate) about: &'static str,
    action: Action,
}

enum Action {
    Cargo(&'static [&'static str]),
    /// Cargo with `RUSTDOCFLAGS`.
    Doc(&'static [&'static str]),
    /// A verb of the built game, once for each list of words. Skipped as long as its help does not list the verb.
    Fray(&'static str, &'static [&'static [&'static str]]),
    Tidy,
    /// Types and style of the browser side.
    Web,
    /// Clicking through the board in a real browser.
    Browser,
    Wasm(&'static [&'static str]),
}

const WASM: &str = "wasm32-unknown-unknown";

pub(crate) const STEPS: [Step; 11] = [
    Step { name: "fmt", about: "the code is formatted", action: Action::Cargo(&["fmt", "--all", "--", "--check"]) },
    Step { name: "tidy", about: "no file too long, no import or word that must not be there", action: Action::Tidy },
    Step {
        name: "clippy",
        about: "no warnings",
        action: Action::Cargo(&["clippy", "--workspace", "--all-targets", "--", "-D", "warnings"]),
    },
    Step { name: "build", about: "the game builds as it is shipped", action: Action::Cargo(&["build", "--release"]) },
    Step {
        name: "test",
        about: "all tests of all crates",
        action: Action::Cargo(&["test", "--workspace", "--no-fail-fast"]),
    },
    Step {
        name: "case",
        about: "all scripted situations",
        action: Action::Fray(
            "case",
            &[&["cases/sellsword"], &["cases/sword-and-claw"], &["cases/coreheim"], &["cases/sword-marches"]],
        ),
    },
    Step {
        name: "coverage",
        about: "every rule is cited by code and by a test",
        action: Action::Fray(
            "rules",
            &[
                &["sellsword", "--coverage"],
                &["sword-and-claw", "--coverage"],
                &["coreheim", "--coverage"],
                &["sword-marches", "--coverage"],
            ],
        ),
    },
    Step { name: "web", about: "the browser side is typed and clean", action: Action::Web },
    Step { name: "browser", about: "the board played in a real browser", action: Action::Browser },
    Step {
        name: "doc",
        about: "the documentation builds without warnings",
        action: Action::Doc(&["doc", "--workspace", "--no-deps"]),
    },
    Step {
        name: "wasm",
        about: "the engine also compiles for the browser",
        action: Action::Wasm(&[
            "kernel",
            "space",
            "rulebook",
            "pack",
            "sellsword",
            "sword-and-claw",
            "coreheim",
            "sword-marches",
            "minds",
        ]),
    },
];

/// Runs the steps, or the one named, and says how long each took.
///
/// # Errors
/// One line about the first step that failed.
pub(crate) fn run(root: &Path, only: Option<&str>) -> Result<(), String> {
    let start = Instant::now();
    let mut skipped = Vec::new();
    let mut passed = 0;
    for step in STEPS.iter().filter(|step| only.is_none_or(|name| name == step.name)) {
        println!("\n== {}: {}", step.name, step.about);
        let begun = Instant::now();
        match perform(&step.action, root) {
            Ok(Outcome::Passed) => {
                passed += 1;
                println!("-- {} passed in {}", step.name, seconds(begun.elapsed()));
            }
            Ok(Outcome::Skipped(why)) => {
                println!("-- {} skipped: {why}", step.name);
                skipped.push(step.name);
            }
            Err(complaint) => {
                let time = seconds(begun.elapsed());
                return Err(format!("FAILED: {} after {time}: {complaint}", step.name));
            }
        }
    }
    let total = seconds(start.elapsed());
    let skipped = match skipped[..] {
        [] => String::new(),
        _ => format!(", skipped: {}", skipped.join(", ")),
    };
    println!("\nOK: {passed} passed in {total}{skipped}");
    Ok(())
}

enum Outcome {
    Passed,
    Skipped(String),
}

fn perform(action: &Action, root: &Path) -> Result<Outcome, String> {
    match action {
        Action::Cargo(words) => execute(cargo(root).args(*words)),
        Action::Doc(words) => execute(cargo(root).args(*words).env("RUSTDOCFLAGS", "-D warnings")),
        Action::Tidy => tidy::check(root).map(|()| Outcome::Passed),
        Action::Web => {
            let Some(web) = browser::web(root) else {
                return Ok(Outcome::Skipped("this checkout has no browser side".to_owned()));
            };
            browser::fetched(|| execute(browser::npm(&web).args(["ci", "--no-audit", "--no-fund"])))?;
            execute(browser::npm(&web).args(["run", "check"]))
        }
        Action::Browser => {
            let Some(web) = browser::web(root) else {
                return Ok(Outcome::Skipped("this checkout has no browser side".to_owned()));
            };
            let chromium = browser::chromium()?;
            execute(browser::npm(&web).arg("test").env("FRAY_BIN", fray(root)).env("CHROMIUM", chromium))
        }
        Action::Fray(verb, each) => {
            let fray = fray(root);
            if !verbs(&fray, root).iter().any(|known| known == verb) {
                let why = format!("{} has no verb `{verb}`", fray.display());
                return Ok(Outcome::Skipped(why));
            }
            for words in *each {
                summed_up(Command::new(&fray).arg(verb).args(*words).current_dir(root))?;
            }
            Ok(Outcome::Passed)
        }
        Action::Wasm(crates) => {
            if let Some(why) = without_wasm(root) {
                return Ok(Outcome::Skipped(why));
            }
            let packages = crates.iter().flat_map(|name| ["-p", name]);
            execute(cargo(root).args(["check", "--target", WASM]).args(packages))
        }
    }
}

fn execute(command: &mut Command) -> Result<Outcome, String> {
    let shown = show(command);
    println!("   {shown}");
    let status = command.status().map_err(|error| format!("cannot start `{shown}`: {error}"))?;
    if status.success() { Ok(Outcome::Passed) } else { Err(format!("`{shown}` ended with {status}")) }
}

/// Like [`execute`] for what reports at length: its last line where all is well, so that what fails later is not lost among
/// what did not; everything where it is not.
fn summed_up(command: &mut Command) -> Result<Outcome, String> {
    let shown = show(command);
    println!("   {shown}");
    let output = command.output().map_err(|error| format!("cannot start `{shown}`: {error}"))?;
    let said = String::from_utf8_lossy(&output.stdout);
    if output.status.success() {
        println!("{}", said.lines().last().unwrap_or_default());
        return Ok(Outcome::Passed);
    }
    println!("{said}{}", String::from_utf8_lossy(&output.stderr));
    Err(format!("`{shown}` ended with {}", output.status))
}

/// The command as one would type it.
fn show(command: &Command) -> String {
    let program = Path::new(command.get_program());
    let program = program.file_name().unwrap_or(program.as_os_str());
    let words = std::iter::once(program).chain(command.get_args());
    words.map(|word| word.to_string_lossy()).collect::<Vec<_>>().join(" ")
}

/// The cargo that runs this program.
fn cargo(root: &Path) -> Command {
    let mut command = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.current_dir(root);
    command
}

/// The game as the build step left it.
fn fray(root: &Path) -> PathBuf {
    let target = env::var_os("CARGO_TARGET_DIR").map_or_else(|| "target".into(), PathBuf::from);
    let name = format!("fray{}", env::consts::EXE_SUFFIX);
    root.join(target).join("release").join(name)
}

/// The first word of every line of the game's help.
fn verbs(fray: &Path, root: &Path) -> Vec<String> {
    let output = Command::new(fray).arg("--help").current_dir(root).output();
    let text = output.map(|output| String::from_utf8_lossy(&output.stdout).into_owned());
    let text = text.unwrap_or_default();
    let first = |line: &str| line.split_whitespace().next().map(str::to_owned);
    text.lines().filter_map(first).collect()
}

/// Why the wasm check cannot be made, if it cannot.
fn without_wasm(root: &Path) -> Option<String> {
    let mut command = Command::new("rustup");
    let output = command.args(["target", "list", "--installed"]).current_dir(root).output();
    match output {
        Ok(output) if String::from_utf8_lossy(&output.stdout).lines().any(|line| line == WASM) => None,
        Ok(_) => Some(format!("the target is not installed (rustup target add {WASM})")),
        Err(_) => Some(format!("rustup is not here to ask whether {WASM} is installed")),
    }
}

fn seconds(time: Duration) -> String {
    format!("{}.{} s", time.as_secs(), time.subsec_millis() / 100)
}
