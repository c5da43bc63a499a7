//! What one side keeps secret changes nothing in what the other sees, from the first placing to the last blow.

use kernel::oracle::Script;
use kernel::{Ask, Battle, Log, Rng, Seat, Seed, Setup, System, Table};
use sword_and_claw::{Scratch, State, SwordAndClaw, cards, muster};

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
    let mut rng = Rng::new(seed);
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
        let line = &lines[rng.below(lines.len())];
        casts += usize::from(line.starts_with("cast"));
        one.answer(request.ask.seat, line).unwrap_or_else(|why| panic!("{line}: {why:?}"));
        two.answer(request.ask.seat, line).unwrap_or_else(|why| panic!("{line}: {why:?}"));
        decisions += 1;
        let view = |battle: &Battle<SwordAndClaw>| SwordAndClaw::scene(battle.state(), Some(FOE));
        assert_eq!(view(&one), view(&two), "after {decisions} decisions");
        let heard = |battle: &Battle<SwordAndClaw>| {
            let told = battle.told().into_iter().filter(|told| told.seats.contains(FOE));
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

/// SC-SPELL-03: whether there was anything to cast. One list has always something for the Spellcasting step, the other
/// nothing without flyers and effects about; and so on for the steps of attacks. The caster is asked all the same.
#[test]
fn who_is_asked_does_not_hang_on_unseen_spells() {
    let army = |spells: &str| format!("Grey | humans | 6 human-man-at-arms, human-battle-mage+{spells} | - | -");
    let lists = [
        ("haste+heal+stone-skin", "dispel+downdraft+hold"),
        ("fireball+venom-dart+hold", "chill-touch+burning-hands+dispel"),
        ("lightning-bolt+dispel+heal", "downdraft+dispel+entangle"),
    ];
    for (seed, (one, two)) in lists.into_iter().enumerate() {
        let (decisions, _) = compare(&army(one), &army(two), seed as u64);
        assert!(decisions > 50, "{decisions}");
    }
}

/// SC-SPELL-03, SC-DEPLOY-03: at any moment of any battle, who is asked what is the same for all that an enemy could
/// believe about hidden armies and spells.
#[test]
fn what_is_asked_is_the_same_in_all_that_an_enemy_could_imagine() {
    let pack = cards::core();
    let mut rng = Rng::new(3);
    let (mut casters, mut compared) = (0, 0);
    for seed in 0..10 {
        let sides = [0, 1].map(|_| muster::line(&pack, &muster::random(&pack, None, 250, None, &mut rng)));
        let options = vec![("points".into(), "250".into()), ("turns".into(), "5".into())];
        let setup = Setup { scenario: "meeting".into(), options, sides: sides.into(), ..Setup::default() };
        let mut battle = Battle::<SwordAndClaw>::begin(&pack, setup, Some(Seed::from_number(seed)))
            .unwrap_or_else(|problems| panic!("{problems:?}"));
        casters +=
            battle.state().players.iter().flat_map(|player| &player.core).filter(|one| one.spells[0].is_some()).count();
        while let Some(request) = battle.pending().cloned() {
            let own = battle.state().players[request.ask.seat.index()].side;
            if battle.facts().is_empty() {
                let mut state = battle.checkpoint().clone();
                let enemy = state.leader(own.other());
                SwordAndClaw::imagine(&mut state, enemy, &mut rng);
                assert_eq!(asked(state), Some(request.ask), "seed {seed}, moment {}", battle.moment());
                compared += 1;
            }
            let lines: Vec<String> = request.options.iter().map(|option| option.line.clone()).collect();
            let lines: Vec<String> = match lines.is_empty() {
                true => request.ways.iter().map(|(_, line)| line.clone()).collect(),
                false => lines.into_iter().filter(|line| line != "concede").collect(),
            };
            // Deployment is got over with; then anything goes.
            let quick = lines.iter().find(|line| *line == "place all").cloned();
            let line = quick.unwrap_or_else(|| lines[rng.below(lines.len())].clone());
            battle.answer(request.ask.seat, &line).unwrap_or_else(|why| panic!("{line}: {why:?}"));
        }
    }
    assert!(casters > 3 && compared > 1000, "{casters} casters, {compared} decisions");
}

/// What the rules ask first, going on from a state.
fn asked(mut state: State) -> Option<Ask> {
    let (mut script, mut scratch) = (Script::default(), Scratch::default());
    let mut log = Log::off();
    let mut table =
        Table::<SwordAndClaw> { state: &mut state, oracle: &mut script, log: &mut log, scratch: &mut scratch };
    let _ = SwordAndClaw::step(&mut table);
    script.pending.map(|request| request.ask)
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
