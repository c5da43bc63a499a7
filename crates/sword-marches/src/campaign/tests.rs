//! A warband from battle to battle, and what a report refuses to begin with.

use super::{Chronicle, Report, State};
use crate::content::{Stage, core};
use crate::muster::{self, Warband};
use kernel::{Battle, Seed, Setup, System};

fn setup(sides: &[&Warband], reports: &[&str]) -> Setup {
    let letters = ["report-a", "report-b"];
    let options = letters.iter().zip(reports).map(|(key, line)| ((*key).to_owned(), (*line).to_owned()));
    Setup {
        scenario: "report".to_owned(),
        sides: sides.iter().map(|warband| muster::line(warband)).collect(),
        options: options.collect(),
        ..Setup::default()
    }
}

/// Works through a report; questions that no line is left for are ended with `done` or `keep`.
fn work(setup: Setup, lines: &[&str]) -> State {
    let mut battle = Battle::<Chronicle>::begin(&core(), setup, Some(Seed::from_number(5))).expect("a legal report");
    let mut lines = lines.iter();
    while let Some(request) = battle.pending().cloned() {
        let offered = |word: &str| request.options.iter().any(|option| option.line == word);
        let next = lines.clone().next().filter(|line| offered(line));
        let line = match next {
            Some(line) => {
                lines.next();
                (*line).to_owned()
            }
            None => ["done", "keep", "leave"].into_iter().find(|word| offered(word)).expect("a way out").to_owned(),
        };
        battle.answer(request.ask.seat, &line).unwrap_or_else(|why| panic!("{line}: {why}"));
    }
    assert_eq!(lines.len(), 0, "not everything was asked for");
    battle.checkpoint().clone()
}

#[test]
fn three_battles() {
    let pack = core();
    let mut band = pack.warband(kernel::Name::of("red_company")).expect("the Red Company").clone();
    let stood = "win vs fighting-companies silver 15 | stood 1/0/1, stood 0/1/0, stood, stood, stood objectives 1";
    // After the first battle the captain has 3 + 2 + 3 + 1 + 2 EXP (two Rivals among his foes), which is 11.
    let state = work(setup(&[&band], &[stood]), &[]);
    band = state.warband(0);
    let annals = band.annals.clone().expect("annals");
    assert_eq!((annals.games, annals.renown, annals.treasury), (1, 6, 13 + 20 + 15));
    assert_eq!(band.models[0].exp, 2 + 1 + 1 + 3 + 2 + 2);
    // The file between two battles says it all.
    let file = muster::write(&band);
    let mut band = muster::read(&pack, "red.toml", &file).expect("a file just written");
    assert_eq!(muster::line(&band), muster::line(&state.warband(0)));
    assert!(muster::check(&pack, &band).is_empty());

    for game in 2..=3 {
        let lines: &[&str] = if game == 2 { &["learn a.captain man-at-arms", "buy a.archer leathers"] } else { &[] };
        let state = work(setup(&[&band], &[stood]), lines);
        band = state.warband(0);
        assert!(muster::check(&pack, &band).is_empty(), "{:?}", muster::check(&pack, &band));
    }
    let annals = band.annals.clone().expect("annals");
    assert_eq!((annals.games, annals.renown), (3, 18));
    assert_eq!(band.models[0].traits[0].level, 3);
    assert_eq!(band.models[4].gear.len(), 3);
    // The fourth makes them Blooded.
    let state = work(setup(&[&band], &[stood]), &["archetype chosen-one"]);
    assert_eq!(state.warband(0).stage, Stage::Blooded);
    assert_eq!(state.warband(0).annals.expect("annals").given_up, [kernel::Name::of("battle-sage")]);
}

#[test]
fn reports_that_tell_of_others_are_refused() {
    let pack = core();
    let band = pack.warbands[0].clone();
    let begin = |setup: Setup| Chronicle::begin(&pack, &setup).map(|_| ()).map_err(|problems| problems[0].to_string());
    assert_eq!(
        begin(setup(&[&band], &["win vs - silver 0 | stood"])),
        Err("report: the report tells of 1 model, the warband has 5".to_owned())
    );
    assert_eq!(
        begin(setup(&[&band], &["triumph vs - silver 0 | stood"])),
        Err("report: expected win, draw or loss".to_owned())
    );
    assert!(begin(setup(&[], &[])).is_err());
    assert!(begin(setup(&[&band, &band, &band], &[])).is_err());
    let mut wild = setup(&[&band], &[]);
    wild.options.push(("dragons".to_owned(), "on".to_owned()));
    assert_eq!(begin(wild), Err("options: there is no option \"dragons\"".to_owned()));
}

#[test]
fn report_lines_read_back() {
    let pack = core();
    let line =
        "loss vs wold-walkers silver 25 | stood 0/1/2, wounded, fled objectives 2, left 1/0/0 objectives 1, absent";
    assert_eq!(Report::parse(&pack, line).expect("a report").line(), line);
    for wrong in ["", "win", "win vs - silver x | stood", "win vs orcs silver 0 | stood", "win vs - silver 0 | slept"] {
        assert!(Report::parse(&pack, wrong).is_err(), "{wrong:?}");
    }
}
