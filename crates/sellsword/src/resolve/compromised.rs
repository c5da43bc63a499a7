//! When a unit is Compromised: by a status, by flankers, or against an attacker it cannot see.

use crate::cards::Condition;
use crate::field::Buffers;
use crate::sight;
use crate::state::State;
use kernel::{Figure, Rule};
use rulebook::SW;

/// The rule by which `target` is Compromised against `attacker`, if it is. One reason is as good as three: the bonus
/// is the same (SW-COMPROMISED-01).
pub fn against(
    state: &State,
    target: Figure,
    attacker: Figure,
    target_seen: bool,
    buffers: &mut Buffers,
) -> Option<Rule> {
    let unit = state.unit(target);
    if unit.has(Condition::Pinned) || unit.has(Condition::Stunned) || unit.has(Condition::Helpless) || unit.dazed {
        return Some(SW::COMPROMISED_02);
    }
    if unit.has(Condition::Compromised) {
        return Some(SW::COMPROMISED_03);
    }
    if flanked(state, target) {
        return Some(if state.sheet(target).size.side() > 1 { SW::COMPROMISED_05 } else { SW::COMPROMISED_04 });
    }
    // Seen by somebody it does not see (SW-COMPROMISED-09).
    (target_seen && unseen(state, attacker, target, buffers)).then_some(SW::COMPROMISED_09)
}

fn unseen(state: &State, attacker: Figure, target: Figure, buffers: &mut Buffers) -> bool {
    let common = &state.sheet(attacker).common;
    let could_hide = common.invisible || common.stealthy || state.field.veils || !state.made.is_empty();
    could_hide && sight::sighting(state, target, attacker, buffers).invisible
}

/// Two free enemies exactly 2 squares apart, 3 around a Big unit (SW-COMPROMISED-04 to -07).
pub fn flanked(state: &State, unit: Figure) -> bool {
    let mut around = [Figure(0); 12];
    let mut count = 0;
    for other in state.standing() {
        if count < around.len() && state.enemies(unit, other) && state.adjacent(other, unit) {
            around[count] = other;
            count += 1;
        }
    }
    if count < 2 {
        return false;
    }
    let apart = if state.sheet(unit).size.side() > 1 { 3 } else { 2 };
    (0..count).any(|a| {
        (a + 1..count).any(|b| {
            state.distance(around[a], around[b]) == apart
                && free(state, around[a], unit)
                && free(state, around[b], unit)
        })
    })
}

/// Is the flanked unit the only enemy next to the flanker (SW-COMPROMISED-06)?
fn free(state: &State, flanker: Figure, unit: Figure) -> bool {
    !state.standing().any(|other| other != unit && state.enemies(flanker, other) && state.adjacent(flanker, other))
}
