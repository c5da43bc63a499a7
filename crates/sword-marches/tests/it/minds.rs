//! That a veteran knows what it is about. `fray sim sword-marches --minds veteran,random` plays the big number.

use kernel::oracle::{Guide, Guided};
use kernel::{Answer, Ask, Flow, Log, Question, Rng, Seat, Setup, System};
use lab::sim::{Outlet, Plan, Warband, run};
use std::sync::Arc;
use sword_marches::content::{Stage, core};
use sword_marches::other;
use sword_marches::{Scratch, State, SwordMarches, muster};

/// Battles that a veteran wins against chance in one role, with every ready-made Upstart warband against itself.
fn won(scenario: &str, role: &str) -> (usize, usize) {
    let pack = core();
    let bands = pack.warbands.iter().filter(|band| band.stage == Stage::Upstart);
    let pairings: Vec<[Warband; 2]> = bands
        .map(|band| {
            let side = || Warband { name: Arc::from(band.title.as_str()), line: muster::line(band) };
            [side(), side()]
        })
        .collect();
    let options = vec![("roles".into(), role.into())];
    let plan = Plan::<SwordMarches> { options, ..Plan::each_once(core(), scenario, pairings) };
    let (mut wins, mut battles) = (0, 0);
    let mut row = |row: &lab::sim::Row| {
        battles += 1;
        wins += usize::from(row.winner == Some(0));
        Ok(())
    };
    run(&plan, &mut Outlet { row: &mut row, record: None }).unwrap_or_else(|why| panic!("{why}"));
    (wins, battles)
}

#[test]
fn a_veteran_beats_chance() {
    let mut sum = (0, 0);
    for scenario in ["grave-gold", "beacon"] {
        for role in ["a", "b"] {
            let (wins, battles) = won(scenario, role);
            println!("{scenario}, side {role} is the Intruder: {wins} of {battles}");
            sum = (sum.0 + wins, sum.1 + battles);
        }
    }
    assert!(sum.0 * 4 >= sum.1 * 3, "the veteran won only {} of {}", sum.0, sum.1);
}

/// Answers with the option of this number, whoever is asked for whatever; what no list holds is drawn by lot.
struct Always(usize, Rng);

impl Guide for Always {
    fn choose(&mut self, _: &Ask, question: &dyn Question) -> Flow<Answer> {
        Ok(if question.free() { question.sample(&mut self.1) } else { Answer::Option(self.0) })
    }
}

fn after(state: &State, option: usize) -> State {
    let mut state = state.clone();
    let (mut guide, mut dice) = (Always(option, Rng::new(5)), Rng::new(7));
    let mut oracle = Guided::new(&[], &mut guide, &mut dice);
    let (mut log, mut scratch) = (Log::off(), Scratch::default());
    SwordMarches::run(&mut state, &mut oracle, &mut log, &mut scratch).expect("answered");
    state
}

/// A battle of which even the Adventure is to be chosen.
fn opening(options: &[(&str, &str)]) -> State {
    let pack = core();
    let band = pack.warbands.iter().find(|band| band.stage == Stage::Upstart).expect("an Upstart warband");
    let options = options.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
    let sides = vec![muster::line(band), muster::line(band)];
    let setup = Setup { scenario: "any".into(), options, sides, ..Setup::default() };
    SwordMarches::begin(&pack, &setup).expect("a battle")
}

#[test]
fn agreed_roles_hold_where_the_adventure_is_chosen() {
    for (side, intruder) in [("a", Seat(0)), ("b", Seat(1))] {
        for (option, adventure) in [(0, "grave-gold"), (1, "beacon")] {
            let state = after(&opening(&[("roles", side)]), option);
            let found = (state.intruder, state.edge, state.priority, state.field.adventure.id.text());
            assert_eq!(found, (intruder, intruder, other(intruder), adventure));
            // Nobody is asked for a role: the next step places the first model.
            assert_eq!(after(&state, 0).standing().count(), 1);
        }
    }
}

#[test]
fn to_choose_the_role_is_worth_more_than_the_adventure_and_the_sentry_more_than_the_intruder() {
    let opening = opening(&[]);
    // The same dice: whoever won the first Check takes the Adventure, then the role.
    let (adventure, role) = (after(&opening, 0), after(&opening, 1));
    let winner = role.priority;
    assert_eq!(adventure.priority, other(winner));
    assert!(SwordMarches::balance(&role, winner) > SwordMarches::balance(&adventure, winner));
    assert!(SwordMarches::balance(&role, other(winner)) < SwordMarches::balance(&adventure, other(winner)));
    let (intruder, sentry) = (after(&role, 0), after(&role, 1));
    assert_eq!((intruder.intruder, sentry.intruder), (winner, other(winner)));
    assert!(SwordMarches::balance(&sentry, winner) > SwordMarches::balance(&intruder, winner));
    // Nor does it change once models stand on the table.
    let placed = |state: &State| (0..4).fold(state.clone(), |state, _| after(&state, 0));
    assert_eq!((placed(&sentry).standing().count(), placed(&intruder).standing().count()), (4, 4));
    assert!(SwordMarches::balance(&placed(&sentry), winner) > SwordMarches::balance(&placed(&intruder), winner));
}
