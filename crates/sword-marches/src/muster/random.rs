//! Random warbands for simulations and for a player without an idea.

use super::model::findings as model_findings;
use super::{Item, Learnt, Model, Warband, check, cost};
use crate::content::{CON, Form, Kind, Pack, Provenance, Stage};
use crate::effects::{Birth, OriginType};
use kernel::{Name, Rng};

/// Warbands begun before a plain one is made.
const TRIES: usize = 20;
/// Models tried for one place.
const CASTING: usize = 30;

/// A legal warband of a Stage, of a faction or of any, near the silver and never above it.
///
/// Always ends, and always legal with the core content; with tables that allow nothing it is what the plain warband is,
/// and [`check`] says what is wrong with it.
pub fn random(pack: &Pack, stage: Stage, silver: i32, faction: Option<Name>, rng: &mut Rng) -> Warband {
    let silver = silver.min(pack.stage(stage).starting_sp.into());
    let mut best: Option<Warband> = None;
    for _ in 0..TRIES {
        let warband = draft(pack, stage, silver, faction, rng);
        if !check(pack, &warband).is_empty() || cost(pack, &warband) > silver {
            continue;
        }
        let better = best.as_ref().is_none_or(|best| cost(pack, best) < cost(pack, &warband));
        if better {
            best = Some(warband);
        }
        if best.as_ref().is_some_and(|best| cost(pack, best) * 10 > silver * 9) {
            break;
        }
    }
    best.unwrap_or_else(|| plain(pack, stage, faction))
}

/// Three models of the lowest ratings.
fn plain(pack: &Pack, stage: Stage, faction: Option<Name>) -> Warband {
    let person = |name: &str, kind: Kind| Model {
        name: name.to_owned(),
        kind,
        origin: Some(OriginType::Human),
        birth: Some(Birth::Tough),
        ratings: [Some(1); 3],
        traits: Vec::new(),
        gear: Vec::new(),
        hides: Vec::new(),
        exp: 0,
        away: false,
    };
    let normal = |id: Name| !pack.organizations.iter().any(|row| row.archetype == Some(id));
    Warband {
        id: Name::of("own"),
        title: "Three of the Road".to_owned(),
        provenance: Provenance::House,
        stage,
        archetype: pack.archetypes.iter().map(|entry| entry.id).find(|id| normal(*id)),
        faction: faction.or_else(|| pack.factions.first().map(|entry| entry.id)),
        stronghold: pack.strongholds.first().map(|entry| entry.id),
        extras: true,
        rations: 0,
        models: vec![person("Leader", Kind::Warlord), person("Old Hand", Kind::Warrior), person("Boy", Kind::Warrior)],
        annals: None,
    }
}

fn draft(pack: &Pack, stage: Stage, silver: i32, faction: Option<Name>, rng: &mut Rng) -> Warband {
    let mut warband = Warband { models: Vec::new(), ..plain(pack, stage, faction) };
    if let Some(entry) = some(&pack.archetypes, rng) {
        warband.archetype = Some(entry.id);
    }
    if faction.is_none() {
        warband.faction = some(&pack.factions, rng).map(|entry| entry.id);
    }
    warband.stronghold = some(&pack.strongholds, rng).map(|entry| entry.id);
    // A rich warlord leaves little for the rest; a third of the silver is plenty.
    let leader = cast(pack, &mut warband, Kind::Warlord, silver / 3, rng);
    warband.models.extend(leader);
    let Some(row) = super::band::row(pack, warband.archetype) else { return warband };
    let (most_champions, _) = super::band::most_champions(pack, row, &warband);
    let most_hirelings = super::band::most_hirelings(row, &warband);
    let most = usize::from(row.total[1]);
    // The models that must be there first, then whoever can be paid.
    let mut wanted = vec![Kind::Champion; row.champions[0].into()];
    wanted.extend(vec![Kind::Warrior; row.warriors[0].into()]);
    let must = wanted.len();
    let mut place = 0;
    while warband.models.len() < most && place < must + 40 {
        let kind = wanted.get(place).copied().unwrap_or_else(|| match rng.below(8) {
            0 | 1 => Kind::Champion,
            2 => Kind::Hireling,
            _ => Kind::Warrior,
        });
        place += 1;
        let full = match kind {
            Kind::Champion => warband.count(kind) >= most_champions,
            Kind::Warrior => warband.count(kind) >= usize::from(row.warriors[1]),
            Kind::Hireling => warband.count(kind) >= most_hirelings,
            Kind::Warlord => true,
        };
        if full {
            continue;
        }
        let left = silver - cost(pack, &warband);
        // Keeps enough for those who must still come.
        let reserve = 40 * must.saturating_sub(place) as i32;
        let model = cast(pack, &mut warband, kind, left - reserve, rng);
        warband.models.extend(model);
    }
    warband.title =
        warband.models.first().map_or_else(|| "Nobody".to_owned(), |first| format!("Band of {}", first.name));
    number(&mut warband);
    warband
}

/// A random model that may join the warband for at most that silver.
fn cast(pack: &Pack, warband: &mut Warband, kind: Kind, silver: i32, rng: &mut Rng) -> Option<Model> {
    let castes = |warband: &Warband| {
        let limited = |model: &&Model| matches!(model.birth, Some(Birth::Avatar | Birth::Mystic));
        warband.models.iter().filter(limited).count() <= usize::from(pack.limits.avatars_and_mystics)
    };
    for _ in 0..CASTING {
        let model = person(pack, warband, kind, rng);
        warband.models.push(model);
        let last = warband.models.len() - 1;
        let price = super::model_cost(pack, &warband.models[last]).whole().total();
        let legal = price <= silver
            && model_findings(pack, warband, last).is_empty()
            && castes(warband)
            && !check(pack, warband).iter().any(|problem| {
                problem.rule == Some(rulebook::SM::GEARTRAIT_16) || problem.rule == Some(rulebook::SM::STRONGHOLD_04)
            });
        let model = warband.models.pop();
        if legal {
            return model;
        }
    }
    None
}

fn person(pack: &Pack, warband: &Warband, kind: Kind, rng: &mut Rng) -> Model {
    let birth = Birth::ALL[rng.below(Birth::ALL.len())];
    let mut model = Model {
        name: title(pack, kind, birth),
        kind,
        origin: Some(birth.origin()),
        birth: Some(birth),
        ratings: [None; 3],
        traits: Vec::new(),
        gear: Vec::new(),
        hides: Vec::new(),
        exp: 0,
        away: false,
    };
    for rating in 0..3 {
        let most = super::model::rating_maximum(pack, warband, &model, rating).total().max(1) as usize;
        // The better of two draws: most models are good at something.
        let value = 1 + rng.below(most).max(rng.below(most));
        model.ratings[rating] = Some(value as u8);
    }
    let slots = super::trait_limit(pack, warband, &model).total().max(0) as usize;
    for _ in 0..rng.below(slots + 1) {
        let Some(entry) = some(&pack.traits, rng) else { break };
        let apprentice = entry.stackable() && birth.origin() == OriginType::Human && rng.below(4) == 0;
        let taken = model.traits.iter().any(|learnt| learnt.level > 1);
        model.traits.push(Learnt { id: entry.id, level: if apprentice && !taken { 2 } else { 1 } });
    }
    arm(pack, &mut model, rng);
    if let Some(hide) = some(&pack.hides, rng)
        && rng.below(2) == 0
        && model
            .traits
            .iter()
            .filter_map(|learnt| pack.talent(learnt.id))
            .any(|entry| entry.effects.iter().any(|talent| hide.allowed.contains(talent)))
    {
        model.hides.push(hide.id);
    }
    model
}

/// A weapon first, then what protects, then whatever can still be carried.
fn arm(pack: &Pack, model: &mut Model, rng: &mut Rng) {
    let weapons: Vec<Name> = pack
        .gear
        .iter()
        .filter(|gear| matches!(gear.form, Form::Close { .. } | Form::Ranged { .. }))
        .map(|gear| gear.id)
        .collect();
    let worn: Vec<Name> =
        pack.gear.iter().filter(|gear| matches!(gear.form, Form::Worn { .. })).map(|gear| gear.id).collect();
    let room = model.rating(CON).max(1) as usize;
    for place in 0..1 + rng.below(room + 1) {
        let list = if place == 0 || rng.below(3) == 0 { &weapons } else { &worn };
        let Some(id) = some(list, rng) else { break };
        if model.gear.iter().any(|item| item.id == *id) {
            continue;
        }
        let starmetal = rng.below(40) == 0 && pack.gear(*id).is_some_and(|gear| gear.takes_starmetal());
        model.gear.push(Item { id: *id, starmetal });
    }
}

fn title(pack: &Pack, kind: Kind, birth: Birth) -> String {
    let birth = pack.birth(birth).map_or("", |entry| entry.title);
    format!("{birth} {}", kind.title())
}

/// Models of one name are numbered, so that they can be told apart.
fn number(warband: &mut Warband) {
    for at in 0..warband.models.len() {
        let name = warband.models[at].name.clone();
        let alike: Vec<usize> =
            (at..warband.models.len()).filter(|other| warband.models[*other].name == name).collect();
        if alike.len() > 1 {
            for (number, other) in alike.into_iter().enumerate() {
                warband.models[other].name = format!("{name} {}", number + 1);
            }
        }
    }
}

fn some<'l, T>(list: &'l [T], rng: &mut Rng) -> Option<&'l T> {
    list.get(rng.below(list.len()))
}
