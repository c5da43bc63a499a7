//! A server that is killed in the middle of a battle and started again.

use crate::process::Server;
use crate::table::{Tab, begin, folder, play, record, verify, wish};
use serde_json::json;
use std::process::Command;

#[tokio::test(flavor = "multi_thread")]
async fn a_battle_goes_on_after_the_server_was_killed() {
    let store = folder("kill");
    let mut server = Server::start(&store);
    let (tokens, _) = begin(server.at, &wish(["human", "human"])).await;
    for round in 0..6 {
        let (mut one, mut other) = (Tab::open(server.at, &tokens[0]).await, Tab::open(server.at, &tokens[1]).await);
        play(&mut one, &mut other, 12).await;
        let (log, scene, moment) = (one.log.clone(), one.state["scene"].clone(), one.moment());
        // In every other round the server dies with a choice on its way, which it has made for good or not at all.
        let open = round % 2 == 1;
        if open {
            let acts = if one.mine() { &mut one } else { &mut other };
            let line = acts.pick();
            acts.answer(&line).await;
        }
        server.kill();
        server = Server::start(&store);
        let again = Tab::open(server.at, &tokens[0]).await;
        assert!(again.log.starts_with(&log), "what was told stays told");
        assert!(
            again.moment() == moment || (open && again.moment() == moment + 1),
            "{} after {moment}",
            again.moment()
        );
        if again.moment() == moment {
            assert_eq!((&again.log, &again.state["scene"]), (&log, &scene));
        }
    }
    let (mut one, mut other) = (Tab::open(server.at, &tokens[0]).await, Tab::open(server.at, &tokens[1]).await);
    play(&mut one, &mut other, 20_000).await;
    assert!(one.over());
    let record = record(server.at, &tokens[0]).await;
    assert!(record.seed.is_some(), "one seed explains every die, before and after");
    verify(&record);
    server.kill();
}

#[tokio::test(flavor = "multi_thread")]
async fn orders_and_minds_are_there_again() {
    let store = folder("orders");
    let server = Server::start(&store);
    let (tokens, _) = begin(server.at, &wish(["human", "random"])).await;
    let mut tab = Tab::open(server.at, &tokens[0]).await;
    tab.say(&json!({ "type": "order", "prompt": "reply", "verb": "pass" })).await;
    while tab.state["orders"] == json!([]) {
        tab.until_state().await;
    }
    server.kill();
    let server = Server::start(&store);
    let mut tab = Tab::open(server.at, &tokens[0]).await;
    let order = json!({ "seat": 0, "prompt": "reply", "verb": "pass", "amount": "only", "label": "Never reply" });
    assert_eq!(tab.state["orders"], json!([order]));
    for _ in 0..30 {
        while !tab.mine() && !tab.over() {
            tab.until_state().await;
        }
        if tab.over() {
            break;
        }
        assert_ne!(tab.state["request"]["prompt"], "reply");
        tab.choose().await;
    }
    verify(&record(server.at, &tokens[0]).await);

    // One store serves one server.
    let second =
        Command::new(env!("CARGO_BIN_EXE_fray")).args(["serve", "--listen", "127.0.0.1:0", "--store", &store]).output();
    let second = second.expect("it runs");
    let said = String::from_utf8_lossy(&second.stderr);
    assert!(second.status.code() == Some(2) && said.contains("in use"), "{:?} {said}", second.status);
    server.kill();
}
