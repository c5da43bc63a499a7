//! Several units that one burst or trait moves at the same moment: who goes first matters only where two could come in
//! each other's way (SW-BURST-04).

use super::{How, backward, ways};
use crate::Table;
use crate::cards::{Ground, Verb};
use crate::decisions::{MOVE_ORDER, ReplyOrder};
use crate::resolve::cause::Cause;
use crate::state::{Place, State};
use crate::terrain::nearest_spaces;
use kernel::{Figure, Flow};
use rulebook::SW;
use space::grid::{Block, Squares};

/// Takes the unit that is moved next from those that wait. Where it makes a difference the attacker says who it is.
///
/// # Errors
/// Pauses for that choice.
pub(crate) fn next(t: &mut Table<'_>, cause: &Cause, waiting: &mut Vec<Figure>, verb: &Verb) -> Flow<Option<Figure>> {
    if waiting.len() < 2 {
        return Ok(waiting.pop());
    }
    let rivals = rivals(t.state, cause, waiting, verb);
    let unit = match waiting.iter().find(|unit| !rivals.contains(unit)) {
        Some(free) => *free,
        None => {
            let options: Vec<ReplyOrder> = rivals.into_iter().map(|unit| ReplyOrder::Next { unit }).collect();
            t.note(SW::BURST_04);
            let ReplyOrder::Next { unit } = t.ask(MOVE_ORDER.to(cause.seat).actor(cause.unit), &options)?;
            unit
        }
    };
    waiting.retain(|other| *other != unit);
    Ok(Some(unit))
}

/// Those whose movement could lead through squares that another one stands on or could be moved to.
fn rivals(state: &State, cause: &Cause, waiting: &[Figure], verb: &Verb) -> Vec<Figure> {
    let swept: Vec<Squares> = waiting.iter().map(|unit| sweep(state, cause, *unit, waiting, verb)).collect();
    // Who cannot be moved at all stands in the way, first or last.
    let stands = |at: usize| state.space(waiting[at]).is_none_or(|space| swept[at].len() <= space.squares().count());
    let meets = |a: usize, b: usize| a != b && !stands(b) && swept[a].intersects(&swept[b]);
    let all = 0..waiting.len();
    all.clone().filter(|at| !stands(*at) && all.clone().any(|other| meets(*at, other))).map(|at| waiting[at]).collect()
}

/// The squares a unit stands on and all that the movement could take it over, if those moved with it were not there.
fn sweep(state: &State, cause: &Cause, unit: Figure, waiting: &[Figure], verb: &Verb) -> Squares {
    let mut alone = state.clone();
    for other in waiting.iter().filter(|other| **other != unit) {
        alone.put(*other, Place::Dropped);
    }
    let mut area = Squares::new(state.field.width(), state.field.height());
    let Some(start) = state.space(unit) else {
        return area;
    };
    let (how, budget) = match *verb {
        Verb::Push(squares) => (Some(How::Push), squares),
        Verb::Pull(squares) => (Some(How::Pull), squares),
        Verb::Move(squares) => (Some(How::Move), squares),
        Verb::Recoil(points) => (None, points),
        _ => (None, 0),
    };
    area.insert_all(start.squares());
    let mut reached: Vec<(Block, u8)> = vec![(start, budget)];
    let mut at = 0;
    while let Some((space, left)) = reached.get(at).copied() {
        at += 1;
        let nexts: Vec<(Block, u8)> = match how {
            _ if left == 0 => continue,
            Some(how) => ways(&alone, cause, unit, space, how).into_iter().map(|next| (next, 1)).collect(),
            None => backward(&alone, cause, unit, space, left),
        };
        for (next, cost) in nexts {
            if next.squares().any(|square| state.ground(square).has(Ground::PIT)) {
                // It comes up at the edge, wherever there is room then.
                for near in [&alone, state].map(|state| nearest_spaces(state, unit, next, |_| true)) {
                    near.into_iter().for_each(|edge| area.insert_all(Block::new(edge, start.side).squares()));
                }
                continue;
            }
            area.insert_all(next.squares());
            if !reached.contains(&(next, left - cost)) {
                reached.push((next, left - cost));
            }
        }
    }
    area
}
