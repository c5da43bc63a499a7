//! One warrior on the table: where he is, how he is, and what he did this turn.

use crate::cards::{Stat, Trait};
use crate::profile::{Grip, Profile};
use kernel::{Name, Seat};
use space::inches::Spot;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Place {
    /// Off the table, still to be set up.
    Waiting,
    Table,
    Out,
    /// Left the table by flight; out for rout tests, unhurt otherwise (CH-PSYCH-17).
    Fled,
    /// Broke through safely (CH-DEPLOY-11).
    Safe,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Posture {
    Standing,
    Down,
    Stunned,
}

/// What a warrior did or suffered in this turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Did {
    StoodUp,
    Rallied,
    Moved,
    Ran,
    Charged,
    FailedCharge,
    Fell,
    Shot,
    Cast,
    /// Landed near his target in a charge: +1 Strength (CH-DIVE-02).
    Dived,
    /// Failed a fear test: -2 to hit (CH-PSYCH-05).
    Afraid,
    Parried,
    /// Has had his turn to strike, or never will in this phase.
    Struck,
    Fought,
    /// A charge reached him this turn.
    WasCharged,
    /// Fled from a charge in this phase (CH-PSYCH-16).
    RanFromCharge,
    HandedOver,
    /// The step under way has looked at him.
    Seen,
    /// Squabbles, and is idle for this turn only (CH-PSYCH-30).
    Squabbled,
    /// The quicker of two weapons has struck, the other not yet (CH-EQUIP-09).
    HalfStruck,
}

/// Turn by turn, as bits.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Deeds(u32);

impl Deeds {
    pub fn has(self, did: Did) -> bool {
        self.0 >> did as u8 & 1 == 1
    }

    pub fn add(&mut self, did: Did) {
        self.0 |= 1 << did as u8;
    }

    pub fn drop(&mut self, did: Did) {
        self.0 &= !(1 << did as u8);
    }

    pub fn bits(self) -> u32 {
        self.0
    }
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Warrior {
    /// Index into the roster.
    pub profile: u16,
    pub owner: Seat,
    /// A name given by a case; otherwise the tag is made from the entry.
    pub called: Option<Name>,
    /// Counts warriors of the same entry on one side, from 1.
    pub number: u8,
    pub place: Place,
    pub at: Spot,
    /// Of his base, as on his sheet: asked for so often that it is kept here.
    pub radius: i32,
    pub posture: Posture,
    pub wounds: i8,
    pub fleeing: bool,
    pub hidden: bool,
    /// Still frenzied (CH-PSYCH-22).
    pub frenzied: bool,
    /// Idle until his next Recovery phase (CH-PSYCH-19).
    pub idle: bool,
    pub did: Deeds,
    /// Engaged, but has not fought a round of it yet (CH-CLOSE-24).
    pub fresh: bool,
    pub grip: Grip,
    /// The first hit has been seen by the lucky charm (CH-EQUIP-51).
    pub charmed: bool,
    /// Drank strong ale (CH-EQUIP-50).
    pub drunk: bool,
    /// The weapon that carries viper venom (CH-EQUIP-49), close combat weapons first.
    pub venom: Option<u8>,
    /// Skills and spells are lost for the battle (CH-MAGIC-34).
    pub stripped: bool,
    /// Weapons that shoot once a battle, as bits (CH-EQUIP-36).
    pub spent: u8,
    /// Spells that succeed a limited number of times, as bits; the power scroll is the highest.
    pub used: u16,
    /// Gained a Wound by magic (CH-MAGIC-21).
    pub drained: bool,
    /// Enemies he put out of action himself (CH-CAMPAIGN-26).
    pub kills: u8,
    pub shard: Option<u8>,
}

impl Warrior {
    pub fn new(profile: u16, sheet: &Profile, owner: Seat, number: u8) -> Warrior {
        Warrior {
            profile,
            owner,
            called: None,
            number,
            place: Place::Waiting,
            at: Spot { x: 0, y: 0, z: 0 },
            radius: sheet.radius,
            posture: Posture::Standing,
            wounds: sheet.stat(Stat::Wounds) as i8,
            fleeing: false,
            hidden: false,
            frenzied: sheet.is(Trait::Frenzy),
            idle: false,
            did: Deeds::default(),
            fresh: true,
            grip: sheet.grips[0],
            charmed: false,
            drunk: false,
            venom: None,
            stripped: false,
            spent: 0,
            used: 0,
            drained: false,
            kills: 0,
            shard: None,
        }
    }

    pub fn on_table(&self) -> bool {
        self.place == Place::Table
    }

    /// On the table, on his feet.
    pub fn stands(&self) -> bool {
        self.on_table() && self.posture == Posture::Standing
    }

    /// Stands and has his wits about him.
    pub fn steady(&self) -> bool {
        self.stands() && !self.fleeing
    }
}
