//! Step 2 of an attack: every bonus and penalty that applies, and the number to meet (SW-RESOLVE-01, SW-RESOLVE-04).

use super::attack::{Kind, Strike};
use crate::Table;
use crate::cards::{Stat, Verb};
use crate::cite::Cited;
use crate::effects::{Bonus, Context, standing, tied};
use crate::field::Buffers;
use crate::resolve::{compromised, stats};
use crate::sight::{self, Sighting};
use crate::state::State;
use kernel::{Figure, Modifiers};
use rulebook::SW;
use space::grid::Square;

/// What the attacker's roll has to meet, and with what.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Aim {
    pub modifiers: Modifiers,
    pub needed: i16,
}

pub(crate) fn aim(t: &mut Table<'_>, strike: &Strike) -> Aim {
    let mut buffers = std::mem::take(&mut t.scratch.buffers);
    let mut cited = Cited::at(t);
    let aim = reckon(t.state, strike, &mut buffers, &mut cited);
    t.scratch.buffers = buffers;
    cited.note(t);
    aim
}

/// The pure sum.
fn reckon(state: &State, strike: &Strike, buffers: &mut Buffers, cited: &mut Cited) -> Aim {
    let (attacker, target) = (strike.attacker, strike.target);
    let attack = &state.sheet(attacker).attacks[strike.attack];
    let needed = needed(state, strike, cited);
    let mut m = Modifiers::default();
    m.add("attack bonus", SW::ATTACK_01, attack.bonus);
    let (mut of_sight, mut of_state) = (cited.apart(), cited.apart());
    let seen = match strike.origin {
        // A burst has no target unit: neither invisibility nor sight to the unit matter (SW-INVIS-05).
        Some(origin) => {
            blast(state, strike, origin, buffers, &mut m, &mut of_sight);
            None
        }
        None => Some(view(state, strike, buffers, &mut m, &mut of_sight)),
    };
    // Only enemies profit (SW-COMPROMISED-01); who casts a burst may still see the unit caught or not (SW-COMPROMISED-09).
    if state.enemies(attacker, target) {
        let seen = seen.unwrap_or_else(|| sight::sighting(state, attacker, target, buffers));
        let target_seen = seen.view.visible() && !seen.invisible;
        if let Some(rule) = compromised::against(state, target, attacker, target_seen, buffers, &mut of_state) {
            m.add("compromised target", rule, 2);
        }
    }
    m.add("charge", SW::CHARGE_07, if strike.kind == Kind::Charge { 2 } else { 0 });
    let context = Context { target: Some(target), attack: Some(attack) };
    let mut bonuses = Bonuses::default();
    standing(state, attacker, context, attack_bonus, |bonus| {
        m.add(bonus.title, bonus.rule, bonus.value);
        bonuses.count(state, attacker, &bonus);
    });
    bonuses.cite(cited);
    tied(state, strike, context, attack_bonus, |bonus| m.add(bonus.title, SW::TRAIT_19, bonus.value));
    m.add("injuries", SW::INJURY_05, -state.unit(attacker).injuries());
    cited.append(of_state);
    cited.append(of_sight);
    Aim { modifiers: m, needed }
}

/// What the line from the origin of a burst takes off.
fn blast(state: &State, strike: &Strike, origin: Square, buffers: &mut Buffers, m: &mut Modifiers, cited: &mut Cited) {
    let covered = sight::blast_cover(state, origin, strike.target, buffers);
    m.add("cover from the burst", SW::BURST_05, if covered { -2 } else { 0 });
    if cited.hears() {
        // What the attacker sees counts for nothing here, which is worth saying where it would have counted.
        let seen = sight::sighting(state, strike.attacker, strike.target, buffers);
        cited.cite_if(seen.invisible, SW::INVIS_05);
        cited.cite_if(seen.view.cover(), SW::BURST_05);
    }
}

/// What the line of sight takes off.
fn view(state: &State, strike: &Strike, buffers: &mut Buffers, m: &mut Modifiers, cited: &mut Cited) -> Sighting {
    let (attacker, target) = (strike.attacker, strike.target);
    let seen = sight::sighting_cited(state, attacker, target, buffers, cited);
    let far = state.distance(attacker, target) >= 12;
    let cover = match seen.view.cover() {
        false => 0,
        true if far => -4,
        true => -2,
    };
    m.add("cover", SW::COVER_03, cover);
    m.add("invisible target", SW::INVIS_04, if seen.invisible { -4 } else { 0 });
    seen
}

fn attack_bonus(verb: &Verb) -> Option<i16> {
    match verb {
        Verb::AttackBonus(value) => Some(*value),
        _ => None,
    }
}

/// What the standing bonuses of one attack have in common.
#[derive(Default)]
struct Bonuses {
    count: u8,
    /// From the side of somebody else, or from another unit.
    foreign: bool,
    lent: bool,
    states: bool,
    living: bool,
}

impl Bonuses {
    fn count(&mut self, state: &State, attacker: Figure, bonus: &Bonus) {
        self.count += 1;
        self.foreign |= state.side(bonus.bearer) != state.side(attacker);
        self.lent |= bonus.bearer != attacker;
        self.states |= bonus.states;
        self.living |= bonus.living;
    }

    fn cite(self, cited: &mut Cited) {
        cited.cite_if(self.count > 1, SW::MOD_11);
        cited.cite_if(self.states, SW::TRAIT_15);
        cited.cite_if(self.living, SW::STATUS_21);
        cited.cite_if(self.foreign, SW::MOD_12);
        cited.cite_if(self.lent, SW::RANGE_07);
    }
}

/// The target number: the current statistic, with a Shield against attackers that are not adjacent (SW-TRAIT-11).
fn needed(state: &State, strike: &Strike, cited: &mut Cited) -> i16 {
    let versus = state.sheet(strike.attacker).attacks[strike.attack].versus;
    for rule in [SW::RESOLVE_01, SW::RESOLVE_04, SW::DICE_03, versus.rule()] {
        cited.cite(rule);
    }
    let shield = if shielded(state, strike.attacker, strike.target, versus, cited) { 2 } else { 0 };
    shield + stats::current_cited(state, strike.target, versus, cited)
}

fn shielded(state: &State, attacker: Figure, target: Figure, versus: Stat, cited: &mut Cited) -> bool {
    let sheet = state.sheet(target);
    let shielded = versus == Stat::Armor
        && sheet.common.shield
        && state.enemies(attacker, target)
        && !state.adjacent(attacker, target);
    cited.cite_if(shielded, SW::TRAIT_11);
    let twice = sheet.card.common.shield && sheet.modcard.as_ref().is_some_and(|own| own.common.shield);
    cited.cite_if(shielded && twice, SW::TRAIT_17);
    shielded
}
