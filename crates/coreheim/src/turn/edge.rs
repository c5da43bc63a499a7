//! The edges of the table that scenarios ask for: the enemy's, over which a band breaks through (CH-DEPLOY-11), and the
//! own one, over which shards are brought home (CH-DEPLOY-15).

use crate::cards::Deployment;
use crate::ground::INCH;
use crate::state::State;
use kernel::{Figure, Seat};
use space::inches::{Border, Spot};

/// At whose edge of the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Whose {
    Own,
    Enemy,
}

/// The border along which a zone lies: the one that two of its corners are on, but not the opposite one too.
fn border(state: &State, zone: &Deployment) -> Option<Border> {
    let (width, depth) = (state.setting.scenario.width, state.setting.scenario.depth);
    let two = |test: &dyn Fn(&(i32, i32)) -> bool| zone.zone.iter().filter(|p| test(p)).count() >= 2;
    let [south, north, west, east] =
        [two(&|p| p.1 == 0), two(&|p| p.1 == depth), two(&|p| p.0 == 0), two(&|p| p.0 == width)];
    match (south, north, west, east) {
        (true, ..) => Some(Border::South),
        (_, true, ..) => Some(Border::North),
        (_, _, true, false) => Some(Border::West),
        (_, _, false, true) => Some(Border::East),
        _ => None,
    }
}

/// The borders at which the enemies of a seat, or it itself, set up.
fn borders(state: &State, seat: Seat, whose: Whose) -> impl Iterator<Item = Border> + '_ {
    let zone = move |seat: Seat| {
        state.player(seat).zone.and_then(|zone| state.setting.scenario.deployments.get(zone as usize))
    };
    let seats = state.seats().filter(move |other| (*other != seat) == (whose == Whose::Enemy));
    seats.filter_map(zone).filter_map(move |found| border(state, found))
}

/// Wholly within so much of the edge at which the enemy, or he himself, set up.
pub(super) fn over(state: &State, figure: Figure, whose: Whose, within: i32) -> bool {
    let (width, depth) = (state.setting.scenario.width, state.setting.scenario.depth);
    let (at, radius) = (state.warrior(figure).at, state.sheet(figure).radius);
    borders(state, state.owner(figure), whose).any(|border| {
        let off = match border {
            Border::South => at.y,
            Border::North => depth - at.y,
            Border::West => at.x,
            Border::East => width - at.x,
        };
        off + radius <= within
    })
}

/// The nearest place at which somebody would be over such an edge.
pub(crate) fn nearest(state: &State, seat: Seat, whose: Whose, at: Spot) -> Option<Spot> {
    let (width, depth) = (state.setting.scenario.width, state.setting.scenario.depth);
    let places = borders(state, seat, whose).map(|border| match border {
        Border::South => Spot { y: INCH, z: 0, ..at },
        Border::North => Spot { y: depth - INCH, z: 0, ..at },
        Border::West => Spot { x: INCH, z: 0, ..at },
        Border::East => Spot { x: width - INCH, z: 0, ..at },
    });
    places.min_by_key(|place| place.plan().square_to(at.plan()))
}
