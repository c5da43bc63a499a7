//! The Use a Trait act (SW-ACT-07).

use super::{affordable, spend};
use crate::Table;
use crate::cards::{ActKind, When};
use crate::effects::{self, Targets};
use crate::state::State;
use kernel::{Figure, Flow, Refusal};
use rulebook::SW;

/// # Errors
/// The rule that forbids it.
pub(crate) fn check(state: &State, unit: Figure, at: usize, target: Option<Figure>) -> Result<(), Refusal> {
    let power = &state.sheet(unit).traits[at];
    if power.when != When::Act {
        return Err(Refusal::new(SW::TRAIT_18, "that trait is not used as an act"));
    }
    affordable(state, unit, ActKind::Trait, power.acts)?;
    effects::usable(state, unit, at)?;
    match (effects::recipients(state, unit, at), target) {
        (Targets::One(list), Some(target)) if !list.contains(&target) => effects::reachable(state, unit, at, target),
        (Targets::One(_), None) => Err(Refusal::new(SW::TRAIT_29, "the trait reaches one unit, which has to be named")),
        (Targets::All(_), Some(_)) => Err(Refusal::new(SW::TRAIT_29, "the trait names no single unit")),
        _ => Ok(()),
    }
}

/// # Errors
/// Pauses for choices the trait leaves open.
pub(crate) fn perform(t: &mut Table<'_>, unit: Figure, at: usize, target: Option<Figure>) -> Flow {
    let acts = t.state.sheet(unit).traits[at].acts;
    spend(t, ActKind::Trait, acts);
    effects::use_trait(t, unit, at, target)
}
