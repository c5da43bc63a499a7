//! What models may do to one another with the Actions that come next, by a rule of thumb: nothing is rolled, and lines
//! of sight are taken for granted.

use super::whole;
use crate::effects::Grant;
use crate::field::INCH;
use crate::resolve::attack::close_arms;
use crate::sheet::is_ranged;
use crate::state::State;
use kernel::{Figure, Seat};
use space::inches::Spot;

/// One model as a danger and as a prey.
struct Model {
    figure: Figure,
    at: Spot,
    seat: Seat,
    ready: bool,
    /// Hundredths of its harm that count: those who act first count most.
    haste: i32,
    /// Attack and damage in close combat; how far it charges.
    cuts: (i32, i32),
    charge: i32,
    /// Attack and damage of the best shot, and how far it goes.
    shot: Option<(i32, i32, i32)>,
    guard: i32,
    hide: i32,
    whole: i32,
    holders: u8,
}

/// Harm that a seat's models threaten, less what they are threatened with.
pub(super) fn balance(state: &State, seat: Seat) -> i32 {
    let mut models: Vec<Model> = state.standing().map(|(figure, _, _)| model(state, figure)).collect();
    for at in 0..models.len() {
        models[at].holders = state.holders(models[at].figure).count() as u8;
    }
    let mut sum = 0;
    for prey in &models {
        let (mut worst, mut all) = (0, 0);
        for foe in models.iter().filter(|foe| foe.seat != prey.seat && foe.ready) {
            let harm = harm(state, foe, prey) * foe.haste / 100;
            all += harm;
            worst = worst.max(harm);
        }
        // A second enemy finds less to do than the first.
        let share = (worst + (all - worst) / 2).min(80);
        let loss = prey.whole * share / 100;
        sum += if prey.seat == seat { -loss } else { loss };
    }
    sum
}

fn model(state: &State, figure: Figure) -> Model {
    let (fighter, sheet) = (state.fighter(figure), state.sheet(figure));
    let profile = &sheet.profile;
    let cbt = i32::from(sheet.cbt());
    let melee = i32::from(profile.level(Grant::Melee));
    let close = close_arms(state, figure).map(|arm| {
        let weapon = sheet.arm(arm);
        (cbt + melee + 2 * i32::from(weapon.dice - 1), i32::from(weapon.damage))
    });
    let shots = (0..sheet.arms.len() as u8).map(|arm| sheet.arm(arm)).filter(|weapon| is_ranged(weapon));
    let missile = i32::from(profile.level(Grant::Missile));
    let shot = shots.map(|weapon| {
        let attack = cbt + missile + 2 * i32::from(weapon.dice - 1);
        (attack, i32::from(weapon.damage), i32::from(weapon.range) * 1000)
    });
    let next = state.priority == fighter.owner;
    Model {
        figure,
        at: fighter.spot().unwrap_or(Spot::new(0, 0, 0)),
        seat: fighter.owner,
        ready: fighter.ready(),
        haste: match (fighter.token, next) {
            (true, true) => 100,
            (true, false) => 75,
            (false, _) => 45,
        },
        cuts: close.max_by_key(|(attack, damage)| attack + damage).unwrap_or((cbt, 0)),
        charge: i32::from(profile.charge) * 1000 + INCH,
        shot: shot.max_by_key(|(attack, damage, range)| attack + damage + range / 4000),
        guard: cbt + melee + 2 * i32::from(profile.attacks - 1) + i32::from(profile.shield),
        hide: i32::from(sheet.con()) + i32::from(profile.armour[0]),
        whole: whole(state, figure),
        holders: 0,
    }
}

/// Hundredths of the prey's worth that one Action of a foe costs it.
fn harm(state: &State, foe: &Model, prey: &Model) -> i32 {
    let gap = state.gap(foe.figure, prey.figure);
    let halved = |cbt: i32, holders: u8| if holders >= 2 { cbt / 2 } else { cbt };
    let guard = if state.fighter(prey.figure).ready() { halved(prey.guard, prey.holders) } else { prey.guard / 2 };
    let odds =
        |attack: i32, guard: i32, damage: i32| (14 + 5 * (attack - guard) + 5 * (damage - prey.hide)).clamp(2, 70);
    if gap <= INCH && state.engaged_at(foe.at, prey.at) {
        return odds(halved(foe.cuts.0, foe.holders), guard, foe.cuts.1);
    }
    if foe.holders > 0 {
        return 0;
    }
    let mut worst = 0;
    if gap <= foe.charge {
        // An obstacle may be in the way, and a nearer model.
        worst = odds(foe.cuts.0 + 1, guard, foe.cuts.1) * 3 / 4;
    }
    if let Some((attack, damage, range)) = foe.shot.filter(|(_, _, range)| gap <= *range && prey.holders == 0) {
        let far = if gap > range / 2 { 2 } else { 0 };
        worst = worst.max(odds(attack - far, prey.guard.min(5), damage) * 2 / 3);
    }
    if state.fighter(prey.figure).ambush { worst / 2 } else { worst }
}
