//! What a server tells as JSON: an object a line, and no link to any battle.

use crate::process::Server;
use crate::table::{Tab, begin, folder, play, wish};
use serde_json::Value;

#[tokio::test(flavor = "multi_thread")]
async fn every_line_of_a_log_is_json_and_tells_no_link() {
    let store = folder("log");
    let (server, log) = Server::start_with_log(&store, &["--log", "json", "--log-level", "debug"]);
    let (tokens, watch) = begin(server.at, &wish(["human", "human"])).await;
    let (mut one, mut other) = (Tab::open(server.at, &tokens[0]).await, Tab::open(server.at, &tokens[1]).await);
    play(&mut one, &mut other, 5).await;
    server.signal("-USR1");
    while !std::path::Path::new(&format!("{store}.backup-1")).exists() {
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    }
    server.signal("-HUP");
    while one.try_hear().await.is_ok() {}
    let again = Tab::open(server.at, &tokens[0]).await;
    assert_eq!(again.moment(), one.moment());
    server.stop();
    let text = std::fs::read_to_string(log).expect("the log");
    let lines: Vec<Value> =
        text.lines().map(|line| serde_json::from_str(line).unwrap_or_else(|why| panic!("{why}: {line}"))).collect();
    let told = |level: &str, part: &str| {
        lines.iter().any(|line| {
            line["level"] == level
                && line["timestamp"].is_string()
                && line["message"].as_str().is_some_and(|message| message.contains(part))
        })
    };
    assert!(told("WARN", "a copy of the store is in"), "{text}");
    assert!(told("INFO", "starting anew"), "{text}");
    for token in tokens.iter().chain([&watch]) {
        assert!(!text.contains(token.as_str()), "a link is told");
    }
}
