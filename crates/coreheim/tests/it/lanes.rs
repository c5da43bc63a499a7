//! What a board draws of a charge: its ways with their climbs and jumps, and what these ask for.

use coreheim::{Coreheim, State};
use kernel::board::Foresight;
use kernel::decision;
use kernel::sketch::{Drawn, Mark, Shape};
use kernel::{Ask, Choice, Name, Seat, Tags, Thing};
use pack::Staged;
use rulebook::CH;

/// The situation of a case.
fn staged(text: &str) -> State {
    Coreheim::situation(text).unwrap_or_else(|problems| panic!("{problems:?}"))
}

/// What is shown of the charge of `a.one` at `b.foe` before it is declared, where measuring is open.
fn shown(text: &'static str) -> Vec<Mark> {
    let state = staged(&format!("free_measuring = true\n{text}"));
    let things = ["a.one", "b.foe"].map(|tag| Thing::Figure(state.tagged(tag).expect("a warrior")));
    let declared = decision::named::<Coreheim>("declare").expect("a prompt that is declared");
    let ask = Ask { rule: CH::CHARGE_01, ..declared.decision.to(Seat(0)) };
    Coreheim::sketch(&state, &ask, &[], &Choice::new(Name::of("charge"), &things))
}

fn lanes(marks: &[Mark]) -> Vec<(&str, usize)> {
    let lane = |mark: &'_ Mark| matches!((mark.kind, &mark.shape), (Drawn::Lane, Shape::Track(_)));
    let spots = |mark: &Mark| if let Shape::Track(track) = &mark.shape { track.len() } else { 0 };
    marks.iter().filter(|mark| lane(mark)).map(|mark| (mark.text.as_str(), spots(mark))).collect()
}

fn risks(marks: &[Mark]) -> Vec<(&str, kernel::Rule)> {
    let told = marks.iter().filter(|mark| mark.kind == Drawn::Risk && !mark.text.is_empty());
    told.filter_map(|mark| Some((mark.text.as_str(), mark.rule?))).collect()
}

/// CH-CHARGE-10: to the wall, up it, over its crest to the target; one Initiative test.
#[test]
fn a_climbing_charge_shows_its_climb() {
    let marks = shown(include_str!("../../../../cases/coreheim/04-charges/climbing_charge.toml"));
    let lanes = lanes(&marks);
    assert_eq!(lanes.len(), 1, "{lanes:?}");
    assert!(lanes[0].0.contains("of 8″, hits on 4+, climb 2″"), "{lanes:?}");
    assert!(lanes[0].1 >= 4, "the lane bends where the climb begins and ends: {lanes:?}");
    assert_eq!(risks(&marks), [("climb 2″: Initiative 3", CH::CHARGE_10)]);
}

/// CH-CHARGE-12, CH-DIVE-02: two tests for 4 inches, and a dive.
#[test]
fn a_diving_charge_shows_its_jump_and_what_it_gives() {
    let marks = shown(include_str!("../../../../cases/coreheim/04-charges/diving_charge.toml"));
    assert!(lanes(&marks)[0].0.contains("jump down 4″"), "{marks:?}");
    assert_eq!(risks(&marks), [("jump 4″: 2 tests of Initiative 3, else a fall", CH::CHARGE_12)]);
    let dive = marks.iter().find(|mark| mark.rule == Some(CH::DIVE_02)).expect("a dive");
    assert_eq!(dive.text, "a diving charge: Strength +1");
}

/// Where a ladder and the wall both lead there, both are shown (CH-CHARGE-03).
#[test]
fn both_ways_are_shown_where_there_are_two() {
    let marks = shown(include_str!("../../../../cases/coreheim/04-charges/stairs_or_wall.toml"));
    let lanes = lanes(&marks);
    assert_eq!(lanes.len(), 2, "{lanes:?}");
    assert!(!lanes[0].0.contains("climb") && lanes[1].0.starts_with("or: "), "{lanes:?}");
    assert!(lanes[1].0.ends_with(", climb 3″"), "{lanes:?}");
}

/// CH-CHARGE-11: a wall that is too high is no way, and the board does not pretend one.
#[test]
fn no_way_is_said_plainly() {
    let marks = shown(include_str!("../../../../cases/coreheim/04-charges/climb_too_long.toml"));
    assert_eq!(lanes(&marks), [("no way", 2)]);
}

/// CH-INTERCEPT-01, CH-TURN-21: a third side is among those who may step in.
#[test]
fn a_third_side_may_step_in() {
    let marks = shown(include_str!("../../../../cases/coreheim/04-charges/third_side_intercepts.toml"));
    assert_eq!(risks(&marks), [("Soldier may intercept", CH::INTERCEPT_06)]);
}
