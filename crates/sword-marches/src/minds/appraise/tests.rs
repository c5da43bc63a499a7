//! What a mind of this game must not get wrong, whatever its weights are.

use super::task::{hope, progress};
use super::{appraise, balance};
use crate::content::core;
use crate::muster;
use crate::setup::begin;
use crate::state::{Cache, NextStep, Place, State};
use kernel::{Figure, Name, Seat, Setup};
use space::inches::Spot;

const INTRUDER: Seat = Seat(0);

fn spot(x: i32, y: i32) -> Spot {
    Spot::new(x * 1000, y * 1000, 0)
}

/// The Red Company against itself over the gold, all models far apart: the Intruders in the south, the Sentries in the north.
fn table(turn: u8) -> State {
    let pack = core();
    let line = muster::line(pack.warband(Name::of("red_company")).expect("the Red Company"));
    let options = vec![("roles".to_owned(), "a".to_owned())];
    let setup = Setup { scenario: "grave-gold".into(), options, sides: vec![line.clone(), line], ..Setup::default() };
    let mut state = begin(&pack, &setup).expect("a battle");
    (state.next_step, state.turn) = (NextStep::Action, turn);
    let mut along = [0, 0];
    for fighter in &mut state.fighters {
        let side = usize::from(fighter.owner.0);
        along[side] += 8;
        fighter.place = Place::On(spot(along[side], [3, 45][side]));
    }
    state
}

fn put(state: &mut State, figure: u16, at: Spot) {
    state.fighter_mut(Figure(figure)).place = Place::On(at);
}

fn of_sentry(state: &State, nth: usize) -> u16 {
    let all: Vec<u16> =
        state.figures().filter(|figure| state.owner(*figure) != INTRUDER).map(|figure| figure.0).collect();
    all[nth]
}

fn carry(state: &mut State, figure: u16, cache: u8, at: Spot) {
    put(state, figure, at);
    state.fighter_mut(Figure(figure)).carries = Some(cache);
    state.caches[usize::from(cache)] = Cache::Carried(Figure(figure));
}

#[test]
fn hope_never_grows_as_time_runs_out_and_is_gone_a_move_too_late() {
    let all: Vec<i32> = (-100..=400).rev().map(hope).collect();
    assert!(all.is_sorted_by(|more, less| more >= less), "{all:?}");
    assert_eq!((hope(120), hope(0), hope(-60), hope(-61)), (100, 64, 10, 0));
}

#[test]
fn a_kill_is_worth_it_even_if_the_next_prey_is_far_away() {
    // Too late for any gold: the Sentries are hunted.
    let mut before = table(9);
    let prey = of_sentry(&before, 4);
    put(&mut before, prey, spot(24, 12));
    for (figure, at) in [(0, spot(24, 10)), (1, spot(22, 11)), (2, spot(26, 11)), (3, spot(21, 13))] {
        put(&mut before, figure, at);
    }
    let mut after = before.clone();
    after.fighter_mut(Figure(prey)).place = Place::Wounded;
    let (before, after) = (progress(&before, INTRUDER, INTRUDER), progress(&after, INTRUDER, INTRUDER));
    assert!(after > before, "{after} after the kill, {before} before");
}

#[test]
fn gold_is_the_safer_the_nearer_it_is_to_the_edge_and_safest_off_the_table() {
    let at = |y: i32| {
        let mut state = table(5);
        carry(&mut state, 2, 0, spot(32, y));
        state
    };
    let mut off = table(5);
    off.caches[0] = Cache::Secured;
    off.fighter_mut(Figure(2)).place = Place::Left;
    let states = [at(18), at(12), at(6), at(1), off];
    let worths: Vec<i32> = states.iter().map(|state| balance(state, INTRUDER)).collect();
    assert!(worths.is_sorted_by(|far, near| far < near), "{worths:?}");
}

#[test]
fn a_dropped_cache_is_looked_for_where_it_lies() {
    let mut state = table(3);
    let holder = Figure(of_sentry(&state, 0));
    state.caches = vec![Cache::Lies(spot(44, 12)), Cache::Carried(holder), Cache::Carried(holder)];
    // Nobody is left to be hunted.
    for fighter in state.fighters.iter_mut().filter(|fighter| fighter.owner != INTRUDER) {
        fighter.place = Place::Wounded;
    }
    let mut at = |place: Spot| {
        put(&mut state, 2, place);
        progress(&state, INTRUDER, INTRUDER)
    };
    assert!(at(spot(44, 10)) > at(spot(44, 6)));
    assert!(at(spot(44, 10)) > at(spot(44, 20)));
}

#[test]
fn a_warlord_is_missed_more_than_the_model_and_is_placed_out_of_reach() {
    let sentry = Seat(1);
    let mut state = table(0);
    let warlord = state.warlord(sentry).expect("a Warlord").0;
    let mut at = |y: i32| {
        put(&mut state, warlord, spot(24, y));
        balance(&state, sentry)
    };
    assert!(at(28) > at(20));
    let lost = |figure: u16| {
        let mut state = table(3);
        state.fighter_mut(Figure(figure)).place = Place::Wounded;
        balance(&state, sentry)
    };
    let champion = of_sentry(&state, 1);
    assert!(lost(champion) > lost(warlord) + 500, "{} {}", lost(champion), lost(warlord));
}

#[test]
fn to_forfeit_every_action_is_as_bad_as_a_lost_battle() {
    let mut state = table(3);
    let before = appraise(&state, INTRUDER);
    state.side_mut(INTRUDER).forfeits = 1;
    assert!(before - appraise(&state, INTRUDER) >= 5000);
    // Whoever did anything at all may let the others be.
    state.side_mut(INTRUDER).executed = 1;
    assert!(before - appraise(&state, INTRUDER) < 200);
}
