//! What the board, the lobby and the muster are told of this game.

use kernel::{Seat, Seed, Setup};
use systems::live::{Duel, Live, Stroke};
use systems::{Game, named};

fn game() -> std::sync::Arc<dyn Game> {
    named("sword-marches").expect("a system that can be played")
}

/// A battle of two ready-made warbands; the first side is the Intruder and has the Edge of the first Turn.
fn battle(scenario: &str, a: &str, b: &str, options: &[(&str, &str)]) -> Box<dyn Live> {
    let game = game();
    let line = |id: &str| game.warbands().into_iter().find(|ready| ready.id == id).expect("a warband").line;
    let roles = [("roles", "a")];
    let options = roles.iter().chain(options).map(|(name, value)| ((*name).to_owned(), (*value).to_owned()));
    let setup = Setup {
        scenario: scenario.into(),
        sides: vec![line(a), line(b)],
        options: options.collect(),
        ..Setup::default()
    };
    game.begin(setup, Some(Seed::from_number(7))).map_err(|problems| format!("{problems:?}")).expect("a legal setup")
}

/// Whose zone is whose is shown once the roles are known, and where a base can be put from then on.
#[test]
fn zones_belong_to_somebody_once_roles_are_chosen() {
    let live = battle("grave-gold-upstart", "red-company", "barrow-host", &[]);
    assert_eq!(prompt(&*live), "deploy");
    let held = |live: &dyn Live| -> Vec<Option<Seat>> {
        let zones = live.scene(None, None).zones.into_iter().filter(|zone| zone.kind == "set-up");
        zones.map(|zone| zone.holder).collect()
    };
    assert_eq!(held(&*live), [Some(Seat(0)), Some(Seat(1))]);
    let kernel::Region::Area(area) = &live.pending().expect("a question").region else { panic!("no area") };
    // Half a base from the rim of the Sentry's zone, who begins.
    assert!(area.outlines.iter().flatten().all(|spot| spot.x >= 590 && spot.y >= 590), "{area:?}");
    assert_eq!(area.outlines.len(), 1);
    let game = game();
    let lines =
        game.warbands().into_iter().filter(|ready| ready.scenario == "grave-gold-upstart").map(|ready| ready.line);
    let setup = Setup { scenario: "any-upstart".into(), sides: lines.take(2).collect(), ..Setup::default() };
    let early = game.begin(setup, Some(Seed::from_number(7))).map_err(|why| format!("{why:?}")).expect("a legal setup");
    assert_eq!(held(&*early), [None, None]);
}

fn prompt(live: &dyn Live) -> &'static str {
    live.pending().map_or("", |request| request.ask.prompt())
}

/// Answers at random until `wanted` is asked.
fn until(live: &mut dyn Live, wanted: impl Fn(&dyn Live) -> bool) {
    for _ in 0..4000 {
        if wanted(live) {
            return;
        }
        let request = live.pending().expect("a decision");
        let seat = request.ask.seat;
        let pass = request.options.iter().find(|option| option.line == "pass").map(|option| option.line.clone());
        let moment = live.moment() as u64;
        let thought = || live.thought("random", moment).and_then(systems::live::Thought::think);
        let line = pass.or_else(thought).expect("an answer");
        live.answer(seat, &line).expect("a legal answer");
    }
    panic!("it never comes to that; the last question was {}", prompt(live));
}

fn say(live: &mut dyn Live, line: &str) {
    let seat = live.pending().expect("a decision").ask.seat;
    live.answer(seat, line).unwrap_or_else(|why| panic!("{line}: {why}"));
}

/// Takes the first option that begins with a word.
fn take(live: &mut dyn Live, word: &str) {
    let request = live.pending().expect("a decision");
    let found = request.options.iter().find(|option| option.line.starts_with(word));
    let line = found.unwrap_or_else(|| panic!("{word} is not offered: {:?}", request.options)).line.clone();
    say(live, &line);
}

#[test]
fn content_as_lists() {
    let game = game();
    assert_eq!((game.scenarios().len(), game.maps().len(), game.warbands().len()), (9, 2, 11));
    let ready = game.warbands();
    let ash = ready.iter().find(|one| one.id == "ash-wood").expect("a Blooded warband");
    assert_eq!(game.fits(ash), ["grave-gold-blooded", "beacon-blooded", "any-blooded"]);
    let sword = game.cards().into_iter().find(|card| card.id == "sword").expect("a sword");
    assert_eq!((sword.kind, sword.origin), ("weapon", "house"));
    // Two Stages do not meet, and every problem says why.
    let line = |id: &str| ready.iter().find(|one| one.id == id).expect("a warband").line.clone();
    let setup = Setup {
        scenario: "grave-gold-upstart".into(),
        sides: vec![line("red-company"), line("ash-wood")],
        ..Setup::default()
    };
    let problems = game.begin(setup, None).expect_err("two Stages");
    assert!(problems.iter().any(|problem| problem.to_string().contains("SM-MODEL-02")), "{problems:?}");
}

#[test]
fn every_decision_is_in_words_and_can_be_looked_at() {
    let mut live = battle("beacon-upstart", "red-company", "barrow-host", &[]);
    let (mut stacked, mut drawn, mut closed) = (0, 0, 0);
    for _ in 0..1500 {
        let Some(request) = live.pending().cloned() else { break };
        let title = live.title();
        assert!(title.chars().next().is_some_and(char::is_uppercase), "{title:?}");
        stacked += usize::from(!request.stack.is_empty());
        drawn += live.outlook().len();
        for option in request.options.iter().take(6) {
            assert!(!live.label(&option.choice).is_empty());
            drawn += live.sketch(&option.line).expect("a line").len();
        }
        for pen in live.pens() {
            assert!(!pen.label.is_empty());
        }
        // What is suggested is legal.
        if let Some(idea) = live.ideas().first() {
            let line = live.line(&idea.choice);
            let mut tried = live.fork(live.steps());
            if tried.moment() == live.moment() {
                tried.answer(request.ask.seat, &line).unwrap_or_else(|why| panic!("{line}: {why}"));
            }
        }
        closed += usize::from(live.measuring().is_err());
        let moment = live.moment() as u64;
        let line = live.thought("random", moment).and_then(systems::live::Thought::think).expect("an answer");
        live.answer(request.ask.seat, &line).expect("a legal answer");
    }
    assert!(live.outcome().is_some(), "the battle ends");
    assert!(stacked > 20 && drawn > 50 && closed > 20, "{stacked} {drawn} {closed}");
    let log = live.log(0..live.told(None), None);
    let part = |wanted| log.iter().filter(|line| line.duel == Some(wanted)).count();
    assert!(part(Duel::Opens) > 3 && part(Duel::Answers) > 3 && part(Duel::Settles) > 3);
    let open = log.iter().find(|line| line.duel == Some(Duel::Opens)).and_then(|line| line.roll.clone());
    assert!(open.is_some_and(|roll| roll.throw.sides == 10 && roll.modifiers.iter().all(|one| !one.rule.is_empty())));
}

#[test]
fn a_break_of_a_break_waits_on_the_stack() {
    // The Ash Wood has a Break of its own beside the one of the Turn.
    let mut live = battle("grave-gold-blooded", "ash-wood", "vault-seekers", &[]);
    until(&mut *live, |live| {
        prompt(live) == "break" && live.pending().is_some_and(|request| request.ask.seat == Seat(1))
    });
    let request = live.pending().expect("a decision");
    assert_eq!(request.stack.len(), 1, "{:?}", request.stack);
    assert_eq!(request.stack[0].seat, Seat(0));
    take(&mut *live, "break");
    assert_eq!((prompt(&*live), live.pending().map(|request| request.stack.len())), ("declare", Some(1)));
    assert!(live.title().contains("declare its Break against"), "{}", live.title());
    take(&mut *live, "move");
    // The first side may break that again, with another model.
    let request = live.pending().expect("a decision");
    assert_eq!((request.ask.prompt(), request.ask.seat, request.stack.len()), ("break", Seat(0), 2));
    assert!(request.stack[1].text.starts_with("Break: Move"), "{:?}", request.stack);
    let waits = request.stack[0].actor;
    take(&mut *live, "break");
    let request = live.pending().expect("a decision");
    assert_eq!((request.ask.prompt(), request.stack.len()), ("declare", 2));
    assert_ne!(request.ask.actor, waits);
    take(&mut *live, "move");
    until(&mut *live, |live| prompt(live) == "track");
    assert_eq!(live.pending().map(|request| request.stack.len()), Some(3));
    say(&mut *live, "stay");
    // The one beneath declares anew, and then the first.
    let request = live.pending().expect("a decision");
    assert_eq!((request.ask.prompt(), request.ask.seat, request.stack.len()), ("declare", Seat(1), 1));
    assert!(live.title().ends_with("declare its Action anew"), "{}", live.title());
}

#[test]
fn nothing_is_measured_before_it_is_declared() {
    let mut strict = battle("grave-gold-upstart", "red-company", "barrow-host", &[]);
    until(&mut *strict, |live| prompt(live) == "act");
    let refusal = strict.measuring().expect_err("closed");
    assert!(refusal.to_string().contains("SM-META-10"), "{refusal}");
    until(&mut *strict, |live| prompt(live) == "track");
    assert!(strict.measuring().is_ok());
    let pens = strict.pens();
    assert!(matches!(pens[0].line, Stroke::Way { limit, .. } if limit >= 3000), "{pens:?}");
    let mut open = battle("grave-gold-upstart", "red-company", "barrow-host", &[("measuring", "on")]);
    until(&mut *open, |live| prompt(live) == "act");
    assert!(open.measuring().is_ok());
}

#[test]
fn small_gear_is_its_owners_secret() {
    let live = battle("grave-gold-upstart", "red-company", "barrow-host", &[]);
    let pack = sword_marches::content::core();
    let small = |head: &str| {
        let gear = pack.gear.iter().find(|gear| gear.title == head);
        gear.is_some_and(|gear| gear.has(sword_marches::effects::GearTrait::Small))
    };
    let figures = live.scene(None, None).figures;
    let lines = |viewer: Option<Seat>| -> usize {
        let cards = figures.iter().filter_map(|token| live.card(viewer, token.figure));
        cards.flat_map(|card| card.lines).filter(|line| small(&line.head)).count()
    };
    let (public, a, b) = (lines(None), lines(Some(Seat(0))), lines(Some(Seat(1))));
    assert_eq!(public, 0);
    assert!(a + b > 0, "no warband carries a Knife");
}

/// Files of a warband that has risen in its chronicle and of one that has not.
fn apart() -> Vec<systems::campaign::File> {
    let campaign = systems::campaign::campaign("sword-marches").expect("a campaign");
    let mut files: Vec<_> = ["red-company", "barrow-host"].map(|id| campaign.ready(id).expect("a warband")).into();
    files[0].text = files[0].text.replacen("stage = \"upstart\"", "stage = \"blooded\"", 1);
    files[0].text.push_str("\n[chronicle]\ntreasury = 40\nrenown = 22\ngames = 5\n");
    files
}

#[test]
fn warbands_of_one_chronicle_meet_at_different_stages() {
    let campaign = systems::campaign::campaign("sword-marches").expect("a campaign");
    let files = apart();
    let ids = |files: &[_]| -> Vec<String> { campaign.scenarios(files).into_iter().map(|battle| battle.id).collect() };
    assert_eq!(ids(&files), ["grave-gold-upstart", "beacon-upstart", "any-upstart"]);
    let setup = campaign.setup("grave-gold-upstart", &files).expect("a setup");
    let live = game().begin(setup, Some(Seed::from_number(7)));
    assert!(live.is_ok(), "{:?}", live.err());
    // Nobody rises to meet the other, and two that have risen do not go back.
    let setup = campaign.setup("grave-gold-blooded", &files).expect("a setup");
    let problems = game().begin(setup, None).expect_err("an Upstart in a battle of the Blooded");
    assert!(problems.iter().all(|problem| problem.to_string().contains("side b")), "{problems:?}");
    let both = [files[0].clone(), files[0].clone()];
    assert_eq!(ids(&both), ["grave-gold-blooded", "beacon-blooded", "any-blooded"]);
    let setup = campaign.setup("grave-gold-upstart", &both).expect("a setup");
    let problems = game().begin(setup, None).expect_err("two Blooded warbands in a battle of Upstarts");
    assert!(problems.iter().any(|problem| problem.to_string().contains("SM-STAGE-01")), "{problems:?}");
}

/// SM-META-10: no chance is told before the Action is declared, unless the players measure at any time.
#[test]
fn odds_are_told_once_an_action_is_declared() {
    let attack = |live: &dyn Live| {
        let options = &live.pending().expect("a decision").options;
        let found = options.iter().find(|option| option.line.starts_with("take-aim"));
        found.map(|option| option.line.clone()).filter(|_| prompt(live) == "act")
    };
    let mut closed = battle("beacon-upstart", "counting-house", "red-company", &[]);
    until(closed.as_mut(), |live| attack(live).is_some());
    let line = attack(closed.as_ref()).expect("a shot");
    let refused = closed.odds(&line).expect_err("nothing is measured before it is declared");
    assert!(refused.to_string().contains("SM-META-10"), "{refused}");
    let mut open = battle("beacon-upstart", "counting-house", "red-company", &[("measuring", "on")]);
    until(open.as_mut(), |live| {
        attack(live).is_some_and(|line| live.odds(&line).is_ok_and(|odds| odds.against.is_some()))
    });
    let odds = open.odds(&attack(open.as_ref()).expect("a shot")).expect("odds");
    let whole: u32 = odds.outcomes.iter().map(|odd| odd.per_million).sum();
    assert!((999_999..=1_000_001).contains(&whole), "{odds:?}");
}

fn state(live: &dyn Live) -> &sword_marches::State {
    live.any().downcast_ref::<kernel::Battle<sword_marches::SwordMarches>>().expect("a battle").state()
}

/// What there is once a game or once a Turn is spent once in every line of play: undone it is back, redone it is gone, and
/// a fork has it if it began before.
#[test]
fn what_there_is_once_follows_undo_and_fork() {
    let both = [Seat(0), Seat(1)];
    let portents = |live: &dyn Live| state(live).side(Seat(0)).portents;
    let mut live = battle("grave-gold-upstart", "barrow-host", "red-company", &[]);
    until(live.as_mut(), |live| prompt(live) == "portents");
    let before = live.steps();
    assert!(portents(live.as_ref()));
    say(live.as_mut(), "portents");
    assert!(!portents(live.as_ref()));
    assert!(live.undo(&both) && portents(live.as_ref()) && prompt(live.as_ref()) == "portents");
    assert!(live.redo() && !portents(live.as_ref()));
    until(live.as_mut(), |live| live.steps() > before);
    assert!(portents(live.fork(before).as_ref()) && !portents(live.fork(live.steps()).as_ref()));

    // The Break of the Turn, and the model that made it.
    let breaks = |live: &dyn Live| state(live).side(Seat(1)).breaks();
    until(live.as_mut(), |live| {
        assert_ne!(prompt(live), "portents", "once a game");
        prompt(live) == "break" && live.pending().is_some_and(|request| request.ask.seat == Seat(1))
    });
    let (before, turn) = (live.steps(), state(live.as_ref()).turn);
    assert_eq!(breaks(live.as_ref()), 1);
    take(live.as_mut(), "break");
    let broke = |live: &dyn Live| state(live).fighters.iter().filter(|fighter| fighter.broke).count();
    assert_eq!((breaks(live.as_ref()), broke(live.as_ref())), (0, 1));
    assert!(live.undo(&both));
    assert_eq!((breaks(live.as_ref()), broke(live.as_ref()), prompt(live.as_ref())), (1, 0, "break"));
    assert!(live.redo());
    until(live.as_mut(), |live| live.steps() > before);
    let (earlier, later) = (live.fork(before), live.fork(live.steps()));
    assert_eq!((breaks(earlier.as_ref()), breaks(later.as_ref())), (1, 0));
    until(live.as_mut(), |live| {
        let again = prompt(live) == "break" && live.pending().is_some_and(|request| request.ask.seat == Seat(1));
        assert!(!again || state(live).turn > turn, "one Break a Turn");
        state(live).turn > turn || live.outcome().is_some()
    });
}

#[test]
fn two_warbands_of_one_name_are_told_apart() {
    let live = battle("grave-gold-blooded", "ash-wood", "ash-wood", &[]);
    let names = live.names();
    assert_eq!(names[1], format!("{} (2)", names[0]));
    let scene = live.scene(None, None);
    let mut tokens: Vec<&str> = scene.figures.iter().map(|token| token.name.as_str()).collect();
    let all = tokens.len();
    tokens.sort_unstable();
    tokens.dedup();
    assert_eq!(tokens.len(), all, "two models share a name");
}
