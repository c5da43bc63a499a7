use super::scene;
use crate::cards::{SpellId, ZoneKind, core};
use crate::setup;
use crate::state::{Aim, Altitude, Cells, Declaration, Deed, NextStep, Piece, Place, Recruit, Side, State};
use kernel::scene::{Site, Token};
use kernel::{Figure, Name, Scene, Seat, Setup};
use space::grid::{Block, Square};

const A: &str = "Grey | humans | 4 human-man-at-arms, 4 human-longbowman | 2 human-man-at-arms | human-battle-mage+fireball+heal+haste";
const B: &str = "Green | horde | 7 orc-warrior | ogre | wolf-rider";

fn battle(scenario: &str, a: &str, b: &str) -> State {
    let setup = Setup { scenario: scenario.into(), sides: vec![a.into(), b.into()], ..Setup::default() };
    setup::begin(&core(), &setup).unwrap_or_else(|problems| panic!("{problems:?}"))
}

/// Puts a figure on the board, as its placing would.
fn put(state: &mut State, troop: &str, seat: Seat, at: &str) -> Figure {
    let troop = state.setting.pack.troop_named(Name::of(troop)).expect("a troop");
    let recruit = Recruit { troop, spells: [Some(SpellId(0)), Some(SpellId(1)), Some(SpellId(5))] };
    let side = state.players[seat.index()].side;
    state.pieces.push(Piece::new(recruit, seat, side, 1));
    let figure = Figure(state.pieces.len() as u16 - 1);
    state.put(figure, Place::On(at.parse().expect("a square")), Altitude::Landed);
    figure
}

fn token(scene: &Scene, figure: Figure) -> &Token {
    &scene.figures[figure.index()]
}

fn badges(scene: &Scene, figure: Figure) -> Vec<&str> {
    token(scene, figure).badges.iter().map(|badge| badge.text.as_str()).collect()
}

fn waiting(scene: &Scene, seat: Seat) -> Vec<&str> {
    let own = scene.zones.iter().filter(|zone| zone.kind == "waiting" && zone.holder == Some(seat));
    own.map(|zone| zone.name.as_str()).collect()
}

/// SC-SETUP-14, SC-DEPLOY-03: the other side's army changes nothing in what a seat sees.
#[test]
fn what_waits_is_a_secret() {
    let other = "Grey | humans | 2 human-captain, human-man-at-arms | - | human-battle-mage+mire+hold+dispel";
    let (mut one, mut two) = (battle("meeting", A, B), battle("meeting", other, B));
    one.players[0].reserve = Some(0);
    two.players[0].reserve = Some(1);
    assert_eq!(scene(&one, Some(Seat(1))), scene(&two, Some(Seat(1))));
    assert_ne!(scene(&one, Some(Seat(0))), scene(&two, Some(Seat(0))));
    assert_eq!(scene(&one, None), scene(&two, None));
    let own = scene(&one, Some(Seat(0)));
    assert_eq!(
        waiting(&own, Seat(0)),
        ["Core: 4 Human Man-at-Arms, 4 Human Longbowman", "Reserve A, chosen: 2 Human Man-at-Arms"]
    );
    assert_eq!(waiting(&own, Seat(1)), ["Figures that wait: unknown"]);
}

/// SC-SPELL-03: three unknown slots; after a Fireball one of them shows it.
#[test]
fn spells_are_learnt_by_seeing_them() {
    let mut state = battle("meeting", A, B);
    let mage = put(&mut state, "human-battle-mage", Seat(0), "C3");
    let seen = |state: &State, seat| {
        let scene = scene(state, seat);
        badges(&scene, mage).into_iter().find(|badge| badge.starts_with("Spells")).map(str::to_string)
    };
    let own = Some("Spells: Fireball, Heal, Entangle".to_string());
    assert_eq!(seen(&state, Some(Seat(0))), own);
    assert_eq!(seen(&state, None).as_deref(), Some("Spells: unknown, unknown, unknown"));
    assert_eq!(seen(&state, Some(Seat(1))).as_deref(), Some("Spells: unknown, unknown, unknown"));
    state.pieces[mage.index()].shown = 0b100;
    assert_eq!(seen(&state, Some(Seat(1))).as_deref(), Some("Spells: Entangle, unknown, unknown"));
    // A seat that is not at the table knows no more than an enemy does.
    assert_eq!(seen(&state, Some(Seat(7))).as_deref(), Some("Spells: Entangle, unknown, unknown"));
}

#[test]
fn figures_with_bars_and_badges() {
    let mut state = battle("meeting", A, B);
    state.next_step = NextStep::Ranged;
    state.round = 2;
    let ogre = put(&mut state, "ogre", Seat(1), "J10");
    let bowman = put(&mut state, "human-crossbowman", Seat(0), "C3");
    let rider = put(&mut state, "human-griffon-rider", Seat(0), "F6");
    state.put(rider, Place::On("F6".parse().expect("a square")), Altitude::High);
    let piece = &mut state.pieces[bowman.index()];
    (piece.wounds, piece.unloaded, piece.poisoned, piece.entangled, piece.aimed) = (1, 1, 2, 1, true);
    piece.ready_ranged = Some(crate::cards::AttackId(1));
    let shot = Declaration {
        by: bowman,
        deed: Deed::Attack(crate::cards::AttackId(1)),
        aim: Aim::Figure(ogre),
        readied: false,
        crew: [None; 4],
    };
    state.declared.push(shot);
    let scene = scene(&state, Some(Seat(1)));
    assert_eq!(
        badges(&scene, bowman),
        [
            "Entangled",
            "Poisoned x2",
            "Hurt",
            "Declared: Crossbow at Ogre",
            "Readied: Crossbow",
            "Aimed",
            "Unloaded: Crossbow"
        ]
    );
    let bars = |figure| token(&scene, figure).bars.iter().map(|bar| (bar.name, bar.value, bar.of)).collect::<Vec<_>>();
    assert_eq!(bars(bowman), [("Wounds left", 1, 2), ("Loaded", 0, 1)]);
    assert!(bars(ogre).iter().any(|(name, ..)| *name == "Opportunity attacks"));
    assert_eq!(token(&scene, ogre).site, Site::Squares { at: Square::new(9, 9), width: 2, height: 2 });
    assert_eq!((token(&scene, rider).height, badges(&scene, rider)), (4000, vec!["High Altitude"]));
    assert_eq!((scene.clock.round, scene.clock.phase.as_str(), scene.clock.at), (2, "Grey: Ranged Attack", 4));
    assert_eq!((scene.sides[0].score, scene.sides[0].target), (102, 102));
    state.put(bowman, Place::Dead, Altitude::Landed);
    let after = super::scene(&state, None);
    assert_eq!((token(&after, bowman).site.clone(), after.sides[0].score), (Site::Away("dead"), 86));
}

#[test]
fn terrain_edges_zones_and_areas() {
    let mut state =
        battle("street-fight", &A.replace("4 human-man-at-arms,", "7 human-man-at-arms,"), &B.replace('7', "10"));
    let mage = put(&mut state, "human-battle-mage", Seat(0), "C3");
    let zone = crate::state::Zone {
        kind: ZoneKind::Burning,
        by: mage,
        side: Side(0),
        spell: None,
        shape: Cells::Block(Block::new(Square::new(34, 46), 3)),
        until: 3,
    };
    state.zones.push(zone);
    let ball =
        |at| Declaration { by: mage, deed: Deed::Spell(SpellId(0), 3), aim: at, readied: false, crew: [None; 4] };
    state.declared.push(ball(Aim::Spot(Square::new(0, 5), crate::state::Level::Ground)));
    let scene = scene(&state, None);
    let kinds: std::collections::BTreeSet<&str> = scene.features.iter().map(|feature| feature.kind).collect();
    assert_eq!(
        kinds.into_iter().collect::<Vec<_>>(),
        ["boulders", "building", "burning zone", "low-wall", "rubble", "trees"]
    );
    let fire = scene.features.iter().find(|feature| feature.kind == "burning zone").expect("the zone");
    assert_eq!(fire.site, Site::Squares { at: Square::new(34, 46), width: 2, height: 2 });
    assert_eq!(fire.until.as_deref(), Some("until the end of the turn of Grey in round 3"));
    let walls = |kind: &str| scene.walls.iter().filter(|wall| wall.kind == kind).count();
    assert_eq!((walls("door"), walls("window"), walls("fence")), (2, 5, 2));
    assert!(scene.walls.iter().all(|wall| wall.low == matches!(wall.kind, "fence" | "door")));
    let house = scene.zones.iter().find(|zone| zone.kind == "objective").expect("the house");
    assert_eq!(house.site, Site::Squares { at: Square::new(15, 21), width: 6, height: 5 });
    // The area of 3 by 3 around A6 is cut off by the edge of the board.
    let area = scene.zones.iter().find(|zone| zone.kind == "declared").expect("the fireball");
    assert_eq!(area.site, Site::Squares { at: Square::new(0, 4), width: 2, height: 3 });
}
