//! Step 2 of an attack: every bonus and penalty that applies, and the number to meet (SW-RESOLVE-01, SW-RESOLVE-04).

use super::attack::Strike;
use crate::Table;
use crate::cards::{Stat, Verb};
use crate::effects::{Context, standing, tied};
use crate::field::{Buffers, View};
use crate::resolve::{compromised, stats};
use crate::sight::{self, Sighting};
use crate::state::State;
use kernel::{Figure, Modifiers};
use rulebook::SW;

/// What the attacker's roll has to meet, and with what.
#[derive(Clone, Copy, Debug)]
pub struct Aim {
    pub modifiers: Modifiers,
    pub needed: i16,
}

pub fn aim(t: &mut Table<'_>, strike: &Strike) -> Aim {
    let mut buffers = std::mem::take(&mut t.scratch.buffers);
    let seen = match strike.origin {
        // A burst has no target unit: neither invisibility nor sight to the unit matter (SW-INVIS-05).
        Some(_) => None,
        None => Some(sight::sighting(t.state, strike.attacker, strike.target, &mut buffers)),
    };
    let aim = reckon(t.state, strike, seen, &mut buffers);
    if t.aloud() {
        explain(t, strike, seen, &mut buffers);
    }
    t.scratch.buffers = buffers;
    aim
}

/// The pure sum: minds and odds use it as well.
pub fn reckon(state: &State, strike: &Strike, seen: Option<Sighting>, buffers: &mut Buffers) -> Aim {
    let (attacker, target) = (strike.attacker, strike.target);
    let attack = &state.sheet(attacker).attacks[strike.attack];
    let mut m = Modifiers::default();
    m.add("attack bonus", SW::ATTACK_01, attack.bonus);
    match (strike.origin, seen) {
        (Some(origin), _) => {
            let covered = sight::blast_cover(state, origin, target, buffers);
            m.add("cover from the burst", SW::BURST_05, if covered { -2 } else { 0 });
        }
        (None, Some(seen)) => {
            let far = state.distance(attacker, target) >= 12;
            m.add(
                "cover",
                SW::COVER_03,
                if !seen.view.cover() {
                    0
                } else if far {
                    -4
                } else {
                    -2
                },
            );
            m.add("invisible target", SW::INVIS_04, if seen.invisible { -4 } else { 0 });
        }
        (None, None) => {}
    }
    // Only enemies profit (SW-COMPROMISED-01); who casts a burst may still see the unit caught or not (SW-COMPROMISED-09).
    if state.enemies(attacker, target) {
        let seen = seen.unwrap_or_else(|| sight::sighting(state, attacker, target, buffers));
        let target_seen = seen.view.visible() && !seen.invisible;
        if let Some(rule) = compromised::against(state, target, attacker, target_seen, buffers) {
            m.add("compromised target", rule, 2);
        }
    }
    m.add("charge", SW::CHARGE_07, if strike.charge { 2 } else { 0 });
    let context = Context { target: Some(target), attack: Some(attack) };
    standing(state, attacker, context, attack_bonus, |bonus| m.add(bonus.title, bonus.rule, bonus.value));
    tied(state, strike, context, attack_bonus, |bonus| m.add(bonus.title, SW::TRAIT_19, bonus.value));
    m.add("injuries", SW::INJURY_05, -state.unit(attacker).injuries());
    Aim { modifiers: m, needed: needed(state, strike) }
}

fn attack_bonus(verb: &Verb) -> Option<i16> {
    match verb {
        Verb::AttackBonus(value) => Some(*value),
        _ => None,
    }
}

/// The target number: the current statistic, with a Shield against attackers that are not adjacent (SW-TRAIT-11).
pub fn needed(state: &State, strike: &Strike) -> i16 {
    let versus = state.sheet(strike.attacker).attacks[strike.attack].versus;
    let value = stats::current(state, strike.target, versus);
    value + if shielded(state, strike.attacker, strike.target, versus) { 2 } else { 0 }
}

fn shielded(state: &State, attacker: Figure, target: Figure, versus: Stat) -> bool {
    versus == Stat::Armor
        && state.sheet(target).common.shield
        && state.enemies(attacker, target)
        && !state.adjacent(attacker, target)
}

/// Names the rules behind the numbers, for the log.
fn explain(t: &mut Table<'_>, strike: &Strike, seen: Option<Sighting>, buffers: &mut Buffers) {
    let (attacker, target) = (strike.attacker, strike.target);
    let versus = t.state.sheet(attacker).attacks[strike.attack].versus;
    t.note(SW::RESOLVE_01);
    t.note(SW::RESOLVE_04);
    t.note(SW::DICE_03);
    t.note(versus.rule());
    if shielded(t.state, attacker, target, versus) {
        t.note(SW::TRAIT_11);
        let sheet = t.state.sheet(target);
        if sheet.card.common.shield && sheet.modcard.as_ref().is_some_and(|m| m.common.shield) {
            t.note(SW::TRAIT_17);
        }
    }
    let mut armed = false;
    standing(
        t.state,
        target,
        Context::default(),
        |verb| match verb {
            Verb::StatBonus(stat, bonus) if *stat == versus => Some(*bonus),
            _ => None,
        },
        |_| armed = true,
    );
    if armed {
        t.note(SW::TRAIT_21);
    }
    if t.state.injured_in(target, crate::cards::InjuryBox::Defensive) {
        t.note(SW::STAT_01);
    }
    explain_auras(t, strike);
    if compromised::flanked(t.state, target) && t.state.enemies(attacker, target) {
        t.note(SW::COMPROMISED_01);
        t.note(SW::COMPROMISED_06);
        if !t.state.adjacent(attacker, target) {
            t.note(SW::COMPROMISED_08);
        }
        let big = t.state.standing().any(|other| {
            t.state.enemies(target, other) && t.state.adjacent(other, target) && t.state.sheet(other).size.side() > 1
        });
        if big {
            t.note(SW::COMPROMISED_07);
        }
    }
    match (strike.origin, seen) {
        (None, Some(seen)) => explain_sight(t, strike, seen, buffers),
        _ => {
            if sight::sighting(t.state, attacker, target, buffers).invisible {
                t.note(SW::INVIS_05);
            }
            if sight::view(t.state, attacker, target, buffers).cover() {
                t.note(SW::BURST_05);
            }
        }
    }
}

fn explain_auras(t: &mut Table<'_>, strike: &Strike) {
    let attack = &t.state.sheet(strike.attacker).attacks[strike.attack];
    let context = Context { target: Some(strike.target), attack: Some(attack) };
    let (mut auras, mut foreign, mut states, mut living) = (0, false, false, false);
    let side = t.state.side(strike.attacker);
    let mut bearers = Vec::new();
    standing(t.state, strike.attacker, context, attack_bonus, |bonus| {
        auras += 1;
        foreign |= t.state.side(bonus.bearer) != side;
        states |= bonus.states;
        living |= bonus.living;
        bearers.push(bonus.bearer);
    });
    if auras > 1 {
        t.note(SW::MOD_11);
    }
    if states {
        t.note(SW::TRAIT_15);
    }
    if living {
        t.note(SW::STATUS_21);
    }
    if foreign {
        t.note(SW::MOD_12);
    }
    if bearers.iter().any(|bearer| *bearer != strike.attacker) {
        t.note(SW::RANGE_07);
    }
}

fn explain_sight(t: &mut Table<'_>, strike: &Strike, seen: Sighting, buffers: &mut Buffers) {
    let (attacker, target) = (strike.attacker, strike.target);
    let (view, veiled) = (seen.view, seen.view.veiled());
    for (bit, rule) in [
        (View::WALLED, SW::COVER_02),
        (View::SCREENED, SW::TEMP_05),
        (View::BRUSH, SW::TERRAIN_05),
        (View::LOW, SW::TERRAIN_10),
        (View::PILLAR, SW::TERRAIN_12),
    ] {
        if view.has(bit) {
            t.note(rule);
        }
    }
    // Only walls stop a line altogether; a unit does so for targets smaller than itself (SW-TEMP-06).
    if view.has(View::WALLED) {
        t.note(SW::LOS_03);
    }
    if view.has(View::SCREENED) && sight::larger_between(t.state, attacker, target, buffers) {
        t.note(SW::TEMP_06);
    }
    if veiled {
        t.note(if view.has(View::SMOKED) { SW::TERRAIN_17 } else { SW::TERRAIN_04 });
        t.note(SW::LOS_04);
    }
    if view.has(View::BRUSH) || view.has(View::LOW) || view.has(View::PILLAR) {
        t.note(SW::LOS_04);
    }
    // These hold only if they hold for each line that is drawn.
    if veiled || view.has(View::BRUSH) || view.has(View::LOW) || view.has(View::PILLAR) {
        t.note(SW::LOS_05);
    }
    let sources = [View::WALLED, View::SCREENED, View::BRUSH, View::LOW, View::PILLAR]
        .into_iter()
        .filter(|bit| view.has(*bit))
        .count();
    if sources > 1 {
        t.note(SW::COVER_04);
    }
    match view.cover() {
        false => t.note(SW::COVER_01),
        true if t.state.adjacent(attacker, target) => t.note(SW::COVER_05),
        true => {}
    }
    let common = &t.state.sheet(target).common;
    let (invisible, stealthy) = (common.invisible, common.stealthy && view.cover());
    if seen.invisible {
        t.note(SW::INVIS_01);
        if invisible {
            t.note(SW::TRAIT_09);
            t.note(SW::STATUS_20);
        } else if stealthy {
            t.note(SW::TRAIT_12);
        }
    } else if veiled || invisible {
        let near = !t.state.sheet(attacker).common.see_invisible;
        t.note(if near { SW::TRAIT_24 } else { SW::TRAIT_10 });
    } else if stealthy {
        t.note(SW::TRAIT_12);
    }
}
