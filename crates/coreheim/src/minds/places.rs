//! Places worth a thought for somebody who is set down.

use crate::setup::deploy::zone;
use crate::state::State;
use kernel::{Figure, Rng};
use space::inches::{Spot, turn};

/// Anywhere in the set-up zone.
pub(crate) fn anywhere(state: &State, figure: Figure, rng: &mut Rng) -> Spot {
    let Some(zone) = zone(state, state.owner(figure)) else { return Spot { x: 0, y: 0, z: 0 } };
    let between = |values: &mut dyn Iterator<Item = i32>, rng: &mut Rng| {
        let all: Vec<i32> = values.collect();
        let (low, high) = (all.iter().min().copied().unwrap_or(0), all.iter().max().copied().unwrap_or(0));
        // Quarters of an inch look tidy.
        low + 250 * rng.below(((high - low) / 250 + 1).max(1) as usize) as i32
    };
    let x = between(&mut zone.zone.iter().map(|(x, _)| *x), rng);
    let y = between(&mut zone.zone.iter().map(|(_, y)| *y), rng);
    Spot { x, y, z: 0 }
}

/// Beside an enemy, or somewhere round about `near`, no farther off than `within`.
pub(crate) fn round(state: &State, figure: Figure, near: Figure, within: i32, rng: &mut Rng) -> Option<Spot> {
    let (table, anchor) = (&state.setting.field.table, state.base(near));
    let close = |foe: &Figure| state.enemies(figure, *foe) && state.within(near, *foe, within);
    let foes: Vec<Figure> = state.present().filter(close).collect();
    let mut spots = Vec::new();
    if let Some(foe) = foes.get(rng.below(foes.len())) {
        table.beside(&state.base(*foe), &state.mover(figure), state.overhang(figure), &[], &mut spots);
    }
    // Distances go from rim to rim (CH-GEOM-04).
    let both = i64::from(state.sheet(figure).radius + anchor.radius);
    let reach = both + i64::from(within) * (1 + rng.below(4) as i64) / 4;
    let p = turn::outward(anchor.at.plan(), rng.below(24) as i32, reach);
    spots.extend(table.floor(p, 20_000).map(|z| p.at(z)));
    let at = rng.below(spots.len());
    spots.get(at).copied()
}
