//! What fuzzing has kept: input that was once too much, and input that leads deep. Each goes through the same function as
//! under `cargo fuzz`.

#[allow(unreachable_pub, reason = "a library of its own for cargo-fuzz")]
#[path = "../../../../fuzz/src/lib.rs"]
mod bodies;

use std::path::Path;

#[test]
fn what_fuzzing_has_kept_breaks_nothing() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/corpus");
    for (name, body) in bodies::TARGETS {
        let folder = std::fs::read_dir(root.join(name)).unwrap_or_else(|why| panic!("{name}: {why}"));
        let mut files: Vec<_> = folder.map(|file| file.expect("a file").path()).collect();
        files.sort();
        assert!(!files.is_empty(), "nothing is kept for {name}");
        for file in files {
            let bytes = std::fs::read(&file).expect("it can be read");
            let done = std::panic::catch_unwind(|| body(&bytes));
            assert!(done.is_ok(), "{} breaks down", file.display());
        }
    }
}
