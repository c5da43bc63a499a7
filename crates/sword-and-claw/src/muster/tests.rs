use super::*;
use crate::cards::{FactionId, core};
use kernel::Rng;
use std::collections::BTreeSet;

fn shown(problems: &[Problem]) -> String {
    problems.iter().map(Problem::to_string).collect::<Vec<String>>().join("\n")
}

/// What is wrong with an army of that faction for that many points.
fn problems(points: u16, rest: &str) -> String {
    let pack = core();
    let army = parse_line(&pack, &format!("Mine | {rest}")).map_err(|problems| shown(&problems)).expect("known words");
    shown(&check(&pack, points, &army))
}

const MAGE: &str = "human-battle-mage+fireball+heal+entangle";

/// SC-SETUP-14, SC-SETUP-15, SC-SETUP-16, SC-TROOP-04.
#[test]
fn core_and_reserves() {
    // Ten crossbowmen cost 160.
    assert_eq!(problems(160, "humans | 10 human-crossbowman | - | -"), "");
    assert_eq!(problems(320, "humans | 10 human-crossbowman | 10 human-crossbowman | 10 human-crossbowman"), "");
    assert_eq!(
        problems(321, "humans | 10 human-crossbowman | - | -"),
        "core: 160 points; at least 161 of 321 go to the core (SC-SETUP-15)"
    );
    assert_eq!(
        problems(159, "humans | 10 human-crossbowman | - | -"),
        "core: 160 points; the limit is 159 (SC-SETUP-14)"
    );
    // A core of 300 leaves 200 for either reserve, and what is not spent is lost.
    let core = "humans | 15 human-man-at-arms";
    assert_eq!(problems(500, &format!("{core} | 10 human-man-at-arms | human-knight")), "");
    assert_eq!(
        problems(500, &format!("{core} | 11 human-man-at-arms | 10 human-man-at-arms, human-siege-crewman")),
        "reserve A: 220 points; the core of 300 leaves 200 of 500 (SC-SETUP-16)
reserve B: 212 points; the core of 300 leaves 200 of 500 (SC-SETUP-16)"
    );
    assert_eq!(
        problems(500, "humans | 25 human-man-at-arms | human-siege-crewman | -"),
        "reserve A: 12 points; the core of 500 leaves 0 of 500 (SC-SETUP-16)"
    );
    assert_eq!(problems(1, "humans | - | - | -").lines().count(), 1);
}

/// SC-SETUP-08, SC-TROOP-25.
#[test]
fn one_faction_for_each_player() {
    assert_eq!(
        problems(20, "dwarves | human-crossbowman | - | -"),
        "figure 1, Human Crossbowman: Human Crossbowman is a troop of Humans in an army of Dwarves (SC-SETUP-08)"
    );
}

/// SC-SPELL-01, SC-SPELL-02, SC-QUAL-23.
#[test]
fn three_different_spells_for_each_caster() {
    assert_eq!(problems(80, &format!("humans | {MAGE}, human-battle-mage+wall-of-stone+heal+haste | - | -")), "");
    let said = |spells: &str| problems(40, &format!("humans | human-battle-mage{spells} | - | -"));
    let place = "figure 1, Human Battle Mage";
    assert_eq!(said("+fireball+heal"), format!("{place}: 2 spells; a caster knows 3 (SC-SPELL-01)"));
    assert_eq!(said(""), format!("{place}: 0 spells; a caster knows 3 (SC-SPELL-01)"));
    assert_eq!(said("+fireball+heal+haste+hold"), format!("{place}: 4 spells; a caster knows 3 (SC-SPELL-01)"));
    assert_eq!(said("+heal+heal+haste"), format!("{place}: Heal twice; the spells are different ones (SC-SPELL-01)"));
    assert_eq!(
        problems(16, "humans | human-crossbowman+heal | - | -"),
        "figure 1, Human Crossbowman: spells for a figure that casts none (SC-QUAL-23)"
    );
}

/// SC-SETUP-09: fractions are dropped, and half of the own share goes to the own core.
#[test]
fn several_players_on_a_side() {
    let pack = core();
    assert_eq!([(500, 1), (500, 2), (500, 3)].map(|(points, players)| share(points, players)), [500, 250, 166]);
    let side = "A | humans | 8 human-crossbowman | - | - // B | dwarves | 5 dwarf-axeman | 3 dwarf-axeman | -";
    let armies = parse_side(&pack, side).expect("known words");
    assert_eq!(armies.len(), 2);
    assert_eq!(side_line(&pack, &armies), side);
    assert_eq!(shown(&check_side(&pack, 333, &armies)), "");
    assert_eq!(
        shown(&check_side(&pack, 300, &armies)),
        "player 2, army: 160 points; 2 players share 300, 150 each (SC-SETUP-09)
player 2, reserve A: 60 points; the core of 100 leaves 50 of 150 (SC-SETUP-16)"
    );
    assert_eq!(
        shown(&check_side(&pack, 500, &armies)),
        "player 2, core: 100 points; at least 125 of 250 go to the core (SC-SETUP-15)"
    );
    assert_eq!(shown(&check_side(&pack, 500, &[])), "side: no army (SC-SETUP-15)");
}

/// SC-SETUP-10: a warning, not an error.
#[test]
fn crowded_boards() {
    let pack = core();
    let map = &pack.maps[0];
    assert_eq!(
        shown(&advice(map, 600)),
        "points: 600 points a side crowd a board of 36 by 48; up to 500 are advised (SC-SETUP-10)"
    );
    assert_eq!(advice(map, 500), []);
    assert_eq!(advice(&Map { width: 48, height: 72, ..Map::clone(map) }, 600), []);
    assert_eq!(problems(600, "humans | 30 human-man-at-arms | - | -"), "");
}

#[test]
fn lines_round_trip() {
    let pack = core();
    assert_eq!(
        line(&pack, &pack.armies[0]),
        "Border Watch | humans | 4 human-man-at-arms, 4 human-longbowman | human-griffon-rider | \
         human-battle-mage+fireball+heal+entangle, human-greatsword, human-crossbowman"
    );
    for army in &pack.armies {
        let again = parse_line(&pack, &line(&pack, army)).expect("its own line");
        assert_eq!(again.points, total(&pack, army) as u16);
        let expected =
            Army { id: again.id, scenario: None, points: again.points, origin: again.origin, ..army.clone() };
        assert_eq!(again, expected);
    }
    let odd = Army { title: " \"Grün\" // 5, a\\b = 'c' | d\ne ", ..pack.armies[0].clone() };
    let once = parse_line(&pack, &line(&pack, &odd)).expect("a title of any kind");
    assert_eq!(once.title, "\"Grün\" / 5, a\\b = 'c'   d e");
    assert_eq!(parse_line(&pack, &line(&pack, &once)), Ok(once));
}

#[test]
fn lines_with_mistakes() {
    let pack = core();
    let said = |line: &str| parse_line(&pack, line).map_or_else(|problems| shown(&problems), |_| String::new());
    assert_eq!(
        said("X | humens | human-knigt, , 0 human-knight | x human-knight | human-battle-mage+firebal"),
        "army: unknown faction \"humens\"; did you mean \"humans\"? (SC-TROOP-25)
figure 1, human-knigt: unknown troop \"human-knigt\"; did you mean \"human-knight\"?
figure 2, : unknown troop \"\"
figure 3, human-knight: expected a number of figures, such as 4
figure 3, human-knight: expected a number of figures, such as 4
figure 3, human-battle-mage: unknown spell \"firebal\"; did you mean \"fireball\"? (SC-SPELL-04)"
    );
    assert_eq!(said("only a title"), "army: 1 parts; expected title | faction | core | reserve A | reserve B");
    assert_eq!(said("a\n| humans | - | - | -"), "army: a line break or another control character");
    assert_eq!(said(&"x".repeat(20_000)), "army: the line is longer than 16384 characters");
    assert!(said("a | horde | 200 zombie | 51 zombie | -").ends_with("more than 250 figures"));
    assert!(said("a | horde | 99999999999999999999 zombie | - | -").ends_with("such as 4"));
    assert!(!said("a | horde | never-heard-of | - | -").is_empty());
    assert_eq!(kernel::Name::known("never-heard-of"), None);
    assert!(parse_side(&pack, "").is_err());
}

#[test]
fn files_round_trip() {
    let pack = core();
    for army in &pack.armies {
        let again = read(&pack, "mine.toml", &write(&pack, army)).expect("its own file");
        assert_eq!(again, Army { id: again.id, ..army.clone() });
    }
    // Reserves and points may be left out; the points are then those of the scenario.
    let text = "name = \"Few\"\nfaction = \"humans\"\nscenario = \"meeting\"\ncore = [{ troop = \"human_knight\" }]\n";
    let few = read(&pack, "mine.toml", text).expect("a short file");
    assert_eq!((few.points, few.core.len(), few.reserves), (300, 1, [Vec::new(), Vec::new()]));
}

#[test]
fn files_with_mistakes() {
    let text = "name = \"A | B\"
faction = \"Humens\"
scenario = \"meting\"
core = [
  { troop = \"human_knigt\" },
  { troop = \"human_battle_mage\", spells = [\"firebal\", \"heal\"], number = 2 },
]
";
    let pack = core();
    let said = |text: &str| {
        let problems = read(&pack, "mine.toml", text).expect_err("mistakes");
        problems.iter().map(pack::Problem::to_string).collect::<Vec<String>>()
    };
    let starts = [
        "mine.toml:1:8: this is no name for an army",
        "mine.toml:2:11: unknown faction \"Humens\"; did you mean \"humans\"?",
        "mine.toml:3:12: unknown scenario \"meting\"; did you mean \"meeting\"?",
        "mine.toml:5:13: unknown troop \"human_knigt\"; did you mean \"human-knight\"?",
        "mine.toml:6:44: unknown spell \"firebal\"; did you mean \"fireball\"?",
        "mine.toml:6:64: unknown key \"number\"",
    ];
    let lines = said(text);
    assert_eq!(lines.len(), starts.len(), "{lines:#?}");
    assert!(lines.iter().zip(starts).all(|(line, start)| line.starts_with(start)), "{lines:#?}");
    assert!(!said("core = 3\nname = [").is_empty());
    assert!(!said("").is_empty());
}

#[test]
fn random_armies_are_legal_near_the_points_and_varied() {
    let pack = core();
    let mut rng = Rng::new(11);
    for points in [166, 250, 300, 500, 1000] {
        let (mut spent, mut kinds, mut cores) = (0, BTreeSet::new(), BTreeSet::new());
        for turn in 0..200 {
            let faction = FactionId((turn % 5) as u8);
            let army = random(&pack, None, points, Some(faction), &mut rng);
            assert_eq!(shown(&check(&pack, points, &army)), "", "{}", line(&pack, &army));
            assert_eq!(army.faction, faction);
            let cost = total(&pack, &army);
            assert!(cost + 20 > u32::from(points), "{cost} of {points}: {}", line(&pack, &army));
            spent += cost;
            kinds.extend(picks(&army).map(|pick| pick.troop));
            cores.insert(super::cost(&pack, &army.core));
        }
        assert!(spent / 200 + 10 > u32::from(points), "{spent}");
        assert!(kinds.len() > 45 && cores.len() > 20, "{} kinds, {} cores at {points}", kinds.len(), cores.len());
    }
}

/// Any faction, any total: it ends, stays within the points, and is legal as soon as the cheapest figure can be had.
#[test]
fn random_armies_end_whatever_is_asked() {
    let pack = core();
    let mut rng = Rng::new(3);
    for points in [0, 1, 5, 9, 12, 17, 40, u16::MAX] {
        for faction in (0..5).map(FactionId) {
            let list = pack.troops.iter().filter(|troop| troop.faction == faction);
            let cheapest = list.map(|troop| troop.points).min().expect("a faction with troops");
            let army = random(&pack, None, points, Some(faction), &mut rng);
            assert!(total(&pack, &army) <= u32::from(points));
            if points < cheapest {
                assert_eq!(army.core, [], "{points}");
            } else if points < 1000 {
                assert_eq!(shown(&check(&pack, points, &army)), "", "{points}");
            }
        }
    }
}
