use super::duel::{Duel, Rules, begin};
use crate::record::{Content, Mismatch, Record};
use crate::*;
use std::sync::Arc;

fn played(seed: u64) -> Battle<Duel> {
    let mut battle = begin(Some(seed), Seats::NONE);
    while let Some(request) = battle.pending().cloned() {
        battle.answer(request.ask.seat, &request.options[0].line).unwrap();
    }
    battle
}

fn verify(text: &str) -> Result<usize, String> {
    let record = Record::parse(text).map_err(|why| format!("unreadable: {why}"))?;
    record.verify::<Duel>(&Arc::new(Rules)).map(|battle| battle.steps().len()).map_err(|why| why.to_string())
}

#[test]
fn a_record_verifies_and_opens_its_seed() {
    let battle = played(4);
    let text = Record::of(&battle, "0.1.0").to_string();
    assert!(text.contains("commitment: ") && text.contains("seed: ") && text.contains("outcome: "));
    assert_eq!(verify(&text), Ok(battle.steps().len()));
}

#[test]
fn an_unfinished_record_keeps_its_seed_to_itself() {
    let mut battle = begin(Some(4), Seats::NONE);
    battle.answer(Seat(0), "bold").unwrap();
    let text = Record::of(&battle, "0.1.0").to_string();
    assert!(!text.contains("seed: "));
    assert!(verify(&text).is_ok());
}

#[test]
fn a_record_that_names_no_engine_is_read_as_it_is_written() {
    let battle = played(4);
    let record = Record::of(&battle, "");
    let text = record.to_string();
    assert!(text.contains("engine:"));
    assert_eq!(verify(&text), Ok(battle.steps().len()));
    // An editor that takes spaces away at the end of lines changes nothing.
    let bare: String = text.lines().map(|line| format!("{}\n", line.trim_end())).collect();
    assert_eq!(Record::parse(&bare), Record::parse(&text));
}

#[test]
fn every_edit_of_the_body_is_found_at_its_step() {
    let battle = played(4);
    let text = Record::of(&battle, "0.1.0").to_string();
    let lines: Vec<&str> = text.lines().collect();
    let first = lines.iter().position(|line| line.is_empty()).unwrap() + 1;
    for at in first..lines.len() {
        let mut edited: Vec<String> = lines.iter().map(|line| line.to_string()).collect();
        let line = &lines[at];
        edited[at] = if let Some(face) = line.strip_prefix("dice: ") {
            format!("dice: {}", face.parse::<u8>().unwrap() % 20 + 1)
        } else if line.ends_with(": bold") {
            line.replace("bold", "careful")
        } else if line.starts_with("= ") {
            line.replace(|c: char| c.is_ascii_hexdigit() && c.is_ascii_lowercase(), "0")
        } else if line.starts_with("seed: ") {
            format!("seed: {}", "0".repeat(64))
        } else {
            continue;
        };
        if edited[at] == *line {
            continue;
        }
        let why = verify(&edited.join("\n")).expect_err(line);
        assert!(why.contains("step") || why.contains("seed"), "{line}: {why}");
    }
}

#[test]
fn torn_and_foreign_records_are_refused_by_name() {
    let text = Record::of(&played(4), "0.1.0").to_string();
    assert!(verify("hello").unwrap_err().contains("this is no record"));
    assert!(verify("fray record 9\n").unwrap_err().contains("later kind"));
    assert!(verify("fray record 1\nsystem: duel\n").unwrap_err().contains("cut off"));
    assert!(verify(&text.replace("system: duel", "system: chess")).unwrap_err().contains("a record of chess"));
    assert!(verify(&text.replace("pack: duel-1", "pack: other")).unwrap_err().contains("not the content"));
    // Cut in the middle: what is there verifies or is named, and an outcome without its facts is found out.
    let half = &text[..text.len() / 2];
    let _ = verify(half);
    let outcome = text.lines().last().unwrap();
    let cut: Vec<&str> = text.lines().take(text.lines().count() / 2).chain([outcome]).collect();
    let why = verify(&cut.join("\n")).unwrap_err();
    assert!(why.contains("not over") || why.contains("cut off"), "{why}");
}

#[test]
fn what_is_taken_out_of_a_record_is_missed() {
    let battle = played(4);
    let whole = Record::of(&battle, "0.1.0");
    assert_eq!(whole.doubts(&battle), Vec::<String>::new());
    let without = |change: fn(&mut Record)| {
        let mut record = whole.clone();
        change(&mut record);
        record.doubts(&battle).join("; ")
    };
    assert!(
        without(|record| record.lines.retain(|line| !matches!(line.content, Content::Step { .. }))).contains("0 of")
    );
    assert!(without(|record| record.outcome = None).contains("outcome"));
    assert!(without(|record| record.seed = None).contains("missing"));
    assert!(without(|record| record.commitment = None).contains("nothing was committed"));
    // A seed is compared with the dice even where nobody committed to it.
    let mut forged = whole.clone();
    forged.commitment = None;
    forged.seed = Some(Seed::from_number(99));
    assert!(forged.verify::<Duel>(&Arc::new(Rules)).is_err());
}

#[test]
fn dice_that_are_not_the_seeds_are_found_even_with_right_hashes() {
    // A cheat replays with other dice, so that every hash fits, and opens the true seed.
    let mut battle = begin(None, Seats::ALL);
    while let Some(request) = battle.pending().cloned() {
        let line = if request.dice.is_some() { "dice 20".to_string() } else { request.options[0].line.clone() };
        battle.answer(request.ask.seat, &line).unwrap();
    }
    let mut record = Record::of(&battle, "0.1.0");
    record.setup.own_dice = Seats::NONE;
    record.seed = Some(Seed::from_number(4));
    record.commitment = Some(Seed::from_number(4).commitment());
    let why = record.verify::<Duel>(&Arc::new(Rules)).map(|_| ()).unwrap_err();
    assert!(matches!(&why, Mismatch::Step { text, .. } if text.contains("not those of the seed")), "{why}");
}

#[test]
fn a_record_without_end_is_refused_and_not_kept() {
    let head = "fray record 1\nsystem: duel\npack: duel-1\nside: one\nside: two\n\n";
    // As few bytes as a choice can have, far more often than any battle has choices.
    let endless = format!("{head}{}", "a: bold\n".repeat(200_000));
    let why = Record::parse(&endless).expect_err("it is too long");
    assert!(why.line > 80_000 && why.text.contains("too long"), "{why}");
    let crowded = format!("{head}{}", "side: one\n".repeat(100));
    assert!(Record::parse(&crowded).is_err_and(|why| why.text.contains("sides")));
    let fussy = format!("{head}{}", "option: x y\n".repeat(1000));
    assert!(Record::parse(&fussy).is_err_and(|why| why.text.contains("options")));
    // What is short enough to be read may still be more than a battle can have.
    let mut steps = String::from(head);
    for step in 0..=crate::battle::MOST_STEPS {
        steps += if step % 2 == 0 { "a: bold\ndice: 1\n" } else { "b: bold\ndice: 1\n" };
    }
    assert!(verify(&steps).unwrap_err().contains("too long"));
}

#[test]
fn what_stands_between_the_lines_of_a_record_is_not_kept() {
    let battle = played(4);
    let text = Record::of(&battle, "0.1.0").to_string();
    let hash = text.lines().find(|line| line.starts_with("= 1 ")).unwrap();
    // Comments, blank lines, spaces, and a hash that is said again and again.
    let padded = text.replace(": bold\n", ":  bold   \n\n# a line of somebody's own\n");
    let padded = padded.replace(hash, &[hash; 50].join("\n"));
    assert!(padded.len() > text.len() + 1000);
    let record = Record::parse(&padded).unwrap();
    let again = record.verify::<Duel>(&Arc::new(Rules)).unwrap();
    assert_eq!(record.clone().in_words_of(Record::of(&again, "")).to_string(), text);
    // A record that had no hashes gets none.
    let bare: String = text.lines().filter(|line| !line.starts_with("= ")).map(|line| format!("{line}\n")).collect();
    assert_eq!(Record::parse(&bare).unwrap().in_words_of(Record::of(&again, "")).to_string(), bare);
    let long = text.replace("engine: 0.1.0", &format!("engine: {}", "x".repeat(1000)));
    assert!(Record::parse(&long).is_err_and(|why| why.text.contains("engine")));
}

#[test]
fn whoever_cannot_wait_stops_a_record_on_its_way() {
    let battle = played(4);
    let record = Record::of(&battle, "0.1.0");
    let mut lines = 0;
    let mut patience = || {
        lines += 1;
        lines <= 7
    };
    let why = record.verify_while::<Duel>(&Arc::new(Rules), &mut patience).map(|_| ()).unwrap_err();
    assert!(matches!(why, Mismatch::Stopped { step: 1.. }), "{why}");
    assert!(why.to_string().contains("too long"));
}
