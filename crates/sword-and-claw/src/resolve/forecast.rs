//! What declared attacks may be expected to do, roughly and without a die: a mind that declares one attack at a time
//! has to see that it is worth something before it is resolved.

use super::tohit;
use crate::cards::{Attack, Shape};
use crate::state::{Aim, Declaration, Level, State};
use crate::{contact, might, spells};
use kernel::Figure;
use space::grid::Patch;

/// Hundredths of a wound that one declaration may be expected to do to a figure. Sight and cover are not looked at.
pub fn each(state: &State, declaration: &Declaration, mut f: impl FnMut(Figure, i32)) {
    let Some(attack) = spells::attack_of(state, declaration) else {
        return;
    };
    let by = declaration.by;
    match (declaration.aim, attack.shape) {
        (Aim::Figure(target), _) => f(target, wounds(state, by, &attack, target)),
        (Aim::Spot(at, level), Shape::Area(side)) => {
            let patch = Patch::new(at, side);
            for figure in state.standing() {
                let caught = level == Level::Ground && state.space(figure).is_some_and(|space| patch.covers(space));
                if caught && state.level(figure) == level {
                    f(figure, wounds(state, by, &attack, figure));
                }
            }
        }
        (Aim::Toward { to, level, .. }, _) => {
            for figure in state.all_on(to).filter(|figure| state.level(*figure) == level) {
                f(figure, wounds(state, by, &attack, figure) * 3 / 2);
            }
        }
        (Aim::Sweep(sweep), _) => {
            for figure in super::melee::swept(state, by, sweep) {
                f(figure, wounds(state, by, &attack, figure));
            }
        }
        (Aim::Nothing, Shape::Aura(reach)) => {
            for figure in state.standing().filter(|figure| *figure != by && state.distance(by, *figure) <= reach) {
                f(figure, wounds(state, by, &attack, figure));
            }
        }
        _ => {}
    }
}

/// Is somebody else of the attacker's side in contact with the target?
fn engaged(state: &State, by: Figure, target: Figure) -> bool {
    let Some(space) = state.space(target) else { return false };
    let mut found = false;
    contact::each(state, space, state.level(target), state.piece(by).side, |friend| found |= friend != by);
    found
}

fn wounds(state: &State, by: Figure, attack: &Attack, target: Figure) -> i32 {
    let mut needed =
        if matches!(attack.shape, Shape::Area(_)) { 5 } else { tohit::defense(state, target, attack.is_melee()) };
    if attack.is_ranged() {
        let range = tohit::range(state, by, target);
        needed += i16::from(range > attack.range[0]) + i16::from(range > attack.range[1]);
        if matches!(attack.shape, Shape::Single) && engaged(state, by, target) {
            // Harder to hit (SC-TOHIT-15), and a miss may hit the friend.
            needed += 3;
        }
    }
    might::wounds(attack, needed, state.sheet(target), state.health(target))
}
