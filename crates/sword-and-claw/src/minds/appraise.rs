//! How well a battle stands for a side, seen from that side alone: what is left of its figures, how near they are to
//! a fight, and what a scenario asks for.

use super::prospect;
use super::roads::NOWHERE;
use crate::cards::{Area, Victory};
use crate::state::{NextStep, Side, State, distance};
use crate::{deploy, victory};
use kernel::{Figure, Seat};

/// How many inches a level is worth that keeps a flyer from the enemy.
const LEVEL: u8 = 4;

pub(crate) fn appraise(state: &State, seat: Seat) -> i32 {
    let Some(player) = state.players.get(seat.index()) else { return 0 };
    let side = player.side;
    if let Some(outcome) = &state.outcome {
        let won = outcome.winner.is_some_and(|winner| state.players[winner.index()].side == side);
        return if won { 1_000_000 } else { 0 };
    }
    let hurry = if moves(state) == side { hurry(state, side) } else { 0 };
    let mut total: i32 = state.of_side(side).map(|figure| worth(state, figure, hurry)).sum();
    total += waiting(state, side);
    total -= prospect::losses(state, side);
    total += match state.setting.scenario.victory {
        Victory::Cross { .. } if side == state.attacker => 140 * state.crossed[side.index()],
        Victory::Hold { area } => {
            let held = |figure| i32::from(state.sheet(figure).points) * ground_held(state, area, figure);
            state.of_side(side).map(held).sum()
        }
        _ => 0,
    };
    total
}

/// The side that can do something about the distance between the sides now. Only for that one it counts: what it goes
/// towards the enemy, nearly all of the enemy's figures would gain as well, and nobody would ever set out.
fn moves(state: &State) -> Side {
    if state.next_step < NextStep::SavingThrows { deploy::placing(state).0 } else { state.active }
}

/// How much an inch between the sides bothers this one: more and more, and hardly where time works for it. It is small
/// beside what a figure risks, for who comes up one by one is beaten one by one.
fn hurry(state: &State, side: Side) -> i32 {
    let (round, limit) = (i32::from(state.round), i32::from(state.setting.turn_limit));
    if limit == 0 {
        // Without a limit the last of a side could run for ever.
        return 4 + round.min(30) / 2 + (round - 30).clamp(0, 300);
    }
    if matches!(state.setting.scenario.victory, Victory::Hold { .. }) {
        return 2;
    }
    let ahead = victory::surviving(state, side) > victory::surviving(state, side.other());
    let waits = ahead && state.next_step >= NextStep::SavingThrows;
    if waits { 3 } else { 1 + 10 * round / limit }
}

/// What a figure does for the ground that its side has to hold: the nearer and the later the more.
fn ground_held(state: &State, area: Area, figure: Figure) -> i32 {
    let Some(space) = state.space(figure) else { return 0 };
    let (round, limit) = (i32::from(state.round), i32::from(state.setting.turn_limit.max(1)));
    let weight = 1 + 4 * round / limit;
    if space.squares().all(|square| area.contains(square)) {
        return 30 * weight;
    }
    let off = |at: u8, start: u8, size: u8| start.saturating_sub(at).max((at + 1).saturating_sub(start + size));
    let inches = off(space.at.x, area.at.x, area.width).max(off(space.at.y, area.at.y, area.height));
    -weight * i32::from(inches.min(40))
}

/// A figure is worth its points, less for wounds and conditions, a little less for every inch to the next enemy.
fn worth(state: &State, figure: Figure, hurry: i32) -> i32 {
    let (piece, sheet) = (state.piece(figure), state.sheet(figure));
    let points = i32::from(sheet.points);
    let mut value = 40 * points + 60 * points * i32::from(state.health(figure)) / i32::from(sheet.wounds.max(1));
    value -= 15 * points * i32::from(piece.entangled.min(1));
    value -= 25 * points * i32::from(piece.paralyzed.min(1));
    value -= 15 * points * i32::from(piece.poisoned.min(2));
    if piece.readied() {
        value += 3 * points;
    }
    value -= points * i32::from(gap(state, figure)) * hurry / 16;
    value
}

/// Inches to the nearest enemy beyond what its attacks reach, so that nobody stands about; for a flyer, levels between
/// them as well, or the last of a side could hang above its enemies for ever.
fn gap(state: &State, figure: Figure) -> u8 {
    let sheet = state.sheet(figure);
    let (enemy, flies) = (state.piece(figure).side.other(), sheet.flies());
    let reach = sheet.attacks.iter().map(|attack| attack.range[1].max(1)).max().unwrap_or(1);
    let shoots = sheet.attacks.iter().any(|attack| attack.is_ranged());
    let away = |other| {
        let apart = inches(state, figure, other).saturating_sub(reach);
        if flies { apart.saturating_add(levels_between(state, figure, other, shoots)) } else { apart }
    };
    state.of_side(enemy).map(away).min().unwrap_or(0).min(60)
}

/// What the levels between a flyer and an enemy that it cannot attack over them count, in inches: nothing goes down
/// (SC-FLIGHT-12), and only shots go up (SC-FLIGHT-13).
fn levels_between(state: &State, flyer: Figure, other: Figure, shoots: bool) -> u8 {
    let number = |figure| state.level(figure) as u8;
    let (own, goal) = (number(flyer), number(other));
    if own < goal && shoots { 0 } else { LEVEL * own.abs_diff(goal) }
}

/// Inches between two figures as the first would have to go: round what is in its way, unless it flies.
fn inches(state: &State, from: Figure, to: Figure) -> u8 {
    let (Some(own), Some(goal)) = (state.space(from), state.space(to)) else { return 0 };
    let straight = distance(own, goal);
    if straight < 3 || state.sheet(from).flies() {
        return straight;
    }
    let field = state.field();
    match field.inches_to(goal.at)[field.index(own.at)] {
        NOWHERE => straight.saturating_add(20),
        // Measured from corner to corner of bases that have some size.
        round => straight.max(round.saturating_sub(own.side + goal.side - 2)),
    }
}

/// Figures still to be placed.
fn waiting(state: &State, side: Side) -> i32 {
    let recruits = state.players.iter().filter(|player| player.side == side).flat_map(|player| {
        let reserve = player.reserve.map_or(&[][..], |at| &player.reserves[usize::from(at)]);
        player.core.iter().chain(reserve)
    });
    recruits.map(|recruit| 100 * i32::from(state.setting.roster[usize::from(recruit.troop.0)].points)).sum()
}

#[cfg(test)]
mod tests;
