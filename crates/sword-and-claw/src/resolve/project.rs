//! Projected attacks: they spread from the attacker and hit by the ranged rules (SC-MELEE-05, SC-WQUAL-03).

use super::cited;
use super::damage::{Harm, Manner, hit};
use super::template::{self, Lay};
use super::tohit::{self, Defense, Shooter, ToHit, judge};
use crate::cards::WeaponQualities;
use crate::heed::{self, silent};
use crate::{Event, Table, siege};
use kernel::{Figure, Flow};
use rulebook::SC;

/// Rolls a projected attack against everybody under its template; nothing is applied.
///
/// # Errors
/// Pauses for dice.
pub(crate) fn unleash(t: &mut Table<'_>, shooter: &Shooter<'_>, lay: Lay, harms: &mut Vec<Harm>) -> Flow {
    let targets = template::figures(t.state, lay, &mut t.scratch.sight);
    for target in targets {
        heed::notes(t, |state, heed| lay.cited(state, heed));
        if t.state.flying(target) {
            t.note(SC::FLIGHT_11);
        }
        if shooter.attack.has(WeaponQualities::AUTOMATIC) {
            harms.push(automatic(t, shooter, target)?);
        } else {
            harms.extend(rolled(t, shooter, target)?);
        }
    }
    Ok(())
}

/// No roll to hit; what a crew lacks is taken from the damage (SC-QUAL-14).
fn automatic(t: &mut Table<'_>, shooter: &Shooter<'_>, target: Figure) -> Flow<Harm> {
    let (by, attack) = (shooter.by, shooter.attack);
    cited::crew(t, shooter);
    t.tell(SC::WQUAL_03, || Event::AutoHit { unit: by, target, attack: attack.name });
    let crew = if t.state.is_engine(by) { siege::quality(t.state, by, shooter.crew).penalty() } else { 0 };
    hit(t, by, &attack, target, Manner { unrolled: true, fills: true, crew, ..Manner::default() })
}

/// Ranged modifiers and cover, without range, flanking and the penalty for targets in melee.
fn rolled(t: &mut Table<'_>, shooter: &Shooter<'_>, target: Figure) -> Flow<Option<Harm>> {
    let (by, attack) = (shooter.by, shooter.attack);
    let aimed = tohit::take_aim(t.state, shooter);
    let seen = tohit::best_look(t.state, shooter, target, &mut t.scratch.sight);
    let mut modifiers = tohit::common(t.state, shooter, aimed);
    tohit::cover(seen, &mut modifiers);
    tohit::altitude(tohit::rise(t.state.level(by), t.state.level(target)), &mut modifiers);
    let to_hit = ToHit { needed: tohit::defense(t.state, target, Defense::Ranged, &mut silent), modifiers };
    t.note(SC::MELEE_05);
    let total = tohit::roll(t, by, &attack, target, &to_hit, &[])?;
    let hits = total >= to_hit.needed;
    judge(t, by, target, hits);
    if hits { hit(t, by, &attack, target, Manner { fills: true, ..Manner::default() }).map(Some) } else { Ok(None) }
}
