//! Everything that is drawn before it is done: each kind of mark from a staged case, with the squares that the ledger gives.

use kernel::sketch::{Drawn, Shape};
use kernel::{Ask, Choice, Figure, Layer, Mark, Rule, Seat, Tags, decision};
use pack::Staged;
use rulebook::SC;
use sword_and_claw::{State, SwordAndClaw, foresight};

const BARE: [&str; 9] = ["........................"; 9];

fn stage(rows: &[&str], text: &str) -> State {
    let text = format!("board = '''\n{}\n'''\n{text}", rows.join("\n"));
    SwordAndClaw::situation(&text).unwrap_or_else(|problems| panic!("{problems:?}"))
}

/// Figures on open ground: `a.man human_man_at_arms C4`, and what else is said of them behind a comma.
fn open(step: &str, figures: &[&str]) -> State {
    let figure = |line: &&str| {
        let (line, more) =
            line.split_once(", ").map_or((*line, String::new()), |(line, more)| (line, format!(", {more}")));
        let words: Vec<&str> = line.split(' ').collect();
        format!("{{ tag = \"{}\", troop = \"{}\", at = \"{}\"{more} }}", words[0], words[1], words[2])
    };
    let figures: Vec<String> = figures.iter().map(figure).collect();
    stage(&BARE, &format!("stage = \"{step}\"\nfigure = [{}]", figures.join(", ")))
}

fn figure(state: &State, tag: &str) -> Figure {
    state.tagged(tag).unwrap_or_else(|| panic!("{tag} stands nowhere"))
}

fn choice(state: &State, line: &str) -> Choice {
    Choice::parse(line, state).unwrap_or_else(|why| panic!("{line}: {}", why.0))
}

fn ask(state: &State, prompt: &'static str, rule: Rule, actor: &str) -> Ask {
    let decision = decision::named::<SwordAndClaw>(prompt).map(|declared| declared.decision);
    assert!(decision.is_some(), "nothing is asked as {prompt}");
    let ask = Ask { decision, ..Ask::new(Seat(0), prompt, rule) };
    if actor.is_empty() { ask } else { ask.actor(figure(state, actor)) }
}

/// What an answer would do, after other choices of the step.
fn sketch(state: &State, ask: &Ask, made: &[&str], line: &str) -> Vec<Mark> {
    let made: Vec<Choice> = made.iter().map(|line| choice(state, line)).collect();
    let made: Vec<&Choice> = made.iter().collect();
    foresight::sketch(state, ask, &made, &choice(state, line))
}

/// Squares in the order of their names, the shorter first: `C3 D3 C4`.
fn squares(mark: &Mark) -> String {
    let mut list = match &mark.shape {
        Shape::Squares(squares) | Shape::Path { squares, .. } => squares.clone(),
        other => panic!("no squares: {other:?}"),
    };
    list.sort_by_key(|square| (square.y, square.x));
    list.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

fn tags(state: &State, mark: &Mark) -> String {
    mark.figures.iter().map(|figure| state.tag(*figure)).collect::<Vec<_>>().join(" ")
}

/// The one mark of a kind.
fn only(marks: &[Mark], kind: Drawn) -> &Mark {
    let found: Vec<&Mark> = marks.iter().filter(|mark| mark.kind == kind).collect();
    assert_eq!(found.len(), 1, "{marks:?}");
    found[0]
}

/// SC-OPP-01: the eight squares beside an enemy are risky to leave, for one who can get there; not those beside one that
/// cannot strike.
#[test]
fn risks_of_those_who_move() {
    let state = open(
        "movement",
        &["a.man human_man_at_arms C4", "b.orc orc_warrior E4", "b.held orc_warrior C8, paralyzed = 1"],
    );
    let marks = foresight::outlook(&state, &ask(&state, "order", SC::TURN_06, "a.man"));
    let risk = only(&marks, Drawn::Risk);
    assert_eq!(squares(risk), "D3 E3 F3 D4 F4 D5 E5 F5");
    assert_eq!((tags(&state, risk), risk.rule), ("b.orc".into(), Some(SC::OPP_01)));
    assert!(foresight::outlook(&state, &ask(&state, "declare", SC::MELEE_01, "")).is_empty());
}

/// SC-OPP-01, SC-RANGED-02: of a way the squares that are left beside an enemy, and who could attack at its end.
#[test]
fn a_way_past_an_enemy_to_a_place_in_sight() {
    let state = open("movement", &["a.man human_man_at_arms D4", "b.orc orc_warrior E4", "b.bow orc_archer A9"]);
    let order = ask(&state, "order", SC::TURN_06, "a.man");
    let marks = sketch(&state, &order, &[], "move >C4>B4");
    let risk = only(&marks, Drawn::Risk);
    assert_eq!((squares(risk), tags(&state, risk)), ("D4".into(), "b.orc".into()));
    let threat = only(&marks, Drawn::Threat);
    assert_eq!((squares(threat), tags(&state, threat)), ("B4".into(), "b.bow".into()));
    assert!(threat.text.ends_with("could attack here"), "{}", threat.text);
    // Along the enemy both squares that are left are beside it, and so is the last one, which is not left.
    let marks = sketch(&state, &order, &[], "move >D5>E5");
    assert_eq!(squares(only(&marks, Drawn::Risk)), "D4 D5");
    assert_eq!(only(&marks, Drawn::Threat).text, "2 enemies could attack here");
}

/// SC-CHARGE-01, SC-CHARGE-02: the target of a charge, and the way that was chosen.
#[test]
fn lanes_of_a_charge() {
    let state = open("movement", &["a.man human_man_at_arms B4", "b.ogre ogre F4"]);
    let marks = sketch(&state, &ask(&state, "order", SC::TURN_06, "a.man"), &[], "charge b.ogre");
    let lane = only(&marks, Drawn::Lane);
    assert_eq!(lane.shape, Shape::Path { squares: vec!["F4".parse().expect("a square")], width: 2 });
    assert_eq!((tags(&state, lane), lane.rule), ("a.man b.ogre".into(), Some(SC::CHARGE_01)));
    let lane_ask = ask(&state, "lane", SC::CHARGE_02, "a.man").about(figure(&state, "b.ogre"));
    let marks = sketch(&state, &lane_ask, &[], "by >C4>D4>E4");
    let lane = only(&marks, Drawn::Lane);
    assert_eq!((squares(lane), tags(&state, lane)), ("C4 D4 E4".into(), "b.ogre".into()));
}

/// SC-RANGED-05, SC-TOHIT-11, SC-TOHIT-15: range, cover and what is needed on the line of a shot; in melee two more.
#[test]
fn the_line_of_a_shot() {
    let trees = ["..TT...................."; 9];
    let text = |friend: &str| {
        format!(
            r#"
            stage = "ranged"
            figure = [
              {{ tag = "a.bow", troop = "human_crossbowman", at = "A5" }},
              {{ tag = "b.orc", troop = "orc_warrior", at = "I5" }},
              {friend}
            ]
            "#
        )
    };
    let state = stage(&trees, &text(""));
    let declare = ask(&state, "declare", SC::RANGED_01, "");
    let marks = sketch(&state, &declare, &[], "shoot a.bow crossbow b.orc");
    let sight = only(&marks, Drawn::Sight);
    assert_eq!(sight.text, "8 of 18, needs 8+");
    assert_eq!(sight.shape, Shape::Line { from: (500, 4500), to: (8500, 4500) });
    let cover = only(&marks, Drawn::Cover);
    assert_eq!((cover.text.as_str(), tags(&state, cover)), ("cover 1", "b.orc".into()));
    let state = stage(&trees, &text(r#"{ tag = "a.man", troop = "human_man_at_arms", at = "J5" }"#));
    let marks = sketch(&state, &declare, &[], "shoot a.bow crossbow b.orc");
    assert_eq!(only(&marks, Drawn::Sight).text, "8 of 18, needs 10+");
}

/// SC-TOHIT-02: a blow shows what it needs, and no range.
#[test]
fn the_line_of_a_blow() {
    let state = open("melee", &["a.man human_man_at_arms D4", "b.ogre ogre E4"]);
    let declare = ask(&state, "declare", SC::MELEE_01, "");
    let marks = sketch(&state, &declare, &[], "attack a.man longsword b.ogre");
    assert_eq!((marks.len(), only(&marks, Drawn::Sight).text.as_str()), (1, "needs 4+"));
    assert!(sketch(&state, &declare, &[], "done").is_empty());
}

/// SC-AREA-03: the nine squares of a fireball of level 3, with friend and foe under it.
#[test]
fn an_area_under_the_pointer() {
    let state = open(
        "ranged",
        &[
            r#"a.mage human_battle_mage A5, spells = ["fireball", "heal", "entangle"]"#,
            "a.man human_man_at_arms E4",
            "b.orc orc_warrior F5",
            "b.out orc_warrior H5",
        ],
    );
    let spot = ask(&state, "spot", SC::AREA_01, "a.mage");
    let marks = sketch(&state, &spot, &["cast a.mage fireball 3"], "ground F5");
    let blast = only(&marks, Drawn::Blast);
    assert_eq!(squares(blast), "E4 F4 G4 E5 F5 G5 E6 F6 G6");
    assert_eq!((tags(&state, blast), blast.text.as_str()), ("a.man b.orc".into(), "2 under it, 1 of your own"));
    // An even area lies round the corner of its spot, and level 1 is a single square.
    let small = sketch(&state, &spot, &["cast a.mage fireball 1"], "ground J5");
    let blast = only(&small, Drawn::Blast);
    assert_eq!((squares(blast), blast.text.as_str()), ("J5".into(), "nobody under it"));
    assert_eq!(squares(only(&sketch(&state, &spot, &["cast a.mage fireball 2"], "ground J5"), Drawn::Blast)).len(), 11);
    // Without the choice that says what is aimed nothing can be drawn.
    assert!(sketch(&state, &spot, &[], "ground F5").is_empty());
}

/// SC-WQUAL-05, SC-WQUAL-06: Cone 5 due east from the centre of B5: rows of 5, 3 and 3 squares.
#[test]
fn a_cone_under_the_pointer() {
    let state = open("melee", &["a.salamander fire_salamander A5", "b.orc orc_warrior E5", "b.far orc_archer I5"]);
    let toward = ask(&state, "toward", SC::WQUAL_06, "a.salamander");
    let marks = sketch(&state, &toward, &["attack a.salamander fire-breath"], "toward B5 G5 ground");
    let blast = only(&marks, Drawn::Blast);
    assert_eq!(squares(blast), "E4 F4 G4 C5 D5 E5 F5 G5 E6 F6 G6");
    assert_eq!((tags(&state, blast), blast.text.as_str()), ("b.orc".into(), "1 under it"));
}

/// SC-WQUAL-29: four squares of the ring round a large base, the corner among them.
#[test]
fn a_sweep_under_the_pointer() {
    let state = open("melee", &["a.troll troll C3", "b.orc orc_warrior E2", "b.aside orc_warrior E5"]);
    let sweep = ask(&state, "sweep", SC::WQUAL_29, "a.troll");
    let marks = sketch(&state, &sweep, &["attack a.troll sweeping-blow"], "sweep D2 clockwise 4");
    let blast = only(&marks, Drawn::Blast);
    assert_eq!((squares(blast), tags(&state, blast)), ("D2 E2 E3 E4".into(), "b.orc".into()));
}

/// SC-WQUAL-02: Aura 2 takes in 20 squares, the far corners not; it is drawn as soon as it is looked at.
#[test]
fn an_aura_before_it_is_declared() {
    let state = open("melee", &["a.banshee banshee E5", "b.orc orc_warrior G5", "b.corner orc_warrior G7"]);
    let marks = sketch(&state, &ask(&state, "declare", SC::MELEE_01, ""), &[], "attack a.banshee wail");
    let blast = only(&marks, Drawn::Blast);
    assert_eq!(squares(blast), "D3 E3 F3 C4 D4 E4 F4 G4 C5 D5 F5 G5 C6 D6 E6 F6 G6 D7 E7 F7");
    assert_eq!(tags(&state, blast), "b.orc");
}

/// SC-WQUAL-07: a zone lies where it is put, two squares wider than the level of a Mire; a wall square by square.
#[test]
fn zones_and_walls_under_the_pointer() {
    let state = open(
        "spellcasting",
        &[r#"a.mage human_battle_mage A5, spells = ["mire", "heal", "wall_of_stone"]"#, "b.orc orc_warrior F6"],
    );
    let zone = ask(&state, "zone", SC::CAST_11, "a.mage");
    let marks = sketch(&state, &zone, &["cast a.mage mire 1"], "on D4");
    let blast = only(&marks, Drawn::Blast);
    assert_eq!((squares(blast), tags(&state, blast)), ("D4 E4 F4 D5 E5 F5 D6 E6 F6".into(), "b.orc".into()));
    assert_eq!(blast.rule, Some(SC::WQUAL_07));
    // What would lie off the board is not drawn.
    assert_eq!(
        squares(only(&sketch(&state, &zone, &["cast a.mage mire 1"], "on D8"), Drawn::Blast)),
        "D8 E8 F8 D9 E9 F9"
    );
    let wall = ask(&state, "wall", SC::SPELL_04, "a.mage");
    let marks = sketch(&state, &wall, &["cast a.mage wall-of-stone 3"], "on D6");
    assert_eq!(squares(only(&marks, Drawn::Blast)), "D6");
}

/// SC-MOVE-01, SC-SETUP-03, SC-PASS-03: with a Move of 2 all squares at distance 2, not the far corners, nor where somebody
/// stands; straight behind a friend is 3 away, through it as well as round it.
#[test]
fn the_layer_of_reach() {
    let state = open("movement", &["a.man human_man_at_arms E5, move = 2", "a.friend human_man_at_arms F5"]);
    let marks = foresight::layer(&state, Some(Seat(0)), figure(&state, "a.man"), Layer::Reach);
    assert_eq!(squares(only(&marks, Drawn::Reach)), "D3 E3 F3 C4 D4 E4 F4 G4 C5 D5 C6 D6 E6 F6 G6 D7 E7 F7");
    let gone = Figure(99);
    assert!(foresight::layer(&state, Some(Seat(0)), gone, Layer::Reach).is_empty());
}

/// SC-LOS-01: a building hides the row behind it.
#[test]
fn the_layer_of_sight() {
    let state = stage(
        &["...#....", "########"],
        r#"
        stage = "movement"
        figure = [{ tag = "a.man", troop = "human_man_at_arms", at = "A1" }]
        "#,
    );
    let marks = foresight::layer(&state, Some(Seat(0)), figure(&state, "a.man"), Layer::Sight);
    let seen = squares(only(&marks, Drawn::Seen));
    assert!(seen.starts_with("A1 B1 C1") && !seen.contains("E1") && !seen.contains("H1"), "{seen}");
}

/// SC-MELEE-02, SC-RANGED-02: of an enemy what it threatens, of an own figure who threatens it.
#[test]
fn the_layer_of_threat() {
    let state = stage(
        &["......", "......", "......", "......", "......"],
        r#"
        stage = "movement"
        figure = [
          { tag = "a.man", troop = "human_man_at_arms", at = "A1" },
          { tag = "b.orc", troop = "orc_warrior", at = "C3" },
          { tag = "b.bow", troop = "orc_archer", at = "F5" },
        ]
        "#,
    );
    let threat = |tag: &str, seat: u8| foresight::layer(&state, Some(Seat(seat)), figure(&state, tag), Layer::Threat);
    let marks = threat("b.orc", 0);
    assert_eq!(squares(only(&marks, Drawn::Threat)), "B2 C2 D2 B3 D3 B4 C4 D4");
    let marks = threat("a.man", 0);
    let who: Vec<String> = marks.iter().map(|mark| tags(&state, mark)).collect();
    assert_eq!(who, ["b.orc", "b.bow"]);
    // The archer sees every square of this little board but its own and those behind the orc.
    let seen = squares(&marks[1]);
    assert!(seen.contains("A5") && seen.contains("F1") && !seen.contains("F5"), "{seen}");
    // To the other side the same figure is its own.
    assert_eq!(threat("b.orc", 1).len(), 1);
}

/// SC-RANGED-01, SC-CAST-02: one mark for each declaration, in order: an arrow, squares, or the figure itself.
#[test]
fn what_is_declared() {
    let state = stage(
        &BARE,
        r#"
        stage = "ranged"
        figure = [
          { tag = "a.bow", troop = "human_crossbowman", at = "A5" },
          { tag = "a.mage", troop = "human_battle_mage", at = "A7", spells = ["fireball", "heal", "wall_of_mist"] },
          { tag = "a.gone", troop = "human_crossbowman", at = "dead" },
          { tag = "b.orc", troop = "orc_warrior", at = "F5" },
        ]
        declared = [
          { by = "a.bow", attack = "crossbow", target = "b.orc" },
          { by = "a.mage", spell = "fireball", level = 3, at = "F5" },
          { by = "a.gone", attack = "crossbow", target = "b.orc" },
          { by = "a.mage", spell = "wall_of_mist", level = 1, squares = ["C5", "C6", "C7"] },
        ]
        "#,
    );
    let marks = foresight::declared(&state);
    assert!(marks.iter().all(|mark| mark.kind == Drawn::Declared));
    let texts: Vec<&str> = marks.iter().map(|mark| mark.text.as_str()).collect();
    assert_eq!(texts, ["Crossbow", "Fireball 3", "Crossbow", "Wall of Mist 1"]);
    assert_eq!(marks[0].shape, Shape::Line { from: (500, 4500), to: (5500, 4500) });
    assert_eq!(tags(&state, &marks[0]), "a.bow b.orc");
    assert_eq!(squares(&marks[1]), "E4 F4 G4 E5 F5 G5 E6 F6 G6");
    // Whoever is gone keeps its place in the list.
    assert_eq!(marks[2].shape, Shape::Figures);
    assert_eq!(squares(&marks[3]), "C5 C6 C7");
    assert_eq!((marks[0].rule, marks[1].rule), (Some(SC::MELEE_01), Some(SC::CAST_02)));
}

/// SC-TURN-06, SC-TURN-07: who has something left to do in the step.
#[test]
fn those_who_are_idle() {
    let figures = r#"
        figure = [
          { tag = "a.bow", troop = "human_crossbowman", at = "A5" },
          { tag = "a.empty", troop = "human_crossbowman", at = "A7", unloaded = ["crossbow"] },
          { tag = "a.man", troop = "human_man_at_arms", at = "A2" },
          { tag = "b.orc", troop = "orc_warrior", at = "F5" },
        ]
    "#;
    let state = stage(&BARE, &format!("stage = \"movement\"\n{figures}"));
    assert_eq!(foresight::not_moved(&state, Seat(0)), 3);
    // Of the three one can shoot; what is only reloaded or readied is no attack.
    let state = stage(&BARE, &format!("stage = \"ranged\"\npart = \"declare\"\n{figures}"));
    assert_eq!(foresight::undeclared(&state, Seat(0)), 1);
}
