//! The browser side: its own checks, and the tests that click through it in a real Chromium.

use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::log::Log;
use crate::packages;

/// The folder of the browser side, if this checkout has one.
pub(crate) fn web(root: &Path) -> Option<PathBuf> {
    let web = root.join("web");
    web.join("package.json").is_file().then_some(web)
}

/// npm in the folder of the browser side.
pub(crate) fn npm(web: &Path) -> Command {
    let mut command = Command::new(if cfg!(windows) { "npm.cmd" } else { "npm" });
    // The tests bring no browser of their own: they use the Chromium of the machine.
    command.current_dir(web).env("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1");
    command
}

/// A Chromium to test with: the one named by `CHROMIUM`, one that is installed, or one installed now where that is
/// possible without asking anybody.
///
/// # Errors
/// One line that says how to get one.
pub(crate) fn chromium(log: &mut Log) -> Result<PathBuf, String> {
    if let Some(named) = env::var_os("CHROMIUM") {
        return Ok(named.into());
    }
    if let Some(found) = installed() {
        return Ok(found);
    }
    if packages::install("chromium", log) {
        return installed().ok_or_else(|| "chromium was installed but is not on the path".to_owned());
    }
    Err("the browser tests need Chromium: install it, or name one with CHROMIUM=/path/to/chromium".to_owned())
}

fn installed() -> Option<PathBuf> {
    let names = ["chromium", "chromium-browser", "google-chrome"];
    let folders: Vec<PathBuf> = env::split_paths(&env::var_os("PATH")?).collect();
    names.iter().flat_map(|name| folders.iter().map(move |folder| folder.join(name))).find(|path| path.is_file())
}
