//! Sellsword's content, as lists.

use crate::cards::{ModCard, Pack, Pick, UnitCard, Warband};
use crate::{Sellsword, muster};
use kernel::{Name, Problem, Rng, slug};
use pack::{Card, Catalog, Failure, Ready, Scenario, Setting, unknown};

impl Catalog for Sellsword {
    fn scenarios(pack: &Pack) -> Vec<Scenario> {
        let list = pack.scenarios.iter().map(|scenario| Scenario {
            id: scenario.id.to_string(),
            title: scenario.title.clone(),
            points: scenario.points.into(),
            units: scenario.max_units.into(),
            exceptions: Vec::new(),
            origin: scenario.origin.text(),
            text: scenario.text.clone(),
        });
        list.collect()
    }

    /// Everybody for himself; more than four crowd the maps.
    fn seatings(_: &Pack, _: &str) -> Vec<Vec<u8>> {
        (2..=4).map(|players| (0..players).collect()).collect()
    }

    fn warbands(pack: &Pack) -> Vec<Ready> {
        pack.warbands.iter().map(|warband| ready(pack, warband)).collect()
    }

    fn units(pack: &Pack, warband: &str) -> Vec<String> {
        let found = pack.warbands.iter().find(|known| known.id.text() == warband);
        let title = |pick: &Pick| {
            let unit = pack.unit(pick.unit).map_or(pick.unit.text(), |card| card.title);
            let mods = pick.mods.iter().map(|id| pack.modcard(*id).map_or(id.text(), |card| card.title));
            mods.fold(unit.to_owned(), |text, attached| format!("{text} + {attached}"))
        };
        found.map_or_else(Vec::new, |warband| warband.units.iter().map(title).collect())
    }

    fn maps(pack: &Pack) -> Vec<Card> {
        let list = pack.maps.iter().map(|field| Card {
            kind: "map",
            id: field.map.id.to_string(),
            title: field.map.title.clone(),
            faction: String::new(),
            cost: 0,
            origin: field.map.origin.text(),
            about: format!("{} x {} squares, {} objectives", field.width(), field.height(), field.map.objectives.len()),
        });
        list.collect()
    }

    fn options(_: &Pack) -> Vec<Setting> {
        let value = |id: &str, title: &str| (id.to_owned(), title.to_owned());
        vec![Setting {
            name: "glancing-blow",
            title: "Glancing Blow",
            values: vec![value("off", "Off"), value("on", "A natural 13 that hits deals 5 less")],
        }]
    }

    fn cards(pack: &Pack) -> Vec<Card> {
        let units = pack.units.iter().map(|card| unit(card));
        units.chain(pack.mods.iter().map(|card| modcard(card))).collect()
    }

    fn side(pack: &Pack, name: &str, text: &str) -> Result<Ready, Vec<pack::Problem>> {
        muster::read(pack, name, text).map(|warband| ready(pack, &warband))
    }

    fn check(pack: &Pack, line: &str, scenario: &str) -> Vec<Problem> {
        let found = Name::known(&slug(scenario)).and_then(|id| pack.scenario(id));
        let Some(scenario) = found else {
            return vec![Problem::plain("scenario", unknown("scenario", scenario, scenario_ids(pack)))];
        };
        match muster::parse_line(pack, line) {
            Ok(warband) => muster::check(pack, scenario, &warband),
            Err(problems) => problems,
        }
    }

    fn random(
        pack: &Pack,
        scenario: &str,
        points: i32,
        faction: Option<&str>,
        seed: u64,
    ) -> Result<(Ready, String), Failure> {
        let found = Name::known(&slug(scenario)).and_then(|id| pack.scenario(id));
        let scenario = found.ok_or_else(|| Failure::bad(unknown("scenario", scenario, scenario_ids(pack))))?;
        let mut factions: Vec<&str> = pack.units.iter().map(|card| card.faction.text()).collect();
        factions.sort_unstable();
        factions.dedup();
        let faction = faction.map(|word| {
            let known = factions.iter().find(|known| **known == slug(word));
            known
                .map(|known| Name::of(known))
                .ok_or_else(|| Failure::bad(unknown("faction", word, factions.iter().copied())))
        });
        let points = i16::try_from(points).unwrap_or(i16::MAX);
        let warband = muster::random(pack, scenario, points, faction.transpose()?, &mut Rng::new(seed));
        if warband.units.is_empty() {
            let cheapest = pack.units.iter().map(|card| card.vp).min().unwrap_or(0);
            return Err(Failure::no(format!("no unit can be had for {points} points; the cheapest costs {cheapest}")));
        }
        Ok((ready(pack, &warband), muster::write(&warband)))
    }
}

fn scenario_ids(pack: &Pack) -> impl Iterator<Item = &str> {
    pack.scenarios.iter().map(|scenario| scenario.id.text())
}

fn ready(pack: &Pack, warband: &Warband) -> Ready {
    Ready {
        id: warband.id.to_string(),
        title: warband.title.clone(),
        scenario: warband.scenario.to_string(),
        faction: warband.faction.to_string(),
        cost: muster::cost(pack, warband).into(),
        units: warband.units.len(),
        agreed: None,
        origin: warband.origin.text(),
        line: muster::line(warband),
    }
}

fn unit(card: &UnitCard) -> Card {
    let unique = if card.unique { ", unique" } else { "" };
    let words: Vec<&str> = card.descriptors.iter().map(|word| word.text()).collect();
    Card {
        kind: "unit",
        id: card.id.to_string(),
        title: card.title.to_owned(),
        faction: card.faction.to_string(),
        cost: card.vp.into(),
        origin: card.origin.text(),
        about: format!(
            "level {}, fantasy {}, {}{unique}: {}",
            card.level,
            card.fantasy,
            card.size.text().to_lowercase(),
            words.join(" ")
        ),
    }
}

fn modcard(card: &ModCard) -> Card {
    let mut about = format!("fantasy {}", card.fantasy);
    if card.unique {
        about += ", unique";
    }
    if card.min_level > 0 {
        about += &format!(", from level {}", card.min_level);
    }
    for need in &card.needs {
        about += &format!(", for {need}");
    }
    Card {
        kind: "mod",
        id: card.id.to_string(),
        title: card.title.to_owned(),
        faction: card.faction.to_string(),
        cost: card.vp.into(),
        origin: card.origin.text(),
        about,
    }
}
