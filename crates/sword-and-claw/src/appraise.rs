//! How well a battle stands for a side, seen from that side alone: what is left of its figures, how near they are to
//! a fight, and what a scenario asks for.

use crate::cards::{Area, Victory};
use crate::state::{Side, Stage, State};
use crate::{prospect, victory};
use kernel::{Figure, Seat};

pub fn appraise(state: &State, seat: Seat) -> i32 {
    let Some(player) = state.players.get(seat.index()) else { return 0 };
    let side = player.side;
    if let Some(outcome) = &state.outcome {
        let won = outcome.winner.is_some_and(|winner| state.players[winner.index()].side == side);
        return if won { 1_000_000 } else { 0 };
    }
    let hurry = hurry(state, side);
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

/// How much an inch between the sides bothers this one: more and more, and not at all where time works for it.
fn hurry(state: &State, side: Side) -> i32 {
    let (round, limit) = (i32::from(state.round), i32::from(state.setting.turn_limit));
    if limit == 0 {
        // Without a limit the last of a side could run for ever.
        return 4 + round.min(30) / 2 + (round - 30).clamp(0, 300);
    }
    let ahead = victory::surviving(state, side) > victory::surviving(state, side.other());
    let waits = ahead && state.stage >= Stage::SavingThrows;
    if waits || matches!(state.setting.scenario.victory, Victory::Hold { .. }) { 3 } else { 6 + 16 * round / limit }
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

/// Inches to the nearest enemy beyond what its attacks reach, so that nobody stands about.
fn gap(state: &State, figure: Figure) -> u8 {
    let enemy = state.piece(figure).side.other();
    let nearest = state.of_side(enemy).map(|other| state.distance(figure, other)).min().unwrap_or(0);
    let reach = state.sheet(figure).attacks.iter().map(|attack| attack.range[1].max(1)).max().unwrap_or(1);
    nearest.saturating_sub(reach).min(60)
}

/// Figures still to be placed.
fn waiting(state: &State, side: Side) -> i32 {
    let recruits = state.players.iter().filter(|player| player.side == side).flat_map(|player| {
        let reserve = player.reserve.map_or(&[][..], |at| &player.reserves[usize::from(at)]);
        player.core.iter().chain(reserve)
    });
    recruits.map(|recruit| 100 * i32::from(state.setting.roster[usize::from(recruit.troop.0)].points)).sum()
}

/// The share of a side's points that is gone, in hundredths.
pub fn losses(state: &State, side: Side) -> i32 {
    let all = victory::strength(state, side).max(1);
    100 - 100 * victory::surviving(state, side) / all
}
