//! A server that begins anew while people play, and keeps its address open.

use crate::process::Server;
use crate::table::{Tab, begin, folder, play, record, verify, wish};

#[tokio::test(flavor = "multi_thread")]
async fn a_server_begins_anew_and_nobody_finds_the_door_closed() {
    let server = Server::start(&folder("restart"));
    let (tokens, _) = begin(server.at, &wish(["human", "human"])).await;
    let mut moment = 0;
    for _ in 0..2 {
        let (mut one, mut other) = (Tab::open(server.at, &tokens[0]).await, Tab::open(server.at, &tokens[1]).await);
        assert!(one.moment() >= moment);
        play(&mut one, &mut other, 10).await;
        let log = one.log.clone();
        moment = one.moment();
        server.signal("-HUP");
        // Whoever has a socket is told why it is closed.
        let code = loop {
            if let Err(code) = one.try_hear().await {
                break code;
            }
        };
        assert_eq!(code, 1012);
        // Whoever knocks in between is let in as soon as it has begun; nobody is sent away.
        let again = Tab::open(server.at, &tokens[0]).await;
        assert_eq!((again.moment(), &again.log), (moment, &log));
    }
    verify(&record(server.at, &tokens[0]).await);
    server.stop();
}

/// A socket that somebody else has opened is served as it is.
#[tokio::test(flavor = "multi_thread")]
async fn a_server_takes_over_a_socket_that_is_open() {
    let door = std::net::TcpListener::bind("127.0.0.1:0").expect("a port is free");
    let at = door.local_addr().expect("it has an address");
    let server = Server::start_at(door, &folder("inherited"));
    assert_eq!(server.at, at);
    let (tokens, _) = begin(at, &wish(["human", "human"])).await;
    Tab::open(at, &tokens[0]).await;
    server.stop();
}
