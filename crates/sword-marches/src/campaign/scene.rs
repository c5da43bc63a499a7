//! The report as people see it: the muster on both sides, with experience, and the step it stands at.

use super::state::{Phase, State};
use crate::content::RATINGS;
use crate::muster::Model;
use kernel::scene::{Badge, Bar, BarStyle, Board, Clock, Scene, SideCard, Site, Token};
use kernel::{Figure, Seat, Speaks, Tags};
use rulebook::SM;

pub(super) fn scene(state: &State) -> Scene {
    let mut figures = Vec::new();
    let mut sides = Vec::new();
    for (at, side) in state.sides.iter().enumerate() {
        let seat = Seat(at as u8);
        let annals = side.annals();
        let silver = Badge::new(format!("{} silver", annals.treasury), SM::AAR_14);
        let stage = Badge::new(state.pack.stage(side.warband.stage).title, SM::STAGE_01);
        let badges = vec![stage, silver];
        let next = side.warband.stage.next().map_or(0, |stage| state.pack.stage(stage).renown.into());
        sides.push(SideCard { seat, name: state.seat_name(seat), score: annals.renown, target: next, badges });
        for (index, model) in side.warband.models.iter().enumerate() {
            figures.push(token(state, seat, index, model));
        }
    }
    let track = Phase::ALL.iter().map(|(word, _)| (*word).to_owned()).collect();
    let games = state.sides.iter().map(|side| u32::from(side.annals().games)).max().unwrap_or(0);
    Scene {
        board: Board::Inches { width: 0, depth: 0, measuring: true },
        features: Vec::new(),
        walls: Vec::new(),
        zones: Vec::new(),
        figures,
        sides,
        clock: Clock {
            called: "",
            round: games,
            last: None,
            phase: state.phase.word().to_owned(),
            track,
            at: state.phase as usize,
        },
    }
}

fn token(state: &State, seat: Seat, index: usize, model: &Model) -> Token {
    let figure = Figure(u16::from(seat.0) * 256 + index as u16);
    let gone = state.sides.get(seat.index()).is_some_and(|side| side.gone[index]);
    let ratings = RATINGS.into_iter().enumerate();
    let bar = |name, value, of| Bar { name, value, of, style: BarStyle::Number };
    let mut bars: Vec<Bar> = ratings.map(|(rating, name)| bar(name, model.rating(rating), 7)).collect();
    bars.push(bar("EXP", model.exp.into(), 0));
    let mut badges = vec![Badge::listed(model.kind.title(), model.kind.rule())];
    if model.away {
        badges.push(Badge::new("misses the next battle", SM::AAR_05));
    }
    for learnt in &model.traits {
        if let Some(entry) = state.pack.talent(learnt.id) {
            let level = if entry.stackable() { format!("+{}", learnt.level) } else { String::new() };
            badges.push(Badge::new(format!("{}{level}", entry.title), entry.rule));
        }
    }
    Token {
        figure,
        tag: state.tag(figure),
        name: model.name.clone(),
        seat,
        site: Site::Away(if gone { "gone" } else { "muster" }),
        height: 0,
        bars,
        badges,
        acted: false,
        acting: false,
        kit: Vec::new(),
    }
}
