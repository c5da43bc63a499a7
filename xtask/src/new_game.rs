//! `cargo xtask new-game NAME`: a game that compiles, conforms and stands on the board, and does nothing yet.

use std::fs;
use std::path::{Path, PathBuf};

use crate::head;

/// The files of a new game: where each stands, and its text. `__name__` and its like are filled in both.
const FILES: [(&str, &str); 13] = [
    ("rules/__crate__.toml", include_str!("../skeleton/rules.toml.txt")),
    ("packs/__name__/__name__.toml", include_str!("../skeleton/pack.toml.txt")),
    ("cases/__name__/turn/moving.toml", include_str!("../skeleton/turn_case.toml.txt")),
    ("cases/__name__/turn/the_end.toml", include_str!("../skeleton/end_case.toml.txt")),
    ("cases/__name__/band/too_many.toml", include_str!("../skeleton/muster_case.toml.txt")),
    ("crates/__name__/Cargo.toml", include_str!("../skeleton/Cargo.toml.txt")),
    ("crates/__name__/src/lib.rs", include_str!("../skeleton/lib.rs.txt")),
    ("crates/__name__/src/decisions.rs", include_str!("../skeleton/decisions.rs.txt")),
    ("crates/__name__/src/events.rs", include_str!("../skeleton/events.rs.txt")),
    ("crates/__name__/src/state.rs", include_str!("../skeleton/state.rs.txt")),
    ("crates/__name__/src/board.rs", include_str!("../skeleton/board.rs.txt")),
    ("crates/__name__/src/stage.rs", include_str!("../skeleton/stage.rs.txt")),
    ("crates/__name__/tests/it/main.rs", include_str!("../skeleton/tests.rs.txt")),
];

/// The list of systems and the manifest beside it: in each a line is put behind the last that begins like this.
const LINES: [(&str, &str, &str); 2] = [
    ("crates/systems/src/lib.rs", "        Arc::new(Play::<", "        Arc::new(Play::<__crate__::__Game__>::core()),"),
    ("crates/systems/Cargo.toml", "sword-marches", "__name__ = { path = \"../__name__\" }"),
];

/// What a game is called, and what follows from it.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Named {
    /// `goblin-raid`, as in folders and on the command line.
    name: String,
    /// The letters that ids of rules begin with.
    prefix: String,
}

impl Named {
    /// # Errors
    /// A name that is no name of a crate.
    pub(crate) fn new(name: &str, taken: &[String]) -> Result<Named, String> {
        let plain = |c: char| c.is_ascii_lowercase() || c == '-';
        let good = name.len() > 1 && name.chars().all(plain) && name.split('-').all(|word| !word.is_empty());
        if !good {
            return Err(format!(
                "`{name}` is no name for a game; small letters with single hyphens are: `goblin-raid`"
            ));
        }
        let letters: Vec<char> = name.chars().filter(|c| *c != '-').map(|c| c.to_ascii_uppercase()).collect();
        let mut words = name.split('-').filter_map(|word| word.chars().next()).map(|c| c.to_ascii_uppercase());
        let pairs = letters[1..].iter().map(|second| format!("{}{second}", letters[0]));
        let initials: String = words.by_ref().collect();
        let all = [initials].into_iter().filter(|word| word.len() > 1).chain(pairs).chain([letters.iter().collect()]);
        match all.into_iter().find(|prefix| !taken.contains(prefix)) {
            Some(prefix) => Ok(Named { name: name.to_owned(), prefix }),
            None => Err(format!("no prefix can be made of `{name}` that another book has not taken")),
        }
    }

    fn fill(&self, text: &str) -> String {
        let title = |word: &str| word[..1].to_ascii_uppercase() + &word[1..];
        let words: Vec<String> = self.name.split('-').map(title).collect();
        text.replace("__name__", &self.name)
            .replace("__crate__", &self.name.replace('-', "_"))
            .replace("__Game__", &words.concat())
            .replace("__Title__", &words.join(" "))
            .replace("__PREFIX__", &self.prefix)
    }
}

/// Writes a new game. Nothing is written where anything of that name is there already.
///
/// # Errors
/// What stands in the way.
pub(crate) fn write(root: &Path, name: &str) -> Result<Vec<String>, String> {
    let heads = head::heads(&root.join("rules")).map_err(|why| format!("rules: {why}"))?;
    let taken: Vec<String> = heads.into_iter().map(|head| head.prefix).collect();
    let named = Named::new(name, &taken)?;
    let files: Vec<(PathBuf, String)> =
        FILES.iter().map(|(path, text)| (root.join(named.fill(path)), named.fill(text))).collect();
    if let Some((path, _)) = files.iter().find(|(path, _)| path.exists()) {
        return Err(format!("{} is there already", path.display()));
    }
    let mut lists = Vec::new();
    for (path, like, line) in LINES {
        let path = root.join(path);
        let text = fs::read_to_string(&path).map_err(|why| format!("{}: {why}", path.display()))?;
        let more = listed(&text, like, &named.fill(line));
        lists.push((path.clone(), more.ok_or_else(|| format!("{}: no line begins with {like}", path.display()))?));
    }
    let mut said = Vec::new();
    for (path, text) in files.iter().chain(&lists) {
        path.parent().map_or(Ok(()), fs::create_dir_all).map_err(|why| format!("{}: {why}", path.display()))?;
        fs::write(path, text).map_err(|why| format!("{}: {why}", path.display()))?;
        said.push(format!("{}", path.strip_prefix(root).unwrap_or(path).display()));
    }
    said.push(String::new());
    said.push(named.fill("cargo test -p __name__                    # it conforms"));
    said.push(named.fill("cargo run -- case cases/__name__          # its cases"));
    said.push(named.fill("cargo run -- sim __name__ --battles 10    # two minds play it"));
    said.push("cargo run -- play                         # on the board".to_owned());
    said.push("FRAY_RECORD=1 cargo test -p systems --test it playthroughs    # once it is worth recording".to_owned());
    Ok(said)
}

/// Copies what cargo needs of the workspace into an empty folder.
///
/// # Errors
/// What could not be copied.
pub(crate) fn copy(root: &Path, to: &Path) -> Result<(), String> {
    let wrong = |why: std::io::Error| format!("{}: {why}", to.display());
    if to.exists() {
        fs::remove_dir_all(to).map_err(wrong)?;
    }
    fs::create_dir_all(to).map_err(wrong)?;
    for file in ["Cargo.toml", "Cargo.lock", "rustfmt.toml"] {
        fs::copy(root.join(file), to.join(file)).map_err(wrong)?;
    }
    for folder in ["crates", "packs", "rules", "xtask"] {
        copy_folder(&root.join(folder), &to.join(folder)).map_err(wrong)?;
    }
    Ok(())
}

fn copy_folder(from: &Path, to: &Path) -> std::io::Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let target = to.join(entry.file_name());
        match entry.file_type()?.is_dir() {
            true => copy_folder(&entry.path(), &target)?,
            false => drop(fs::copy(entry.path(), target)?),
        }
    }
    Ok(())
}

/// The text with a line more, behind the last that begins like another.
fn listed(text: &str, like: &str, line: &str) -> Option<String> {
    let mut lines: Vec<&str> = text.lines().collect();
    let at = lines.iter().rposition(|one| one.starts_with(like))?;
    lines.insert(at + 1, line);
    Some(lines.join("\n") + "\n")
}
