//! To-hit rolls: what has to be met, and every modifier with its rule (SC-TOHIT, SC-ATTACK-01 to SC-ATTACK-03).

use super::barrier::{self, Barrier};
use crate::cards::{Attack, Qualities, WeaponQualities};
use crate::heed::{self, silent};
use crate::sight::{Buffers, Glimpse, look};
use crate::state::{Altitude, Level, Motion, State, distance};
use crate::{Event, Table, contact, flank, rolls, siege, terrain};
use kernel::{Figure, Flow, Modifiers, Rule};
use rulebook::SC;

/// A to-hit roll before the die falls.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ToHit {
    pub needed: i16,
    pub modifiers: Modifiers,
}

impl ToHit {
    /// The natural roll from which on the total meets `needed`.
    pub(crate) fn natural(&self, needed: i16) -> i32 {
        i32::from(needed - self.modifiers.sum())
    }
}

/// Who shoots, with what.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Shooter<'a> {
    pub by: Figure,
    pub attack: Attack,
    /// A readied attack in the enemy's turn.
    pub readied: bool,
    /// A spell, for which nobody aims (SC-AIM-01).
    pub spell: bool,
    /// Figures that operate it; empty for one that shoots by itself (SC-QUAL-07).
    pub crew: &'a [Figure],
}

/// Which of the two Defenses a roll has to meet (SC-TROOP-10, SC-TROOP-11).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Defense {
    Melee,
    Ranged,
}

impl Defense {
    pub(crate) fn against(attack: &Attack) -> Defense {
        if attack.is_melee() { Defense::Melee } else { Defense::Ranged }
    }
}

/// The number to meet, lower for swimmers (SC-SWIM-01, SC-SWIM-02).
pub(crate) fn defense(state: &State, target: Figure, which: Defense, heed: &mut (impl FnMut(Rule) + ?Sized)) -> i16 {
    let sheet = state.sheet(target);
    let mut number = match which {
        Defense::Melee => {
            heed(SC::TROOP_10);
            i16::from(sheet.melee)
        }
        Defense::Ranged => {
            heed(SC::TROOP_11);
            i16::from(sheet.ranged)
        }
    };
    if terrain::swims(state, target) {
        heed(SC::SWIM_01);
        number -= 2;
        if sheet.shield {
            heed(SC::SWIM_02);
            heed(SC::TROOP_07);
            number -= 1;
        }
    }
    // Bare bones are harder to shoot at, which its sheet counts already.
    if which == Defense::Ranged && sheet.has(Qualities::SKELETON) {
        heed(SC::QUAL_20);
    }
    number
}

/// How an attacker stands to the one it strikes at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Footing {
    Firm,
    /// The target tramples it, or those around (SC-TRAMPLE-07).
    Overrun,
}

/// A melee attack (SC-TOHIT-02 to SC-TOHIT-06, SC-TOHIT-19).
pub(crate) fn melee(
    state: &State,
    by: Figure,
    attack: &Attack,
    target: Figure,
    blow: Footing,
    heed: &mut (impl FnMut(Rule) + ?Sized),
) -> ToHit {
    let mut modifiers = Modifiers::default();
    modifiers.add("skill", SC::TOHIT_02, attack.to_hit.into());
    if flank::flanked_aloud(state, target, state.piece(by).side, heed) {
        modifiers.add("flanked", SC::TOHIT_03, 1);
    }
    if state.hurt(by) {
        modifiers.add("hurt", SC::TOHIT_04, -1);
    }
    // Who hovers fights like those on the ground, who stands on a fortification like those at Low.
    if [by, target].into_iter().any(|figure| state.piece(figure).altitude == Altitude::Hover) {
        heed(SC::FLIGHT_04);
    }
    if state.on_fort(by) || state.on_fort(target) {
        heed(SC::FLIGHT_25);
    }
    // Above the ground there is neither fence nor corner.
    if state.level(by) == Level::Ground
        && let (Some(from), Some(to)) = (state.space(by), state.space(target))
    {
        match barrier::between(state, from, to) {
            Barrier::Fence => modifiers.add("fence", SC::TOHIT_05, -1),
            Barrier::Corner => modifiers.add("corner", SC::TOHIT_05, -1),
            Barrier::Opening => modifiers.add("opening", SC::TOHIT_06, -2),
            Barrier::None | Barrier::Solid => {}
        }
    }
    entangled(state, by, &mut modifiers);
    if blow == Footing::Overrun {
        modifiers.add("trampling", SC::TRAMPLE_07, -2);
    }
    ToHit { needed: defense(state, target, Defense::Melee, &mut silent), modifiers }
}

fn entangled(state: &State, by: Figure, modifiers: &mut Modifiers) {
    if state.piece(by).entangled > 0 {
        modifiers.add("entangled", SC::TOHIT_19, -2);
    }
}

/// Inches that a higher level adds (SC-TOHIT-17, SC-TOHIT-18). A fortification is as high as Low (SC-FLIGHT-14).
pub(crate) fn rise(from: Level, to: Level) -> u8 {
    (to as u8).saturating_sub(from as u8)
}

/// Inches to a target, altitude counted in.
pub(crate) fn range(state: &State, by: Figure, target: Figure) -> u8 {
    let (Some(from), Some(to)) = (state.space(by), state.space(target)) else {
        return u8::MAX;
    };
    distance(from, to).saturating_add(2 * rise(state.level(by), state.level(target)))
}

/// Is the range counted over diagonals (SC-SETUP-03)?
fn askew(state: &State, by: Figure, target: Figure) -> bool {
    let (Some(from), Some(to)) = (state.space(by), state.space(target)) else { return false };
    distance(from, to) > crate::state::squares_apart(from, to)
}

/// The look of whoever sees best: the shooter, or one of the crew (SC-QUAL-17).
pub(crate) fn best_look(state: &State, shooter: &Shooter<'_>, target: Figure, buffers: &mut Buffers) -> Glimpse {
    siege::eyes(state, shooter, |eye| look(state, eye, target, buffers))
}

/// A ranged attack on a figure: everything but the penalty for a target in melee (SC-TOHIT-07 to SC-TOHIT-19).
pub(crate) fn ranged(state: &State, shooter: &Shooter<'_>, target: Figure, aimed: bool, seen: Glimpse) -> ToHit {
    let by = shooter.by;
    let mut modifiers = common(state, shooter, aimed);
    brackets(&shooter.attack, range(state, by, target), &mut modifiers);
    cover(seen, &mut modifiers);
    altitude(rise(state.level(by), state.level(target)), &mut modifiers);
    ToHit { needed: defense(state, target, Defense::Ranged, &mut silent), modifiers }
}

/// Modifiers that belong to the shooter alone.
pub(crate) fn common(state: &State, shooter: &Shooter<'_>, aimed: bool) -> Modifiers {
    let by = shooter.by;
    let mut modifiers = Modifiers::default();
    modifiers.add("skill", SC::TOHIT_07, shooter.attack.to_hit.into());
    if aimed {
        modifiers.add("aimed", SC::TOHIT_08, 1);
    }
    if state.hurt(by) {
        modifiers.add("hurt", SC::TOHIT_09, -1);
    }
    if shooter.readied && !state.is_engine(by) && contact::pinned(state, by) {
        modifiers.add("in contact", SC::TOHIT_13, -1);
    }
    entangled(state, by, &mut modifiers);
    if state.is_engine(by) {
        let crew = siege::quality(state, by, shooter.crew);
        modifiers.add("short crew", SC::QUAL_09, -i16::from(crew.short));
        modifiers.add("untrained crew", SC::QUAL_10, -i16::from(crew.untrained));
    }
    modifiers
}

/// Medium and long range (SC-RANGED-05).
pub(crate) fn brackets(attack: &Attack, range: u8, modifiers: &mut Modifiers) {
    let [short, medium, long] = attack.range;
    if long == 0 || range <= short {
        return;
    }
    if range <= medium {
        modifiers.add("medium range", SC::TOHIT_10, -1);
    } else {
        modifiers.add("long range", SC::TOHIT_14, -2);
    }
}

pub(crate) fn cover(seen: Glimpse, modifiers: &mut Modifiers) {
    modifiers.add("light cover", SC::TOHIT_11, -i16::from(seen.light));
    modifiers.add("cover", SC::TOHIT_12, -i16::from(seen.cover));
    if seen.opening {
        modifiers.add("opening", SC::TOHIT_16, -2);
    }
}

pub(crate) fn altitude(rise: u8, modifiers: &mut Modifiers) {
    match rise {
        0 => {}
        1 => modifiers.add("one altitude up", SC::TOHIT_17, -1),
        _ => modifiers.add("two altitudes up", SC::TOHIT_18, -2),
    }
}

/// Is the target in melee with somebody of the shooter's side (SC-RANGED-12)? A readied shot at an enemy that was not
/// in melee before it moved has nothing to fear (SC-READY-06).
pub(crate) fn in_melee(state: &State, shooter: &Shooter<'_>, target: Figure) -> bool {
    beside_friend(state, shooter, target)
        && (!shooter.readied || state.contacts.iter().any(|(mover, _)| *mover == target))
}

/// Is somebody of the shooter's side in contact with the target? The shooter itself does not count.
pub(crate) fn beside_friend(state: &State, shooter: &Shooter<'_>, target: Figure) -> bool {
    let Some(space) = state.space(target) else {
        return false;
    };
    let hovers = state.piece(target).altitude == Altitude::Hover;
    let mut found = false;
    contact::each(state, space, state.level(target), state.piece(shooter.by).side, |friend| {
        // Over the heads of the others a hovering figure is in melee with hovering ones only (SC-FLIGHT-10).
        found |= friend != shooter.by && (!hovers || state.piece(friend).altitude == Altitude::Hover);
    });
    found
}

/// Uses up an Aim: that of the shooter, or of one of a crew of which nobody moved. It is for weapons: a spell neither gets
/// it nor uses it up (SC-AIM-01, SC-CAST-10).
pub(crate) fn take_aim(state: &mut State, shooter: &Shooter<'_>) -> bool {
    if shooter.spell {
        return false;
    }
    if !state.is_engine(shooter.by) {
        return std::mem::take(&mut state.piece_mut(shooter.by).aimed);
    }
    let still = shooter.crew.iter().all(|figure| !state.piece(*figure).moved);
    let first = shooter.crew.iter().copied().find(|figure| state.piece(*figure).aimed);
    match first {
        Some(figure) if still => std::mem::take(&mut state.piece_mut(figure).aimed),
        _ => false,
    }
}

/// Rolls against a figure and says what fell. Gives the total.
///
/// # Errors
/// Pauses for the die.
pub(crate) fn roll(
    t: &mut Table<'_>,
    by: Figure,
    attack: &Attack,
    target: Figure,
    to_hit: &ToHit,
    also: &[i32],
) -> Flow<i16> {
    let natural = rolls::attack(t, by, to_hit.needed, &to_hit.modifiers, also)?;
    let total = natural as i16 + to_hit.modifiers.sum();
    heed::notes(t, |state, heed| {
        if to_hit.modifiers.list().len() > 1 {
            heed(SC::ATTACK_02);
            heed(SC::TOHIT_01);
        }
        defense(state, target, Defense::against(attack), heed);
        behind(to_hit, heed);
        if attack.is_ranged() && askew(state, by, target) {
            heed(SC::SETUP_03);
        }
    });
    t.tell(SC::ATTACK_01, || Event::AttackRolled {
        unit: by,
        target,
        attack: attack.name,
        natural,
        modifiers: to_hit.modifiers,
        total: total.into(),
        needed: to_hit.needed.into(),
    });
    Ok(total)
}

/// Says whether it hit (SC-ATTACK-03).
pub(crate) fn judge(t: &mut Table<'_>, by: Figure, target: Figure, hit: bool) {
    if hit {
        t.tell(SC::ATTACK_03, || Event::AttackHit { unit: by, target });
    } else {
        t.tell(SC::ATTACK_03, || Event::AttackMissed { unit: by, target });
    }
}

/// Rules behind the modifiers of a roll, beside the one that each of them names.
const BEHIND: [(Rule, Rule); 9] = [
    (SC::TOHIT_12, SC::COVER_02),
    (SC::TOHIT_11, SC::COVER_04),
    (SC::TOHIT_03, SC::FLANK_01),
    (SC::TOHIT_10, SC::RANGED_05),
    (SC::TOHIT_14, SC::RANGED_05),
    (SC::TOHIT_08, SC::RANGED_15),
    (SC::TOHIT_17, SC::FLIGHT_13),
    (SC::TOHIT_18, SC::FLIGHT_13),
    (SC::TOHIT_13, SC::READY_05),
];

fn behind(to_hit: &ToHit, heed: &mut (impl FnMut(Rule) + ?Sized)) {
    let modifiers = to_hit.modifiers.list();
    for (rule, further) in BEHIND {
        if modifiers.iter().any(|modifier| modifier.rule == rule) {
            heed(further);
        }
    }
}

/// May the attack be made at that level at all (SC-FLIGHT-12, SC-FLIGHT-13, SC-FLIGHT-23)?
pub(crate) fn level_reached(state: &State, by: Figure, attack: &Attack, target: Level) -> bool {
    let own = state.level(by);
    if attack.is_melee() { own == target } else { target >= own || (attack.is_ranged() && state.on_fort(by)) }
}

/// Can the attack be made against this figure as far as its flight goes (SC-WQUAL-32)?
pub(crate) fn flight_allows(state: &State, attack: &Attack, target: Figure) -> bool {
    !(attack.has(WeaponQualities::GROUND_TARGETS) && state.flying(target))
}

/// Has the figure given up this step by how it moved (SC-TURN-10)?
pub(crate) fn barred_by_motion(motion: Motion, attack: &Attack) -> bool {
    match motion {
        Motion::Run => true,
        Motion::Charge => !attack.is_melee(),
        Motion::Slide => attack.is_ranged(),
        _ => false,
    }
}
