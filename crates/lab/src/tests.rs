//! Simulations of a real system: the same on any number of threads, and a veteran that knows its trade.

use crate::sim::{self, Outlet, Plan, Report, Row, Warband};
use crate::{bench, wilson};
use kernel::Record;
use sellsword::Sellsword;
use std::sync::Mutex;

fn plan(minds: [&str; 2], battles: u64, threads: usize) -> Plan<Sellsword> {
    let pack = sellsword::cards::core();
    let ready = pack.warbands.iter().filter(|warband| warband.scenario.text() == "standard");
    let ready: Vec<Warband> = ready
        .map(|warband| Warband { name: warband.id.text().into(), line: sellsword::muster::line(warband) })
        .collect();
    let pairs =
        ready.iter().flat_map(|a| ready.iter().filter(move |b| *b != a).map(move |b| vec![a.clone(), b.clone()]));
    Plan {
        pairings: pairs.collect(),
        pack,
        scenario: "standard".into(),
        options: Vec::new(),
        minds: minds.map(|mind| vec![mind.to_owned()]).into(),
        swap: true,
        first: 0,
        battles,
        seed: 11,
        threads,
        engine: "test".into(),
    }
}

fn run(plan: &Plan<Sellsword>) -> (Report, Vec<Row>) {
    let mut rows = Vec::new();
    let mut row = |row: &Row| {
        rows.push(row.clone());
        Ok(())
    };
    let report =
        sim::run(plan, &mut Outlet { row: &mut row, record: None }).unwrap_or_else(|trouble| panic!("{trouble}"));
    (report, rows)
}

#[test]
fn threads_change_nothing() {
    let (one, two) = (run(&plan(["random", "random"], 60, 1)), run(&plan(["random", "random"], 60, 2)));
    assert_eq!(one.1, two.1);
    assert_eq!(one.0.checksum(), two.0.checksum());
    let (one, two) = (run(&plan(["veteran", "random"], 6, 1)), run(&plan(["veteran", "random"], 6, 2)));
    assert_eq!(one.1, two.1);
}

#[test]
fn a_single_battle_of_a_series_can_be_had_again() {
    let (_, rows) = run(&plan(["random", "random"], 20, 2));
    let (_, again) = run(&Plan { first: 17, battles: 1, ..plan(["random", "random"], 1, 1) });
    assert_eq!(again[..], rows[17..18]);
}

#[test]
fn rows_add_up() {
    let (report, rows) = run(&plan(["random", "random"], 48, 2));
    assert_eq!(report.battles, 48);
    assert_eq!(report.sides[0].tally.wins + report.sides[1].tally.wins + report.draws, 48);
    assert_eq!(report.places.iter().sum::<u64>() + report.draws, 48);
    assert_eq!(report.warbands.len(), 4);
    assert!(report.warbands.iter().all(|(_, tally)| tally.battles == 24), "every warband plays equally often");
    assert_eq!(rows.iter().filter(|row| row.place == 1).count(), 24);
    assert_eq!(report.decisions, rows.iter().map(|row| row.decisions).sum::<u64>());
}

#[test]
fn records_of_a_simulation_verify() {
    let plan = plan(["veteran", "random"], 4, 2);
    let kept: Mutex<Vec<(u64, Record)>> = Mutex::default();
    let keep = |number: u64, record: &Record| {
        kept.lock().unwrap().push((number, record.clone()));
        Ok(())
    };
    let mut rows = Vec::new();
    let mut row = |row: &Row| {
        rows.push(row.clone());
        Ok(())
    };
    sim::run(&plan, &mut Outlet { row: &mut row, record: Some(&keep) }).unwrap_or_else(|trouble| panic!("{trouble}"));
    let kept = kept.into_inner().unwrap();
    assert_eq!(kept.len(), 4);
    for (number, record) in kept {
        let read = Record::parse(&record.to_string()).unwrap_or_else(|why| panic!("{why}"));
        let battle = read.verify::<Sellsword>(&plan.pack).unwrap_or_else(|why| panic!("battle {number}: {why}"));
        let (outcome, row) = (battle.outcome().expect("the battle is over"), &rows[number as usize]);
        assert_eq!(outcome.rounds, row.rounds);
        assert_eq!(outcome.winner.map(|seat| seat.index() ^ row.place), row.winner);
    }
    // Keeping facts for the record must not change the battle.
    assert_eq!(run(&plan).1, rows);
}

#[test]
fn a_veteran_beats_chance() {
    let (report, _) = run(&plan(["veteran", "random"], 40, 0));
    let wins = report.sides[0].tally.wins;
    // An equal player would win 34 of 40 once in a million times.
    assert!(wins >= 34, "the veteran won only {wins} of 40");
}

#[test]
fn results_come_one_by_one_and_a_full_disk_ends_it() {
    let mut seen = Vec::new();
    let mut row = |row: &Row| {
        seen.push(row.battle);
        if seen.len() < 3 { Ok(()) } else { Err(std::io::Error::other("the disk is full")) }
    };
    // So many that the test would not end if they were all played.
    let trouble = sim::run(&plan(["random", "random"], u64::MAX, 2), &mut Outlet { row: &mut row, record: None });
    assert_eq!(trouble.err().map(|trouble| trouble.to_string()).as_deref(), Some("the disk is full"));
    assert_eq!(seen, [0, 1, 2]);
}

#[test]
fn illegal_plans_are_refused() {
    let refused = |plan: Plan<Sellsword>| {
        let mut row = |_: &Row| Ok(());
        sim::run(&plan, &mut Outlet { row: &mut row, record: None })
            .err()
            .map(|trouble| trouble.to_string())
            .unwrap_or_default()
    };
    let text = refused(plan(["vetran", "random"], 1, 1));
    assert_eq!(text, "unknown mind \"vetran\"; expected random or veteran");
    let text = refused(Plan { scenario: "standrd".into(), ..plan(["random", "random"], 1, 1) });
    assert!(text.contains("did you mean \"standard\"?"), "{text}");
    let nobody = Warband { name: "nobody".into(), line: "Nobody | havoc | - | ".into() };
    let text = refused(Plan { pairings: vec![vec![nobody.clone(), nobody]], ..plan(["random", "random"], 1, 1) });
    assert!(text.contains("side a") && text.contains("side b"), "{text}");
}

#[test]
fn the_benchmark_always_plays_the_same_battles() {
    let plan = plan(["random", "random"], 1, 1);
    let openings: Vec<_> = plan
        .pairings
        .iter()
        .map(|pair| {
            let sides = pair.iter().map(|warband| warband.line.clone()).collect();
            let setup = kernel::Setup { scenario: "standard".into(), sides, ..kernel::Setup::default() };
            <Sellsword as kernel::System>::begin(&plan.pack, &setup).expect("ready-made warbands are legal")
        })
        .collect();
    let once = bench::run::<Sellsword>(&openings, 0.0).unwrap_or_else(|broken| panic!("{broken}"));
    let again = bench::run::<Sellsword>(&openings, 0.0).unwrap_or_else(|broken| panic!("{broken}"));
    assert_eq!(once.checksum, again.checksum);
    assert_eq!((once.quiet.battles, once.aloud.battles), (bench::FIXED, bench::FIXED));
    assert_eq!(once.quiet.decisions, once.aloud.decisions);
}

#[test]
fn intervals_are_those_of_the_tables() {
    let close = |a: f64, b: f64| (a - b).abs() < 5e-4;
    let half = wilson(50, 100);
    assert!(close(half.low, 0.4038) && close(half.high, 0.5962), "{half:?}");
    let all = wilson(10, 10);
    assert!(close(all.low, 0.7225) && close(all.high, 1.0), "{all:?}");
    assert!(close(wilson(0, 0).high, 1.0));
}
