//! Builds the browser board and lists its files for the program.
//!
//! Without the feature `board`, without Node, or when the build of the page fails, the program is built all the same and
//! says how to get the board; what went wrong is a warning of cargo's.

use std::env;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

fn main() {
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo names the folder"));
    let web = Path::new(&env::var_os("CARGO_MANIFEST_DIR").expect("cargo names the folder")).join("../../web");
    println!("cargo::rerun-if-changed=build.rs");
    let dist = out.join("board");
    let mut built = false;
    if env::var_os("CARGO_FEATURE_BOARD").is_some() && web.join("package.json").exists() {
        for name in [
            "src",
            "public",
            "index.html",
            "package.json",
            "package-lock.json",
            "vite.config.ts",
            "svelte.config.js",
            "tsconfig.json",
        ] {
            println!("cargo::rerun-if-changed={}", web.join(name).display());
        }
        match page(&web, &dist, &out) {
            Ok(()) => built = true,
            Err(why) => {
                println!("cargo::warning=the browser board is left out: {why}");
                println!(
                    "cargo::warning=install Node 20 or newer and build again, or build with --no-default-features"
                );
            }
        }
    }
    let mut files = Vec::new();
    if built {
        list(&dist, "", &mut files);
        files.sort();
    }
    let mut code = format!("const BUILT: bool = {built};\nstatic FILES: &[File] = &[\n");
    for (name, path) in &files {
        writeln!(code, "    ({name:?}, include_bytes!({path:?})),").expect("a string can be written to");
    }
    code.push_str("];\n");
    fs::write(out.join("board.rs"), code).expect("the folder of the build can be written to");
}

/// Runs the locked install, if one is due, and the build.
fn page(web: &Path, dist: &Path, out: &Path) -> Result<(), String> {
    let changed = |name: &str| fs::metadata(web.join(name)).and_then(|file| file.modified());
    let lock = changed("package-lock.json").map_err(|why| format!("no package-lock.json ({why})"))?;
    // npm notes what it installed; what it noted after the lock was last written is what the lock says.
    if !changed("node_modules/.package-lock.json").is_ok_and(|installed| installed >= lock) {
        // The browser tests bring their own browser; the board needs none.
        run(npm(web).args(["ci", "--no-audit", "--no-fund"]).env("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1"), out)?;
    }
    let _ = fs::remove_dir_all(dist);
    run(npm(web).args(["run", "build", "--", "--emptyOutDir", "--outDir"]).arg(dist), out)?;
    match dist.join("index.html").exists() {
        true => Ok(()),
        false => Err("its build made no index.html".into()),
    }
}

fn npm(web: &Path) -> Command {
    let mut command = Command::new(if cfg!(windows) { "npm.cmd" } else { "npm" });
    command.current_dir(web);
    command
}

/// What npm says goes into a file, for cargo reads the output of build scripts.
fn run(command: &mut Command, out: &Path) -> Result<(), String> {
    let output = command.output().map_err(|why| format!("npm cannot be started ({why})"))?;
    let log = out.join("npm.log");
    let mut said = output.stdout;
    said.extend(&output.stderr);
    let _ = fs::write(&log, &said);
    if output.status.success() {
        return Ok(());
    }
    let said = String::from_utf8_lossy(&said);
    let last: Vec<&str> = said.lines().map(str::trim).filter(|line| !line.is_empty()).take(200).collect();
    let last = last.iter().rev().take(4).rev().copied().collect::<Vec<_>>().join(" | ");
    Err(format!("npm failed: {last} (all of it in {})", log.display()))
}

fn list(folder: &Path, prefix: &str, files: &mut Vec<(String, String)>) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let (path, name) = (entry.path(), format!("{prefix}{}", entry.file_name().to_string_lossy()));
        if path.is_dir() {
            list(&path, &format!("{name}/"), files);
        } else {
            files.push((name, path.display().to_string()));
        }
    }
}
