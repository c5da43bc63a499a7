//! Packs in folders and in the program.

use std::fs;
use std::path::{Path, PathBuf};

use super::{lines, load};
use crate::Sources;

/// A folder of its own for one test, gone when the test ends.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("fray-pack-{}-{name}", std::process::id()));
        fs::create_dir_all(path.join("maps")).expect("a folder for the test");
        Folder(path)
    }

    fn write(&self, name: &str, bytes: &[u8]) {
        fs::write(self.0.join(name), bytes).expect("a file for the test");
    }

    /// The report on the folder, with its path left out.
    fn report(&self) -> String {
        let (_, problems) = load(&Sources::from_dir(&self.0));
        lines(&problems).replace(&self.0.to_string_lossy().into_owned(), "PACK")
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

#[test]
fn a_folder_is_read_with_the_folders_below_it() {
    let folder = Folder::new("nested");
    folder.write("z.toml", b"");
    folder.write("a.toml", b"");
    folder.write("notes.txt", b"\xff");
    folder.write("maps/b.toml", b"");
    let sources = Sources::from_dir(&folder.0);
    let names: Vec<&str> = sources.files().iter().map(|file| file.name.as_str()).collect();
    assert_eq!(names, ["a.toml", "maps/b.toml", "z.toml"]);
    assert!(sources.problems().is_empty());
}

#[test]
fn files_that_cannot_be_used_are_problems_beside_the_others() {
    let folder = Folder::new("unusable");
    folder.write("latin.toml", b"a = 1\nname = \"\xe4\"\n");
    folder.write("large.toml", &vec![b'#'; 4 * 1024 * 1024 + 1]);
    folder.write("limit.toml", &vec![b'#'; 4 * 1024 * 1024]);
    folder.write("maps/units.toml", b"[[unti]]\n");
    assert_eq!(
        folder.report(),
        "PACK/large.toml: the file is too large; expected at most 4 MiB
PACK/latin.toml:2:9: the file is not UTF-8 from here on
PACK/maps/units.toml:1:3: unknown key \"unti\"; did you mean \"unit\"?"
    );
}

#[test]
fn a_folder_without_packs_is_a_problem() {
    let folder = Folder::new("empty");
    assert_eq!(folder.report(), "PACK: no .toml file in this folder");
    let absent = Sources::from_dir(Path::new("no/such/folder"));
    let text = lines(absent.problems());
    assert!(text.starts_with("no/such/folder: cannot read this folder: "), "{text}");
}

#[cfg(unix)]
#[test]
fn a_folder_that_links_to_itself_is_read_once() {
    let folder = Folder::new("loop");
    folder.write("a.toml", b"");
    std::os::unix::fs::symlink(&folder.0, folder.0.join("maps/again")).expect("a link");
    assert_eq!(Sources::from_dir(&folder.0).files().len(), 1);
}

#[test]
fn the_hash_names_the_content() {
    let hash = |files: &[(&str, &str)]| Sources::embedded(files).content_hash();
    let first = hash(&[("a.toml", "x = 1\n"), ("b.toml", "")]);
    assert_eq!(first.len(), 64);
    assert_eq!(first, hash(&[("b.toml", ""), ("a.toml", "x = 1\n")]));
    assert_eq!(first, hash(&[("a.toml", "\u{feff}x = 1\r\n"), ("b.toml", "")]));
    let moved = Sources::embedded(&[("a.toml", "x = 1\n"), ("b.toml", "")]).under("elsewhere");
    assert_eq!(first, moved.content_hash());
    for other in [
        hash(&[("a.toml", "x = 2\n"), ("b.toml", "")]),
        hash(&[("a.toml", "x = 1\n"), ("c.toml", "")]),
        hash(&[("a.toml", "x = 1\n")]),
        hash(&[("a.toml", ""), ("b.toml", "x = 1\n")]),
    ] {
        assert_ne!(first, other);
    }
}

#[test]
fn a_folder_and_the_program_give_the_same_hash() {
    let folder = Folder::new("hash");
    folder.write("a.toml", b"x = 1\r\n");
    folder.write("maps/b.toml", b"y = 2\n");
    let embedded = Sources::embedded(&[("a.toml", "x = 1\n"), ("maps/b.toml", "y = 2\n")]);
    assert_eq!(Sources::from_dir(&folder.0).content_hash(), embedded.content_hash());
}
