//! What concerns the warband and no single model of it.

use super::{Annals, Findings, Warband, cost, many};
use crate::content::{Form, Hirelings, Kind, Organization, Pack};
use crate::effects::{Archetype, Birth, Feature, GearTrait, Talent};
use crate::sum::Sum;
use kernel::Rule;
use rulebook::SM;

pub(super) fn check(pack: &Pack, warband: &Warband, book: &mut Findings) {
    choices(pack, warband, book);
    silver(pack, warband, book);
    organization(pack, warband, book);
    castes(pack, warband, book);
    if !warband.has_fought() {
        scarce(pack, warband, book);
        past(pack, warband, book);
    }
    rations(warband, book);
    if let Some(annals) = warband.annals.as_ref().filter(|_| warband.has_fought()) {
        stash(pack, warband, annals, book);
        given_up(pack, warband, annals, book);
    }
}

/// Archetype, Faction and Stronghold: one of each.
fn choices(pack: &Pack, warband: &Warband, book: &mut Findings) {
    if warband.archetype.and_then(|id| pack.archetype(id)).is_none() {
        book.band(SM::ARCH_01, "no Archetype is chosen for the Warlord");
    }
    if warband.faction.and_then(|id| pack.faction(id)).is_none() {
        book.band(SM::FACTION_01, "no Faction is chosen");
    }
    if warband.stronghold.and_then(|id| pack.stronghold(id)).is_none() {
        book.band(SM::STRONGHOLD_01, "no Stronghold is chosen");
    }
}

fn silver(pack: &Pack, warband: &Warband, book: &mut Findings) {
    if warband.has_fought() {
        return;
    }
    let (cost, starting) = (cost(pack, warband), i32::from(pack.stage(warband.stage).starting_sp));
    if cost > starting {
        book.band(SM::MUSTER_01, format!("{cost} SP; {} begins with {starting}", pack.stage(warband.stage).title));
    }
}

/// The row of the organization table that holds for an archetype.
pub(crate) fn row(pack: &Pack, archetype: Option<kernel::Name>) -> Option<&Organization> {
    let own = archetype.and_then(|id| pack.organizations.iter().find(|row| row.archetype == Some(id)));
    own.or_else(|| pack.organizations.iter().find(|row| row.archetype.is_none()))
}

/// The most Hirelings a warband may have.
pub(crate) fn most_hirelings(row: &Organization, warband: &Warband) -> usize {
    match row.hirelings {
        _ if !warband.extras => 0,
        Hirelings::Most(most) => most.into(),
        Hirelings::CommandPlus(more) => usize::from(warband.command()) + usize::from(more),
    }
}

/// The most Champions, and the rule that says so.
pub(crate) fn most_champions(pack: &Pack, row: &Organization, warband: &Warband) -> (usize, Rule) {
    let own = row_rule(pack, warband);
    match (row.glory_hounds, warband.feature(pack)) {
        (Some(most), Some(Feature::Mercenary)) => (most.into(), SM::STRONGHOLD_05),
        _ => (row.champions[1].into(), own.unwrap_or(SM::MUSTER_05)),
    }
}

/// The rule of an Archetype that replaces the normal organization.
fn row_rule(pack: &Pack, warband: &Warband) -> Option<Rule> {
    let archetype = warband.archetype(pack)?;
    matches!(archetype, Archetype::GrizzledVeteran | Archetype::PromisedMessiah).then(|| archetype.rule())
}

/// Whether a warband has what the organization of its Archetype asks for, its minimums included (SM-ARCH-03).
pub(crate) fn is_formed(pack: &Pack, warband: &Warband) -> bool {
    let mut book = Findings { list: Vec::new() };
    organization(pack, &Warband { annals: None, ..warband.clone() }, &mut book);
    book.list.is_empty()
}

fn organization(pack: &Pack, warband: &Warband, book: &mut Findings) {
    let Some(row) = row(pack, warband.archetype) else { return };
    let own = row_rule(pack, warband);
    let warlords = warband.count(Kind::Warlord);
    if warlords != 1 {
        book.band(SM::MUSTER_03, format!("{warlords} Warlords; a Warband has exactly one"));
    }
    // A chronicle's losses may bring a Warband below its minimums; it fights on (SM-AAR-16).
    let musters = !warband.has_fought();
    let total = warband.models.len();
    if musters && total < usize::from(row.total[0]) {
        book.band(SM::MUSTER_04, format!("{}; at least {} are needed", many(total, "model"), row.total[0]));
    }
    if total > usize::from(row.total[1]) {
        book.band(own.unwrap_or(SM::MUSTER_04), format!("{}; the limit is {}", many(total, "model"), row.total[1]));
    }
    let champions = warband.count(Kind::Champion);
    let (most, rule) = most_champions(pack, row, warband);
    if champions > most {
        book.band(rule, format!("{}; the limit is {most}", many(champions, "Champion")));
    }
    if musters && champions < usize::from(row.champions[0]) {
        let rule = own.unwrap_or(SM::MUSTER_05);
        book.band(rule, format!("{}; at least {} are needed", many(champions, "Champion"), row.champions[0]));
    }
    let hirelings = warband.count(Kind::Hireling);
    let mut warriors = warband.count(Kind::Warrior);
    if warriors > usize::from(row.warriors[1]) {
        book.band(
            own.unwrap_or(SM::MUSTER_05),
            format!("{}; the limit is {}", many(warriors, "Warrior"), row.warriors[1]),
        );
    }
    if row.hirelings_are_warriors {
        warriors += hirelings;
    }
    if musters && warriors < usize::from(row.warriors[0]) {
        let rule = own.unwrap_or(SM::MUSTER_05);
        book.band(rule, format!("{}; at least {} are needed", many(warriors, "Warrior"), row.warriors[0]));
    }
    let most = most_hirelings(row, warband);
    if hirelings > most {
        let rule = match warband.archetype(pack) {
            _ if !warband.extras => SM::MUSTER_11,
            Some(Archetype::MercenaryCaptain) => SM::ARCH_13,
            _ => own.unwrap_or(SM::MUSTER_08),
        };
        book.band(rule, format!("{}; the limit is {most}", many(hirelings, "Hireling")));
    }
}

fn castes(pack: &Pack, warband: &Warband, book: &mut Findings) {
    let most = usize::from(pack.limits.avatars_and_mystics);
    let count = |birth: Birth| warband.models.iter().filter(|model| model.birth == Some(birth)).count();
    let (avatars, mystics) = (count(Birth::Avatar), count(Birth::Mystic));
    if avatars > most || mystics > most {
        let (number, caste) = if avatars > most { (avatars, "Avatars") } else { (mystics, "Mystics") };
        book.band(SM::ORIGIN_02, format!("{number} {caste}; the limit is {most}"));
    } else if avatars + mystics > most {
        book.band(SM::ORIGIN_22, format!("{avatars} Avatars and {mystics} Mystics; the limit is {most} together"));
    }
}

/// A chronicle before its first battle holds what the muster left unspent, and nothing else.
fn past(pack: &Pack, warband: &Warband, book: &mut Findings) {
    let Some(annals) = &warband.annals else { return };
    let unspent = (i32::from(pack.stage(warband.stage).starting_sp) - cost(pack, warband)).max(0);
    if annals.treasury > unspent {
        book.band(SM::MUSTER_02, format!("{} SP banked; the muster left {unspent}", annals.treasury));
    }
    if annals.renown > pack.stage(warband.stage).renown.into() {
        book.band(SM::AAR_17, format!("{} Renown before the first battle", annals.renown));
    }
    if !annals.stash.is_empty() {
        book.band(SM::AAR_15, "Gear in the stash before the first battle");
    }
    if !annals.given_up.is_empty() {
        book.band(SM::ARCH_05, "an Archetype given up before the first battle");
    }
}

/// Scarce pieces that count against the warband's limit: one of a Relic Keeper does not (SM-FTRAIT-08).
pub(crate) fn scarce_pieces(pack: &Pack, warband: &Warband) -> Sum {
    let mut counted = Sum::default();
    for model in &warband.models {
        let mut spared = model
            .traits
            .iter()
            .filter_map(|learnt| pack.talent(learnt.id))
            .find(|entry| entry.effects.contains(&Talent::RelicKeeper));
        for item in &model.gear {
            let Some(gear) = pack.gear(item.id) else { continue };
            if !item.starmetal && !gear.has(GearTrait::Scarce) {
                continue;
            }
            counted.add(gear.title, SM::GEARTRAIT_16, 1);
            if let Some(keeper) = spared.take() {
                counted.add(keeper.title, SM::FTRAIT_08, -1);
            }
        }
    }
    counted
}

fn scarce(pack: &Pack, warband: &Warband, book: &mut Findings) {
    let counted = scarce_pieces(pack, warband).total();
    let mercantile = warband.feature(pack) == Some(Feature::Mercantile);
    let (most, rule) = match mercantile {
        true => (pack.limits.scarce_mercantile, SM::STRONGHOLD_04),
        false => (pack.limits.scarce, SM::GEARTRAIT_16),
    };
    if counted > i32::from(most) {
        book.band(rule, format!("{counted} pieces of Scarce Gear; the limit is {most}"));
    }
}

/// What nobody carries is Gear none the less: of the content that is in play (SM-MUSTER-11), and such as there is.
fn stash(pack: &Pack, warband: &Warband, annals: &Annals, book: &mut Findings) {
    for item in &annals.stash {
        let Some(gear) = pack.gear(item.id) else { continue };
        let title = gear.title;
        if gear.optional && !warband.extras {
            book.band(SM::MUSTER_11, format!("{title} in the stash is a House extra, and those are off"));
        }
        if gear.form == Form::Equipment {
            book.band(SM::GEARRULE_12, format!("{title} in the stash; they are bought for the whole Warband"));
        }
        if item.starmetal && !gear.takes_starmetal() {
            book.band(SM::GEARTRAIT_24, format!("{title} in the stash is not made of Starmetal"));
        }
    }
}

/// There is no way back to an Archetype (SM-ARCH-05).
fn given_up(pack: &Pack, warband: &Warband, annals: &Annals, book: &mut Findings) {
    let Some(entry) = warband.archetype.and_then(|id| pack.archetype(id)) else { return };
    if annals.given_up.contains(&entry.id) {
        book.band(SM::ARCH_05, format!("{} was given up; it is not taken again", entry.title));
    }
}

fn rations(warband: &Warband, book: &mut Findings) {
    let (bought, models) = (usize::from(warband.rations), warband.models.len());
    if bought > 0 && bought >= 2 * models {
        book.band(
            SM::EQUIP_03,
            format!("Extra Rations for {bought} with {}; they are bought once", many(models, "model")),
        );
    } else if bought > 0 && bought != models {
        book.band(
            SM::EQUIP_01,
            format!("Extra Rations for {bought} of {}; they are for all or for none", many(models, "model")),
        );
    }
}
