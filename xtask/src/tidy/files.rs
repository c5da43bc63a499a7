//! Which files belong to the project.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::log::Log;

/// The files git tracks or would track, relative to `root` and sorted. Where git cannot say, every file outside the
/// folders of build output.
pub(super) fn list(root: &Path, log: &mut Log) -> Result<Vec<String>, String> {
    let mut git = Command::new("git");
    git.args(["ls-files", "--cached", "--others", "--exclude-standard", "-z"]);
    let mut names = match git.current_dir(root).output() {
        Ok(output) if output.status.success() => {
            let text = String::from_utf8_lossy(&output.stdout).into_owned();
            let names = text.split('\0').filter(|name| !name.is_empty());
            names.map(str::to_owned).collect()
        }
        _ => {
            log.line("   git does not answer here, so all files are looked at");
            let mut names = Vec::new();
            walk(root, "", &mut names)?;
            names
        }
    };
    names.sort();
    names.dedup();
    Ok(names)
}

fn walk(folder: &Path, prefix: &str, names: &mut Vec<String>) -> Result<(), String> {
    let wrong = |error| format!("{}: {error}", folder.display());
    for entry in fs::read_dir(folder).map_err(wrong)? {
        let entry = entry.map_err(wrong)?;
        let name = entry.file_name().to_string_lossy().into_owned();
        let shown = format!("{prefix}{name}");
        // The type of a link is "link", so links to folders are not followed.
        let kind = entry.file_type().map_err(wrong)?;
        if kind.is_dir() {
            let output = name.starts_with("target") || name == "node_modules" || name == ".git";
            if !output {
                walk(&entry.path(), &format!("{shown}/"), names)?;
            }
        } else if kind.is_file() {
            names.push(shown);
        }
    }
    Ok(())
}
