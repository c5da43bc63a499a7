//! Turns the ledgers in `rules/` into constants and a table of all rules.
//!
//! A ledger that is not what it should be stops the build with the file, the line and the id.

#[path = "build/ledger.rs"]
mod ledger;
#[path = "build/output.rs"]
mod output;

use std::env;
use std::fs;
use std::path::Path;
use std::process::ExitCode;

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(complaint) => {
            eprintln!("{complaint}");
            ExitCode::FAILURE
        }
    }
}

fn run() -> Result<(), String> {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=build");
    println!("cargo::rerun-if-changed=../../rules");
    let rules = Path::new("../../rules");
    let library = ledger::read(rules)?;
    let folder = env::var("OUT_DIR").map_err(|_| "cargo gives no OUT_DIR".to_owned())?;
    for (name, code) in [("constants.rs", output::constants(&library)), ("rules.rs", output::tables(&library))] {
        let file = Path::new(&folder).join(name);
        fs::write(&file, code).map_err(|error| format!("{}: {error}", file.display()))?;
    }
    Ok(())
}
