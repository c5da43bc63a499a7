//! Battles between two minds, by role and Adventure; and how fast random minds play.

use lab::sim::{Outlet, Plan, Warband, run};
use std::collections::BTreeMap;
use std::sync::Arc;
use sword_marches::content::{Stage, core};
use sword_marches::{SwordMarches, muster};

fn main() {
    let args: Vec<String> = std::env::args().collect();
    let pack = core();
    if args.get(1).is_some_and(|word| word == "bench") {
        let bands: Vec<_> = pack.warbands.iter().filter(|band| band.stage == Stage::Blooded).collect();
        let mut openings = Vec::new();
        for scenario in ["grave-gold", "beacon"] {
            for (at, a) in bands.iter().enumerate() {
                for b in &bands[at..] {
                    let setup = kernel::Setup {
                        scenario: scenario.into(),
                        sides: vec![muster::line(a), muster::line(b)],
                        ..kernel::Setup::default()
                    };
                    openings.push(<SwordMarches as kernel::System>::begin(&pack, &setup).expect("legal"));
                }
            }
        }
        let seconds = args.get(2).and_then(|n| n.parse().ok()).unwrap_or(5.0);
        let report = lab::bench::run::<SwordMarches>(&openings, seconds).expect("battles end");
        println!(
            "{:.0} decisions/s quiet, {:.0} aloud, {} battles, {:.0} decisions each, clone {:.0} ns, {}",
            report.quiet.decisions_per_second(),
            report.aloud.decisions_per_second(),
            report.quiet.battles,
            report.quiet.decisions as f64 / report.quiet.battles as f64,
            report.clone_nanos,
            report.checksum
        );
        return;
    }
    if args.get(1).is_some_and(|word| word == "causes") {
        use sword_marches::Event;
        let mut count: BTreeMap<String, u32> = BTreeMap::new();
        for file in &args[2..] {
            let record = kernel::Record::parse(&std::fs::read_to_string(file).expect("a file")).expect("a record");
            let battle = record.verify::<SwordMarches>(&pack).unwrap_or_else(|why| panic!("{why}"));
            let state = battle.state();
            let side = |figure: kernel::Figure| state.owner(figure);
            let (mut action, mut actor, mut counter) = ("", kernel::Seat(0), false);
            for told in battle.told() {
                match &told.event {
                    Event::TokenSpent { model, action: name } => {
                        (action, actor, counter) = (name.text(), side(*model), false);
                        *count.entry(format!("{} does {action}", side(*model))).or_default() += 1;
                    }
                    Event::CounterAttacked { .. } => counter = true,
                    Event::TurnBegan { .. } => action = "mettle",
                    Event::Wounded { model, reason } => {
                        let by = if actor == side(*model) { "own" } else { "enemy" };
                        *count
                            .entry(format!("{} lost: {by} {action} counter {counter} {reason}", side(*model)))
                            .or_default() += 1;
                    }
                    Event::LeftTable { model } => {
                        *count.entry(format!("{} lost: fled", side(*model))).or_default() += 1
                    }
                    Event::Panicked { model } => *count.entry(format!("{} broken", side(*model))).or_default() += 1,
                    _ => {}
                }
            }
        }
        for (what, many) in count {
            println!("{many:5} {what}");
        }
        return;
    }
    if args.get(1).is_some_and(|word| word == "story") {
        let record = kernel::Record::parse(&std::fs::read_to_string(&args[2]).expect("a file")).expect("a record");
        let battle = record.verify::<SwordMarches>(&pack).unwrap_or_else(|why| panic!("{why}"));
        for step in battle.steps() {
            let state = &step.start;
            if state.stage == sword_marches::state::Stage::TurnEnd {
                println!("--- end of turn {}, beacon {}, rolls left", state.turn, state.beacon);
                for (figure, fighter, spot) in state.standing() {
                    println!(
                        "      {} {spot} walk {} {}{}{}",
                        kernel::Tags::tag(state, figure),
                        state.field.march(0).inches(spot),
                        if fighter.shocked { "shocked " } else { "" },
                        if fighter.broken { "broken " } else { "" },
                        if state.engaged(figure) { "engaged" } else { "" }
                    );
                }
            }
        }
        if args.len() > 3 {
            return;
        }
        for told in battle.told() {
            println!("{}", kernel::Tale::<SwordMarches>::sentence(&told.event, battle.state()));
        }
        return;
    }
    let battles: u64 = args.get(1).and_then(|n| n.parse().ok()).unwrap_or(40);
    let stages = match args.get(2).map(String::as_str) {
        Some("upstart") => vec![Stage::Upstart],
        Some("blooded") => vec![Stage::Blooded],
        Some("all") | None => Stage::ALL.to_vec(),
        _ => vec![Stage::ALL[2]],
    };
    let minds = [args.get(3).cloned().unwrap_or("veteran".into()), args.get(4).cloned().unwrap_or("random".into())];
    let seed = args.get(5).and_then(|n| n.parse().ok()).unwrap_or(1);
    let mut pairings = Vec::new();
    for stage in stages {
        let bands: Vec<_> = pack.warbands.iter().filter(|band| band.stage == stage).collect();
        for a in &bands {
            for b in &bands {
                let band =
                    |band: &muster::Warband| Warband { name: Arc::from(band.title.as_str()), line: muster::line(band) };
                pairings.push([band(a), band(b)]);
            }
        }
    }
    for scenario in ["grave-gold", "beacon"] {
        for role in ["a", "b"] {
            if std::env::var("ROLE").is_ok_and(|wanted| wanted != role) {
                continue;
            }
            let plan = Plan::<SwordMarches> {
                pack: core(),
                scenario: scenario.into(),
                options: vec![("roles".into(), role.into())],
                pairings: pairings.clone(),
                minds: minds.clone(),
                swap: false,
                first: 0,
                battles,
                seed,
                threads: 2,
                engine: "duel".into(),
            };
            let mut reasons: BTreeMap<(Option<usize>, &str), u32> = BTreeMap::new();
            let mut lost: BTreeMap<String, (u32, u32)> = BTreeMap::new();
            let mut wins = 0;
            let started = std::time::Instant::now();
            let mut row = |row: &lab::sim::Row| {
                *reasons.entry((row.winner, row.reason)).or_default() += 1;
                wins += u32::from(row.winner == Some(0));
                let entry = lost.entry(format!("{} / {}", row.warbands[0], row.warbands[1])).or_default();
                entry.0 += u32::from(row.winner == Some(0));
                entry.1 += 1;
                Ok(())
            };
            let keep = |number: u64, record: &kernel::Record| {
                std::fs::write(format!("/tmp/march-{scenario}-{role}-{number}.fray"), record.to_string())
            };
            let wanted = std::env::var("KEEP").is_ok();
            run(&plan, &mut Outlet { row: &mut row, record: if wanted { Some(&keep) } else { None } })
                .expect("battles end");
            println!(
                "{scenario}, {} as {}: {wins} of {battles} in {:.1?}",
                minds[0],
                if role == "a" { "Intruder" } else { "Sentry" },
                started.elapsed()
            );
            for ((winner, reason), count) in &reasons {
                let who = match winner {
                    Some(0) => "won",
                    Some(_) => "lost",
                    None => "drew",
                };
                println!("   {count:4} {who}: {reason}");
            }
            lost.retain(|_, (won, of)| won < of);
            for (pair, (won, of)) in lost {
                println!("        {pair}: {won} of {of}");
            }
        }
    }
}
