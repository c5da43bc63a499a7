//! Coreheim's content, as lists.

use super::card;
use crate::cards::{Fighter, Gear, GearKind, Objective, Pack};
use crate::muster::{self, Warband};
use crate::{Coreheim, cards};
use kernel::{Name, Problem, Rng, slug};
use pack::{Card, Catalog, Failure, Ready, Scenario, Setting, unknown};

impl Catalog for Coreheim {
    const ANYWHERE: bool = true;
    const PICKS_MAP: bool = false;
    // Whoever has not chosen sees distances and odds.
    const USUAL: &'static [(&'static str, &'static str)] = &[("free-measuring", "on")];

    fn options(_: &Pack) -> Vec<Setting> {
        let own = |values: &[(&str, &str)]| {
            values.iter().map(|(value, title)| ((*value).to_owned(), (*title).to_owned())).collect()
        };
        vec![
            Setting {
                name: "free-measuring",
                title: "Measuring",
                values: own(&[("off", "Only what is declared"), ("on", "At any time")]),
            },
            Setting {
                name: "panic-needs-two",
                title: "Alone in combat",
                values: own(&[("off", "Against any enemy"), ("on", "Against two or more")]),
            },
        ]
    }

    fn scenarios(pack: &Pack) -> Vec<Scenario> {
        let largest = pack.bands.iter().map(|band| usize::from(band.max_size)).max().unwrap_or(0);
        let list = pack.scenarios.iter().map(|scenario| Scenario {
            id: scenario.id.to_string(),
            title: scenario.title.clone(),
            points: muster::START_GOLD,
            units: largest,
            exceptions: Vec::new(),
            origin: scenario.origin.text(),
            text: scenario.text.clone(),
        });
        list.collect()
    }

    // CH-DEPLOY-16.
    fn seatings(pack: &Pack, scenario: &str) -> Vec<Vec<u8>> {
        let found = pack.scenarios.iter().find(|known| known.id.text() == scenario);
        let (least, most) = found.map_or((2, 2), |known| known.players);
        (least..=most).map(|players| (0..players).collect()).collect()
    }

    /// Every warband fits every scenario; lists sort them under the first.
    fn warbands(pack: &Pack) -> Vec<Ready> {
        pack.warbands.iter().map(|known| ready(pack, known.id.text(), known.origin, &known.warband)).collect()
    }

    fn units(pack: &Pack, warband: &str) -> Vec<String> {
        let found = pack.warbands.iter().find(|known| known.id.text() == warband);
        found.map_or_else(Vec::new, |known| known.warband.members.iter().map(|member| in_words(pack, member)).collect())
    }

    /// A board belongs to its scenario.
    fn maps(pack: &Pack) -> Vec<Card> {
        let list = pack.scenarios.iter().map(|scenario| Card {
            kind: "map",
            id: scenario.id.to_string(),
            title: scenario.title.clone(),
            faction: String::new(),
            cost: 0,
            origin: scenario.origin.text(),
            about: format!(
                "{} x {} inches, {} pieces, {} to {} players, {}",
                scenario.width / 1000,
                scenario.depth / 1000,
                scenario.pieces.len(),
                scenario.players.0,
                scenario.players.1,
                scenario.objectives.first().map_or("no aim", aim)
            ),
        });
        list.collect()
    }

    fn cards(pack: &Pack) -> Vec<Card> {
        let fighters = pack.bands.iter().flat_map(|band| &band.fighters).map(|one| fighter(one));
        fighters.chain(pack.gear.iter().map(|thing| gear(thing))).collect()
    }

    fn side(pack: &Pack, name: &str, text: &str) -> Result<Ready, Vec<pack::Problem>> {
        let warband = muster::read(pack, name, text)?;
        Ok(ready(pack, &slug(&warband.title), cards::Origin::House, &warband))
    }

    fn check(pack: &Pack, line: &str, scenario: &str) -> Vec<Problem> {
        if Name::known(&slug(scenario)).and_then(|id| pack.scenario(id)).is_none() {
            return vec![Problem::plain("scenario", unknown("scenario", scenario, scenario_ids(pack)))];
        }
        match muster::parse_line(pack, line) {
            Ok(warband) => muster::check(pack, &warband),
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
        if Name::known(&slug(scenario)).and_then(|id| pack.scenario(id)).is_none() {
            return Err(Failure::bad(unknown("scenario", scenario, scenario_ids(pack))));
        }
        let band = faction.map(|word| {
            let known = pack.bands.iter().find(|band| band.id.text() == slug(word));
            let ids = pack.bands.iter().map(|band| band.id.text());
            known.map(|band| band.id).ok_or_else(|| Failure::bad(unknown("band", word, ids)))
        });
        let warband = muster::random(pack, points, band.transpose()?, &mut Rng::new(seed));
        if !muster::check(pack, &warband).is_empty() {
            return Err(Failure::no(format!("no legal warband can be had for {points} gold crowns")));
        }
        let entry = ready(pack, &slug(&warband.title), cards::Origin::House, &warband);
        Ok((entry, muster::write(pack, &warband)))
    }
}

fn scenario_ids(pack: &Pack) -> impl Iterator<Item = &str> {
    pack.scenarios.iter().map(|scenario| scenario.id.text())
}

fn ready(pack: &Pack, id: &str, origin: cards::Origin, warband: &Warband) -> Ready {
    Ready {
        id: id.to_owned(),
        title: warband.title.clone(),
        scenario: pack.scenarios.first().map_or_else(String::new, |scenario| scenario.id.to_string()),
        faction: warband.band.to_string(),
        cost: muster::cost(pack, warband),
        units: warband.size(),
        agreed: None,
        origin: origin.text(),
        line: muster::line(pack, warband),
    }
}

fn in_words(pack: &Pack, member: &muster::Member) -> String {
    let title = pack.fighter(member.fighter).map_or(member.fighter.text(), |fighter| fighter.title);
    let count = if member.count > 1 { format!("{} x {title}", member.count) } else { title.to_owned() };
    let things = member.gear.iter().map(|id| pack.gear(*id).map_or(id.text(), |gear| gear.title));
    things.fold(count, |text, thing| format!("{text} + {thing}"))
}

fn aim(objective: &Objective) -> &'static str {
    match objective {
        Objective::RoutEnemy => "rout the enemy",
        Objective::HoldPiece(_) | Objective::SurviveRounds(_) => "hold the house",
        Objective::BreakThrough { .. } => "break through",
        Objective::Shard(_) => "carry shards home",
    }
}

fn fighter(fighter: &Fighter) -> Card {
    let kind = if fighter.hero { "hero" } else { "henchman" };
    let stats: Vec<String> = card::stats(|stat| fighter.stats.get(stat)).collect();
    Card {
        kind: "unit",
        id: fighter.id.to_string(),
        title: fighter.title.to_owned(),
        faction: fighter.band.to_string(),
        cost: fighter.cost.into(),
        origin: fighter.origin.text(),
        about: format!("{kind}, {} to {}: {}", fighter.min, fighter.max, stats.join(" ")),
    }
}

fn gear(gear: &Gear) -> Card {
    let kind = match gear.kind {
        GearKind::Melee(_) | GearKind::Missile(_) => "weapon",
        GearKind::Armour(_) => "armour",
        GearKind::Item(_) => "item",
    };
    let rare = if gear.rarity > 0 { format!(", rare {}", gear.rarity) } else { String::new() };
    Card {
        kind,
        id: gear.id.to_string(),
        title: gear.title.to_owned(),
        faction: String::new(),
        cost: gear.price.into(),
        origin: gear.origin.text(),
        about: format!("{}{rare}", gear.rule),
    }
}
