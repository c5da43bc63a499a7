//! Hits of one warrior on one target, resolved together (CH-WOUND-03, CH-CLOSE-26).

use super::{injury, save};
use crate::cards::{Item, Skill, Trait};
use crate::state::State;
use crate::{Event, Table, events, rolls};
use kernel::{Figure, Flow, Seat};
use rulebook::CH;

/// Where a batch comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Cause {
    Close,
    Shot,
    Spell,
    Fall,
    /// Black blood (CH-INJURY-11).
    Blood,
}

/// A hit that has landed and still has to wound.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Hit {
    pub strength: u8,
    pub piercing: u8,
    pub flaming: bool,
    pub poison: bool,
    pub concussion: bool,
    /// May be critical at all.
    pub critical: bool,
    /// Every wound is critical (CH-CAMPAIGN-59).
    pub backstab: bool,
    pub no_save: bool,
    pub unarmed: bool,
    /// Wounds without a roll.
    pub certain: bool,
    /// Added to the injury dice of its wounds.
    pub injury: i8,
}

impl Hit {
    pub(crate) fn of(strength: u8) -> Hit {
        Hit {
            strength,
            piercing: 0,
            flaming: false,
            poison: false,
            concussion: false,
            critical: false,
            backstab: false,
            no_save: false,
            unarmed: false,
            certain: false,
            injury: 0,
        }
    }
}

/// Who deals a batch: the warrior where there is one, and the seat that rolls.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct By {
    pub figure: Option<Figure>,
    pub seat: Seat,
}

impl By {
    pub(crate) fn warrior(state: &State, figure: Figure) -> By {
        By { figure: Some(figure), seat: state.owner(figure) }
    }
}

/// The number that wounds (CH-WOUND-01), `None` where it is impossible (CH-WOUND-02).
pub(crate) fn needed(strength: u8, toughness: u8) -> Option<u8> {
    match strength as i8 - toughness as i8 {
        2.. => Some(2),
        1 => Some(3),
        0 => Some(4),
        -1 => Some(5),
        -3..=-2 => Some(6),
        _ => None,
    }
}

/// Charm, to wound, saves, then loss of Wounds and injury. Returns whether any wound was left unsaved.
///
/// # Errors
/// Pauses for dice.
pub(crate) fn resolve(t: &mut Table<'_>, by: By, target: Figure, cause: Cause, hits: &[Hit]) -> Flow<bool> {
    let hits = charmed(t, target, hits)?;
    let mut wounds: Vec<injury::Wound> = Vec::new();
    if cause == Cause::Close && hits.len() > 1 {
        t.note(CH::CLOSE_26);
    }
    for hit in hits {
        let count = wounded(t, by, target, cause, hit)?;
        if count == 0 {
            continue;
        }
        for _ in 0..count {
            if count > 1 {
                t.note(CH::CRIT_03);
            }
            if !saved(t, target, cause, hit)? {
                wounds.push(injury::Wound { bonus: hit.injury, concussion: hit.concussion, strength: hit.strength });
            }
        }
    }
    if wounds.is_empty() {
        return Ok(false);
    }
    injury::take(t, by, target, cause, &wounds)?;
    Ok(true)
}

/// The first hit on the owner of a lucky charm may be ignored (CH-EQUIP-51); a wound that comes without a hit is none.
fn charmed<'h>(t: &mut Table<'_>, target: Figure, hits: &'h [Hit]) -> Flow<&'h [Hit]> {
    if hits.iter().all(|hit| hit.certain) || t.state.warrior(target).charmed || !t.state.has_item(target, Item::Charm) {
        return Ok(hits);
    }
    t.state.warrior_mut(target).charmed = true;
    let rolled = rolls::charm(t, target)?;
    t.tell(CH::EQUIP_51, || Event::CharmRolled { warrior: target, rolled, ignored: events::Charm(rolled >= 4) });
    Ok(if rolled >= 4 { &hits[1..] } else { hits })
}

/// Wounds of one hit before saves: none, one, or two for a critical wound.
fn wounded(t: &mut Table<'_>, by: By, target: Figure, cause: Cause, hit: &Hit) -> Flow<u8> {
    if hit.certain {
        t.note(CH::CRIT_05);
        t.tell(CH::WOUND_03, || Event::WoundCertain { warrior: target });
        return Ok(1);
    }
    let toughness = t.state.stat(target, crate::cards::Stat::Toughness);
    let strength = hit.strength;
    if cause == Cause::Close && t.state.has_skill(target, Skill::Resilient) {
        t.note(CH::CAMPAIGN_52);
    }
    let Some(needed) = needed(strength, toughness) else {
        let (strength, toughness) = (strength.into(), toughness.into());
        t.tell(CH::WOUND_02, || Event::CannotWound { warrior: target, strength, toughness });
        return Ok(0);
    };
    // CH-WOUND-09: poison re-rolls a 1, but not on the dead.
    let poison = hit.poison && !t.state.sheet(target).is(Trait::Undead);
    let mut rolled = rolls::to_wound(t, by.seat, by.figure, needed, poison)?;
    if poison && rolled == 1 {
        t.tell(CH::WOUND_09, || Event::PoisonRerolls { warrior: target });
        rolled = rolls::to_wound(t, by.seat, by.figure, needed, false)?;
    }
    let success = rolled >= i32::from(needed);
    let wanted = success && hit.critical && (rolled == 6 || hit.backstab);
    let critical = wanted && needed < 6 && !t.state.sheet(target).hardened;
    if wanted && needed == 6 {
        t.note(CH::CRIT_02);
    } else if wanted && !critical {
        let learnt = t.state.sheet(target).skills.has(Skill::Hardened);
        t.note(if learnt { CH::CAMPAIGN_53 } else { CH::EQUIP_42 });
    } else if critical {
        t.note(CH::CRIT_01);
        if hit.backstab {
            t.note(CH::CAMPAIGN_59);
        }
    } else if rolled == 6 && !hit.critical {
        t.note(if cause == Cause::Fall { CH::FALL_03 } else { CH::CRIT_05 });
    }
    t.note(CH::PROFILE_05);
    t.note(CH::PROFILE_06);
    let (strength, toughness, needed) = (strength.into(), toughness.into(), needed.into());
    t.tell(CH::WOUND_01, || Event::WoundRolled {
        warrior: target,
        strength,
        toughness,
        rolled,
        needed,
        success: events::Wounds(success),
        critical,
    });
    Ok(u8::from(success) + u8::from(critical))
}

/// One save against one wound (CH-WOUND-04, CH-CRIT-03).
fn saved(t: &mut Table<'_>, target: Figure, cause: Cause, hit: &Hit) -> Flow<bool> {
    let save = match save::against(t.state, target, cause, hit) {
        Ok(save) => save,
        Err(rule) => {
            t.note(rule);
            return Ok(false);
        }
    };
    let rolled = rolls::save(t, target, save.rule, save.needed)?;
    let held = rolled >= i32::from(save.needed);
    t.note(CH::PROFILE_12);
    if let Some(rule) = save.body {
        t.note(rule);
    }
    for (applies, rule) in [
        (save.shield, CH::EQUIP_43),
        (save.nimble, CH::EQUIP_44),
        (save.pierced, CH::WOUND_05),
        (hit.unarmed, CH::CLOSE_13),
        (save.shield && save.body.is_some(), CH::WOUND_06),
        (save.idle_shield, CH::EQUIP_05),
    ] {
        if applies {
            t.note(rule);
        }
    }
    let needed = save.needed.into();
    t.tell(save.rule, || Event::SaveRolled { warrior: target, rolled, needed, saved: events::Saved(held) });
    Ok(held)
}
