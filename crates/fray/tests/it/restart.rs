//! A server that begins anew while people play, and keeps its address open.

use crate::process::Server;
use crate::table::{Tab, begin, folder, play, record, verify, wish};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

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

/// A new program that cannot be started is not changed to: whoever plays notices nothing.
#[tokio::test(flavor = "multi_thread")]
async fn a_program_that_does_not_start_is_not_changed_to() {
    let store = folder("tried");
    let program = format!("{store}.program");
    let good = env!("CARGO_BIN_EXE_fray");
    std::fs::copy(good, &program).expect("a copy of the program");
    let server = Server::start_program(Path::new(&program), &store);
    let (tokens, _) = begin(server.at, &wish(["human", "human"])).await;
    let (mut one, mut other) = (Tab::open(server.at, &tokens[0]).await, Tab::open(server.at, &tokens[1]).await);
    play(&mut one, &mut other, 4).await;
    // It says that it was tried, and ends badly.
    let (bad, tried) = (format!("{program}.bad"), format!("{program}.tried"));
    std::fs::write(&bad, format!("#!/bin/sh\necho tried > '{tried}'\nexit 3\n")).expect("a program");
    std::fs::set_permissions(&bad, std::fs::Permissions::from_mode(0o755)).expect("it may be run");
    std::fs::rename(&bad, &program).expect("it takes the place of the other");
    server.signal("-HUP");
    while !Path::new(&tried).exists() {
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    }
    play(&mut one, &mut other, 4).await;
    // A good one in its place is changed to.
    let fresh = format!("{program}.fresh");
    std::fs::copy(good, &fresh).expect("a copy of the program");
    std::fs::rename(&fresh, &program).expect("it takes the place of the other");
    server.signal("-HUP");
    let code = loop {
        if let Err(code) = one.try_hear().await {
            break code;
        }
    };
    assert_eq!(code, 1012);
    let again = Tab::open(server.at, &tokens[0]).await;
    assert_eq!((again.moment(), &again.log), (one.moment(), &one.log));
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
