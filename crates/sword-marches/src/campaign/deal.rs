//! Bargains: what a player may do with experience and silver, and why not.

use super::decisions::{Bargain, Rating, Starmetal};
use super::founding;
use super::state::{Phase, Side, State};
use crate::content::{CMD, Form, Kind, Pack, Trait};
use crate::effects::{Birth, GearTrait};
use crate::muster::{self, Item, Learnt, Model};
use crate::profile;
use kernel::{Figure, Name, Refusal, Rule, slug};
use rulebook::SM;

/// One bargain. Models are places in the muster of the side whose step it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Deal {
    Raise(usize, usize),
    Learn(usize, Name),
    Buy(usize, Name),
    Store(usize, Item),
    Give(usize, Item),
    Sell(Item),
    Search(Item),
    Rations,
    /// The Rations in stock are void, so that a new model needs no share of them (SM-EQUIP-01).
    Forgo,
    Hire(Kind, Birth),
    Dismiss(usize),
    /// Found Gear goes into the stash.
    Stash,
    /// Found Gear is left.
    Leave,
    Archetype(Name),
    /// Never allowed; here so that the wish can be refused by its rule (SM-STRONGHOLD-01).
    Stronghold(Name),
    Done,
}

const RATINGS: [Rating; 3] = [Rating::Cbt, Rating::Cmd, Rating::Con];

impl Deal {
    /// The bargain as it is asked for.
    pub(super) fn answer(self, state: &State) -> Bargain {
        let model = |index: usize| state.figure(index);
        let metal = Starmetal::Made;
        match self {
            Deal::Raise(index, rating) => Bargain::Raise { model: model(index), rating: RATINGS[rating] },
            Deal::Learn(index, talent) => Bargain::Learn { model: model(index), talent },
            Deal::Buy(index, piece) => Bargain::Buy { model: model(index), piece },
            Deal::Store(index, Item { id: piece, starmetal: false }) => Bargain::Store { model: model(index), piece },
            Deal::Store(index, Item { id: piece, .. }) => Bargain::StoreStarmetal { model: model(index), piece, metal },
            Deal::Give(index, Item { id: piece, starmetal: false }) => Bargain::Give { model: model(index), piece },
            Deal::Give(index, Item { id: piece, .. }) => Bargain::GiveStarmetal { model: model(index), piece, metal },
            Deal::Sell(Item { id: piece, starmetal: false }) => Bargain::Sell { piece },
            Deal::Sell(Item { id: piece, .. }) => Bargain::SellStarmetal { piece, metal },
            Deal::Search(Item { id: piece, starmetal: false }) => Bargain::Search { piece },
            Deal::Search(Item { id: piece, .. }) => Bargain::SearchStarmetal { piece, metal },
            Deal::Rations => Bargain::Rations,
            Deal::Forgo => Bargain::Forgo,
            Deal::Hire(kind, birth) => Bargain::Hire { kind, birth },
            Deal::Dismiss(index) => Bargain::Dismiss { model: model(index) },
            Deal::Stash => Bargain::Stash,
            Deal::Leave => Bargain::Leave,
            Deal::Archetype(archetype) => Bargain::Become { archetype },
            Deal::Stronghold(to) => Bargain::Stronghold { to },
            Deal::Done if state.phase == Phase::Stage => Bargain::Keep,
            Deal::Done => Bargain::Done,
        }
    }

    /// The bargain that an answer means, if it is one of this side.
    pub(super) fn meant(state: &State, answer: &Bargain) -> Option<Deal> {
        let index = |figure: Figure| {
            let (side, index) = state.place(figure)?;
            (side == state.side && !state.mine().gone[index]).then_some(index)
        };
        let plain = |id: Name| Item { id, starmetal: false };
        let star = |id: Name| Item { id, starmetal: true };
        Some(match *answer {
            Bargain::Raise { model, rating } => {
                Deal::Raise(index(model)?, RATINGS.iter().position(|known| *known == rating)?)
            }
            Bargain::Learn { model, talent } => Deal::Learn(index(model)?, talent),
            Bargain::Buy { model, piece } => Deal::Buy(index(model)?, piece),
            Bargain::Store { model, piece } => Deal::Store(index(model)?, plain(piece)),
            Bargain::StoreStarmetal { model, piece, .. } => Deal::Store(index(model)?, star(piece)),
            Bargain::Give { model, piece } => Deal::Give(index(model)?, plain(piece)),
            Bargain::GiveStarmetal { model, piece, .. } => Deal::Give(index(model)?, star(piece)),
            Bargain::Sell { piece } => Deal::Sell(plain(piece)),
            Bargain::SellStarmetal { piece, .. } => Deal::Sell(star(piece)),
            Bargain::Search { piece } => Deal::Search(plain(piece)),
            Bargain::SearchStarmetal { piece, .. } => Deal::Search(star(piece)),
            Bargain::Rations => Deal::Rations,
            Bargain::Forgo => Deal::Forgo,
            Bargain::Hire { kind, birth } => Deal::Hire(kind, birth),
            Bargain::Dismiss { model } => Deal::Dismiss(index(model)?),
            Bargain::Stash => Deal::Stash,
            Bargain::Leave => Deal::Leave,
            Bargain::Become { archetype } => Deal::Archetype(archetype),
            Bargain::Stronghold { to } => Deal::Stronghold(to),
            Bargain::Done | Bargain::Keep => Deal::Done,
        })
    }

    /// Whether the bargain may be made now.
    pub(super) fn check(self, state: &State) -> Result<(), Refusal> {
        let (side, pack) = (state.mine(), &state.pack);
        if let Deal::Stronghold(_) = self {
            return Err(Refusal::new(SM::STRONGHOLD_01, "a Stronghold is for the life of the Warband"));
        }
        match state.phase {
            Phase::Advancement => match self {
                Deal::Raise(index, rating) => raise(pack, side, index, rating),
                Deal::Learn(index, id) => learn(pack, side, index, id),
                Deal::Done => Ok(()),
                Deal::Archetype(_) => Err(fixed()),
                _ => Err(Refusal::new(SM::AAR_01, "this is the step of Advancement; silver is spent in Commerce")),
            },
            Phase::Stage => match self {
                Deal::Archetype(id) => archetype(pack, side, id),
                Deal::Dismiss(index) => dismiss(side, index),
                Deal::Done => Ok(()),
                _ => Err(Refusal::new(SM::AAR_01, "the Commerce step is over")),
            },
            _ => match (side.recruit, side.found) {
                (Some(recruit), _) => enlist(pack, side, recruit, self),
                (None, Some(item)) => claim(pack, side, item, self),
                (None, None) => trade(pack, side, self),
            },
        }
    }
}

fn fixed() -> Refusal {
    Refusal::new(SM::ARCH_02, "the Archetype stays until the next Chronicle Stage")
}

fn broken(rule: Option<Rule>) -> Result<(), Refusal> {
    match rule {
        None => Ok(()),
        Some(rule) => Err(Refusal::new(rule, "the muster would break this rule")),
    }
}

/// By which limits a model is judged: those of the chronicle, or those of a muster (SM-AAR-16).
#[derive(Clone, Copy, PartialEq, Eq)]
enum Terms {
    Kept,
    Hired,
}

/// What a change of one model would newly break.
fn model_breaks(pack: &Pack, side: &Side, index: usize, terms: Terms, change: impl FnOnce(&mut Model)) -> Option<Rule> {
    let mut after = side.warband.clone();
    if terms == Terms::Hired {
        after.annals = None;
    }
    let mut before = rules(pack, &after, index);
    change(&mut after.models[index]);
    for rule in rules(pack, &after, index) {
        match before.iter().position(|known| *known == rule) {
            Some(at) => {
                before.swap_remove(at);
            }
            None => return rule,
        }
    }
    None
}

fn rules(pack: &Pack, warband: &muster::Warband, index: usize) -> Vec<Option<Rule>> {
    muster::model_findings(pack, warband, index).into_iter().map(|(rule, _)| rule).collect()
}

/// SM-AAR-13.
fn raise(pack: &Pack, side: &Side, index: usize, rating: usize) -> Result<(), Refusal> {
    let model = &side.warband.models[index];
    let value = model.ratings[rating].unwrap_or(0) + 1;
    let most = muster::rating_maximum(pack, &side.warband, model, rating).total();
    if i32::from(value) > most {
        return Err(Refusal::with(SM::AAR_13, "{0} is above the maximum of {1}", value.into(), most));
    }
    let price = pack.aftermath.rating_exp * i16::from(value);
    if price > model.exp {
        return Err(Refusal::with(SM::AAR_11, "it costs {0} EXP; the model has {1}", price.into(), model.exp.into()));
    }
    Ok(())
}

/// A new trait (SM-AAR-12) or the next level of one (SM-TRAITRULE-09).
fn learn(pack: &Pack, side: &Side, index: usize, id: Name) -> Result<(), Refusal> {
    let model = &side.warband.models[index];
    let Some(entry) = pack.talent(id) else {
        return Err(Refusal::new(SM::TRAITRULE_01, "there is no such Trait"));
    };
    let level = model.learnt(id).map_or(1, |learnt| learnt.level + 1);
    if level == 2 && !entry.stackable() {
        return Err(Refusal::new(SM::TRAITRULE_05, "the model has this Trait already"));
    }
    let Some(price) = muster::trait_price(pack, Learnt { id, level }) else {
        return Err(Refusal::with(SM::TRAITRULE_09, "+{0} is the highest level", pack.limits.level.into(), 0));
    };
    // The Militia serves when a model is first hired (SM-ORIGIN-19); who has seen strange lands needs none, but brings one
    // Trait home from there (SM-ARCH-10).
    let access = |entry: &Trait| muster::access(pack, &side.warband, model, entry);
    if level == 1 && access(entry) == muster::Access::Militia {
        if !muster::is_far_traveler(pack, &side.warband, model) {
            return Err(Refusal::new(SM::ORIGIN_19, "a Demi-Human learns Martial Traits only when first hired"));
        }
        let mut known = model.traits.iter().filter_map(|learnt| pack.talent(learnt.id));
        if known.any(|known| access(known) == muster::Access::Traveler) {
            return Err(Refusal::new(
                SM::ARCH_10,
                "a model may have one Trait of another Origin, and it has one already",
            ));
        }
    }
    let limit = muster::trait_limit(pack, &side.warband, model).total();
    if level == 1 && model.traits.len() as i32 >= limit {
        return Err(Refusal::with(
            SM::TRAITRULE_03,
            "the model has {0} Traits; its limit is {1}",
            model.traits.len() as i32,
            limit,
        ));
    }
    broken(model_breaks(pack, side, index, Terms::Kept, |model| {
        super::advance::learn(model, id);
    }))?;
    if price > model.exp {
        return Err(Refusal::with(SM::AAR_11, "it costs {0} EXP; the model has {1}", price.into(), model.exp.into()));
    }
    Ok(())
}

/// SM-ARCH-03 and SM-ARCH-05.
fn archetype(pack: &Pack, side: &Side, id: Name) -> Result<(), Refusal> {
    if pack.archetype(id).is_none() {
        return Err(Refusal::new(SM::ARCH_01, "there is no such Archetype"));
    }
    if side.warband.archetype == Some(id) {
        return Err(Refusal::new(SM::ARCH_03, "the Warlord has that Archetype already"));
    }
    if side.annals().given_up.contains(&id) {
        return Err(Refusal::new(SM::ARCH_05, "an Archetype that was given up does not come back"));
    }
    let before = side.standing();
    let after = muster::Warband { archetype: Some(id), ..before.clone() };
    // Who stops being a Battle Sage has room for a Trait less; an injury to CMD is no hindrance.
    let crammed = crowded(pack, &after) && !crowded(pack, &before);
    match side.breaks(pack, |side| side.warband.archetype = Some(id)) {
        None if muster::is_formed(pack, &after) && !crammed => Ok(()),
        _ => Err(Refusal::new(SM::ARCH_03, "the Warband would not be legal under that Archetype")),
    }
}

/// The Warlord has more Traits than its CMD and its slots give room for.
fn crowded(pack: &Pack, warband: &muster::Warband) -> bool {
    let room = |model: &Model| muster::most_traits(pack, warband, model, model.rating(CMD));
    warband.warlord().is_some_and(|model| model.traits.len() as i32 > room(model))
}

fn dismiss(side: &Side, index: usize) -> Result<(), Refusal> {
    match side.warband.models[index].kind {
        Kind::Warlord => Err(Refusal::new(SM::MUSTER_03, "a Warband has exactly one Warlord")),
        _ => Ok(()),
    }
}

fn afford(pack: &Pack, side: &Side, rule: Rule, price: i32) -> Result<(), Refusal> {
    let (treasury, kept) = (side.annals().treasury, founding::kept(pack, side));
    if price > treasury {
        return Err(Refusal::with(rule, "it costs {0} SP; the treasury holds {1}", price, treasury));
    }
    if price > treasury - kept {
        let text = "it costs {0} SP; {1} are needed for the models that are still missing";
        return Err(Refusal::with(SM::AAR_07, text, price, kept));
    }
    Ok(())
}

/// Buying, selling, handing round, searching and hiring (SM-AAR-15, SM-AAR-16).
fn trade(pack: &Pack, side: &Side, deal: Deal) -> Result<(), Refusal> {
    if side.disbanded {
        founding::may(pack, side, deal)?;
    }
    match deal {
        Deal::Buy(index, id) => buy(pack, side, index, id),
        Deal::Store(index, item) => match side.warband.models[index].gear.contains(&item) {
            true => Ok(()),
            false => Err(Refusal::new(SM::AAR_15, "the model has no such piece")),
        },
        Deal::Give(index, item) => {
            in_stash(side, item)?;
            carry(pack, side, index, item)
        }
        Deal::Sell(item) => in_stash(side, item),
        Deal::Search(item) => search(pack, side, item),
        Deal::Rations if side.warband.rations > 0 => {
            Err(Refusal::new(SM::EQUIP_03, "there are Extra Rations in stock; they are never bought twice"))
        }
        Deal::Rations if side.present().next().is_none() => Err(Refusal::new(SM::EQUIP_01, "there is nobody to feed")),
        Deal::Rations => afford(pack, side, SM::EQUIP_01, rations(pack, side)),
        Deal::Forgo if side.warband.rations == 0 => Err(Refusal::new(SM::EQUIP_01, "there are no Extra Rations")),
        Deal::Forgo => Ok(()),
        Deal::Hire(kind, birth) => {
            let model = recruit(side, kind, birth);
            let price = hire_price(pack, side, &model);
            let mut after = side.clone();
            enrol(&mut after, model);
            afford(pack, if side.disbanded { &after } else { side }, SM::AAR_16, price)?;
            broken(side.breaks(pack, |side| {
                after.annals_mut().treasury -= price;
                *side = after;
            }))
        }
        Deal::Dismiss(index) => dismiss(side, index),
        Deal::Done => {
            let heavy = |index: &usize| rules(pack, &side.warband, *index).contains(&Some(SM::GEARRULE_02));
            match side.present().find(heavy) {
                Some(_) => Err(Refusal::new(SM::AAR_19, "a model carries more than it can; hand Gear in first")),
                None => Ok(()),
            }
        }
        Deal::Archetype(_) => Err(fixed()),
        Deal::Raise(..) | Deal::Learn(..) => {
            Err(Refusal::new(SM::AAR_01, "Experience is spent in the step of Advancement"))
        }
        Deal::Stash | Deal::Leave => Err(Refusal::new(SM::GEARTRAIT_18, "nothing was found")),
        Deal::Stronghold(_) => Err(Refusal::new(SM::STRONGHOLD_01, "a Stronghold is for the life of the Warband")),
    }
}

/// Hides and common Gear (SM-AAR-15).
fn buy(pack: &Pack, side: &Side, index: usize, id: Name) -> Result<(), Refusal> {
    if let Some(hide) = pack.hide(id) {
        afford(pack, side, SM::AAR_15, hide.sp.into())?;
        return broken(model_breaks(pack, side, index, Terms::Kept, |model| model.hides.push(id)));
    }
    let item = Item { id, starmetal: false };
    let gear = known(pack, id)?;
    if gear.form == Form::Equipment {
        return Err(Refusal::new(SM::EQUIP_01, "this is bought for the whole Warband"));
    }
    // Whoever musters has Scarce Gear without a search, as much as the muster allows (SM-GEARTRAIT-16).
    if gear.has(GearTrait::Scarce) && !side.disbanded {
        return Err(Refusal::new(SM::GEARTRAIT_17, "Scarce Gear must be searched for"));
    }
    let price = muster::price(pack, item);
    afford(pack, side, SM::AAR_15, price)?;
    carry(pack, side, index, item)?;
    match side.disbanded {
        true => broken(side.breaks(pack, |side| {
            side.warband.models[index].gear.push(item);
            side.annals_mut().treasury -= price;
        })),
        false => Ok(()),
    }
}

/// Scarce Gear, and what is made of Starmetal (SM-GEARTRAIT-17, SM-GEARTRAIT-24).
fn search(pack: &Pack, side: &Side, item: Item) -> Result<(), Refusal> {
    let (made, most) = (side.searches, pack.aftermath.searches.len());
    if usize::from(made) >= most {
        return Err(Refusal::with(
            SM::GEARTRAIT_17,
            "{0 attempt is|attempts are} made; no more are allowed after this battle",
            most as i32,
            0,
        ));
    }
    let gear = known(pack, item.id)?;
    if gear.optional && !side.warband.extras {
        return Err(Refusal::new(SM::MUSTER_11, "that is a House extra, and House extras are off in this battle"));
    }
    match item.starmetal {
        true if !gear.takes_starmetal() => Err(Refusal::new(SM::GEARTRAIT_24, "that is not made of Starmetal")),
        false if !gear.has(GearTrait::Scarce) => Err(Refusal::new(SM::AAR_15, "common Gear is simply bought")),
        _ => Ok(()),
    }
}

fn known(pack: &Pack, id: Name) -> Result<&crate::content::Gear, Refusal> {
    pack.gear(id).map(|gear| gear.as_ref()).ok_or_else(|| Refusal::new(SM::GEARRULE_01, "there is no such Gear"))
}

fn in_stash(side: &Side, item: Item) -> Result<(), Refusal> {
    match side.annals().stash.contains(&item) {
        true => Ok(()),
        false => Err(Refusal::new(SM::AAR_15, "the stash holds no such piece")),
    }
}

/// A piece goes to a model that can carry it (SM-AAR-15): one that is overloaded takes only what counts nothing.
fn carry(pack: &Pack, side: &Side, index: usize, item: Item) -> Result<(), Refusal> {
    let load = |model: &Model| {
        let (carried, most) = muster::burden(pack, model, &profile::grants(pack, model));
        (carried.total(), most.total())
    };
    let mut laden = side.warband.models[index].clone();
    let (before, _) = load(&laden);
    laden.gear.push(item);
    let (after, most) = load(&laden);
    if after > before && after > most {
        return Err(Refusal::with(SM::GEARRULE_02, "it would be {0 piece|pieces}; the model carries {1}", after, most));
    }
    broken(model_breaks(pack, side, index, Terms::Kept, |model| model.gear.push(item)))
}

/// What Extra Rations for everybody cost.
pub(super) fn rations(pack: &Pack, side: &Side) -> i32 {
    muster::ration(pack) * side.present().count() as i32
}

/// What a model costs at once: where there are Extra Rations, it must have its share of them (SM-EQUIP-01).
pub(super) fn hire_price(pack: &Pack, side: &Side, model: &Model) -> i32 {
    let fed = side.warband.rations > 0;
    muster::model_cost(pack, model).whole().total() + if fed { muster::ration(pack) } else { 0 }
}

/// Puts a model on the muster, and its share into the Rations.
pub(super) fn enrol(side: &mut Side, model: Model) {
    side.warband.models.push(model);
    side.gone.push(false);
    if side.warband.rations > 0 {
        side.warband.rations = side.warband.rations.saturating_add(1);
    }
}

/// A new model with a point of each Rating, which every model must buy (SM-MUSTER-06).
pub(super) fn recruit(side: &Side, kind: Kind, birth: Birth) -> Model {
    Model {
        name: fresh_name(side),
        kind,
        origin: Some(birth.origin()),
        birth: Some(birth),
        ratings: [Some(1); 3],
        traits: Vec::new(),
        gear: Vec::new(),
        hides: Vec::new(),
        exp: 0,
        away: false,
    }
}

/// A name that nobody in the muster has or had in this report.
fn fresh_name(side: &Side) -> String {
    let models = &side.warband.models;
    let taken = |name: &str| models.iter().any(|model| slug(&model.name) == slug(name));
    let mut number = models.len() + 1;
    while taken(&format!("Recruit {number}")) {
        number += 1;
    }
    format!("Recruit {number}")
}

/// Found Gear: paid and given to a model that can use it, or left (SM-GEARTRAIT-18).
fn claim(pack: &Pack, side: &Side, found: Item, deal: Deal) -> Result<(), Refusal> {
    match deal {
        Deal::Buy(index, id) if id == found.id => {
            afford(pack, side, SM::GEARTRAIT_18, muster::price(pack, found))?;
            carry(pack, side, index, found)
        }
        Deal::Stash => afford(pack, side, SM::GEARTRAIT_18, muster::price(pack, found)),
        Deal::Leave => Ok(()),
        _ => Err(Refusal::new(SM::GEARTRAIT_18, "first say what becomes of the Gear that was found")),
    }
}

/// Ratings and traits of a model that is being hired, at the prices and limits of a muster (SM-AAR-16).
fn enlist(pack: &Pack, side: &Side, recruit: usize, deal: Deal) -> Result<(), Refusal> {
    let model = &side.warband.models[recruit];
    match deal {
        Deal::Raise(index, rating) if index == recruit => {
            let value = model.ratings[rating].unwrap_or(0) + 1;
            afford(pack, side, SM::AAR_16, pack.kind(model.kind).price[rating].into())?;
            broken(model_breaks(pack, side, recruit, Terms::Hired, |model| model.ratings[rating] = Some(value)))
        }
        Deal::Learn(index, id) if index == recruit => {
            let level = model.learnt(id).map_or(1, |learnt| learnt.level + 1);
            let Some(price) = muster::trait_price(pack, Learnt { id, level }) else {
                return Err(Refusal::new(SM::TRAITRULE_05, "the model has this Trait already"));
            };
            afford(pack, side, SM::AAR_16, price.into())?;
            broken(model_breaks(pack, side, recruit, Terms::Hired, |model| {
                super::advance::learn(model, id);
            }))
        }
        Deal::Done => Ok(()),
        _ => Err(Refusal::new(SM::AAR_16, "first the Ratings and Traits of the recruit")),
    }
}
