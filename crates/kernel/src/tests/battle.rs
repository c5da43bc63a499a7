use super::duel::{self, Duel, Fight, Rules, begin};
use crate::conformance::{Depth, check};
use crate::oracle::odds;
use crate::*;
use std::sync::Arc;

#[test]
fn a_battle_pauses_for_each_decision_and_tells_each_event_once() {
    let mut battle = begin(None, Seats::NONE);
    assert_eq!(battle.pending().map(|request| request.ask.prompt()), Some("stance"));
    battle.answer(Seat(0), "bold").unwrap();
    assert!(battle.pending().unwrap().dice.is_some(), "without a seed the die is typed in");
    battle.answer(Seat(0), "dice 9").unwrap();
    let names: Vec<_> = battle.told().iter().map(|told| told.event.name()).collect();
    assert_eq!(names, ["struck"]);
    assert_eq!(battle.pending().map(|request| (request.ask.seat, request.ask.prompt())), Some((Seat(1), "avoid")));
    battle.answer(Seat(1), "take").unwrap();
    let lines: Vec<_> = battle.told().iter().map(|told| told.event.sentence(battle.state())).collect();
    assert_eq!(lines, ["Fighter 0 strikes Fighter 1 (bold +3): 12", "Fighter 1 has 2 lives"]);
    assert_eq!(battle.steps().len(), 1);
}

#[test]
fn bad_answers_are_declined_and_nothing_changes() {
    let mut battle = begin(None, Seats::NONE);
    let before = (state_hash::<Duel>(battle.state()), battle.moment());
    assert_eq!(battle.answer(Seat(1), "bold"), Err(Declined::NotYours { decides: Seat(0) }));
    assert!(matches!(battle.answer(Seat(0), "bould"), Err(Declined::Malformed(_))));
    let Err(Declined::Unlisted { possible, .. }) = battle.answer(Seat(0), "avoid") else {
        panic!("an answer to another question is none to this one");
    };
    assert!(possible.contains("bold") && possible.contains("careful"), "{possible}");
    assert_eq!(battle.answer(Seat(0), "dice 4"), Err(Declined::ChoiceExpected));
    assert!(matches!(battle.answer(Seat(0), &"x".repeat(1 << 20)), Err(Declined::Malformed(_))));
    assert_eq!(battle.answer_at(5, Seat(0), "bold"), Err(Declined::Stale { now: 0 }));
    assert_eq!((state_hash::<Duel>(battle.state()), battle.moment()), before);
    battle.answer(Seat(0), "careful").unwrap();
    for line in ["bold", "dice 0", "dice 21", "dice 3 4", "dice x"] {
        assert!(matches!(battle.answer(Seat(0), line), Err(Declined::DiceExpected(_))), "{line}");
    }
}

#[test]
fn undo_takes_back_a_choice_with_its_dice_and_redo_brings_both_again() {
    let mut battle = begin(None, Seats::NONE);
    battle.answer(Seat(0), "bold").unwrap();
    battle.throw(&[2]).unwrap();
    assert_eq!(battle.steps().len(), 1);
    assert_eq!(battle.undo_cost().map(|cost| cost.dice), Some(1));
    battle.undo().unwrap();
    assert_eq!((battle.steps().len(), battle.told().len(), battle.moment()), (0, 0, 0));
    assert!(battle.redo());
    assert_eq!((battle.steps().len(), battle.moment()), (1, 2));
    battle.undo().unwrap();
    battle.answer(Seat(0), "careful").unwrap();
    assert!(!battle.redo(), "a new answer clears what could be redone");
    battle.undo().unwrap();
    assert_eq!(battle.undo(), None);
}

#[test]
fn an_undo_does_not_fish_for_other_dice() {
    let mut battle = begin(Some(5), Seats::NONE);
    battle.answer(Seat(0), "bold").unwrap();
    let first = battle.told()[0].event;
    battle.undo().unwrap();
    battle.answer(Seat(0), "bold").unwrap();
    assert_eq!(battle.told()[0].event, first);
}

#[test]
fn own_dice_are_asked_of_that_seat_alone() {
    let mut battle = begin(Some(1), Seats::only(Seat(1)));
    battle.answer(Seat(0), "careful").unwrap();
    assert!(battle.told().iter().any(|told| told.event.name() == "struck"), "side a's die falls by itself");
    while battle.pending().is_some_and(|request| request.ask.prompt() == "avoid") {
        battle.answer(Seat(1), "take").unwrap();
    }
    battle.answer(Seat(1), "careful").unwrap();
    let pending = battle.pending().unwrap();
    assert_eq!((pending.ask.seat, pending.ask.prompt()), (Seat(1), "dice"));
    assert_eq!(battle.answer(Seat(0), "dice 7"), Err(Declined::NotYours { decides: Seat(1) }));
    battle.answer(Seat(1), "dice 7").unwrap();
}

#[test]
fn standing_orders_answer_for_their_seat_until_they_are_lifted() {
    let mut battle = begin(None, Seats::NONE);
    battle.give_order(Order { seat: Seat(1), prompt: "avoid".into(), verb: Name::of("avoid"), amount: Amount::Only });
    battle.answer(Seat(0), "bold").unwrap();
    battle.throw(&[20]).unwrap();
    assert_eq!(battle.state().vigor, [1, 0], "the order has answered");
    assert_eq!(battle.orders().len(), 1);
    battle.lift_order(Seat(1), "avoid");
    assert!(battle.orders().is_empty());
}

#[test]
fn an_order_with_an_amount_takes_the_least_or_the_most() {
    use crate::battle::meant;
    let offer = |number: i32| {
        let choice = Choice::new(Name::of("avoid"), &[Thing::Number(number)]);
        Offered { line: format!("avoid {number}"), choice }
    };
    let mut request = begin(None, Seats::NONE).pending().unwrap().clone();
    request.options = [10, 5, 0].map(offer).to_vec();
    let order = |amount| Order { seat: Seat(1), prompt: "avoid".into(), verb: Name::of("avoid"), amount };
    let number = |choice: &Choice| choice.things[0];
    assert_eq!(meant(&request, &order(Amount::Most)).map(number), Some(Thing::Number(10)));
    assert_eq!(meant(&request, &order(Amount::Least)).map(number), Some(Thing::Number(0)));
    assert_eq!(meant(&request, &order(Amount::Only)), None, "three answers fit: a choice is asked");
    request.options[1].choice.things[1] = Thing::Square(space::grid::Square::new(1, 1));
    assert_eq!(meant(&request, &order(Amount::Most)), None, "answers that differ in more than a number are asked");
}

#[test]
fn a_fork_goes_its_own_way() {
    let mut battle = begin(Some(3), Seats::NONE);
    while battle.steps().len() < 4 {
        let seat = battle.pending().unwrap().ask.seat;
        let line = battle.pending().unwrap().options[0].line.clone();
        battle.answer(seat, &line).unwrap();
    }
    let mut fork = battle.fork(2);
    assert_eq!(fork.steps().len(), 2);
    assert_eq!(fork.steps().hash(1), battle.steps().hash(1));
    let seat = fork.pending().unwrap().ask.seat;
    fork.answer(seat, "careful").unwrap();
    assert_eq!(battle.steps().len(), 4, "the battle itself is untouched");
}

#[test]
fn odds_come_from_the_rules_that_play() {
    let start = Fight { lives: [3, 3], vigor: [0, 0], turn: 0, round: 1, secret: 7, count: Arc::default() };
    let mut bold = |_: &Ask, _: &dyn Question| Answer::Option(0);
    let table = odds(1000, &mut bold, |oracle| {
        let mut state = start.clone();
        let (mut log, mut scratch) = (Log::off(), ());
        Duel::step(&mut Table::<Duel> { state: &mut state, oracle, log: &mut log, scratch: &mut scratch })?;
        Ok(state.lives[1])
    })
    .unwrap();
    // +3 hits on 8 or more: 13 faces of 20.
    assert_eq!(table[&2], oracle::Chance { ways: 13, of: 20 });
    assert_eq!(table[&3], oracle::Chance { ways: 7, of: 20 });
}

#[test]
fn lists_in_a_row_are_told_apart() {
    let hash = |first: &[u8], second: &[u8]| {
        let mut digest = crate::Digest::default();
        digest.list(first, |d, byte| d.byte(*byte));
        digest.list(second, |d, byte| d.byte(*byte));
        digest.finish()
    };
    assert_eq!(hash(&[1, 2], &[3]), hash(&[1, 2], &[3]));
    assert_ne!(hash(&[1, 2], &[3]), hash(&[1], &[2, 3]));
    let outcome = |score| {
        let mut digest = crate::Digest::default();
        digest.outcome(Some(&crate::Outcome { winner: None, scores: vec![score], rounds: 1, reason: "over" }));
        digest.finish()
    };
    assert_ne!(outcome(1), outcome(2));
}

#[test]
fn a_run_that_never_ends_has_no_odds() {
    let start = Fight { lives: [3, 3], vigor: [0, 0], turn: 0, round: 1, secret: 7, count: Arc::default() };
    let mut bold = |_: &Ask, _: &dyn Question| Answer::Option(0);
    // Somebody who swallows the pause and calls it a result is not believed either.
    let table = odds(1000, &mut bold, |oracle| {
        let (mut state, mut log, mut scratch) = (start.clone(), Log::off(), ());
        let mut table = Table::<Duel> { state: &mut state, oracle, log: &mut log, scratch: &mut scratch };
        for _ in 0..1000 {
            table.state.lives = [3, 3];
            if Duel::step(&mut table).is_err() {
                break;
            }
        }
        Ok(0)
    });
    assert_eq!(table, None);
}

#[test]
fn the_toy_conforms() {
    for word in ["bold", "careful", "avoid", "take"] {
        Name::of(word);
    }
    let depth = Depth { quick: 50, thorough: 20, most_decisions: 1000 };
    let tally = check::<Duel>(&Arc::new(Rules), &[duel::setup()], depth, 1).unwrap();
    assert!(tally.refused > 50, "{tally:?}");
}

#[test]
fn a_leak_of_hidden_things_is_caught() {
    // Side a knows the secret; neither side b nor the public is shown it.
    let state = Fight { lives: [3, 3], vigor: [1, 1], turn: 0, round: 1, secret: 7, count: Arc::default() };
    let mut other = state.clone();
    other.secret = 8;
    assert_eq!(Duel::scene(&state, Some(Seat(1))), Duel::scene(&other, Some(Seat(1))));
    assert_eq!(Duel::scene(&state, None), Duel::scene(&other, None));
    assert_ne!(Duel::scene(&state, Some(Seat(0))), Duel::scene(&other, Some(Seat(0))));
}

/// Answers with the first option, and with a die of 1 where one is typed in, so that nobody is ever hurt.
fn plod(battle: &mut Battle<Duel>, steps: usize) {
    while battle.steps().len() < steps {
        let request = battle.pending().unwrap();
        let (seat, dice) = (request.ask.seat, request.dice.is_some());
        let line = if dice { "dice 1".to_string() } else { request.options[0].line.clone() };
        battle.answer(seat, &line).unwrap();
    }
}

#[test]
fn a_long_battle_keeps_few_states_and_any_step_can_be_looked_at() {
    let mut battle = begin(None, Seats::ALL);
    let alone = Fight::living(&battle);
    plod(&mut battle, 3000);
    assert!(Fight::living(&battle) <= alone + 10, "{} states are kept", Fight::living(&battle));
    let steps = battle.steps();
    for at in [0, 1, 7, 8, 9, 1000, 999, 1001, 2047, 2998, 2999] {
        assert_eq!(steps.start(at).unwrap().round, at as u32 + 1, "step {at}");
        assert_eq!((steps.facts(at).len(), steps.told_before(at)), (2, Some(at)));
    }
    assert!(steps.start(3000).is_none());
    assert!(Fight::living(&battle) <= alone + 14, "what was looked at is not kept for long");
    assert_eq!((battle.told_count(), battle.told().len()), (3000, 3000));
    assert_eq!(battle.told_in(1500..1503), battle.told()[1500..1503]);
    assert_eq!(battle.told_in(2990..9999), battle.told()[2990..]);
    assert_eq!(
        battle.facts_from(5997),
        [steps.facts(2998).remove(1), steps.facts(2999).remove(0), steps.facts(2999).remove(1)]
    );
}

#[test]
fn undo_and_fork_go_back_over_many_steps() {
    let mut battle = begin(None, Seats::ALL);
    let mut hashes = vec![state_hash::<Duel>(battle.state())];
    for step in 1..=300 {
        plod(&mut battle, step);
        hashes.push(state_hash::<Duel>(battle.checkpoint()));
    }
    let (record, told) = (Record::of(&battle, "test").to_string(), battle.told());
    let fork = battle.fork(123);
    assert_eq!((fork.steps().len(), state_hash::<Duel>(fork.checkpoint())), (123, hashes[123].clone()));
    assert_eq!((fork.steps().hash(122), fork.told()), (battle.steps().hash(122), told[..123].to_vec()));
    assert!(battle.take_back(250), "many choices at once");
    assert_eq!((battle.steps().len(), battle.moment()), (50, 100));
    assert_eq!((state_hash::<Duel>(battle.state()), battle.told()), (hashes[50].clone(), told[..50].to_vec()));
    assert!(!battle.take_back(51), "there are not so many");
    assert_eq!(battle.moment(), 100);
    while battle.redo() {}
    assert_eq!((Record::of(&battle, "test").to_string(), battle.told()), (record, told));
}

#[test]
fn no_battle_goes_on_forever() {
    let mut battle = begin(None, Seats::ALL);
    plod(&mut battle, crate::battle::MOST_STEPS);
    let before = (battle.moment(), state_hash::<Duel>(battle.state()));
    assert_eq!(battle.answer(Seat(0), "bold"), Err(Declined::TooLong));
    assert!(Declined::TooLong.to_string().contains("too long"));
    assert_eq!((battle.moment(), state_hash::<Duel>(battle.state())), before);
}
