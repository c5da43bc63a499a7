//! What a close combat blow is worth: the number to hit, its Strength and what it carries.

use super::batch::Hit;
use crate::cards::{DAGGER, Item, Knack, Skill, Stat};
use crate::profile::{Arm, Off};
use crate::state::{Did, Posture, State};
use kernel::{Figure, Modifiers, Rule};
use rulebook::CH;

/// One blow: the weapon it is struck with, by its place among the close combat weapons, or none.
pub(crate) type Weapon = Option<u8>;

/// The number to hit before modifiers (CH-CLOSE-09).
pub(crate) fn needed(attacker: u8, target: u8) -> u8 {
    if attacker > target {
        3
    } else if target > 2 * attacker {
        5
    } else {
        4
    }
}

/// How a blow of `striker` at `target` hits: always, or on a number with modifiers.
#[derive(Clone, Copy, Debug)]
#[allow(clippy::large_enum_variant, reason = "made once for each target and never kept")]
pub(crate) enum Chance {
    Certain,
    Roll { needed: u8, modifiers: Modifiers },
}

pub(crate) fn chance(state: &State, striker: Figure, target: Figure) -> Chance {
    let other = state.warrior(target);
    // Knocked down (CH-CLOSE-16), stunned (CH-CLOSE-17) and fleeing warriors (CH-PSYCH-16) are hit automatically.
    if other.posture != Posture::Standing || other.fleeing {
        return Chance::Certain;
    }
    let needed = needed(state.stat(striker, Stat::Weapon), state.stat(target, Stat::Weapon));
    let mut modifiers = Modifiers::default();
    if pair(state, striker) == Some(Pair::Clumsy) {
        modifiers.add("two weapons", CH::CLOSE_12, -1);
    }
    if state.has_skill(target, Skill::Sidestep) {
        modifiers.add("sidestep", CH::CAMPAIGN_42, -1);
    }
    if state.warrior(striker).did.has(Did::Afraid) {
        modifiers.add("fear", CH::PSYCH_05, -2);
    }
    Chance::Roll { needed, modifiers }
}

/// How two weapons are fought with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Pair {
    /// By skill, without a penalty (CH-CAMPAIGN-43).
    Skilled,
    /// Two claws, which are made for it (CH-EQUIP-22).
    Claws,
    Clumsy,
}

/// The two weapons he fights with, if he does.
pub(crate) fn pair(state: &State, figure: Figure) -> Option<Pair> {
    let grip = state.warrior(figure).grip;
    let Off::Weapon(off) = grip.off else { return None };
    let claw = |weapon: Weapon| arm(state, figure, weapon).is_some_and(|arm| arm.has(Knack::ClawPair));
    Some(if state.has_skill(figure, Skill::TwoBladeFighter) {
        Pair::Skilled
    } else if claw(grip.main) && claw(Some(off)) {
        Pair::Claws
    } else {
        Pair::Clumsy
    })
}

pub(crate) fn arm(state: &State, figure: Figure, weapon: Weapon) -> Option<&Arm> {
    weapon.and_then(|at| state.sheet(figure).melee.get(at as usize))
}

/// Blows of this round: as many as Attacks, doubled by frenzy, one more with the second weapon (CH-CLOSE-11).
pub(crate) fn blows(state: &State, figure: Figure) -> Vec<Weapon> {
    let warrior = state.warrior(figure);
    let mut count = usize::from(state.stat(figure, Stat::Attacks));
    if warrior.frenzied {
        count *= 2;
    }
    let mut blows = vec![warrior.grip.main; count];
    if let Off::Weapon(second) = warrior.grip.off {
        blows.push(Some(second));
    }
    blows
}

/// What makes blows with a weapon stronger or weaker by who strikes them.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Might<'a> {
    pub arm: Option<&'a Arm>,
    /// Fights without weapons and is no worse for it (CH-PSYCH-29).
    pub natural: bool,
    /// Bare hands (CH-CLOSE-13).
    pub unarmed: bool,
    /// CH-CAMPAIGN-51.
    pub mighty: bool,
    /// CH-CAMPAIGN-44.
    pub swordsman: bool,
    /// CH-DIVE-02.
    pub dived: bool,
}

pub(crate) fn might(state: &State, striker: Figure, weapon: Weapon) -> Might<'_> {
    let (arm, natural) = (arm(state, striker, weapon), state.sheet(striker).natural());
    let unarmed = arm.is_none() && !natural;
    Might {
        arm,
        natural: arm.is_none() && natural,
        unarmed,
        mighty: !unarmed && state.has_skill(striker, Skill::MightyBlow),
        swordsman: arm.is_some_and(is_sword) && state.has_skill(striker, Skill::Swordsman),
        dived: state.warrior(striker).did.has(Did::Dived),
    }
}

/// Strength of a blow and everything it carries.
pub(crate) fn hit(state: &State, striker: Figure, target: Figure, weapon: Weapon) -> Hit {
    let sheet = state.sheet(striker);
    let warrior = state.warrior(striker);
    let fallen = state.warrior(target).posture;
    let mut strength = i32::from(state.stat(striker, Stat::Strength));
    let mut hit = Hit { critical: true, ..Hit::of(0) };
    let charging = warrior.did.has(Did::Charged);
    let might = might(state, striker, weapon);
    match might.arm {
        None if might.natural => hit.piercing = sheet.fighter.piercing,
        None => {
            strength -= 1;
            hit.unarmed = true;
        }
        Some(arm) => {
            strength += i32::from(arm.weapon.strength);
            hit.piercing = arm.weapon.piercing;
            if arm.has(Knack::Bash) && fallen == Posture::Down {
                strength += 1;
            }
            if arm.has(Knack::MountedCharge) && sheet.mounted && charging {
                strength += 1;
            }
            if arm.has(Knack::Couched) && charging {
                strength += 3;
                hit.piercing = 3;
            }
            hit.poison = arm.has(Knack::Poison) || warrior.venom == weapon;
            hit.concussion = arm.has(Knack::Concussion);
            hit.backstab = arm.rule == DAGGER && state.has_skill(striker, Skill::Backstab);
            hit.injury += i8::from(might.swordsman);
            if arm.has(Knack::Bash) {
                hit.injury += lasting_injury(state, striker);
            }
        }
    }
    strength += i32::from(might.mighty) + i32::from(might.dived);
    hit.poison |= state.under(striker, |lasting| lasting.poison);
    hit.strength = strength.clamp(1, 10) as u8;
    // Blows are weaker against the resilient, also where it is asked whether they can be parried (CH-CAMPAIGN-52).
    if state.has_skill(target, Skill::Resilient) {
        hit.strength = hit.strength.saturating_sub(1).max(1);
    }
    // Blows at the stunned wound by themselves and are never critical (CH-CLOSE-17, CH-CRIT-05).
    hit.certain = fallen == Posture::Stunned;
    hit
}

/// Swords are the blades that parry (CH-EQUIP-16, CH-EQUIP-23, CH-EQUIP-24); claws are none.
pub(crate) fn is_sword(arm: &Arm) -> bool {
    arm.has(Knack::Parry) && !arm.has(Knack::ClawPair)
}

fn lasting_injury(state: &State, figure: Figure) -> i8 {
    let mine = state.spells.iter().filter(|standing| state.bears(standing, figure));
    mine.filter_map(|standing| standing.spell.lasting).map(|lasting| lasting.injury_club).sum()
}

/// Can this warrior turn a blow aside with what he holds (CH-CLOSE-18)? The flag: with sword and buckler he may roll
/// again (CH-CLOSE-20).
pub(crate) fn parries(state: &State, figure: Figure) -> Option<bool> {
    let warrior = state.warrior(figure);
    if !warrior.steady() || warrior.did.has(Did::Parried) {
        return None;
    }
    let sword = arm(state, figure, warrior.grip.main).is_some_and(|arm| arm.has(Knack::Parry));
    let second = match warrior.grip.off {
        Off::Weapon(at) => arm(state, figure, Some(at)).is_some_and(|arm| arm.has(Knack::Parry)),
        _ => false,
    };
    let buckler = warrior.grip.off == Off::Buckler;
    (sword || second || buckler).then_some(sword && buckler)
}

/// Initiative for the order of his next blows, with a quick weapon (CH-EQUIP-09).
pub(crate) fn quickness(state: &State, figure: Figure) -> u8 {
    let warrior = state.warrior(figure);
    let quick = match two_turns(state, figure) {
        true => !warrior.did.has(Did::HalfStruck),
        false => quick(state, figure, warrior.grip.main),
    };
    (state.stat(figure, Stat::Initiative) + if quick { 2 } else { 0 }).min(10)
}

pub(crate) fn quick(state: &State, figure: Figure, weapon: Weapon) -> bool {
    arm(state, figure, weapon).is_some_and(|arm| arm.has(Knack::Quick))
}

/// Blows that come next: all of them, or with two weapons of which one is quick first those of the quick one.
pub(crate) fn next_blows(state: &State, figure: Figure) -> Vec<Weapon> {
    let mut next = blows(state, figure);
    if two_turns(state, figure) {
        let first = !state.warrior(figure).did.has(Did::HalfStruck);
        next.retain(|weapon| quick(state, figure, *weapon) == first);
    }
    next
}

/// A quick weapon in one hand and another in the other: each strikes in its own turn.
pub(crate) fn two_turns(state: &State, figure: Figure) -> bool {
    let grip = state.warrior(figure).grip;
    let Off::Weapon(off) = grip.off else { return false };
    quick(state, figure, grip.main) != quick(state, figure, Some(off))
}

/// When a warrior strikes: earlier ranks first (CH-CLOSE-03).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Rank {
    First,
    Normal,
    Last,
    /// Stood up this turn (CH-TURN-09).
    AfterAll,
}

pub(crate) fn rank(state: &State, figure: Figure) -> Rank {
    ranked(state, figure).0
}

/// When he strikes, and by which rules.
pub(crate) fn ranked(state: &State, figure: Figure) -> (Rank, &'static [Rule]) {
    let warrior = state.warrior(figure);
    if warrior.did.has(Did::StoodUp) {
        return (Rank::AfterAll, &[CH::CLOSE_03, CH::CLOSE_08, CH::TURN_09]);
    }
    let held = arm(state, figure, warrior.grip.main);
    if held.is_some_and(|arm| arm.has(Knack::Slow)) {
        return (Rank::Last, &[CH::CLOSE_03, CH::CLOSE_08, CH::EQUIP_08]);
    }
    if state.under(figure, |lasting| lasting.strikes_last) {
        return (Rank::Last, &[CH::CLOSE_03, CH::CLOSE_08]);
    }
    if warrior.did.has(Did::Charged) {
        return (Rank::First, &[CH::CLOSE_03, CH::CLOSE_04]);
    }
    // CH-CLOSE-05: on foot, in the first round, and without a bow, crossbow, gun or pistol.
    let sheet = state.sheet(figure);
    let polearm = held.is_some_and(|arm| arm.has(Knack::Polearm))
        && !sheet.mounted
        && state.first_round(figure)
        && sheet.missile.iter().all(|arm| arm.has(Knack::FreeSlot));
    match polearm {
        true => (Rank::First, &[CH::CLOSE_03, CH::CLOSE_05, CH::EQUIP_06]),
        false => (Rank::Normal, &[CH::CLOSE_03, CH::CLOSE_06]),
    }
}

/// Whether any of his items makes him immune to fear (CH-EQUIP-50).
pub(crate) fn drunk(state: &State, figure: Figure) -> bool {
    state.warrior(figure).drunk && state.has_item(figure, Item::Ale)
}
