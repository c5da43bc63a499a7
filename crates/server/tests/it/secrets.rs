//! What a seat and an onlooker are sent does not change with what they may not know. Two battles of Sword and Claw that
//! differ only in that are played in lockstep over real sockets, with dice that are typed so that they fall alike.

use crate::table::{Tab, begin, get, post, server};
use serde_json::{Value, json};
use std::net::SocketAddr;

const GREY: &str = r#"
name = "Grey"
faction = "humans"
scenario = "meeting"
points = 250
core = [{ troop = "human_man_at_arms", count = 4 }, { troop = "human_longbowman", count = 4 }]
reserve_a = [{ troop = "human_griffon_rider" }]
reserve_b = [{ troop = "human_greatsword" }]
"#;

/// The other side, with a caster in its core: its spells and both reserves are nobody else's business.
fn green(spells: &str, reserve_a: &str, reserve_b: &str) -> String {
    format!(
        "name = \"Green\"\nfaction = \"horde\"\nscenario = \"meeting\"\npoints = 250\ncore = [{{ troop = \"orc_warrior\", count = 5 }}, {{ troop = \
         \"goblin_skulker\", count = 4 }}, {{ troop = \"orc_shaman\", spells = [{spells}] }}]\nreserve_a = \
         [{reserve_a}]\nreserve_b = [{reserve_b}]\n"
    )
}

/// One of the two battles: both seats and an onlooker.
struct Board {
    tokens: Vec<String>,
    watch: String,
    tabs: [Tab; 3],
}

async fn open(at: SocketAddr, green: &str) -> Board {
    let wish = json!({
        "system": "sword-and-claw", "scenario": "meeting", "own_dice": [0, 1], "shared_screen": false,
        "options": { "points": "250", "attacker": "a", "turns": "3" },
        "sides": [{ "warband": "Grey", "file": GREY, "player": "human" }, { "warband": "Green", "file": green, "player": "human" }],
    });
    let (tokens, watch) = begin(at, &wish).await;
    let tabs = [Tab::open(at, &tokens[0]).await, Tab::open(at, &tokens[1]).await, Tab::open(at, &watch).await];
    Board { tokens, watch, tabs }
}

impl Board {
    fn decider(&self) -> usize {
        usize::from(!self.tabs[0].mine())
    }

    async fn answer(&mut self, seat: usize, line: &str) {
        let moment = self.tabs[seat].moment();
        self.tabs[seat].answer(line).await;
        for tab in &mut self.tabs {
            tab.past(moment).await;
        }
    }
}

/// What a viewer was sent last, but for the names of the battle itself.
fn seen(tab: &Tab) -> (String, Value) {
    let mut hello = tab.hello.clone();
    for own in ["battle", "commitment"] {
        hello[own] = Value::Null;
    }
    (tab.state.to_string(), hello)
}

fn lines(tab: &Tab) -> Vec<String> {
    let request = &tab.state["request"];
    let all = request["options"].as_array().expect("options").iter().chain(request["ways"].as_array().expect("ways"));
    all.map(|one| one["line"].as_str().expect("a line").to_owned()).collect()
}

/// Plays both battles with the same answers until `end`, or so many answers. Which reserve the second seat takes in each
/// is given. Everything that the first seat and the onlooker are sent is compared.
async fn lockstep(boards: &mut [Board; 2], reserves: [&str; 2], most: usize, end: impl Fn(&Tab) -> bool) -> usize {
    let mut rng = kernel::Rng::new(11);
    for count in 0..most {
        for viewer in [0, 2] {
            let [one, two] = boards.each_ref().map(|board| seen(&board.tabs[viewer]));
            assert_eq!(one, two, "viewer {viewer} after {count} answers");
        }
        if end(&boards[0].tabs[0]) || boards[0].tabs[0].over() {
            return count;
        }
        let seat = boards[0].decider();
        assert_eq!(seat, boards[1].decider());
        let request = boards[0].tabs[seat].state["request"].clone();
        if let Some(sides) = request["dice"]["sides"].as_u64() {
            let dice = request["dice"]["count"].as_u64().unwrap_or(1);
            let faces: Vec<String> = (0..dice).map(|_| (1 + rng.below(sides as usize)).to_string()).collect();
            for board in boards.iter_mut() {
                board.answer(seat, &format!("dice {}", faces.join(" "))).await;
            }
            continue;
        }
        if request["prompt"] == "reserve" && seat == 1 {
            for (board, reserve) in boards.iter_mut().zip(reserves) {
                board.answer(seat, &format!("reserve {reserve}")).await;
            }
            continue;
        }
        // What is known to be possible in both; casting would show the spell.
        let theirs = lines(&boards[1].tabs[seat]);
        let shared: Vec<String> = lines(&boards[0].tabs[seat])
            .into_iter()
            .filter(|line| !line.starts_with("cast") && !line.starts_with("concede") && theirs.contains(line))
            .collect();
        let quick = shared.iter().find(|line| *line == "place all").cloned();
        let line = quick.unwrap_or_else(|| shared[rng.below(shared.len())].clone());
        for board in boards.iter_mut() {
            board.answer(seat, &line).await;
        }
    }
    most
}

#[tokio::test(flavor = "multi_thread")]
async fn a_hidden_reserve_changes_nothing_that_the_others_are_sent() {
    let at = server(":memory:").await;
    let spells = "\"haste\", \"heal\", \"mire\"";
    let one = green(spells, "{ troop = \"ogre\" }", "{ troop = \"wolf_rider\" }");
    let two =
        green(spells, "{ troop = \"orc_warrior\" }", "{ troop = \"wolf_rider\" }, { troop = \"goblin_skulker\" }");
    let mut boards = [open(at, &one).await, open(at, &two).await];
    // Different armies wait, and in one battle A is chosen, in the other B.
    let placed = |tab: &Tab| tab.state["scene"]["clock"]["phase"] == "Defenders' reserve";
    let answers = lockstep(&mut boards, ["a", "b"], 500, placed).await;
    assert!(answers < 500 && answers > 3, "the reserves are chosen after {answers} answers");
    // The side itself knows its own.
    assert_ne!(seen(&boards[0].tabs[1]), seen(&boards[1].tabs[1]));
    closed(at, &boards).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn uncast_spells_change_nothing_that_the_others_are_sent() {
    let at = server(":memory:").await;
    let reserves = ["{ troop = \"ogre\" }", "{ troop = \"wolf_rider\" }"];
    let one = green("\"haste\", \"heal\", \"mire\"", reserves[0], reserves[1]);
    // Of these the caster has nothing to cast as long as there is neither flyer nor effect nor anybody near: it is asked
    // all the same.
    let two = green("\"downdraft\", \"dispel\", \"chill_touch\"", reserves[0], reserves[1]);
    let mut boards = [open(at, &one).await, open(at, &two).await];
    let round = |tab: &Tab| tab.state["scene"]["clock"]["round"].as_u64().is_some_and(|round| round > 2);
    let answers = lockstep(&mut boards, ["a", "a"], 600, round).await;
    assert!(answers > 30, "{answers}");
    closed(at, &boards).await;
    // Cards are asked for: the caster's own side reads its spells, nobody else does.
    let figures = boards[0].tabs[1].state["scene"]["figures"].as_array().expect("figures").clone();
    let shaman = figures.iter().find(|one| one["name"].as_str().is_some_and(|name| name.contains("Shaman")));
    let shaman = shaman.expect("the shaman was placed")["figure"].clone();
    let mut cards = Vec::new();
    for board in &mut boards {
        for tab in &mut board.tabs {
            tab.say(&json!({ "type": "card", "figure": shaman })).await;
            cards.push(tab.until("card").await.to_string());
        }
    }
    assert_eq!((&cards[0], &cards[2]), (&cards[3], &cards[5]));
    assert!(cards[1].contains("Mire") && !cards[0].contains("Mire") && !cards[2].contains("Mire"), "{cards:?}");
    assert_ne!(cards[1], cards[4]);
}

/// No record and no way on from it before the end: both would open every envelope.
async fn closed(at: SocketAddr, boards: &[Board; 2]) {
    for board in boards {
        for token in board.tokens.iter().chain([&board.watch]) {
            assert_eq!(get(at, &format!("/api/records/{token}")).await.status, 409);
        }
        let fork = json!({ "token": board.tokens[0], "step": 1, "sides": ["human", "human"] });
        assert_ne!(post(at, "/api/fork", &fork).await.status, 200);
    }
}
