//! How long a choice takes until its result is shown, over a socket on loopback, with some 60 figures (as many as
//! there are on the tables in inches) and a store on disk.
//!
//! `cargo run --release -p server --example latency [SYSTEM]`

#[path = "../tests/it/table.rs"]
mod table;

use serde_json::{Value, json};
use std::time::{Duration, Instant};
use table::{Tab, begin, server};

const CHOICES: usize = 600;

#[tokio::main]
async fn main() {
    let store = std::env::temp_dir().join(format!("fray-latency-{}.db", std::process::id())).display().to_string();
    let at = server(&store).await;
    let system = std::env::args().nth(1).unwrap_or_else(|| "sellsword".to_owned());
    let (scenario, warbands) = match system.as_str() {
        "sword-and-claw" => ("hold-the-pass", vec!["humans-marshals-host", "horde-dragons-tithe"]),
        // No battle of these has 60 figures; theirs are the largest ready-made ones.
        "coreheim" => ("street-fight", vec!["ash-tribunal", "under-nails"]),
        "sword-marches" => ("grave-gold-legend", vec!["tomb-host", "wild-hunt"]),
        _ => ("standard", vec!["havoc-grave-march"; 8]),
    };
    let sides: Vec<Value> = warbands.iter().map(|warband| json!({ "warband": warband, "player": "human" })).collect();
    let wish = json!({
        "system": system, "scenario": scenario, "own_dice": [], "shared_screen": true, "sides": sides,
    });
    let (tokens, _) = begin(at, &wish).await;
    let mut tab = Tab::open(at, &tokens[0]).await;
    let (mut times, mut odds) = (Vec::new(), Vec::new());
    while times.len() < CHOICES && !tab.over() {
        if let Some(line) = aimed(&tab.state["request"]) {
            let begun = Instant::now();
            tab.say(&json!({ "type": "odds", "line": line })).await;
            // Where nothing is measured before it is declared, chances are refused.
            loop {
                match tab.hear().await["type"].as_str() {
                    Some("odds") => odds.push(begun.elapsed()),
                    Some("refused") => {}
                    _ => continue,
                }
                break;
            }
        }
        let moment = tab.moment();
        // Nobody gives up here.
        let line = loop {
            let line = tab.pick();
            if line != "concede" {
                break line;
            }
        };
        let begun = Instant::now();
        tab.answer(&line).await;
        tab.past(moment).await;
        times.push(begun.elapsed());
    }
    let figures = tab.state["scene"]["figures"].as_array().map_or(0, Vec::len);
    println!("{} choices with {figures} figures, {} events told", times.len(), tab.log.len());
    print("until the result is shown", times);
    print("until the odds of an attack are shown", odds);
    for end in ["", "-wal", "-shm"] {
        let _ = std::fs::remove_file(format!("{store}{end}"));
    }
}

/// An answer that points at a figure or a place, if there is one: what a player would want the odds of.
fn aimed(request: &Value) -> Option<String> {
    let options = request["options"].as_array()?;
    let points = |option: &&Value| option["figures"].as_array().is_some_and(|figures| figures.len() > 1);
    let place = || request["ways"].as_array()?.iter().find(|way| way["path"].as_array().is_some_and(Vec::is_empty));
    let found = options.iter().find(points).or_else(place)?;
    found["line"].as_str().map(str::to_owned)
}

fn print(what: &str, mut times: Vec<Duration>) {
    if times.is_empty() {
        return;
    }
    times.sort_unstable();
    let at = |percent: usize| times[(times.len() - 1) * percent / 100].as_secs_f64() * 1000.0;
    println!(
        "{what}, {} times, in ms: median {:.1}, 95th percentile {:.1}, longest {:.1}",
        times.len(),
        at(50),
        at(95),
        at(100)
    );
}
