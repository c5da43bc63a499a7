//! What declared attacks may be expected to do, roughly and without a die: a mind that declares one attack at a time
//! has to see that it is worth something before it is resolved.

use super::tohit;
use crate::cards::{Attack, Shape, WeaponQualities};
use crate::spells;
use crate::state::{Aim, Declaration, Level, State};
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
        (Aim::Sweep { start, clockwise, squares }, _) => {
            for figure in super::melee::swept(state, by, start, clockwise, squares) {
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

fn wounds(state: &State, by: Figure, attack: &Attack, target: Figure) -> i32 {
    let needed =
        if matches!(attack.shape, Shape::Area(_)) { 5 } else { tohit::defense(state, target, attack.is_melee()) };
    let mut bonus = i16::from(attack.to_hit);
    if attack.is_ranged() {
        let range = tohit::range(state, by, target);
        bonus -= i16::from(range > attack.range[0]) + i16::from(range > attack.range[1]);
    }
    let tenths = if attack.has(WeaponQualities::AUTOMATIC) { 10 } else { i32::from(11 - needed + bonus).clamp(0, 10) };
    if attack.has(WeaponQualities::NO_DAMAGE) {
        return 6 * tenths;
    }
    let to_wound = state.sheet(target).to_wound;
    let health = state.health(target);
    let sum: i32 = (1..=6).map(|die| i32::from(to_wound.wounds(die + i16::from(attack.damage)).min(health))).sum();
    tenths * sum * 10 / 6
}
