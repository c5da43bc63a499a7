//! Readied attacks: what may be readied, and who came into contact since (SC-READY).

use crate::cards::{Attack, AttackId, WeaponQualities};
use crate::state::State;
use crate::{Event, Table, contact};
use kernel::{Figure, Refusal};
use rulebook::SC;

/// May an attack that could be made now be readied instead (SC-RANGED-07, SC-MELEE-04)?
///
/// # Errors
/// The rule that forbids it.
pub(crate) fn check(state: &State, by: Figure, id: AttackId) -> Result<(), Refusal> {
    let (piece, attack) = (state.piece(by), state.sheet(by).attack(id));
    if attack.has(WeaponQualities::CHARGE_ONLY) {
        return Err(Refusal::new(SC::WQUAL_04, "an attack that needs a charge cannot be readied"));
    }
    let begun = |(at, other): (usize, &Attack)| piece.struck[at] > 0 && other.is_ranged() == attack.is_ranged();
    if state.sheet(by).attacks.iter().enumerate().any(begun) {
        return Err(Refusal::new(SC::TURN_08, "it has declared an attack in this step"));
    }
    Ok(())
}

/// Declares a figure Readied.
pub(crate) fn declare(t: &mut Table<'_>, by: Figure, id: AttackId) {
    let attack = *t.state.sheet(by).attack(id);
    let piece = t.state.piece_mut(by);
    if attack.is_ranged() {
        piece.ready_ranged = Some(id);
    } else {
        piece.ready_melee = Some(id);
    }
    (piece.acted, piece.bound) = (true, Some(attack.option));
    t.note(SC::READY_08);
    let rule = if attack.is_ranged() { SC::RANGED_07 } else { SC::MELEE_04 };
    t.tell(rule, || Event::Readied { unit: by, attack: attack.name });
}

/// Is this attack part of what the figure has readied? A readied melee attack covers all that stand with it on the
/// sheet without Or (SC-OPP-07).
pub(crate) fn covers(state: &State, by: Figure, id: AttackId) -> bool {
    let (piece, sheet) = (state.piece(by), state.sheet(by));
    let attack = sheet.attack(id);
    if attack.is_ranged() {
        return piece.ready_ranged == Some(id);
    }
    piece.ready_melee == Some(id)
        || piece.ready_melee.is_some_and(|readied| {
            let readied = sheet.attack(readied);
            readied.option == attack.option && readied.is_melee() && attack.is_melee()
        })
}

/// Did the enemy come into contact in this turn's movement (SC-READY-07)?
pub(crate) fn came_into_contact(state: &State, readied: Figure, enemy: Figure) -> bool {
    contact::in_contact(state, readied, enemy) && state.contacts.binary_search(&(enemy, readied)).is_err()
}

/// Had the readied shooter an enemy adjacent before the movement (SC-READY-05)? Siege weapons do not pin.
pub(crate) fn was_pinned(state: &State, shooter: Figure) -> bool {
    state.contacts.iter().any(|(enemy, other)| *other == shooter && !state.is_engine(*enemy))
}
