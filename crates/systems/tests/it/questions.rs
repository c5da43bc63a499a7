//! Whatever a board may ask about a decision is answered: odds, sketches, layers, cards, at every decision of battles
//! of every system.

use kernel::{Figure, Layer, Seat, Seats, Seed, Setup};
use std::thread;
use systems::{Game, Live};

/// A battle of two ready-made warbands that may meet.
fn begin(game: &dyn Game, number: u8) -> Box<dyn Live> {
    let ready = game.warbands();
    let fits = |scenario: &String| ready.iter().any(|band| game.fits(band).contains(scenario));
    let scenarios: Vec<String> = game.scenarios().into_iter().map(|one| one.id).filter(fits).collect();
    let scenario = &scenarios[usize::from(number) % scenarios.len()];
    let fit: Vec<_> = ready.iter().filter(|band| game.fits(band).contains(scenario)).collect();
    let pick = |at: usize| fit[(usize::from(number) + at) % fit.len()].line.clone();
    let setup =
        Setup { scenario: scenario.clone(), options: Vec::new(), sides: vec![pick(0), pick(1)], own_dice: Seats::NONE };
    game.begin(setup, Some(Seed([number; 32]))).expect("the battle begins")
}

fn ask_everything(live: &dyn Live, most: usize) {
    let request = live.pending().expect("a decision");
    let lines: Vec<String> = request.options.iter().map(|option| option.line.clone()).take(most).collect();
    let ideas: Vec<String> = live.ideas().iter().map(|idea| live.line(&idea.choice)).take(most).collect();
    for line in lines.iter().chain(&ideas) {
        let _ = live.odds(line);
        let _ = live.sketch(line);
        let _ = (live.used(line), live.shortened(line), live.faults(line));
    }
    let scene = live.scene(None, None);
    let kinds = scene.features.iter().map(|one| one.kind).chain(scene.walls.iter().map(|one| one.kind));
    for kind in kinds.chain(scene.zones.iter().map(|one| one.kind)) {
        let said = live.ground().iter().any(|ground| ground.kind == kind);
        assert!(said, "{}: no words say what {kind:?} on the board means", live.system());
    }
    let figures: Vec<Figure> = scene.figures.iter().map(|token| token.figure).collect();
    for figure in figures.into_iter().take(3) {
        for layer in [Layer::Reach, Layer::Sight, Layer::Threat] {
            live.layer(Some(Seat(0)), figure, layer, None);
        }
        live.card(Some(Seat(0)), figure);
    }
    let _ = (live.outlook(), live.pens(), live.footprint(), live.title());
    for number in 0..live.declared(None).len().min(2) {
        let _ = live.deed_odds(number, None);
    }
}

fn play(game: &dyn Game, battles: u8, decisions: u64, every: u64) {
    for number in 0..battles {
        let mut live = begin(game, number);
        for moment in 0..decisions {
            let Some(request) = live.pending() else { break };
            let seat = request.ask.seat;
            if moment < 40 || moment % every == u64::from(number) % every {
                ask_everything(live.as_ref(), 6);
            }
            let thought = live.thought("random", moment ^ (u64::from(number) << 32)).expect("a mind");
            let line = thought.think().expect("an answer");
            live.answer(seat, &line).expect("the answer of a mind is legal");
        }
    }
}

#[test]
fn every_question_of_a_board_is_answered() {
    let games = systems::all();
    thread::scope(|scope| {
        for game in &games {
            // A thread of this name says in which system it failed.
            let named = thread::Builder::new().name(game.name().to_owned());
            named.spawn_scoped(scope, || play(&**game, 5, 300, 7)).expect("a thread");
        }
    });
}
