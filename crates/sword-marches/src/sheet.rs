//! A model's profile as play uses it: with its weapons as arms that can be named in a choice.

use crate::effects::{GearTrait, Grant, Ward};
use crate::field::Feet;
use crate::profile::{Manner, Profile, Weapon};
use kernel::{Name, Rule};

#[derive(Clone, Debug)]
pub struct Sheet {
    pub profile: Profile,
    /// Ways to use its weapons; the last is its bare hands.
    pub arms: Vec<Arm>,
    pub feet: Feet,
    /// It has a Small weapon.
    pub small: bool,
}

/// One way to use a weapon.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Arm {
    /// `sword`, `bastard-sword-both`, `spear-thrown`, `sword-twin`; `starmetal-sword` beside a plain one.
    pub word: Name,
    /// Place among the profile's weapons.
    pub weapon: u8,
    /// With another one-handed weapon in the second hand (SM-CORE-04).
    pub twin: bool,
}

impl Sheet {
    pub fn new(profile: Profile) -> Sheet {
        let mut arms = Vec::new();
        let pairs = profile.granted(|grant| *grant == Grant::SecondWeapon).is_some()
            && profile.weapons.iter().filter(|weapon| one_handed(weapon)).count() > 1;
        for (at, weapon) in profile.weapons.iter().enumerate() {
            let gear = piece(&profile, weapon);
            let word = match weapon.manner {
                Manner::Close | Manner::Shot | Manner::Bare => Name::of(&gear),
                Manner::BothHands => Name::of(&format!("{gear}-both")),
                Manner::Thrown => Name::of(&format!("{gear}-thrown")),
            };
            // A missile weapon that also strikes in close combat is told from its own shot.
            let shoots = profile.weapons.iter().any(|other| other.manner == Manner::Shot && other.gear == weapon.gear);
            let word = match weapon.manner {
                Manner::Close if shoots => Name::of(&format!("{gear}-close")),
                _ => word,
            };
            arms.push(Arm { word, weapon: at as u8, twin: false });
            if pairs && one_handed(weapon) {
                arms.push(Arm { word: Name::of(&format!("{gear}-twin")), weapon: at as u8, twin: true });
            }
        }
        // Two pieces of the same kind are one arm to choose.
        let mut at = 0;
        while at < arms.len() {
            let twice = arms[..at].iter().any(|arm| arm.word == arms[at].word);
            if twice {
                arms.remove(at);
            } else {
                at += 1;
            }
        }
        let mut feet = Feet::default();
        for granted in &profile.grants {
            match granted.grant {
                Grant::Scale(height) => feet.scale = feet.scale.max(height),
                Grant::SureFoot => feet.sure = true,
                Grant::Woodcraft => {
                    feet.wild = true;
                    feet.sure = true;
                }
                _ => {}
            }
        }
        let small = profile.weapons.iter().any(|weapon| has(weapon, GearTrait::Small));
        Sheet { profile, arms, feet, small }
    }

    pub fn arm(&self, at: u8) -> &Weapon {
        let arm = self.arms.get(usize::from(at)).or(self.arms.last());
        &self.profile.weapons[arm.map_or(0, |arm| usize::from(arm.weapon))]
    }

    pub fn word(&self, at: u8) -> Name {
        self.arms.get(usize::from(at)).map_or_else(|| Name::of("unarmed"), |arm| arm.word)
    }

    pub fn twin(&self, at: u8) -> bool {
        self.arms.get(usize::from(at)).is_some_and(|arm| arm.twin)
    }

    pub fn named(&self, word: Name) -> Option<u8> {
        self.arms.iter().position(|arm| arm.word == word).map(|at| at as u8)
    }

    /// The next shaft that leaves the hand when an arm is thrown, as a bit, after those that have (SM-GEARTRAIT-29).
    pub fn shaft(&self, arm: u8, thrown: u32) -> u32 {
        let piece = self.arm(arm);
        let shafts = self.shafts().filter(|(_, weapon)| weapon.is_like(piece)).map(|(bit, _)| bit);
        shafts.into_iter().find(|bit| thrown & bit == 0).unwrap_or(0)
    }

    /// Weapons that are gone once thrown, each with its bit.
    fn shafts(&self) -> impl Iterator<Item = (u32, &Weapon)> {
        let all = self.profile.weapons.iter().enumerate();
        all.filter(|(_, weapon)| weapon.single && weapon.manner == Manner::Thrown).map(|(at, w)| (1 << (at % 32), w))
    }

    /// The arms that are of no use any more when these shafts are gone, as bits. A second weapon must be left for a pair
    /// (SM-CORE-04).
    pub fn spent(&self, thrown: u32) -> u32 {
        let gone = |weapon: &Weapon| {
            let mut all = self.shafts().filter(|(_, shaft)| shaft.is_like(weapon)).map(|(bit, _)| bit).peekable();
            all.peek().is_some() && all.all(|bit| thrown & bit != 0)
        };
        let held = |weapon: &&Weapon| one_handed(weapon);
        let lost = self.shafts().filter(|(bit, shaft)| {
            thrown & bit != 0 && self.profile.weapons.iter().filter(held).any(|weapon| weapon.is_like(shaft))
        });
        let left = self.profile.weapons.iter().filter(held).count() - lost.count();
        let arms = self.arms.iter().enumerate();
        let useless =
            arms.filter(|(_, arm)| gone(&self.profile.weapons[usize::from(arm.weapon)]) || arm.twin && left < 2);
        useless.fold(0, |bits, (at, _)| bits | 1 << (at % 32))
    }

    pub fn immune(&self, ward: Ward) -> Option<Rule> {
        self.profile.immune(ward)
    }

    /// Its feet when it runs without an Action: a Ranger's craft is of no use then (SM-VOCATION-03).
    pub fn fleeing(&self) -> Feet {
        Feet { wild: false, sure: self.has(Grant::SureFoot).is_some(), ..self.feet }
    }

    /// Whether the opponent does not know of a weapon yet: Small, and not used so far (SM-MODEL-03, SM-GEARTRAIT-23).
    pub fn concealed(&self, weapon: usize, shown: u32) -> bool {
        let Some(weapon) = self.profile.weapons.get(weapon).filter(|weapon| has(weapon, GearTrait::Small)) else {
            return false;
        };
        // Whoever has seen the knife knows that it can be thrown.
        let same = |at: u8| self.arm(at).is_like(weapon);
        !(0..self.arms.len() as u8).any(|at| shown >> (at % 32) & 1 == 1 && same(at))
    }

    /// The arms that an opponent does not know of, as bits.
    pub fn veiled(&self, shown: u32) -> u32 {
        let arms = self.arms.iter().enumerate();
        let hidden = arms.filter(|(_, arm)| self.concealed(usize::from(arm.weapon), shown));
        hidden.fold(0, |bits, (at, _)| bits | 1 << (at % 32))
    }

    /// What gives a bonus of this kind: its label, its rule and its level.
    pub fn bonus(&self, wanted: Grant) -> Option<(&'static str, Rule, i16)> {
        self.profile
            .granted(|grant| *grant == wanted)
            .map(|granted| (granted.label, granted.rule, i16::from(granted.level)))
    }

    pub fn has(&self, wanted: Grant) -> Option<Rule> {
        self.profile.granted(|grant| *grant == wanted).map(|granted| granted.rule)
    }

    pub fn cbt(&self) -> i16 {
        self.profile.ratings[crate::content::CBT]
    }

    pub fn cmd(&self) -> i16 {
        self.profile.ratings[crate::content::CMD]
    }

    pub fn con(&self) -> i16 {
        self.profile.ratings[crate::content::CON]
    }
}

/// What a weapon is called in a choice. Starmetal is told from a plain piece of its kind where both are carried
/// (SM-GEARTRAIT-24).
fn piece(profile: &Profile, weapon: &Weapon) -> String {
    let gear = weapon.gear.map_or("unarmed", |gear| gear.text());
    let plain = profile.weapons.iter().any(|other| other.gear == weapon.gear && !other.starmetal);
    if weapon.starmetal && plain { format!("starmetal-{gear}") } else { gear.to_owned() }
}

/// One of the two weapons of a pair can be this (SM-CORE-04).
fn one_handed(weapon: &Weapon) -> bool {
    weapon.manner == Manner::Close && weapon.hands == 1 && !weapon.ranged
}

/// Used in close combat.
pub(crate) fn is_close(weapon: &Weapon) -> bool {
    matches!(weapon.manner, Manner::Close | Manner::BothHands | Manner::Bare)
}

pub(crate) fn is_ranged(weapon: &Weapon) -> bool {
    matches!(weapon.manner, Manner::Thrown | Manner::Shot)
}

pub(crate) fn has(weapon: &Weapon, wanted: GearTrait) -> bool {
    weapon.traits.contains(&wanted)
}
