use super::super::live::Shown;
use crate::{Catalog, named};
use kernel::{Figure, Seed, Setup};
use sword_and_claw::SwordAndClaw;
use sword_and_claw::cards::core;

fn game() -> &'static dyn crate::Game {
    named("sword-and-claw").expect("a system that can be played")
}

#[test]
fn content_as_lists() {
    let game = game();
    assert_eq!(game.title(), "Sword and Claw");
    assert_eq!((game.scenarios().len(), game.maps().len(), game.warbands().len()), (4, 4, 10));
    let cards = game.cards();
    assert_eq!(cards.iter().filter(|card| card.kind == "unit").count(), 58);
    assert_eq!(cards.iter().filter(|card| card.kind == "spell").count(), 17);
    let crossbowman = cards.iter().find(|card| card.id == "human-crossbowman").expect("the printed troop");
    assert_eq!((crossbowman.cost, crossbowman.faction.as_str(), crossbowman.origin), (16, "humans", "source"));
    assert_eq!(
        crossbowman.about,
        "Medium, armour Leather, Move 4, Melee 5, Ranged 6, To Wound 3/7, Wounds 2; Shortsword: -1, d6; \
         Crossbow: +1, d6+3, 6/12/18, Requires Reload, Two-Handed"
    );
    let units = game.units("humans-border-watch");
    assert_eq!(units[..2], ["4 Human Man-at-Arms", "4 Human Longbowman"]);
    assert!(units.contains(&"Reserve B: Human Battle Mage (Fireball, Heal, Entangle)".to_owned()), "{units:?}");
}

#[test]
fn ready_made_armies_can_be_played() {
    let game = game();
    for scenario in ["meeting", "hold-the-pass"] {
        let armies: Vec<_> = game.warbands().into_iter().filter(|army| army.scenario == scenario).collect();
        assert_eq!(armies.len(), 5);
        for pair in armies.windows(2) {
            assert_eq!(SwordAndClaw::check(&core(), &pair[0].line, scenario), []);
            let sides = vec![pair[0].line.clone(), pair[1].line.clone()];
            let setup = Setup { scenario: scenario.into(), sides, ..Setup::default() };
            let battle = game.begin(setup, Some(Seed::from_number(1))).map_err(|problems| format!("{problems:?}"));
            let battle = battle.expect("a legal setup");
            assert!(battle.pending().is_some());
            assert!(!battle.title().is_empty());
        }
    }
}

#[test]
fn random_armies_are_legal_in_their_scenario() {
    let game = game();
    for (seed, faction) in ["humans", "dwarves", "reptilians", "undead", "horde"].into_iter().enumerate() {
        for (scenario, points) in [("meeting", None), ("meeting", Some(200)), ("hold-the-pass", Some(333))] {
            let (army, file) = game.random_warband(scenario, points, Some(faction), seed as u64).expect("an army");
            let found = game.check_warband("mine.toml", &file, None).expect("its own file");
            assert_eq!(found.problems, [], "{}", army.line);
            assert_eq!((found.warband.line, found.scenario.as_str()), (army.line, scenario));
            assert!(points.is_none_or(|points| army.cost <= points));
        }
    }
    let trouble = game.random_warband("meeting", Some(40), None, 1).expect_err("too few points");
    assert_eq!(trouble.to_string(), "no army of 40 points was found; 150 of 300 have to be in the core");
    let trouble = game.random_warband("meeting", None, Some("elves"), 1).expect_err("no such faction");
    assert!(trouble.to_string().starts_with("unknown faction \"elves\""), "{trouble}");
}

#[test]
fn nobody_has_a_card_before_the_first_placing() {
    let army = &core().armies[0];
    let line = sword_and_claw::muster::line(&core(), army);
    let setup = Setup { scenario: "meeting".into(), sides: vec![line.clone(), line], ..Setup::default() };
    let state = sword_and_claw::setup::begin(&core(), &setup).expect("a legal setup");
    assert_eq!(SwordAndClaw::card(&state, Figure(0)), None);
}
