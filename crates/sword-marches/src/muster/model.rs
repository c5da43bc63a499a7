//! What concerns a single model: ratings, traits, gear.

use super::cost::hide_rule;
use super::{Item, Model, Warband};
use crate::content::{CMD, CON, Form, Kind, List, Pack, RATINGS, Slot, Trait};
use crate::effects::{Archetype, Feature, GearTrait, Grant, OriginType, Talent, Ward};
use crate::profile::{self, Granted};
use crate::sum::Sum;
use kernel::{Name, Rule};
use rulebook::SM;

type Found = Vec<(Option<Rule>, String)>;

pub(crate) fn findings(pack: &Pack, warband: &Warband, index: usize) -> Found {
    let model = &warband.models[index];
    let mut found = Vec::new();
    extras(pack, warband, model, &mut found);
    ratings(pack, warband, model, &mut found);
    birth(model, &mut found);
    traits(pack, warband, model, &mut found);
    gear(pack, model, &mut found);
    hides(pack, model, &mut found);
    past(warband, model, &mut found);
    found
}

fn say(found: &mut Found, rule: Rule, text: impl Into<String>) {
    found.push((Some(rule), text.into()));
}

/// House content while it is switched off (SM-MUSTER-11). Hirelings are counted with the organization.
fn extras(pack: &Pack, warband: &Warband, model: &Model, found: &mut Found) {
    if warband.extras {
        return;
    }
    let traits = model.traits.iter().filter_map(|learnt| pack.talent(learnt.id));
    let traits = traits.filter(|entry| entry.optional).map(|entry| entry.title);
    let gear = model.gear.iter().filter_map(|item| pack.gear(item.id));
    let gear = gear.filter(|entry| entry.optional).map(|entry| entry.title);
    let hides = model.hides.iter().filter_map(|id| pack.hide(*id));
    let hides = hides.filter(|entry| entry.optional).map(|entry| entry.title);
    for title in traits.chain(gear).chain(hides) {
        say(found, SM::MUSTER_11, format!("{title} is a House extra, and those are off"));
    }
}

fn ratings(pack: &Pack, warband: &Warband, model: &Model, found: &mut Found) {
    for (rating, name) in RATINGS.into_iter().enumerate() {
        let Some(value) = model.ratings[rating] else {
            say(found, SM::MODEL_01, format!("no {name}"));
            continue;
        };
        let most = rating_maximum(pack, warband, model, rating).total();
        if !(1..=7).contains(&value) {
            say(found, SM::RATING_02, format!("{name} {value}; a Rating is bought from 1 to 7"));
        } else if i32::from(value) > most {
            let rule = if warband.has_fought() { SM::AAR_13 } else { SM::STAGE_04 };
            say(found, rule, format!("{name} {value}; the maximum is {most}"));
        }
    }
}

/// The highest a Rating of a model may be when hired, or after advancement in a chronicle.
pub(crate) fn rating_maximum(pack: &Pack, warband: &Warband, model: &Model, rating: usize) -> Sum {
    let row = match model.kind {
        Kind::Warlord => 0,
        Kind::Champion => 1,
        Kind::Warrior | Kind::Hireling => 2,
    };
    let stage = pack.stage(warband.stage);
    let mut most = Sum::of(stage.title, SM::STAGE_04, stage.maximum[row][rating].into());
    most.add(model.kind.title(), model.kind.rule(), 0);
    if let Some((own, rule)) = model.birth.and_then(|birth| birth.background())
        && own == rating
    {
        most.add("Background", rule, 1);
    }
    if warband.has_fought() {
        most.add("advancement", SM::AAR_13, pack.aftermath.above_stage.into());
    }
    most.at_most("never above 7", SM::RATING_02, 7);
    most
}

fn birth(model: &Model, found: &mut Found) {
    let Some(origin) = model.origin else {
        say(found, SM::ORIGIN_01, "no Origin");
        return;
    };
    let (what, rule) = origin.choice();
    match model.birth {
        None => say(found, rule, format!("a {} chooses a {what}", origin.text())),
        Some(birth) if birth.origin() != origin => {
            say(found, rule, format!("{} is no {what} of a {}", birth.word(), origin.text()));
        }
        Some(_) => {}
    }
}

/// Up to how many traits a model may buy some.
pub fn trait_limit(pack: &Pack, warband: &Warband, model: &Model) -> Sum {
    let slots = i32::from(pack.kind(model.kind).slots);
    let rule = if model.kind == Kind::Hireling { SM::MUSTER_08 } else { SM::TRAITRULE_02 };
    let mut limit = Sum::of(model.kind.title(), rule, slots);
    limit.add(pack.stage(warband.stage).title, SM::STAGE_05, 0);
    if chronicled(warband, model) {
        limit = Sum::of("CMD", SM::TRAITRULE_03, model.rating(CMD));
    }
    if is_battle_sage(pack, warband, model) {
        limit.add("Battle Sage", SM::ARCH_06, 1);
    }
    limit
}

/// How many traits a model may have whose CMD is, or once was, so high. What was had at hiring is not lost where CMD is
/// lower.
pub(crate) fn most_traits(pack: &Pack, warband: &Warband, model: &Model, command: i32) -> i32 {
    let slots = i32::from(pack.kind(model.kind).slots);
    let most = if chronicled(warband, model) { slots.max(command) } else { slots };
    most + i32::from(is_battle_sage(pack, warband, model))
}

/// Past its first hiring, so that CMD is its limit (SM-TRAITRULE-03).
fn chronicled(warband: &Warband, model: &Model) -> bool {
    warband.has_fought() && model.kind != Kind::Hireling
}

fn is_battle_sage(pack: &Pack, warband: &Warband, model: &Model) -> bool {
    model.kind == Kind::Warlord && warband.archetype(pack) == Some(Archetype::BattleSage)
}

pub(crate) fn is_far_traveler(pack: &Pack, warband: &Warband, model: &Model) -> bool {
    model.kind == Kind::Warlord && warband.archetype(pack) == Some(Archetype::FarTraveler)
}

fn traits(pack: &Pack, warband: &Warband, model: &Model, found: &mut Found) {
    let limit = trait_limit(pack, warband, model);
    // An injury to CMD takes no Trait away, and no file says what CMD once was: it was at most its maximum.
    let slots = most_traits(pack, warband, model, rating_maximum(pack, warband, model, CMD).total());
    let count = model.traits.len() as i32;
    if count > slots {
        let rule = match (warband.has_fought(), limit.parts().last()) {
            (_, Some(part)) if part.rule == SM::ARCH_06 => SM::ARCH_06,
            (true, _) => SM::TRAITRULE_03,
            (false, _) if model.kind == Kind::Hireling => SM::MUSTER_08,
            (false, _) => SM::TRAITRULE_02,
        };
        say(found, rule, format!("{}; a {} has {slots}", super::many(model.traits.len(), "Trait"), model.kind.title()));
    }
    let mut seen = Vec::new();
    for learnt in &model.traits {
        let Some(entry) = pack.talent(learnt.id) else {
            let known = pack.traits.iter().map(|entry| entry.id.text());
            found.push((None, super::unknown("trait", learnt.id.text(), known)));
            continue;
        };
        if seen.contains(&learnt.id) {
            say(found, SM::TRAITRULE_05, format!("{} twice", entry.title));
        }
        seen.push(learnt.id);
        if !entry.only.is_empty() && !entry.only.contains(&model.kind) {
            let kinds: Vec<&str> = entry.only.iter().map(|kind| kind.title()).collect();
            say(found, entry.rule, format!("{} is for a {}", entry.title, kinds.join(" or a ")));
        }
    }
    categories(pack, warband, model, found);
    cascades(pack, warband, model, found);
    levels(pack, warband, model, found);
}

/// By what right a model may have a trait.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Access {
    Own,
    /// A Martial Trait of a Demi-Human (SM-ORIGIN-19).
    Militia,
    /// A Trait of a category that is not the Warlord's (SM-ARCH-10).
    Traveler,
    /// A Trait of another Faction (SM-STRONGHOLD-03).
    Port,
    /// None, by this rule.
    Closed(Rule),
}

pub fn access(pack: &Pack, warband: &Warband, model: &Model, entry: &Trait) -> Access {
    if entry.list == List::Faction {
        return match entry.faction == warband.faction {
            true => Access::Own,
            false if warband.feature(pack) == Some(Feature::Maritime) => Access::Port,
            false => Access::Closed(SM::FACTION_03),
        };
    }
    match (entry.list.origin(), model.origin) {
        (None, _) | (_, None) => Access::Own,
        (Some(of), Some(origin)) if of == origin => Access::Own,
        (Some(OriginType::Human), Some(OriginType::DemiHuman)) => Access::Militia,
        _ if is_far_traveler(pack, warband, model) => Access::Traveler,
        _ => Access::Closed(SM::TRAITRULE_04),
    }
}

fn categories(pack: &Pack, warband: &Warband, model: &Model, found: &mut Found) {
    let (mut militia, mut traveler, mut port) = (0, 0, 0);
    for entry in model.traits.iter().filter_map(|learnt| pack.talent(learnt.id)) {
        match access(pack, warband, model, entry) {
            Access::Own => {}
            Access::Militia => militia += 1,
            Access::Traveler => traveler += 1,
            Access::Port => port += 1,
            Access::Closed(SM::FACTION_03) => {
                let of = entry.faction.and_then(|id| pack.faction(id)).map_or("another Faction", |of| of.title);
                say(found, SM::FACTION_03, format!("{} is a Trait of {of}", entry.title));
            }
            Access::Closed(rule) => {
                let origin = model.origin.map_or("such a model", OriginType::text);
                say(found, rule, format!("{} is {}, closed to a {origin}", entry.title, entry.list.title()));
            }
        }
    }
    // A second Martial Trait of a Demi-Human Far Traveler is the one from abroad.
    if militia > 1 && is_far_traveler(pack, warband, model) {
        traveler += militia - 1;
        militia = 1;
    }
    if militia > 1 {
        say(found, SM::ORIGIN_19, format!("{militia} Martial Traits; the Militia gives a Demi-Human one"));
    }
    if traveler > 1 {
        say(found, SM::ARCH_10, format!("{traveler} Traits of other Origins; a Far Traveler has one"));
    }
    if port > 1 {
        say(found, SM::STRONGHOLD_03, format!("{port} Traits of other Factions; a model may have one"));
    }
}

/// One Trait of each sub-list (SM-TRAITRULE-06), and of all sub-lists together as many as the table allows
/// (SM-TRAITRULE-07). A Chosen One may have one more if all are of one sub-list (SM-ARCH-07).
fn cascades(pack: &Pack, warband: &Warband, model: &Model, found: &mut Found) {
    let entries = model.traits.iter().filter_map(|learnt| pack.talent(learnt.id));
    let lists: Vec<(List, Rule)> =
        entries.filter_map(|entry| entry.list.cascade().map(|(_, rule)| (entry.list, rule))).collect();
    let of = |list: List| lists.iter().filter(|(known, _)| *known == list).count();
    let (count, most) = (lists.len(), usize::from(pack.limits.cascade));
    let one = lists.iter().all(|(list, _)| of(*list) == count);
    let double = lists.iter().find(|(list, _)| of(*list) > 1);
    if count <= most && double.is_none() {
        return;
    }
    let chosen = model.kind == Kind::Warlord && warband.archetype(pack) == Some(Archetype::ChosenOne);
    let text = super::many(count, "Cascade Trait");
    if chosen {
        match one {
            true if count <= most + 1 => {}
            true => say(found, SM::ARCH_07, format!("{text}; a Chosen One has {} of one sub-list", most + 1)),
            false => say(found, SM::ARCH_07, format!("{text} of different sub-lists")),
        }
        return;
    }
    match double {
        // Two of one sub-list break the rule of that list, however many the table allows in all.
        Some((list, rule)) if most > 0 && (one || count <= most) => {
            let text = super::many(of(*list), "Cascade Trait");
            say(found, *rule, format!("{text} of the sub-list {}; one may be bought", list.title()));
        }
        _ if most == 0 => say(found, SM::TRAITRULE_07, format!("{text}; a model has none")),
        _ => say(found, SM::TRAITRULE_07, format!("{text}; a model has {most}")),
    }
}

fn levels(pack: &Pack, warband: &Warband, model: &Model, found: &mut Found) {
    let mut apprenticed = 0;
    for learnt in &model.traits {
        let Some(entry) = pack.talent(learnt.id) else { continue };
        let (title, level) = (entry.title, learnt.level);
        if level > 1 && !entry.stackable() {
            say(found, SM::TRAITRULE_09, format!("{title} has no levels"));
        } else if level > pack.limits.level {
            say(found, SM::TRAITRULE_09, format!("{title}+{level}; the highest level is +{}", pack.limits.level));
        } else if level > 1 && !warband.has_fought() {
            apprenticed += 1;
            let human = model.origin == Some(OriginType::Human);
            if !human || level > 2 {
                say(found, SM::ORIGIN_07, format!("{title}+{level} when hired; only a Human may have one at +2"));
            }
        }
    }
    if apprenticed > 1 && model.origin == Some(OriginType::Human) {
        say(found, SM::ORIGIN_07, format!("{apprenticed} Traits at +2; Apprenticeship gives one"));
    }
}

/// The pieces that a model carries and may carry, counted for Encumbrance (SM-GEARRULE-02 to SM-GEARRULE-05).
pub(crate) fn burden(pack: &Pack, model: &Model, grants: &[Granted]) -> (Sum, Sum) {
    let immune = grants.iter().find(|granted| granted.grant == Grant::Immune(Ward::Heavy));
    let mut carried = Sum::default();
    for gear in model.gear.iter().filter_map(|item| pack.gear(item.id)) {
        if gear.has(GearTrait::Light) {
            carried.add(gear.title, SM::GEARTRAIT_11, 0);
            carried.add("Light", SM::GEARRULE_05, 0);
        } else {
            carried.add(gear.title, SM::GEARRULE_03, 1);
            match (gear.has(GearTrait::Heavy), immune) {
                (true, None) => carried.add("Heavy", SM::GEARRULE_04, 1),
                (true, Some(granted)) => carried.add(granted.label, granted.rule, 0),
                (false, _) => {}
            }
        }
    }
    let mut most = Sum::of("CON", SM::GEARRULE_02, model.rating(CON));
    for granted in grants {
        if let Grant::Burden(more) = granted.grant {
            most.add(granted.label, granted.rule, more.into());
        }
    }
    (carried, most)
}

fn gear(pack: &Pack, model: &Model, found: &mut Found) {
    for slot in [Slot::Armour, Slot::Shield, Slot::Helmet] {
        let worn = |item: &&Item| {
            pack.gear(item.id).is_some_and(|gear| matches!(gear.form, Form::Worn { slot: of, .. } if of == slot))
        };
        let count = model.gear.iter().filter(worn).count();
        if count > 1 {
            say(found, SM::GEARRULE_11, format!("{count} pieces where a model has one {}", slot.title()));
        }
    }
    for item in &model.gear {
        let Some(gear) = pack.gear(item.id) else {
            let known = pack.gear.iter().map(|entry| entry.id.text());
            found.push((None, super::unknown("gear", item.id.text(), known)));
            continue;
        };
        if gear.form == Form::Equipment {
            say(found, SM::GEARRULE_12, format!("{} are bought for the whole Warband", gear.title));
        }
        if item.starmetal && !gear.takes_starmetal() {
            say(found, SM::GEARTRAIT_24, format!("{} is not made of Starmetal", gear.title));
        }
    }
    light(pack, model, found);
    let (carried, most) = burden(pack, model, &profile::grants(pack, model));
    if carried.total() > most.total() {
        say(found, SM::GEARRULE_02, format!("{} pieces of Gear; it carries {}", carried.total(), most.total()));
    }
}

/// Light Gear counts nothing, but there are two hands for it (SM-GEARRULE-05).
fn light(pack: &Pack, model: &Model, found: &mut Found) {
    let mut told: Vec<Name> = Vec::new();
    for item in &model.gear {
        let count = model.gear.iter().filter(|other| other.id == item.id).count();
        let gear = pack.gear(item.id).filter(|gear| gear.has(GearTrait::Light) && count > HANDS);
        if let Some(gear) = gear.filter(|_| !told.contains(&item.id)) {
            told.push(item.id);
            say(
                found,
                SM::GEARRULE_05,
                format!("{count} times {}; a model carries {HANDS} of a kind at most", gear.title),
            );
        }
    }
}

const HANDS: usize = 2;

fn hides(pack: &Pack, model: &Model, found: &mut Found) {
    let talents: Vec<Talent> = model
        .traits
        .iter()
        .filter_map(|learnt| pack.talent(learnt.id))
        .flat_map(|entry| entry.effects.iter().copied())
        .collect();
    let rule = hide_rule(pack, model);
    if model.hides.len() > 1 {
        say(found, rule, format!("{} Hides; a model has one", model.hides.len()));
    }
    for hide in model.hides.iter().filter_map(|id| pack.hide(*id)) {
        if !hide.allowed.iter().any(|talent| talents.contains(talent)) {
            say(found, rule, format!("{} does not grow on such a model", hide.title));
        }
    }
}

/// Only battles give Experience and put models on a sickbed.
fn past(warband: &Warband, model: &Model, found: &mut Found) {
    if warband.has_fought() {
        return;
    }
    if model.exp > 0 {
        say(found, SM::AAR_08, format!("{} EXP before the first battle", model.exp));
    }
    if model.away {
        say(found, SM::AAR_05, "away before the first battle");
    }
}
