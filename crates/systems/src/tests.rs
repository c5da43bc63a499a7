//! The list of systems, and what is said of those that are not on it.

mod cairn;
mod coreheim;
mod sword_and_claw;
mod sword_marches;

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
fn every_book_can_be_played_and_nothing_else() {
    for book in rulebook::books() {
        assert_eq!(named(book.system).map(|game| game.title()).ok(), Some(book.title));
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
                let muster = game
                    .check_warband("random", &text, Some(&scenario.id))
                    .unwrap_or_else(|problems| panic!("{problems:?}"));
                assert!(muster.problems.is_empty(), "{text}: {:?}", muster.problems);
                assert_eq!((muster.warband.line, muster.scenario), (warband.line, scenario.id.clone()));
            }
        }
    }
}

mod campaigns {
    use crate::campaign::{Asked, File, campaign};
    use crate::{Failure, named};
    use kernel::{Request, Seed};

    struct Chance;

    impl Asked for Chance {
        fn answer(&mut self, _: &Request, _: Option<&str>) -> Result<Option<String>, Failure> {
            Ok(None)
        }
    }

    /// Takes the first option of everything, after one line that is none.
    struct First {
        nonsense: bool,
        refused: usize,
        asked: usize,
    }

    impl Asked for First {
        fn answer(&mut self, request: &Request, refused: Option<&str>) -> Result<Option<String>, Failure> {
            self.asked += 1;
            self.refused += usize::from(refused.is_some());
            if std::mem::take(&mut self.nonsense) {
                return Ok(Some("no such line".to_owned()));
            }
            Ok(request.options.first().map(|option| option.line.clone()))
        }
    }

    #[test]
    fn a_battle_changes_the_files_of_its_warbands() {
        let (game, campaign) = (named("coreheim").expect("a game"), campaign("coreheim").expect("a campaign"));
        let file = |seed: u64| {
            let (ready, text) = game.random_warband("standard", None, None, seed).expect("a warband");
            File { name: format!("{}.toml", ready.id), text }
        };
        let files = [file(1), file(2)];
        let setup = campaign.setup("street-fight", &files).expect("a setup");
        let mut live = game.begin(setup, Some(Seed::from_number(5))).expect("a battle");
        while live.outcome().is_none() {
            let (seat, moment) = (live.pending().expect("somebody decides").ask.seat, live.moment() as u64);
            let line = live.thought("random", moment).and_then(crate::live::Thought::think).expect("an answer");
            live.answer(seat, &line).expect("a legal answer");
        }
        let record = live.record("test");
        let settled = campaign.settle(&files, &record, 3, &mut Chance).expect("an aftermath");
        assert_eq!(settled, campaign.settle(&files, &record, 3, &mut Chance).expect("the same again"));
        assert!(settled.story.len() > 5, "{:?}", settled.story);
        for (before, after) in files.iter().zip(&settled.files) {
            let after = File { name: before.name.clone(), text: after.clone() };
            assert!(campaign.status(before).expect("a status")[0].ends_with("battles 0"));
            assert!(campaign.status(&after).expect("a status")[0].ends_with("battles 1"), "{}", after.text);
        }
        // Somebody who answers is told why an answer is none, and asked again.
        let mut first = First { nonsense: true, refused: 0, asked: 0 };
        campaign.settle(&files, &record, 3, &mut first).expect("an aftermath");
        assert!(first.refused == 1 && first.asked > 1, "{} {}", first.refused, first.asked);
        // Other warbands did not fight this battle.
        let others = [file(1), file(3)];
        let trouble = campaign.settle(&others, &record, 3, &mut Chance).expect_err("other warbands");
        assert!(trouble.no && trouble.to_string().contains("other warbands"), "{trouble}");
    }
}
