//! Campaigns over real HTTP, sockets and files of SQLite.

use crate::table::{Tab, folder, get, post, server, stoppable};
use serde_json::{Value, json};
use std::net::SocketAddr;

fn wish(players: [&str; 2]) -> Value {
    json!({
        "system": "coreheim", "name": "The lower town", "shared_screen": false,
        "sides": [{ "warband": bands()[0], "player": players[0] }, { "warband": bands()[1], "player": players[1] }],
    })
}

fn bands() -> [String; 2] {
    let all = systems::campaign::campaign("coreheim").expect("a campaign").warbands();
    [all[0].id.clone(), all[1].id.clone()]
}

async fn wage(at: SocketAddr, wish: &Value) -> (Vec<String>, String) {
    let made = post(at, "/api/campaigns", wish).await;
    assert_eq!(made.status, 200, "{}", made.body);
    let made = made.json();
    let seats = made["seats"].as_array().expect("seats").iter();
    let tokens = seats.map(|seat| seat["token"].as_str().expect("a token").to_owned()).collect();
    (tokens, made["watch"].as_str().expect("a token").to_owned())
}

async fn look(at: SocketAddr, token: &str) -> Value {
    let reply = get(at, &format!("/api/campaigns/{token}")).await;
    assert_eq!(reply.status, 200, "{}", reply.body);
    reply.json()
}

async fn file(at: SocketAddr, token: &str, seat: usize) -> String {
    let reply = get(at, &format!("/api/campaigns/{token}/warbands/{seat}")).await;
    assert_eq!(reply.status, 200);
    assert!(reply.head.contains(".toml\""), "{}", reply.head);
    reply.body
}

async fn fight(at: SocketAddr, token: &str) -> Value {
    let reply = post(at, &format!("/api/campaigns/{token}/battles"), &json!({ "mind": "random" })).await;
    assert_eq!(reply.status, 200, "{}", reply.body);
    reply.json()
}

/// Waits until minds have come to something.
async fn until(at: SocketAddr, token: &str, stage: &str) -> Value {
    for _ in 0..1200 {
        let now = look(at, token).await;
        if now["stage"] == stage {
            return now;
        }
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    }
    panic!("{stage} is not reached: {}", look(at, token).await);
}

fn last(campaign: &Value) -> &Value {
    campaign["chapters"].as_array().and_then(|all| all.last()).expect("a battle")
}

/// Answers for whoever holds this tab: buys one thing, is done with the rest of the market, and takes what comes otherwise.
async fn answer(tab: &mut Tab, bought: &mut bool) {
    let options = tab.state["request"]["options"].as_array().expect("options").clone();
    let line = |option: &Value| option["line"].as_str().expect("a line").to_owned();
    let buy = options.iter().find(|option| option["verb"] == "buy").filter(|_| !*bought);
    *bought |= buy.is_some();
    let done = options.iter().find(|option| option["verb"] == "done");
    let chosen = line(buy.or(done).unwrap_or(&options[0]));
    let moment = tab.moment();
    tab.answer(&chosen).await;
    while tab.moment() <= moment {
        let message = tab.hear().await;
        assert_ne!(message["type"], "refused", "{chosen}: {message}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn three_battles_change_a_warband_and_a_stopped_server_forgets_nothing() {
    let store = folder("fray-campaign");
    let mut running = stoppable(&store).await;
    let (tokens, watch) = wage(running.at, &wish(["human", "random"])).await;
    let token = &tokens[0];
    let begun = look(running.at, token).await;
    assert_eq!((&begun["stage"], &begun["seats"]), (&json!("ready"), &json!([0])));
    assert_eq!(begun["sides"][0]["roster"]["totals"][3]["value"], 0, "no battle yet");
    for number in 1..=3u64 {
        let before = file(running.at, token, 0).await;
        let fought = fight(running.at, token).await;
        assert_eq!((&last(&fought)["minds"], &last(&fought)["drawn"]), (&json!(true), &json!(true)));
        // A server that is stopped in the middle of it goes on with it.
        running.stop().await;
        running = stoppable(&store).await;
        let after = until(running.at, token, "aftermath").await;
        assert!(last(&after)["outcome"]["text"].is_string());
        let again = post(running.at, &format!("/api/campaigns/{token}/battles"), &json!({ "mind": "random" })).await;
        assert!(again.status == 422 && again.body.contains("not settled"), "{}", again.body);
        let leads = last(&after)["aftermath"].as_str().expect("a seat").to_owned();
        let mut tab = Tab::open(running.at, &leads).await;
        let (mut bought, mut asked) = (false, 0);
        while !tab.over() {
            if !tab.mine() {
                tab.until_state().await;
                continue;
            }
            answer(&mut tab, &mut bought).await;
            asked += 1;
            if asked == 1 {
                // In the middle of what follows it goes on as well, and what was decided stays decided.
                let log = tab.log.clone();
                running.stop().await;
                running = stoppable(&store).await;
                tab = Tab::open(running.at, &leads).await;
                assert_eq!(tab.log, log);
            }
        }
        assert!(bought && asked > 1, "somebody was asked {asked} times");
        let settled = until(running.at, token, "ready").await;
        assert_eq!(settled["sides"][0]["roster"]["totals"][3]["value"], number);
        let history = settled["sides"][0]["roster"]["history"].as_array().expect("lines").len();
        assert_eq!(history as u64, number, "a line for each battle");
        let now = file(running.at, token, 0).await;
        assert_ne!(before, now);
        assert!(now.contains(&format!("battles = {number}")), "{now}");
        let old = get(running.at, &format!("/api/campaigns/{token}/warbands/0?before={number}")).await;
        assert_eq!(old.body, before, "the file as it went into the battle is kept");
        let story = get(running.at, &format!("/api/campaigns/{token}/battles/{number}")).await.json();
        let lines = story["lines"].as_array().expect("lines");
        assert!(lines.iter().any(|line| line["name"] == "bought"), "{lines:?}");
        assert!(lines.iter().all(|line| line["rule"].as_str().is_some_and(|rule| rule.starts_with("CH-"))));
        // Looking again settles nothing again.
        look(running.at, token).await;
        assert_eq!(file(running.at, token, 0).await, now);
        // The battle and what followed it can be looked at, and their records verified.
        let chapter = last(&settled);
        for seat in ["battle", "aftermath"] {
            let film = chapter[seat].as_str().expect("a token");
            assert_eq!(Tab::open(running.at, film).await.hello["role"], "replay");
            let record = crate::table::record(running.at, film).await;
            match systems::Games::default().following(&record.system) {
                Some(campaign) => assert!(campaign.verify(&record).is_ok_and(|found| found.doubts.is_empty())),
                None => crate::table::verify(&record),
            }
        }
    }
    // Onlookers see the campaign and decide nothing.
    let seen = look(running.at, &watch).await;
    assert_eq!((&seen["role"], &seen["seats"]), (&json!("watch"), &json!([])));
    let no = post(running.at, &format!("/api/campaigns/{watch}/battles"), &json!({ "mind": "random" })).await;
    assert!(no.status == 422 && no.body.contains("only looks on"), "{}", no.body);
    running.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn each_is_asked_for_the_own_warband_and_strangers_get_nothing() {
    let at = server(":memory:").await;
    let (tokens, watch) = wage(at, &wish(["human", "human"])).await;
    // Nobody begins a battle that the other has not agreed to.
    for _ in 0..2 {
        let asked = fight(at, &tokens[0]).await;
        assert_eq!((&asked["stage"], &asked["proposal"]["seat"]), (&json!("ready"), &json!(0)));
    }
    let other = post(at, &format!("/api/campaigns/{}/battles", tokens[1]), &json!({ "mind": "veteran" })).await.json();
    assert_eq!((&other["stage"], &other["proposal"]), (&json!("ready"), &json!({ "seat": 1, "mind": "veteran" })));
    fight(at, &tokens[0]).await;
    assert_eq!(fight(at, &tokens[1]).await["stage"], "battle");
    let mine = until(at, &tokens[0], "aftermath").await;
    let theirs = look(at, &tokens[1]).await;
    let leads = |campaign: &Value| last(campaign)["aftermath"].as_str().expect("a seat").to_owned();
    assert_ne!(leads(&mine), leads(&theirs), "everybody has a seat of their own");
    let (mut one, mut other) = (Tab::open(at, &leads(&mine)).await, Tab::open(at, &leads(&theirs)).await);
    assert_eq!((&one.hello["seats"], &other.hello["seats"]), (&json!([0]), &json!([1])));
    let (mut bought, mut asked) = ([false, false], [0, 0]);
    while !one.over() {
        let (acts, waits, at) = if one.mine() { (&mut one, &mut other, 0) } else { (&mut other, &mut one, 1) };
        let moment = acts.moment();
        assert!(acts.mine() && !waits.mine());
        answer(acts, &mut bought[at]).await;
        waits.past(moment).await;
        asked[at] += 1;
    }
    assert!(asked[0] > 0 && asked[1] > 0, "{asked:?}");
    // A token of a campaign is none of a battle, one of a battle none of a campaign, and a guess is nothing.
    let guess = "a".repeat(26);
    for token in [&leads(&mine), &guess, &"x".repeat(500)] {
        assert_eq!(get(at, &format!("/api/campaigns/{token}")).await.status, 404);
        assert_eq!(get(at, &format!("/api/campaigns/{token}/warbands/0")).await.status, 404);
        let no = post(at, &format!("/api/campaigns/{token}/battles"), &json!({})).await;
        assert_eq!(no.status, 404);
    }
    for token in [&tokens[0], &watch] {
        assert_eq!(get(at, &format!("/api/records/{token}")).await.status, 404);
    }
    assert_eq!(get(at, &format!("/api/campaigns/{}/warbands/9", tokens[0])).await.status, 404);
    assert_eq!(get(at, &format!("/api/campaigns/{}/battles/9", tokens[0])).await.status, 404);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_battle_is_fought_on_the_board_where_the_system_has_come_there() {
    let at = server(":memory:").await;
    let (tokens, watch) = wage(at, &wish(["human", "random"])).await;
    let begun = post(at, &format!("/api/campaigns/{}/battles", tokens[0]), &json!({})).await;
    if look(at, &tokens[0]).await["on_board"] == false {
        assert!(begun.status == 422 && begun.body.contains("not on the board"), "{}", begun.body);
        return;
    }
    assert_eq!(begun.status, 200, "{}", begun.body);
    let seat = last(&begun.json())["battle"].as_str().expect("a seat").to_owned();
    let mut tab = Tab::open(at, &seat).await;
    assert_eq!((&tab.hello["role"], &tab.hello["seats"]), (&json!("seat"), &json!([0])));
    for _ in 0..5 {
        while !tab.mine() {
            tab.until_state().await;
        }
        tab.choose().await;
    }
    let now = look(at, &tokens[0]).await;
    assert_eq!((&now["stage"], &last(&now)["battle"]), (&json!("battle"), &json!(seat)));
    let seen = look(at, &watch).await;
    let film = last(&seen)["battle"].as_str().expect("a token");
    assert_eq!(Tab::open(at, film).await.hello["role"], "watch");
}

#[tokio::test(flavor = "multi_thread")]
async fn every_problem_of_a_file_is_told_with_its_place() {
    let at = server(":memory:").await;
    let mut bad = wish(["human", "nobody"]);
    bad["name"] = json!("  ");
    bad["sides"][0]["warband"] = json!("wolves.toml");
    bad["sides"][0]["file"] =
        json!("name = \"Wolves\"\nband = \"nowhere\"\n\n[[member]]\nfighter = \"nobody\"\ncount = 99\n");
    let reply = post(at, "/api/campaigns", &bad).await;
    assert_eq!(reply.status, 422, "{}", reply.body);
    for part in ["line 2, column", "line 5, column", "line 6, column", "needs a name", "nobody"] {
        assert!(reply.body.contains(part), "{part}: {}", reply.body);
    }
    // One that can be read and is not legal is told by rule.
    bad["sides"][0]["file"] = json!(format!("name = \"Wolves\"\nband = \"{}\"\n", kind()));
    let reply = post(at, "/api/campaigns", &bad).await;
    assert!(reply.status == 422 && reply.body.contains("\"rule\":\"CH-"), "{}", reply.body);
    // A file of one's own that is right goes on as its own.
    let campaign = systems::campaign::campaign("coreheim").expect("a campaign");
    let ready = campaign.ready(&bands()[0]).expect("a warband");
    let mut good = wish(["human", "veteran"]);
    good["sides"][0] = json!({ "warband": "mine.toml", "file": ready.text, "player": "human" });
    let (tokens, _) = wage(at, &good).await;
    assert_eq!(file(at, &tokens[0], 0).await, ready.text);
    // Systems without a campaign, scenarios that are none.
    let mut other = wish(["human", "random"]);
    other["system"] = json!("sellsword");
    assert_eq!(post(at, "/api/campaigns", &other).await.status, 422);
    let none = json!({ "mind": "random", "scenario": "x" });
    assert_eq!(post(at, &format!("/api/campaigns/{}/battles", tokens[0]), &none).await.status, 422);
}

fn kind() -> String {
    let campaign = systems::campaign::campaign("coreheim").expect("a campaign");
    campaign.warbands()[0].faction.clone()
}

/// A chronicle goes on when one warband has reached a higher Stage than the other (SM-STAGE-06).
#[tokio::test(flavor = "multi_thread")]
async fn warbands_of_different_stages_go_on() {
    let running = stoppable(&folder("fray-stages")).await;
    let campaign = systems::campaign::campaign("sword-marches").expect("a campaign");
    let [risen, other] = ["red-company", "barrow-host"].map(|id| campaign.ready(id).expect("a warband").text);
    let risen = risen.replacen("stage = \"upstart\"", "stage = \"blooded\"", 1)
        + "\n[chronicle]\ntreasury = 40\nrenown = 22\ngames = 5\n";
    let wish = json!({
        "system": "sword-marches", "name": "Two roads", "shared_screen": true,
        "sides": [
            { "warband": "Red Company", "file": risen, "player": "human" },
            { "warband": "Barrow Host", "file": other, "player": "random" },
        ],
    });
    let (tokens, _) = wage(running.at, &wish).await;
    let token = &tokens[0];
    let shown = look(running.at, token).await;
    let scenarios: Vec<&str> =
        shown["scenarios"].as_array().expect("battles").iter().filter_map(|one| one["id"].as_str()).collect();
    assert_eq!(scenarios, ["grave-gold-upstart", "beacon-upstart", "any-upstart"]);
    let fought = fight(running.at, token).await;
    assert!(scenarios.contains(&last(&fought)["scenario"].as_str().expect("a scenario")));
    running.stop().await;
}
