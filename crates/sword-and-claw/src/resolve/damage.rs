//! Damage, wounds and what a hit brings with it (SC-ATTACK-04, SC-DAMAGE, SC-WQUAL-14 to SC-WQUAL-25).

use crate::cards::{Attack, Qualities, ToWound, WeaponQualities};
use crate::events::Wounds;
use crate::heed::{self, silent};
use crate::state::{Altitude, Place, State};
use crate::{Event, Table, conditions, rolls, terrain};
use kernel::{Figure, Flow, Modifiers, Rule, keep};
use rulebook::SC;

/// What an attack that was rolled will do, not applied yet.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Harm {
    pub by: Figure,
    pub target: Figure,
    pub wounds: u8,
    pub entangled: bool,
    pub paralyzed: bool,
    pub poisoned: bool,
}

impl Harm {
    /// Does it change anything?
    pub(crate) fn tells(&self) -> bool {
        self.wounds > 0 || self.entangled || self.paralyzed || self.poisoned
    }
}

/// How a hit came about, as far as its damage cares.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Manner {
    /// Rolled against neither Defense, so that a shield adds 1 to the To Wound values (SC-DAMAGE-05).
    pub unrolled: bool,
    /// Fills squares: swarms are hurt as usual (SC-QUAL-04).
    pub fills: bool,
    /// Beyond its range (SC-AREA-10).
    pub half: bool,
    /// What cover that the first target did not have adds to the To Wound values (SC-RANGED-14).
    pub cover: i16,
    /// The crew's penalties where no to-hit roll took them (SC-QUAL-14).
    pub crew: i16,
}

/// Rolls the damage of a hit; nothing is applied.
///
/// # Errors
/// Pauses for the die.
pub(crate) fn hit(t: &mut Table<'_>, by: Figure, attack: &Attack, target: Figure, manner: Manner) -> Flow<Harm> {
    let entangled = attack.has(WeaponQualities::ENTANGLING);
    let none = Harm { by, target, wounds: 0, entangled, paralyzed: false, poisoned: false };
    if attack.has(WeaponQualities::NO_DAMAGE) {
        t.note(SC::WQUAL_21);
        return Ok(none);
    }
    let mut modifiers = Modifiers::default();
    modifiers.add("damage", SC::ATTACK_04, attack.damage.into());
    if attack.has(WeaponQualities::AUTOMATIC) && t.state.hurt(by) {
        modifiers.add("hurt", SC::WQUAL_03, -2);
    }
    modifiers.add("crew", SC::QUAL_14, manner.crew);
    let to_wound = to_wound(t, target, manner);
    let sum = |natural: i32| natural + i32::from(modifiers.sum());
    let outcome = |natural: i32| reckon(t.state, attack, target, to_wound, manner, sum(natural), &mut silent);
    let mut cuts = [0; 5];
    let mut count = 0;
    for natural in 2..=6 {
        if outcome(natural) != outcome(natural - 1) {
            cuts[count] = natural;
            count += 1;
        }
    }
    let natural = rolls::damage(t, by, &modifiers, &cuts[..count])?;
    let damage = total(manner, sum(natural));
    let wounds = reckon(t.state, attack, target, to_wound, manner, sum(natural), &mut silent);
    heed::notes(t, |state, heed| {
        reckon(state, attack, target, to_wound, manner, sum(natural), heed);
    });
    t.tell(SC::DAMAGE_01, || Event::DamageRolled {
        unit: by,
        target,
        natural,
        modifiers,
        damage,
        steps: keep(&to_wound.to_string()),
        wounds: wounds.into(),
    });
    let hurts = wounds > 0;
    Ok(Harm {
        wounds,
        paralyzed: hurts && attack.has(WeaponQualities::PARALYZING),
        poisoned: hurts && attack.has(WeaponQualities::POISON),
        ..none
    })
}

/// Damage after penalties and halving, never below 0 (SC-DAMAGE-04, SC-AREA-10).
fn total(manner: Manner, sum: i32) -> i32 {
    let damage = sum.max(0);
    if manner.half { (damage + 1) / 2 } else { damage }
}

/// The To Wound values that this hit is compared with.
fn to_wound(t: &mut Table<'_>, target: Figure, manner: Manner) -> ToWound {
    let state = &*t.state;
    let sheet = state.sheet(target);
    let shield = manner.unrolled && sheet.shield && !terrain::swims(state, target);
    let charm = toughened(state, target);
    let raise = i16::from(shield) + manner.cover + i16::from(charm);
    let to_wound = sheet.to_wound.raised(raise);
    if shield {
        t.note(SC::DAMAGE_05);
    }
    if manner.cover > 0 {
        t.note(SC::RANGED_14);
    }
    if charm > 0 {
        t.note(SC::SPELL_04);
    }
    to_wound
}

/// What Stone Skin adds; several do not add up.
pub(crate) fn toughened(state: &State, target: Figure) -> u8 {
    let of = |charm: &crate::state::Charm| match state.setting.pack.spell(charm.spell).effect {
        crate::cards::SpellEffect::Toughen { per_level, .. } => per_level.saturating_mul(charm.level),
        _ => 0,
    };
    state.charms.iter().filter(|charm| charm.on == target).map(of).max().unwrap_or(0)
}

/// Wounds of a hit whose damage sums up to that.
fn reckon(
    state: &State,
    attack: &Attack,
    target: Figure,
    to_wound: ToWound,
    manner: Manner,
    sum: i32,
    heed: &mut (impl FnMut(Rule) + ?Sized),
) -> u8 {
    let sheet = state.sheet(target);
    let damage = total(manner, sum);
    let mut wounds = to_wound.wounds(damage as i16);
    let hurts = wounds > 0;
    if hurts && attack.has(WeaponQualities::DRAINING) {
        wounds += 1;
    }
    let swarm = sheet.has(Qualities::DISPERSED);
    if swarm && !manner.fills {
        wounds = wounds.min(1);
    }
    for (holds, rule) in [
        // Strength and weapon add to the one die.
        (attack.damage > 0, SC::SETUP_05),
        (true, SC::TROOP_12),
        (true, SC::DAMAGE_03),
        (wounds > 2 && sheet.to_wound.step > 0, SC::TROOP_13),
        (sum <= 0, SC::DAMAGE_04),
        (swarm, SC::QUAL_04),
        (sheet.has(Qualities::TOUGH_SKIN), SC::QUAL_21),
        (sheet.has(Qualities::UNDEAD), SC::QUAL_22),
        (manner.half, SC::AREA_10),
        (hurts && attack.has(WeaponQualities::DRAINING), SC::WQUAL_14),
        (hurts && attack.has(WeaponQualities::PARALYZING), SC::WQUAL_24),
        (hurts && attack.has(WeaponQualities::POISON), SC::WQUAL_25),
    ] {
        if holds {
            heed(rule);
        }
    }
    wounds
}

/// Applies what an attack did: wounds, death, conditions. A figure already gone suffers nothing more.
///
/// # Errors
/// Never by itself; kept a flow because what follows a death may ask.
pub(crate) fn suffer(t: &mut Table<'_>, harm: Harm) -> Flow {
    let unit = harm.target;
    if !t.state.piece(unit).on_board() {
        return Ok(());
    }
    wound(t, unit, harm.wounds);
    if !t.state.piece(unit).on_board() {
        return Ok(());
    }
    if harm.entangled {
        conditions::gain(t, unit, conditions::Condition::Entangled, SC::WQUAL_15);
    }
    if harm.paralyzed {
        conditions::gain(t, unit, conditions::Condition::Paralyzed, SC::WQUAL_24);
    }
    if harm.poisoned {
        conditions::gain(t, unit, conditions::Condition::Poisoned, SC::WQUAL_25);
    }
    Ok(())
}

/// Takes wounds; at its Wounds score the figure is removed (SC-DAMAGE-02).
pub(crate) fn wound(t: &mut Table<'_>, unit: Figure, wounds: u8) {
    if wounds == 0 {
        return;
    }
    let before = t.state.hurt(unit);
    let all = t.state.sheet(unit).wounds;
    let piece = t.state.piece_mut(unit);
    piece.wounds = piece.wounds.saturating_add(wounds).min(all);
    let left = all - piece.wounds;
    t.tell(SC::DAMAGE_01, || Event::Wounded { unit, wounds: Wounds(wounds.into()), left: left.into() });
    if left == 0 {
        kill(t, unit);
    } else if !before && t.state.hurt(unit) {
        t.tell(SC::DAMAGE_06, || Event::BecameHurt { unit });
    }
}

fn kill(t: &mut Table<'_>, unit: Figure) {
    let state = &mut *t.state;
    state.put(unit, Place::Dead, Altitude::Landed);
    let piece = state.piece_mut(unit);
    (piece.ready_ranged, piece.ready_melee, piece.aimed) = (None, None, false);
    t.note(SC::TROOP_15);
    t.tell(SC::DAMAGE_02, || Event::Killed { unit });
}
