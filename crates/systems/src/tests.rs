//! The list of systems, and what is said of those that are not on it.

mod cairn;

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

/// Whatever the set-up offers can be played by somebody, and stands in the record.
#[test]
fn every_option_is_taken_and_recorded() {
    for game in all() {
        let (mut seen, offered) = (0, game.options());
        let ready = game.warbands();
        let pairs = || ready.iter().flat_map(|a| ready.iter().map(move |b| (a, b))).filter(|(a, b)| a.id != b.id);
        for setting in &offered {
            // An empty value is what the scenario says anyhow.
            for (value, _) in setting.values.iter().filter(|(value, _)| !value.is_empty()) {
                let options = vec![(setting.name.to_owned(), value.clone())];
                let begun = pairs().find_map(|(a, b)| {
                    let setup = kernel::Setup {
                        scenario: a.scenario.clone(),
                        sides: vec![a.line.clone(), b.line.clone()],
                        options: options.clone(),
                        ..kernel::Setup::default()
                    };
                    game.begin(setup, Some(kernel::Seed::from_number(1))).ok()
                });
                let live = begun.unwrap_or_else(|| panic!("{}: nobody may play with {options:?}", game.name()));
                let record = kernel::Record::parse(&live.record("test").to_string()).expect("a record");
                assert_eq!(record.setup.options, options, "{}", game.name());
                assert!(game.verify(&record).is_ok());
                seen += 1;
            }
        }
        assert!(seen > 0 || offered.is_empty(), "{} has options", game.name());
    }
}

mod campaigns {
    use crate::campaign::{Campaign, File, campaign};
    use crate::live::Thought;
    use crate::{Game, Live, SimWish, Wish, named};
    use kernel::{Record, Seed};
    use lab::sim::Outlet;
    use std::sync::Mutex;

    fn file(game: &dyn Game, seed: u64) -> File {
        let (ready, text) = game.random_warband("standard", None, None, seed).expect("a warband");
        File { name: format!("{}.toml", ready.id), text }
    }

    /// Leaves every decision to a mind that throws dice.
    fn played(mut live: Box<dyn Live>) -> Box<dyn Live> {
        while live.outcome().is_none() {
            let (seat, moment) = (live.pending().expect("somebody decides").ask.seat, live.moment() as u64);
            let line = live.thought("random", moment).and_then(Thought::think).expect("an answer");
            live.answer(seat, &line).expect("a legal answer");
        }
        live
    }

    fn aftermath(campaign: &dyn Campaign, files: &[File], record: &Record) -> Box<dyn Live> {
        let setup = campaign.aftermath(files, record).expect("what follows");
        campaign.begin(setup, Some(Seed::from_number(3))).expect("an aftermath")
    }

    #[test]
    fn a_battle_changes_the_files_of_its_warbands() {
        let (game, campaign) = (named("coreheim").expect("a game"), campaign("coreheim").expect("a campaign"));
        let files = [file(&*game, 1), file(&*game, 2)];
        let setup = campaign.setup("street-fight", &files).expect("a setup");
        let battle = played(game.begin(setup, Some(Seed::from_number(5))).expect("a battle"));
        let record = battle.record("test");
        let after = played(aftermath(&*campaign, &files, &record));
        assert!(after.told(None) > 5);
        // It is recorded like a battle.
        assert!(campaign.verify(&after.record("test")).is_ok());
        let written = campaign.files(&files, &*after).expect("files");
        for (before, after) in files.iter().zip(&written) {
            assert!(campaign.status(before).expect("a status")[0].ends_with("battles 0"));
            assert!(campaign.status(after).expect("a status")[0].ends_with("battles 1"), "{}", after.text);
        }
        // Other warbands did not fight this battle.
        let others = [file(&*game, 1), file(&*game, 3)];
        let trouble = campaign.aftermath(&others, &record).expect_err("other warbands");
        assert!(trouble.no && trouble.to_string().contains("other warbands"), "{trouble}");
    }

    /// Whoever gives an answer that is none is told which there are, and the likeliest first.
    #[test]
    fn what_is_no_answer_is_told_the_answers() {
        let (game, campaign) = (named("coreheim").expect("a game"), campaign("coreheim").expect("a campaign"));
        let files = [file(&*game, 1), file(&*game, 2)];
        let setup = campaign.setup("street-fight", &files).expect("a setup");
        let record = played(game.begin(setup, Some(Seed::from_number(5))).expect("a battle")).record("test");
        let mut live = aftermath(&*campaign, &files, &record);
        let request = live.pending().expect("somebody decides").clone();
        let mut typo = request.options[0].line.clone();
        typo.push('x');
        for line in [typo.as_str(), "no such line"] {
            let why = live.answer(request.ask.seat, line).expect_err("no answer").to_string();
            let (_, possible) = why.split_once("possible: ").expect("the answers");
            assert!(request.options.iter().any(|option| possible.contains(&option.line)), "{why}");
        }
        let why = live.answer(request.ask.seat, &typo).expect_err("no answer").to_string();
        assert!(why.contains(&format!("possible: {}", request.options[0].line)), "{why}");
    }

    /// A leader who is the only one out of action rolls for his injury: the list of his kind is `0` and not empty.
    #[test]
    fn a_leader_who_falls_alone_is_injured() {
        let (game, campaign) = (named("coreheim").expect("a game"), campaign("coreheim").expect("a campaign"));
        let files = [file(&*game, 1), file(&*game, 2)];
        let wish = |file: &File| vec![Wish::File { name: file.name.clone(), text: file.text.clone() }];
        let wish = SimWish {
            scenario: "street-fight".to_owned(),
            map: None,
            sides: files.iter().map(wish).collect(),
            minds: vec![vec!["random".to_owned()], vec!["random".to_owned()]],
            swap: false,
            first: 0,
            battles: 90,
            seed: 1,
            threads: 1,
            engine: "test".to_owned(),
        };
        let records = Mutex::new(Vec::new());
        let keep = |_: u64, record: &Record| {
            records.lock().unwrap().push(record.clone());
            Ok(())
        };
        game.sim(&wish, &mut Outlet { row: &mut |_| Ok(()), record: Some(&keep) }).expect("battles");
        let mut seen = 0;
        for record in records.into_inner().unwrap() {
            let setup = campaign.aftermath(&files, &record).expect("what follows");
            for (key, _) in setup.options.iter().filter(|(key, value)| key.ends_with("-out") && value == "0") {
                seen += 1;
                let after = played(aftermath(&*campaign, &files, &record));
                let side = format!("{}.", key.trim_end_matches("-out"));
                let rolled = after.log(0..after.told(None), None).into_iter().any(|line| {
                    line.name == "injury-rolled" && line.fields.iter().any(|(_, value)| value.starts_with(&side))
                });
                assert!(rolled, "{key}");
            }
        }
        assert!(seen > 0, "no leader fell alone in these battles");
    }
}
