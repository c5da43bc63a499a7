//! The Warband Muster as data: one profile for each model (SM-MODEL-01).

use crate::content::{CMD, Kind, Pack, Provenance, Stage};
use crate::effects::{Archetype, Birth, Feature, OriginType};
use kernel::Name;

/// A warband as it is written down. What it lacks may be missing here: the muster says so.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Warband {
    pub id: Name,
    pub title: String,
    pub provenance: Provenance,
    pub stage: Stage,
    pub archetype: Option<Name>,
    pub faction: Option<Name>,
    pub stronghold: Option<Name>,
    /// The House extras switch under which it is mustered (SM-MUSTER-11).
    pub extras: bool,
    /// Models for which Extra Rations are bought; 0 without.
    pub rations: u8,
    pub models: Vec<Model>,
    /// What a chronicle adds; none before the first battle.
    pub annals: Option<Annals>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Model {
    pub name: String,
    pub kind: Kind,
    pub origin: Option<OriginType>,
    pub birth: Option<Birth>,
    /// CBT, CMD, CON.
    pub ratings: [Option<u8>; 3],
    pub traits: Vec<Learnt>,
    pub gear: Vec<Item>,
    pub hides: Vec<Name>,
    pub exp: i16,
    /// Misses the next battle (SM-AAR-05).
    pub away: bool,
}

/// A trait and its level, 1 where it has none.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Learnt {
    pub id: Name,
    pub level: u8,
}

/// A piece of Gear.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Item {
    pub id: Name,
    pub starmetal: bool,
}

/// The most silver, and the most Renown, that a Warband keeps: a file holds no more.
pub const MOST_KEPT: i32 = 1_000_000;
/// The most Experience that a model keeps.
pub const MOST_EXP: i16 = 10_000;

/// A warband from battle to battle.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Annals {
    pub treasury: i32,
    pub renown: i32,
    pub games: u16,
    /// The Stage at which it was mustered.
    pub mustered: Stage,
    /// Archetypes that were given up (SM-ARCH-05).
    pub given_up: Vec<Name>,
    pub stash: Vec<Item>,
}

impl Annals {
    pub fn earn(&mut self, silver: i32) {
        self.treasury = self.treasury.saturating_add(silver).min(MOST_KEPT);
    }
}

impl Warband {
    /// It has battles of a chronicle behind it.
    pub fn has_fought(&self) -> bool {
        self.annals.as_ref().is_some_and(|annals| annals.games > 0)
    }

    /// The Stage at which it began, which gave it its silver. Without the Renown for its Stage it has risen from nowhere
    /// (SM-AAR-18).
    pub fn mustered(&self, pack: &Pack) -> Stage {
        let needed = i32::from(pack.stage(self.stage).renown);
        let risen = self.annals.as_ref().filter(|annals| self.has_fought() && annals.renown >= needed);
        risen.map_or(self.stage, |annals| annals.mustered)
    }

    /// It began at this Stage or below, and the Renown of its battles has brought it further (SM-STAGE-06).
    pub fn has_risen_above(&self, pack: &Pack, stage: Stage) -> bool {
        let needed = i32::from(pack.stage(self.stage).renown);
        let risen = |annals: &Annals| annals.mustered <= stage && annals.renown >= needed;
        self.stage > stage && self.annals.as_ref().is_some_and(risen)
    }

    pub fn archetype(&self, pack: &Pack) -> Option<Archetype> {
        self.archetype.and_then(|id| pack.archetype(id)).map(|entry| entry.effect)
    }

    pub fn feature(&self, pack: &Pack) -> Option<Feature> {
        self.stronghold.and_then(|id| pack.stronghold(id)).map(|entry| entry.effect)
    }

    pub fn count(&self, kind: Kind) -> usize {
        self.models.iter().filter(|model| model.kind == kind).count()
    }

    pub fn warlord(&self) -> Option<&Model> {
        self.models.iter().find(|model| model.kind == Kind::Warlord)
    }

    /// The Warlord's CMD, 1 where there is none to ask.
    pub fn command(&self) -> u8 {
        self.warlord().and_then(|model| model.ratings[CMD]).unwrap_or(1)
    }
}

impl Model {
    pub fn rating(&self, rating: usize) -> i32 {
        i32::from(self.ratings[rating].unwrap_or(0))
    }

    pub fn learnt(&self, id: Name) -> Option<&Learnt> {
        self.traits.iter().find(|learnt| learnt.id == id)
    }
}
