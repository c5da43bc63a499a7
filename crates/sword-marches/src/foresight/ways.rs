//! Ways that a player draws: where they can lead, how much they use, and where they fail.

use super::{area, fits, mark, ring, spot, supposed, views, watchers};
use crate::decisions::TRACK;
use crate::field::{INCH, RADIUS};
use crate::state::State;
use crate::terrain::{self, Buffers, Going, Pace};
use kernel::sketch::{Drawn, Mark, Shape};
use kernel::{Ask, Choice, Figure, Speaks, Thing, Way};
use rulebook::SM;
use space::inches::{Area, Base, Spot, lane, path};

/// A way that may be drawn now.
#[derive(Clone, Debug)]
pub struct Route {
    pub label: &'static str,
    pub from: Spot,
    pub limit: i32,
    pub area: Area,
}

/// How the model of a pending question moves; the rule of the question says in which Action.
pub(super) fn going(state: &State, ask: &Ask) -> Option<Going> {
    let figure = ask.actor.filter(|figure| TRACK.is(ask) && fits(state, *figure))?;
    let pace = match ask.rule {
        rule if rule == SM::ACTION_06 => Pace::Hustle,
        rule if rule == SM::ACTION_27 => Pace::Disengage,
        _ => Pace::Move,
    };
    Going::of(state, figure, pace)
}

pub fn routes(state: &State, ask: &Ask) -> Option<Route> {
    let going = going(state, ask)?;
    let label = match going.pace {
        Pace::Move => "Move",
        Pace::Hustle => "Hustle",
        Pace::Disengage => "Break away",
    };
    Some(Route { label, from: going.from, limit: going.limit, area: area(state, &going) })
}

/// Movement that a drawn way uses, and how much there is.
pub fn used(state: &State, ask: &Ask, choice: &Choice) -> Option<(i32, i32)> {
    let (going, Way::Track(track)) = (going(state, ask)?, &choice.way) else { return None };
    match terrain::check(state, &going, track, &mut Buffers::default()) {
        // Over a wall that is touched a model has three inches on top of it (SM-TERRAIN-11).
        Ok(trip) if trip.crossed.is_some() => Some((trip.length, going.limit.min(3000))),
        Ok(trip) => Some((trip.length, going.limit)),
        Err(_) => Some((path::plan_length(track), going.limit)),
    }
}

/// Whoever a refused way or place comes too near, with what has to be kept clear round them.
pub fn faults(state: &State, ask: &Ask, choice: &Choice) -> Vec<Mark> {
    let (figure, track, margin) = match (&choice.way, choice.things, ask.actor) {
        (Way::Track(track), _, Some(figure)) => (figure, track.to_vec(), INCH),
        (_, [Thing::Figure(figure), Thing::Spot(at), _], _) => (figure, vec![at, at], INCH),
        _ => return Vec::new(),
    };
    if !fits(state, figure) {
        return Vec::new();
    }
    let owner = state.owner(figure);
    let started = spot(state, figure).map(|at| Base::new(at, RADIUS));
    let mut marks = Vec::new();
    for (other, fighter, at) in state.standing().filter(|(other, _, _)| *other != figure) {
        let enemy = fighter.owner != owner;
        let base = Base::new(at, RADIUS);
        let apart = if enemy { margin } else { 0 };
        let near = |leg: &[Spot]| lane::in_strip(leg, RADIUS + apart - 1, INCH, &base).is_some();
        let held = enemy && started.is_some_and(|from| from.within(&base, margin));
        if !held && track.windows(2).any(near) {
            let name = state.figure_name(other);
            let text = if enemy { format!("1″ from {name}") } else { name };
            let rule = if enemy { SM::ACTION_05 } else { SM::ACTION_04 };
            marks.push(mark(Drawn::Risk, ring(at, RADIUS + apart), vec![other], rule, &text));
        }
    }
    marks
}

/// The way, what the model would see from its end, and who would see it there.
pub(super) fn marks(state: &State, figure: Figure, track: &[Spot]) -> Vec<Mark> {
    let (Some(end), true) = (track.last(), fits(state, figure)) else { return Vec::new() };
    let mut marks = vec![mark(Drawn::Reach, Shape::Track(track.to_vec()), vec![figure], SM::ACTION_03, "")];
    let there = supposed(state, figure, *end);
    let shoots = state.sheet(figure).profile.weapons.iter().any(crate::sheet::is_ranged);
    marks.extend(if shoots { views(&there, figure) } else { watchers(&there, figure) });
    marks
}
