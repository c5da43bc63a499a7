//! What a warrior brings to a battle: his entry, what he learnt, and what he carries, worked out once.

use crate::cards::{
    DAGGER, Fighter, Gear, GearKind, Guard, Item, Knack, Pack, STATS, Set, Skill, SkillList, Slot, Spell, Stat, Trait,
    Weapon,
};
use crate::muster::Member;
use kernel::{Name, Refusal, Rule, Seats};
use rulebook::CH;
use std::sync::Arc;

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Profile {
    pub fighter: Arc<Fighter>,
    /// Place in the list of the warband, for what the battle does to it afterwards.
    pub member: u8,
    pub title: String,
    pub hero: bool,
    pub leader: bool,
    /// With growth, mount and armour, limited to 1..=10 (CH-PROFILE-11); 0 is none.
    pub stats: [u8; STATS],
    /// The same before they are limited.
    pub sums: [i8; STATS],
    pub radius: i32,
    pub height: i32,
    pub traits: Set<Trait>,
    /// Learnt, but of no use on horseback or in heavy armour (CH-CAMPAIGN-64).
    pub asleep: Set<Skill>,
    /// The rule of the armour on his body.
    pub armour: Option<Rule>,
    /// Those that work: not every skill does on horseback or in heavy armour (CH-CAMPAIGN-64).
    pub skills: Set<Skill>,
    pub items: Set<Item>,
    pub mounted: bool,
    pub melee: Vec<Arm>,
    pub missile: Vec<Arm>,
    /// Ways to hold what he has (CH-CLOSE-21); one at least.
    pub grips: Vec<Grip>,
    /// 7 is none.
    pub body: u8,
    pub shield: bool,
    pub helmet: bool,
    /// Cannot be critically wounded.
    pub hardened: bool,
    pub spells: Vec<Known>,
    /// Warbands on the table that he hates (CH-CAMPAIGN-23).
    pub hates: Seats,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Arm {
    pub id: Name,
    pub title: &'static str,
    pub rule: Rule,
    pub weapon: Weapon,
}

impl Arm {
    pub fn has(&self, knack: Knack) -> bool {
        self.weapon.knacks.has(knack)
    }
}

/// A spell he knows, at his own Difficulty.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Known {
    pub spell: Arc<Spell>,
    pub difficulty: u8,
}

/// What is in the two hands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Grip {
    /// Index into the close combat weapons; none strikes with bare hands or claws of his own.
    pub main: Option<u8>,
    pub off: Off,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Off {
    Nothing,
    Weapon(u8),
    Shield,
    Buckler,
}

impl Profile {
    pub fn new(pack: &Pack, at: usize, member: &Member, fighter: &Arc<Fighter>) -> Profile {
        let carried: Vec<&Arc<Gear>> = member.gear.iter().filter_map(|id| pack.gear(*id)).collect();
        let mut load = Load::default();
        let heirloom = fighter.traits.has(Trait::HeirloomLight).then(|| pack.cited(CH::EQUIP_39)).flatten();
        for gear in carried.into_iter().chain(heirloom) {
            load.take(gear);
        }
        // Everyone who may carry equipment has a dagger (CH-EQUIP-13).
        let armed = fighter.equipment.is_some() && !load.melee.iter().any(|arm| arm.rule == DAGGER);
        if let Some(gear) = pack.cited(DAGGER).filter(|_| armed) {
            load.take(gear);
        }
        let mounted = load.items.has(Item::Horse);
        let works = |skill: &Skill| {
            let list = pack.skill_word(*skill).and_then(|skill| skill.list);
            match list {
                Some(SkillList::Speed) => !mounted,
                Some(SkillList::Rogue) => !mounted && !load.heavy,
                _ => true,
            }
        };
        let skills: Set<Skill> = member.skills.iter().filter(works).collect();
        let asleep: Set<Skill> = member.skills.iter().filter(|skill| !works(skill)).collect();
        let traits = fighter.traits;
        let known = member.spells.iter().filter_map(|(id, eased)| {
            let spell = Arc::clone(pack.spell(*id)?);
            Some(Known { difficulty: spell.difficulty.saturating_sub(*eased).max(2), spell })
        });
        let sums = sums(fighter, member, &load);
        Profile {
            member: at.min(255) as u8,
            title: if member.called.is_empty() { fighter.title.to_owned() } else { member.called.clone() },
            hero: member.is_hero(fighter),
            leader: member.leads(fighter),
            stats: limited(fighter, sums),
            sums,
            // A rider and his mount are one model on a larger base (CH-EQUIP-47).
            radius: if mounted { 1000 } else { fighter.radius },
            height: if mounted { 2250 } else { fighter.height },
            traits,
            hardened: load.no_critical || skills.has(Skill::Hardened),
            skills,
            asleep,
            armour: load.armour,
            items: load.items,
            mounted,
            grips: grips(&load),
            melee: load.melee,
            missile: load.missile,
            body: load.body,
            shield: load.shield,
            helmet: load.helmet,
            spells: known.collect(),
            hates: Seats::NONE,
            fighter: Arc::clone(fighter),
        }
    }

    /// Bare hands only.
    pub(crate) fn disarm(&mut self) {
        self.melee.clear();
        self.grips = vec![Grip { main: None, off: Off::Nothing }];
    }

    pub fn stat(&self, stat: Stat) -> u8 {
        self.stats[stat as usize]
    }

    pub fn is(&self, word: Trait) -> bool {
        self.traits.has(word)
    }

    /// Undead and monsters cause fear by what they are (CH-PSYCH-26, CH-PSYCH-27).
    pub fn causes_fear(&self) -> bool {
        self.is(Trait::CauseFear) || self.is(Trait::Undead) || self.is(Trait::Monster)
    }

    pub fn ignores_panic(&self) -> bool {
        self.is(Trait::ImmunePanic) || self.is(Trait::Undead) || self.is(Trait::Monster)
    }

    pub fn ignores_pain(&self) -> bool {
        self.is(Trait::NoPain) || self.is(Trait::Undead)
    }

    pub fn is_stupid(&self) -> bool {
        self.is(Trait::Stupidity) || self.is(Trait::Monster)
    }

    /// Monsters and riders may always be shot at (CH-SHOOT-14).
    pub fn large(&self) -> bool {
        self.mounted || self.is(Trait::Monster)
    }

    /// Fights without weapons and is no worse for it (CH-CLOSE-13).
    pub fn natural(&self) -> bool {
        self.is(Trait::NaturalFighter) || self.is(Trait::Animal) || self.is(Trait::Monster)
    }

    /// Armour, helmets, shields and bucklers stop spells, not prayers (CH-MAGIC-05).
    pub fn hindered(&self) -> bool {
        let armoured = self.body < 7 || self.shield || self.helmet || self.grips.iter().any(|g| g.off == Off::Buckler);
        armoured && !self.is(Trait::Priest) && !self.is(Trait::ArmouredCaster)
    }

    pub fn may_hide(&self) -> bool {
        self.kept_from_hiding().is_none()
    }

    /// What he is or carries that keeps him from hiding.
    pub(crate) fn kept_from_hiding(&self) -> Option<Refusal> {
        let (rule, text) = match self.mounted {
            true => (CH::EQUIP_47, "riders do not hide"),
            _ if self.is(Trait::Animal) => (CH::PSYCH_25, "animals do not hide"),
            _ if self.is(Trait::Monster) => (CH::PSYCH_26, "monsters do not hide"),
            _ if self.is(Trait::NoHide) || self.melee.iter().any(|arm| arm.has(Knack::NoHide)) => {
                (CH::EQUIP_27, "a spinner does not hide")
            }
            _ => return None,
        };
        Some(Refusal::new(rule, text))
    }

    /// Animals and monsters take no objectives (CH-PSYCH-25, CH-PSYCH-26).
    pub fn may_carry(&self) -> bool {
        !self.is(Trait::Animal) && !self.is(Trait::Monster)
    }

    pub fn may_climb(&self) -> bool {
        !self.is(Trait::Animal) && !self.mounted
    }

    pub fn learns(&self) -> bool {
        !self.is(Trait::NoExperience)
    }
}

/// Characteristics with everything added and nothing limited; 0 where there is none.
fn sums(fighter: &Fighter, member: &Member, load: &Load) -> [i8; STATS] {
    const HORSE: i8 = 8;
    let (mounted, clumsy) = (load.items.has(Item::Horse), load.clumsy);
    let mut sums = [0; STATS];
    for (at, value) in fighter.stats.0.iter().enumerate().filter(|(_, value)| **value > 0) {
        let mut sum = *value as i8 + member.growth[at];
        if at == Stat::Movement as usize && mounted {
            sum = HORSE;
        }
        sum += i8::from(at == Stat::Wounds as usize && mounted) - i8::from(at == Stat::Initiative as usize && clumsy);
        sums[at] = sum;
    }
    sums
}

/// Limited to 1..=10 (CH-PROFILE-11); what is none stays none.
fn limited(fighter: &Fighter, sums: [i8; STATS]) -> [u8; STATS] {
    let mut stats = fighter.stats.0;
    for (value, sum) in stats.iter_mut().zip(sums).filter(|(value, _)| **value > 0) {
        *value = sum.clamp(1, 10) as u8;
    }
    stats
}

/// What somebody carries, sorted.
struct Load {
    melee: Vec<Arm>,
    missile: Vec<Arm>,
    items: Set<Item>,
    body: u8,
    armour: Option<Rule>,
    clumsy: bool,
    heavy: bool,
    no_critical: bool,
    shield: bool,
    buckler: bool,
    helmet: bool,
}

impl Default for Load {
    fn default() -> Load {
        Load {
            melee: Vec::new(),
            missile: Vec::new(),
            items: Set::EMPTY,
            body: 7,
            armour: None,
            clumsy: false,
            heavy: false,
            no_critical: false,
            shield: false,
            buckler: false,
            helmet: false,
        }
    }
}

impl Load {
    fn take(&mut self, gear: &Gear) {
        let arm = |weapon: &Weapon| Arm { id: gear.id, title: gear.title, rule: gear.rule, weapon: *weapon };
        match &gear.kind {
            GearKind::Melee(weapon) => self.melee.push(arm(weapon)),
            GearKind::Missile(weapon) => self.missile.push(arm(weapon)),
            GearKind::Item(item) => self.items.add(*item),
            GearKind::Armour(armour) => {
                self.clumsy |= armour.guards.has(Guard::Clumsy);
                self.no_critical |= armour.guards.has(Guard::NoCritical);
                match armour.slot {
                    Slot::Body => {
                        self.armour = Some(gear.rule);
                        self.body = self.body.min(armour.save);
                        // Plain heavy armour is the one that is clumsy.
                        self.heavy |= armour.guards.has(Guard::Heavy) || armour.guards.has(Guard::Clumsy);
                    }
                    Slot::Head => self.helmet |= armour.guards.has(Guard::Helm),
                    Slot::Hand if armour.guards.has(Guard::Parry) => self.buckler = true,
                    Slot::Hand => self.shield = true,
                }
            }
        }
    }
}

/// What the other hand holds.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Held<'a> {
    Nothing,
    Weapon(&'a Arm),
    Shield,
    Buckler,
}

/// Whether a weapon leaves a hand for something else, and room for it (CH-CLOSE-12, CH-EQUIP-05, CH-EQUIP-07).
pub(crate) fn may_hold(main: &Arm, off: Held<'_>) -> Result<(), Refusal> {
    let second = if let Held::Weapon(arm) = off { Some(arm) } else { None };
    let two_hands = |arm: &Arm| arm.weapon.hands == 2;
    if !matches!(off, Held::Nothing) && (two_hands(main) || second.is_some_and(two_hands)) {
        return Err(Refusal::new(CH::EQUIP_05, "a two-handed weapon leaves no hand free"));
    }
    let unwieldy = |arm: &Arm| arm.has(Knack::Unwieldy);
    let narrow = match off {
        Held::Nothing | Held::Shield => false,
        Held::Buckler => unwieldy(main),
        Held::Weapon(second) => unwieldy(main) || unwieldy(second),
    };
    if narrow { Err(Refusal::new(CH::EQUIP_07, "it leaves room for a shield only")) } else { Ok(()) }
}

/// Every way to hold the weapons: one in each hand, or one with a shield or buckler (CH-CLOSE-12, CH-EQUIP-05,
/// CH-EQUIP-07).
fn grips(load: &Load) -> Vec<Grip> {
    let mut grips = Vec::new();
    let guards = [(load.shield, (Held::Shield, Off::Shield)), (load.buckler, (Held::Buckler, Off::Buckler))];
    let offs: Vec<(Held<'_>, Off)> = guards.into_iter().filter(|(has, _)| *has).map(|(_, off)| off).collect();
    let mut push = |grip: Grip| {
        if !grips.contains(&grip) {
            grips.push(grip);
        }
    };
    // Two of the same weapon are one way to hold it.
    let first = |at: usize| load.melee[..at].iter().all(|other| other.id != load.melee[at].id);
    for (at, arm) in load.melee.iter().enumerate() {
        if !first(at) {
            continue;
        }
        let main = Some(at as u8);
        if arm.weapon.hands == 2 {
            push(Grip { main, off: Off::Nothing });
            continue;
        }
        for (_, off) in offs.iter().filter(|(held, _)| may_hold(arm, *held).is_ok()) {
            push(Grip { main, off: *off });
        }
        for (other, second) in load.melee.iter().enumerate().filter(|(other, _)| *other != at) {
            if may_hold(arm, Held::Weapon(second)).is_ok() && (first(other) || second.id == arm.id) {
                push(Grip { main, off: Off::Weapon(other as u8) });
            }
        }
        if offs.is_empty() || (arm.has(Knack::Unwieldy) && !load.shield) {
            push(Grip { main, off: Off::Nothing });
        }
    }
    if grips.is_empty() {
        grips.push(Grip { main: None, off: offs.first().map_or(Off::Nothing, |(_, off)| *off) });
    }
    grips
}
