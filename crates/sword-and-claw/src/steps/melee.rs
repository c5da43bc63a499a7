//! Step 6: melee and projected attacks. Declared like shots; readied Reach strikes first at whoever came into contact,
//! everything else is simultaneous (SC-MELEE-01, SC-MELEE-03, SC-READY-07).

use super::{declare, declaring, ranged::apply};
use crate::cards::{Shape, WeaponQualities};
use crate::resolve::template::Lay;
use crate::resolve::tohit::{Footing, Shooter};
use crate::resolve::{Harm, melee as blows, project};
use crate::state::{Aim, Declaration, Deed};
use crate::{Event, Table, conditions, ready, spells, turn};
use kernel::Flow;
use rulebook::SC;

/// # Errors
/// Pauses for declarations and dice.
pub(crate) fn melee(t: &mut Table<'_>) -> Flow {
    if !declaring(t)? {
        return Ok(());
    }
    let declared = std::mem::take(&mut t.state.declared);
    let first: Vec<bool> = declared.iter().map(|declaration| goes_first(t, declaration)).collect();
    for stage in [true, false] {
        let mut harms = Vec::new();
        for (declaration, goes_first) in declared.iter().zip(&first) {
            if *goes_first == stage {
                if stage {
                    t.note(SC::READY_07);
                }
                one(t, declaration, &mut harms)?;
            }
        }
        apply(t, &harms, &[], if stage { SC::READY_07 } else { SC::MELEE_03 })?;
    }
    turn::next(t)
}

/// A readied Reach weapon against an enemy that came into contact this turn (SC-READY-07).
fn goes_first(t: &Table<'_>, declaration: &Declaration) -> bool {
    let Aim::Figure(target) = declaration.aim else {
        return false;
    };
    declaration.readied
        && spells::attack_of(t.state, declaration).is_some_and(|attack| attack.has(WeaponQualities::REACH))
        && ready::came_into_contact(t.state, declaration.by, target)
}

/// Resolves one declared attack; nothing is applied. Whoever fell to a readied reach before is out of it.
pub(super) fn one(t: &mut Table<'_>, declaration: &Declaration, harms: &mut Vec<Harm>) -> Flow {
    let by = declaration.by;
    let Some(attack) = spells::attack_of(t.state, declaration) else {
        return Ok(());
    };
    if !t.state.piece(by).on_board() || conditions::helpless(t.state, by) {
        t.tell(SC::READY_07, || Event::Undeclared { unit: by, reason: "struck before it could attack" });
        return Ok(());
    }
    let crew = declare::hands(t, declaration);
    if t.state.is_engine(by) && crew.is_empty() {
        t.tell(SC::QUAL_07, || Event::Undeclared { unit: by, reason: "nobody is left to operate it" });
        return Ok(());
    }
    let spell = matches!(declaration.deed, Deed::Spell(..));
    let shooter = Shooter { by, attack, readied: declaration.readied, spell, crew: &crew };
    if spell {
        t.note(SC::CAST_12);
    }
    match declaration.aim {
        Aim::Figure(target) => {
            if t.state.piece(target).on_board() {
                harms.extend(blows::strike(t, by, &attack, target, Footing::Firm)?);
            } else {
                t.tell(SC::MELEE_01, || Event::Undeclared { unit: by, reason: "its target is gone" });
            }
        }
        Aim::Sweep(sweep) => blows::sweep(t, by, &attack, sweep, harms)?,
        Aim::Toward { from, to, level, bends } => {
            let lay = Lay { by, shape: attack.shape, from, to, level, bends };
            project::unleash(t, &shooter, lay, harms)?;
        }
        Aim::Nothing if matches!(attack.shape, Shape::Aura(_)) => {
            let lay = Lay::aura(t.state, by, attack.shape);
            project::unleash(t, &shooter, lay, harms)?;
        }
        _ => {}
    }
    Ok(())
}
