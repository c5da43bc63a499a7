//! What a battle tells agrees with its numbers: no `1 wounds`, no `1 times`; and where nothing comes of something, it says why.

use kernel::Record;
use lab::sim::Outlet;
use std::sync::Mutex;
use std::thread;
use systems::{Game, SimWish, Wish};

/// Things that are counted in sentences, as they are called where there are several.
const MANY: &[&str] = &[
    "acts", "actions", "attacks", "battles", "blows", "counters", "cubes", "dice", "enemies", "figures", "friends",
    "hits", "inches", "injuries", "levels", "lines", "marks", "men", "models", "pieces", "players", "points", "rounds",
    "shards", "shots", "spaces", "squares", "steps", "times", "tokens", "turns", "units", "warriors", "wounds",
];

/// What befalls a figure: with a 0 behind it a sentence has to say why.
const SUFFERS: &[&str] = &["deals", "gains", "loses", "regains", "suffers", "takes"];

/// A sentence that says `1` and then several of something: `takes 1 wounds`, `1 more wounds`; or one of many: `3 wound`.
fn several_of_one(line: &str) -> bool {
    let words: Vec<&str> = line.split_whitespace().collect();
    let many = |word: &str| {
        let noun = word.trim_end_matches(|c: char| !c.is_alphanumeric()).to_lowercase();
        MANY.contains(&noun.as_str())
    };
    // The 1 of `Soldier 1 hits` is his number.
    let number = |at: usize| at > 0 && words[at - 1].starts_with(char::is_uppercase);
    let one = |at: usize| words[at].trim_start_matches('(') == "1" && !number(at);
    let next = |at: usize| words.get(at + 1).is_some_and(|word| many(word));
    let after_more = |at: usize| words.get(at + 1) == Some(&"more") && words.get(at + 2).is_some_and(|word| many(word));
    (0..words.len()).any(|at| one(at) && (next(at) || after_more(at)))
}

/// A sentence in which nothing happens and that does not say why: `suffers 0 Pierce`.
fn nothing_without_reason(line: &str) -> bool {
    let words: Vec<&str> = line.split_whitespace().collect();
    let nothing = words.windows(2).any(|two| SUFFERS.contains(&two[0]) && two[1] == "0");
    // The rule that a report sets behind a sentence is no reason.
    let says = line.rsplit_once(" [").map_or(line, |(sentence, _)| sentence);
    nothing && !says.contains([':', '(', ','])
}

/// The stories of some battles of every scenario.
fn stories(game: &dyn Game) -> Vec<String> {
    let told = Mutex::new(Vec::new());
    for (seed, scenario) in game.scenarios().into_iter().enumerate() {
        let wish = SimWish {
            scenario: scenario.id,
            map: None,
            sides: vec![vec![Wish::Any], vec![Wish::Any]],
            minds: vec![vec!["random".to_owned()], vec!["random".to_owned()]],
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

/// The first sentence of each kind that is wrong, with the name of its game.
fn wrong(game: &dyn Game) -> Vec<String> {
    let told = stories(game);
    let lines = || told.iter().flat_map(|story| story.lines());
    let of_one = lines().filter(|line| several_of_one(line));
    let of_nothing = lines().filter(|line| nothing_without_reason(line));
    of_one.take(20).chain(of_nothing.take(20)).map(|line| format!("{}: {}", game.name(), line.trim())).collect()
}

#[test]
fn sentences_agree_with_their_numbers() {
    let games = systems::all();
    let found: Vec<String> = thread::scope(|scope| {
        let threads: Vec<_> = games.iter().map(|game| scope.spawn(|| wrong(&**game))).collect();
        threads.into_iter().flat_map(|thread| thread.join().expect("a game")).collect()
    });
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn a_sentence_that_does_not_agree_is_seen() {
    for wrong in ["it takes 1 wounds", "she strikes 1 times.", "(1 acts)", "1 more wounds (Axe)"] {
        assert!(several_of_one(wrong), "{wrong}");
    }
    for right in [
        "it takes 1 wound",
        "11 wounds",
        "rolls 1: wounds",
        "it loses 0.1 inches",
        "1 more wound",
        "Soldier 1 hits him",
        "1 (inches +3)",
    ] {
        assert!(!several_of_one(right), "{right}");
    }
    assert!(nothing_without_reason("The orc suffers 0 Pierce [SW-WOUND-03]"));
    for right in
        ["It suffers 0 Pierce (Armor spares 2) [SW-WOUND-03]", "It suffers 10 Pierce [SW-WOUND-03]", "a 0 is rolled"]
    {
        assert!(!nothing_without_reason(right), "{right}");
    }
}
