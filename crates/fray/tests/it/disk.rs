//! A server whose disk fills while people play, and is free again later.
//!
//! The limit on the size of files is a real one, set by the kernel: a write is cut short at the limit, and the next one
//! fails. It needs no privileges and no mounted disk, and it can be set and lifted while the server runs.

use crate::process::Server;
use crate::table::{Tab, begin, folder, play, record, verify, wish};
use std::net::SocketAddr;

/// Tries one choice that cannot be stored: it is not shown as made, and the battle is there again afterwards.
async fn choose_in_vain(at: SocketAddr, token: &str) {
    let mut tab = Tab::open(at, token).await;
    assert!(tab.mine(), "it is this side's turn");
    let (line, moment) = (tab.pick(), tab.moment());
    tab.answer(&line).await;
    while let Ok(message) = tab.try_hear().await {
        assert!(message["type"] == "refused" || message["moment"].as_u64() <= Some(moment), "{message}");
    }
}

fn whose(one: &Tab) -> usize {
    if one.mine() { 0 } else { 1 }
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_acknowledged_is_lost_when_the_disk_fills_and_is_free_again() {
    let store = folder("disk");
    let server = Server::start_on_small_disk(&store);
    let (tokens, _) = begin(server.at, &wish(["human", "human"])).await;
    let mut moment = 0;
    for failures in [1, 2, 3] {
        let (mut one, mut other) = (Tab::open(server.at, &tokens[0]).await, Tab::open(server.at, &tokens[1]).await);
        play(&mut one, &mut other, 10).await;
        let acts = whose(&one);
        drop((one, other));
        let size = std::fs::metadata(format!("{store}-wal")).expect("the log of the store").len();
        // The write is cut in the middle of a page.
        let most = if failures == 1 { size + 100 } else { 100 };
        server.limit_files(Some(most));
        for _ in 0..failures {
            choose_in_vain(server.at, &tokens[acts]).await;
        }
        server.limit_files(None);
        let (mut one, mut other) = (Tab::open(server.at, &tokens[0]).await, Tab::open(server.at, &tokens[1]).await);
        play(&mut one, &mut other, 15).await;
        assert!(one.moment() >= moment + 25);
        moment = one.moment();
    }
    let (one, at) = (Tab::open(server.at, &tokens[0]).await, server.at);
    let before = record(at, &tokens[0]).await.to_string();
    server.kill();
    let server = Server::start(&store);
    let again = Tab::open(server.at, &tokens[0]).await;
    assert_eq!((again.moment(), &again.log), (one.moment(), &one.log), "what was acknowledged is there");
    let after = record(server.at, &tokens[0]).await;
    assert_eq!(after.to_string(), before);
    verify(&after);
    server.kill();
}
