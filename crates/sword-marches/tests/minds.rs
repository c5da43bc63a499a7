//! That a veteran knows what it is about. `fray sim sword-marches --minds veteran,random` plays the big number.

use lab::sim::{Outlet, Plan, Warband, run};
use std::sync::Arc;
use sword_marches::content::{Stage, core};
use sword_marches::{SwordMarches, muster};

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
