//! The closed vocabularies: characteristics, traits, skills, and what weapons and armour can do.
//!
//! A pack chooses words. What a word means stands in the chapters that use it.

use std::marker::PhantomData;

/// A word with a place of its own in a set.
pub trait Word: Copy + 'static {
    const ALL: &'static [(&'static str, Self)];
    fn place(self) -> u8;
    fn text(self) -> &'static str {
        Self::ALL[self.place() as usize].0
    }
}

/// A set of words, as bits.
pub struct Set<W>(u32, PhantomData<fn() -> W>);

impl<W: Word> Set<W> {
    pub const EMPTY: Set<W> = Set(0, PhantomData);

    pub fn has(self, word: W) -> bool {
        self.0 >> word.place() & 1 == 1
    }

    pub fn add(&mut self, word: W) {
        self.0 |= 1 << word.place();
    }

    pub fn with(mut self, word: W) -> Set<W> {
        self.add(word);
        self
    }

    pub fn and(self, other: Set<W>) -> Set<W> {
        Set(self.0 | other.0, PhantomData)
    }

    pub fn meets(self, other: Set<W>) -> bool {
        self.0 & other.0 != 0
    }

    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    pub fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// The words in their order in the vocabulary.
    pub fn iter(self) -> impl Iterator<Item = W> {
        W::ALL.iter().map(|(_, word)| *word).filter(move |word| self.has(*word))
    }

    pub fn bits(self) -> u32 {
        self.0
    }
}

impl<W> Clone for Set<W> {
    fn clone(&self) -> Set<W> {
        *self
    }
}

impl<W> Copy for Set<W> {}

impl<W> PartialEq for Set<W> {
    fn eq(&self, other: &Set<W>) -> bool {
        self.0 == other.0
    }
}

impl<W> Eq for Set<W> {}

impl<W> Default for Set<W> {
    fn default() -> Set<W> {
        Set(0, PhantomData)
    }
}

impl<W: Word> std::fmt::Debug for Set<W> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list().entries(self.iter().map(W::text)).finish()
    }
}

impl<W: Word> FromIterator<W> for Set<W> {
    fn from_iter<I: IntoIterator<Item = W>>(words: I) -> Set<W> {
        words.into_iter().fold(Set::EMPTY, Set::with)
    }
}

macro_rules! words {
    ($(#[$doc:meta])* $name:ident { $($(#[$about:meta])* $variant:ident = $word:literal,)* }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Hash)]
        pub enum $name { $($(#[$about])* $variant),* }

        impl Word for $name {
            const ALL: &'static [(&'static str, $name)] = &[$(($word, $name::$variant)),*];
            fn place(self) -> u8 {
                self as u8
            }
        }
    };
}

words! {
    /// The nine characteristics (CH-PROFILE-01).
    Stat {
        Movement = "M",
        Weapon = "WS",
        Ballistic = "BS",
        Strength = "S",
        Toughness = "T",
        Wounds = "W",
        Initiative = "I",
        Attacks = "A",
        Leadership = "Ld",
    }
}

pub const STATS: usize = 9;

words! {
    /// What a fighter is by nature.
    Trait {
        Leader = "leader",
        HatesWizards = "hates_wizards",
        Wizard = "wizard",
        Priest = "priest",
        ArmouredCaster = "armoured_caster",
        Undead = "undead",
        Shambling = "shambling",
        Immortal = "immortal",
        DeadFlesh = "dead_flesh",
        NaturalFighter = "natural_fighter",
        Animal = "animal",
        Monster = "monster",
        Regeneration = "regeneration",
        CauseFear = "cause_fear",
        NoPain = "no_pain",
        ImmuneFear = "immune_fear",
        ImmunePanic = "immune_panic",
        Frenzy = "frenzy",
        Stupidity = "stupidity",
        Squabbling = "squabbling",
        BlackBlood = "black_blood",
        Leap = "leap",
        NoHide = "no_hide",
        HeirloomLight = "heirloom_light",
        NoExperience = "no_experience",
    }
}

words! {
    Skill {
        Sidestep = "sidestep",
        TwoBladeFighter = "two_blade_fighter",
        Swordsman = "swordsman",
        QuickShot = "quick_shot",
        TrickShot = "trick_shot",
        SteadyAim = "steady_aim",
        Streetwise = "streetwise",
        ArcaneLore = "arcane_lore",
        BattleCry = "battle_cry",
        MightyBlow = "mighty_blow",
        Resilient = "resilient",
        Hardened = "hardened",
        Leap = "leap",
        Dodge = "dodge",
        WallRunner = "wall_runner",
        CatFall = "cat_fall",
        JumpUp = "jump_up",
        Backstab = "backstab",
        Shadow = "shadow",
    }
}

words! {
    /// The lists a hero chooses skills from (CH-CAMPAIGN-41).
    SkillList {
        Combat = "combat",
        Shooting = "shooting",
        Academic = "academic",
        Strength = "strength",
        Speed = "speed",
        Rogue = "rogue",
    }
}

words! {
    /// What a weapon can do.
    Knack {
        /// +1 Strength against knocked down enemies (CH-EQUIP-14).
        Bash = "bash",
        Parry = "parry",
        /// Only a shield in the other hand (CH-EQUIP-07).
        Unwieldy = "unwieldy",
        Polearm = "polearm",
        /// +1 Strength on a mounted charge (CH-EQUIP-17).
        MountedCharge = "mounted_charge_s1",
        Slow = "slow",
        /// Each blow is rolled against everybody around (CH-EQUIP-20).
        CircleSwing = "circle_swing",
        /// Enemies cannot stand up (CH-EQUIP-21).
        Snare = "snare",
        /// Two of them have no penalty (CH-EQUIP-22).
        ClawPair = "claw_pair",
        Poison = "poison",
        /// +2 Initiative for the order of blows (CH-EQUIP-09).
        Quick = "quick_2",
        /// Ignores No Pain and helmets (CH-EQUIP-12).
        Concussion = "concussion",
        MountedOnly = "mounted_only",
        /// +3 Strength and piercing 3 on the round of a charge (CH-EQUIP-26).
        Couched = "charge_s3_ap3",
        NoHide = "no_hide",
        Bow = "bow",
        MoveOrFire = "move_or_fire",
        /// Two shots at -1 each (CH-EQUIP-33).
        TwoShots = "two_shots",
        NoMovePenalty = "no_move_penalty",
        /// Takes no choice among those carried (CH-EQUIP-02).
        FreeSlot = "free_slot",
        Assault = "assault",
        Gun = "gun",
        /// +1 to hit.
        Accurate = "accurate",
        Cone = "cone",
        /// Once a battle.
        Once = "once",
        AutoHit = "auto_hit",
    }
}

words! {
    /// What a piece of armour can do.
    Guard {
        /// -1 Initiative (CH-EQUIP-40).
        Clumsy = "initiative-1",
        /// Counts as heavy without being the plain heavy armour.
        Heavy = "heavy",
        /// The wearer cannot be critically wounded (CH-EQUIP-42).
        NoCritical = "no_crit",
        /// Improves a save by one (CH-EQUIP-43).
        Adds = "adds_1",
        /// By two with a light weapon (CH-EQUIP-44).
        Nimble = "nimble",
        Parry = "parry",
        /// Stunned becomes knocked down on 4+ (CH-EQUIP-46).
        Helm = "stun_save_4",
    }
}

words! {
    /// Miscellaneous items, each with a rule of its own.
    Item {
        Rope = "rope",
        Venom = "venom",
        Ale = "ale",
        Charm = "charm",
        Relic = "relic",
        Scroll = "scroll",
        Shackles = "shackles",
        Horse = "horse",
    }
}

words! {
    /// Races, for the limits of advances (CH-CAMPAIGN-33).
    Race {
        Human = "human",
        Goblin = "goblin",
        Ratfolk = "ratfolk",
        UndeadLord = "undead_lord",
        Vessel = "vessel",
        Goatfolk = "goatfolk",
    }
}
