//! What the board, the lobby and the muster are told of this game.

use kernel::board::Words;
use kernel::{Ask, Choice, Figure, Name, Seat, Seed, Setup, Thing, decision};
use rulebook::SC;
use sword_and_claw::cards::{SpellId, core};
use sword_and_claw::state::{Altitude, NextStep, Piece, Place, Recruit};
use sword_and_claw::{State, SwordAndClaw};
use systems::{Catalog, SimWish, Wish, named};

/// A prompt of the game, asked of the first player.
fn ask(prompt: &str) -> Ask {
    decision::named::<SwordAndClaw>(prompt).expect("a prompt that is declared").decision.to(Seat(0))
}

fn game() -> std::sync::Arc<dyn systems::Game> {
    named("sword-and-claw").expect("a system that can be played")
}

#[test]
fn content_as_lists() {
    let game = game();
    assert_eq!(game.title(), "Sword and Claw");
    assert_eq!((game.scenarios().len(), game.maps().len(), game.warbands().len()), (4, 4, 15));
    let cards = game.cards();
    assert_eq!(cards.iter().filter(|card| card.kind == "unit").count(), 58);
    assert_eq!(cards.iter().filter(|card| card.kind == "spell").count(), 17);
    let crossbowman = cards.iter().find(|card| card.id == "human-crossbowman").expect("the printed troop");
    assert_eq!((crossbowman.cost, crossbowman.faction.as_str(), crossbowman.origin), (16, "humans", "source"));
    assert_eq!(
        crossbowman.about,
        "Medium, armour Leather, Move 4, Melee 5, Ranged 6, To Wound 3/7, Wounds 2; Shortsword: -1, d6; \
         Crossbow: +1, d6+3, 6/12/18, Requires Reload, Two-Handed"
    );
    let units = game.units("humans-border-watch");
    assert_eq!(units[..2], ["4 Human Man-at-Arms", "4 Human Longbowman"]);
    assert!(units.contains(&"Reserve B: Human Battle Mage (Fireball, Heal, Entangle)".to_owned()), "{units:?}");
}

#[test]
fn ready_made_armies_can_be_played() {
    let game = game();
    for scenario in ["meeting", "river-crossing", "hold-the-pass"] {
        let armies: Vec<_> = game.warbands().into_iter().filter(|army| army.scenario == scenario).collect();
        assert_eq!(armies.len(), 5);
        for pair in armies.windows(2) {
            assert_eq!(SwordAndClaw::check(&core(), &pair[0].line, scenario), []);
            let sides = vec![pair[0].line.clone(), pair[1].line.clone()];
            let setup = Setup { scenario: scenario.into(), sides, ..Setup::default() };
            let battle = game.begin(setup, Some(Seed::from_number(1))).map_err(|problems| format!("{problems:?}"));
            let battle = battle.expect("a legal setup");
            assert!(battle.pending().is_some());
            assert!(!battle.title().is_empty());
        }
    }
}

#[test]
fn random_armies_are_legal_in_their_scenario() {
    let game = game();
    for (seed, faction) in ["humans", "dwarves", "reptilians", "undead", "horde"].into_iter().enumerate() {
        for (scenario, points) in [("meeting", None), ("meeting", Some(200)), ("hold-the-pass", Some(333))] {
            let (army, file) = game.random_warband(scenario, points, Some(faction), seed as u64).expect("an army");
            let found = game.check_warband("mine.toml", &file, None).expect("its own file");
            assert_eq!(found.problems, [], "{}", army.line);
            assert_eq!((found.warband.line, found.scenario.as_str()), (army.line, scenario));
            assert!(points.is_none_or(|points| army.cost <= points));
        }
    }
    let trouble = game.random_warband("meeting", Some(10), Some("humans"), 1).expect_err("too few points");
    assert_eq!(trouble.to_string(), "no army of 10 points was found; 5 of them have to be in the core");
    let trouble = game.random_warband("meeting", Some(6000), None, 1).expect_err("too many points");
    assert_eq!(trouble.to_string(), "6000 points; a warband for meeting has 10 to 5000");
    let trouble = game.random_warband("meeting", None, Some("elves"), 1).expect_err("no such faction");
    assert!(trouble.to_string().starts_with("unknown faction \"elves\""), "{trouble}");
}

/// SC-SETUP-10: the players agree on the total; more than 500 points crowd a small board, and nothing worse.
#[test]
fn an_army_is_judged_by_the_total_it_was_drawn_up_for() {
    let game = game();
    let (_, file) = game.random_warband("meeting", Some(600), Some("horde"), 3).expect("an army");
    assert!(file.contains("points = 600"), "{file}");
    let found = game.check_warband("mine.toml", &file, None).expect("its own file");
    assert_eq!(found.problems, []);
    let advice: Vec<_> = found.advice.iter().map(|advice| advice.rule).collect();
    assert_eq!(advice, [Some(SC::SETUP_10)]);
    // Half of what was agreed on has to be in the core, whatever the scenario is for.
    let cheap = file.replace("points = 600", "points = 2000");
    let found = game.check_warband("mine.toml", &cheap, None).expect("its own file");
    assert_eq!(found.problems.iter().map(|problem| problem.rule).collect::<Vec<_>>(), [Some(SC::SETUP_15)]);
    let side = |file: &str| Wish::File { name: "mine.toml".into(), text: file.into() };
    let wish = |a: &str, b: &str| SimWish {
        scenario: "meeting".into(),
        map: None,
        sides: vec![vec![side(a)], vec![side(b)]],
        minds: vec![vec!["random".into()]; 2],
        swap: false,
        first: 0,
        battles: 1,
        seed: 1,
        threads: 1,
        engine: "test".into(),
    };
    let mut row = |_: &lab::sim::Row| Ok(());
    let report = game.sim(&wish(&file, &file), &mut lab::sim::Outlet { row: &mut row, record: None });
    assert_eq!(report.expect("a battle of 600 points").battles, 1);
    let trouble = game.sim(&wish(&file, &cheap), &mut lab::sim::Outlet { row: &mut row, record: None });
    let trouble = trouble.expect_err("two totals").to_string();
    assert_eq!(trouble, "the sides agree on one total; these are for 600 and 2000 points");
}

fn state() -> State {
    let army = &core().armies[0];
    let line = sword_and_claw::muster::line(&core(), army);
    let setup = Setup { scenario: "meeting".into(), sides: vec![line.clone(), line], ..Setup::default() };
    sword_and_claw::setup::begin(&core(), &setup).expect("a legal setup")
}

fn put(state: &mut State, troop: &str, seat: Seat, at: &str) -> Figure {
    let troop = core().troop_named(Name::of(troop)).expect("a troop");
    let recruit = Recruit { troop, spells: [Some(SpellId(0)), Some(SpellId(1)), Some(SpellId(5))] };
    let side = state.players[seat.index()].side;
    state.pieces.push(Piece::new(recruit, seat, side, 1));
    let figure = Figure(state.pieces.len() as u16 - 1);
    state.put(figure, Place::On(at.parse().expect("a square")), Altitude::Landed);
    figure
}

/// SC-SPELL-03: everybody may read the card, so what nobody has seen is not on it.
#[test]
fn sheets_hold_no_secrets() {
    let mut state = state();
    assert_eq!(SwordAndClaw::card(&state, Figure(0)), None);
    let mage = put(&mut state, "human-battle-mage", Seat(0), "C3");
    let heads = |state: &State| -> Vec<String> {
        let sheet = SwordAndClaw::card(state, mage).expect("a sheet");
        sheet.lines.into_iter().map(|line| line.head).collect()
    };
    assert!(!heads(&state).iter().any(|head| ["Fireball", "Entangle"].contains(&head.as_str())));
    state.pieces[0].shown = 1;
    assert!(heads(&state).contains(&"Fireball".to_owned()) && !heads(&state).contains(&"Entangle".to_owned()));
}

/// SC-FLANK-07: with an enemy to the north the three partner squares are shown.
#[test]
fn sheets_show_where_a_second_enemy_would_flank() {
    let mut state = state();
    let target = put(&mut state, "human-crossbowman", Seat(0), "C3");
    put(&mut state, "orc-warrior", Seat(1), "C2");
    let sheet = SwordAndClaw::card(&state, target).expect("a sheet");
    let line = sheet.lines.iter().find(|line| line.rule == Some(SC::FLANK_07)).expect("a line on flanking");
    let mut squares: Vec<&str> = line.text.split(' ').collect();
    squares.sort_unstable();
    assert_eq!((line.head.as_str(), squares), ("Flanked, with Orc Warrior, from", vec!["B4", "C4", "D4"]));
}

#[test]
fn decisions_in_words() {
    let mut state = state();
    state.next_step = NextStep::Ranged;
    let bowman = put(&mut state, "human-crossbowman", Seat(0), "C3");
    let orc = put(&mut state, "orc-warrior", Seat(1), "C9");
    let asked = ask("declare");
    let label = |verb: &str, things: &[Thing]| {
        // Whoever places or picks a reserve is asked for just that.
        let asked = if ["place", "reserve"].contains(&verb) { ask(verb) } else { asked };
        SwordAndClaw::label(&state, &asked, &Choice::new(Name::of(verb), things))
    };
    let (by, bow) = (Thing::Figure(bowman), Thing::Name(Name::of("crossbow")));
    assert_eq!(SwordAndClaw::title(&state, &asked), "Declare readied shots");
    assert_eq!(label("shoot", &[by, bow, Thing::Figure(orc)]), "Human Crossbowman: Crossbow at Orc Warrior");
    assert_eq!(label("ready", &[by, bow]), "Human Crossbowman: ready Crossbow");
    assert_eq!(
        label("cast", &[by, Thing::Name(Name::of("wall-of-stone")), Thing::Number(2)]),
        "Human Crossbowman: Wall of Stone, level 2"
    );
    assert_eq!(label("place", &[Thing::Name(Name::of("all"))]), "Place everybody");
    assert_eq!(label("reserve", &[Thing::Name(Name::of("a"))]), "Reserve A");
    assert_eq!(label("shoot", &[Thing::Figure(Figure(99)), bow]), "Figure 99: Crossbow");
    let asked = ask("order").actor(bowman);
    assert_eq!(SwordAndClaw::title(&state, &asked), "Human Crossbowman: what does it do?");
}

/// Every kind of decision has words of its own, and so have changes of level.
#[test]
fn no_decision_is_named_by_its_bare_prompt() {
    let mut state = state();
    let rider = put(&mut state, "human-griffon-rider", Seat(0), "C3");
    let prompts = "close crew declare dispel edge give-up go-on lane lend level line maintain movement on opportunity order place reserve spot \
                   surge sweep target toward trample wall wheel zone";
    for prompt in prompts.split_whitespace() {
        let title = SwordAndClaw::title(&state, &ask(prompt));
        assert!(title.split(' ').count() > 2, "{prompt}: {title}");
    }
    let asked = ask("order").actor(rider);
    let label = |state: &State, verb: &str, word: &str| {
        SwordAndClaw::label(state, &asked, &Choice::new(Name::of(verb), &[Thing::Name(Name::of(word))]))
    };
    assert_eq!(label(&state, "move", "low"), "Move up to low");
    assert_eq!(label(&state, "run", "off"), "Run off the board");
    state.put(rider, Place::On("C3".parse().expect("a square")), Altitude::High);
    assert_eq!(label(&state, "slide", "low"), "Slide down to low");
    assert_eq!(label(&state, "move", "landed"), "Move and land");
}

/// SC-DEPLOY-03: whoever chooses a reserve sees who is in it; the label, which others may come to read, does not say.
#[test]
fn a_reserve_is_described_to_its_player() {
    let state = state();
    let asked = ask("reserve");
    let choice = |which: &str| Choice::new(Name::of("reserve"), &[Thing::Name(Name::of(which))]);
    assert_eq!(SwordAndClaw::label(&state, &asked, &choice("a")), "Reserve A");
    let price = SwordAndClaw::price(&state, &asked, &choice("b"));
    assert_eq!(price.as_deref(), Some("1 Human Crossbowman, 1 Human Greatsword, 1 Human Battle Mage"));
}
