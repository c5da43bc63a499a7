//! Aim and Reload in the Movement step (SC-AIM-01, SC-RELOAD-01).

use super::engine;
use crate::cards::AttackId;
use crate::state::{Motion, State};
use crate::{Event, Table, contact};
use kernel::{Figure, Flow, Refusal};
use rulebook::SC;

/// May it aim: has it a weapon to shoot, or a siege weapon to serve? A spell counts as a melee attack, and nobody aims for
/// one (SC-CAST-10).
///
/// # Errors
/// The rule that forbids it.
pub(crate) fn may_aim(state: &State, figure: Figure) -> Result<(), Refusal> {
    let armed = state.sheet(figure).attacks.iter().any(|attack| !attack.is_melee());
    if !armed && !engine::beside(state, figure) || state.is_engine(figure) {
        return Err(Refusal::new(SC::AIM_01, "it has nothing to aim with"));
    }
    Ok(())
}

pub(crate) fn aim(t: &mut Table<'_>, unit: Figure) {
    let piece = t.state.piece_mut(unit);
    (piece.motion, piece.aimed) = (Motion::Aim, true);
    t.note(SC::TURN_10);
    t.tell(SC::AIM_01, || Event::Aimed { unit });
}

/// May it reload this attack now?
///
/// # Errors
/// The rule that forbids it.
pub(crate) fn may_reload(state: &State, figure: Figure, attack: AttackId) -> Result<(), Refusal> {
    let Some(load) = state.sheet(figure).attack(attack).load else {
        return Err(Refusal::new(SC::WQUAL_27, "that weapon needs no reloading"));
    };
    if state.piece(figure).unloaded >> load.0 & 1 == 0 {
        return Err(Refusal::new(SC::WQUAL_27, "it is loaded"));
    }
    if state.is_engine(figure) {
        // A siege weapon is reloaded by its counted crew, all of whom spend the step (SC-WQUAL-27).
        if engine::crew(state, figure).is_empty() {
            return Err(Refusal::new(SC::QUAL_07, "nobody is there to load it"));
        }
        return Ok(());
    }
    if contact::pinned(state, figure) {
        return Err(Refusal::new(SC::RELOAD_01, "no reloading with an enemy adjacent"));
    }
    Ok(())
}

/// # Errors
/// Pauses for the choice of a siege weapon's crew.
pub(crate) fn reload(t: &mut Table<'_>, unit: Figure, attack: AttackId) -> Flow {
    let weapon = *t.state.sheet(unit).attack(attack);
    let mut hands = Vec::new();
    if t.state.is_engine(unit) {
        let standing = engine::crew(t.state, unit);
        match engine::muster(t, unit, standing)? {
            Some(crew) => hands = crew,
            None => return Ok(()),
        }
    }
    for helper in hands {
        t.state.piece_mut(helper).motion = Motion::Reload;
        t.note(SC::QUAL_12);
        t.tell(SC::WQUAL_27, || Event::CrewServes { unit: helper, engine: unit });
    }
    let piece = t.state.piece_mut(unit);
    piece.motion = Motion::Reload;
    if let Some(load) = weapon.load {
        piece.unloaded &= !(1 << load.0);
    }
    t.note(SC::WQUAL_27);
    t.tell(SC::RELOAD_01, || Event::Reloaded { unit, attack: weapon.name });
    Ok(())
}
