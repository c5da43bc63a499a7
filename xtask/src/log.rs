//! Where a check says what it does: on the screen, or in a file while another check runs beside it.

use std::fmt::Display;
use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The output of one check.
#[derive(Debug)]
pub(crate) enum Log {
    Screen,
    File { file: File, path: PathBuf },
}

impl Log {
    /// A new file in `folder`, which is made if need be.
    ///
    /// # Errors
    /// If it cannot be written to.
    pub(crate) fn file(folder: &Path, name: &str) -> Result<Log, String> {
        let path = folder.join(format!("{name}.log"));
        let made = fs::create_dir_all(folder).and_then(|()| File::create(&path));
        let file = made.map_err(|error| format!("{}: {error}", path.display()))?;
        Ok(Log::File { file, path })
    }

    pub(crate) fn line(&mut self, line: impl Display) {
        match self {
            Log::Screen => println!("{line}"),
            // What cannot be noted must not fail the check.
            Log::File { file, .. } => drop(writeln!(file, "{line}")),
        }
    }

    /// Lets a command say here what it has to say.
    pub(crate) fn take(&self, command: &mut Command) -> std::io::Result<()> {
        if let Log::File { file, .. } = self {
            command.stdin(Stdio::null()).stdout(file.try_clone()?).stderr(file.try_clone()?);
        }
        Ok(())
    }

    /// All that was said, where it is not on the screen already.
    pub(crate) fn text(&self) -> String {
        match self {
            Log::Screen => String::new(),
            Log::File { path, .. } => {
                let bytes = fs::read(path).unwrap_or_default();
                String::from_utf8_lossy(&bytes).into_owned()
            }
        }
    }
}
