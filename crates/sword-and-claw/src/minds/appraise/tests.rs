use super::appraise;
use crate::cards::core;
use crate::setup;
use crate::state::{Altitude, NextStep, Piece, Place, Recruit, SPELLS, Side, State};
use kernel::{Figure, Name, Seat, Setup};
use space::grid::Square;

/// Six orcs in the north of the pass and one man far to the south, whose turn it is.
fn pass(man: Square) -> State {
    let sides = ["Grey | humans | 4 human-man-at-arms | - | -", "Green | horde | 6 orc-warrior | - | -"];
    let options = vec![("points".into(), "140".into()), ("attacker".into(), "a".into())];
    let sides = sides.map(String::from).into();
    let setup = Setup { scenario: "hold-the-pass".into(), options, sides, ..Setup::default() };
    let mut state = setup::begin(&core(), &setup).unwrap_or_else(|problems| panic!("{problems:?}"));
    let mut put = |troop: &str, seat: u8, at: Square| {
        let troop = state.setting.pack.troop_named(Name::of(troop)).expect("a troop");
        let figure = Figure(state.pieces.len() as u16);
        state.pieces.push(Piece::new(Recruit { troop, spells: [None; SPELLS] }, Seat(seat), Side(seat), 1));
        state.put(figure, Place::On(at), Altitude::Landed);
    };
    put("human-man-at-arms", 0, man);
    for x in 2..8 {
        put("orc-warrior", 1, Square::new(x, 3));
    }
    (state.next_step, state.active, state.round) = (NextStep::Movement, Side(0), 1);
    state
}

fn standing(man: Square) -> i32 {
    let state = pass(man);
    appraise(&state, Seat(0)) - appraise(&state, Seat(1))
}

/// One step of his brings six enemies nearer to a fight as well; that must not keep him.
#[test]
fn who_moves_wants_to_meet_the_enemy() {
    assert!(standing(Square::new(17, 36)) > standing(Square::new(17, 40)));
}

/// The rocks close the straight way: along their foot he comes nearer to the gap, though not to the enemy.
#[test]
fn the_way_goes_round_the_rocks() {
    let (foot, onward) = (Square::new(4, 31), Square::new(10, 31));
    let field = pass(foot).setting.field.clone();
    let inches = |from: Square| field.inches_to(Square::new(4, 3))[field.index(from)];
    assert!(inches(foot) > 40 && inches(onward) < inches(foot), "{} {}", inches(foot), inches(onward));
    assert_eq!(inches(Square::new(2, 20)), crate::minds::roads::NOWHERE, "in the rocks");
    assert!(standing(onward) > standing(foot));
}

/// The last of a side, a flyer without a bow, above the enemies that outnumber it: the longer the battle lasts the less it
/// wants to stay out of their reach, for without a limit that would be for ever.
#[test]
fn a_flyer_comes_down_in_the_end() {
    let late = |altitude, round| {
        let mut state = pass(Square::new(5, 4));
        let setting = std::sync::Arc::get_mut(&mut state.setting).expect("nobody else holds it");
        setting.turn_limit = 0;
        let troop = setting.pack.troop_named(Name::of("carrion-bats")).expect("a troop");
        state.pieces[0].troop = troop;
        state.put(Figure(0), Place::On(Square::new(5, 4)), altitude);
        state.round = round;
        appraise(&state, Seat(0)) - appraise(&state, Seat(1))
    };
    assert!(late(Altitude::Low, 1) > late(Altitude::Hover, 1), "it need not hurry yet");
    assert!(late(Altitude::Hover, 300) > late(Altitude::Low, 300));
    assert!(late(Altitude::Low, 300) > late(Altitude::High, 300));
}
