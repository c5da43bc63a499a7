//! The formula behind the point values of the supplied troops. It is ours; the rulebook prints one value, 16 for the Human
//! Crossbowman, and the formula gives it.
//!
//! - `hit(t, D)` = (11 - D + t) / 10 within 0 and 1; `wounds(b, S)` = mean number of steps of S that d6 + b reaches.
//! - An attack is worth n h e m: number of attacks, chance to hit Defense 6, wounds on To Wound 3/7, and factors of its
//!   qualities. The offence is the best alternative and a quarter of the others.
//! - The toughness is the Wounds divided by the wounds a hit with d6+2 makes, times the chance to be hit at +1.
//! - points = 12.7 sqrt(offence x toughness) x mobility + 7 a level of magic + 2 for trained crew, rounded, at least 2.

use crate::cards::{Attack, Count, Qualities, Shape, Troop, WeaponQualities, core};

#[test]
fn points_follow_the_formula() {
    let pack = core();
    for troop in &pack.troops {
        assert_eq!(u32::from(troop.points), points(troop), "{}", troop.title);
    }
    let crossbowman = pack.troops.iter().find(|troop| troop.id.text() == "human-crossbowman").expect("the printed one");
    assert!((offence(crossbowman) - 0.685).abs() < 0.001 && (toughness(crossbowman) - 2.308).abs() < 0.001);
}

fn points(troop: &Troop) -> u32 {
    let fight = 12.7 * (offence(troop) * toughness(troop)).sqrt() * mobility(troop);
    let magic = 7.0 * f64::from(troop.spellcaster);
    let crew = if troop.has(Qualities::SIEGE_WEAPON_CREW) { 2.0 } else { 0.0 };
    ((fight + magic + crew + 0.5).floor() as u32).max(2)
}

fn hit(bonus: f64, defence: f64) -> f64 {
    (11.0 - defence + bonus).clamp(0.0, 10.0) / 10.0
}

/// Mean number of wounds of d6 + bonus against two steps, or any number where `step` is not 0.
fn wounds(bonus: i16, first: i16, second: i16, step: i16, most: i16) -> f64 {
    let made = |die: i16| {
        let damage = (die + bonus).max(0);
        let steps = match damage {
            damage if damage < first => 0,
            damage if damage < second => 1,
            _ if step == 0 => 2,
            damage => 2 + (damage - second) / step,
        };
        f64::from(steps.min(most))
    };
    (1..=6).map(made).sum::<f64>() / 6.0
}

fn offence(troop: &Troop) -> f64 {
    let option = |option: u8| {
        let attacks = troop.attacks.iter().filter(|attack| attack.option == option);
        attacks.map(|attack| worth(troop, attack)).sum::<f64>()
    };
    let options: Vec<f64> = (0..troop.options).map(option).collect();
    let best = options.iter().copied().fold(0.0, f64::max);
    best + 0.25 * (options.iter().sum::<f64>() - best)
}

fn worth(troop: &Troop, attack: &Attack) -> f64 {
    let health = f64::from(troop.wounds);
    let number = match (attack.shape, attack.count) {
        (Shape::Sweep(squares), _) => 1.0 + 0.35 * (f64::from(squares) - 1.0),
        (_, Count::Fixed(number)) => f64::from(number),
        (_, Count::Health) => (health + 1.0) / 2.0,
        (_, Count::HalfHealth) => (1..=troop.wounds).map(|left| f64::from(left.div_ceil(2))).sum::<f64>() / health,
    };
    let bonus = f64::from(attack.to_hit);
    let chance = match attack.shape {
        _ if attack.has(WeaponQualities::AUTOMATIC) => 1.0,
        Shape::Area(_) => hit(bonus, 5.0).max(0.5),
        _ => hit(bonus, 6.0),
    };
    let harmless = attack.has(WeaponQualities::NO_DAMAGE);
    let effect = if harmless { 0.6 } else { wounds(attack.damage.into(), 3, 7, 0, i16::MAX) };
    number * chance * effect * factors(attack)
}

fn factors(attack: &Attack) -> f64 {
    const FACTORS: [(WeaponQualities, f64); 12] = [
        (WeaponQualities::REACH, 1.15),
        (WeaponQualities::CHARGE_ONLY, 0.6),
        (WeaponQualities::REQUIRES_RELOAD, 0.55),
        (WeaponQualities::SLOW, 0.85),
        (WeaponQualities::POISON, 1.3),
        (WeaponQualities::PARALYZING, 1.5),
        (WeaponQualities::DRAINING, 1.5),
        (WeaponQualities::DIRECT_LINE, 1.1),
        (WeaponQualities::INDIRECT_FIRE, 1.1),
        (WeaponQualities::GROUND_TARGETS, 0.95),
        (WeaponQualities::ON_GROUND, 0.95),
        (WeaponQualities::WHILE_FLYING, 0.9),
    ];
    let mut factor: f64 =
        FACTORS.iter().filter(|(quality, _)| attack.has(*quality)).map(|(_, factor)| factor).product();
    if attack.is_ranged() {
        factor *= 0.8 + f64::from(attack.long_range()) / 40.0;
    }
    factor *= match attack.shape {
        Shape::Single | Shape::Sweep(_) => 1.0,
        Shape::Area(size) => 1.0 + 0.5 * (f64::from(size) - 1.0),
        Shape::Cone(size) => 1.0 + f64::from(size) / 5.0,
        Shape::Fan(size) => 1.0 + f64::from(size) / 3.0,
        Shape::Line(size) => 1.0 + f64::from(size) / 8.0,
        Shape::Aura(size) => 1.0 + f64::from(size),
    };
    if attack.zone.is_some() {
        factor *= 1.2;
    }
    if attack.has(WeaponQualities::ENTANGLING) && !attack.has(WeaponQualities::NO_DAMAGE) {
        factor *= 1.3;
    }
    factor
}

fn toughness(troop: &Troop) -> f64 {
    let steps = troop.to_wound;
    let most = if troop.has(Qualities::DISPERSED) { 1 } else { i16::from(troop.wounds) };
    let each = wounds(2, steps.first, steps.second, steps.step.into(), most);
    let chance = (hit(1.0, troop.melee.into()) + hit(1.0, troop.ranged.into())) / 2.0;
    f64::from(troop.wounds) / (chance * each).max(0.05)
}

fn mobility(troop: &Troop) -> f64 {
    if troop.is_engine() {
        return 0.8;
    }
    let plus = |quality, worth: f64| if troop.has(quality) { worth } else { 0.0 };
    0.6 + 0.1 * f64::from(troop.movement)
        + plus(Qualities::FLIGHT, 0.3)
        + plus(Qualities::AQUATIC, 0.05)
        + plus(Qualities::NIMBLE_CHARGER, 0.05)
        - plus(Qualities::CANT_RUN, 0.1)
}
