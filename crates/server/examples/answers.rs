//! How many answers a second a server stores whose disk takes 5 ms to say that it has something.
//!
//! `cargo run --release -p server --example answers [BATTLES] [SECONDS]`

#[path = "../tests/it/table.rs"]
mod table;

use server::{Config, Faults, Hall, Store};
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};
use table::{Tab, begin};

const FSYNC: Duration = Duration::from_millis(5);

#[tokio::main]
async fn main() {
    let number = |at: usize, usual: u64| std::env::args().nth(at).and_then(|word| word.parse().ok()).unwrap_or(usual);
    let (battles, seconds) = (number(1, 100), number(2, 10));
    let file = std::env::temp_dir().join(format!("fray-answers-{}.db", std::process::id())).display().to_string();
    let faults = Arc::new(Faults::default());
    let store = Store::open_with(&file, Arc::clone(&faults)).await.expect("the store opens");
    let at = serve(store).await;
    let mut tabs = Vec::new();
    for _ in 0..battles {
        let mut wish = table::wish(["human", "human"]);
        wish["shared_screen"] = serde_json::json!(true);
        let (tokens, _) = begin(at, &wish).await;
        tabs.push(Tab::open(at, &tokens[0]).await);
    }
    faults.slow_commits(FSYNC);
    let until = Instant::now() + Duration::from_secs(seconds);
    let players: Vec<_> = tabs.into_iter().map(|tab| tokio::spawn(play(tab, until))).collect();
    let mut times = Vec::new();
    for player in players {
        times.extend(player.await.expect("nobody is refused"));
    }
    times.sort_unstable();
    let percent = |part: usize| times[(times.len() - 1) * part / 100].as_secs_f64() * 1000.0;
    println!(
        "{battles} battles, {seconds} s: {} answers a second; ms until shown: median {:.1}, 95 % {:.1}, 99 % {:.1}",
        times.len() as u64 / seconds,
        percent(50),
        percent(95),
        percent(99)
    );
    for end in ["", "-wal"] {
        let _ = std::fs::remove_file(format!("{file}{end}"));
    }
}

async fn serve(store: Store) -> SocketAddr {
    let plenty = server::Rate { burst: 1_000_000, a_second: 1_000_000 };
    let limits = server::Limits { messages: plenty, battles: plenty, ..server::Limits::default() };
    let hall = Hall::new(store, "answers", Config { limits, ..Config::default() });
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("a port is free");
    let at = listener.local_addr().expect("it has an address");
    tokio::spawn(server::serve(listener, hall, std::future::pending()));
    at
}

async fn play(mut tab: Tab, until: Instant) -> Vec<Duration> {
    let mut times = Vec::new();
    while Instant::now() < until && !tab.over() {
        let begun = Instant::now();
        tab.choose().await;
        times.push(begun.elapsed());
    }
    times
}
