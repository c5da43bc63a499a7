//! Ratings, armour, movement, immunities: what a model is without its weapons.

use super::Granted;
use super::sheet::Sheet;
use crate::content::{CBT, CMD, CON, Form, Gear, Kind, Pack, RATINGS, Slot};
use crate::effects::{Bare, GearTrait, Grant, Ward};
use crate::muster::{self, Item, Model, Warband};
use crate::sum::Sum;
use rulebook::SM;

pub(super) struct Body {
    pub(super) armour: [i16; 2],
    pub(super) unshielded: [i16; 2],
    pub(super) shield: bool,
    pub(super) helmet: bool,
    pub(super) heavy: bool,
    pub(super) threshold: i16,
    pub(super) speed: i16,
    pub(super) difficult: i16,
    pub(super) hustle: i16,
    pub(super) charge: i16,
    pub(super) climb: i16,
    pub(super) attacks: i16,
}

pub(super) fn body(pack: &Pack, warband: &Warband, model: &Model, grants: &[Granted], sheet: &mut Sheet) -> Body {
    muster_lines(pack, warband, model, grants, sheet);
    ratings(model, grants, sheet);
    let attacks = attacks(model, grants, sheet);
    let worn: Vec<(Item, &Gear)> =
        model.gear.iter().filter_map(|item| pack.gear(item.id).map(|gear| (*item, gear.as_ref()))).collect();
    let has = |slot: Slot| worn.iter().any(|(_, gear)| matches!(gear.form, Form::Worn { slot: of, .. } if of == slot));
    let hide = Hide::of(pack, model, grants);
    let mut armours = [[0; 2]; 2];
    for (at, shield) in [Arm::OnShield, Arm::Busy].into_iter().enumerate() {
        for (against, what) in [Against::Blows, Against::Missiles].into_iter().enumerate() {
            let sum = armour(pack, &worn, &hide, shield, what);
            let name = match (shield, what) {
                (Arm::OnShield, Against::Blows) => "armour",
                (Arm::OnShield, Against::Missiles) => "armour.ranged",
                (Arm::Busy, Against::Blows) => "armour.unshielded",
                (Arm::Busy, Against::Missiles) => "armour.unshielded.ranged",
            };
            armours[at][against] = sheet.put(name, sum);
        }
    }
    let resistance = Sum::of("CON", SM::CALC_07, model.rating(CON)).with("ARM", SM::CALC_07, armours[0][0].into());
    sheet.put("resistance", resistance);
    let threshold = sheet.put("threshold", threshold(pack, model, grants));
    let heavy = heavy(&worn, &hide, grants, sheet);
    let paces = paces(pack, model, grants, heavy, sheet);
    wards(grants, sheet);
    shown(&worn, sheet);
    Body {
        armour: armours[0],
        unshielded: armours[1],
        shield: has(Slot::Shield),
        helmet: has(Slot::Helmet),
        heavy,
        threshold,
        speed: paces[0],
        difficult: paces[1],
        hustle: paces[2],
        charge: paces[3],
        climb: paces[4],
        attacks,
    }
}

/// Prices and limits, so that a builder can show what is left.
fn muster_lines(pack: &Pack, warband: &Warband, model: &Model, grants: &[Granted], sheet: &mut Sheet) {
    let cost = muster::model_cost(pack, model);
    sheet.put("cost", cost.whole());
    sheet.put("cost.ratings", cost.ratings);
    sheet.put("cost.traits", cost.traits);
    sheet.put("cost.gear", cost.gear);
    for (rating, name) in ["cbt", "cmd", "con"].into_iter().enumerate() {
        sheet.put(format!("most.{name}"), muster::rating_maximum(pack, warband, model, rating));
    }
    sheet.put("most.traits", muster::trait_limit(pack, warband, model));
    let (carried, most) = muster::burden(pack, model, grants);
    sheet.put("carried", carried);
    sheet.put("most.carried", most);
}

fn ratings(model: &Model, grants: &[Granted], sheet: &mut Sheet) {
    let has = |wanted: Grant| grants.iter().find(|granted| granted.grant == wanted);
    for (rating, (name, label)) in ["cbt", "cmd", "con"].into_iter().zip(RATINGS).enumerate() {
        let sum = Sum::of(label, SM::RATING_01, model.rating(rating));
        sheet.put(name, sum.clone());
        // The Rating under a penalty, which every Check that has one will use.
        let up = match rating {
            CBT => has(Grant::RoundsCombatUp),
            CON => has(Grant::RoundsConstitutionUp),
            _ => None,
        };
        let mut halved = sum;
        halved.halve("halved", SM::RATING_06, up.map(|granted| (granted.label, granted.rule)));
        sheet.put(format!("{name}.halved"), halved);
    }
    let mut skill = |name: &str, rating: usize, wanted: Grant| {
        let mut sum = Sum::of(RATINGS[rating], SM::RATING_01, model.rating(rating));
        if let Some(granted) = has(wanted) {
            sum.add(granted.label, granted.rule, granted.level.into());
        }
        sheet.put(name, sum);
    };
    skill("melee", CBT, Grant::Melee);
    skill("missile", CBT, Grant::Missile);
    skill("panic", CMD, Grant::Nerve);
    if model.kind == Kind::Warlord {
        sheet.put("radius", Sum::of("CMD", SM::TYPE_02, model.rating(CMD)));
        let mut lent = Sum::of("CMD", SM::TYPE_03, model.rating(CMD));
        if let Some(granted) = has(Grant::Nerve) {
            lent.add(granted.label, SM::CORE_06, 0);
        }
        sheet.put("lent", lent);
    }
    if let Some(granted) = has(Grant::Foresight) {
        let mut dice = Sum::of("CMD", granted.rule, model.rating(CMD));
        dice.halve("half, as a number", SM::RATING_08, None);
        dice.at_least("one die at least", granted.rule, 1);
        sheet.put("foresight", dice);
    }
    if let Some(granted) = has(Grant::Ancestors) {
        // By the Ancestors is worth half of CBT to a Graceful model and half of CON to the others (SM-INBORN-01).
        let rating = model.birth.filter(|birth| birth.bloodline() == CBT).map_or(CON, |_| CBT);
        let mut more = Sum::of(RATINGS[rating], granted.rule, model.rating(rating));
        more.halve("half, as a number", SM::RATING_08, None);
        sheet.put("ancestors", more);
    }
    if let Some((granted, bonus)) = grants.iter().find_map(|granted| match granted.grant {
        Grant::Surge(bonus) => Some((granted, bonus)),
        _ => None,
    }) {
        let rating = model.birth.map_or(CON, |birth| birth.bloodline());
        let sum = Sum::of(RATINGS[rating], SM::INBORN_05, model.rating(rating));
        sheet.put("surge", sum.with(granted.label, granted.rule, bonus.into()));
    }
}

/// Half of the bare CBT; training does not count (SM-CALC-01, SM-CORE-02).
fn attacks(model: &Model, grants: &[Granted], sheet: &mut Sheet) -> i16 {
    let mut sum = Sum::of("CBT", SM::CALC_01, model.rating(CBT));
    sum.halve("half, as a number", SM::RATING_08, None);
    sum.at_least("one at least", SM::CALC_01, 1);
    if let Some(granted) = grants.iter().find(|granted| granted.grant == Grant::Melee) {
        sum.add(granted.label, SM::CORE_02, 0);
    }
    sheet.put("attacks", sum)
}

/// A Monstrous Hide, and whether it adds to other armour.
#[derive(Clone, Copy)]
struct Hide {
    label: &'static str,
    rule: kernel::Rule,
    arm: i32,
    heavy: bool,
    alone: bool,
}

impl Hide {
    fn of(pack: &Pack, model: &Model, grants: &[Granted]) -> Option<Hide> {
        let hide = model.hides.first().and_then(|id| pack.hide(*id))?;
        let giver = grants.iter().find(|granted| granted.grant == Grant::Hide)?;
        // Only the Ghoul's does not combine with gear other than Shields (SM-UNDEAD-04).
        let alone = giver.rule == SM::UNDEAD_04;
        Some(Hide { label: hide.title, rule: giver.rule, arm: hide.arm.into(), heavy: hide.heavy, alone })
    }
}

/// Whether an arm is free for a Shield.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Arm {
    OnShield,
    Busy,
}

/// What armour is for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Against {
    Blows,
    Missiles,
}

fn armour(pack: &Pack, worn: &[(Item, &Gear)], hide: &Option<Hide>, shielding: Arm, against: Against) -> Sum {
    let ranged = against == Against::Missiles;
    let mut suit = Sum::default();
    let mut shield = Sum::default();
    for (item, gear) in worn {
        let Form::Worn { slot, arm, arm_ranged } = gear.form else { continue };
        let part = if slot == Slot::Shield { &mut shield } else { &mut suit };
        part.add(gear.title, gear.rule, if ranged { arm_ranged } else { arm }.into());
        // What is of no use against missiles is of none in Starmetal either (SM-ARMOUR-06).
        if item.starmetal && !(ranged && arm_ranged < arm) {
            part.add("Starmetal", SM::GEARTRAIT_24, pack.starmetal.arm.into());
        }
    }
    let mut sum = Sum::of("nothing worn", SM::CALC_05, 0);
    match hide {
        Some(hide) if hide.alone && hide.arm >= suit.total() => sum.add(hide.label, hide.rule, hide.arm),
        Some(hide) if hide.alone => {
            sum.take(&suit);
            sum.add(hide.label, hide.rule, 0);
        }
        Some(hide) => {
            sum.take(&suit);
            sum.add(hide.label, hide.rule, hide.arm);
        }
        None => sum.take(&suit),
    }
    sum.take(&shield);
    if shielding == Arm::Busy && shield.total() > 0 {
        sum.add("no hand for the Shield", SM::GEARTRAIT_02, -shield.total());
    }
    sum.at_most("the most", SM::CALC_06, pack.limits.armour.into());
    sum
}

fn threshold(pack: &Pack, model: &Model, grants: &[Granted]) -> Sum {
    let mut sum = Sum::default();
    if let Some((birth, entry)) = model.birth.and_then(|birth| pack.birth(birth).map(|entry| (birth, entry))) {
        sum.add(entry.title, birth.threshold_rule(), entry.threshold.into());
    }
    for granted in grants {
        if let Grant::Threshold(more) = granted.grant {
            sum.add(granted.label, granted.rule, more.into());
        }
    }
    sum
}

fn heavy(worn: &[(Item, &Gear)], hide: &Option<Hide>, grants: &[Granted], sheet: &mut Sheet) -> bool {
    let immune = grants.iter().find(|granted| granted.grant == Grant::Immune(Ward::Heavy));
    let mut sum = Sum::default();
    let gear = worn.iter().find(|(_, gear)| gear.has(GearTrait::Heavy)).map(|(_, gear)| gear.title);
    if let Some(label) = gear.or(hide.as_ref().filter(|hide| hide.heavy).map(|hide| hide.label)) {
        sum.add(label, SM::GEARTRAIT_08, 1);
        if let Some(granted) = immune {
            sum.add(granted.label, granted.rule, -1);
        }
    }
    sheet.put("heavy", sum) > 0
}

/// Move, Move in Difficult Ground, Hustle, Charge and Climb, in inches.
fn paces(pack: &Pack, model: &Model, grants: &[Granted], heavy: bool, sheet: &mut Sheet) -> [i16; 5] {
    let entry = model.birth.and_then(|birth| pack.birth(birth));
    let graceful = model.birth == Some(crate::effects::Birth::Graceful);
    let (speed, difficult) = entry.map_or((6, 3), |entry| (entry.speed, entry.difficult));
    let label = entry.map_or("Move", |entry| entry.title);
    let mut walk = Sum::of(label, if graceful { SM::ORIGIN_13 } else { SM::ACTION_03 }, speed.into());
    for granted in grants {
        if let Grant::Speed(inches) = granted.grant {
            walk.add(granted.label, granted.rule, (i32::from(inches) - walk.total()).max(0));
        }
    }
    let rough = Sum::of(label, if graceful { SM::ORIGIN_14 } else { SM::TERRAIN_04 }, difficult.into());
    let short = grants.iter().find(|granted| granted.grant == Grant::ShortLegs);
    let lengthen = |sum: &mut Sum, label: &'static str, rule: kernel::Rule, inches: i32| {
        sum.add(label, rule, inches);
        if let (Some(granted), 4) = (short, inches) {
            sum.add(granted.label, granted.rule, -2);
        }
    };
    let mut hustle = walk.clone();
    lengthen(&mut hustle, "Hustle", SM::ACTION_06, 4);
    if heavy {
        hustle.add("Heavy", SM::GEARTRAIT_08, -hustle.total());
    }
    let mut charge = walk.clone();
    for granted in grants {
        match granted.grant {
            Grant::LongCharge(_) if heavy => charge.add(granted.label, SM::MARTIAL_03, 0),
            Grant::LongCharge(inches) => lengthen(&mut charge, granted.label, granted.rule, inches.into()),
            _ => {}
        }
    }
    let mut climb = Sum::of("Climb", SM::CLIMB_05, 4);
    let mut grip = Sum::of("CBT", SM::CLIMB_01, model.rating(CBT));
    for granted in grants {
        if let Grant::Climb(inches, bonus) = granted.grant {
            climb.add(granted.label, granted.rule, inches.into());
            grip.add(granted.label, granted.rule, bonus.into());
        }
    }
    if heavy {
        climb.add("Heavy", SM::GEARTRAIT_08, -climb.total());
    }
    sheet.put("climb.check", grip);
    [
        sheet.put("move", walk),
        sheet.put("move.difficult", rough),
        sheet.put("hustle", hustle),
        sheet.put("charge", charge),
        sheet.put("climb", climb),
    ]
}

/// Immunities, vulnerabilities, keywords, and what its blows carry.
fn wards(grants: &[Granted], sheet: &mut Sheet) {
    for granted in grants {
        let name = match granted.grant {
            Grant::Immune(ward) => format!("immune.{}", kernel::slug(ward.text())),
            Grant::Vulnerable(source) => format!("vulnerable.{}", kernel::slug(source.text())),
            Grant::Keyword(source) => format!("keyword.{}", kernel::slug(source.text())),
            Grant::Blow(kind, Bare::Armed) => format!("blow.armed.{}", kernel::slug(kind.text())),
            Grant::Blow(kind, Bare::Any) => format!("blow.{}", kernel::slug(kind.text())),
            Grant::BlowSource(source) => format!("blow.source.{}", kernel::slug(source.text())),
            _ => continue,
        };
        sheet.flag(name, granted.label, granted.rule);
        // Which rule makes the keyword count.
        match granted.grant {
            Grant::Vulnerable(source) => {
                sheet.flag(format!("vulnerable.{}", kernel::slug(source.text())), source.text(), source.rule());
            }
            Grant::BlowSource(source) => {
                sheet.flag(format!("blow.source.{}", kernel::slug(source.text())), source.text(), source.rule());
            }
            _ => {}
        }
    }
}

/// Pieces that the opponent is shown from the start: all but Small ones. What is worn is seen: it counts in ARM, which is
/// open (SM-MODEL-03).
fn shown(worn: &[(Item, &Gear)], sheet: &mut Sheet) {
    let mut sum = Sum::default();
    for (_, gear) in worn {
        match gear.has(GearTrait::Small) && !matches!(gear.form, Form::Worn { .. }) {
            true => sum.add(gear.title, SM::GEARTRAIT_23, 0),
            false => sum.add(gear.title, SM::MODEL_03, 1),
        }
    }
    sheet.put("shown", sum);
}
