//! `cargo xtask test`: everything the project promises, in one command.

mod browser;
#[path = "../../crates/rulebook/src/head.rs"]
mod head;
mod log;
mod new_game;
mod rounds;
mod steps;
mod tidy;
#[cfg(unix)]
mod torture;

#[cfg(test)]
mod tests;

use std::env;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

const HELP: &str = "\
cargo xtask test               run every check, some side by side; after the first that fails none begins
cargo xtask test --only NAME   run one check by itself
cargo xtask tidy               the same as: cargo xtask test --only tidy
cargo xtask torture --minutes M --seed S
                               servers under load while everything goes wrong; --program FRAY for one that is built
cargo xtask new-game NAME      writes a game that compiles, conforms and stands on the board
cargo xtask help               this page

The checks:";

fn main() -> ExitCode {
    let words: Vec<String> = env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    match understand(&words) {
        Ok(Wish::Help) => {
            help();
            ExitCode::SUCCESS
        }
        Ok(Wish::Test(only)) => match steps::run(only) {
            Ok(()) => ExitCode::SUCCESS,
            Err(complaint) => {
                println!("\n{complaint}");
                ExitCode::FAILURE
            }
        },
        Ok(Wish::NewGame(name)) => match steps::begin_game(&name) {
            Ok(lines) => {
                println!("{}", lines.join("\n"));
                ExitCode::SUCCESS
            }
            Err(complaint) => {
                eprintln!("{complaint}");
                ExitCode::FAILURE
            }
        },
        #[cfg(unix)]
        Ok(Wish::Torture(wish)) => match steps::torture(&wish) {
            Ok(lines) => {
                println!("{}", lines.join("\n"));
                ExitCode::SUCCESS
            }
            Err(complaint) => {
                println!("\n{complaint}");
                ExitCode::FAILURE
            }
        },
        Err(complaint) => {
            eprintln!("{complaint}\n`cargo xtask help` lists what can be asked.");
            ExitCode::from(2)
        }
    }
}

/// What the command line asks for.
#[derive(Debug, PartialEq)]
enum Wish {
    Help,
    /// All checks, or the one of this name.
    Test(Option<&'static str>),
    NewGame(String),
    #[cfg(unix)]
    Torture(torture::Wish),
}

fn understand(words: &[&str]) -> Result<Wish, String> {
    match words {
        [] | ["help" | "--help" | "-h"] => Ok(Wish::Help),
        ["test"] => Ok(Wish::Test(None)),
        #[cfg(unix)]
        ["torture", words @ ..] => torture::Wish::of(words).map(Wish::Torture),
        ["new-game", name] => Ok(Wish::NewGame((*name).to_owned())),
        ["new-game"] => Err("`new-game` needs a name, such as `goblin-raid`".to_owned()),
        ["tidy"] => Ok(Wish::Test(Some("tidy"))),
        ["test", "--help" | "-h"] => Ok(Wish::Help),
        ["test", "--only"] => Err("`--only` needs the name of a check".to_owned()),
        ["test", "--only", name] => {
            let step = steps::all().find(|step| step.name == *name);
            let names: Vec<&str> = steps::all().map(|step| step.name).collect();
            let unknown = || format!("no check is called `{name}`; there are {}", names.join(", "));
            Ok(Wish::Test(Some(step.ok_or_else(unknown)?.name)))
        }
        ["test", "--only", _, word, ..] | ["test", word, ..] | [word, ..] => {
            Err(format!("`{word}` is not understood here"))
        }
    }
}

fn help() {
    println!("{HELP}");
    for step in steps::all() {
        println!("  {:10}{}", step.name, step.about);
    }
}

/// The root of the workspace: the folder this crate stands in.
fn root() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.parent().unwrap_or(here).to_owned()
}

/// The systems, whose crates are named like them: every system has a book of rules.
///
/// # Errors
/// If the folder of the rules cannot be read.
fn systems(root: &Path) -> Result<Vec<String>, String> {
    let heads = head::heads(&root.join("rules")).map_err(|error| format!("rules: {error}"))?;
    Ok(heads.into_iter().map(|head| head.system).collect())
}
