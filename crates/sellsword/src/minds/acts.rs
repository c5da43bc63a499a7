//! Sensible acts, drawn one at a time: nothing else is listed meanwhile.

use super::ways;
use crate::act::basic_move::{self, Reach};
use crate::act::menu::{Menu, list_rests, list_traits};
use crate::act::{Act, attack, charge, rest};
use crate::decisions::NamedAct;
use crate::resolve::attack::attack_of;
use kernel::{Answer, Answers, Figure, Question, Rng, Walk};

/// Some legal act: most often a move or a fight, seldom the end of the turn.
pub(crate) fn sample(menu: &Menu<'_>, rng: &mut Rng) -> Answer {
    let draw = rng.below(12);
    if draw < 5
        && let Some(walk) = walk_somewhere(menu, rng)
    {
        return walk;
    }
    let astride = menu.state.turn.astride;
    if draw < 11
        && !astride
        && let Some(act) = fight(menu, rng)
    {
        return menu.answer(act);
    }
    // Nobody to fight: most units then rather go somewhere than end their turn.
    if draw < 10
        && let Some(walk) = walk_somewhere(menu, rng)
    {
        return walk;
    }
    if (draw.is_multiple_of(2) || astride)
        && let Some(act) = menu.maneuver_from(rng.below(8))
    {
        return menu.answer(act);
    }
    match walk_somewhere(menu, rng) {
        Some(walk) if astride => walk,
        _ if !astride => menu.answer(Act::End),
        _ => Answer::Option(rng.below(menu.len())),
    }
}

/// Everything that is listed, and some of the squares that a move can lead to.
pub(crate) fn candidates(menu: &Menu<'_>, rng: &mut Rng, most: usize) -> Vec<Answer> {
    let (state, going) = (menu.state, menu.going);
    let mut answers: Vec<Answer> = (0..menu.acts().len()).map(Answer::Option).collect();
    if menu.may_move()
        && let Some(space) = state.space(menu.unit)
    {
        let reach = Reach::new(state, going, space, basic_move::points(state, menu.unit), state.turn.diagonals);
        let mut ends: Vec<usize> = reach.stops(state, going).map(|(_, node)| node).collect();
        let room = most.saturating_sub(answers.len()).max(most / 2);
        while ends.len() > room {
            ends.swap_remove(rng.below(ends.len()));
        }
        answers.extend(ends.into_iter().map(|node| along(reach.walk(node))));
    }
    answers
}

fn along(way: Walk) -> Answer {
    Answer::Free(NamedAct::Move { way }.choice())
}

/// A move somewhere, if the unit may make one.
fn walk_somewhere(menu: &Menu<'_>, rng: &mut Rng) -> Option<Answer> {
    basic_move::check(menu.state, menu.unit).ok()?;
    ways::sample(menu.state, menu.going, basic_move::points(menu.state, menu.unit), rng).map(along)
}

/// Some legal act that is neither movement nor the end of the turn, the first found from a random start.
fn fight(menu: &Menu<'_>, rng: &mut Rng) -> Option<Act> {
    let (state, unit) = (menu.state, menu.unit);
    let attacks = state.sheet(unit).attacks.len();
    if rng.below(8) > 0 {
        let first = rng.below(attacks);
        for at in (0..attacks).map(|at| (first + at) % attacks) {
            if attack::declarable(state, unit, at).is_ok()
                && let Some(act) = aim(menu, at, rng)
            {
                return Some(act);
            }
        }
    }
    let mut others = Vec::new();
    list_rests(state, unit, &mut others);
    list_traits(state, unit, &mut others);
    if state.turn.felled && rest::check_crow(state, unit).is_ok() {
        others.push(Act::Crow);
    }
    if others.is_empty() { None } else { Some(others[rng.below(others.len())]) }
}

/// A target for one attack, by the attack itself or a charge with it.
fn aim(menu: &Menu<'_>, at: usize, rng: &mut Rng) -> Option<Act> {
    let (state, unit) = (menu.state, menu.unit);
    let weapon = attack_of(state, unit, at);
    let attack = at as u8;
    if weapon.burst > 0 {
        return Some(Act::Burst { attack });
    }
    let may_charge = charge::ready(state, unit, at).is_ok();
    let count = state.units.len();
    let first = rng.below(count);
    let mut buffers = menu.buffers.borrow_mut();
    for target in (0..count).map(|other| Figure(((first + other) % count) as u16)) {
        if !state.unit(target).on_map() || !state.enemies(unit, target) {
            continue;
        }
        let range = state.distance(unit, target);
        if range <= weapon.range && attack::targetable(state, unit, at, target, &mut buffers).is_ok() {
            return Some(Act::Attack { attack, target });
        }
        if may_charge
            && charge::REACH.contains(&range)
            && charge::possible(state, unit, target, menu.going, &mut buffers)
        {
            return Some(Act::Charge { attack, target });
        }
    }
    None
}
