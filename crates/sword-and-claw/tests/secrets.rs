//! What one side keeps secret changes nothing in what the other sees, from the first placing to the last blow.

use kernel::{Battle, Seat, Seed, Setup, System, Whim};
use sword_and_claw::{SwordAndClaw, cards};

const FOE: Seat = Seat(1);

fn battle(army: &str) -> Battle<SwordAndClaw> {
    let foe = "Green | horde | 6 orc-warrior, 4 goblin-skulker | ogre, wolf-rider | -";
    let options = vec![("points".into(), "300".into()), ("attacker".into(), "a".into()), ("turns".into(), "6".into())];
    let sides = vec![army.into(), foe.into()];
    let setup = Setup { scenario: "meeting".into(), options, sides, ..Setup::default() };
    Battle::begin(&cards::core(), setup, Some(Seed::from_number(5))).unwrap_or_else(|problems| panic!("{problems:?}"))
}

/// Plays two battles with the same dice and the same choices, of those that both offer, and compares what the enemy sees
/// after each. Gives the number of decisions, and which of them were casts.
fn compare(one: &str, two: &str, seed: u64) -> (usize, usize) {
    let (mut one, mut two) = (battle(one), battle(two));
    let mut whim = Whim::new(seed);
    let (mut decisions, mut casts) = (0, 0);
    while let Some(request) = one.pending().cloned() {
        let other = two.pending().expect("both battles wait").clone();
        assert_eq!(request.ask, other.ask);
        if request.ask.seat == FOE {
            assert_eq!(request.options, other.options, "after {decisions} decisions");
        }
        let both = request.options.iter().map(|option| option.line.clone());
        let both = both.chain(request.ways.iter().map(|(_, line)| line.clone()));
        let offered = |line: &String| {
            other.options.iter().any(|option| option.line == *line) || other.ways.iter().any(|(_, way)| way == line)
        };
        // Reserve A is the same in both; the other one stays at home.
        let fits = |line: &String| line != "reserve b" && line != "concede" && offered(line);
        let lines: Vec<String> = both.filter(fits).collect();
        // A spell is cast whenever both lists have one to cast, for that is when something becomes known.
        let cast: Vec<String> = lines.iter().filter(|line| line.starts_with("cast")).cloned().collect();
        let lines = if cast.is_empty() { lines } else { cast };
        let line = &lines[whim.below(lines.len())];
        casts += usize::from(line.starts_with("cast"));
        one.answer(request.ask.seat, line).unwrap_or_else(|why| panic!("{line}: {why:?}"));
        two.answer(request.ask.seat, line).unwrap_or_else(|why| panic!("{line}: {why:?}"));
        decisions += 1;
        let view = |battle: &Battle<SwordAndClaw>| SwordAndClaw::scene(battle.state(), Some(FOE));
        assert_eq!(view(&one), view(&two), "after {decisions} decisions");
        let heard = |battle: &Battle<SwordAndClaw>| {
            let told = battle.told().iter().filter(|told| told.seats.contains(FOE));
            told.map(|told| (told.rule, format!("{:?}", told.event))).collect::<Vec<_>>()
        };
        assert_eq!(heard(&one), heard(&two), "after {decisions} decisions");
    }
    (decisions, casts)
}

/// SC-SETUP-14, SC-DEPLOY-05: the reserve that stays at home.
#[test]
fn the_other_reserve_stays_unknown() {
    let army = |reserve: &str| format!("Grey | humans | 8 human-man-at-arms | 3 human-longbowman | {reserve}");
    for seed in 0..3 {
        let (decisions, _) =
            compare(&army("human-griffon-rider"), &army("2 human-greatsword, 4 human-crossbowman"), seed);
        assert!(decisions > 50, "{decisions}");
    }
}

/// SC-SPELL-03: spells that are never cast.
#[test]
fn spells_that_are_not_cast_stay_unknown() {
    let army =
        |spells: &str| format!("Grey | humans | 6 human-man-at-arms, human-battle-mage+wall-of-mist+{spells} | - | -");
    let mut cast = 0;
    for seed in 0..3 {
        let (decisions, casts) = compare(&army("heal+fireball"), &army("hold+dispel"), seed);
        assert!(decisions > 50, "{decisions}");
        cast += casts;
    }
    assert!(cast > 0, "nobody cast the spell that both lists hold");
}
