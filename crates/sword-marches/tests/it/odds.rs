//! Exact odds of opposed rolls in The Sword Marches, counted again die by die and compared.

use pack::Staged;
use sword_marches::{State, SwordMarches};
use systems::live::{Odds, odds_at};

fn stage(text: &str) -> State {
    SwordMarches::situation(text).unwrap_or_else(|problems| panic!("{problems:?}"))
}

fn odds(state: &State, made: &[&str], line: &str) -> Odds {
    odds_at::<SwordMarches>(state, made, line).unwrap_or_else(|why| panic!("{line}: {why:?}"))
}

fn share(odds: &Odds, label: &str) -> u32 {
    odds.outcomes.iter().find(|odd| odd.verdict.label() == label).map_or(0, |odd| odd.per_million)
}

fn end(odds: &Odds, label: &str) -> u32 {
    odds.ends.iter().find(|(known, _)| *known == label).map_or(0, |(_, per_million)| *per_million)
}

/// Ways in which this is the highest of so many d10s.
fn ways(face: u64, dice: u8) -> u64 {
    face.pow(dice.into()) - (face - 1).pow(dice.into())
}

/// Every outcome of two rolls, with the ways to it.
fn both(mine: u8, theirs: u8) -> impl Iterator<Item = (i32, i32, u64)> {
    (1..=10).flat_map(move |a| (1..=10).map(move |b| (a as i32, b as i32, ways(a, mine) * ways(b, theirs))))
}

fn per_million(ways: u64, of: u64) -> u32 {
    ((ways * 1_000_000 + of / 2) / of) as u32
}

const PAIR: &str = r#"
stage = "action"
[[figure]]
tag = "a.ash"
at = "10,10"
cbt = 5
con = 4
token = true
gear = ["sword"]
[[figure]]
tag = "b.birch"
at = "11.5,10"
cbt = 4
con = 3
arm = 1
gear = ["sword"]
"#;

/// SM-ATTACK-04, SM-DAMAGE-05, SM-DAMAGE-06, SM-RISK-01: a fight, both lists of modifiers, and what becomes of both.
#[test]
fn a_fight_is_counted_with_both_dice() {
    let state = stage(PAIR);
    let odds = odds(&state, &[], "fight a.ash sword b.birch");
    let (roll, against) = (odds.roll.expect("an attack"), odds.against.expect("a defense"));
    let sums = (i32::from(roll.modifiers.sum()), i32::from(against.modifiers.sum()));
    assert_eq!((roll.name, against.name, sums), ("attack", "defense", (5, 4)));
    assert_eq!(against.modifiers.list()[0].label, "CBT");
    let dice = (roll.throw.count, against.throw.count);
    let of = 10u64.pow(u32::from(dice.0 + dice.1));
    let hits: u64 = both(dice.0, dice.1).filter(|(a, b, _)| a + 5 >= b + 4).map(|(_, _, ways)| ways).sum();
    assert_eq!(share(&odds, "Hit"), per_million(hits, of));
    assert_eq!(share(&odds, "Hit") + share(&odds, "Miss"), 1_000_000);
    // Base Damage and the margin against CON and ARM; a threshold parts Shocked from Wounded.
    let sheets = &state.setting.sheets;
    let (damage, back) = (i32::from(sheets[0].arm(0).damage), i32::from(sheets[1].arm(0).damage));
    let [mine, theirs] = [0, 1].map(|at: usize| i32::from(sheets[at].profile.threshold));
    let armour = i32::from(sheets[0].profile.armour[0]);
    let (mut wounded, mut shocked, mut struck) = (0, 0, 0);
    for (a, b, ways) in both(dice.0, dice.1) {
        let margin = a + 5 - b - 4;
        for (d, r, one) in both(1, 1) {
            if margin >= 0 {
                let over = d + damage + margin - r - 3 - 1;
                wounded += if over >= theirs { ways * one } else { 0 };
                shocked += if (0..theirs).contains(&over) { ways * one } else { 0 };
            } else if -margin > 5 {
                let over = d + back + -margin / 2 - r - 4 - armour;
                struck += if over >= mine { ways * one } else { 0 };
            }
        }
    }
    let found = ["Wounded", "Shocked", "struck back: Wounded"].map(|label| end(&odds, label));
    assert_eq!(found, [wounded, shocked, struck].map(|ways| per_million(ways, of * 100)), "{:?}", odds.ends);
    assert!(found.iter().all(|share| *share > 0));
}

/// SM-GEARTRAIT-19: an Active Defender rolls a failed die again; what is Small and hidden changes nothing (SM-MODEL-03).
#[test]
fn a_shield_helps_and_a_hidden_knife_tells_nothing() {
    let plain = odds(&stage(PAIR), &[], "fight a.ash sword b.birch");
    let shield = PAIR.replace("arm = 1\ngear = [\"sword\"]", "arm = 1\ntoken = true\ngear = [\"sword\", \"shield\"]");
    let shield = odds(&stage(&shield), &[], "fight a.ash sword b.birch");
    assert!(share(&shield, "Hit") < share(&plain, "Hit"), "{shield:?}");
    let knife = PAIR.replace("arm = 1\ngear = [\"sword\"]", "arm = 1\ngear = [\"knife\", \"sword\"]");
    let knife = odds(&stage(&knife), &[], "fight a.ash sword b.birch");
    assert_eq!((share(&knife, "Hit"), &knife.ends), (share(&plain, "Hit"), &plain.ends));
}

/// SM-RANGEDC-08, SM-CHECK-09: a shot in the open and a Check of CMD have odds of both dice too.
#[test]
fn shots_and_checks_are_opposed() {
    let shot =
        PAIR.replace("gear = [\"sword\"]\n[[figure]]", "gear = [\"bow\"]\n[[figure]]").replace("11.5,10", "20,10");
    let aimed = odds(&stage(&shot), &[], "take-aim a.ash bow b.birch");
    let modifiers = |roll: &kernel::Roll| -> Vec<(&str, i16)> {
        roll.modifiers.list().iter().map(|one| (one.label, one.amount)).collect()
    };
    assert_eq!(modifiers(&aimed.roll.expect("an attack")), [("CBT", 5), ("Take Aim", 3)]);
    assert_eq!(modifiers(&aimed.against.expect("a defense")), [("CBT", 4), ("in the open", -2)]);
    let hits: u64 = both(1, 1).filter(|(a, b, _)| a + 8 >= b + 2).map(|(_, _, ways)| ways).sum();
    assert_eq!(share(&aimed, "Hit"), per_million(hits, 100));
    // An Engaged model that would rather do nothing: d10 + CMD against d10 + 5.
    let odds = odds(&stage(PAIR), &[], "forfeit a.ash");
    let passes: u64 = both(1, 1).filter(|(a, b, _)| a + 3 >= b + 5).map(|(_, _, ways)| ways).sum();
    assert_eq!((share(&odds, "Passed"), odds.ends.len()), (per_million(passes, 100), 0));
    assert_eq!(modifiers(&odds.against.expect("a Difficulty")), [("Difficulty", 5)]);
}

/// SM-TACDICE-02: what one more die brings is seen before it is spent, on either side and in every Check of an attack.
#[test]
fn a_tactical_die_has_its_odds() {
    let fight = "fight a.ash sword b.birch";
    let state = stage(&format!("[side.a]\ndice = 2\n[side.b]\ndice = 1\n{}", PAIR.replacen("\nstage", "stage", 1)));
    let hit = |made: &[&str], line: &str| share(&odds(&state, made, line), "Hit");
    // Declared, it is taken for granted that nobody throws anything in.
    let plain = hit(&[], fight);
    assert_eq!((hit(&[fight], "keep"), hit(&[fight, "keep"], "keep")), (plain, plain));
    assert!(hit(&[fight], "tactical") > plain && hit(&[fight, "keep"], "tactical") < plain);
    // Counted again: the best of one more die of mine, then of one more of theirs.
    for (line, made, mine, theirs) in [("tactical", vec![fight], 1, 0), ("tactical", vec![fight, "keep"], 0, 1)] {
        let found = odds(&state, &made, line);
        let [attack, defense] = [found.roll, found.against].map(|roll| roll.expect("both dice").throw.count);
        let before = odds(&state, &[], fight);
        let [one, two] = [before.roll, before.against].map(|roll| roll.expect("both dice").throw.count);
        assert_eq!((attack, defense), (one + mine, two + theirs));
        let hits: u64 = both(attack, defense).filter(|(a, b, _)| a + 5 >= b + 4).map(|(_, _, ways)| ways).sum();
        assert_eq!(share(&found, "Hit"), per_million(hits, 10u64.pow(u32::from(attack + defense))));
    }
}

/// Where the blow has landed or the model falls, what is shown is what the Damage Check comes to.
#[test]
fn a_damage_check_is_unhurt_shocked_or_wounded() {
    let state = stage(
        r#"
stage = "action"
[side.a]
dice = 1
[[figure]]
tag = "a.ash"
at = "10,10,5"
con = 4
token = true
gear = ["sword"]
[[figure]]
tag = "b.birch"
at = "30,30"
gear = ["sword"]
[[terrain]]
kind = "platform"
outline = "6,6 10.6,6 10.6,14 6,14"
height = "5"
durable = true
"#,
    );
    let jump = "jump a.ash @11.192,10.000,0.000";
    for (line, dice) in [("keep", 1), ("tactical", 2)] {
        let found = odds(&state, &[jump], line);
        // d10 and 5 inches against CON 4 and the best of the dice; Wounded from the Threshold up.
        let count = |from: i32, below: i32| {
            let falls = both(1, dice).filter(|(a, b, _)| (from..below).contains(&(a + 5 - b - 4)));
            per_million(falls.map(|(_, _, ways)| ways).sum(), 10u64.pow(1 + u32::from(dice)))
        };
        let wounded = count(state.sheet(kernel::Figure(0)).profile.threshold.into(), 99);
        assert_eq!(share(&found, "Unhurt"), count(-99, 0), "{line}");
        assert_eq!(share(&found, "Wounded"), wounded, "{line}");
        assert_eq!(share(&found, "Shocked"), 1_000_000 - count(-99, 0) - wounded, "{line}");
    }
}
