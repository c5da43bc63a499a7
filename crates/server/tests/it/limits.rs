//! What a server does not put up with: slow heads, crowds, floods. All on loopback, and bounded.

use crate::table::{
    Tab, begin, behind_proxy, folder, get, http, limited, play, post, server, stoppable, watched, wish,
};
use serde_json::json;
use server::{Limits, Rate, Share};
use std::net::SocketAddr;
use std::time::{Duration, Instant};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};

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

/// A call from somewhere on this machine: all of 127.0.0.0/8 leads here.
#[cfg(target_os = "linux")]
async fn call_from(own: [u8; 4], at: SocketAddr) -> String {
    let socket = TcpSocket::new_v4().expect("a socket");
    socket.bind(SocketAddr::from((own, 0))).expect("an address of this machine");
    let mut stream = socket.connect(at).await.expect("the server is there");
    let head = format!("GET /api/rules/SW-ACT-01 HTTP/1.1\r\nhost: {at}\r\nconnection: close\r\n\r\n");
    let _ = stream.write_all(head.as_bytes()).await;
    let mut text = Vec::new();
    let _ = stream.read_to_end(&mut text).await;
    String::from_utf8(text).expect("it speaks UTF-8")
}

#[cfg(target_os = "linux")]
#[tokio::test(flavor = "multi_thread")]
async fn one_who_holds_the_line_and_says_nothing_is_not_felt_by_others() {
    let share = Share { own_machine: true, ..Share::default() };
    let limits = Limits { headers: Duration::from_secs(60), share, ..Limits::default() };
    let (at, all) = (limited(":memory:", limits).await, limits.connections);
    let mut silent = Vec::new();
    for _ in 0..all {
        silent.push(TcpStream::connect(at).await.expect("the machine takes it"));
    }
    assert!(call_from([127, 0, 0, 2], at).await.starts_with("HTTP/1.1 200"), "somebody else is served");
    assert_eq!(call_from([127, 0, 0, 1], at).await, "", "whoever holds so many is not");
}

fn from(client: &str) -> String {
    format!("content-type: application/json\r\nx-forwarded-for: {client}\r\n")
}

#[tokio::test(flavor = "multi_thread")]
async fn one_client_uses_up_its_own_share_alone() {
    let few = Rate { burst: 2, a_second: 0 };
    let limits = Limits { share: Share { battles: few, ..Share::default() }, ..Limits::default() };
    let at = behind_proxy(":memory:", limits).await;
    let wish = wish(["human", "human"]).to_string();
    for (client, status) in [("192.0.2.1", 200), ("192.0.2.1", 200), ("192.0.2.1", 429), ("192.0.2.2", 200)] {
        let made = http(at, "POST", "/api/battles", &from(client), &wish).await;
        assert_eq!(made.status, status, "{client}: {}", made.body);
        assert!(status == 200 || made.body.contains("many battles"), "{}", made.body);
    }
    // Strangers are not told how busy it is; whoever is on the machine is.
    assert_eq!(http(at, "GET", "/metrics", &from("192.0.2.1"), "").await.status, 403);
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_runs_it_can_ask_how_it_is() {
    let at = server(":memory:").await;
    let (tokens, _) = begin(at, &wish(["human", "human"])).await;
    let mut tab = Tab::open(at, &tokens[0]).await;
    if !tab.mine() {
        tab = Tab::open(at, &tokens[1]).await;
    }
    tab.choose().await;
    assert_eq!((get(at, "/healthz").await.status, get(at, "/readyz").await.status), (200, 200));
    let metrics = get(at, "/metrics").await;
    assert!(metrics.head.to_lowercase().contains("cache-control: no-store"), "{}", metrics.head);
    for line in
        ["fray_battles 1", "fray_answer_seconds_count 1", "fray_answers_refused_total 0", "fray_store_waiting 0"]
    {
        assert!(metrics.body.contains(line), "{line} is not in\n{}", metrics.body);
    }
}

/// A call from somewhere on this machine, under some name of the server.
async fn asked(from: [u8; 4], at: SocketAddr, path: &str, host: &str) -> u16 {
    let socket = TcpSocket::new_v4().expect("a socket");
    socket.bind((from, 0).into()).expect("an address of this machine");
    let mut stream = socket.connect(at).await.expect("the server is there");
    let head = format!("GET {path} HTTP/1.1\r\nhost: {host}\r\nconnection: close\r\n\r\n");
    stream.write_all(head.as_bytes()).await.expect("it listens");
    let mut text = String::new();
    stream.read_to_string(&mut text).await.expect("it answers");
    text.split(' ').nth(1).and_then(|code| code.parse().ok()).expect("an answer has a status")
}

/// A proxy in front of several servers knows each by a name of its own, and whoever counts asks from another machine.
#[tokio::test(flavor = "multi_thread")]
async fn whoever_looks_after_it_may_ask_under_any_name() {
    let share = Share { own_machine: true, ..Share::default() };
    let limits = Limits { share, ..Limits::default() };
    let at = watched(":memory:", limits, [127, 0, 0, 3]).await;
    let (stranger, watcher) = ([127, 0, 0, 2], [127, 0, 0, 3]);
    for (from, path, host, status) in [
        (stranger, "/healthz", "one:7878", 200),
        (stranger, "/readyz", "one:7878", 200),
        (stranger, "/api/catalog", "one:7878", 403),
        (stranger, "/metrics", "one:7878", 403),
        (stranger, "/metrics", "localhost", 403),
        (watcher, "/metrics", "one:7878", 200),
        (watcher, "/api/catalog", "one:7878", 403),
    ] {
        assert_eq!(asked(from, at, path, host).await, status, "{from:?} {path} {host}");
    }
}

/// Begun battles are stored too, with the warbands that came with them; forks with all that has happened.
#[tokio::test(flavor = "multi_thread")]
async fn what_is_begun_and_forked_counts_as_stored() {
    let uploads = Rate { burst: 7_000, a_second: 0 };
    let share = Share { own_machine: true, uploads, ..Share::default() };
    let at = limited(":memory:", Limits { share, ..Limits::default() }).await;
    let (tokens, watch) = begin(at, &wish(["human", "human"])).await;
    let (mut one, mut other) = (Tab::open(at, &tokens[0]).await, Tab::open(at, &tokens[1]).await);
    play(&mut one, &mut other, 30).await;
    let steps = one.state["steps"].as_u64().expect("a number");
    assert!(steps > 5);
    let fork = json!({ "token": watch, "step": steps, "sides": ["human", "human"] });
    let mut begun = 0;
    let refused = loop {
        let made = post(at, "/api/fork", &fork).await;
        if made.status != 200 {
            break made;
        }
        begun += 1;
    };
    assert!(refused.status == 429 && refused.body.contains("tomorrow"), "{} {}", refused.status, refused.body);
    assert!((1..5).contains(&begun), "{begun} forks");
    play(&mut one, &mut other, 4).await;
}

/// Whoever has used up the time that a client has is sent away at every door behind which something is reckoned.
#[tokio::test(flavor = "multi_thread")]
async fn whoever_has_used_up_the_time_waits() {
    let work = Rate { burst: 0, a_second: 0 };
    let share = Share { own_machine: true, work, ..Share::default() };
    let at = limited(":memory:", Limits { share, ..Limits::default() }).await;
    let (tokens, watch) = begin(at, &wish(["human", "human"])).await;
    let record = format!("/api/records/{watch}");
    let fork = json!({ "token": watch, "step": 0, "sides": ["human", "human"] });
    for (status, body) in [
        {
            let no = get(at, &record).await;
            (no.status, no.body)
        },
        {
            let no = post(at, "/api/fork", &fork).await;
            (no.status, no.body)
        },
        {
            let no = post(at, "/api/battles", &wish(["human", "human"])).await;
            (no.status, no.body)
        },
        {
            let no = get(at, "/api/rules?q=charge").await;
            (no.status, no.body)
        },
        {
            let no = get(at, "/api/campaigns/nothing").await;
            (no.status, no.body)
        },
        {
            let no = http(at, "POST", "/api/records", "content-type: text/plain\r\n", "fray record 1\n").await;
            (no.status, no.body)
        },
    ] {
        assert!(status == 429 && body.contains("reckoning"), "{status} {body}");
    }
    let mut socket =
        crate::table::dial(at, &tokens[0], Some(&format!("http://{at}"))).await.expect("it opens, to say why");
    let message = futures_util::StreamExt::next(&mut socket).await.expect("a message").expect("it can be read");
    let tokio_tungstenite::tungstenite::Message::Close(Some(frame)) = message else { panic!("{message:?}") };
    assert_eq!(u16::from(frame.code), 1013);
    // What is worked out once for everybody is nobody's own.
    assert_eq!(get(at, "/api/catalog").await.status, 200);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_search_is_as_short_as_what_people_type() {
    let at = server(":memory:").await;
    let found = get(at, "/api/rules?system=sellsword&q=charge").await;
    assert!(found.status == 200 && found.body.contains("SW-CHARGE-01"), "{}", found.status);
    assert!(found.head.to_lowercase().contains("cache-control: no-store"), "{}", found.head);
    let long = get(at, &format!("/api/rules?q={}", "a%20".repeat(10_000))).await;
    assert!(long.status == 400 && long.body.contains("200 bytes"), "{} {}", long.status, long.body);
    assert_eq!(get(at, "/api/rules?system=chess").await.status, 404);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_sent_twice_is_not_believed() {
    let at = server(":memory:").await;
    let origins = format!("origin: http://{at}\r\norigin: https://elsewhere.example\r\n");
    assert_eq!(http(at, "POST", "/api/battles", &origins, "{}").await.status, 403);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_record_is_kept_without_what_was_written_into_it() {
    let few = Rate { burst: 100_000, a_second: 0 };
    let limits = Limits { share: Share { uploads: few, ..Share::default() }, ..Limits::default() };
    let at = behind_proxy(":memory:", limits).await;
    let text = include_str!("../../../../playthroughs/sellsword/border-raid.fray");
    let padded = text.replace("\n\n", &format!("\n\n{}", "# nobody needs this\n".repeat(3000)));
    let send = async |client: &str, text: &str| {
        http(at, "POST", "/api/records", &format!("content-type: text/plain\r\nx-forwarded-for: {client}\r\n"), text)
            .await
    };
    let opened = send("192.0.2.1", &padded).await;
    assert_eq!(opened.status, 200, "{}", opened.body);
    let token = opened.json()["token"].as_str().expect("a token").to_owned();
    assert_eq!(get(at, &format!("/api/records/{token}")).await.body, text);
    let more = send("192.0.2.1", &padded).await;
    assert!(more.status == 429 && more.body.contains("tomorrow"), "{} {}", more.status, more.body);
    assert_eq!(send("192.0.2.2", text).await.status, 200);
    // As few bytes as a choice can have, far more often than any battle has choices.
    let (head, _) = text.split_once("\n\n").expect("a head");
    let endless = format!("{head}\n\n{}", "a: pass\n".repeat(100_000));
    let refused = http(at, "POST", "/api/records", "content-type: text/plain\r\n", &endless).await;
    assert!(refused.status == 422 && refused.body.contains("too long"), "{} {}", refused.status, refused.body);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_full_store_takes_nothing_new_and_what_is_begun_goes_on() {
    let store = folder("fray-full-store");
    let limits = Limits { stored: 1, ..Limits::default() };
    let (tokens, _) = {
        let roomy = stoppable(&store).await;
        let made = begin(roomy.at, &wish(["human", "human"])).await;
        roomy.stop().await;
        made
    };
    let at = limited(&store, limits).await;
    let refused = post(at, "/api/battles", &wish(["human", "human"])).await;
    assert!(refused.status == 507 && refused.body.contains("fray store prune"), "{} {}", refused.status, refused.body);
    let (mut one, mut other) = (Tab::open(at, &tokens[0]).await, Tab::open(at, &tokens[1]).await);
    play(&mut one, &mut other, 4).await;
    let refused = http(at, "POST", "/api/records", "content-type: text/plain\r\n", "fray record 1\n").await;
    assert_eq!(refused.status, 507);
}
