//! What battles weigh in the memory of a server: those that nobody plays just now, and those that are over.

use crate::process::Server;
use crate::table::{Tab, begin, folder, get, http};
use serde_json::{Value, json};

/// Bytes of a battle that has begun and in which nothing happens.
const QUIET: u64 = 60_000;
/// The same in The Sword Marches: every number of a sheet keeps its parts, and each battle has its sheets.
const WITH_SHEETS: u64 = 200_000;
/// Bytes of one that is over, with all that can be looked at of it.
const FINISHED: u64 = 300_000;

/// A battle of each game, between the first two warbands that fit a scenario of it.
async fn wishes(server: &Server) -> Vec<Value> {
    let catalog = get(server.at, "/api/catalog").await.json();
    let mut wishes = Vec::new();
    for system in catalog["systems"].as_array().expect("systems") {
        let scenario = &system["scenarios"][0]["id"];
        let fits = |band: &&Value| band["fits"].as_array().is_some_and(|all| all.contains(scenario));
        let bands: Vec<&Value> = system["warbands"].as_array().expect("warbands").iter().filter(fits).collect();
        let side = |band: &Value| json!({ "warband": band["id"], "player": "human" });
        if let [first, .., last] = bands.as_slice() {
            wishes.push(json!({
                "system": system["name"], "scenario": scenario, "own_dice": [], "options": system["usual"],
                "sides": [side(first), side(last)], "shared_screen": true,
            }));
        }
    }
    wishes
}

#[tokio::test(flavor = "multi_thread")]
async fn a_quiet_battle_is_small() {
    let (server, _) = Server::start_with_log(&folder("quiet"), &["--begins", "1000"]);
    let wishes = wishes(&server).await;
    assert!(wishes.len() >= 3, "{wishes:?}");
    for wish in wishes {
        // The first ones pay for what all share.
        for _ in 0..10 {
            begin(server.at, &wish).await;
        }
        let (before, more) = (server.memory(), 60);
        for _ in 0..more {
            begin(server.at, &wish).await;
        }
        let each = server.memory().saturating_sub(before) / more;
        let most = if wish["system"] == "sword-marches" { WITH_SHEETS } else { QUIET };
        assert!(each <= most, "{}: {each} bytes", wish["system"]);
    }
    server.stop();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_battle_that_is_over_is_not_large() {
    let (server, _) = Server::start_with_log(&folder("over"), &["--begins", "1000"]);
    for text in [
        include_str!("../../../../playthroughs/sellsword/standard.fray"),
        include_str!("../../../../playthroughs/coreheim/street-fight.fray"),
    ] {
        let look = async || {
            let opened = http(server.at, "POST", "/api/records", "content-type: text/plain\r\n", text).await;
            assert_eq!(opened.status, 200, "{}", opened.body);
            let tab = Tab::open(server.at, opened.json()["token"].as_str().expect("a token")).await;
            assert!(tab.state["steps"].as_u64() > Some(20));
        };
        for _ in 0..4 {
            look().await;
        }
        let (before, more) = (server.memory(), 12);
        for _ in 0..more {
            look().await;
        }
        let each = server.memory().saturating_sub(before) / more;
        assert!(each <= FINISHED, "{each} bytes");
    }
    server.stop();
}
