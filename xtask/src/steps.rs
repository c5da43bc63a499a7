//! The checks, and which of them run side by side.

use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::log::Log;
use crate::rounds::{self, Check, Outcome, Round};
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
    Tidy,
    /// The packages of the browser side, which its checks and the build of the board use.
    Install,
    /// Types and style of the browser side.
    Web,
    /// Clicking through the board in a real browser.
    Browser,
    /// A new game in a copy of the workspace.
    NewGame,
    /// Every game and the minds, and with them everything they stand on.
    Wasm,
    /// The store before a real PostgreSQL, which the test starts and ends.
    Postgres,
    /// Servers under load while everything goes wrong, for a short time.
    Torture,
}

/// The test that starts a PostgreSQL; without one it would pass and say nothing.
const POSTGRES: &str = "postgresql_keeps_the_same_contract";
/// The profile of the program that is played with here; see `Cargo.toml`.
const TRIAL: &str = "trial";
const WASM: &str = "wasm32-unknown-unknown";
/// Private rooms are documented too, for whoever works on the project: so links to them lead somewhere.
const DOC_LINTS: &str = "-D warnings -A rustdoc::private_intra_doc_links";

/// Two lanes at the most, for two cores. What the browser tests need is built beside the tests of the engine, and then the
/// documentation, where that lane would be idle. The browser itself has little running beside it, for its tests look at a
/// clock. The packages come first: whatever builds the server builds the board with them.
pub(crate) const ROUNDS: [Round<Step>; 3] = [
    &[
        &[
            Step {
                name: "fmt",
                about: "the code is formatted",
                action: Action::Cargo(&["fmt", "--all", "--", "--check"]),
            },
            Step {
                name: "tidy",
                about: "nothing too long, no import or word that must not be there",
                action: Action::Tidy,
            },
        ],
        &[Step { name: "install", about: "the packages of the browser side are there", action: Action::Install }],
    ],
    &[
        &[
            Step {
                name: "clippy",
                about: "no warnings",
                action: Action::Cargo(&["clippy", "--workspace", "--all-targets", "--", "-D", "warnings"]),
            },
            Step {
                name: "test",
                about: "all tests of all crates, with all cases and recorded battles",
                action: Action::Cargo(&["test", "--workspace", "--no-fail-fast", "--", "--skip", POSTGRES]),
            },
            Step {
                name: "postgres",
                about: "the store keeps its promises in PostgreSQL too, killed and restarted",
                action: Action::Postgres,
            },
        ],
        &[
            Step { name: "web", about: "the browser side is typed and clean", action: Action::Web },
            Step {
                name: "build",
                about: "the game builds as it is shipped, without debug assertions",
                action: Action::Cargo(&["build", "--profile", TRIAL]),
            },
            Step {
                name: "new-game",
                about: "a game that is begun with `cargo xtask new-game` compiles and conforms",
                action: Action::NewGame,
            },
            Step {
                name: "doc",
                about: "the documentation builds without warnings",
                action: Action::Doc(&["doc", "--workspace", "--no-deps", "--document-private-items"]),
            },
            Step { name: "wasm", about: "the engine also compiles for the browser", action: Action::Wasm },
        ],
    ],
    &[
        &[Step { name: "browser", about: "the board played in a real browser", action: Action::Browser }],
        &[Step {
            name: "torture",
            about: "servers are killed under load, their disks fail and fill, and nothing is lost",
            action: Action::Torture,
        }],
    ],
];

/// All checks.
pub(crate) fn all() -> impl Iterator<Item = &'static Step> {
    ROUNDS.iter().flat_map(|round| round.iter()).flat_map(|lane| lane.iter())
}

/// Runs the checks, or the one named, and says how long each took.
///
/// # Errors
/// One line about the first check that failed.
pub(crate) fn run(only: Option<&'static str>) -> Result<(), String> {
    let done = match all().find(|step| Some(step.name) == only) {
        Some(step) => rounds::alone(step),
        None => rounds::run(&ROUNDS, &target(&crate::root()).join("checks")),
    };
    done.map(|sum| println!("\n{sum}"))
}

impl Check for Step {
    fn name(&self) -> &'static str {
        self.name
    }

    fn about(&self) -> &'static str {
        self.about
    }

    fn run(&self, log: &mut Log) -> Result<Outcome, String> {
        perform(&self.action, &crate::root(), log)
    }
}

fn perform(action: &Action, root: &Path, log: &mut Log) -> Result<Outcome, String> {
    let without_web = || Ok(Outcome::Skipped("this checkout has no browser side".to_owned()));
    match action {
        Action::Cargo(words) => execute(cargo(root).args(*words), log),
        Action::Doc(words) => execute(cargo(root).args(*words).env("RUSTDOCFLAGS", DOC_LINTS), log),
        Action::Tidy => tidy::check(root, log).map(|()| Outcome::Passed),
        Action::Install => {
            let Some(web) = browser::web(root) else { return without_web() };
            browser::fetched(log, |log| execute(browser::npm(&web).args(["ci", "--no-audit", "--no-fund"]), log))
        }
        Action::Web => {
            let Some(web) = browser::web(root) else { return without_web() };
            execute(browser::npm(&web).args(["run", "check"]), log)
        }
        Action::Browser => {
            let Some(web) = browser::web(root) else { return without_web() };
            let chromium = browser::chromium(log)?;
            execute(browser::npm(&web).arg("test").env("FRAY_BIN", fray(root, TRIAL)).env("CHROMIUM", chromium), log)
        }
        Action::Wasm => {
            if let Some(why) = without_wasm(root) {
                return Ok(Outcome::Skipped(why));
            }
            let systems = crate::systems(root)?;
            let names = systems.iter().map(String::as_str).chain(["minds"]);
            execute(cargo(root).args(["check", "--target", WASM]).args(names.flat_map(|name| ["-p", name])), log)
        }
        Action::NewGame => new_game(root, log),
        Action::Torture => short_torture(root, log),
        Action::Postgres => match has_postgres() {
            // Of the whole workspace, as before: of the server alone it would be built anew, with fewer features.
            true => execute(cargo(root).args(["test", "--workspace", "--lib", POSTGRES]), log),
            false => {
                Ok(Outcome::Skipped("no PostgreSQL is installed here; on Debian: apt install postgresql".to_owned()))
            }
        },
    }
}

/// The new game stands in a copy, for nothing of it is to stay.
fn new_game(root: &Path, log: &mut Log) -> Result<Outcome, String> {
    let copy = target(root).join("new-game");
    crate::new_game::copy(root, &copy)?;
    crate::new_game::write(&copy, "trial-game")?;
    // A place of its own: cargo takes the crates of the copy for those of the workspace.
    let built = target(root).join("new-game-built");
    execute(cargo(&copy).env("CARGO_TARGET_DIR", &built).args(["test", "-p", "trial-game"]), log)
}

/// Whether its programs are in the path, or where Debian keeps them.
fn has_postgres() -> bool {
    let path = env::var_os("PATH").unwrap_or_default();
    let versions = std::fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
    let mut folders = env::split_paths(&path).chain(versions.map(|version| version.path().join("bin")));
    folders.any(|folder| folder.join("initdb").exists() && folder.join("postgres").exists())
}

/// Writes a game and formats it: the order of imports hangs on its name.
///
/// # Errors
/// What stands in the way.
pub(crate) fn begin_game(name: &str) -> Result<Vec<String>, String> {
    let root = crate::root();
    let lines = crate::new_game::write(&root, name)?;
    execute(cargo(&root).args(["fmt", "-p", name]), &mut Log::Screen)?;
    Ok(lines)
}

/// As asked for on the command line; the program is built first where none is named.
///
/// # Errors
/// What was lost, or what does not go on.
#[cfg(unix)]
pub(crate) fn torture(wish: &crate::torture::Wish) -> Result<Vec<String>, String> {
    let root = crate::root();
    if let Some(program) = &wish.program {
        return crate::torture::run(wish, program);
    }
    execute(cargo(&root).args(["build", "--release"]), &mut Log::Screen)?;
    crate::torture::run(wish, &fray(&root, "release"))
}

/// Long enough for some of everything to go wrong.
#[cfg(unix)]
fn short_torture(root: &Path, log: &mut Log) -> Result<Outcome, String> {
    let wish = crate::torture::Wish { minutes: 0.4, seed: 1, program: None };
    let lines = crate::torture::run(&wish, &fray(root, TRIAL))?;
    lines.into_iter().for_each(|line| log.line(line));
    Ok(Outcome::Passed)
}

#[cfg(not(unix))]
fn short_torture(_root: &Path, _log: &mut Log) -> Result<Outcome, String> {
    Ok(Outcome::Skipped("servers are tortured on Unix alone".to_owned()))
}

fn execute(command: &mut Command, log: &mut Log) -> Result<Outcome, String> {
    let shown = show(command);
    log.line(format!("   {shown}"));
    let status = log.take(command).and_then(|()| command.status());
    let status = status.map_err(|error| format!("cannot start `{shown}`: {error}"))?;
    if status.success() { Ok(Outcome::Passed) } else { Err(format!("`{shown}` ended with {status}")) }
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

/// Where cargo builds.
fn target(root: &Path) -> PathBuf {
    root.join(env::var_os("CARGO_TARGET_DIR").map_or_else(|| "target".into(), PathBuf::from))
}

/// The game as a build with this profile left it.
fn fray(root: &Path, profile: &str) -> PathBuf {
    target(root).join(profile).join(format!("fray{}", env::consts::EXE_SUFFIX))
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
