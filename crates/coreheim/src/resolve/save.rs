//! Armour saves: what is worn, what is held, what the hit does to it.

use super::batch::{Cause, Hit};
use crate::cards::{Knack, Trait};
use crate::profile::Off;
use crate::state::{Posture, State};
use kernel::{Figure, Rule};
use rulebook::CH;

/// The number to roll, and the rules that made it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Save {
    pub needed: u8,
    pub rule: Rule,
    pub shield: bool,
    pub nimble: bool,
    pub pierced: bool,
    /// The rule of the armour that is in it.
    pub body: Option<Rule>,
    /// A shield that a two-handed weapon leaves no hand for (CH-EQUIP-05).
    pub idle_shield: bool,
}

/// The save against a hit.
///
/// # Errors
/// The rule by which there is none.
pub(crate) fn against(state: &State, target: Figure, cause: Cause, hit: &Hit) -> Result<Save, Rule> {
    if cause == Cause::Fall {
        return Err(CH::FALL_04);
    }
    // CH-INJURY-05: the stunned have no save in close combat.
    if cause == Cause::Close && state.warrior(target).posture == Posture::Stunned {
        return Err(CH::CLOSE_17);
    }
    let regenerates = state.sheet(target).is(Trait::Regeneration);
    let none = match hit.flaming && regenerates {
        true => CH::WOUND_08,
        false if hit.piercing > 0 => CH::WOUND_05,
        false => CH::WOUND_04,
    };
    if hit.no_save {
        return Err(none);
    }
    let (armour, shield, nimble) = armour(state, target, cause);
    let regeneration = regenerates && !hit.flaming;
    // Regeneration does not combine with armour (CH-WOUND-10): the better of the two is used.
    let (base, rule) = if regeneration && armour > 4 { (4, CH::WOUND_10) } else { (armour, CH::WOUND_04) };
    // An unarmed blow improves the save by 1, or gives one (CH-CLOSE-13).
    let base = if hit.unarmed { base - 1 } else { base };
    let needed = base + i32::from(hit.piercing);
    // A natural 1 always fails (CH-PROFILE-12); worse than 6+ is no save.
    if needed > 6 {
        return Err(none);
    }
    Ok(Save {
        needed: needed.max(2) as u8,
        rule,
        shield: shield && rule == CH::WOUND_04,
        nimble,
        pierced: hit.piercing > 0,
        body: state.sheet(target).armour.filter(|_| rule == CH::WOUND_04),
        idle_shield: cause == Cause::Close && state.sheet(target).shield && !shield,
    })
}

/// The armour save before the hit worsens it, whether a shield is in it, and whether it counts double.
fn armour(state: &State, target: Figure, cause: Cause) -> (i32, bool, bool) {
    let (sheet, warrior) = (state.sheet(target), state.warrior(target));
    let body = i32::from(sheet.body);
    // CH-EQUIP-43: in close combat where it is held; against spells; against shooting only without a missile weapon.
    let held = match cause {
        Cause::Close => warrior.grip.off == Off::Shield,
        Cause::Shot => sheet.shield && sheet.missile.is_empty(),
        _ => sheet.shield,
    };
    if !held {
        return (body, false, false);
    }
    let main = warrior.grip.main.and_then(|at| sheet.melee.get(at as usize));
    // CH-EQUIP-44: with club, axe, sword, dagger or lance, which are the one-handed weapons that are no spear.
    let nimble = main.is_some_and(|arm| arm.weapon.hands == 1 && !arm.has(Knack::Polearm));
    (body - if nimble { 2 } else { 1 }, true, nimble)
}
