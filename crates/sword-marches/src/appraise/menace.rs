//! What models may do to one another with the Actions that come next: every attack that is near at hand with its chances,
//! taken for granted that nothing is in the way.

use super::dread::Dread;
use super::exchange::Exchange;
use super::{arms, whole};
use crate::effects::Grant;
use crate::field::INCH;
use crate::profile::Weapon;
use crate::resolve::attack::close_arms;
use crate::resolve::damage::shielded;
use crate::sheet::is_ranged;
use crate::state::{Fighter, State};
use kernel::{Figure, Seat};
use space::inches::Spot;

/// How far beyond its charge an enemy is felt.
const HORIZON: i32 = 12 * INCH;

/// One model as a danger and as a prey.
struct Model<'a> {
    figure: Figure,
    fighter: &'a Fighter,
    at: Spot,
    seat: Seat,
    /// Hundredths of its harm that count: those who act first count most.
    haste: i32,
    cbt: i32,
    melee: i32,
    missile: i32,
    cuts: &'a Weapon,
    /// How far it charges.
    charge: i32,
    shot: Option<&'a Weapon>,
    parries: i32,
    reach: i16,
    /// CON and ARM in close combat and against missiles.
    hide: [i32; 2],
    threshold: i32,
    holders: u8,
}

/// What a seat is likely to lose next.
pub(super) fn losses(state: &State, seat: Seat, dread: &Dread) -> i32 {
    let models: Vec<Model<'_>> =
        state.standing().map(|(figure, fighter, at)| model(state, figure, fighter, at)).collect();
    let mut sum = 0;
    for prey in models.iter().filter(|prey| prey.seat == seat) {
        let (mut worst, mut all) = (0, 0);
        for foe in models.iter().filter(|foe| foe.seat != seat && foe.fighter.ready()) {
            let harm = harm(state, foe, prey) * foe.haste / 100;
            all += harm;
            worst = worst.max(harm);
        }
        // A second enemy finds less to do than the first.
        let share = (worst + (all - worst) / 2).min(850);
        let warlord = state.warlord(seat) == Some(prey.figure);
        let stake = whole(state, prey.figure) + arms(state, prey.figure) + dread.next(warlord);
        sum += stake * share / 1000;
    }
    sum
}

fn model<'a>(state: &'a State, figure: Figure, fighter: &'a Fighter, at: Spot) -> Model<'a> {
    let sheet = state.sheet(figure);
    let profile = &sheet.profile;
    let force = |weapon: &Weapon| weapon.damage + 2 * weapon.dice;
    let close = || close_arms(state, figure).map(|arm| sheet.arm(arm));
    let shots = (0..sheet.arms.len() as u8).filter(|arm| !fighter.lacks(*arm)).map(|arm| sheet.arm(arm));
    let armour = if shielded(state, figure) { profile.armour } else { profile.unshielded };
    let next = state.priority == fighter.owner;
    Model {
        figure,
        fighter,
        at,
        seat: fighter.owner,
        haste: match (fighter.token, next) {
            (true, true) => 100,
            (true, false) => 80,
            (false, _) => 50,
        },
        cbt: sheet.cbt().into(),
        melee: profile.level(Grant::Melee).into(),
        missile: profile.level(Grant::Missile).into(),
        cuts: close().max_by_key(|weapon| force(weapon)).unwrap_or(sheet.arm(u8::MAX)),
        charge: i32::from(profile.charge) * 1000 + INCH,
        shot: shots.filter(|weapon| is_ranged(weapon)).max_by_key(|weapon| (!weapon.single, force(weapon))),
        parries: i32::from(profile.attacks) + i32::from(fighter.token && shielded(state, figure)),
        reach: close().map(|weapon| weapon.reach).max().unwrap_or(0),
        hide: armour.map(|armour| i32::from(sheet.con() + armour)),
        threshold: profile.threshold.into(),
        holders: state.holders(figure).count() as u8,
    }
}

/// Thousandths of the prey that one Action of a foe costs it.
fn harm(state: &State, foe: &Model<'_>, prey: &Model<'_>) -> i32 {
    let gap = state.gap(foe.figure, prey.figure);
    let halved = |cbt: i32, halved: bool| if halved { cbt / 2 } else { cbt };
    let weak = prey.fighter.shocked || prey.fighter.broken || prey.fighter.entangled;
    let cut = |attack: i32, holders: u8| {
        let exchange = Exchange {
            attack,
            dice: foe.cuts.dice.into(),
            guard: halved(prey.cbt + prey.melee, weak || holders >= 2),
            parries: prey.parries,
            edge: i32::from(foe.cuts.damage) - prey.hide[0],
            threshold: prey.threshold,
        };
        exchange.harm()
    };
    // A Shock is one too many for whoever had one this Turn.
    let twice = |harm: i32| if prey.fighter.shocks > 0 { harm + harm / 3 } else { harm };
    if gap <= INCH && state.engaged_at(foe.at, prey.at) {
        return twice(cut(halved(foe.cbt + foe.melee, foe.holders >= 2), prey.holders));
    }
    if foe.holders > 0 {
        return 0;
    }
    let mut worst = 0;
    let far = gap - foe.charge;
    if far < HORIZON {
        let attack = halved(foe.cbt + foe.melee + 1, foe.cuts.charge_reach < prey.reach);
        let charged = cut(attack, prey.holders + 1);
        worst = match far {
            // An obstacle may be in the way, and a nearer model.
            ..=0 => charged * 4 / 5,
            // It has to come nearer first.
            _ => charged / 5 * ((HORIZON - far) / 100) / (HORIZON / 100),
        };
    }
    if let Some(shot) = foe.shot.filter(|shot| gap <= i32::from(shot.farthest) * 1000 && prey.holders == 0) {
        let long = gap > i32::from(shot.range) * 1000;
        let exchange = Exchange {
            attack: halved(foe.cbt + foe.missile + 1, long),
            dice: shot.dice.into(),
            guard: prey.cbt / 2,
            parries: 1,
            edge: i32::from(shot.damage) - prey.hide[1],
            threshold: prey.threshold,
        };
        // Something may be in the line.
        worst = worst.max(exchange.harm() / 2);
    }
    twice(if prey.fighter.ambush { worst * 4 / 5 } else { worst })
}
