//! How long a server takes to be there that has many battles stored: `cargo run --release -p server --example cold_start [BATTLES]`
//!
//! One battle is played for a while, and its export is put in again and again under other names.

#[path = "../tests/it/table.rs"]
mod table;

use server::{Config, Hall, Store};
use std::io::{BufReader, Read, Write};
use std::sync::{Arc, Mutex};
use std::time::Instant;
use table::{Tab, begin, folder, get, play, stoppable, wish};

/// What `export` writes.
#[derive(Clone, Default)]
struct Text(Arc<Mutex<Vec<u8>>>);

impl Write for Text {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().expect("nobody else writes").extend_from_slice(bytes);
        Ok(bytes.len())
    }
    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// The export of one battle as that of many, made while it is read.
struct Many {
    battle: serde_json::Value,
    left: u64,
    all: u64,
    line: Vec<u8>,
}

impl Many {
    fn next(&mut self) -> Option<Vec<u8>> {
        let line = match (self.left, self.all - self.left) {
            (0, _) => return None,
            (_, 0) => r#"{"store":{"format":1}}"#.to_owned(),
            (1, _) => format!(r#"{{"end":{{"battles":{},"campaigns":0}}}}"#, self.all - 2),
            (left, _) => {
                let inner = &mut self.battle["battle"];
                inner["id"] = format!("battle {left}").into();
                for token in inner["tokens"].as_array_mut().expect("tokens") {
                    let kept = token[0].as_str().expect("a hash").split(' ').next().unwrap_or_default().to_owned();
                    token[0] = format!("{kept} {left}").into();
                }
                self.battle.to_string()
            }
        };
        self.left -= 1;
        Some(format!("{line}\n").into_bytes())
    }
}

impl Read for Many {
    fn read(&mut self, to: &mut [u8]) -> std::io::Result<usize> {
        if self.line.is_empty() {
            self.line = self.next().unwrap_or_default();
        }
        let some = to.len().min(self.line.len());
        to[..some].copy_from_slice(&self.line[..some]);
        self.line.drain(..some);
        Ok(some)
    }
}

#[tokio::main]
async fn main() {
    let battles: u64 = std::env::args().nth(1).and_then(|word| word.parse().ok()).unwrap_or(100_000);
    let first = folder("cold-first");
    let server = stoppable(&first).await;
    let (tokens, _) = begin(server.at, &wish(["human", "human"])).await;
    let (mut one, mut other) = (Tab::open(server.at, &tokens[0]).await, Tab::open(server.at, &tokens[1]).await);
    play(&mut one, &mut other, 40).await;
    server.stop().await;
    let text = Text::default();
    let store = Store::open(&first).await.expect("it opens");
    store.export(text.clone()).await.expect("it is exported");
    store.close().await.expect("it closes");
    let text = String::from_utf8(text.0.lock().expect("nobody else writes").clone()).expect("it is text");
    let battle = text.lines().nth(1).and_then(|line| serde_json::from_str(line).ok()).expect("a battle");

    let file = folder("cold-many");
    let store = Store::open(&file).await.expect("it opens");
    let many = Many { battle, left: battles + 2, all: battles + 2, line: Vec::new() };
    let copied = store.import(BufReader::new(many)).await.expect("it is put in");
    store.close().await.expect("it closes");
    let bytes = std::fs::metadata(&file).expect("it is there").len();
    let begun = Instant::now();
    let store = Store::open(&file).await.expect("it opens");
    let opened = begun.elapsed();
    let hall = Hall::new(store, "test", Config::default());
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("a port is free");
    let at = listener.local_addr().expect("it has an address");
    tokio::spawn(server::serve(listener, hall, std::future::pending()));
    assert_eq!(get(at, "/readyz").await.status, 200);
    println!(
        "{} battles, {} MB: the store is open after {} ms, the server answers after {} ms",
        copied.battles,
        bytes / 1_000_000,
        opened.as_millis(),
        begun.elapsed().as_millis()
    );
    let _ = (std::fs::remove_file(&file), std::fs::remove_file(&first));
}
