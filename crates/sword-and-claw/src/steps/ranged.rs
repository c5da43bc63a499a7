//! Step 5: ranged attacks. All are declared, readied figures of the other side first; all are resolved; then their
//! effects are applied (SC-RANGED-01, SC-RANGED-09, SC-READY-02).

use super::{declare, declaring};
use crate::cards::{Shape, WeaponQualities};
use crate::resolve::tohit::Shooter;
use crate::resolve::{Harm, area, direct, shot, suffer};
use crate::state::{Aim, Declaration, Deed, Zone};
use crate::{Table, spells, turn, zones};
use kernel::{Flow, Rule};
use rulebook::SC;

/// # Errors
/// Pauses for declarations and dice.
pub(crate) fn ranged(t: &mut Table<'_>) -> Flow {
    if !declaring(t)? {
        return Ok(());
    }
    let declared = std::mem::take(&mut t.state.declared);
    let (mut harms, mut made) = (Vec::new(), Vec::new());
    for declaration in &declared {
        one(t, declaration, &mut harms, &mut made)?;
    }
    apply(t, &harms, &made, SC::RANGED_09)?;
    turn::next(t)
}

/// Resolves one declared shot; nothing is applied.
pub(super) fn one(t: &mut Table<'_>, declaration: &Declaration, harms: &mut Vec<Harm>, made: &mut Vec<Zone>) -> Flow {
    let Some(attack) = spells::attack_of(t.state, declaration) else {
        return Ok(());
    };
    let crew = declare::hands(t, declaration);
    let spell = matches!(declaration.deed, Deed::Spell(..));
    let shooter = Shooter { by: declaration.by, attack, readied: declaration.readied, spell, crew: &crew };
    if spell {
        t.note(SC::CAST_12);
    }
    match (declaration.aim, attack.shape) {
        (Aim::Spot(at, level), Shape::Area(side)) => {
            let landing = area::bombard(t, &shooter, side, (at, level), harms)?;
            made.extend(zones::of_attack(t.state, declaration.by, &attack, landing));
        }
        (Aim::Figure(target), _) if attack.has(WeaponQualities::DIRECT_LINE) => {
            direct::fire(t, &shooter, target, harms)?;
        }
        (Aim::Figure(target), _) => harms.extend(shot::shoot(t, &shooter, target)?),
        _ => {}
    }
    Ok(())
}

/// Applies everything that was rolled, in the order in which it was declared.
///
/// # Errors
/// Pauses where zones move figures.
pub(crate) fn apply(t: &mut Table<'_>, harms: &[Harm], made: &[Zone], rule: Rule) -> Flow {
    for harm in harms {
        if harm.tells() && t.state.piece(harm.target).on_board() {
            t.note(rule);
        }
        suffer(t, *harm)?;
    }
    for zone in made {
        zones::make(t, *zone)?;
    }
    Ok(())
}
