//! How well a battle stands for a side, seen from that side alone: what is left of its figures, how near they are to
//! a fight, and what a scenario asks for.

use crate::cards::Victory;
use crate::resolve::forecast;
use crate::state::{Side, State};
use crate::victory;
use kernel::{Figure, Seat};

pub fn appraise(state: &State, seat: Seat) -> i32 {
    let Some(player) = state.players.get(seat.index()) else { return 0 };
    let side = player.side;
    if let Some(outcome) = &state.outcome {
        let won = outcome.winner.is_some_and(|winner| state.players[winner.index()].side == side);
        return if won { 1_000_000 } else { 0 };
    }
    let mut total: i32 = state.of_side(side).map(|figure| worth(state, figure)).sum();
    total += waiting(state, side);
    total -= threatened(state, side);
    total += match state.setting.scenario.victory {
        Victory::Cross { .. } if side == state.attacker => 120 * state.crossed[side.index()],
        Victory::Hold { area } => {
            let inside = |figure: &Figure| {
                state.space(*figure).is_some_and(|space| space.squares().all(|square| area.contains(square)))
            };
            state.of_side(side).filter(inside).map(|figure| 10 * i32::from(state.sheet(figure).points)).sum()
        }
        _ => 0,
    };
    total
}

/// A figure is worth its points, less for wounds and conditions, a little less for every inch to the next enemy.
fn worth(state: &State, figure: Figure) -> i32 {
    let (piece, sheet) = (state.piece(figure), state.sheet(figure));
    let points = i32::from(sheet.points);
    let mut value = 40 * points + 60 * points * i32::from(state.health(figure)) / i32::from(sheet.wounds.max(1));
    value -= 15 * points * i32::from(piece.entangled.min(1));
    value -= 25 * points * i32::from(piece.paralyzed.min(1));
    value -= 15 * points * i32::from(piece.poisoned.min(2));
    if piece.readied() {
        value += 3 * points;
    }
    value -= points * i32::from(gap(state, figure)) / 4;
    value
}

/// Inches to the nearest enemy beyond what its attacks reach, so that nobody stands about.
fn gap(state: &State, figure: Figure) -> u8 {
    let enemy = state.piece(figure).side.other();
    let nearest = state.of_side(enemy).map(|other| state.distance(figure, other)).min().unwrap_or(0);
    let reach = state.sheet(figure).attacks.iter().map(|attack| attack.range[1].max(1)).max().unwrap_or(1);
    nearest.saturating_sub(reach).min(60)
}

/// What attacks that are declared and not resolved yet may be expected to cost the side.
fn threatened(state: &State, side: Side) -> i32 {
    let mut hundredths = 0;
    for declaration in &state.declared {
        forecast::each(state, declaration, |target, wounds| {
            let sheet = state.sheet(target);
            if state.piece(target).side == side {
                hundredths += 100 * i32::from(sheet.points) * wounds / i32::from(sheet.wounds.max(1));
            }
        });
    }
    hundredths / 100
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
