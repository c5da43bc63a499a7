//! A ranged attack on one figure, and shots into melee that stray (SC-RANGED-05 to SC-RANGED-15).

use super::cited;
use super::damage::{Harm, Manner, hit};
use super::tohit::{self, Shooter, judge};
use crate::sight::{Glimpse, sees};
use crate::state::{Altitude, Side, State};
use crate::{Event, Table, contact, rolls};
use kernel::{Figure, Flow};
use rulebook::SC;

/// One shot: rolled against Ranged Defense, with damage if it hits; nothing is applied.
///
/// # Errors
/// Pauses for dice.
pub(crate) fn shoot(t: &mut Table<'_>, shooter: &Shooter<'_>, target: Figure) -> Flow<Option<Harm>> {
    let aimed = tohit::take_aim(t.state, shooter);
    let seen = tohit::best_look(t.state, shooter, target, &mut t.scratch.sight);
    let mut to_hit = tohit::ranged(t.state, shooter, target, aimed, seen);
    let into_melee = tohit::in_melee(t.state, shooter, target);
    let clean = to_hit.natural(to_hit.needed);
    if into_melee {
        to_hit.modifiers.add("target in melee", SC::TOHIT_15, -2);
        t.note(SC::RANGED_12);
    } else if shooter.readied && tohit::beside_friend(t.state, shooter, target) {
        t.note(SC::READY_06);
    }
    cited::shot(t, shooter, target, seen, into_melee);
    let also = [clean];
    let total = tohit::roll(t, shooter.by, &shooter.attack, target, &to_hit, if into_melee { &also } else { &[] })?;
    let hits = total >= to_hit.needed;
    judge(t, shooter.by, target, hits);
    if hits {
        if to_hit.modifiers.list().iter().any(|modifier| modifier.label.ends_with("range")) {
            t.note(SC::RANGED_06);
        }
        return hit(t, shooter.by, &shooter.attack, target, Manner::default()).map(Some);
    }
    // It misses only because of the friends around: it hits somebody else (SC-RANGED-13).
    if into_melee && total + 2 >= to_hit.needed {
        return stray(t, shooter, target, seen);
    }
    Ok(None)
}

fn stray(t: &mut Table<'_>, shooter: &Shooter<'_>, target: Figure, seen: Glimpse) -> Flow<Option<Harm>> {
    let around = around(t, shooter, target);
    if around.is_empty() {
        return Ok(None);
    }
    let picked = rolls::one_of(t, "stray", SC::RANGED_13, shooter.by, around.len())?;
    let victim = around[picked];
    t.tell(SC::RANGED_13, || Event::Strayed { unit: shooter.by, target: victim });
    let cover = tohit::best_look(t.state, shooter, victim, &mut t.scratch.sight);
    let more = i16::from(cover.penalty()) - i16::from(seen.penalty());
    let manner = Manner { unrolled: true, cover: more.max(0), ..Manner::default() };
    hit(t, shooter.by, &shooter.attack, victim, manner).map(Some)
}

/// Figures adjacent to the target that the shot could hit: friend or foe, in the shooter's sight.
fn around(t: &mut Table<'_>, shooter: &Shooter<'_>, target: Figure) -> Vec<Figure> {
    let state = &*t.state;
    let Some(space) = state.space(target) else {
        return Vec::new();
    };
    let hovers = state.piece(target).altitude == Altitude::Hover;
    let mut found = Vec::new();
    for side in Side::BOTH {
        contact::each(state, space, state.level(target), side, |figure| {
            let same = !hovers || state.piece(figure).altitude == Altitude::Hover;
            if figure != target && figure != shooter.by && same {
                found.push(figure);
            }
        });
    }
    found.sort_unstable();
    let buffers = &mut t.scratch.sight;
    found.retain(|figure| watched(state, shooter, *figure, buffers));
    found
}

fn watched(state: &State, shooter: &Shooter<'_>, figure: Figure, buffers: &mut crate::sight::Buffers) -> bool {
    if shooter.crew.is_empty() {
        return sees(state, shooter.by, figure, buffers);
    }
    shooter.crew.iter().any(|eye| sees(state, *eye, figure, buffers))
}
