//! Sword and Claw's content, as lists.

use super::card;
use crate::cards::{Army, Map, Pack, Pick, ScenarioId, Spell, Troop};
use crate::{SwordAndClaw, muster};
use kernel::{Name, Problem, Rng, slug};
use pack::{Card, Catalog, Failure, Ready, Scenario, Setting, unknown};

/// Random armies made before giving up.
const TRIES: usize = 50;

impl Catalog for SwordAndClaw {
    // The largest battle: 500 points, some thirty figures a side.
    const YARDSTICK: &'static str = "hold_the_pass";

    // SC-SETUP-10.
    const AGREED: Option<(i32, i32)> = Some((10, 5000));

    fn scenarios(pack: &Pack) -> Vec<Scenario> {
        let list = pack.scenarios.iter().map(|scenario| Scenario {
            id: scenario.id.to_string(),
            title: scenario.title.to_owned(),
            points: scenario.points.into(),
            units: muster::MOST_FIGURES,
            exceptions: Vec::new(),
            origin: scenario.origin.text(),
            text: scenario.text.clone(),
        });
        list.collect()
    }

    fn warbands(pack: &Pack) -> Vec<Ready> {
        pack.armies.iter().map(|army| ready(pack, army)).collect()
    }

    fn units(pack: &Pack, warband: &str) -> Vec<String> {
        let Some(army) = pack.armies.iter().find(|army| army.id.text() == warband) else {
            return Vec::new();
        };
        let [a, b] = &army.reserves;
        let mut lines = Vec::new();
        for (name, force) in [("", &army.core), ("Reserve A: ", a), ("Reserve B: ", b)] {
            lines
                .extend(force.chunk_by(|one, next| one == next).map(|group| format!("{name}{}", figures(pack, group))));
        }
        lines
    }

    // SC-SETUP-09: the players of the two sides sit alternately.
    fn seatings(_: &Pack, _: &str) -> Vec<Vec<u8>> {
        [&[0, 1][..], &[0, 1, 0, 1], &[0, 1, 1], &[0, 1, 0], &[0, 1, 1, 1], &[0, 1, 0, 0]].map(<[u8]>::to_vec).into()
    }

    fn shared(_: &Pack, lines: &[String]) -> Option<String> {
        Some(muster::join(lines))
    }

    fn maps(pack: &Pack) -> Vec<Card> {
        pack.maps.iter().map(|map| board_card(map)).collect()
    }

    fn options(_: &Pack) -> Vec<Setting> {
        let own = |values: &[(&str, &str)]| {
            values.iter().map(|(value, title)| ((*value).to_owned(), (*title).to_owned())).collect()
        };
        vec![
            // Where somebody looks for hexes he finds why there are none.
            Setting { name: "grid", title: "Grid", values: own(&[("", "One-inch squares, no hexes (SC-SETUP-02)")]) },
            Setting {
                name: "attacker",
                title: "Attacker",
                values: own(&[("", "As the scenario says"), ("a", "First side"), ("b", "Second side")]),
            },
            Setting {
                name: "points",
                title: "Points",
                values: own(&[("", "As the scenario says"), ("250", "250"), ("400", "400"), ("500", "500")]),
            },
            Setting {
                name: "turns",
                title: "Rounds",
                values: own(&[("", "As the scenario says"), ("3", "3"), ("6", "6"), ("10", "10")]),
            },
        ]
    }

    fn cards(pack: &Pack) -> Vec<Card> {
        let troops = pack.troops.iter().map(|troop| troop_card(pack, troop));
        troops.chain(pack.spells.iter().map(spell_card)).collect()
    }

    fn side(pack: &Pack, name: &str, text: &str) -> Result<Ready, Vec<pack::Problem>> {
        muster::read(pack, name, text).map(|army| ready(pack, &army))
    }

    fn check(pack: &Pack, line: &str, scenario: &str) -> Vec<Problem> {
        let Some(id) = scenario_id(pack, scenario) else {
            return vec![Problem::plain("scenario", unknown("scenario", scenario, scenario_ids(pack)))];
        };
        match muster::parse_side(pack, line) {
            Ok(armies) => muster::check_side(pack, pack.scenario(id).points, &armies),
            Err(problems) => problems,
        }
    }

    fn check_ready(pack: &Pack, ready: &Ready, scenario: &str) -> Vec<Problem> {
        if scenario_id(pack, scenario).is_none() {
            return Self::check(pack, &ready.line, scenario);
        }
        match muster::parse_side(pack, &ready.line) {
            Ok(armies) => muster::check_side(pack, total(pack, ready, scenario), &armies),
            Err(problems) => problems,
        }
    }

    fn advice(pack: &Pack, ready: &Ready, scenario: &str) -> Vec<Problem> {
        let board = scenario_id(pack, scenario).map(|id| pack.field(pack.scenario(id).map));
        board.map_or_else(Vec::new, |field| muster::advice(&field.map, total(pack, ready, scenario)))
    }

    fn random(
        pack: &Pack,
        scenario: &str,
        points: i32,
        faction: Option<&str>,
        seed: u64,
    ) -> Result<(Ready, String), Failure> {
        let id = scenario_id(pack, scenario)
            .ok_or_else(|| Failure::bad(unknown("scenario", scenario, scenario_ids(pack))))?;
        let faction = faction.map(|word| {
            let known = pack.factions.iter().map(|faction| faction.id.text());
            Name::known(&slug(word))
                .and_then(|name| pack.faction_named(name))
                .ok_or_else(|| Failure::bad(unknown("faction", word, known)))
        });
        let points = u16::try_from(points).unwrap_or(0);
        let faction = faction.transpose()?;
        let mut rng = Rng::new(seed);
        // With few points it may take a few tries until the core has half of them.
        let mut armies = (0..TRIES).map(|_| muster::random(pack, Some(id), points, faction, &mut rng));
        let Some(army) = armies.find(|army| muster::check(pack, points, army).is_empty()) else {
            let half = points.div_ceil(2);
            return Err(Failure::no(format!(
                "no army of {points} points was found; {half} of them have to be in the core"
            )));
        };
        Ok((ready(pack, &army), muster::write(pack, &army)))
    }
}

fn scenario_id(pack: &Pack, word: &str) -> Option<ScenarioId> {
    Name::known(&slug(word)).and_then(|name| pack.scenario_named(name))
}

/// The total that an army was drawn up for, or that of the scenario (SC-SETUP-10).
fn total(pack: &Pack, ready: &Ready, scenario: &str) -> u16 {
    let agreed = ready.agreed.and_then(|points| u16::try_from(points).ok());
    agreed.or(scenario_id(pack, scenario).map(|id| pack.scenario(id).points)).unwrap_or(0)
}

fn scenario_ids(pack: &Pack) -> impl Iterator<Item = &str> {
    pack.scenarios.iter().map(|scenario| scenario.id.text())
}

fn ready(pack: &Pack, army: &Army) -> Ready {
    // An army that names no scenario is for the smallest it fits into.
    let scenario = army.scenario.map(|id| pack.scenario(id)).or_else(|| {
        let fitting = pack.scenarios.iter().filter(|scenario| scenario.points >= army.points);
        fitting.min_by_key(|scenario| scenario.points)
    });
    Ready {
        id: army.id.to_string(),
        title: army.title.to_owned(),
        scenario: scenario.map_or_else(String::new, |scenario| scenario.id.to_string()),
        faction: pack.faction(army.faction).id.to_string(),
        cost: muster::total(pack, army) as i32,
        units: army.core.len() + army.reserves.iter().map(Vec::len).max().unwrap_or(0),
        agreed: Some(army.points.into()),
        origin: army.origin.text(),
        line: muster::line(pack, army),
    }
}

/// `4 Human Man-at-Arms`, `Human Battle Mage (Fireball, Heal, Entangle)`.
fn figures(pack: &Pack, group: &[Pick]) -> String {
    let title = pack.troop(group[0].troop).title;
    let mut text = if group.len() > 1 { format!("{} {title}", group.len()) } else { title.to_owned() };
    if !group[0].spells.is_empty() {
        let spells: Vec<&str> = group[0].spells.iter().map(|spell| pack.spell(*spell).title).collect();
        text += &format!(" ({})", spells.join(", "));
    }
    text
}

fn board_card(map: &Map) -> Card {
    Card {
        kind: "map",
        id: map.id.to_string(),
        title: map.title.to_owned(),
        faction: String::new(),
        cost: 0,
        origin: map.origin.text(),
        about: format!("{} x {} squares", map.width, map.height),
    }
}

fn troop_card(pack: &Pack, troop: &Troop) -> Card {
    let mut about = vec![card::kind(troop)];
    about.extend(troop.attacks.iter().map(|attack| format!("{}: {}", attack.title, card::attack_text(attack))));
    Card {
        kind: "unit",
        id: troop.id.to_string(),
        title: troop.title.to_owned(),
        faction: pack.faction(troop.faction).id.to_string(),
        cost: troop.points.into(),
        origin: troop.origin.text(),
        about: about.join("; "),
    }
}

fn spell_card(spell: &Spell) -> Card {
    Card {
        kind: "spell",
        id: spell.id.to_string(),
        title: spell.title.to_owned(),
        faction: String::new(),
        cost: 0,
        origin: spell.origin.text(),
        about: card::spell_text(spell),
    }
}
