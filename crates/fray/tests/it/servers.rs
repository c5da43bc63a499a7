//! Several servers on one real PostgreSQL: whoever plays need not know which one he is at.

use crate::between::Between;
use crate::postgres::Postgres;
use crate::process::Server;
use crate::table::{Tab, begin, get, play, post, record, verify, wish};
use serde_json::json;
use std::path::PathBuf;

fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("fray-{name}-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("the folder can be made");
    folder
}

/// One test, for PostgreSQL takes a while to start.
#[tokio::test(flavor = "multi_thread")]
async fn several_servers_serve_the_same_battles_in_postgresql() {
    let Some(mut postgres) = Postgres::start(folder("servers")) else {
        println!("this machine has no PostgreSQL; the check `postgres` of cargo xtask says so too");
        return;
    };
    two_players_at_two_servers(&postgres.database("two")).await;
    an_undo_between_servers(&postgres.database("undo")).await;
    a_mind_of_a_killed_server(&postgres.database("mind")).await;
    one_campaign(&postgres.database("campaign")).await;
    postgresql_is_killed(&mut postgres).await;
    postgresql_is_slow(&postgres).await;
    without_connections(&mut postgres).await;
}

/// Each sees at once what the other has played, from the first choice to the last, and nobody connects again.
async fn two_players_at_two_servers(store: &str) {
    let (first, second) = (Server::start(store), Server::start(store));
    let (tokens, watch) = begin(first.at, &wish(["human", "human"])).await;
    let (mut one, mut other) = (Tab::open(first.at, &tokens[0]).await, Tab::open(second.at, &tokens[1]).await);
    let mut onlooker = Tab::open(second.at, &watch).await;
    // Each is told that the other is there, though at another server.
    for tab in [&mut one, &mut other] {
        while tab.state["here"] != json!([0, 1]) {
            tab.until_state().await;
        }
    }
    play(&mut one, &mut other, 20_000).await;
    assert!(one.over() && other.over());
    onlooker.past(one.moment() - 1).await;
    assert!(onlooker.over());
    let (here, there) = (record(first.at, &tokens[0]).await, record(second.at, &tokens[1]).await);
    assert_eq!(here.to_string(), there.to_string());
    verify(&here);
    drop(other);
    first.stop();
    let again = Tab::open(second.at, &tokens[0]).await;
    assert_eq!((again.moment(), &again.log), (one.moment(), &one.log));
    second.stop();
}

/// Whoever wants to take something back asks somebody at another server; standing orders hold there too.
async fn an_undo_between_servers(store: &str) {
    let (first, second) = (Server::start(store), Server::start(store));
    let (tokens, _) = begin(first.at, &wish(["human", "human"])).await;
    let (mut one, mut other) = (Tab::open(first.at, &tokens[0]).await, Tab::open(second.at, &tokens[1]).await);
    play(&mut one, &mut other, 30).await;
    while one.state["undo"]["cost"] != "ask" {
        play(&mut one, &mut other, 1).await;
    }
    let before = one.moment();
    one.say(&json!({ "type": "undo" })).await;
    while other.state["undo_asked"] != 0 {
        other.until_state().await;
    }
    assert!(!other.state["undo_what"].as_str().expect("words").is_empty());
    other.say(&json!({ "type": "undo_reply", "allow": true })).await;
    for tab in [&mut one, &mut other] {
        while tab.state["redo"] != (tab.hello["seats"] == json!([0])) || !tab.state["undo_asked"].is_null() {
            tab.until_state().await;
        }
    }
    assert!(one.moment() > before, "moments never come back");
    assert_eq!(one.log, other.log);
    one.say(&json!({ "type": "order", "prompt": "reply", "verb": "pass" })).await;
    while other.state["orders"] == json!([]) {
        other.until_state().await;
    }
    while one.state["orders"] == json!([]) {
        one.until_state().await;
    }
    play(&mut one, &mut other, 20).await;
    verify_so_far(&one, &tokens, &first, &second).await;
    first.stop();
    second.stop();
}

async fn verify_so_far(one: &Tab, tokens: &[String], first: &Server, second: &Server) {
    let (here, there) = (record(first.at, &tokens[0]).await, record(second.at, &tokens[1]).await);
    assert_eq!(here.to_string(), there.to_string());
    assert!(one.over() || here.outcome.is_none());
    verify(&here);
}

/// A server is killed while its mind thinks; at the other one the battle goes on, each turn of the mind once.
async fn a_mind_of_a_killed_server(store: &str) {
    let mut doomed = Server::start(store);
    let haven = Server::start(store);
    let (tokens, watch) = begin(doomed.at, &wish(["human", "veteran"])).await;
    let mut onlooker = Tab::open(haven.at, &watch).await;
    for _ in 0..3 {
        let mut tab = Tab::open(doomed.at, &tokens[0]).await;
        for _ in 0..5 {
            while !tab.mine() && !tab.over() {
                tab.until_state().await;
            }
            if !tab.over() {
                tab.choose().await;
            }
        }
        // The mind has the turn now, or has just had it.
        doomed.kill();
        let moment = tab.moment();
        let mut tab = Tab::open(haven.at, &tokens[0]).await;
        assert!(tab.moment() >= moment, "what was shown stays");
        while !tab.mine() && !tab.over() {
            tab.until_state().await;
        }
        onlooker.past(moment - 1).await;
        doomed = Server::start(store);
    }
    verify(&record(haven.at, &tokens[0]).await);
    doomed.stop();
    haven.stop();
}

/// What comes next in a campaign comes once, whoever looks first.
async fn one_campaign(store: &str) {
    let (first, second) = (Server::start(store), Server::start(store));
    let catalog = get(first.at, "/api/catalog").await.json();
    let systems = catalog["systems"].as_array().expect("systems");
    let system = systems.iter().find(|system| system["campaign"].is_object()).expect("a campaign");
    let band = &system["campaign"]["warbands"][0]["id"];
    let side = |player: &str| json!({ "warband": band, "player": player });
    let wish = json!({
        "system": system["name"], "name": "Two roads", "shared_screen": false, "sides": [side("human"), side("human")],
    });
    let made = post(first.at, "/api/campaigns", &wish).await;
    assert_eq!(made.status, 200, "{}", made.body);
    let token = |seat: usize| made.json()["seats"][seat]["token"].as_str().expect("a token").to_owned();
    let address = |seat: usize| format!("/api/campaigns/{}", token(seat));
    let fight = json!({ "mind": "random" });
    let proposed = post(first.at, &format!("{}/battles", address(0)), &fight).await;
    assert_eq!(proposed.status, 200, "{}", proposed.body);
    assert_eq!(get(second.at, &address(1)).await.json()["proposal"]["seat"], 0);
    let begun = post(second.at, &format!("{}/battles", address(1)), &fight).await;
    assert_eq!(begun.json()["chapters"].as_array().map(Vec::len), Some(1), "{}", begun.body);
    // Both look until the aftermath is there; it is the same one.
    let mut shown = Vec::new();
    for (server, seat) in [(&first, 0), (&second, 1)] {
        let mut campaign = get(server.at, &address(seat)).await.json();
        while campaign["chapters"][0]["outcome"].is_null() {
            tokio::time::sleep(std::time::Duration::from_millis(100)).await;
            campaign = get(server.at, &address(seat)).await.json();
        }
        shown.push((campaign["chapters"][0]["outcome"].clone(), campaign["chapters"].as_array().map(Vec::len)));
    }
    assert_eq!(shown[0], shown[1]);
    first.stop();
    second.stop();
}

/// PostgreSQL is killed in the middle of a battle, stays away for a while, and comes back: nothing that was shown is lost,
/// choices are refused meanwhile, and both servers go on by themselves.
async fn postgresql_is_killed(postgres: &mut Postgres) {
    let store = postgres.database("killed");
    let (first, second) = (Server::start(&store), Server::start(&store));
    let (tokens, _) = begin(first.at, &wish(["human", "human"])).await;
    let mut moment = 0;
    for away in [0, 1500, 6000] {
        let (mut one, mut other) = (back(first.at, &tokens[0]).await, back(second.at, &tokens[1]).await);
        assert!(one.moment() >= moment);
        play(&mut one, &mut other, 10).await;
        let log = one.log.clone();
        moment = one.moment();
        postgres.kill();
        let acts = if one.mine() { &mut one } else { &mut other };
        let line = acts.pick();
        acts.answer(&line).await;
        while let Ok(message) = acts.try_hear().await {
            assert!(message["type"] == "refused" || message["moment"].as_u64() <= Some(moment), "{message}");
        }
        tokio::time::sleep(std::time::Duration::from_millis(away)).await;
        postgres.run(&[]);
        postgres.up();
        let again = back(first.at, &tokens[0]).await;
        assert!(again.log.starts_with(&log), "what was told stays told");
    }
    let (mut one, mut other) = (back(first.at, &tokens[0]).await, back(second.at, &tokens[1]).await);
    play(&mut one, &mut other, 20_000).await;
    assert!(one.over());
    verify(&record(second.at, &tokens[0]).await);
    first.stop();
    second.stop();
}

/// PostgreSQL is far away, stands still for a while, and then for longer than anybody waits: what is slow is taken, what is
/// not known to be stored is not shown, and the server goes on by itself.
async fn postgresql_is_slow(postgres: &Postgres) {
    postgres.database("slow");
    let between = Between::to(postgres.port()).await;
    let server = Server::start(&format!("postgres://fray@127.0.0.1:{}/slow", between.port()));
    let (tokens, _) = begin(server.at, &wish(["human", "human"])).await;
    let (mut one, mut other) = (Tab::open(server.at, &tokens[0]).await, Tab::open(server.at, &tokens[1]).await);
    play(&mut one, &mut other, 6).await;
    between.slow(40);
    play(&mut one, &mut other, 6).await;
    for (still, taken) in [(3, true), (25, false)] {
        between.slow(0);
        let (mut one, mut other) = (back(server.at, &tokens[0]).await, back(server.at, &tokens[1]).await);
        play(&mut one, &mut other, 2).await;
        let (log, moment) = (one.log.clone(), one.moment());
        let acts = if one.mine() { &mut one } else { &mut other };
        let line = acts.pick();
        between.still();
        acts.answer(&line).await;
        if taken {
            tokio::time::sleep(std::time::Duration::from_secs(still)).await;
            between.slow(0);
            acts.past(moment).await;
        } else {
            // Nobody is shown what may not be stored.
            while let Ok(message) = acts.try_hear().await {
                assert!(message["type"] == "refused" || message["moment"].as_u64() <= Some(moment), "{message}");
            }
            between.slow(0);
        }
        let again = back(server.at, &tokens[0]).await;
        assert!(again.log.starts_with(&log), "what was told stays told");
        assert!(again.moment() >= moment + u64::from(taken));
    }
    let (mut one, mut other) = (back(server.at, &tokens[0]).await, back(server.at, &tokens[1]).await);
    play(&mut one, &mut other, 6).await;
    verify(&record(server.at, &tokens[0]).await);
    server.stop();
}

/// A tab as a browser opens it: again and again until the server can open the battle.
async fn back(at: std::net::SocketAddr, token: &str) -> Tab {
    for _ in 0..200 {
        if let Some(tab) = Tab::try_open(at, token).await {
            return tab;
        }
        tokio::time::sleep(std::time::Duration::from_millis(100)).await;
    }
    panic!("the battle cannot be opened again");
}

/// PostgreSQL has no connection left for one of the servers: that one refuses, and goes on when there is one again.
async fn without_connections(postgres: &mut Postgres) {
    let store = postgres.database("crowded");
    let server = Server::start(&store);
    let (tokens, _) = begin(server.at, &wish(["human", "human"])).await;
    let (mut one, mut other) = (Tab::open(server.at, &tokens[0]).await, Tab::open(server.at, &tokens[1]).await);
    play(&mut one, &mut other, 6).await;
    let (moment, log) = (one.moment(), one.log.clone());
    postgres.kill();
    // One connection for all but those who administer it, and somebody else has that.
    postgres.run(&["max_connections=4", "superuser_reserved_connections=0", "max_wal_senders=0"]);
    postgres.up();
    let mut others = Vec::new();
    for _ in 0..4 {
        others.push(postgres.hold());
    }
    let refused = get(server.at, "/readyz").await;
    assert_eq!(refused.status, 503, "{}", refused.body);
    drop(others);
    let mut one = back(server.at, &tokens[0]).await;
    assert_eq!((one.moment(), &one.log), (moment, &log), "what was acknowledged is there");
    let mut other = back(server.at, &tokens[1]).await;
    play(&mut one, &mut other, 6).await;
    assert!(one.moment() > moment);
    server.stop();
}
