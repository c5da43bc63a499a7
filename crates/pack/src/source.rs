//! The files of a pack.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::Path;

use crate::problem::{Place, Problem};

/// The largest file a pack may hold. A whole pack of units takes less than a tenth of a mebibyte.
const FILE_LIMIT: u64 = 4 * 1024 * 1024;

/// The most files a pack may hold, so that a mistyped folder is not read to its end.
const FILE_COUNT_LIMIT: usize = 1000;

/// One file of a pack.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    /// The path within the pack, with forward slashes: `maps/abbey.toml`.
    pub name: String,
    /// The text, with line endings as `\n` and without a byte order mark.
    pub text: String,
}

impl Source {
    fn new(name: &str, text: &str) -> Source {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        Source { name: name.to_owned(), text: text.replace("\r\n", "\n") }
    }
}

/// All files of a pack, sorted by name, and what went wrong while they were collected.
#[derive(Clone, Debug, Default)]
pub struct Sources {
    root: String,
    files: Vec<Source>,
    problems: Vec<Problem>,
}

impl Sources {
    /// Files that are part of the program, given as name and text.
    pub fn embedded(files: &[(&str, &str)]) -> Sources {
        let mut files: Vec<Source> = files.iter().map(|(name, text)| Source::new(name, text)).collect();
        files.sort_by(|a, b| a.name.cmp(&b.name));
        Sources { files, ..Sources::default() }
    }

    /// The same files, shown in problems as standing in the folder `root`. The content hash does not change.
    pub fn under(mut self, root: &str) -> Sources {
        self.root = root.trim_end_matches('/').to_owned();
        self
    }

    /// Every `*.toml` file in `dir` and the folders below it. Links to folders are not followed.
    ///
    /// Never fails: a file that cannot be used is left out and becomes a problem, which [`Reader`](crate::Reader)
    /// reports with all others.
    pub fn from_dir(dir: &Path) -> Sources {
        let mut sources = Sources::default().under(&dir.to_string_lossy().replace('\\', "/"));
        let mut names = Vec::new();
        sources.list(dir, "", &mut names);
        names.sort();
        if names.is_empty() && sources.problems.is_empty() {
            sources.problems.push(Problem::with_file(&sources.root, "no .toml file in this folder"));
        }
        if names.len() > FILE_COUNT_LIMIT {
            let text = format!("{} files; a pack may hold {FILE_COUNT_LIMIT}", names.len());
            sources.problems.push(Problem::with_file(&sources.root, text));
            names.truncate(FILE_COUNT_LIMIT);
        }
        for name in names {
            match read(&dir.join(&name)) {
                Ok(text) => sources.files.push(Source::new(&name, &text)),
                Err(refusal) => {
                    let problem = refusal.problem(sources.shown(&name));
                    sources.problems.push(problem);
                }
            }
        }
        sources
    }

    pub fn files(&self) -> &[Source] {
        &self.files
    }

    /// Files that could not be read. [`Reader`](crate::Reader) reports them too.
    pub fn problems(&self) -> &[Problem] {
        &self.problems
    }

    /// A name for exactly this content: the blake3 hash of all names and texts in lower-case hexadecimal.
    ///
    /// It does not depend on where the files stand, in which order they were given, or on the line endings.
    pub fn content_hash(&self) -> String {
        let mut hasher = blake3::Hasher::new();
        for file in &self.files {
            for part in [&file.name, &file.text] {
                // The length goes in first, so that no text can pass for the start of the next file.
                hasher.update(&(part.len() as u64).to_le_bytes());
                hasher.update(part.as_bytes());
            }
        }
        hasher.finalize().to_hex().to_string()
    }

    /// The name of a file as problems show it.
    pub(crate) fn shown(&self, name: &str) -> String {
        match self.root.as_str() {
            "" => name.to_owned(),
            root => format!("{root}/{name}"),
        }
    }

    fn list(&mut self, dir: &Path, prefix: &str, names: &mut Vec<String>) {
        // One file more than allowed is enough to know that there are too many.
        if names.len() > FILE_COUNT_LIMIT {
            return;
        }
        let entries = match fs::read_dir(dir).and_then(Iterator::collect::<io::Result<Vec<_>>>) {
            Ok(entries) => entries,
            Err(error) => {
                let shown = self.shown(prefix).trim_end_matches('/').to_owned();
                self.problems.push(Problem::with_file(shown, format!("cannot read this folder: {error}")));
                return;
            }
        };
        for entry in entries {
            let name = entry.file_name();
            let Some(name) = name.to_str() else {
                let shown = self.shown(&format!("{prefix}{}", name.to_string_lossy()));
                self.problems.push(Problem::with_file(shown, "the file name is not UTF-8"));
                continue;
            };
            // The type of a link is "link", so a folder that links to its parent is not walked for ever.
            if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
                self.list(&entry.path(), &format!("{prefix}{name}/"), names);
            } else if name.ends_with(".toml") {
                names.push(format!("{prefix}{name}"));
            }
        }
    }
}

/// Why a file of a folder is not part of the pack.
enum Refusal {
    Unreadable(io::Error),
    TooLarge,
    /// Where the text stops being text.
    NotUtf8 {
        line: u32,
        column: u32,
    },
}

impl Refusal {
    fn problem(self, file: String) -> Problem {
        match self {
            Refusal::Unreadable(error) => Problem::with_file(file, format!("cannot read this file: {error}")),
            Refusal::TooLarge => Problem::with_file(file, "the file is too large").hint("expected at most 4 MiB"),
            Refusal::NotUtf8 { line, column } => {
                Place { file, line, column }.problem("the file is not UTF-8 from here on")
            }
        }
    }
}

fn read(path: &Path) -> Result<String, Refusal> {
    let mut bytes = Vec::new();
    // The limit holds while reading: the length a file claims beforehand may be wrong.
    File::open(path).and_then(|file| file.take(FILE_LIMIT + 1).read_to_end(&mut bytes)).map_err(Refusal::Unreadable)?;
    if bytes.len() as u64 > FILE_LIMIT {
        return Err(Refusal::TooLarge);
    }
    String::from_utf8(bytes).map_err(|error| {
        let good = error.utf8_error().valid_up_to();
        let good = String::from_utf8_lossy(&error.as_bytes()[..good]).into_owned();
        let last = good.rsplit('\n').next().unwrap_or_default();
        let line = good.matches('\n').count() + 1;
        Refusal::NotUtf8 { line: line as u32, column: last.chars().count() as u32 + 1 }
    })
}
