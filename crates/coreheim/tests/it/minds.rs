//! That a veteran knows what it is about. `fray sim coreheim --minds veteran,random` plays the big number.

use coreheim::{Coreheim, cards, muster};
use lab::sim::{Outlet, Plan, Warband, run};
use std::sync::Arc;

/// Every ready-made warband against every other, once.
#[test]
fn a_veteran_beats_chance() {
    let pack = cards::core();
    let side =
        |known: &muster::Ready| Warband { name: Arc::from(known.id.text()), line: muster::line(&pack, &known.warband) };
    let sides: Vec<Warband> = pack.warbands.iter().map(side).collect();
    let pairs = sides.iter().flat_map(|a| sides.iter().map(move |b| [a.clone(), b.clone()]));
    let pairings: Vec<[Warband; 2]> = pairs.filter(|[a, b]| a != b).collect();
    let plan = Plan::<Coreheim>::each_once(Arc::clone(&pack), "street-fight", pairings);
    let mut lost = Vec::new();
    let mut row = |row: &lab::sim::Row| {
        if row.winner != Some(0) {
            lost.push(format!("{} against {}: {}", row.warbands[0], row.warbands[1], row.reason));
        }
        Ok(())
    };
    run(&plan, &mut Outlet { row: &mut row, record: None }).unwrap_or_else(|why| panic!("{why}"));
    assert!(lost.len() * 10 <= plan.pairings.len(), "the veteran did not win {}", lost.join("; "));
}
