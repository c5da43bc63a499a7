//! Weapons in a model's hands: reach, dice, damage, range, and the Gear Traits its blows have.

use super::Granted;
use super::sheet::Sheet;
use crate::content::{CBT, CON, Form, Gear, Pack};
use crate::effects::{Bare, GearTrait, Grant, Source};
use crate::muster::Model;
use crate::sum::Sum;
use kernel::Name;
use rulebook::SM;

/// How a weapon is used.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Manner {
    Close,
    /// A Versatile weapon in both hands (SM-GEARTRAIT-34).
    BothHands,
    Thrown,
    Shot,
    Bare,
}

/// One way to attack, with everything that origin, traits and gear add to it.
#[derive(Clone, Debug)]
pub struct Weapon {
    /// The piece of gear; none for bare hands.
    pub gear: Option<Name>,
    pub starmetal: bool,
    pub title: &'static str,
    pub manner: Manner,
    pub hands: u8,
    /// Weapon Reach standing and on a Charge; 0 for shots.
    pub reach: i16,
    pub charge_reach: i16,
    /// Dice of an Attack: Base Attacks or Rate of Fire.
    pub dice: i16,
    pub damage: i16,
    /// Effective Range and maximum distance in inches; 0 in close combat.
    pub range: i16,
    pub farthest: i16,
    /// A Ranged Weapon, also where it is used in close combat (SM-GEARRULE-08).
    pub ranged: bool,
    /// Gone once thrown (SM-GEARTRAIT-29).
    pub single: bool,
    pub traits: Vec<GearTrait>,
    pub sources: Vec<Source>,
}

impl Weapon {
    /// `Starmetal Sword`.
    pub fn name(&self) -> String {
        if self.starmetal { format!("Starmetal {}", self.title) } else { self.title.to_owned() }
    }

    /// Two ways to use the same piece of gear, or pieces that nobody can tell apart.
    pub fn is_like(&self, other: &Weapon) -> bool {
        self.gear == other.gear && self.starmetal == other.starmetal
    }
}

pub(super) fn weapons(pack: &Pack, model: &Model, grants: &[Granted], attacks: i16, sheet: &mut Sheet) -> Vec<Weapon> {
    let smith = Smith { pack, model, grants, attacks };
    let mut all = Vec::new();
    for item in &model.gear {
        let Some(gear) = pack.gear(item.id) else { continue };
        match gear.form {
            Form::Close { thrown, .. } => {
                all.push(smith.close(gear, item.starmetal, Manner::Close, sheet));
                if gear.has(GearTrait::Versatile) {
                    all.push(smith.close(gear, item.starmetal, Manner::BothHands, sheet));
                }
                if thrown.is_some() {
                    all.push(smith.thrown(gear, item.starmetal, sheet));
                }
            }
            Form::Ranged { reach, .. } => {
                all.push(smith.shot(gear, sheet));
                if reach.is_some() {
                    // Starmetal is no part of what shoots (SM-GEARTRAIT-24).
                    let starmetal = false;
                    all.push(smith.close(gear, starmetal, Manner::Close, sheet));
                }
            }
            Form::Worn { .. } | Form::Equipment => {}
        }
        for kind in &gear.traits {
            // That the piece has the trait is said by its own rule; what the trait does is for play to show.
            sheet.flag(format!("{}.{}", gear.id, kernel::slug(kind.text())), gear.title, gear.rule);
        }
    }
    all.push(smith.bare(sheet));
    all
}

struct Smith<'a> {
    pack: &'a Pack,
    model: &'a Model,
    grants: &'a [Granted],
    attacks: i16,
}

impl Smith<'_> {
    /// A weapon of close combat, or a ranged one of Reach 4 (SM-GEARRULE-08), which adds no CON.
    fn close(&self, gear: &Gear, starmetal: bool, manner: Manner, sheet: &mut Sheet) -> Weapon {
        let both = manner == Manner::BothHands;
        let (printed, dmg, hands, ranged) = match gear.form {
            Form::Close { reach, dmg, hands, .. } => (reach, dmg, hands, false),
            Form::Ranged { reach, dmg, hands, .. } => (reach.unwrap_or(0), dmg, hands, true),
            Form::Worn { .. } | Form::Equipment => (0, 0, 1, false),
        };
        let rule = if ranged { SM::GEARRULE_08 } else { SM::GEARRULE_07 };
        let mut reach = Sum::of(gear.title, rule, printed.into());
        let mut damage = match ranged {
            true => Sum::default(),
            false => Sum::of("CON", SM::CALC_02, self.model.rating(CON)),
        };
        damage.add(gear.title, if ranged { SM::GEARRULE_08 } else { gear.rule }, dmg.into());
        if both {
            reach.add("both hands", SM::GEARTRAIT_34, 1);
            damage.add("both hands", SM::GEARTRAIT_34, 1);
        }
        if starmetal {
            damage.add("Starmetal", SM::GEARTRAIT_24, self.pack.starmetal.dmg.into());
        }
        let mut charge = Sum::default();
        for granted in self.grants {
            match granted.grant {
                Grant::Reach(more) => reach.add(granted.label, granted.rule, more.into()),
                Grant::ChargeReach(more) => charge.add(granted.label, granted.rule, more.into()),
                Grant::Strength(more) if !ranged => damage.add(granted.label, granted.rule, more.into()),
                _ => {}
            }
        }
        if gear.has(GearTrait::Quick) {
            charge.add("Quick", SM::GEARTRAIT_14, 1);
        }
        let mut charging = reach.clone();
        charging.take(&charge);
        let name = |what: &str| match (both, ranged) {
            (true, _) => format!("{}.both.{what}", gear.id),
            (_, true) => format!("{}.close.{what}", gear.id),
            _ => format!("{}.{what}", gear.id),
        };
        let dice = Sum::of("Base Attacks", SM::GEARRULE_09, self.attacks.into());
        Weapon {
            gear: Some(gear.id),
            starmetal,
            title: gear.title,
            manner,
            hands: if both { 2 } else { hands },
            reach: sheet.put(name("reach"), reach),
            charge_reach: sheet.put(name("charge"), charging),
            dice: sheet.put(name("dice"), dice),
            damage: sheet.put(name("damage"), damage),
            range: 0,
            farthest: 0,
            ranged,
            single: false,
            traits: self.blow(&gear.traits, if ranged { Bare::Any } else { Bare::Armed }),
            sources: self.sources(),
        }
    }

    /// Starmetal adds to the close combat Weapon only; here it tells which piece is thrown (SM-GEARTRAIT-24).
    fn thrown(&self, gear: &Gear, starmetal: bool, sheet: &mut Sheet) -> Weapon {
        let con = self.model.rating(CON);
        let (throw, dmg) = match gear.form {
            Form::Close { thrown: Some(throw), dmg, .. } => (throw, dmg),
            _ => (crate::content::Thrown { rof: 1, farthest: 2, half_con: true, unlimited: false }, 0),
        };
        let mut damage = match throw.half_con {
            true => Sum::of("CON", SM::GEARTRAIT_28, con),
            false => Sum::of(gear.title, SM::GEARTRAIT_28, dmg.into()),
        };
        if throw.half_con {
            damage.halve("half, as a number", SM::RATING_08, None);
        }
        let range = Sum::of("CON", SM::GEARTRAIT_26, con);
        let far = Sum::of("CON, times over", SM::GEARTRAIT_26, con * i32::from(throw.farthest));
        let supply = Sum::of("throws", SM::GEARTRAIT_29, if throw.unlimited { 99 } else { 1 });
        sheet.put(format!("{}.throw.supply", gear.id), supply);
        Weapon {
            gear: Some(gear.id),
            starmetal,
            title: gear.title,
            manner: Manner::Thrown,
            hands: 1,
            reach: 0,
            charge_reach: 0,
            dice: sheet.put(format!("{}.throw.dice", gear.id), Sum::of(gear.title, SM::GEARTRAIT_27, throw.rof.into())),
            damage: sheet.put(format!("{}.throw.damage", gear.id), damage),
            range: sheet.put(format!("{}.throw.range", gear.id), range),
            farthest: sheet.put(format!("{}.throw.farthest", gear.id), far),
            ranged: false,
            single: !throw.unlimited,
            traits: gear.traits.clone(),
            sources: Vec::new(),
        }
    }

    fn shot(&self, gear: &Gear, sheet: &mut Sheet) -> Weapon {
        let (range, rof, dmg, hands) = match gear.form {
            Form::Ranged { range, rof, dmg, hands, .. } => (i32::from(range), rof, dmg, hands),
            _ => (0, 1, 0, 1),
        };
        let far = Sum::of(gear.title, gear.rule, range).with(
            "to twice the range",
            SM::RANGEDC_04,
            range * (i32::from(self.pack.limits.range_multiple) - 1),
        );
        let mut long = Sum::of(gear.title, SM::GEARRULE_06, range);
        long.at_most("Long Range begins", SM::RANGED_01, self.pack.limits.long_range.into());
        sheet.put(format!("{}.long", gear.id), long);
        let damage = Sum::of(gear.title, gear.rule, dmg.into()).with("CON is not added", SM::CALC_03, 0);
        let dice = Sum::of(gear.title, SM::GEARRULE_09, rof.into());
        Weapon {
            gear: Some(gear.id),
            starmetal: false,
            title: gear.title,
            manner: Manner::Shot,
            hands,
            reach: 0,
            charge_reach: 0,
            dice: sheet.put(format!("{}.dice", gear.id), dice),
            damage: sheet.put(format!("{}.damage", gear.id), damage.with("slot three", SM::GEARRULE_10, 0)),
            range: sheet.put(format!("{}.range", gear.id), Sum::of(gear.title, SM::GEARRULE_06, range)),
            farthest: sheet.put(format!("{}.farthest", gear.id), far),
            ranged: true,
            single: false,
            traits: gear.traits.clone(),
            sources: Vec::new(),
        }
    }

    /// Without a weapon: Reach 0, half of CON, and CBT/2 (SM-GEARTRAIT-30).
    fn bare(&self, sheet: &mut Sheet) -> Weapon {
        let mut damage = Sum::of("CON", SM::GEARTRAIT_30, self.model.rating(CON));
        damage.halve("half, as a number", SM::RATING_08, None);
        let up = self.grants.iter().find(|granted| granted.grant == Grant::RoundsCombatUp);
        let mut skill = Sum::of("CBT", SM::RATING_01, self.model.rating(CBT));
        skill.halve("Unarmed", SM::GEARTRAIT_30, up.map(|granted| (granted.label, granted.rule)));
        sheet.put("unarmed.cbt", skill);
        let mut reach = Sum::of("bare hands", SM::GEARTRAIT_30, 0);
        let mut charge = Sum::default();
        for granted in self.grants {
            match granted.grant {
                Grant::Reach(more) => reach.add(granted.label, granted.rule, more.into()),
                Grant::ChargeReach(more) => charge.add(granted.label, granted.rule, more.into()),
                _ => {}
            }
        }
        let mut charging = reach.clone();
        charging.take(&charge);
        Weapon {
            gear: None,
            starmetal: false,
            title: "bare hands",
            manner: Manner::Bare,
            hands: 0,
            reach: sheet.put("unarmed.reach", reach),
            charge_reach: sheet.put("unarmed.charge", charging),
            dice: self.attacks,
            damage: sheet.put("unarmed.damage", damage),
            range: 0,
            farthest: 0,
            ranged: false,
            single: false,
            traits: self.blow(&[GearTrait::Unarmed], Bare::Any),
            sources: self.sources(),
        }
    }

    /// A weapon's Gear Traits and those that the model lends it, each once.
    fn blow(&self, printed: &[GearTrait], hand: Bare) -> Vec<GearTrait> {
        let mut all = printed.to_vec();
        for granted in self.grants {
            if let Grant::Blow(kind, bare) = granted.grant
                && (hand == Bare::Armed || bare == Bare::Any)
                && !all.contains(&kind)
            {
                all.push(kind);
            }
        }
        all
    }

    fn sources(&self) -> Vec<Source> {
        let source = |granted: &Granted| match granted.grant {
            Grant::BlowSource(source) => Some(source),
            _ => None,
        };
        self.grants.iter().filter_map(source).collect()
    }
}
