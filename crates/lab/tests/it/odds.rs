//! Odds checked three ways: by enumeration, by hand, and by brute simulation.

use kernel::oracle::{Chance, Guide, Guided};
use kernel::{Answer, Ask, Choice, Flow, Log, Question, Rng, System, Table};
use pack::{Reader, Sources, Staged};
use sellsword::{Sellsword, State};
use std::collections::BTreeMap;

fn stage(text: &str) -> State {
    let sources = Sources::embedded(&[("situation", text)]);
    let reader = Reader::new(&sources);
    let root = reader.roots()[0];
    let state = Sellsword::stage(&Sellsword::core(), root);
    let problems = reader.finish();
    state.unwrap_or_else(|| panic!("{problems:?}"))
}

/// Takes the first option of everything: reply, avoid all, reroll nothing, mark the first box.
fn first(_: &Ask, question: &dyn Question) -> Answer {
    let _ = question;
    Answer::Option(0)
}

/// Replies are made, wounds avoided, misses rerolled.
fn eager(ask: &Ask, question: &dyn Question) -> Answer {
    match ask.prompt() {
        "reroll-miss" => Answer::Option(question.len() - 1),
        _ => Answer::Option(0),
    }
}

fn health(state: &State) -> Vec<(i16, i16)> {
    state.units.iter().map(|unit| (unit.vigor, unit.injuries())).collect()
}

const DUEL: &str = r#"
board = '''
......
......
......
'''
figure = [
  { tag = "a.necro", card = "gray_necromancer", at = "B2" },
  { tag = "b.orc", card = "orc_raider", at = "C2", green = 0 },
]
turn = { unit = "a.necro" }
"#;

#[test]
fn a_dagger_blow_by_hand() {
    let state = stage(DUEL);
    let choice = Choice::parse("attack sacrificial-dagger b.orc", &state).unwrap();
    let table = lab::odds::of_choice::<Sellsword, _>(&state, &choice, &mut first, |after| health(after)[1]).unwrap();
    // +9 against Armor 14 hits on 5 or more, and with a 15 or more it is ten above: 10 or 20 Pierce against 15 Vigor.
    let expected = BTreeMap::from([
        ((15, 0), Chance { ways: 1, of: 5 }),
        ((5, 0), Chance { ways: 1, of: 2 }),
        ((0, 1), Chance { ways: 3, of: 10 }),
    ]);
    assert_eq!(table, expected);
}

const MELEE: &str = r#"
board = '''
......
......
......
......
'''
figure = [
  { tag = "a.mage", card = "storm_mage", at = "B2" },
  { tag = "a.captain", card = "knight_captain", at = "A2" },
  { tag = "b.warlord", card = "orc_warlord", at = "C2" },
  { tag = "b.warlord2", card = "orc_warlord", at = "C3" },
  { tag = "b.raider", card = "orc_raider", at = "C1" },
]
turn = { unit = "a.mage" }
"#;

struct Policy<'a> {
    choice: &'a Choice,
    asked: bool,
}

impl Guide for Policy<'_> {
    fn choose(&mut self, ask: &Ask, question: &dyn Question) -> Flow<Answer> {
        if std::mem::replace(&mut self.asked, true) {
            Ok(eager(ask, question))
        } else {
            Ok(question.settle(self.choice).unwrap())
        }
    }
}

#[test]
fn an_attack_with_rerolls_and_three_replies_agrees_with_brute_simulation() {
    let state = stage(MELEE);
    let choice = Choice::parse("attack spark b.warlord", &state).unwrap();
    let exact = lab::odds::of_choice::<Sellsword, _>(&state, &choice, &mut eager, health).unwrap();
    let whole = exact.values().try_fold(Chance::NEVER, |sum, chance| sum.plus(*chance)).unwrap();
    assert_eq!(whole, Chance { ways: 1, of: 1 });
    assert!(exact.len() > 4, "{exact:?}");

    let mut found: BTreeMap<_, u64> = BTreeMap::new();
    let mut rng = Rng::new(5);
    let (mut log, mut scratch) = (Log::off(), Default::default());
    let runs = 40_000;
    for _ in 0..runs {
        let mut after = state.clone();
        let mut guide = Policy { choice: &choice, asked: false };
        let mut oracle = Guided::new(&[], &mut guide, &mut rng);
        Sellsword::step(&mut Table::<Sellsword> {
            state: &mut after,
            oracle: &mut oracle,
            log: &mut log,
            scratch: &mut scratch,
        })
        .unwrap();
        *found.entry(health(&after)).or_default() += 1;
    }
    for (outcome, count) in &found {
        assert!(exact.contains_key(outcome), "simulation reached {outcome:?} ({count} times), enumeration did not");
    }
    for (outcome, chance) in &exact {
        let expected = chance.per_million() as f64 * runs as f64 / 1e6;
        let seen = found.get(outcome).copied().unwrap_or(0) as f64;
        // Five standard deviations; the rng is fixed, so this never flickers.
        assert!(
            (seen - expected).abs() <= 5.0 * expected.sqrt() + 3.0,
            "{outcome:?}: {seen} seen, {expected:.0} expected"
        );
    }
}

#[test]
fn an_illegal_attack_has_no_odds() {
    let state = stage(DUEL);
    let choice = Choice::parse("attack sacrificial-dagger a.necro", &state).unwrap();
    assert_eq!(lab::odds::of_choice::<Sellsword, _>(&state, &choice, &mut first, health), None);
}
