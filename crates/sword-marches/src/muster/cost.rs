//! What a warband costs, part by part.

use super::{Item, Learnt, Model, Warband};
use crate::content::{Form, List, Pack, RATINGS, Trait};
use crate::sum::Sum;
use kernel::Rule;
use rulebook::SM;

/// What the warband takes from its silver.
pub fn cost(pack: &Pack, warband: &Warband) -> i32 {
    band_cost(pack, warband).total()
}

/// The same, model by model (SM-MUSTER-01), and Extra Rations (SM-EQUIP-01).
pub fn band_cost(pack: &Pack, warband: &Warband) -> Sum {
    let mut sum = Sum::default();
    for model in &warband.models {
        sum.add(model.kind.title(), SM::MUSTER_01, model_cost(pack, model).whole().total());
    }
    if warband.rations > 0 {
        sum.add("Extra Rations", SM::EQUIP_01, ration(pack) * i32::from(warband.rations));
    }
    sum
}

/// Extra Rations for one model: the one thing that is bought for a whole warband.
pub(crate) fn ration(pack: &Pack) -> i32 {
    pack.gear.iter().find(|gear| gear.form == Form::Equipment).map_or(0, |gear| gear.sp.into())
}

/// The three shares of a model's price, in the order in which they are bought (SM-MUSTER-07).
#[derive(Clone, Debug)]
pub struct ModelCost {
    pub ratings: Sum,
    pub traits: Sum,
    pub gear: Sum,
}

impl ModelCost {
    pub fn whole(&self) -> Sum {
        Sum::of("Ratings", SM::MUSTER_06, self.ratings.total())
            .with("Traits", SM::TRAITRULE_10, self.traits.total())
            .with("Gear", SM::GEARRULE_01, self.gear.total())
    }
}

pub fn model_cost(pack: &Pack, model: &Model) -> ModelCost {
    let mut cost = ModelCost { ratings: Sum::default(), traits: Sum::default(), gear: Sum::default() };
    let price = pack.kind(model.kind).price;
    for (rating, label) in RATINGS.into_iter().enumerate() {
        cost.ratings.add(label, SM::MUSTER_06, model.rating(rating) * i32::from(price[rating]));
    }
    for learnt in &model.traits {
        learnt_cost(pack, *learnt, &mut cost.traits);
    }
    for item in &model.gear {
        item_cost(pack, *item, &mut cost.gear);
    }
    for hide in model.hides.iter().filter_map(|id| pack.hide(*id)) {
        cost.gear.add(hide.title, hide_rule(pack, model), hide.sp.into());
    }
    cost
}

/// What a piece costs in SP.
pub fn price(pack: &Pack, item: Item) -> i32 {
    let mut sum = Sum::default();
    item_cost(pack, item, &mut sum);
    sum.total()
}

/// The price of a piece in SP. An upgrade is its base and what the upgrade adds (SM-GEARTRAIT-07).
fn item_cost(pack: &Pack, item: Item, sum: &mut Sum) {
    let Some(gear) = pack.gear(item.id) else { return };
    match gear.upgrade_of.and_then(|base| pack.gear(base)) {
        Some(base) => {
            sum.add(gear.title, gear.rule, base.sp.into());
            sum.add("upgrade", SM::GEARTRAIT_07, i32::from(gear.sp - base.sp));
        }
        None => sum.add(gear.title, gear.rule, gear.sp.into()),
    }
    if item.starmetal {
        sum.add("Starmetal", SM::GEARTRAIT_24, pack.starmetal.sp.into());
    }
}

/// The first level in SP, higher ones at hire by Apprenticeship at the price in EXP (SM-TRAITRULE-11).
fn learnt_cost(pack: &Pack, learnt: Learnt, sum: &mut Sum) {
    let Some(entry) = pack.talent(learnt.id) else { return };
    sum.add(entry.title, price_rule(entry), entry.sp.into());
    for exp in entry.exp.iter().take(usize::from(learnt.level.saturating_sub(1))) {
        sum.add("Apprenticeship", SM::TRAITRULE_11, (*exp).into());
    }
}

/// The rule by which a trait is paid: the trait's own tells what it does, and a price does not show that it does it.
fn price_rule(entry: &Trait) -> Rule {
    match entry.list {
        List::Faction => SM::FACTION_03,
        list if list.cascade().is_some() => SM::TRAITRULE_06,
        _ if entry.stackable() => SM::TRAITRULE_10,
        _ => SM::TRAITRULE_04,
    }
}

/// What a level of a trait costs in EXP: a new trait as much as in SP (SM-AAR-12), a higher level what is printed
/// (SM-TRAITRULE-10). None beyond the highest.
pub fn trait_price(pack: &Pack, learnt: Learnt) -> Option<i16> {
    let entry = pack.talent(learnt.id)?;
    match learnt.level {
        0 => None,
        1 => Some(entry.sp),
        level => entry.exp.get(usize::from(level) - 2).copied(),
    }
}

/// The rule that lets a model have a hide.
pub(crate) fn hide_rule(pack: &Pack, model: &Model) -> Rule {
    let grants = crate::profile::grants(pack, model);
    let found = grants.iter().find(|granted| granted.grant == crate::effects::Grant::Hide);
    found.map_or(SM::MONSTROUS_05, |granted| granted.rule)
}
