//! What the board, the lobby and the muster are told of this game.

use coreheim::Coreheim;
use kernel::battle::Declined;
use kernel::sketch::{Drawn, Shape};
use kernel::{Layer, Seat, Seed, Setup, Thing, Way};
use pack::Staged;
use systems::live::{Stroke, Verdict, odds_at};
use systems::{Live, named};

/// A battle in which everybody does the first thing that comes to mind until `wanted` is asked for the first time with more
/// than one answer; walks rather than stays, so that the sides meet.
fn until(options: &[(&str, &str)], wanted: &str) -> Box<dyn Live> {
    let game = named("coreheim").expect("a system that can be played");
    let bands = game.warbands();
    let sides = [0, 3].map(|at: usize| bands[at].line.clone()).to_vec();
    let options = options.iter().map(|(key, value)| ((*key).to_owned(), (*value).to_owned())).collect();
    let setup = Setup { scenario: "street-fight".into(), sides, options, ..Setup::default() };
    let battle = game.begin(setup, Some(Seed::from_number(3))).map_err(|problems| format!("{problems:?}"));
    let mut battle = battle.expect("a legal setup");
    for _ in 0..600 {
        let request = battle.pending().expect("it is not over yet");
        let (seat, prompt, listed) = (request.ask.seat, request.ask.prompt(), request.options.len());
        if prompt == wanted && (listed > 1 || request.free) {
            return battle;
        }
        let first = request.options[0].line.clone();
        let idea = battle.ideas().into_iter().next().map(|idea| battle.line(&idea.choice));
        let line = if prompt == "declare" { request_last(&*battle) } else { idea.unwrap_or(first) };
        battle.answer(seat, &line).unwrap_or_else(|why| panic!("{line}: {why}"));
    }
    panic!("{wanted} is never asked")
}

/// Nobody charges: the last answer of the list is that this is all.
fn request_last(battle: &dyn Live) -> String {
    battle.pending().and_then(|request| request.options.last()).map_or_else(String::new, |last| last.line.clone())
}

#[test]
fn a_place_is_drawn_within_the_zone_and_ideas_are_legal() {
    let battle = until(&[], "place");
    let pens = battle.pens();
    assert_eq!((pens.len(), pens[0].line, pens[0].label.as_str()), (1, Stroke::Place, "Set up"));
    assert!(battle.line(&pens[0].stem).starts_with("place "));
    let ideas = battle.ideas();
    assert!(ideas.len() >= 6, "{ideas:?}");
    for idea in &ideas {
        let line = battle.line(&idea.choice);
        assert!(battle.sketch(&line).is_ok(), "{line}");
    }
    let middle = format!("{} @24.000,24.000,0.000", battle.line(&pens[0].stem));
    assert!(matches!(battle.sketch(&middle), Err(Declined::Illegal(why)) if why.rule == rulebook::CH::DEPLOY_02));
}

#[test]
fn a_way_is_measured_and_a_bad_one_is_refused_where_it_fails() {
    let battle = until(&[], "path");
    let pens = battle.pens();
    let Stroke::Way { from, limit } = pens[0].line else { panic!("a way") };
    assert_eq!((pens[0].label.as_str(), pens[1].label.as_str()), ("Walk", "Run"));
    assert!(!pens[0].area.outlines.is_empty());
    let ideas = battle.ideas();
    let toward = ideas.iter().find(|idea| idea.label.starts_with("Towards")).expect("somebody to go for");
    assert!(matches!(&toward.choice.way, Way::Track(track) if track[0] == from));
    let line = battle.line(&toward.choice);
    let (used, of) = battle.used(&line).expect("a length");
    assert!(used > 0 && used <= of && of == limit, "{used} of {of}");
    let marks = battle.sketch(&line).expect("a legal way");
    assert!(marks.iter().any(|mark| mark.kind == Drawn::Reach && matches!(mark.shape, Shape::Track(_))));
    // Off the table: refused, and the board is told how far it would have come.
    let out = format!("walk {from}>@{}.000,-3.000,0.000", from.x / 1000);
    assert!(matches!(battle.sketch(&out), Err(Declined::Illegal(_))), "{out}");
    assert!(!battle.faults(&out).is_empty());
}

/// CH-CHARGE-02: while a charge is declared no distance and no chance leaves the program; CH-JUMP-02: of a move it does.
#[test]
fn nothing_is_measured_before_it_is_declared() {
    let strict = until(&[("free-measuring", "off")], "declare");
    let line = strict.pending().expect("a question").options[0].line.clone();
    let Thing::Figure(charger) = strict.pending().expect("a question").options[0].choice.things[0] else {
        panic!("a charger")
    };
    assert!(strict.measuring().is_err_and(|why| why.rule == rulebook::CH::CHARGE_02));
    assert!(matches!(strict.odds(&line), Err(Declined::Illegal(_))));
    assert!(strict.layer(Some(Seat(0)), charger, Layer::Reach, None).is_empty());
    assert!(strict.layer(Some(Seat(0)), charger, Layer::Threat, None).is_empty());
    let marks = strict.sketch(&line).expect("a listed answer");
    assert!(marks.iter().any(|mark| mark.kind == Drawn::Lane), "where to is no secret");
    assert!(marks.iter().all(|mark| mark.kind != Drawn::Risk && !mark.text.contains('″')), "{marks:?}");
    assert!(until(&[("free-measuring", "off")], "path").measuring().is_ok());

    let free = until(&[("free-measuring", "on")], "declare");
    assert!(free.measuring().is_ok());
    let marks = free.sketch(&line).expect("the same answer");
    assert!(marks.iter().any(|mark| mark.kind == Drawn::Lane && mark.text.contains('″')), "{marks:?}");
    assert!(marks.iter().any(|mark| mark.kind == Drawn::Risk), "the corridor of interception");
    assert!(!free.layer(Some(Seat(0)), charger, Layer::Reach, None).is_empty());
}

/// A hound between a soldier who can parry and a zombie who cannot; neither strikes back, for they fell.
const MELEE: &str = r#"
system = "coreheim"
stage = "combat"
[[figure]]
tag = "a.hound"
fighter = "hound"
at = [10, 10, 0]
fresh = false
[[figure]]
tag = "b.foe"
fighter = "soldier"
at = [11, 10, 0]
gear = ["sword"]
fresh = false
did = ["fell"]
[[figure]]
tag = "b.zombie"
fighter = "zombie"
at = [9, 10, 0]
fresh = false
did = ["fell"]
"#;

/// A master and an enemy who is half an inch beyond the range of the spell.
const FAR_SPELL: &str = r#"
system = "coreheim"
stage = "shoot"
[[figure]]
tag = "a.master"
fighter = "coven_master"
at = [10, 10, 0]
spells = ["mindtwist", "pact"]
[[figure]]
tag = "b.foe"
fighter = "soldier"
at = ["17.5", 10, 0]
"#;

fn staged(text: &str) -> coreheim::state::State {
    Coreheim::situation(text).unwrap_or_else(|problems| panic!("{problems:?}"))
}

/// CH-MAGIC-07: a spell that does not get there promises nothing, however well it is cast.
#[test]
fn odds_of_a_spell_out_of_range_promise_nothing() {
    let outcomes = |text: &str| {
        let odds = odds_at::<Coreheim>(&staged(text), &[], "cast a.master mindtwist");
        let odds = odds.unwrap_or_else(|why| panic!("{why:?}"));
        odds.outcomes.iter().map(|odd| (odd.verdict, odd.per_million)).collect::<Vec<_>>()
    };
    let far = outcomes(FAR_SPELL);
    let [(Verdict::Miss("Out of range"), wasted), (Verdict::Miss("The spell fails"), fails)] = far[..] else {
        panic!("{far:?}")
    };
    assert_eq!(wasted + fails, 1_000_000);
    let near = outcomes(&FAR_SPELL.replace("17.5", "15"));
    assert_eq!(near, [(Verdict::Miss("The spell fails"), fails), (Verdict::Hit("The spell succeeds"), wasted)]);
}

/// CH-CLOSE-18: the chances of the end are those of a blow that nobody parries, and they say so where somebody could.
#[test]
fn odds_say_that_nothing_is_parried_where_somebody_could() {
    let state = staged(MELEE);
    let odds = |line: &str| odds_at::<Coreheim>(&state, &["fight sword"], line).unwrap_or_else(|why| panic!("{why:?}"));
    let at_soldier = odds("strike b.foe");
    assert!(!at_soldier.ends.is_empty());
    assert_eq!(at_soldier.given, ["if nothing is parried"]);
    let at_zombie = odds("strike b.zombie");
    assert!(!at_zombie.ends.is_empty());
    assert!(at_zombie.given.is_empty(), "{:?}", at_zombie.given);
}

/// Where anything may be measured the distance stands beside the answer; elsewhere not even a planned move tells one (CH-SHOOT-08).
#[test]
fn distances_stand_beside_answers_only_where_anything_may_be_measured() {
    let price = |battle: &dyn Live| {
        let first = battle.pending().and_then(|request| request.options.first().cloned()).expect("a charge");
        battle.price(&first.choice)
    };
    let free = until(&[("free-measuring", "on")], "declare");
    assert!(price(&*free).is_some_and(|text| text.ends_with("″ away")), "{:?}", price(&*free));
    assert_eq!(price(&*until(&[("free-measuring", "off")], "declare")), None);
    for (value, told) in [("on", true), ("off", false)] {
        let battle = until(&[("free-measuring", value)], "path");
        let ideas = battle.ideas();
        let ways = ideas.iter().map(|idea| battle.line(&idea.choice)).filter_map(|line| battle.sketch(&line).ok());
        let sights: Vec<_> = ways.flatten().filter(|mark| matches!(mark.kind, Drawn::Sight | Drawn::Cover)).collect();
        assert!(!sights.is_empty(), "somebody is seen on the way");
        assert_eq!(sights.iter().any(|mark| mark.text.contains('″')), told, "{sights:?}");
    }
}

/// What is taken back is called what it was: a place that was chosen, not the one that stood first in the list.
#[test]
fn an_undo_names_the_place_that_was_chosen() {
    let mut battle = until(&[], "place");
    let seat = battle.pending().expect("a question").ask.seat;
    let idea = battle.ideas().pop().expect("places with a purpose");
    assert!(battle.label(&battle.pending().expect("a question").options[0].choice).ends_with("the first free place"));
    let line = battle.line(&idea.choice);
    battle.answer(seat, &line).expect("a legal place");
    let label = battle.takes_back(&[seat]).expect("something to take back").label;
    assert!(!label.contains("first free place") && label.contains(" at "), "{label}");
}

/// The dice on the board say what the rules made of them: with two weapons a natural 4 may be a miss against 4.
#[test]
fn every_roll_of_a_battle_says_what_came_of_it() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../playthroughs/coreheim");
    let mut lines = Vec::new();
    for entry in std::fs::read_dir(folder).expect("the recorded battles") {
        let file = entry.expect("a file").path();
        if file.extension().is_some_and(|name| name == "fray") {
            let text = std::fs::read_to_string(&file).expect("a text");
            let record = kernel::Record::parse(&text).expect("a record");
            let battle = named("coreheim").expect("a system").replay(&record).unwrap_or_else(|fault| panic!("{fault}"));
            lines.extend(battle.log(0..battle.told(None), None));
        }
    }
    let mut seen = std::collections::BTreeSet::new();
    for line in lines {
        let said = |key: &str| line.fields.iter().find(|(name, _)| *name == key).map(|(_, value)| value == "true");
        let good = ["hit", "success", "passed", "parried"].iter().find_map(|key| said(key));
        let (Some(good), Some(verdict)) = (good, line.roll.as_ref().and_then(|roll| roll.verdict)) else { continue };
        if matches!(verdict, Verdict::Critical(_)) {
            continue;
        }
        assert_eq!(good, !matches!(verdict, Verdict::Miss(_)), "{}", line.text);
        let word = line.text.rsplit(", ").next().unwrap_or_default();
        let fine = ["a hit", "passed", "it succeeds", "turned aside"].contains(&word);
        assert_eq!(good, fine, "{}", line.text);
        seen.insert((line.name, good));
    }
    for name in ["blow-rolled", "shot-rolled"] {
        assert!(seen.contains(&(name, true)) && seen.contains(&(name, false)), "{name}: {seen:?}");
    }
}
