//! Aftermaths, scripted and at random.

use super::report::{Report, setup};
use super::{Aftermath, State, bands, continued, income, injury, learning};
use crate::cards::{Item, Race, Word, core};
use crate::muster::{self, check, parse_line, random};
use kernel::oracle::Script;
use kernel::{Answer, Ask, EventText, Fall, Flow, Log, Oracle, Problem, Question, Rng, Roll, Seat, System};

/// Plays an aftermath with scripted choices and dice; the story, and the bands as they are then.
fn played(lines: &[&str], options: &[(&str, &str)], choices: &[&str], dice: &[u8]) -> (String, Vec<muster::Warband>) {
    let pack = core();
    let setup = kernel::Setup {
        scenario: "street-fight".to_owned(),
        sides: lines.iter().map(|line| (*line).to_owned()).collect(),
        options: options.iter().map(|(key, value)| ((*key).to_owned(), (*value).to_owned())).collect(),
        ..kernel::Setup::default()
    };
    let mut state = Aftermath::begin(&pack, &setup).expect("a good setup");
    let mut script = Script::default();
    script.choices.extend(choices.iter().map(|line| (*line).to_owned()));
    script.dice.extend(dice);
    let mut log = Log::on();
    let mut scratch = crate::Scratch::default();
    while Aftermath::outcome(&state).is_none() {
        if Aftermath::run(&mut state, &mut script, &mut log, &mut scratch).is_err() {
            break;
        }
    }
    assert_eq!(script.fault, None, "{:?}", script.pending);
    assert_eq!(script.left_over(), (0, 0), "{:?}", script.pending);
    let told = log.told.iter().map(|told| format!("{} ({})", told.event.sentence(&state), told.rule));
    (told.collect::<Vec<_>>().join("\n"), bands(&state))
}

#[test]
fn a_quiet_aftermath() {
    // One hero, no enemy out: exploration 13 is three shards, sold by a band of four for 70.
    let (said, bands) = played(
        &["T | mercenaries | 10 1 | captain, sergeant, recruit, soldier"],
        &[("winner", "a")],
        &["sell 3", "done", "done"],
        &[3, 4, 5, 1, 6],
    );
    assert!(said.contains("explores with 4 dice: 13, shards found: 3 (CH-CAMPAIGN-34)"), "{said}");
    assert_eq!(bands[0].gold, 80);
    assert_eq!(bands[0].members[0].experience, 22, "taking part and leading to victory: {said}");
    assert_eq!(bands[0].battles, 2);
    assert!(bands[0].history[0].starts_with("Battle 2: won street-fight"), "{:?}", bands[0].history);
}

#[test]
fn henchmen_die_or_survive() {
    let (said, bands) = played(
        &["T | goblins | 0 2 | boss, 3 goblin, 2 cave-beast"],
        &[("a-out", "1 1 2")],
        &["sell 1", "done", "done"],
        &[2, 5, 1, 4, 3],
    );
    assert!(said.contains("Goblin rolls 2 for his life: he is dead (CH-CAMPAIGN-06)"), "{said}");
    let counts: Vec<u8> = bands[0].members.iter().map(|member| member.count).collect();
    assert_eq!(counts, [1, 2, 1]);
}

#[test]
fn heroes_are_injured_for_good() {
    let (_, bands) = played(
        &["T | mercenaries | 0 5 | captain, sergeant+sword, 2 soldier"],
        &[("a-out", "1")],
        &["sell 1", "done", "done"],
        &[2, 3, 4, 5],
    );
    assert_eq!(bands[0].members[1].growth, [0, 0, 0, 0, -1, 0, 0, 0, 0], "23 is a chest wound");
    let (_, bands) = played(
        &["T | mercenaries | 0 5 | captain, sergeant+sword, 2 soldier"],
        &[("a-out", "1")],
        &["sell 1", "done", "done"],
        &[4, 3, 2, 2],
    );
    assert_eq!(bands[0].members[1].missing, 1, "43 is a smashed leg");
}

#[test]
fn first_battles_are_kind() {
    // 13 is death, but in the second battle it is multiple injuries: 25, 33, 47 is no roll of two dice, so 46, 51.
    let (said, bands) = played(
        &["T | mercenaries | 0 1 | captain, sergeant, 2 soldier"],
        &[("a-out", "1")],
        &["sell 1", "done", "done"],
        &[1, 3, 2, 5, 3, 3, 4, 6, 5, 1, 5, 5],
    );
    assert!(said.contains("CH-CAMPAIGN-14"), "{said}");
    assert_eq!(bands[0].members[1].growth[0], -1);
    assert_eq!(bands[0].members[1].growth[6], -1);
}

#[test]
fn the_dead_are_gone_and_a_new_leader_rises() {
    let (said, bands) = played(
        &["T | mercenaries | 0 5 | captain+sword, sergeant, recruit, 2 soldier"],
        &[("a-out", "0")],
        &["sell 2", "done", "done"],
        &[1, 1, 6, 1, 5],
    );
    assert!(said.contains("Captain is dead (CH-CAMPAIGN-09)"), "{said}");
    assert!(said.contains("Sergeant leads T now (CH-CAMPAIGN-40)"), "{said}");
    assert!(bands[0].members[0].leader);
    assert_eq!(bands[0].members.len(), 3);
}

#[test]
fn captives_can_be_bought_back() {
    let (said, bands) = played(
        &["T | mercenaries | 60 5 | captain, sergeant+sword, 2 soldier", "E | goblins | 0 5 | boss, 2 goblin"],
        &[("winner", "b"), ("a-out", "1")],
        &["release", "pay", "sell 1", "done", "done", "sell 2", "done", "done"],
        &[1, 5, 3, 3, 4, 5, 1, 2, 5, 3],
    );
    assert!(said.contains("Sergeant is released for 50 gold"), "{said}");
    assert_eq!(bands[0].gold, 10 + 40);
    assert_eq!(bands[1].stash.len(), 1, "the captor keeps the sword");
    assert!(bands[1].gold >= 50);
}

#[test]
fn an_advance_is_chosen() {
    // 20 + 1 + 3 kills = 24: one advance; a 9 raises Attacks or Wounds.
    let (said, bands) = played(
        &["T | mercenaries | 0 5 | captain, 2 soldier"],
        &[("a-kills", "0 0 0")],
        &["improve a", "sell 1", "done", "done"],
        &[4, 5, 1, 5],
    );
    assert!(said.contains("Captain improves A to 2 (CH-CAMPAIGN-30)"), "{said}");
    assert_eq!(bands[0].members[0].growth[7], 1);
    let (said, _) = played(
        &["T | cultists | 0 5 | coven-master+wings+pact, 2 cultist"],
        &[("a-kills", "0 0 0")],
        &["ease pact", "sell 1", "done", "done"],
        &[1, 1, 4, 6],
    );
    assert!(said.contains("casts Pact more easily (CH-MAGIC-14)"), "{said}");
}

#[test]
fn talent_makes_a_hero() {
    // The group reaches 2: 11 is talent. The new hero chooses two lists and rolls 6, +1 WS; the rest roll 3, +1 I.
    let (said, bands) = played(
        &["T | mercenaries | 0 5 | captain, 3 soldier+xp=1"],
        &[],
        &["list combat", "list speed", "improve ws", "sell 1", "done", "done"],
        &[5, 6, 3, 3, 1, 2, 4, 1, 3],
    );
    assert!(said.contains("A man of Soldier becomes a hero (CH-CAMPAIGN-32)"), "{said}");
    let pack = core();
    assert_eq!(bands[0].members.len(), 3);
    assert!(bands[0].members[2].risen && bands[0].members[2].growth[1] == 1);
    assert_eq!(bands[0].members[1].growth[6], 1);
    assert_eq!(check(&pack, &bands[0]), Vec::<Problem>::new());
}

#[test]
fn the_first_member_alone_is_no_empty_list() {
    let pack = core();
    let band = pack.warbands[0].warband.clone();
    let report = Report { out: vec![0], kills: vec![0], through: vec![0], ..Report::default() };
    let setup = setup(&pack, "street-fight", &[band], None, std::slice::from_ref(&report));
    let state = Aftermath::begin(&pack, &setup).expect("a good setup");
    assert_eq!(state.reports, [report]);
    let fate = state.fates[0][0];
    assert_eq!((fate.out, fate.kills, fate.through), (1, 1, true));
}

#[test]
fn who_has_risen_is_not_counted_twice() {
    let (_, bands) = played(
        &["T | mercenaries | 0 5 | captain, 3 soldier+xp=1", "E | goblins | 0 5 | boss, 2 goblin"],
        &[("winner", "b"), ("a-out", "1"), ("a-kills", "1 1")],
        &["list combat", "list speed", "improve ws", "sell 1", "done", "done", "sell 2", "done", "done"],
        &[6, 5, 6, 3, 3, 1, 2, 4, 1, 3, 4, 2, 1],
    );
    assert_eq!(bands[0].members.len(), 3);
    let line = &bands[0].history[0];
    assert!(line.ends_with("2 enemies put out of action, 1 of our own"), "{line}");
}

#[test]
fn trading_and_hiring() {
    let (said, bands) = played(
        &["T | mercenaries | 100 5 | captain, 2 soldier"],
        &[],
        &[
            "sell 1",
            "search charm a.captain",
            "buy charm",
            "give charm a.captain",
            "buy sword",
            "buy sword",
            "give sword a.soldier",
            "done",
            "hire recruit",
            "reinforce a.soldier",
            "done",
        ],
        &[4, 3, 4, 3],
    );
    assert!(said.contains("looks for Charm: 7 (CH-CAMPAIGN-38)"), "{said}");
    // 100 + 45 - 10 - 20 - 15 - 35.
    assert_eq!(bands[0].gold, 65);
    assert_eq!(bands[0].members[1].count, 3);
    assert_eq!(bands[0].members[2].fighter.text(), "recruit");
    assert_eq!(check(&core(), &bands[0]), Vec::<Problem>::new());
}

#[test]
fn the_pits() {
    // 44: the hero (I4) does not charge against I4. He is put out by the flail: robbed, a new roll of 51.
    let (said, bands) = played(
        &["T | mercenaries | 0 5 | captain, sergeant+great-weapon, 2 soldier"],
        &[("a-out", "1")],
        &["fight great-weapon", "sell 1", "done", "done"],
        &[4, 4, 5, 5, 3, 4, 1, 6, 5, 1, 2, 3],
    );
    assert!(said.contains("Sergeant is beaten in the pits (CH-CAMPAIGN-21)"), "{said}");
    assert!(bands[0].members[1].gear.is_empty());
}

#[test]
fn tables() {
    assert_eq!(
        [0, 5, 6, 11, 12, 17, 18, 24, 25, 30, 31, 35, 36].map(income::shards),
        [0, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7]
    );
    assert_eq!(income::price(3, 10), 60, "CH-CAMPAIGN-36: three shards, ten warriors");
    assert_eq!(income::price(8, 3), 150);
    assert_eq!(injury::table(42).2, "smashed leg");
    assert_eq!(injury::table(64).2, "full recovery");
    assert_eq!(learning::maximum(Race::Human)[8], 9);
}

/// Answers at random, and is done with trading before long.
struct Dice(Rng);

impl Oracle for Dice {
    fn choose(&mut self, ask: &Ask, question: &dyn Question) -> Flow<Answer> {
        if matches!(ask.prompt(), "trade" | "recruit") && self.0.below(5) == 0 {
            return Ok(Answer::Option(0));
        }
        Ok(question.sample(&mut self.0))
    }

    fn roll(&mut self, roll: &Roll) -> Flow<Fall> {
        Ok(self.0.throw(roll.throw))
    }
}

#[test]
fn campaigns_stay_legal() {
    let pack = core();
    let mut dice = Dice(Rng::new(3));
    for turn in 0..40 {
        let mut sides: Vec<_> =
            (0..2).map(|side| random(&pack, 500, Some(pack.bands[(turn + side) % 6].id), &mut dice.0)).collect();
        for _ in 0..6 {
            let reports: Vec<Report> = sides.iter().map(|band| fate(band, &mut dice.0)).collect();
            let winner = Some(Seat(dice.0.below(2) as u8));
            let setup = setup(&pack, "street-fight", &sides, winner, &reports);
            let mut state: State = Aftermath::begin(&pack, &setup).expect("a setup from reports");
            let mut log = Log::off();
            let mut scratch = crate::Scratch::default();
            let mut steps = 0;
            while Aftermath::outcome(&state).is_none() {
                let flow = Aftermath::run(&mut state, &mut dice, &mut log, &mut scratch);
                flow.expect("an oracle that always answers");
                Aftermath::invariants(&state).expect("sound");
                steps += 1;
                assert!(steps < 5000, "the aftermath does not end");
            }
            sides = bands(&state);
            for band in &sides {
                let file = muster::write(&pack, band);
                assert_eq!(muster::read(&pack, "band.toml", &file).as_ref(), Ok(band), "{file}");
                let wrong = check(&pack, band).into_iter().filter(|problem| {
                    // A band can shrink below three, or lose all who could lead.
                    !problem.text.contains("at least 3") && !problem.text.contains("leaders")
                });
                let wrong: Vec<String> = wrong.map(|problem| problem.to_string()).collect();
                assert!(wrong.is_empty(), "{wrong:?}\n{file}");
            }
            if sides.iter().any(|band| band.size() < 3) {
                break;
            }
        }
    }
}

fn fate(band: &muster::Warband, rng: &mut Rng) -> Report {
    let mut report = Report::default();
    for (at, member) in band.members.iter().enumerate().filter(|(_, member)| member.missing == 0) {
        for _ in 0..member.count {
            if rng.below(4) == 0 {
                report.out.push(at as u8);
            }
            if rng.below(3) == 0 {
                report.kills.push(at as u8);
            }
        }
        if member.gear.iter().any(|gear| gear.text() == Item::ALL[2].0) {
            report.used.push((at as u8, Item::Ale));
        }
    }
    report.shards = rng.below(3) as u8;
    report
}

#[test]
fn lines_do_not_carry_nonsense() {
    let pack = core();
    let line = parse_line(&pack, "T | mercenaries | 0 1 | captain").map(|band| muster::line(&pack, &band));
    let setup = kernel::Setup {
        sides: vec![line.expect("a line")],
        options: vec![("a-out".into(), "7".into()), ("b-out".into(), "0".into()), ("x".into(), "1".into())],
        ..kernel::Setup::default()
    };
    assert_eq!(Aftermath::begin(&pack, &setup).map(|_| ()).map_err(|problems| problems.len()), Err(3));
}

#[test]
fn a_band_is_no_new_one_while_its_first_aftermath_goes_on() {
    let pack = core();
    let before = vec![pack.warbands[0].warband.clone()];
    let setup = setup(&pack, "street-fight", &before, None, &[Report::default()]);
    let mut state = Aftermath::begin(&pack, &setup).expect("a good setup");
    state.bands[0].members[0].experience += 2;
    state.bands[0].gold += 35;
    let after = continued(&before, &state);
    assert_eq!(check(&pack, &after[0]), []);
    assert_eq!((after[0].battles, state.bands[0].battles), (1, 0), "it is counted when the aftermath closes");
}
