//! The types of the browser are those of the server. Where they differ this test writes them anew and fails once.

use std::fs;
use std::path::Path;

#[test]
fn the_types_of_the_browser_are_up_to_date() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/src/wire");
    let files = server::wire::files();
    let mut changed = Vec::new();
    for (name, text) in &files {
        let path = folder.join(name);
        if fs::read_to_string(&path).ok().as_ref() != Some(text) {
            fs::create_dir_all(&folder).expect("the folder can be made");
            fs::write(&path, text).expect("the file can be written");
            changed.push(name.clone());
        }
    }
    for entry in fs::read_dir(&folder).expect("the folder is there").flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        if !files.iter().any(|(known, _)| *known == name) {
            fs::remove_file(entry.path()).expect("an old file can be removed");
            changed.push(name);
        }
    }
    assert!(changed.is_empty(), "written anew, look at the changes and commit them: {}", changed.join(", "));
}
