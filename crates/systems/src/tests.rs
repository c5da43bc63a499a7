//! The list of systems, and what is said of those that are not on it.

use crate::{all, named};

#[test]
fn playable_systems_are_found_by_name() {
    for game in all() {
        assert_eq!(named(game.name()).map(|found| found.title()).ok(), Some(game.title()));
        assert_eq!(game.content_hash().len(), 64);
        assert!(!game.scenarios().is_empty() && !game.warbands().is_empty() && !game.maps().is_empty());
        for ready in game.warbands() {
            assert!(game.scenarios().iter().any(|scenario| scenario.id == ready.scenario), "{}", ready.id);
        }
    }
}

#[test]
fn other_systems_are_refused_by_what_they_are() {
    for book in rulebook::books() {
        if let Err(trouble) = named(book.system) {
            assert!(trouble.to_string().contains("not playable yet"), "{trouble}");
        }
    }
    let text = |name: &str| named(name).err().map(|trouble| trouble.to_string()).unwrap_or_default();
    assert_eq!(text("sellsord"), "unknown system \"sellsord\"; did you mean \"sellsword\"?");
    assert!(text(&"x".repeat(100_000)).len() < 300);
}

#[test]
fn random_warbands_are_legal_wherever_they_may_play() {
    for game in all() {
        for scenario in game.scenarios() {
            for seed in 0..20 {
                let (warband, text) =
                    game.random_warband(&scenario.id, None, None, seed).unwrap_or_else(|trouble| panic!("{trouble}"));
                let muster =
                    game.check_warband("random", &text, None).unwrap_or_else(|problems| panic!("{problems:?}"));
                assert!(muster.problems.is_empty(), "{text}: {:?}", muster.problems);
                assert_eq!((muster.warband.line, muster.scenario), (warband.line, scenario.id.clone()));
            }
        }
    }
}
