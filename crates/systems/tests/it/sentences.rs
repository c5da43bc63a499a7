//! What a battle tells agrees with its numbers: no `1 wounds`, no `1 times`.

use kernel::Record;
use lab::sim::Outlet;
use std::sync::Mutex;
use std::thread;
use systems::{Game, SimWish, Wish};

/// Things that are counted in sentences, as they are called where there are several.
const MANY: &[&str] = &[
    "acts", "actions", "blows", "counters", "cubes", "dice", "enemies", "figures", "friends", "hits", "inches",
    "injuries", "lines", "marks", "men", "models", "pieces", "points", "rounds", "shots", "spaces", "squares", "steps",
    "times", "tokens", "turns", "units", "warriors", "wounds",
];

/// A sentence that says `1` and then several of something, if there is one: `takes 1 wounds`, `1 more wounds`.
fn several_of_one(text: &str) -> Option<&str> {
    text.lines().find(|line| {
        let words: Vec<&str> = line.split_whitespace().collect();
        let many =
            |word: &str| MANY.contains(&word.trim_matches(|c: char| !c.is_alphanumeric()).to_lowercase().as_str());
        let one = |word: &str| word.trim_start_matches('(') == "1";
        let next = |at: usize| words.get(at + 1).is_some_and(|word| many(word));
        let after_more =
            |at: usize| words.get(at + 1) == Some(&"more") && words.get(at + 2).is_some_and(|word| many(word));
        words.iter().enumerate().any(|(at, word)| one(word) && (next(at) || after_more(at)))
    })
}

/// The stories of some battles of every scenario.
fn stories(game: &dyn Game) -> Vec<String> {
    let told = Mutex::new(Vec::new());
    for (seed, scenario) in game.scenarios().into_iter().enumerate() {
        let wish = SimWish {
            scenario: scenario.id,
            map: None,
            sides: [Wish::Any, Wish::Any],
            minds: ["veteran".to_owned(), "random".to_owned()],
            swap: true,
            first: 0,
            battles: 4,
            seed: seed as u64,
            threads: 1,
            engine: "sentences".to_owned(),
        };
        let keep = |_: u64, record: &Record| {
            told.lock().unwrap().push(game.story(record).expect("the story of a battle").report());
            Ok(())
        };
        game.sim(&wish, &mut Outlet { row: &mut |_| Ok(()), record: Some(&keep) }).expect("battles");
    }
    told.into_inner().unwrap()
}

#[test]
fn sentences_agree_with_their_numbers() {
    let games = systems::all();
    let wrong: Vec<String> = thread::scope(|scope| {
        let threads: Vec<_> = games.iter().map(|game| scope.spawn(|| (game.name(), stories(&**game)))).collect();
        let told = threads.into_iter().map(|thread| thread.join().expect("a game"));
        told.flat_map(|(name, stories)| {
            let mut lines: Vec<String> = stories
                .iter()
                .filter_map(|story| several_of_one(story))
                .map(|line| format!("{name}: {line}"))
                .collect();
            lines.dedup();
            lines
        })
        .collect()
    });
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn a_sentence_that_does_not_agree_is_seen() {
    for wrong in ["it takes 1 wounds", "a\nshe strikes 1 times.", "(1 acts)", "1 more wounds (Axe)"] {
        assert!(several_of_one(wrong).is_some(), "{wrong}");
    }
    for right in ["it takes 1 wound", "11 wounds", "rolls 1: wounds", "it loses 0.1 inches", "1 more wound"] {
        assert!(several_of_one(right).is_none(), "{right}");
    }
}
