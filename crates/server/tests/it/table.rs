//! A server on loopback, and people at its table.

#![allow(dead_code, reason = "each test needs its own part of it")]

use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use std::net::SocketAddr;
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::{Error, Message};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

/// Longer than any answer takes, on a busy machine too.
const PATIENCE: Duration = Duration::from_secs(60);

/// Starts a server inside the test.
pub(crate) async fn server(store: &str) -> SocketAddr {
    foreseen(store, 1).await
}

/// The same with other dice.
pub(crate) async fn foreseen(store: &str, dice: u64) -> SocketAddr {
    // People at these tables answer faster than any hand could.
    let messages = server::Rate { burst: 1_000_000, a_second: 1_000_000 };
    open(store, known(server::Limits { messages, ..server::Limits::default() }, dice)).await
}

pub(crate) async fn limited(store: &str, limits: server::Limits) -> SocketAddr {
    open(store, known(limits, 1)).await
}

/// The same behind a proxy on this machine that says who asks.
pub(crate) async fn behind_proxy(store: &str, limits: server::Limits) -> SocketAddr {
    let proxies = vec![std::net::IpAddr::from([127, 0, 0, 1])];
    open(store, server::Config { proxies, ..known(limits, 1) }).await
}

/// The same, whose metrics somebody may ask for.
pub(crate) async fn watched(store: &str, limits: server::Limits, by: [u8; 4]) -> SocketAddr {
    open(store, server::Config { watchers: vec![by.into()], ..known(limits, 1) }).await
}

/// The same with packs.
pub(crate) async fn packed(store: &str, games: systems::Games) -> SocketAddr {
    open(store, server::Config { games, ..known(server::Limits::default(), 1) }).await
}

async fn open(store: &str, config: server::Config) -> SocketAddr {
    let store = server::Store::open(store).await.expect("the store opens");
    let hall = server::Hall::new(store, "test", config);
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("a port is free");
    let address = listener.local_addr().expect("it has an address");
    tokio::spawn(server::serve(listener, hall, std::future::pending()));
    address
}

/// Minds that do not wait, and dice that fall alike in every run.
fn known(limits: server::Limits, dice: u64) -> server::Config {
    server::Config { pause: Duration::ZERO, limits, chance: server::Chance::Known(dice), ..server::Config::default() }
}

/// A server that lets go of its store when it is told to.
pub(crate) struct Stoppable {
    pub(crate) at: SocketAddr,
    stop: tokio::sync::oneshot::Sender<()>,
    done: tokio::task::JoinHandle<std::io::Result<()>>,
    hall: std::sync::Arc<server::Hall>,
}

pub(crate) async fn stoppable(store: &str) -> Stoppable {
    let store = server::Store::open(store).await.expect("the store opens");
    let hall = server::Hall::new(store, "test", known(server::Limits::default(), 1));
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("a port is free");
    let at = listener.local_addr().expect("it has an address");
    let (stop, stopped) = tokio::sync::oneshot::channel();
    let stopped = async move { stopped.await.unwrap_or(()) };
    let done = tokio::spawn(server::serve(listener, std::sync::Arc::clone(&hall), stopped));
    Stoppable { at, stop, done, hall }
}

impl Stoppable {
    pub(crate) async fn stop(self) {
        self.stop.send(()).expect("it still runs");
        self.done.await.expect("it ends").expect("it ends well");
        self.hall.close().await.expect("the store closes");
    }
}

pub(crate) struct Reply {
    pub(crate) status: u16,
    pub(crate) head: String,
    pub(crate) body: String,
}

impl Reply {
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|why| panic!("{why}: {} {}", self.status, self.body))
    }
}

pub(crate) async fn http(at: SocketAddr, method: &str, path: &str, headers: &str, body: &str) -> Reply {
    let mut stream = TcpStream::connect(at).await.expect("the server is there");
    let request = format!(
        "{method} {path} HTTP/1.1\r\nhost: {at}\r\nconnection: close\r\ncontent-length: {}\r\n{headers}\r\n{body}",
        body.len()
    );
    stream.write_all(request.as_bytes()).await.expect("it listens");
    let mut bytes = Vec::new();
    // A server that turns a long body away may close before it has read it all.
    let _ = stream.read_to_end(&mut bytes).await;
    let text = String::from_utf8(bytes).expect("it speaks UTF-8");
    let (head, body) = text.split_once("\r\n\r\n").expect("an answer has a head");
    let status = head.split(' ').nth(1).and_then(|code| code.parse().ok()).expect("an answer has a status");
    Reply { status, head: head.to_owned(), body: body.to_owned() }
}

pub(crate) async fn get(at: SocketAddr, path: &str) -> Reply {
    http(at, "GET", path, "", "").await
}

pub(crate) async fn post(at: SocketAddr, path: &str, body: &Value) -> Reply {
    http(at, "POST", path, "content-type: application/json\r\n", &body.to_string()).await
}

/// A small battle between two players, people or minds.
pub(crate) fn wish(players: [&str; 2]) -> Value {
    json!({
        "system": "sellsword", "scenario": "border-raid", "own_dice": [], "shared_screen": false,
        "sides": [{ "warband": "havoc-border-reavers", "player": players[0] }, { "warband": "valor-border-watch", "player": players[1] }],
    })
}

/// Begins a battle; the tokens of its people, and that of onlookers.
pub(crate) async fn begin(at: SocketAddr, wish: &Value) -> (Vec<String>, String) {
    let made = post(at, "/api/battles", wish).await;
    assert_eq!(made.status, 200, "{}", made.body);
    let made = made.json();
    let seats = made["seats"].as_array().expect("seats").iter();
    let tokens = seats.map(|seat| seat["token"].as_str().expect("a token").to_owned()).collect();
    (tokens, made["watch"].as_str().expect("a token").to_owned())
}

/// The record that a token leads to.
pub(crate) async fn record(at: SocketAddr, token: &str) -> kernel::Record {
    let reply = get(at, &format!("/api/records/{token}")).await;
    assert_eq!(reply.status, 200);
    assert!(reply.head.contains(".fray"), "{}", reply.head);
    kernel::Record::parse(&reply.body).expect("a record")
}

pub(crate) fn verify(record: &kernel::Record) {
    let game = systems::named(&record.system).expect("a system");
    game.verify(record).unwrap_or_else(|why| panic!("{why}"));
}

/// Somebody with a tab open.
pub(crate) struct Tab {
    socket: WebSocketStream<MaybeTlsStream<TcpStream>>,
    pub(crate) hello: Value,
    /// The last state that was sent.
    pub(crate) state: Value,
    /// Sentences of the log, kept as a browser keeps them.
    pub(crate) log: Vec<(u64, String)>,
    rng: kernel::Rng,
}

pub(crate) async fn dial(
    at: SocketAddr,
    token: &str,
    origin: Option<&str>,
) -> Result<WebSocketStream<MaybeTlsStream<TcpStream>>, Error> {
    let mut request = format!("ws://{at}/ws/{token}").into_client_request()?;
    if let Some(origin) = origin {
        request.headers_mut().insert("origin", origin.parse().expect("a header"));
    }
    connect_async(request).await.map(|(socket, _)| socket)
}

impl Tab {
    pub(crate) async fn open(at: SocketAddr, token: &str) -> Tab {
        let socket = dial(at, token, Some(&format!("http://{at}"))).await.expect("the socket opens");
        let mut tab = Tab { socket, hello: Value::Null, state: Value::Null, log: Vec::new(), rng: kernel::Rng::new(7) };
        tab.hello = tab.hear().await;
        assert_eq!(tab.hello["type"], "hello");
        tab.until_state().await;
        tab
    }

    /// The same where the server may not be able to open the battle just now.
    pub(crate) async fn try_open(at: SocketAddr, token: &str) -> Option<Tab> {
        let socket = dial(at, token, Some(&format!("http://{at}"))).await.ok()?;
        let mut tab = Tab { socket, hello: Value::Null, state: Value::Null, log: Vec::new(), rng: kernel::Rng::new(7) };
        tab.hello = tab.try_hear().await.ok()?;
        let state = tab.try_hear().await.ok().filter(|state| state["type"] == "state")?;
        tab.keep(&state);
        Some(tab)
    }

    pub(crate) async fn say(&mut self, message: &Value) {
        self.socket.send(Message::Text(message.to_string().into())).await.expect("the server listens");
    }

    pub(crate) async fn try_say(&mut self, message: &Value) -> Result<(), Error> {
        self.socket.send(Message::Text(message.to_string().into())).await
    }

    /// The next message; states are also kept.
    pub(crate) async fn hear(&mut self) -> Value {
        let message = self.try_hear().await.expect("the socket is open");
        if message["type"] == "state" {
            self.keep(&message);
        }
        message
    }

    /// The next message, or the code with which the server closed.
    pub(crate) async fn try_hear(&mut self) -> Result<Value, u16> {
        let until = tokio::time::Instant::now() + PATIENCE;
        loop {
            match tokio::time::timeout_at(until, self.socket.next()).await.expect("the server answers in time") {
                Some(Ok(Message::Text(text))) => return Ok(serde_json::from_str(&text).expect("JSON")),
                Some(Ok(Message::Close(frame))) => return Err(frame.map_or(0, |frame| frame.code.into())),
                Some(Ok(_)) => {}
                Some(Err(_)) | None => return Err(0),
            }
        }
    }

    fn keep(&mut self, state: &Value) {
        let from = state["log_from"].as_u64().expect("a number");
        let next = self.log.last().map_or(0, |(number, _)| number + 1);
        if state["log_cut"].as_bool().expect("a flag") {
            self.log.retain(|(number, _)| *number < from);
        } else {
            assert_eq!(from, next, "the log goes on where it ended");
        }
        for line in state["log"].as_array().expect("lines") {
            let rule = line["rule"].as_str().expect("a rule");
            assert!(!rule.is_empty());
            self.log.push((
                line["number"].as_u64().expect("a number"),
                line["text"].as_str().expect("a sentence").to_owned(),
            ));
        }
        self.state = state.clone();
    }

    pub(crate) async fn until_state(&mut self) -> Value {
        loop {
            let message = self.hear().await;
            if message["type"] == "state" {
                return message;
            }
        }
    }

    pub(crate) async fn until(&mut self, kind: &str) -> Value {
        loop {
            let message = self.hear().await;
            if message["type"] == kind {
                return message;
            }
        }
    }

    /// Waits until the battle has come past a moment.
    pub(crate) async fn past(&mut self, moment: u64) {
        while self.moment() <= moment {
            self.until_state().await;
        }
    }

    pub(crate) fn moment(&self) -> u64 {
        self.state["moment"].as_u64().expect("a number")
    }

    pub(crate) fn mine(&self) -> bool {
        self.state["request"]["mine"] == true
    }

    pub(crate) fn over(&self) -> bool {
        !self.state["outcome"].is_null()
    }

    /// Some legal answer to what is asked.
    pub(crate) fn pick(&mut self) -> String {
        let request = &self.state["request"];
        if let Some(sides) = request["dice"]["sides"].as_u64() {
            return format!("dice {}", 1 + self.rng.below(sides as usize));
        }
        let (options, ways) =
            (request["options"].as_array().expect("options"), request["ways"].as_array().expect("ways"));
        let at = self.rng.below(options.len() + ways.len().min(8));
        let line = match options.get(at) {
            Some(option) => &option["line"],
            None => &ways[self.rng.below(ways.len())]["line"],
        };
        line.as_str().expect("a line").to_owned()
    }

    pub(crate) async fn answer(&mut self, line: &str) {
        let moment = self.moment();
        self.say(&json!({ "type": "answer", "moment": moment, "line": line })).await;
    }

    /// Makes some choice and waits until it is shown.
    pub(crate) async fn choose(&mut self) {
        let (line, moment) = (self.pick(), self.moment());
        self.answer(&line).await;
        loop {
            let message = self.hear().await;
            assert_ne!(message["type"], "refused", "{line}: {message}");
            if self.moment() > moment {
                return;
            }
        }
    }
}

/// Two people play on until the battle is over, or so many choices were made.
pub(crate) async fn play(one: &mut Tab, other: &mut Tab, most: usize) {
    for _ in 0..most {
        if one.over() {
            return;
        }
        let (acts, waits) = if one.mine() { (&mut *one, &mut *other) } else { (&mut *other, &mut *one) };
        let moment = acts.moment();
        acts.choose().await;
        waits.past(moment).await;
        assert_eq!(acts.log, waits.log);
    }
}

/// An empty place for a store.
pub(crate) fn folder(name: &str) -> String {
    let folder = std::env::temp_dir().join(format!("{name}-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("the folder can be made");
    folder.join("battles.db").display().to_string()
}
