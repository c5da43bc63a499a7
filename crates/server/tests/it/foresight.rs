//! What is shown before anybody commits, and what outlives the server.

use crate::table::{Tab, begin, folder, foreseen, server, wish};
use serde_json::{Value, json};
use std::collections::BTreeSet;

fn list<'a>(value: &'a Value, key: &str) -> &'a [Value] {
    value[key].as_array().map_or(&[], Vec::as_slice)
}

fn kinds(message: &Value) -> BTreeSet<String> {
    list(message, "marks").iter().map(|mark| mark["kind"].as_str().expect("a kind").to_owned()).collect()
}

/// What was shown in the course of a battle.
#[derive(Default)]
struct Seen {
    drawn: BTreeSet<String>,
    prices: BTreeSet<String>,
    prompts: BTreeSet<String>,
    deepest: usize,
    judged: usize,
}

impl Seen {
    /// What a few battles must have shown and these have not.
    fn missing(&self) -> Vec<&'static str> {
        let kinds = ["sight", "cover", "lane", "risk", "threat"];
        let mut missing: Vec<&str> = kinds.into_iter().filter(|kind| !self.drawn.contains(*kind)).collect();
        let mut need = |seen: bool, what| missing.extend((!seen).then_some(what));
        need(self.judged > 5, "drawn ways that are judged");
        need(self.deepest >= 3, "a decision inside a reply inside an attack inside a turn");
        need(self.prices.iter().any(|price| price.ends_with("acts lost")), "acts lost");
        need(self.prices.contains("5 Vigor"), "5 Vigor");
        need(self.prompts.contains("reply"), "an order to reply");
        need(self.prompts.contains("avoid"), "an order to avoid");
        missing
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn answers_are_sketched_and_decisions_say_what_they_interrupt() {
    let mut seen = Seen::default();
    for dice in 1..=12 {
        if dice > 1 && seen.missing().is_empty() {
            return;
        }
        look(dice, &mut seen).await;
    }
    assert_eq!(seen.missing(), [""; 0]);
}

async fn look(dice: u64, seen: &mut Seen) {
    let at = foreseen(":memory:", dice).await;
    let (tokens, watch) = begin(at, &wish(["human", "human"])).await;
    let (mut one, mut other) = (Tab::open(at, &tokens[0]).await, Tab::open(at, &tokens[1]).await);
    let mut onlooker = Tab::open(at, &watch).await;
    for _ in 0..3000 {
        if one.over() {
            break;
        }
        let (acts, waits) = if one.mine() { (&mut one, &mut other) } else { (&mut other, &mut one) };
        let request = acts.state["request"].clone();
        seen.drawn.extend(kinds(&request));
        let prompt = request["prompt"].as_str().expect("a prompt").to_owned();
        if matches!(prompt.as_str(), "enter" | "tile") {
            assert_eq!(request["footprint"]["kind"], "squares", "{request}");
        }
        let stack = list(&request, "stack");
        if prompt == "act" {
            assert_eq!(stack.len(), 0, "an act interrupts nothing");
        } else if prompt == "reply" {
            assert_eq!(stack.len(), 2, "a reply waits in an act of a turn: {stack:?}");
            assert!(stack.iter().all(|frame| frame["seat"] != request["seat"]), "{stack:?}");
        }
        seen.deepest = seen.deepest.max(stack.len());
        // What interrupts is for everybody to see, what is risked is for the decider.
        assert_eq!(waits.state["request"]["stack"], request["stack"]);
        assert_eq!(waits.state["request"]["marks"], json!([]));
        for option in list(&request, "options") {
            if let Some(price) = option["price"].as_str() {
                seen.prices.insert(price.to_owned());
            }
        }
        if !list(&request, "orders").is_empty() {
            seen.prompts.insert(prompt.clone());
        }
        let options = list(&request, "options").iter().filter(|option| option["verb"] != "end");
        let mut lines: Vec<String> =
            options.map(|option| option["line"].as_str().expect("a line").to_owned()).take(3).collect();
        lines.extend(
            list(&request, "ways").iter().rev().take(1).map(|way| way["line"].as_str().expect("a line").into()),
        );
        for line in lines {
            acts.say(&json!({ "type": "sketch", "line": line })).await;
            let sketch = acts.until("sketch").await;
            assert_eq!(sketch["line"], json!(line));
            seen.drawn.extend(kinds(&sketch));
        }
        // A way that somebody draws is judged before it is walked.
        assert!(
            !list(&request, "options").is_empty() || !list(&request, "ways").is_empty() || request["dice"].is_object(),
            "a question that nobody can answer by clicking: {request}"
        );
        if let Some(way) = list(&request, "ways").last().filter(|_| prompt == "act") {
            let line = way["line"].as_str().expect("a line");
            for (drawn, legal) in [(format!("{line}>A1>A3"), false), (line.to_owned(), true)] {
                acts.say(&json!({ "type": "sketch", "line": drawn })).await;
                let sketch = acts.until("sketch").await;
                assert_eq!(sketch["refused"].is_null(), legal, "{drawn}: {sketch}");
            }
            seen.judged += 1;
        }
        let moment = acts.moment();
        acts.choose().await;
        waits.past(moment).await;
    }
    // Nobody is told about answers that are not theirs.
    onlooker.say(&json!({ "type": "sketch", "line": "end" })).await;
    onlooker.until("refused").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn layers_lie_over_the_map() {
    let at = server(":memory:").await;
    let (tokens, watch) = begin(at, &wish(["human", "human"])).await;
    let (mut one, mut other) = (Tab::open(at, &tokens[0]).await, Tab::open(at, &tokens[1]).await);
    let standing = |tab: &Tab, seat: u64| {
        let figures = list(&tab.state["scene"], "figures").iter();
        let mut on = figures.filter(|figure| figure["site"]["kind"] == "squares" && figure["seat"] == json!(seat));
        on.next().map(|figure| figure["figure"].clone())
    };
    while standing(&one, 0).is_none() || standing(&one, 1).is_none() {
        crate::table::play(&mut one, &mut other, 1).await;
    }
    let (own, foe) = (standing(&one, 0).expect("a figure"), standing(&one, 1).expect("a figure"));
    let mut onlooker = Tab::open(at, &watch).await;
    for (layer, kind) in [("reach", "reach"), ("sight", "seen"), ("threat", "threat")] {
        for figure in [&own, &foe] {
            for tab in [&mut one, &mut onlooker] {
                tab.say(&json!({ "type": "layer", "figure": figure, "layer": layer })).await;
                let sketch = tab.until("sketch").await;
                assert_eq!((&sketch["figure"], &sketch["layer"]), (figure, &json!(layer)));
                assert_eq!(kinds(&sketch), BTreeSet::from([kind.to_owned()]), "{layer} of {figure}");
                let squares = &list(&sketch, "marks")[0]["shape"];
                assert!(list(squares, "squares").len() > 1, "{layer} of {figure}: {squares}");
            }
        }
    }
    one.say(&json!({ "type": "layer", "figure": 999, "layer": "sight" })).await;
    assert_eq!(one.until("sketch").await["marks"], json!([]), "nobody is there to see");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_order_answers_where_several_amounts_fit() {
    let at = server(":memory:").await;
    let (tokens, _) = begin(at, &wish(["human", "human"])).await;
    let (mut one, mut other) = (Tab::open(at, &tokens[0]).await, Tab::open(at, &tokens[1]).await);
    for tab in [&mut one, &mut other] {
        tab.say(&json!({ "type": "order", "prompt": "avoid", "verb": "avoid", "amount": "most" })).await;
        while tab.state["orders"] == json!([]) {
            tab.until_state().await;
        }
    }
    while list(&one.state, "orders").len() < 2 {
        one.until_state().await;
    }
    assert_eq!(one.state["orders"][0]["label"], "Always avoid all that Vigor pays for");
    while other.moment() < one.moment() {
        other.until_state().await;
    }
    while one.moment() < other.moment() {
        one.until_state().await;
    }
    let mut avoided = false;
    for _ in 0..3000 {
        if one.over() {
            break;
        }
        assert_ne!(one.state["request"]["prompt"], "avoid", "the order has answered");
        crate::table::play(&mut one, &mut other, 1).await;
        avoided |= one.log.iter().any(|(_, text)| text.contains("avoid"));
    }
    assert!(avoided, "wounds were avoided by order");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_undone_can_be_made_again_by_the_next_server() {
    let store = folder("undone");
    let first = crate::table::stoppable(&store).await;
    let (tokens, _) = begin(first.at, &wish(["human", "random"])).await;
    let mut tab = Tab::open(first.at, &tokens[0]).await;
    for _ in 0..8 {
        while !tab.mine() {
            tab.until_state().await;
        }
        tab.choose().await;
    }
    while !tab.mine() {
        tab.until_state().await;
    }
    let moment = tab.moment();
    tab.say(&json!({ "type": "undo" })).await;
    tab.past(moment).await;
    assert_eq!(tab.state["redo"], true);
    let log = tab.log.clone();
    first.stop().await;

    let second = crate::table::stoppable(&store).await;
    let mut tab = Tab::open(second.at, &tokens[0]).await;
    assert_eq!((&tab.log, &tab.state["redo"]), (&log, &json!(true)));
    let moment = tab.moment();
    tab.say(&json!({ "type": "redo" })).await;
    tab.past(moment).await;
    assert!(tab.log.len() >= log.len());
    assert_eq!(tab.log[..log.len()], log[..]);
    crate::table::verify(&crate::table::record(second.at, &tokens[0]).await);
    second.stop().await;
}

const ARCHERS: &str = "name = \"Watch\"\nfaction = \"humans\"\nscenario = \"meeting\"\npoints = 80\n\
                       core = [{ troop = \"human_longbowman\", count = 3 }]\nreserve_a = []\nreserve_b = []";
const ORCS: &str = "name = \"Raiders\"\nfaction = \"horde\"\nscenario = \"meeting\"\npoints = 80\n\
                    core = [{ troop = \"orc_warrior\", count = 3 }]\nreserve_a = []\nreserve_b = []";

/// Archers go on until two of them may shoot.
async fn to_the_shots(tab: &mut Tab) {
    for _ in 0..200 {
        let request = &tab.state["request"];
        let (options, ways) = (list(request, "options"), list(request, "ways"));
        let shots = options.iter().filter(|option| option["verb"] == "shoot").count();
        if request["prompt"] == "declare" && shots > 1 {
            return;
        }
        let named = |start: &str| {
            let lines = options.iter().chain(ways).map(|one| one["line"].as_str().expect("a line"));
            lines.filter(|line| line.starts_with(start)).max_by_key(|line| line.matches('>').count())
        };
        let wishes = ["place all", "activate a.", "move >", "done", "pass", "hold", "stop", ""];
        let line = wishes.iter().find_map(|wish| named(wish)).expect("an answer").to_owned();
        let moment = tab.moment();
        tab.answer(&line).await;
        tab.past(moment).await;
    }
    panic!("nobody came to shoot");
}

/// What is declared first and rolled later has its odds before and after, for everybody who looks on.
#[tokio::test(flavor = "multi_thread")]
async fn odds_of_what_is_declared() {
    let at = foreseen(":memory:", 1).await;
    let side = |file: &str| json!({ "warband": "own", "file": file, "player": "human" });
    let wish = json!({
        "system": "sword-and-claw", "scenario": "meeting", "own_dice": [], "shared_screen": true,
        "sides": [side(ARCHERS), side(ORCS)], "options": { "points": "80", "attacker": "a" },
    });
    let (tokens, watch) = begin(at, &wish).await;
    let mut tab = Tab::open(at, &tokens[0]).await;
    to_the_shots(&mut tab).await;
    tab.say(&json!({ "type": "declared_odds", "number": 0 })).await;
    assert_eq!(tab.until("refused").await["text"], "nothing of that kind is declared");
    let share = |odds: &Value, kind: &str| {
        let found = list(odds, "outcomes").iter().find(|odd| odd["kind"] == kind);
        found.and_then(|odd| odd["per_million"].as_u64()).unwrap_or(0)
    };
    // Nearer and nearer until a shot can hit.
    let (mut line, mut before) = (String::new(), Value::Null);
    while before.is_null() {
        to_the_shots(&mut tab).await;
        let shots = list(&tab.state["request"], "options").iter().filter(|option| option["verb"] == "shoot");
        let shots: Vec<String> = shots.filter_map(|option| option["line"].as_str().map(str::to_owned)).collect();
        for shot in shots {
            tab.say(&json!({ "type": "odds", "line": shot })).await;
            let odds = tab.until("odds").await;
            if share(&odds, "hit") > share(&before, "hit") {
                (line, before) = (shot, odds);
            }
        }
        if before.is_null() {
            let moment = tab.moment();
            tab.answer("done").await;
            tab.past(moment).await;
        }
    }
    assert_eq!(before["roll"]["modifiers"][0]["rule"], "SC-TOHIT-07");
    assert_eq!((&before["then"]["name"], &before["declared"]), (&json!("damage"), &Value::Null));
    let fates: Vec<&str> = list(&before, "fates").iter().filter_map(|fate| fate["label"].as_str()).collect();
    // d6+1 against 4/8: one wound with 3 and more of the hits.
    assert_eq!(fates, ["1 wound"]);
    assert_eq!(list(&before, "fates")[0]["per_million"].as_u64(), Some((share(&before, "hit") * 2 + 1) / 3));
    let moment = tab.moment();
    tab.answer(&line).await;
    tab.past(moment).await;
    for token in [&tokens[0], &watch] {
        let mut other = Tab::open(at, token).await;
        other.say(&json!({ "type": "declared_odds", "number": 0 })).await;
        let after = other.until("odds").await;
        assert_eq!(after["declared"], 0);
        for key in ["roll", "outcomes", "then", "fates"] {
            assert_eq!(after[key], before[key], "{key}");
        }
    }
}
