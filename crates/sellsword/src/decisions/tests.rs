use super::*;
use crate::cards::core;
use kernel::board::Words;
use kernel::{Answers, Battle, Choice, Seed, Setup, decision};
use std::collections::BTreeSet;

/// A necromancer with a burst against an orc, before the first round.
fn battle() -> Battle<Sellsword> {
    let sides = ["Graves | havoc | ruined-abbey | gray-necromancer", "Guards | havoc | ruined-abbey | orc-raider"];
    let setup = Setup { scenario: "standard".to_owned(), sides: sides.map(str::to_owned).to_vec(), ..Setup::default() };
    Battle::begin(&core(), setup, Some(Seed::from_number(1))).expect("a legal battle")
}

#[test]
fn every_prompt_has_a_word_of_its_own() {
    let words: Vec<&str> = decision::all::<Sellsword>().map(|declared| declared.decision.prompt).collect();
    let distinct: BTreeSet<&str> = words.iter().copied().collect();
    assert_eq!(distinct.len(), words.len());
}

#[test]
fn every_answer_is_named_and_read_in_one_way() {
    let battle = battle();
    for declared in decision::all::<Sellsword>() {
        let kinds = declared.decision.answers;
        for (at, kind) in kinds.iter().enumerate() {
            assert!(!kinds[..at].iter().any(|other| other.variant == kind.variant), "{}", kind.variant);
        }
    }
    let read = |line: &str| Choice::parse(line, battle.state()).expect("a line");
    assert_eq!(Opening::read(&read("settle rage")), Some(Opening::Settle { what: Plight::Rage }));
    let power = Name::of("ritual");
    assert_eq!(Opening::read(&read("settle ritual")), Some(Opening::Trait { power }));
    assert_eq!(NamedAct::read(&read("use ritual")), Some(NamedAct::Use { power }));
    let target = Figure(1);
    assert_eq!(NamedAct::read(&read("use ritual b.orc-raider")), Some(NamedAct::UseOn { power, target }));
    assert_eq!(NamedAct::read(&read("rest ritual")), None);
    assert_eq!(NamedAct::read(&read("end 7")), None);
}

#[test]
fn answers_say_what_they_do_and_cost() {
    let battle = battle();
    let state = battle.state();
    let (necromancer, orc) = (Figure(0), Figure(1));
    let ask = ACT.to(Seat(0)).actor(necromancer).ask;
    let said = |act: NamedAct| {
        let choice = act.choice();
        (Sellsword::label(state, &ask, &choice), Sellsword::price(state, &ask, &choice))
    };
    let (bolt, dagger) = (Name::of("grave-bolt"), Name::of("sacrificial-dagger"));
    assert_eq!(said(NamedAct::Burst { attack: bolt }), ("Grave Bolt".into(), Some("2 acts".into())));
    assert_eq!(
        said(NamedAct::Charge { attack: dagger, target: orc }),
        ("Charge Orc Raider (Sacrificial Dagger)".into(), Some("5 Vigor".into()))
    );
    assert_eq!(said(NamedAct::Attack { attack: dagger, target: orc }), ("Sacrificial Dagger: Orc Raider".into(), None));
    assert_eq!(said(NamedAct::Rest { token: Token::Green }), ("Rest: green token".into(), None));
    assert_eq!(Sellsword::title(state, &ask), "Gray Necromancer: act 1 of 1");

    let ask = REROLL_BURST.to(Seat(0)).actor(necromancer).ask;
    let again = BurstReroll::Warleader { unit: necromancer, target: orc }.choice();
    assert_eq!(Sellsword::label(state, &ask, &again), "Roll again against Orc Raider (Gray Necromancer)");
    assert!(REROLL_BURST.decision.declines(&BurstReroll::Keep.choice()) && !REROLL_BURST.decision.declines(&again));

    let ask = AVOID.to(Seat(0)).actor(necromancer).ask;
    let avoids = |amount| Avoidance::Avoid { amount }.choice();
    assert_eq!(Sellsword::label(state, &ask, &avoids(0)), "Avoid none");
    assert_eq!(Sellsword::price(state, &ask, &avoids(0)), None);
    assert_eq!(Sellsword::price(state, &ask, &avoids(10)), Some("10 Vigor".into()));
}
