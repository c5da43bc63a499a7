//! The Sword Marches' content, as lists.

use crate::content::Pack;
use crate::{SwordMarches, catalog, muster};
use kernel::{Problem, slug};
use pack::{Card, Catalog, Failure, Ready, Scenario, Setting, unknown};

impl Catalog for SwordMarches {
    // Two Blooded warbands of about ten models.
    const YARDSTICK: &'static str = "grave-gold-blooded";
    const PICKS_MAP: bool = false;

    fn scenarios(pack: &Pack) -> Vec<Scenario> {
        let list = catalog::scenarios(pack).into_iter().map(|battle| Scenario {
            id: battle.id,
            title: battle.title,
            points: battle.silver,
            units: battle.models,
            exceptions: battle.exceptions,
            origin: battle.origin,
            text: battle.text,
        });
        list.collect()
    }

    fn warbands(pack: &Pack) -> Vec<Ready> {
        catalog::warbands(pack).into_iter().map(|entry| ready(pack, entry)).collect()
    }

    fn notices(pack: &Pack) -> Vec<String> {
        let unfit = pack.unfit.iter().map(|warband| {
            let why: Vec<String> = warband.problems.iter().map(ToString::to_string).collect();
            format!("the ready-made warband {} is left out: {}", warband.title, why.join("; "))
        });
        unfit.collect()
    }

    /// Every battle of its Stage.
    fn fits(pack: &Pack, ready: &Ready) -> Vec<String> {
        let all = catalog::scenarios(pack);
        let stage = all.iter().find(|battle| battle.id == ready.scenario).map(|battle| battle.stage);
        all.into_iter().filter(|battle| Some(battle.stage) == stage).map(|battle| battle.id).collect()
    }

    fn units(pack: &Pack, warband: &str) -> Vec<String> {
        catalog::models(pack, warband)
    }

    fn advice(pack: &Pack, ready: &Ready, _: &str) -> Vec<Problem> {
        muster::parse_line(pack, &ready.line).map_or_else(|_| Vec::new(), |warband| muster::warnings(pack, &warband))
    }

    fn maps(pack: &Pack) -> Vec<Card> {
        catalog::maps(pack).into_iter().map(listed).collect()
    }

    fn options(_: &Pack) -> Vec<Setting> {
        let own = |values: &[(&str, &str)]| {
            values.iter().map(|(value, title)| ((*value).to_owned(), (*title).to_owned())).collect()
        };
        vec![
            Setting {
                name: "measuring",
                title: "Measuring",
                values: own(&[("", "Only after an Action is declared"), ("on", "At any time")]),
            },
            Setting {
                name: "edge-tokens",
                title: "Tokens of the Edge",
                values: own(&[("", "Difference of the Checks"), ("flat", "Always three")]),
            },
            Setting {
                name: "immunity",
                title: "Immune models",
                values: own(&[
                    ("", "Ignore the named Trait of an Attack"),
                    ("attack", "Take no damage from an Attack that bears it"),
                ]),
            },
            Setting {
                name: "tactical-dice",
                title: "Tactical Dice",
                values: own(&[("", "One for each model in a Turn"), ("check", "One for each Check of a model")]),
            },
            Setting {
                name: "roles",
                title: "Intruder",
                values: own(&[("", "By Strategy Check"), ("a", "First side"), ("b", "Second side")]),
            },
        ]
    }

    fn cards(pack: &Pack) -> Vec<Card> {
        catalog::cards(pack).into_iter().map(listed).collect()
    }

    fn side(pack: &Pack, name: &str, text: &str) -> Result<Ready, Vec<pack::Problem>> {
        catalog::side(pack, name, text).map(|entry| ready(pack, entry))
    }

    fn check(pack: &Pack, line: &str, scenario: &str) -> Vec<Problem> {
        match catalog::scenario(pack, scenario) {
            Some(battle) => catalog::check(pack, line, battle.stage),
            None => vec![Problem::plain("scenario", no_scenario(pack, scenario))],
        }
    }

    fn random(
        pack: &Pack,
        scenario: &str,
        points: i32,
        faction: Option<&str>,
        seed: u64,
    ) -> Result<(Ready, String), Failure> {
        let battle = catalog::scenario(pack, scenario).ok_or_else(|| Failure::bad(no_scenario(pack, scenario)))?;
        if let Some(word) = faction
            && !pack.factions.iter().any(|known| known.id.text() == slug(word))
        {
            return Err(Failure::bad(unknown("faction", word, pack.factions.iter().map(|known| known.id.text()))));
        }
        let found = catalog::random(pack, battle.stage, points, faction, seed);
        let (entry, file) =
            found.ok_or_else(|| Failure::no(format!("no legal warband can be had for {points} silver pieces")))?;
        Ok((ready(pack, entry), file))
    }
}

fn no_scenario(pack: &Pack, word: &str) -> String {
    let known = catalog::scenarios(pack);
    unknown("scenario", word, known.iter().map(|battle| battle.id.as_str()))
}

/// A warband of a Stage may fight in every battle of it; lists sort it under the first.
fn ready(pack: &Pack, entry: catalog::Ready) -> Ready {
    let home = catalog::scenarios(pack).into_iter().find(|battle| battle.stage == entry.stage);
    Ready {
        id: entry.id,
        title: entry.title,
        scenario: home.map_or_else(String::new, |battle| battle.id),
        faction: entry.faction,
        cost: entry.cost,
        units: entry.models,
        agreed: None,
        origin: entry.origin,
        line: entry.line,
    }
}

fn listed(card: catalog::Card) -> Card {
    let catalog::Card { kind, id, title, faction, cost, origin, about } = card;
    Card { kind, id, title, faction, cost, origin, about }
}
