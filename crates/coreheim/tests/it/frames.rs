//! Whoever is asked in the middle of something is told what it interrupts.

use coreheim::{Coreheim, State, cards, muster};
use kernel::{Battle, Figure, Request, Rng, Seed, Setup};
use std::collections::{BTreeMap, BTreeSet};

/// A step of three inches towards the nearest enemy.
fn step(state: &State, figure: Figure) -> Option<String> {
    let here = state.warrior(figure).at;
    let foes = state.present().filter(|other| state.enemies(figure, *other)).map(|foe| state.warrior(foe).at);
    let foe = foes.min_by_key(|foe| foe.plan().square_to(here.plan()))?;
    let there = here.plan().toward(foe.plan(), 3000).at(here.z);
    Some(format!("walk {here}>{there}"))
}

/// Plays a battle of people who go for one another, and notes for each kind of decision what it interrupted.
fn stacks(seed: u64, found: &mut BTreeMap<&'static str, BTreeSet<String>>) {
    let pack = cards::core();
    let sides = [0, 2].map(|at| muster::line(&pack, &pack.warbands[at].warband)).to_vec();
    let setup = Setup { scenario: "hold-the-house".into(), sides, ..Setup::default() };
    let mut battle = Battle::<Coreheim>::begin(&pack, setup, Some(Seed::from_number(seed))).expect("legal warbands");
    let mut rng = Rng::new(seed);
    for _ in 0..1500 {
        let Some(request) = battle.pending() else { return };
        let (seat, prompt): (_, &'static str) = (request.ask.seat, request.ask.prompt());
        found.entry(prompt).or_default().insert(words(request));
        let own = if prompt == "path" { request.ask.actor.and_then(|actor| step(battle.state(), actor)) } else { None };
        let any = request.options[rng.below(request.options.len())].line.clone();
        let gone = own.is_some_and(|line| battle.answer(seat, &line).is_ok());
        if !gone {
            battle.answer(seat, &any).expect("an offered answer");
        }
    }
}

fn words(request: &Request) -> String {
    let words: Vec<&str> = request.stack.iter().map(|frame| frame.text.as_str()).collect();
    words.join(" > ")
}

#[test]
fn decisions_inside_decisions_say_what_waits() {
    let mut found = BTreeMap::new();
    for seed in 1..=6 {
        stacks(seed, &mut found);
    }
    let inside = |prompt: &str, words: &str| found.get(prompt).is_some_and(|all| all.contains(words));
    assert_eq!(found["declare"], BTreeSet::from([String::new()]));
    assert!(inside("path", "Move"), "{found:?}");
    assert!(inside("intercept", "Charge"), "{found:?}");
    assert!(inside("weapon", "Combat"), "{found:?}");
    assert!(inside("parry", "Combat > Blows"), "{found:?}");
}
