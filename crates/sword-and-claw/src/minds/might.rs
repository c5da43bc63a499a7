//! What figures may be expected to do to one another, roughly and without a die: by their sheets, and from where they
//! stand. An appraisal looks ahead with it; no rule asks it.

use crate::cards::{Attack, Shape, Troop, TroopId, WeaponQualities};

/// Hundredths of a wound in one turn, troop against troop, and how far it goes.
#[derive(Debug)]
pub struct Might {
    arms: Vec<Arms>,
    pairs: Vec<Pair>,
}

/// What a troop fights with, whoever the target is.
#[derive(Clone, Copy, Debug, Default)]
pub struct Arms {
    /// Squares that its blows reach; 0 where it has none.
    pub reach: u8,
    /// Short, medium and long range of what shoots farthest; zeros where nothing does.
    pub range: [u8; 3],
    /// Its shots are not made after a step.
    pub slow: bool,
}

/// One troop against another.
#[derive(Clone, Copy, Debug, Default)]
pub struct Pair {
    pub blows: i32,
    /// Blows after a charge.
    pub charge: i32,
    /// Shots at short, medium and long range.
    pub shots: [i32; 3],
}

impl Might {
    pub fn new(roster: &[Troop]) -> Might {
        let pairs = roster.iter().flat_map(|by| roster.iter().map(move |target| Pair::of(by, target)));
        Might { arms: roster.iter().map(Arms::of).collect(), pairs: pairs.collect() }
    }

    #[inline]
    pub fn arms(&self, troop: TroopId) -> &Arms {
        &self.arms[usize::from(troop.0)]
    }

    #[inline]
    pub fn pair(&self, by: TroopId, target: TroopId) -> &Pair {
        &self.pairs[usize::from(by.0) * self.arms.len() + usize::from(target.0)]
    }
}

impl Arms {
    fn of(troop: &Troop) -> Arms {
        let mut arms = Arms::default();
        for attack in &troop.attacks {
            let reach = match attack.shape {
                _ if attack.is_ranged() => 0,
                Shape::Aura(reach) | Shape::Cone(reach) | Shape::Fan(reach) | Shape::Line(reach) => reach,
                _ => 1 + u8::from(attack.has(WeaponQualities::REACH)),
            };
            arms.reach = arms.reach.max(reach);
            if attack.long_range() > arms.range[2] {
                (arms.range, arms.slow) = (attack.range, attack.has(WeaponQualities::SLOW));
            }
        }
        arms
    }
}

impl Pair {
    /// The best alternative of the sheet for each (SC-TROOP-21).
    fn of(by: &Troop, target: &Troop) -> Pair {
        let best = |wanted: &dyn Fn(&Attack) -> bool, bonus: i16| {
            let alternatives = (0..=by.options).map(|option| {
                let used = by.attacks.iter().filter(|attack| attack.option == option && wanted(attack));
                used.map(|attack| rolls(attack, by.wounds) * sheet_wounds(attack, target, bonus)).sum::<i32>()
            });
            alternatives.max().unwrap_or(0)
        };
        let charged = |attack: &Attack| attack.is_melee();
        let shot = |attack: &Attack| attack.is_ranged();
        Pair {
            blows: best(&|attack| !attack.is_ranged() && !attack.has(WeaponQualities::CHARGE_ONLY), 0),
            charge: best(&charged, 0),
            shots: [0, -1, -2].map(|bonus| best(&shot, bonus)),
        }
    }
}

/// Rolls against one target; what covers squares meets somebody else too, now and then.
fn rolls(attack: &Attack, wounds: u8) -> i32 {
    match attack.shape {
        Shape::Single => attack.rolls(wounds).into(),
        _ => 1,
    }
}

/// Hundredths of a wound that one roll of an attack does to a fresh figure of a troop.
fn sheet_wounds(attack: &Attack, target: &Troop, bonus: i16) -> i32 {
    let needed = match attack.shape {
        Shape::Area(_) => 5,
        _ if attack.is_melee() => target.melee.into(),
        _ => target.ranged.into(),
    };
    wounds(attack, needed - bonus, target, target.wounds)
}

/// Hundredths of a wound of one roll against the number that the skill has to meet.
pub(crate) fn wounds(attack: &Attack, needed: i16, target: &Troop, health: u8) -> i32 {
    let missed = needed - i16::from(attack.to_hit) - 1;
    let tenths = if attack.has(WeaponQualities::AUTOMATIC) { 10 } else { i32::from((10 - missed).clamp(0, 10)) };
    if attack.has(WeaponQualities::NO_DAMAGE) {
        return 6 * tenths;
    }
    let by_die = |die: i16| i32::from(target.to_wound.wounds(die + i16::from(attack.damage)).min(health));
    tenths * (1..=6).map(by_die).sum::<i32>() * 10 / 6
}
