//! Content of cards, maps and warbands.

use crate::{Content, Limits, Sources, Stock};
use kernel::{Rule, Setup};
use space::grid::Square;

const LIMITS: Limits = Limits { points: Rule::new("TOY-1"), units: Rule::new("TOY-2") };

const GOOD: &str = r#"
card = [
  { id = "wolf", title = "Wolf", faction = "Wood", cost = 3, origin = "house", teeth = 4 },
  { id = "hare", title = "Hare", faction = "Wood", cost = 1, origin = "house", teeth = 1 },
]
map = [{ id = "glade", title = "Glade", origin = "house", grid = "a.#\n..b" }]
scenario = [{ id = "standard", title = "A Chase", origin = "house", points = 6, units = 3 }]
warband = [{ id = "pack", title = "The Pack; grey", origin = "house", units = ["wolf", "wolf"] }]
"#;

fn load(text: &str) -> Result<Content<u8>, Vec<String>> {
    let sources = Sources::embedded(&[("wood.toml", text)]);
    let read = Content::load(&[&sources], LIMITS, ".#ab", |card| card.int("teeth", 0..=9));
    read.map_err(|problems| problems.iter().map(ToString::to_string).collect())
}

#[test]
fn lists_lines_and_files_follow_from_the_content() {
    let content = load(GOOD).expect("a good pack");
    let ready = content.warbands().remove(0);
    assert_eq!((ready.line.as_str(), ready.cost, ready.units), ("wolf, wolf; The Pack; grey", 6, 2));
    assert_eq!(content.units("pack"), ["Wolf", "Wolf"]);
    let glade = content.map("glade").expect("a map");
    assert_eq!((glade.width(), glade.height(), glade.at(Square::new(2, 0))), (3, 2, Some('#')));
    assert_eq!(glade.at(Square::new(3, 0)), None);
    let setup = Setup { scenario: "standard".into(), sides: vec![ready.line.clone(); 2], ..Setup::default() };
    let sides = content.sides(&setup, 2).expect("legal sides");
    assert_eq!(sides[1].title, "The Pack; grey");
    // A file that was written is read as what was drawn.
    for seed in 0..20 {
        let (drawn, file) = content.random("standard", 5, Some("wood"), seed).expect("a warband");
        assert_eq!(content.side("drawn", &file).expect("a file").line, drawn.line);
        assert!(drawn.cost <= 5 && content.check(&drawn.line, "standard").is_empty());
    }
    assert!(content.random("standard", 0, None, 1).is_err_and(|why| why.no));
}

#[test]
fn what_is_wrong_is_said_with_its_rule_or_its_place() {
    let content = load(GOOD).expect("a good pack");
    let said = |line: &str| content.check(line, "standard").iter().map(ToString::to_string).collect::<Vec<_>>();
    assert_eq!(said("wolf, wolf, hare; Big"), ["Big: 7 points; 6 may be spent (TOY-1)"]);
    assert_eq!(said("hare, hare, hare, hare; Many"), ["Many: 4 units; it has 1 to 3 (TOY-2)"]);
    assert_eq!(said("; Nobody"), ["Nobody: 0 units; it has 1 to 3 (TOY-2)"]);
    assert_eq!(said("wolv"), ["units: unknown unit \"wolv\"; did you mean \"wolf\"?"]);
    let setup = Setup { scenario: "standard".into(), options: vec![("mop".into(), "x".into())], ..Setup::default() };
    let said = content.picked(&setup).expect_err("no such option")[0].to_string();
    assert_eq!(said, "options: unknown option \"mop\"; did you mean \"map\"?");
    let problems = load(&GOOD.replace("a.#", "a.?.").replace("\"wolf\", \"wolf\"", "\"wolv\"")).expect_err("mistakes");
    assert!(problems.iter().any(|problem| problem.contains("'?' means nothing here")), "{problems:?}");
    assert!(problems.iter().any(|problem| problem.contains("3 characters, the first one 4")), "{problems:?}");
    assert!(problems.iter().any(|problem| problem.contains("wolv")), "{problems:?}");
}
