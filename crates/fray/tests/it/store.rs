//! Stores in the hands of whoever runs a server.

use crate::process::Server;
use crate::table::{self, Tab, begin, folder, play, wish};
use serde_json::Value;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

/// What a verb of `fray store` says, and its exit code.
fn store(words: &[&str], store: &str) -> (i32, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_fray"));
    let output = command.arg("store").args(words).args(["--store", store]).output().expect("fray runs");
    let said = [output.stdout, output.stderr].concat();
    (output.status.code().unwrap_or(-1), String::from_utf8(said).expect("fray speaks UTF-8"))
}

#[track_caller]
fn says(words: &[&str], file: &str, code: i32, part: &str) -> String {
    let (ended, said) = store(words, file);
    assert!(ended == code && said.contains(part), "{words:?} ends with {ended}: {said}");
    said
}

#[tokio::test(flavor = "multi_thread")]
async fn a_store_is_checked_copied_and_pruned() {
    let file = folder("upkeep");
    let server = Server::start(&file);
    let (tokens, _) = begin(server.at, &wish(["human", "human"])).await;
    let (mut one, mut other) = (Tab::open(server.at, &tokens[0]).await, Tab::open(server.at, &tokens[1]).await);
    play(&mut one, &mut other, 30).await;
    for verb in [&["check"][..], &["export", "none.jsonl"], &["backup", "none.db"], &["prune", "--days", "3"]] {
        says(verb, &file, 2, "in use by another fray");
    }
    // A running server copies its store by itself, and the copy is whole.
    server.signal("-USR1");
    let copy = format!("{file}.backup-1");
    while !Path::new(&copy).exists() {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    let (log, moment) = (one.log.clone(), one.moment());
    play(&mut one, &mut other, 5).await;
    says(&["check"], &copy, 0, "whole: 1 battle");
    server.stop();
    let told: Value = serde_json::from_str(&says(&["check", "--json"], &file, 0, "")).expect("JSON");
    assert_eq!((&told["ok"], &told["battles"]), (&Value::Bool(true), &Value::from(1)));
    let text = format!("{file}.jsonl");
    says(&["export", &text], &file, 0, "1 battle and 0 campaigns");
    says(&["export", &text], &file, 2, "cannot make");
    let fresh = format!("{file}.fresh");
    says(&["import", &text], &fresh, 0, "1 battle and 0 campaigns put in, 0 there already");
    says(&["import", &text], &fresh, 0, "0 battles and 0 campaigns put in, 1 there already");
    for (kept, log, moment) in [(&copy, &log, moment), (&fresh, &one.log, one.moment())] {
        let server = Server::start(kept);
        let again = Tab::open(server.at, &tokens[0]).await;
        assert_eq!((again.moment(), &again.log), (moment, log));
        server.stop();
    }
    let backup = format!("{file}.by-hand");
    says(&["backup", &backup], &file, 0, "a copy is in");
    says(&["backup", &backup], &file, 2, "there already");
    says(&["check"], &backup, 0, "whole: 1 battle");
    says(&["prune", "--days", "1"], &file, 0, "let go of 0 battles and 0 campaigns");
    says(&["check"], "nowhere.db", 2, "there is no store nowhere.db");
    says(&["import", &file], &fresh, 2, "line 1 of the export cannot be read");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_damaged_battle_is_named_and_its_good_part_is_saved() {
    let file = folder("damaged");
    let server = Server::start(&file);
    let mut battles = Vec::new();
    for _ in 0..2 {
        let (tokens, _) = begin(server.at, &wish(["human", "human"])).await;
        let (mut one, mut other) = (Tab::open(server.at, &tokens[0]).await, Tab::open(server.at, &tokens[1]).await);
        play(&mut one, &mut other, 40).await;
        battles.push((tokens, one.log));
    }
    server.stop();
    // A letter of one fact goes bad on the disk.
    let mut bytes = std::fs::read(&file).expect("the store");
    let word = b"activate ";
    let places = bytes.windows(word.len()).enumerate().filter(|(_, found)| *found == word);
    let at = places.map(|(at, _)| at).next_back().expect("somebody was activated");
    bytes[at] = b'b';
    std::fs::write(&file, bytes).expect("it can be written");
    let said = says(&["check"], &file, 1, "DAMAGED: 2 battles");
    assert!(said.lines().count() == 2 && said.contains("is not what was written"), "{said}");
    let server = Server::start(&file);
    let mut opened = 0;
    for (tokens, log) in &battles {
        let mut socket =
            table::dial(server.at, &tokens[0], Some(&format!("http://{}", server.at))).await.expect("a socket");
        let first = futures_util::StreamExt::next(&mut socket).await.expect("a message").expect("it can be read");
        if first.is_text() {
            assert_eq!(&Tab::open(server.at, &tokens[0]).await.log, log);
            opened += 1;
        }
    }
    assert_eq!(opened, 1, "one is closed, the other is played");
    server.stop();
    let (text, fresh) = (format!("{file}.jsonl"), format!("{file}.fresh"));
    says(&["export", &text], &file, 1, "is not what was written");
    says(&["import", &text], &fresh, 1, "2 battles");
    says(&["check"], &fresh, 0, "whole: 2 battles");
    let server = Server::start(&fresh);
    for (tokens, log) in &battles {
        let saved = Tab::open(server.at, &tokens[0]).await;
        assert!(saved.log.len() <= log.len() && log.starts_with(&saved.log), "what is good is as it was");
    }
    server.stop();
}
