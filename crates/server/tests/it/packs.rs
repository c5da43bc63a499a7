//! A server whose keeper has packs of his own.

use crate::table::{Tab, folder, get, packed, post};
use serde_json::{Value, json};
use std::path::Path;
use systems::Games;

/// Everybody recovers, and every battle pays the same.
const TABLES: &str = "
[[trauma]]
id = \"recovery\"
name = \"Full recovery\"
from = 4
to = 10
result = \"recovery\"
origin = \"source\"
[[trauma]]
id = \"convalescence\"
name = \"Convalescence\"
from = 3
to = 3
result = \"recovery\"
origin = \"source\"
[[trauma]]
id = \"lasting_injury\"
name = \"Lasting injury\"
from = 2
to = 2
result = \"recovery\"
origin = \"source\"
[[trauma]]
id = \"dead\"
name = \"Dead\"
from = 1
to = 1
result = \"recovery\"
origin = \"source\"
[[income]]
id = \"income\"
win = 77
draw = 77
loss = 77
origin = \"source\"
";

async fn look(at: std::net::SocketAddr, path: &str) -> Value {
    let reply = get(at, path).await;
    assert_eq!(reply.status, 200, "{}", reply.body);
    reply.json()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_chronicle_uses_the_tables_that_a_player_has_typed_in() {
    let store = folder("fray-packs");
    let dir = Path::new(&store).with_file_name("tables");
    std::fs::create_dir_all(&dir).expect("the folder can be made");
    std::fs::write(dir.join("tables.toml"), TABLES).expect("the file can be written");
    let games = Games::default().with_pack(None, &dir).expect("a pack of the Sword Marches and of nothing else");
    let core = Games::default();
    for game in core.all() {
        let own = games.named(game.name()).expect("every game is there").content_hash();
        assert_eq!(own == game.content_hash(), game.name() != "sword-marches", "{}", game.name());
    }
    let at = packed(&store, games.clone()).await;
    let wish = json!({
        "system": "sword-marches", "name": "The lost tables", "shared_screen": false,
        "sides": [{ "warband": "red-company", "player": "human" }, { "warband": "barrow-host", "player": "random" }],
    });
    let made = post(at, "/api/campaigns", &wish).await.json();
    let token = made["seats"][0]["token"].as_str().expect("a token").to_owned();
    let address = format!("/api/campaigns/{token}");
    post(at, &format!("{address}/battles"), &json!({ "mind": "random" })).await;
    let mut now = look(at, &address).await;
    while now["stage"] == "battle" {
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
        now = look(at, &address).await;
    }
    let mut tab = Tab::open(at, now["chapters"][0]["aftermath"].as_str().expect("a seat")).await;
    while !tab.over() {
        if tab.mine() {
            let moment = tab.moment();
            let options = tab.state["request"]["options"].as_array().expect("options");
            let done = options.iter().find(|option| option["verb"] == "done").unwrap_or(&options[0]);
            let line = done["line"].as_str().expect("a line").to_owned();
            tab.answer(&line).await;
            tab.past(moment).await;
        } else {
            tab.until_state().await;
        }
    }
    look(at, &address).await;
    let story = look(at, &format!("{address}/battles/1")).await;
    let lines = story["lines"].as_array().expect("lines");
    let of = |rule: &str| -> Vec<&Value> { lines.iter().filter(|line| line["rule"] == rule).collect() };
    assert_eq!((of("SM-AAR-03").len(), of("SM-AAR-04").len(), of("SM-AAR-05").len()), (0, 0, 0), "nobody is hurt");
    let paid = of("SM-AAR-14");
    assert_eq!(paid.len(), 2);
    for line in paid {
        assert!(line["text"].as_str().is_some_and(|text| text.contains("77")), "{line}");
        assert_eq!(line["origin"], Value::Null, "this table is from the book");
    }
    assert!(of("SM-AAR-08").iter().all(|line| line["origin"] == "house"), "that one is ours");
    let after = crate::table::record(at, now["chapters"][0]["aftermath"].as_str().expect("a token")).await;
    let told = games.following(&after.system).expect("a chronicle").story(&after).expect("it is as it was").report();
    assert!(told.contains("77 SP"), "{told}");
    // The battle is one of this content and of no other.
    let battle = now["chapters"][0]["battle"].as_str().expect("a token");
    let record = crate::table::record(at, battle).await;
    assert!(games.named(&record.system).expect("a game").verify(&record).is_ok());
    let why = core.named(&record.system).expect("a game").verify(&record).expect_err("other content").to_string();
    assert!(why.contains("content") || why.contains("pack"), "{why}");
}
