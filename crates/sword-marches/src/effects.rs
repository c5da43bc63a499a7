//! What traits, origins and gear do: a closed vocabulary. Packs name the words, play carries them out.
//!
//! A trait of a pack lists [`Talent`]s; a talent is a list of [`Grant`]s, each with the rule that gives it. Play asks a
//! model's profile for grants and never for the name of a trait, so that a pack may make new traits of old talents.

mod gear;
mod lineage;
mod standing;
mod talent;

pub use gear::{GearTrait, Source};
pub use lineage::{Birth, OriginType};
pub use standing::{Archetype, Feature};
pub use talent::Talent;

/// One thing that a model can do or suffer because of what it is and has learnt.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Grant {
    /// +1 CBT a level on close combat Checks made with a close combat Weapon; never a Base Attack.
    Melee,
    /// +1 CBT a level on Attack Checks with a Ranged Weapon.
    Missile,
    /// +1 CMD a level on Panic Checks with the model's own CMD.
    Nerve,
    /// Re-rolls the lowest die in close combat with two one-handed weapons.
    SecondWeapon,
    /// So many more inches on a Charge, unless Heavy or into Difficult Ground.
    LongCharge(i16),
    /// Take Aim negates Concealment.
    AimThrough,
    /// Once a game a higher Wound Threshold against one Damage Check.
    Ancestors,
    /// Once a game so much on a Check with the Bloodline Rating.
    Surge(i16),
    /// Enemies Engaged with it fight at CBT/2.
    Stench,
    /// Its CMD in inches adds to the distance for the Long Range penalty.
    ShroudRange,
    /// Wins Reach comparisons.
    ShroudReach,
    /// So much CBT in a close combat Break Action, once a Turn.
    BreakFury(i16),
    /// Difficult Ground is Open, Impassable Ground is Difficult.
    Woodcraft,
    /// Wholly inside Area Terrain, ranged attacks against it are at CBT/2.
    Camouflage,
    /// So many Shocked results in a Turn make a Wound.
    Stubborn(i16),
    /// Its close combat attacks have this Gear Trait; with a weapon only, or bare hands too.
    Blow(GearTrait, Bare),
    /// Its close combat attacks bear this Source Trait.
    BlowSource(Source),
    Immune(Ward),
    Vulnerable(Source),
    /// The model itself bears the Source Trait.
    Keyword(Source),
    /// Carries so many more pieces.
    Burden(i16),
    /// Obstacles up to this height in thousandths of an inch are Open Ground.
    Scale(i32),
    /// Difficult Ground is Open Ground.
    SureFoot,
    /// Climbs so many more inches, with so much more CBT.
    Climb(i16, i16),
    /// May buy a Monstrous Hide.
    Hide,
    /// So many inches are added to the distance for the Long Range penalty.
    Elusive(i16),
    /// May roll a failed Panic Check from Losses again, once a Turn.
    Inscrutable,
    /// Base Move in inches, if it is better.
    Speed(i16),
    /// Weapon Reach in close combat.
    Reach(i16),
    /// Weapon Reach on a Charge.
    ChargeReach(i16),
    /// Wound Threshold.
    Threshold(i16),
    /// +1 CBT while Engaged with an enemy of lower type.
    Disdain,
    BelayOrder,
    Kingmaker,
    /// Mobile Fire without RoF/2.
    FireOnTheMove,
    /// One Scarce piece does not count against the Warband's limit.
    RelicKeeper,
    /// Base Damage of armed close combat.
    Strength(i16),
    /// CBT/2 rounds up.
    RoundsCombatUp,
    /// CON/2 rounds up.
    RoundsConstitutionUp,
    /// Bonuses of 4" to its Move count half.
    ShortLegs,
    /// May roll CMD/2 dice for a Defense Check.
    Foresight,
    /// Recovers at the end of the Turn in which it was Shocked.
    EarlyRecovery,
}

/// Whether a grant to blows holds without a weapon.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bare {
    Armed,
    Any,
}

/// What a model can be Immune to.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Ward {
    Panic,
    Outnumbered,
    /// Panic from Losses when the lost friend is of lower type.
    LesserLosses,
    Fatigue,
    Heavy,
    Poison,
    Gas,
    Vicious,
}

impl Ward {
    pub fn text(self) -> &'static str {
        match self {
            Ward::Panic => "Panic",
            Ward::Outnumbered => "Panic from Outnumbered",
            Ward::LesserLosses => "Panic from Losses of lower type",
            Ward::Fatigue => "Fatigue",
            Ward::Heavy => "Heavy",
            Ward::Poison => "Poison",
            Ward::Gas => "Gas",
            Ward::Vicious => "Vicious",
        }
    }
}
