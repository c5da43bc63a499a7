//! What one model of a warband can do: its ratings after origin, traits and gear, each number with its parts.
//!
//! A [`Profile`] is made once, when a battle begins. Play reads its plain fields; [`Profile::sheet`] is for people, and
//! holds the same numbers with the rules that made them.

mod arms;
mod band;
mod body;
mod sheet;

pub(crate) use arms::{Manner, Weapon};
pub(crate) use band::band_sheet;
pub(crate) use sheet::Sheet;

use crate::content::{CBT, CMD, CON, Kind, List, Pack};
use crate::effects::{Birth, Grant, Source, Ward};
use crate::muster::{Item, Model, Warband};
use crate::sum::Sum;
use kernel::Rule;
use rulebook::SM;

/// The number that a path names: `warband.pool`, `captain.sword.damage`. What is not had is 0 and vouched for by no rule.
pub fn sum_at(pack: &Pack, warband: &Warband, path: &str) -> Option<Sum> {
    let (who, what) = path.split_once('.')?;
    let sheet = match who {
        "warband" => band_sheet(pack, warband),
        who => {
            let index = warband.models.iter().position(|model| kernel::slug(&model.name) == who)?;
            Profile::new(pack, warband, index)?.sheet
        }
    };
    let sometimes = SOMETIMES.iter().any(|word| what.starts_with(word));
    sheet.get(what).cloned().or_else(|| sometimes.then(Sum::default))
}

/// Numbers that stand on a sheet only where something gives them, and are 0 elsewhere.
const SOMETIMES: [&str; 11] = [
    "radius",
    "lent",
    "foresight",
    "ancestors",
    "surge",
    "power",
    "rival.",
    "blow.",
    "immune.",
    "vulnerable.",
    "keyword.",
];

/// A grant, what gives it, and the level of that.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Granted {
    pub label: &'static str,
    pub rule: Rule,
    pub grant: Grant,
    pub level: u8,
}

/// Everything that a model's origin, birth and traits give it, in that order.
pub(crate) fn grants(pack: &Pack, model: &Model) -> Vec<Granted> {
    let mut all = Vec::new();
    let mut give = |label: &'static str, level: u8, list: &[(Rule, Grant)]| {
        all.extend(list.iter().map(|(rule, grant)| Granted { label, rule: *rule, grant: *grant, level }));
    };
    if let Some(origin) = model.origin {
        give(origin.text(), 1, origin.grants());
    }
    if let Some(birth) = model.birth {
        give(pack.birth(birth).map_or("", |entry| entry.title), 1, birth.grants());
    }
    for learnt in &model.traits {
        let Some(entry) = pack.talent(learnt.id) else { continue };
        for talent in &entry.effects {
            give(entry.title, learnt.level, talent.grants());
        }
        if entry.list == List::Undead {
            give(entry.title, 1, &[(SM::SOURCE_11, Grant::Keyword(Source::Undead))]);
        }
    }
    all
}

/// A model as it goes into battle.
#[derive(Clone, Debug)]
pub struct Profile {
    pub name: String,
    pub kind: Kind,
    pub birth: Option<Birth>,
    pub ratings: [i16; 3],
    pub grants: Vec<Granted>,
    /// What it can attack and defend with; the last is its bare hands.
    pub weapons: Vec<Weapon>,
    pub gear: Vec<Item>,
    /// Armour Rating in close combat and against missiles, all worn.
    pub armour: [i16; 2],
    /// The same without the Shield, which a weapon of two hands leaves unused (SM-GEARTRAIT-02).
    pub unshielded: [i16; 2],
    pub shield: bool,
    pub helmet: bool,
    /// Under the Heavy Trait: no Hustle, Climb or Jump across a gap.
    pub heavy: bool,
    pub threshold: i16,
    /// Inches.
    pub speed: i16,
    pub difficult: i16,
    pub hustle: i16,
    pub charge: i16,
    pub climb: i16,
    /// Base Close Combat Attacks.
    pub attacks: i16,
    pub sheet: Sheet,
}

impl Profile {
    pub fn new(pack: &Pack, warband: &Warband, index: usize) -> Option<Profile> {
        let model = warband.models.get(index)?;
        let mut sheet = Sheet::default();
        let grants = grants(pack, model);
        let body = body::body(pack, warband, model, &grants, &mut sheet);
        let weapons = arms::weapons(pack, model, &grants, body.attacks, &mut sheet);
        let rating = |rating: usize| model.rating(rating) as i16;
        Some(Profile {
            name: model.name.clone(),
            kind: model.kind,
            birth: model.birth,
            ratings: [rating(CBT), rating(CMD), rating(CON)],
            weapons,
            gear: model.gear.clone(),
            armour: body.armour,
            unshielded: body.unshielded,
            shield: body.shield,
            helmet: body.helmet,
            heavy: body.heavy,
            threshold: body.threshold,
            speed: body.speed,
            difficult: body.difficult,
            hustle: body.hustle,
            charge: body.charge,
            climb: body.climb,
            attacks: body.attacks,
            grants,
            sheet,
        })
    }

    /// The grant of this kind, if the model has it.
    pub fn granted(&self, wanted: impl Fn(&Grant) -> bool) -> Option<&Granted> {
        self.grants.iter().find(|granted| wanted(&granted.grant))
    }

    /// Whether the model ignores something, and by which rule (SM-SOURCE-13).
    pub fn immune(&self, ward: Ward) -> Option<Rule> {
        self.granted(|grant| *grant == Grant::Immune(ward)).map(|granted| granted.rule)
    }

    pub fn vulnerable(&self, source: Source) -> Option<Rule> {
        self.granted(|grant| *grant == Grant::Vulnerable(source)).map(|granted| granted.rule)
    }

    /// The level of a stackable talent, 0 without.
    pub fn level(&self, wanted: Grant) -> i16 {
        self.granted(|grant| *grant == wanted).map_or(0, |granted| granted.level.into())
    }
}
