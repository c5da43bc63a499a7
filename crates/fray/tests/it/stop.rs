//! A server that is stopped as it should be.

use crate::process::Server;
use crate::table::{Tab, begin, folder, play, wish};

#[tokio::test(flavor = "multi_thread")]
async fn a_store_that_was_stopped_is_one_whole_file() {
    let store = folder("stop");
    let server = Server::start(&store);
    let (tokens, _) = begin(server.at, &wish(["human", "human"])).await;
    let (mut one, mut other) = (Tab::open(server.at, &tokens[0]).await, Tab::open(server.at, &tokens[1]).await);
    play(&mut one, &mut other, 20).await;
    assert!(std::fs::exists(format!("{store}-wal")).expect("the folder is there"));
    server.stop();
    for end in ["-wal", "-shm", "-journal"] {
        assert!(!std::fs::exists(format!("{store}{end}")).expect("the folder is there"), "{end}");
    }
    let copy = format!("{store}.copy");
    std::fs::copy(&store, &copy).expect("it can be copied");
    let server = Server::start(&copy);
    let again = Tab::open(server.at, &tokens[0]).await;
    assert_eq!((again.moment(), &again.log), (one.moment(), &one.log));
    server.stop();
}
