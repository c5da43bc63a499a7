//! Reading what a player hands over: anything may be in it.

use crate::screen::End;
use std::fs::{self, File};
use std::io::Read;
use std::path::{Path, PathBuf};

/// A long battle is a hundredth of that.
const LARGEST: u64 = 64 * 1024 * 1024;

/// The text of a file.
pub(crate) fn read(path: &Path) -> Result<String, End> {
    let shown = path.display();
    let mut bytes = Vec::new();
    if path.is_dir() {
        return Err(End::Bad(format!("{shown}: this is a folder; a file was expected")));
    }
    File::open(path)
        .and_then(|file| file.take(LARGEST + 1).read_to_end(&mut bytes))
        .map_err(|error| End::Bad(format!("{shown}: cannot read this file: {error}")))?;
    if bytes.len() as u64 > LARGEST {
        return Err(End::Bad(format!("{shown}: the file is larger than {} MiB", LARGEST >> 20)));
    }
    String::from_utf8(bytes).map_err(|error| {
        let good = &error.as_bytes()[..error.utf8_error().valid_up_to()];
        let line = good.iter().filter(|byte| **byte == b'\n').count() + 1;
        End::Bad(format!("{shown}: line {line} is not UTF-8 text"))
    })
}

/// The files of an ending below the given files and folders, each folder sorted. A file that is named is taken whatever
/// its ending.
pub(crate) fn below(paths: &[PathBuf], ending: &str) -> Result<Vec<PathBuf>, End> {
    let mut found = Vec::new();
    for path in paths {
        match path.is_dir() {
            true => walk(path, ending, &mut found)?,
            false => found.push(path.clone()),
        }
    }
    Ok(found)
}

fn walk(dir: &Path, ending: &str, found: &mut Vec<PathBuf>) -> Result<(), End> {
    let entries = fs::read_dir(dir).and_then(Iterator::collect::<Result<Vec<_>, _>>);
    let mut entries =
        entries.map_err(|error| End::Bad(format!("{}: cannot read this folder: {error}", dir.display())))?;
    entries.sort_by_key(fs::DirEntry::file_name);
    for entry in entries {
        let path = entry.path();
        // A link is no folder here, so that one to its own parent does not lead round for ever.
        if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
            walk(&path, ending, found)?;
        } else if path.extension().is_some_and(|extension| extension == ending) {
            found.push(path);
        }
    }
    Ok(())
}

/// The game, with a player's pack if there is one.
pub(crate) enum Chosen {
    Core(&'static dyn systems::Game),
    Own(Box<dyn systems::Game>),
}

impl std::ops::Deref for Chosen {
    type Target = dyn systems::Game;

    fn deref(&self) -> &(dyn systems::Game + 'static) {
        match self {
            Chosen::Core(game) => *game,
            Chosen::Own(game) => game.as_ref(),
        }
    }
}

pub(crate) fn game(system: &str, pack: Option<&Path>) -> Result<Chosen, End> {
    let game = systems::named(system)?;
    match pack {
        None => Ok(Chosen::Core(game)),
        Some(dir) => match game.with_pack(dir) {
            Ok(own) => Ok(Chosen::Own(own)),
            Err(problems) => {
                let lines: Vec<String> = problems.iter().map(ToString::to_string).collect();
                Err(End::Bad(format!("the pack has mistakes:\n{}", lines.join("\n"))))
            }
        },
    }
}
