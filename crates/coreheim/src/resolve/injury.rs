//! Wounds lost, injury dice, and what becomes of those who go down.

use super::batch::{self, By, Cause, Hit};
use crate::cards::{Skill, Trait};
use crate::state::{Did, Place, Posture};
use crate::{Event, Table, events, moving, rolls};
use kernel::{Figure, Flow};
use rulebook::CH;

/// An unsaved wound.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Wound {
    pub bonus: i8,
    pub concussion: bool,
    pub strength: u8,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Harm {
    Down,
    Stunned,
    Out,
}

/// Takes the unsaved wounds of one batch (CH-WOUND-07, CH-INJURY-02).
///
/// # Errors
/// Pauses for dice.
pub(crate) fn take(t: &mut Table<'_>, by: By, target: Figure, cause: Cause, wounds: &[Wound]) -> Flow {
    // Wounded again while down: out of action without a roll (CH-INJURY-06).
    if t.state.warrior(target).posture != Posture::Standing {
        let spared = wounds.iter().all(|wound| shrugs(t, target, cause, wound.strength));
        if spared {
            t.state.warrior_mut(target).posture = Posture::Down;
            t.tell(CH::INJURY_10, || Event::WentDown { warrior: target });
            return Ok(());
        }
        t.note(CH::INJURY_06);
        return out(t, by, target);
    }
    let before = t.state.warrior(target).wounds;
    let lost = wounds.len() as i8;
    let left = (before - lost).max(0);
    t.state.warrior_mut(target).wounds = left;
    t.note(CH::PROFILE_07);
    t.tell(CH::WOUND_07, || Event::WoundsLost {
        warrior: target,
        lost: events::Wounded(lost.into()),
        left: left.into(),
    });
    if left > 0 {
        return Ok(());
    }
    // The wound that took the last Wound, and each one beyond it.
    let first = (before - 1).max(0) as usize;
    let (harm, concussion, strength) = dice(t, by, target, &wounds[first.min(wounds.len() - 1)..])?;
    settle(t, by, target, cause, harm, concussion, strength)
}

/// The worst of the injury dice. Wounds with the same modifier are thrown together.
fn dice(t: &mut Table<'_>, by: By, target: Figure, wounds: &[Wound]) -> Flow<(Harm, bool, u8)> {
    let mut worst: Option<(i32, bool, u8)> = None;
    let mut thrown: Vec<(i8, bool)> = Vec::new();
    for wound in wounds {
        let kind = (wound.bonus, wound.concussion);
        if thrown.contains(&kind) {
            continue;
        }
        thrown.push(kind);
        let count = wounds.iter().filter(|other| (other.bonus, other.concussion) == kind).count() as u8;
        let natural = rolls::injury(t, by.seat, target, count, wound.bonus)?;
        let result = (natural + i32::from(wound.bonus)).clamp(1, 6);
        if count > 1 || wounds.len() > 1 {
            t.note(CH::INJURY_02);
            t.note(CH::CRIT_04);
        }
        if wound.bonus != 0 {
            t.note(CH::INJURY_03);
        }
        t.tell(CH::INJURY_01, || Event::InjuryRolled { warrior: target, dice: count.into(), rolled: natural, result });
        if worst.is_none_or(|(highest, ..)| result > highest) {
            worst = Some((result, wound.concussion, wound.strength));
        }
    }
    let (result, concussion, strength) = worst.unwrap_or((1, false, 0));
    let harm = match result {
        ..=2 => Harm::Down,
        3..=4 => Harm::Stunned,
        _ => Harm::Out,
    };
    Ok((harm, concussion, strength))
}

/// Dead flesh, No Pain, helmets, jumping up; then the injury itself.
fn settle(t: &mut Table<'_>, by: By, target: Figure, cause: Cause, harm: Harm, concussion: bool, strength: u8) -> Flow {
    let mut harm = harm;
    let mut was_stunned = false;
    if harm == Harm::Out && shrugs(t, target, cause, strength) {
        t.note(CH::INJURY_10);
        harm = Harm::Down;
    }
    if harm == Harm::Stunned && concussion {
        t.note(CH::EQUIP_12);
    } else if harm == Harm::Stunned && t.state.sheet(target).ignores_pain() {
        t.note(CH::INJURY_09);
        if t.state.sheet(target).is(Trait::Undead) {
            t.note(CH::PSYCH_27);
        }
        (harm, was_stunned) = (Harm::Down, true);
    } else if harm == Harm::Stunned && t.state.sheet(target).helmet {
        let rolled = rolls::helmet(t, target)?;
        t.tell(CH::EQUIP_46, || Event::HelmetRolled { warrior: target, rolled, held: events::Helmet(rolled >= 4) });
        if rolled >= 4 {
            (harm, was_stunned) = (Harm::Down, true);
        }
    }
    match harm {
        Harm::Out => out(t, by, target),
        Harm::Down if t.state.has_skill(target, Skill::JumpUp) && !was_stunned => {
            t.state.warrior_mut(target).wounds = 1;
            t.tell(CH::CAMPAIGN_58, || Event::JumpedUp { warrior: target });
            Ok(())
        }
        Harm::Down => {
            if t.state.sheet(target).asleep.has(Skill::JumpUp) {
                t.note(CH::CAMPAIGN_64);
            }
            fell_down(t, by, target, Posture::Down)
        }
        Harm::Stunned => fell_down(t, by, target, Posture::Stunned),
    }
}

/// Dead flesh is not put out by weak shooting (CH-INJURY-10).
fn shrugs(t: &Table<'_>, target: Figure, cause: Cause, strength: u8) -> bool {
    cause == Cause::Shot && strength < 5 && t.state.sheet(target).is(Trait::DeadFlesh)
}

/// Knocked down or stunned: everything that ends with it.
fn fell_down(t: &mut Table<'_>, by: By, target: Figure, posture: Posture) -> Flow {
    let warrior = t.state.warrior_mut(target);
    warrior.posture = posture;
    warrior.fleeing = false;
    let frenzied = std::mem::replace(&mut warrior.frenzied, false);
    if frenzied {
        t.note(CH::PSYCH_22);
    }
    if posture == Posture::Down {
        t.tell(CH::INJURY_04, || Event::WentDown { warrior: target });
    } else {
        t.tell(CH::INJURY_05, || Event::Stunned { warrior: target });
    }
    moving::reveal(t, target, CH::HIDE_07);
    laid_low(t, target);
    moving::at_the_edge(t, target, by)
}

/// Spells end and objects are dropped when their bearer is put down.
fn laid_low(t: &mut Table<'_>, target: Figure) {
    t.state.caster_down(target);
    drop_shard(t, target);
}

/// The object stays where its carrier was (CH-DEPLOY-09).
pub(crate) fn drop_shard(t: &mut Table<'_>, figure: Figure) {
    let at = t.state.warrior(figure).at;
    let Some(shard) = t.state.warrior_mut(figure).shard.take() else { return };
    if let Some(shard) = t.state.shards.get_mut(shard as usize) {
        shard.carrier = None;
        shard.at = at;
    }
    t.tell(CH::DEPLOY_09, || Event::ShardDropped { warrior: figure });
}

/// Out of action (CH-INJURY-07): removed, credited, and black blood spilt.
///
/// # Errors
/// Pauses for dice of those the blood touches.
pub(crate) fn out(t: &mut Table<'_>, by: By, target: Figure) -> Flow {
    laid_low(t, target);
    let warrior = t.state.warrior_mut(target);
    warrior.place = Place::Out;
    warrior.wounds = 0;
    warrior.hidden = false;
    warrior.fleeing = false;
    if let Some(killer) = by.figure
        && t.state.enemies(killer, target)
    {
        let killer = t.state.warrior_mut(killer);
        killer.kills = killer.kills.saturating_add(1);
    }
    t.tell(CH::INJURY_07, || Event::OutOfAction { warrior: target });
    if t.state.sheet(target).is(Trait::BlackBlood) {
        black_blood(t, by, target)?;
    }
    Ok(())
}

fn black_blood(t: &mut Table<'_>, by: By, source: Figure) -> Flow {
    const REACH: i32 = 1000;
    let near: Vec<Figure> = t.state.present().filter(|other| t.state.within(source, *other, REACH)).collect();
    for victim in near {
        if !t.state.warrior(victim).on_table() {
            continue;
        }
        t.tell(CH::INJURY_11, || Event::BlackBlood { warrior: source, victim });
        // Nobody is credited for what the blood does; the player who spilt it rolls.
        let by = By { figure: None, seat: by.seat };
        batch::resolve(t, by, victim, Cause::Blood, &[Hit::of(4)])?;
    }
    Ok(())
}

/// Stands up with one Wound if he had none left (CH-INJURY-08).
pub(crate) fn stand(t: &mut Table<'_>, figure: Figure) {
    let warrior = t.state.warrior_mut(figure);
    warrior.posture = Posture::Standing;
    warrior.did.add(Did::StoodUp);
    if warrior.wounds < 1 {
        warrior.wounds = 1;
        t.note(CH::INJURY_08);
    }
    t.tell(CH::TURN_07, || Event::StoodUp { warrior: figure });
}
