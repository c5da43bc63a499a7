//! Writes down which lines of code cite which rule, for `fray rules SYSTEM --coverage`.

#[path = "../rulebook/src/head.rs"]
mod head;
#[path = "../rulebook/src/scan.rs"]
mod scan;

use std::env;
use std::fmt::Write;
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
    println!("cargo::rerun-if-changed=../rulebook/src/head.rs");
    println!("cargo::rerun-if-changed=../rulebook/src/scan.rs");
    println!("cargo::rerun-if-changed=../../rules");
    println!("cargo::rerun-if-changed=../../packs");
    let root = Path::new("../..");
    let crates = fs::read_dir(root.join("crates")).map_err(|error| format!("crates: {error}"))?;
    for entry in crates.flatten() {
        let source = entry.path().join("src");
        if source.is_dir() {
            println!("cargo::rerun-if-changed={}", source.display());
        }
    }
    let found = scan::citations(root).map_err(|error| format!("cannot scan the crates for citations: {error}"))?;
    let mut code = String::from("static CITATIONS: &[(&str, &[(&str, u32)])] = &[\n");
    for (id, places) in found {
        // Writing to a string cannot fail.
        let _ = writeln!(code, "    ({id:?}, &{places:?}),");
    }
    code.push_str("];\n");
    let folder = env::var("OUT_DIR").map_err(|_| "cargo gives no OUT_DIR".to_owned())?;
    let file = Path::new(&folder).join("citations.rs");
    fs::write(&file, code).map_err(|error| format!("{}: {error}", file.display()))
}
