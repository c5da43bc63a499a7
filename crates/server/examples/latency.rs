//! How long a choice takes until its result is shown, over a socket on loopback, with some 60 figures and a store on disk.
//!
//! `cargo run --release -p server --example latency [sword-and-claw]`

#[path = "../tests/table/mod.rs"]
mod table;

use serde_json::json;
use std::time::Instant;
use table::{Tab, begin, server};

const CHOICES: usize = 600;

#[tokio::main]
async fn main() {
    let store = std::env::temp_dir().join(format!("fray-latency-{}.db", std::process::id())).display().to_string();
    let at = server(&store).await;
    let side = json!({ "warband": "havoc-grave-march", "player": "human" });
    let many = std::env::args().nth(1).is_some_and(|system| system == "sword-and-claw");
    let wish = match many {
        true => json!({
            "system": "sword-and-claw", "scenario": "hold-the-pass", "own_dice": [], "shared_screen": true,
            "sides": [
                { "warband": "humans-marshals-host", "player": "human" },
                { "warband": "horde-dragons-tithe", "player": "human" },
            ],
        }),
        false => json!({
            "system": "sellsword", "scenario": "standard", "own_dice": [], "shared_screen": true,
            "sides": vec![side; 8],
        }),
    };
    let (tokens, _) = begin(at, &wish).await;
    let mut tab = Tab::open(at, &tokens[0]).await;
    let mut times = Vec::new();
    while times.len() < CHOICES && !tab.over() {
        let begun = Instant::now();
        tab.choose().await;
        times.push(begun.elapsed());
    }
    let figures = tab.state["scene"]["figures"].as_array().map_or(0, Vec::len);
    times.sort_unstable();
    let at = |percent: usize| times[(times.len() - 1) * percent / 100].as_secs_f64() * 1000.0;
    println!("{} choices with {figures} figures, {} events told", times.len(), tab.log.len());
    println!(
        "until the result is shown, in ms: median {:.1}, 95th percentile {:.1}, longest {:.1}",
        at(50),
        at(95),
        at(100)
    );
    for end in ["", "-wal", "-shm"] {
        let _ = std::fs::remove_file(format!("{store}{end}"));
    }
}
