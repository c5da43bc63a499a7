//! Battles over real sockets.

use crate::table::{Tab, begin, dial, folder, get, http, play, post, record, server, verify, wish};
use serde_json::{Value, json};
use tokio_tungstenite::tungstenite::Error;

#[tokio::test(flavor = "multi_thread")]
async fn two_people_play_to_the_end() {
    let at = server(":memory:").await;
    let (tokens, watch) = begin(at, &wish(["human", "human"])).await;
    let (mut one, mut other) = (Tab::open(at, &tokens[0]).await, Tab::open(at, &tokens[1]).await);
    assert_eq!((&one.hello["role"], &one.hello["seats"]), (&json!("seat"), &json!([0])));
    play(&mut one, &mut other, 60).await;

    // Whoever comes later, or comes back, catches up with everything.
    let mut late = Tab::open(at, &watch).await;
    assert_eq!(late.hello["role"], "watch");
    assert_eq!(late.log, one.log);
    let again = Tab::open(at, &tokens[0]).await;
    assert_eq!((&again.log, &again.state["scene"], again.moment()), (&one.log, &one.state["scene"], one.moment()));
    one = again;

    play(&mut one, &mut other, 20_000).await;
    assert!(one.over() && other.over());
    let moment = one.moment();
    late.past(moment - 1).await;
    assert_eq!(late.log, one.log);
    let record = record(at, &tokens[1]).await;
    assert!(record.seed.is_some() && record.outcome.is_some());
    verify(&record);
    println!("{moment} choices, {} events", one.log.len());
}

#[tokio::test(flavor = "multi_thread")]
async fn only_who_decides_is_shown_options() {
    let at = server(":memory:").await;
    let (tokens, watch) = begin(at, &wish(["human", "human"])).await;
    let (mut one, mut other) = (Tab::open(at, &tokens[0]).await, Tab::open(at, &tokens[1]).await);
    let mut onlooker = Tab::open(at, &watch).await;
    for _ in 0..30 {
        let (acts, waits) = if one.mine() { (&mut one, &mut other) } else { (&mut other, &mut one) };
        for blind in [&waits.state, &onlooker.state] {
            let request = &blind["request"];
            assert_eq!(request["mine"], false);
            assert_eq!(
                [&request["options"], &request["ways"], &request["barred"]],
                [&json!([]), &json!([]), &json!([])]
            );
        }
        let (line, moment) = (acts.pick(), acts.moment());
        // Neither the other side nor an onlooker can make the choice.
        waits.answer(&line).await;
        let refused = waits.until("refused").await;
        assert!(refused["text"].as_str().expect("a reason").contains("decides now"), "{refused}");
        onlooker.answer(&line).await;
        assert_eq!(onlooker.until("refused").await["stale"], false);
        acts.choose().await;
        waits.past(moment).await;
        onlooker.past(moment).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_old_answer_is_refused_with_the_present() {
    let at = server(":memory:").await;
    let (tokens, _) = begin(at, &json!({
        "system": "sellsword", "scenario": "border-raid", "own_dice": [], "shared_screen": true,
        "sides": [{ "warband": "havoc-border-reavers", "player": "human" }, { "warband": "valor-border-watch", "player": "human" }],
    })).await;
    assert_eq!(tokens[0], tokens[1], "a shared screen has one link");
    let mut tab = Tab::open(at, &tokens[0]).await;
    assert_eq!((&tab.hello["role"], &tab.hello["seats"]), (&json!("screen"), &json!([0, 1])));
    let (line, moment) = (tab.pick(), tab.moment());
    tab.choose().await;
    tab.say(&json!({ "type": "answer", "moment": moment, "line": line })).await;
    let refused = tab.until("refused").await;
    assert_eq!((&refused["stale"], refused["moment"].as_u64()), (&json!(true), Some(tab.moment())));
    assert_eq!(tab.until_state().await["moment"].as_u64(), refused["moment"].as_u64());

    // After an undo the count of facts is what it was; the old answer is stale all the same.
    let moment = tab.moment();
    let line = tab.pick();
    tab.choose().await;
    tab.say(&json!({ "type": "undo" })).await;
    tab.until_state().await;
    tab.say(&json!({ "type": "answer", "moment": moment, "line": line })).await;
    assert_eq!(tab.until("refused").await["stale"], true);

    // Nonsense is refused with a reason, and the battle goes on.
    for nonsense in [
        json!({ "type": "dance" }),
        json!([1]),
        json!({ "type": "answer", "moment": tab.moment(), "line": "no-such-verb" }),
    ] {
        tab.say(&nonsense).await;
        assert_eq!(tab.until("refused").await["stale"], false);
    }
    for _ in 0..10 {
        tab.choose().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn wrong_tokens_and_origins_get_nothing() {
    let at = server(":memory:").await;
    let (tokens, _) = begin(at, &wish(["human", "random"])).await;
    let own = format!("http://{at}");
    for token in ["abc", "aaaaaaaaaaaaaaaaaaaaaaaaaa", &format!("{}x", tokens[0]), &"a".repeat(500)] {
        let mut socket = dial(at, token, Some(&own)).await.expect("the socket opens, to say why it closes");
        let message = futures_util::StreamExt::next(&mut socket).await.expect("a message").expect("it can be read");
        let tokio_tungstenite::tungstenite::Message::Close(Some(frame)) = message else { panic!("{message:?}") };
        assert_eq!(u16::from(frame.code), 4404);
        assert_eq!(get(at, &format!("/api/records/{token}")).await.status, 404);
        let fork = post(at, "/api/fork", &json!({ "token": token, "step": 0, "sides": ["human", "human"] })).await;
        assert_eq!(fork.status, 404);
    }
    for origin in [None, Some("https://elsewhere.example"), Some("null"), Some("http://127.0.0.1:1")] {
        match dial(at, &tokens[0], origin).await {
            Err(Error::Http(response)) => assert_eq!(response.status(), 403),
            other => panic!("{origin:?}: {other:?}"),
        }
    }
    let foreign = http(
        at,
        "POST",
        "/api/battles",
        "origin: https://elsewhere.example\r\ncontent-type: application/json\r\n",
        &wish(["human", "human"]).to_string(),
    )
    .await;
    assert_eq!(foreign.status, 403);
}

#[tokio::test(flavor = "multi_thread")]
async fn long_messages_are_turned_away() {
    let at = server(":memory:").await;
    let (tokens, _) = begin(at, &wish(["human", "human"])).await;
    let mut tab = Tab::open(at, &tokens[0]).await;
    tab.say(&json!({ "type": "odds", "line": "x".repeat(20_000) })).await;
    while let Ok(message) = tab.try_hear().await {
        assert_eq!(message["type"], "state", "{message}");
    }
    assert_eq!(post(at, "/api/battles", &json!({ "system": "x".repeat(100_000) })).await.status, 413);
    assert!(Tab::open(at, &tokens[0]).await.state["steps"].is_u64(), "the battle is still there");
}

#[tokio::test(flavor = "multi_thread")]
async fn people_can_throw_their_own_dice() {
    let at = server(":memory:").await;
    let mut wish = wish(["human", "random"]);
    wish["own_dice"] = json!([1]);
    let refused = post(at, "/api/battles", &wish).await;
    assert_eq!(refused.status, 422);
    wish["own_dice"] = json!([0]);
    let (tokens, _) = begin(at, &wish).await;
    let mut tab = Tab::open(at, &tokens[0]).await;
    let mut typed = 0;
    for _ in 0..600 {
        if tab.over() || typed >= 5 {
            break;
        }
        if !tab.mine() {
            tab.until_state().await;
            continue;
        }
        let dice = tab.state["request"]["dice"].clone();
        if dice.is_object() {
            assert_eq!((&dice["throw"], &dice["sides"]), (&json!("d20"), &json!(20)));
            tab.answer("dice 21").await;
            assert_eq!(tab.until("refused").await["stale"], false);
            typed += 1;
        }
        tab.choose().await;
    }
    assert!(typed >= 5, "{typed} dice were typed");
    verify(&record(at, &tokens[0]).await);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_undo_between_people_needs_consent_once_dice_fell() {
    let at = server(":memory:").await;
    let (tokens, _) = begin(at, &wish(["human", "human"])).await;
    let (mut one, mut other) = (Tab::open(at, &tokens[0]).await, Tab::open(at, &tokens[1]).await);
    let (mut free, mut asked) = (0, 0);
    for _ in 0..400 {
        if one.over() || (free > 2 && asked > 3) {
            break;
        }
        let (acts, waits) = if one.mine() { (&mut one, &mut other) } else { (&mut other, &mut one) };
        let before = (acts.state["scene"].clone(), acts.log.len());
        let (line, moment) = (acts.pick(), acts.moment());
        acts.choose().await;
        waits.past(moment).await;
        let cost = acts.state["undo"]["cost"].clone();
        let moment = acts.moment();
        if cost == "free" {
            free += 1;
            acts.say(&json!({ "type": "undo" })).await;
        } else if cost == "ask" {
            asked += 1;
            acts.say(&json!({ "type": "undo" })).await;
            while waits.state["undo_asked"].is_null() {
                waits.until_state().await;
            }
            // The first time it is not allowed, and nothing changes.
            if asked == 1 {
                waits.say(&json!({ "type": "undo_reply", "allow": false })).await;
                while !waits.state["undo_asked"].is_null() {
                    waits.until_state().await;
                }
                assert_eq!(waits.moment(), moment);
                acts.until_state().await;
                while !acts.state["undo_asked"].is_null() {
                    acts.until_state().await;
                }
                continue;
            }
            waits.say(&json!({ "type": "undo_reply", "allow": true })).await;
        } else {
            continue;
        }
        acts.past(moment).await;
        waits.past(moment).await;
        assert_eq!((&acts.state["scene"], acts.log.len()), (&before.0, before.1), "{line} was taken back");
        assert_eq!(acts.log, waits.log);
        assert_eq!(acts.state["redo"], true);
        let moment = acts.moment();
        acts.say(&json!({ "type": "redo" })).await;
        acts.past(moment).await;
        waits.past(moment).await;
        assert_eq!(acts.log, waits.log);
    }
    assert!(free > 2 && asked > 3, "{free} free, {asked} asked");
    play(&mut one, &mut other, 50).await;
    verify(&record(at, &tokens[0]).await);
}

/// An Action that nobody may Break opens measuring as soon as it is declared (SM-META-10). What has been measured then is
/// not unseen by taking the declaration back, so that the other person is asked; on one screen there is none to ask.
#[tokio::test(flavor = "multi_thread")]
async fn what_has_been_measured_is_not_taken_back_for_nothing() {
    for (shared, cost) in [(false, "ask"), (true, "free")] {
        let at = server(":memory:").await;
        let (tokens, _) = begin(at, &json!({
            "system": "sword-marches", "scenario": "grave-gold-upstart", "options": { "roles": "a" }, "own_dice": [], "shared_screen": shared,
            "sides": [{ "warband": "red-company", "player": "human" }, { "warband": "barrow-host", "player": "human" }],
        })).await;
        let mut tabs = vec![Tab::open(at, &tokens[0]).await];
        if !shared {
            tabs.push(Tab::open(at, &tokens[1]).await);
        }
        let (mut declared, mut drawn) = (false, false);
        for _ in 0..200 {
            let acts = tabs.iter().position(Tab::mine).expect("somebody decides");
            let tab = &mut tabs[acts];
            let request = &tab.state["request"];
            let undo = tab.state["undo"].clone();
            let lines: Vec<String> = request["options"]
                .as_array()
                .expect("answers")
                .iter()
                .map(|option| option["line"].as_str().expect("a line").to_owned())
                .collect();
            let begins = |word: &str| lines.iter().find(|line| line.starts_with(word)).cloned();
            match request["prompt"].as_str().expect("a kind of question") {
                "track" => {
                    assert!(request["unmeasured"].is_null(), "measuring is open");
                    assert_eq!((&undo["cost"], &undo["measured"]), (&json!(cost), &json!(true)));
                    drawn = true;
                    break;
                }
                "act" => {
                    assert!(!request["unmeasured"].is_null(), "measuring is closed");
                    assert!(!declared, "nobody may Break the first Action");
                    declared = true;
                }
                _ => {}
            }
            let line = begins("move").or_else(|| begins("first a")).unwrap_or_else(|| lines[0].clone());
            let moment = tab.moment();
            tab.answer(&line).await;
            for tab in &mut tabs {
                tab.past(moment).await;
            }
        }
        assert!(drawn);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn against_minds_everything_can_be_taken_back() {
    let at = server(":memory:").await;
    let (tokens, _) = begin(at, &wish(["human", "random"])).await;
    let mut tab = Tab::open(at, &tokens[0]).await;
    for round in 0..60 {
        while !tab.mine() && !tab.over() {
            tab.until_state().await;
        }
        if tab.over() {
            break;
        }
        if round % 7 == 6 {
            let moment = tab.moment();
            assert_eq!(tab.state["undo"]["cost"], "free");
            tab.say(&json!({ "type": "undo" })).await;
            tab.past(moment).await;
        }
        while !tab.mine() {
            tab.until_state().await;
        }
        tab.choose().await;
    }
    verify(&record(at, &tokens[0]).await);
}

#[tokio::test(flavor = "multi_thread")]
async fn minds_play_by_themselves_and_records_can_be_replayed_and_forked() {
    let at = server(&folder("replay")).await;
    let (tokens, watch) = begin(at, &wish(["random", "random"])).await;
    assert!(tokens.is_empty());
    let mut tab = Tab::open(at, &watch).await;
    while !tab.over() {
        tab.until_state().await;
    }
    let text = get(at, &format!("/api/records/{watch}")).await.body;
    let opened = http(at, "POST", "/api/records", "content-type: text/plain\r\n", &text).await;
    assert_eq!(opened.status, 200, "{}", opened.body);
    let token = opened.json()["token"].as_str().expect("a token").to_owned();
    let mut replay = Tab::open(at, &token).await;
    assert_eq!(
        (&replay.hello["role"], &replay.state["step"], &replay.state["request"]),
        (&json!("replay"), &json!(0), &Value::Null)
    );
    let steps = replay.state["steps"].as_u64().expect("a number");
    for step in [steps, steps / 2, 1, steps / 3, steps + 5, 0, steps] {
        replay.say(&json!({ "type": "seek", "step": step })).await;
        let state = replay.until_state().await;
        assert_eq!(state["step"].as_u64(), Some(step.min(steps)));
        assert_eq!(state["outcome"].is_null(), step < steps);
    }
    assert_eq!((&replay.log, &replay.state["scene"]), (&tab.log, &tab.state["scene"]));
    assert_eq!(get(at, &format!("/api/records/{token}")).await.body, text);

    let fork = post(at, "/api/fork", &json!({ "token": token, "step": steps / 2, "sides": ["human", "random"] })).await;
    assert_eq!(fork.status, 200, "{}", fork.body);
    let seat = fork.json()["seats"][0]["token"].as_str().expect("a token").to_owned();
    let mut fork = Tab::open(at, &seat).await;
    assert!(fork.state["steps"].as_u64() >= Some(steps / 2) && fork.hello["commitment"].is_null());
    for _ in 0..20 {
        while !fork.mine() && !fork.over() {
            fork.until_state().await;
        }
        if fork.over() {
            break;
        }
        fork.choose().await;
    }
    verify(&record(at, &seat).await);

    let broken = text.replacen("= 5 ", "= 5 0", 1);
    assert_eq!(http(at, "POST", "/api/records", "content-type: text/plain\r\n", &broken).await.status, 422);
}

#[tokio::test(flavor = "multi_thread")]
async fn odds_cards_and_orders() {
    let at = server(":memory:").await;
    let (tokens, _) = begin(at, &wish(["human", "human"])).await;
    let (mut one, mut other) = (Tab::open(at, &tokens[0]).await, Tab::open(at, &tokens[1]).await);
    one.say(&json!({ "type": "card", "figure": 0 })).await;
    let card = one.until("card").await;
    assert!(card["lines"].as_array().expect("lines").len() > 8, "{card}");
    one.say(&json!({ "type": "card", "figure": 999 })).await;
    one.until("refused").await;
    let mut told = 0;
    for _ in 0..600 {
        if one.over() || told >= 3 {
            break;
        }
        let (acts, waits) = if one.mine() { (&mut one, &mut other) } else { (&mut other, &mut one) };
        let options = acts.state["request"]["options"].as_array().expect("options").clone();
        if let Some(attack) = options.iter().find(|option| option["verb"] == "attack" && option["figures"] != json!([]))
        {
            let line = attack["line"].as_str().expect("a line").to_owned();
            acts.say(&json!({ "type": "odds", "line": line })).await;
            let odds = acts.until("odds").await;
            let outcomes = odds["outcomes"].as_array().expect("outcomes");
            let sum: u64 = outcomes.iter().map(|odd| odd["per_million"].as_u64().expect("a number")).sum();
            assert_eq!(sum, 1_000_000, "{odds}");
            if odds["roll"].is_object() {
                let faces: usize = outcomes.iter().map(|odd| odd["faces"].as_array().expect("faces").len()).sum();
                assert_eq!((faces, &odds["roll"]["sides"]), (20, &json!(20)));
                told += 1;
            }
        }
        let moment = acts.moment();
        acts.choose().await;
        waits.past(moment).await;
    }
    assert!(told >= 3, "odds were told {told} times");
    one.say(&json!({ "type": "order", "prompt": "reply", "verb": "pass" })).await;
    while one.state["orders"] == json!([]) {
        one.until_state().await;
    }
    assert_eq!(
        one.state["orders"],
        json!([
            { "seat": 0, "prompt": "reply", "verb": "pass", "amount": "only", "label": "Never reply" }
        ])
    );
    one.say(&json!({ "type": "lift", "prompt": "reply" })).await;
    while one.state["orders"] != json!([]) {
        one.until_state().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_page_and_the_calls() {
    let at = server(":memory:").await;
    let page = get(at, "/b/anything").await;
    assert_eq!(page.status, 200);
    for header in [
        "content-security-policy: default-src 'none'; script-src 'self'",
        "x-content-type-options: nosniff",
        "referrer-policy: no-referrer",
        "frame-ancestors 'none'",
    ] {
        assert!(page.head.contains(header), "{header}: {}", page.head);
    }
    assert!(!page.head.contains("unsafe-inline"));
    assert_eq!(get(at, "/assets/none.js").await.status, 404);
    assert_eq!(get(at, "/api/none").await.status, 404);
    let catalog = get(at, "/api/catalog").await.json();
    assert_eq!(catalog["systems"].as_array().expect("systems").len(), systems::all().len());
    assert_eq!(catalog["systems"][0]["playable"], true);
    let rules = get(at, "/api/rules?system=sellsword&q=cover").await.json();
    assert!(!rules["rules"].as_array().expect("rules").is_empty());
    assert_eq!(get(at, "/api/rules/sw-resolve-05").await.json()["id"], "SW-RESOLVE-05");
    assert_eq!(get(at, "/api/rules/SW-NONE-05").await.status, 404);
    assert_eq!(get(at, "/api/rules?system=chess").await.status, 404);
    let mut bad = wish(["human", "veterann"]);
    bad["scenario"] = json!("border-rade");
    bad["sides"][0]["warband"] = json!("nobody");
    let problems = post(at, "/api/battles", &bad).await;
    assert_eq!(problems.status, 422);
    assert_eq!(problems.json()["problems"].as_array().expect("problems").len(), 2, "{}", problems.body);
    let away = http(at, "GET", "/api/catalog", "", "").await;
    assert_eq!(away.status, 200);
}
