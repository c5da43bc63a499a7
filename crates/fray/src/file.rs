//! Reading what a player hands over: anything may be in it.

use crate::screen::End;
use std::fs::{self, File};
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use systems::{Game, Games};

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
pub(crate) fn game(system: &str, pack: Option<&Path>) -> Result<Arc<dyn Game>, End> {
    Ok(one_game(system, pack)?.named(system)?)
}

/// The one game that can read a file or folder of which nobody has said what game it is for.
pub(crate) fn told_by(path: &Path, reads: impl Fn(&str) -> bool) -> Result<&'static str, End> {
    let all: Vec<&str> = systems::all().iter().map(|game| game.name()).collect();
    let able: Vec<&str> = all.iter().copied().filter(|system| reads(system)).collect();
    match (&able[..], path.display()) {
        ([system], _) => Ok(system),
        ([], shown) => Err(End::Bad(format!(
            "{shown}: no game can read this as it is, so it does not tell which one it is for; --system says so: {}",
            all.join(", ")
        ))),
        (several, shown) => Err(End::Bad(format!(
            "{shown}: several games can read this; --system says which one it is for: {}",
            several.join(", ")
        ))),
    }
}

/// All games, that one with the pack.
pub(crate) fn one_game(system: &str, pack: Option<&Path>) -> Result<Games, End> {
    // A system that nobody knows is complained about before any pack of it.
    systems::named(system)?;
    match pack {
        None => Ok(Games::default()),
        Some(dir) => Ok(Games::default().with_pack(Some(system), dir)?),
    }
}

/// All games, with the packs that are named as `DIR` or `SYSTEM=DIR`.
pub(crate) fn games(packs: &[String]) -> Result<Games, End> {
    let mut games = Games::default();
    for word in packs {
        let told = word.split_once('=').filter(|(system, _)| systems::named(system).is_ok());
        let (system, dir) = told.map_or((None, word.as_str()), |(system, dir)| (Some(system), dir));
        games = games.with_pack(system, Path::new(dir))?;
    }
    Ok(games)
}
