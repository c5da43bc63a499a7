//! What a side has to expect: blows of those who are engaged, charges that are declared or can be, shots. Everybody is
//! thought to attack where it costs the other side most, and nobody twice.

pub(crate) mod duel;

use super::charges::likely;
use crate::cards::{Knack, Stat};
use crate::profile::Off;
use crate::resolve::batch::{self, Cause, Hit};
use crate::resolve::blow::{self, Chance};
use crate::resolve::save;
use crate::state::{Did, NextStep, Posture, State};
use crate::turn::charge::reach;
use kernel::{Figure, Seat};
use space::inches::Spot;

/// Of a hundred: how much attacks count that are sure to be made, that can still be made in this turn, in the next one,
/// and in the one after the next.
const SURE: i32 = 95;
const DECLARED: i32 = 80;
const NOW: i32 = 60;
const NEXT: i32 = 40;
const LATER: i32 = 35;
/// Thousandths of a warrior that go with his last Wound: down, stunned or out of action.
const FELLED: i32 = 650;

/// Somebody who may be attacked, and the thousandths of him that will be lost.
struct Mark {
    figure: Figure,
    worth: i32,
    harm: i32,
}

impl Mark {
    /// Further harm counts less and less.
    fn share(harm: i32) -> i32 {
        (2000 * harm / (2000 + harm)).min(950)
    }

    /// What so much more harm costs.
    fn price(&self, harm: i32) -> i32 {
        self.worth * (Mark::share(self.harm + harm) - Mark::share(self.harm)) / 1000
    }
}

/// Worth that a side has to expect to lose. `worth` says what each of its warriors is worth.
pub(crate) fn losses(state: &State, side: Seat, worth: impl Fn(Figure) -> i32) -> i32 {
    let mut marks: Vec<Mark> = state.band(side).map(|figure| Mark { figure, worth: worth(figure), harm: 0 }).collect();
    if marks.is_empty() {
        return 0;
    }
    for by in state.present().filter(|by| state.owner(*by) != side) {
        let mut best: Option<(i32, usize, i32)> = None;
        threats(state, by, &marks, |at, harm| {
            let price = marks[at].price(harm);
            if best.is_none_or(|(known, ..)| price > known) {
                best = Some((price, at, harm));
            }
        });
        if let Some((_, at, harm)) = best {
            marks[at].harm += harm;
        }
    }
    marks.iter().map(|mark| mark.worth * Mark::share(mark.harm) / 1000).sum()
}

/// What one warrior may do to each of the others, in thousandths of them.
fn threats(state: &State, by: Figure, marks: &[Mark], mut tell: impl FnMut(usize, i32)) {
    let warrior = state.warrior(by);
    if warrior.fleeing {
        return;
    }
    // Who lies down strikes again when he has stood up.
    let fit = match warrior.posture {
        Posture::Standing => 100,
        Posture::Down => 50,
        Posture::Stunned => 20,
    };
    let fit = if warrior.idle { fit / 2 } else { fit };
    let mut engaged = false;
    let spared = 1000 - Mark::share(beforehand(state, by, marks));
    for (at, mark) in marks.iter().enumerate() {
        if state.engaged(by, mark.figure) {
            engaged = true;
            let weight = if warrior.did.has(Did::Struck) { NOW } else { SURE * spared / 1000 };
            tell(at, blows(state, by, mark.figure) * weight / 100 * fit / 100);
        }
    }
    // Whom a charge reaches strikes back, if he is still on his feet.
    for charge in state.charges.iter().filter(|charge| charge.target == by) {
        if let Some(at) = marks.iter().position(|mark| mark.figure == charge.charger)
            && likely(state, charge.charger, by)
        {
            engaged = true;
            tell(at, blows(state, by, charge.charger) * NOW / 100 * fit / 100);
        }
    }
    if engaged {
        return;
    }
    if let Some(charge) = state.charges.iter().find(|charge| charge.charger == by) {
        let near = likely(state, by, charge.target);
        if let Some(at) = marks.iter().position(|mark| mark.figure == charge.target && near) {
            let found = if charge.unseen { i32::from(state.stat(by, Stat::Initiative)) * 100 / 6 } else { 100 };
            tell(at, blows(state, by, charge.target) * DECLARED / 100 * found.min(100) / 100);
        }
        return;
    }
    from_afar(state, by, marks, fit, tell);
}

/// What charges and shots of this turn, as long as they are still to come, or of a later one may do.
fn from_afar(state: &State, by: Figure, marks: &[Mark], fit: i32, mut tell: impl FnMut(usize, i32)) {
    let (warrior, acts) = (state.warrior(by), state.active() == state.owner(by));
    let charges = acts && state.next < NextStep::Charge;
    let shoots = acts && state.next <= NextStep::Shoot && !warrior.did.has(Did::Shot) && !warrior.did.has(Did::Ran);
    let later = if acts { LATER } else { NEXT };
    let charge = match charges {
        true if warrior.did.has(Did::StoodUp) || warrior.did.has(Did::FailedCharge) => 0,
        true => NOW,
        false => later,
    };
    let shot = if shoots { NOW } else { later };
    let dash = reach(state, by);
    let range = state.sheet(by).missile.iter().map(|arm| arm.weapon.range).max().unwrap_or(0);
    for (at, mark) in marks.iter().enumerate() {
        if state.warrior(mark.figure).hidden {
            continue;
        }
        let far = state.distance(by, mark.figure);
        if far > dash.max(range) || !in_view(state, by, mark.figure) {
            continue;
        }
        let mut harm = 0;
        if far <= dash && likely(state, by, mark.figure) {
            harm = blows(state, by, mark.figure) * charge / 100 * fit / 100;
        }
        if far <= range {
            harm = harm.max(shots(state, by, mark.figure, far) * shot / 100 * fit / 100);
        }
        if harm > 0 {
            tell(at, harm);
        }
    }
}

/// Harm to one warrior by those whom he fights and who strike before him: who falls does not strike.
fn beforehand(state: &State, by: Figure, marks: &[Mark]) -> i32 {
    let turn = |one: Figure| (blow::rank(state, one), 20 - blow::quickness(state, one));
    let foes = marks.iter().map(|mark| mark.figure).filter(|foe| state.engaged(*foe, by));
    let able = foes.filter(|foe| {
        let warrior = state.warrior(*foe);
        warrior.steady() && !warrior.did.has(Did::Struck)
    });
    able.filter(|foe| turn(*foe) < turn(by)).map(|foe| blows(state, foe, by)).sum()
}

/// A line between their heads is free: nearly always that means that they see one another.
fn in_view(state: &State, one: Figure, other: Figure) -> bool {
    let head = |figure: Figure| {
        let at = state.warrior(figure).at;
        Spot { z: at.z + state.sheet(figure).height * 3 / 4, ..at }
    };
    state.setting.field.table.line_free(head(one), head(other))
}

/// Thousandths of a warrior that the blows of one round cost him.
fn blows(state: &State, by: Figure, target: Figure) -> i32 {
    let warrior = state.warrior(by);
    let hit = blow::hit(state, by, target, warrior.grip.main);
    let mut count = i32::from(state.stat(by, Stat::Attacks)) * if warrior.frenzied { 2 } else { 1 };
    if let Off::Weapon(_) = warrior.grip.off {
        count += 1;
    }
    let chance = match blow::chance(state, by, target) {
        Chance::Certain => 6,
        Chance::Roll { needed, modifiers } => (7 - i32::from(needed) + i32::from(modifiers.sum())).clamp(1, 5),
    };
    harm(state, target, Cause::Close, &hit, count * chance * 1000 / 6)
}

/// Thousandths of a warrior that the shots of one turn cost him.
fn shots(state: &State, by: Figure, target: Figure, far: i32) -> i32 {
    let arms = state.sheet(by).missile.iter().filter(|arm| arm.weapon.range >= far);
    let moved = state.warrior(by).did.has(Did::Moved);
    let ballistic = i32::from(state.stat(by, Stat::Ballistic));
    let all = arms.map(|arm| {
        if moved && arm.has(Knack::MoveOrFire) {
            return 0;
        }
        let hit =
            Hit { piercing: arm.weapon.piercing, critical: true, ..Hit::of(arm.weapon.strength.clamp(1, 10) as u8) };
        let count = if arm.has(Knack::TwoShots) { 2 } else { 1 };
        let chance = (ballistic - i32::from(moved && !arm.has(Knack::Assault))).clamp(1, 5);
        harm(state, target, Cause::Shot, &hit, count * chance * 1000 / 6)
    });
    all.max().unwrap_or(0)
}

/// What thousandths of a hit do.
fn harm(state: &State, target: Figure, cause: Cause, hit: &Hit, hits: i32) -> i32 {
    let warrior = state.warrior(target);
    let wounding = match batch::needed(hit.strength, state.stat(target, Stat::Toughness)) {
        _ if hit.certain => 6,
        Some(needed) => 7 - i32::from(needed),
        None => 0,
    };
    let unsaved = save::against(state, target, cause, hit).map_or(6, |save| i32::from(save.needed) - 1);
    let wounds = hits * wounding * unsaved / 36;
    match warrior.posture {
        Posture::Standing => wounds * FELLED / 1000 / i32::from(warrior.wounds.max(1)),
        // Another wound puts him out of action.
        Posture::Down | Posture::Stunned => wounds * 3 / 2,
    }
}
