//! When a unit is Compromised: by a status, by flankers, or against an attacker it cannot see.

use crate::cards::Condition;
use crate::cite::Cited;
use crate::field::Buffers;
use crate::sight;
use crate::state::State;
use kernel::{Figure, Rule};
use rulebook::SW;

/// The rule by which `target` is Compromised against `attacker`, if it is. One reason is as good as three: the bonus
/// is the same (SW-COMPROMISED-01).
pub(crate) fn against(
    state: &State,
    target: Figure,
    attacker: Figure,
    target_seen: bool,
    buffers: &mut Buffers,
    cited: &mut Cited,
) -> Option<Rule> {
    // A flanked unit is said to be one even where a status is reason enough.
    let flank = || flanked(state, target);
    if cited.hears()
        && let Some(flank) = flank()
    {
        cited.cite(SW::COMPROMISED_01);
        cited.cite(SW::COMPROMISED_06);
        cited.cite_if(!state.adjacent(attacker, target), SW::COMPROMISED_08);
        cited.cite_if(flank.big, SW::COMPROMISED_07);
    }
    let unit = state.unit(target);
    if unit.has(Condition::Pinned) || unit.has(Condition::Stunned) || unit.has(Condition::Helpless) || unit.dazed {
        return Some(SW::COMPROMISED_02);
    }
    if unit.has(Condition::Compromised) {
        return Some(SW::COMPROMISED_03);
    }
    if flank().is_some() {
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

/// Two enemies with a unit between them.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Flank {
    /// Some enemy next to the unit is Big (SW-COMPROMISED-07).
    pub(crate) big: bool,
}

/// Two free enemies exactly 2 squares apart, 3 around a Big unit (SW-COMPROMISED-04 to -07).
pub(crate) fn flanked(state: &State, unit: Figure) -> Option<Flank> {
    let mut around = [Figure(0); 12];
    let mut count = 0;
    for other in state.standing() {
        if count < around.len() && state.enemies(unit, other) && state.adjacent(other, unit) {
            around[count] = other;
            count += 1;
        }
    }
    if count < 2 {
        return None;
    }
    let apart = if state.sheet(unit).size.side() > 1 { 3 } else { 2 };
    let flanks = (0..count).any(|a| {
        (a + 1..count).any(|b| {
            state.distance(around[a], around[b]) == apart
                && free(state, around[a], unit)
                && free(state, around[b], unit)
        })
    });
    flanks.then(|| Flank { big: around[..count].iter().any(|other| state.sheet(*other).size.side() > 1) })
}

/// Is the flanked unit the only enemy next to the flanker (SW-COMPROMISED-06)?
fn free(state: &State, flanker: Figure, unit: Figure) -> bool {
    !state.standing().any(|other| other != unit && state.enemies(flanker, other) && state.adjacent(flanker, other))
}
