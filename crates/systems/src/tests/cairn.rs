//! Rolls and contests that tell themselves: what a board and a log make of them without a word of the game.

use crate::live::{Odds, Verdict, odds_at};
use crate::named;
use cairn::Cairn;
use kernel::board::Duel;
use kernel::{Seed, Setup};
use pack::Staged;

const MEETING: &str = r#"
board = """
..~o
....
"""
turn = "a"
figure = [
  { tag = "a.ann", card = "spearman", at = "A1" },
  { tag = "a.sue", card = "slinger", at = "A2" },
  { tag = "b.bob", card = "spearman", at = "B1", acted = true },
  { tag = "b.tim", card = "slinger", at = "C1", acted = true },
]
"#;

fn odds(made: &[&str], line: &str) -> Odds {
    let state = Cairn::situation(MEETING).expect("a situation");
    odds_at::<Cairn>(&state, made, line).expect("a legal answer")
}

fn chances(odds: &Odds) -> Vec<(Verdict, u32)> {
    odds.outcomes.iter().map(|odd| (odd.verdict, odd.per_million)).collect()
}

#[test]
fn a_contest_has_the_odds_of_both_dice() {
    let odds = odds(&["pick a.ann"], "strike b.bob");
    assert_eq!(odds.roll.map(|roll| roll.name), Some("strike"));
    assert_eq!(odds.against.map(|roll| roll.name), Some("defend"));
    // Of the 36 ways 15 are worse, 6 even, 15 better.
    let expected =
        [(Verdict::Miss("Beaten"), 416_667), (Verdict::Miss("Even"), 166_667), (Verdict::Hit("Won"), 416_667)];
    assert_eq!(chances(&odds), expected);
    // Ahead by 4 or more costs both hearts: 3 ways of 36.
    assert_eq!(odds.ends, [("falls", 83_333), ("hurt", 333_333)]);
}

#[test]
fn a_roll_that_needs_something_has_its_odds_and_its_modifiers() {
    let odds = odds(&["pick a.sue", "stay"], "shoot b.tim");
    let roll = odds.roll.expect("a roll");
    assert_eq!((roll.target, roll.modifiers.list()[0].label), (Some(5), "scrub"));
    assert_eq!(chances(&odds), [(Verdict::Miss("Missed"), 833_333), (Verdict::Hit("Made"), 166_667)]);
    assert_eq!(odds.outcomes[1].faces, [6]);
}

#[test]
fn the_log_sets_both_halves_of_a_contest_side_by_side() {
    let game = named("cairn").expect("a game");
    let sides = game.warbands().into_iter().map(|band| band.line).collect();
    let setup = Setup { scenario: "standard".into(), sides, ..Setup::default() };
    let battle = game.begin(setup, Some(Seed::from_number(3))).map_err(|problems| format!("{problems:?}"));
    let lines = battle.expect("a legal setup").log(0..3, None);
    let duels: Vec<Option<Duel>> = lines.iter().map(|line| line.duel).collect();
    assert_eq!(duels, [Some(Duel::Opens), Some(Duel::Answers), Some(Duel::Settles)]);
    let roll = lines[0].roll.as_ref().expect("a roll");
    assert_eq!((roll.name.as_str(), roll.throw.sides), ("for who begins", 6));
    assert_eq!(lines[0].text, format!("The Reeds rolls {} for who begins", roll.total));
}
