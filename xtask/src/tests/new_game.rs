//! A new game, as far as its text goes; the check `new-game` compiles and plays one.

use crate::new_game::{Named, write};

#[test]
fn a_game_has_a_name_that_a_crate_can_have_and_a_prefix_of_its_own() {
    let taken = ["GR".to_owned(), "GO".to_owned()];
    for (name, prefix) in [("goblin-raid", "GB"), ("tag", "TA"), ("old-stone-war", "OSW")] {
        let named = format!("{:?}", Named::new(name, &taken).expect("a name"));
        assert!(named.contains(&format!("prefix: \"{prefix}\"")), "{named}");
    }
    for name in ["", "g", "Goblin", "goblin raid", "goblin--raid", "-raid", "../raid", "raid2"] {
        assert!(Named::new(name, &taken).is_err(), "{name}");
    }
}

#[test]
fn a_game_is_written_once_and_nothing_is_left_unfilled() {
    let root = std::env::temp_dir().join(format!("fray-new-game-{}", std::process::id()));
    let systems = root.join("crates/systems");
    std::fs::create_dir_all(systems.join("src")).unwrap();
    std::fs::create_dir_all(root.join("rules")).unwrap();
    for file in ["crates/systems/src/lib.rs", "crates/systems/Cargo.toml"] {
        std::fs::copy(crate::root().join(file), root.join(file)).unwrap();
    }
    let said = write(&root, "goblin-raid").expect("it is written");
    for file in said.iter().take_while(|line| !line.is_empty()) {
        let text = std::fs::read_to_string(root.join(file)).unwrap();
        assert!(!text.contains("__"), "{file}");
    }
    let list = std::fs::read_to_string(systems.join("src/lib.rs")).unwrap();
    assert!(list.contains("Arc::new(Play::<goblin_raid::GoblinRaid>::core()),\n"), "{list}");
    let again = write(&root, "goblin-raid").expect_err("it is there");
    assert!(again.ends_with("is there already"), "{again}");
    std::fs::remove_dir_all(&root).unwrap();
}
