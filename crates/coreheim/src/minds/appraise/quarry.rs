//! Whom a band goes for. If everybody went for the nearest, they would meet the enemy one by one and on even terms; a band
//! that goes for the same one is three against one.

use crate::ground::INCH;
use crate::state::State;
use kernel::{Figure, Seat};
use space::inches::Spot;

/// As many take part in a fight.
const PARTY: usize = 5;
/// Who is so near to the quarry comes to his help.
const HELP: i64 = 8 * INCH as i64;

/// The enemy who is near to many of the band, far from his friends, and not too hard to fight.
pub(super) fn quarry(state: &State, seat: Seat) -> Option<Figure> {
    let steady = state.band(seat).filter(|figure| state.warrior(*figure).steady());
    let band: Vec<Spot> = steady.map(|figure| state.warrior(figure).at).collect();
    let mut foes: Vec<Figure> = state.present().filter(|figure| state.owner(*figure) != seat).collect();
    // Who hides is looked for when nobody else is left.
    if foes.iter().any(|foe| !state.warrior(*foe).hidden) {
        foes.retain(|foe| !state.warrior(*foe).hidden);
    }
    foes.iter().copied().min_by_key(|foe| trouble(state, *foe, &foes, &band))
}

/// Inches that the nearest of the band have to go, and as many more as make up for him and for his friends nearby.
fn trouble(state: &State, foe: Figure, foes: &[Figure], band: &[Spot]) -> i32 {
    let cost = |figure: Figure| i32::from(state.sheet(figure).fighter.cost);
    let (roads, there) = (state.setting.field.roads(), state.warrior(foe).at);
    let mut ways: Vec<i32> = band.iter().map(|at| roads.length(*at, there)).collect();
    ways.sort_unstable();
    let way = ways.iter().take(PARTY).sum::<i32>() / INCH;
    let others = foes.iter().copied().filter(|other| *other != foe);
    let friends = others.filter(|other| state.warrior(*other).at.plan().to(there.plan()) < HELP);
    way + cost(foe) * 4 / 5 + friends.map(|friend| 3 + cost(friend) * 3 / 10).sum::<i32>()
}
