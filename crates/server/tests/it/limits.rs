//! What a server does not put up with: slow heads, crowds, floods. All on loopback, and bounded.

use crate::table::{Tab, begin, get, limited, post, wish};
use serde_json::json;
use server::{Limits, Rate};
use std::time::{Duration, Instant};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

#[tokio::test(flavor = "multi_thread")]
async fn a_head_that_does_not_come_is_not_waited_for() {
    let at = limited(":memory:", Limits { headers: Duration::from_millis(300), ..Limits::default() }).await;
    for begun in ["", "GET /api/catalog HTTP/1.1\r\nhost: "] {
        let mut slow = TcpStream::connect(at).await.expect("the server is there");
        slow.write_all(begun.as_bytes()).await.expect("it listens");
        let since = Instant::now();
        let mut rest = Vec::new();
        let _ = tokio::time::timeout(Duration::from_secs(30), slow.read_to_end(&mut rest)).await.expect("it hangs up");
        assert!(since.elapsed() >= Duration::from_millis(250), "it waits for a while");
        assert!(!String::from_utf8_lossy(&rest).contains("200 OK"), "{begun:?}");
    }
    assert_eq!(get(at, "/api/catalog").await.status, 200);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_crowd_waits_outside() {
    let at = limited(":memory:", Limits { connections: 4, ..Limits::default() }).await;
    let mut held = Vec::new();
    for _ in 0..4 {
        let mut stream = TcpStream::connect(at).await.expect("the server is there");
        let head = format!("GET /api/rules/SW-ACT-01 HTTP/1.1\r\nhost: {at}\r\n\r\n");
        stream.write_all(head.as_bytes()).await.expect("it listens");
        let mut some = [0; 12];
        stream.read_exact(&mut some).await.expect("it answers, and keeps the line");
        held.push(stream);
    }
    let mut fifth = TcpStream::connect(at).await.expect("the machine takes it");
    let mut nothing = Vec::new();
    let read = tokio::time::timeout(Duration::from_secs(30), fifth.read_to_end(&mut nothing)).await;
    read.expect("it is let go at once").ok();
    assert!(nothing.is_empty());
    drop(held);
    // Room comes back with those who leave.
    let mut served = false;
    for _ in 0..100 {
        let mut stream = TcpStream::connect(at).await.expect("the machine takes it");
        let head = format!("GET /api/catalog HTTP/1.1\r\nhost: {at}\r\nconnection: close\r\n\r\n");
        let _ = stream.write_all(head.as_bytes()).await;
        let mut text = Vec::new();
        let _ = stream.read_to_end(&mut text).await;
        served = text.starts_with(b"HTTP/1.1 200");
        if served {
            break;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    assert!(served);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_flood_closes_its_own_socket_and_no_other() {
    let at = limited(":memory:", Limits { messages: Rate { burst: 20, a_second: 1 }, ..Limits::default() }).await;
    let (tokens, _) = begin(at, &wish(["human", "human"])).await;
    let (mut one, mut other) = (Tab::open(at, &tokens[0]).await, Tab::open(at, &tokens[1]).await);
    for _ in 0..60 {
        if one.try_say(&json!({ "type": "ping" })).await.is_err() {
            break;
        }
    }
    let code = loop {
        match one.try_hear().await {
            Ok(message) => assert_eq!(message["type"], "state"),
            Err(code) => break code,
        }
    };
    // The line may be down before the reason is read.
    assert!(code == 1008 || code == 0, "{code}");
    other.say(&json!({ "type": "ping" })).await;
    assert_eq!(other.hear().await["type"], "state");
    assert!(Tab::open(at, &tokens[0]).await.state["steps"].is_u64(), "whoever slows down may come back");
}

#[tokio::test(flavor = "multi_thread")]
async fn battles_are_begun_at_a_human_pace() {
    let at = limited(":memory:", Limits { battles: Rate { burst: 3, a_second: 0 }, ..Limits::default() }).await;
    for _ in 0..3 {
        begin(at, &wish(["human", "human"])).await;
    }
    assert_eq!(post(at, "/api/battles", &wish(["human", "human"])).await.status, 429);
    assert_eq!(post(at, "/api/fork", &json!({ "token": "x", "step": 0, "sides": [] })).await.status, 429);
}

#[tokio::test(flavor = "multi_thread")]
async fn sockets_are_counted_in_all() {
    let at = limited(":memory:", Limits { sockets: 2, ..Limits::default() }).await;
    let (tokens, _) = begin(at, &wish(["human", "human"])).await;
    let (_one, _other) = (Tab::open(at, &tokens[0]).await, Tab::open(at, &tokens[1]).await);
    let mut third =
        crate::table::dial(at, &tokens[0], Some(&format!("http://{at}"))).await.expect("it opens, to say why");
    let message = futures_util::StreamExt::next(&mut third).await.expect("a message").expect("it can be read");
    let tokio_tungstenite::tungstenite::Message::Close(Some(frame)) = message else { panic!("{message:?}") };
    assert_eq!(u16::from(frame.code), 1013);
}
