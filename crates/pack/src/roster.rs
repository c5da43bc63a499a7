//! A warband that is a list of cards: its file, its line, what it costs, and whether it is legal.

use crate::{Card, Content, Failure, Map, Reader, Ready, Scenario, Section, Sources, unknown};
use kernel::{Name, Problem, Rng, Rule, Setup, slug};

/// The rules that bound a warband.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// What a warband may cost.
    pub points: Rule,
    /// How many units it has.
    pub units: Rule,
}

/// Units by their cards.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Roster {
    pub id: Name,
    pub title: String,
    pub scenario: String,
    pub faction: String,
    pub origin: &'static str,
    pub units: Vec<Name>,
}

impl Roster {
    /// What a table says of a warband; units that are no cards are reported.
    pub(crate) fn read(table: Section<'_>, cards: &[&str], scenarios: &[&str]) -> Option<Roster> {
        let (title, units) = (table.str("title"), table.array("units"));
        let (scenario, faction) = (table.str_or("scenario", "standard"), table.str_or("faction", ""));
        if !scenarios.contains(&slug(scenario).as_str()) {
            table.report(table.place("scenario").unknown("scenario", scenario, scenarios.iter().copied()));
        }
        let unit = |value: crate::Value<'_>| {
            let word = value.str()?;
            if !cards.contains(&slug(word).as_str()) {
                value.unknown("unit", cards.iter().copied());
                return None;
            }
            Name::known(&slug(word))
        };
        let units = units?.into_iter().map(unit).collect::<Vec<_>>().into_iter().collect::<Option<Vec<Name>>>();
        let (title, scenario, faction) = (title?.to_owned(), slug(scenario), slug(faction));
        Some(Roster { id: Name::of(&title), title, scenario, faction, origin: "house", units: units? })
    }

    /// As it stands in a setup: `spearman, spearman, slinger; The Reeds`.
    pub fn line(&self) -> String {
        let units: Vec<&str> = self.units.iter().map(|unit| unit.text()).collect();
        format!("{}; {}", units.join(", "), self.title)
    }

    /// As a file.
    pub fn file(&self) -> String {
        let units: Vec<String> = self.units.iter().map(|unit| format!("\"{unit}\"")).collect();
        let title = crate::quoted(&self.title);
        format!("title = {title}\nscenario = \"{}\"\nunits = [{}]\n", self.scenario, units.join(", "))
    }
}

/// What lists and lobbies ask of content that is kept like this: the part of [`crate::Catalog`] that follows from it.
pub trait Stock {
    fn scenarios(&self) -> Vec<Scenario>;
    fn warbands(&self) -> Vec<Ready>;
    fn units(&self, warband: &str) -> Vec<String>;
    fn maps(&self) -> Vec<Card>;
    fn cards(&self) -> Vec<Card>;

    /// # Errors
    /// Every problem of the file.
    fn side(&self, name: &str, text: &str) -> Result<Ready, Vec<crate::Problem>>;
    fn check(&self, line: &str, scenario: &str) -> Vec<Problem>;

    /// # Errors
    /// When nothing fits, or a word means nothing.
    fn random(&self, scenario: &str, points: i32, faction: Option<&str>, seed: u64)
    -> Result<(Ready, String), Failure>;
}

impl<C> Content<C> {
    /// The sides of a setup: the scenario, and of each side its title and its cards.
    ///
    /// # Errors
    /// Every problem of every side.
    pub fn sides(&self, setup: &Setup, most: usize) -> Result<Vec<Roster>, Vec<Problem>> {
        let mut problems = Vec::new();
        if setup.sides.len() != most {
            problems.push(Problem::plain("setup", format!("{} sides; there are {most}", setup.sides.len())));
        }
        let mut sides = Vec::new();
        for line in &setup.sides {
            problems.extend(self.check(line, &setup.scenario));
            sides.extend(self.parse(line, &setup.scenario).ok());
        }
        if problems.is_empty() { Ok(sides) } else { Err(problems) }
    }

    /// The map that the players have picked; the first where they have not.
    ///
    /// # Errors
    /// An option that means nothing here.
    pub fn picked(&self, setup: &Setup) -> Result<&Map, Vec<Problem>> {
        let ids = || self.maps.iter().map(|map| map.id.text());
        if let Some((name, _)) = setup.options.iter().find(|(name, _)| name != "map") {
            return Err(vec![Problem::plain("options", unknown("option", name, ["map"]))]);
        }
        let found = match setup.option("map") {
            Some(word) => self.map(&slug(word)).ok_or_else(|| unknown("map", word, ids())),
            None => self.maps.first().ok_or_else(|| "the pack has no map".to_owned()),
        };
        found.map_err(|why| vec![Problem::plain("map", why)])
    }

    fn parse(&self, line: &str, scenario: &str) -> Result<Roster, Problem> {
        let (list, title) = line.split_once(';').unwrap_or((line, "A warband"));
        let unit = |word: &str| {
            let known = || self.cards.iter().map(|card| card.id.text());
            let found = self.cards.iter().find(|card| card.id.text() == slug(word));
            found.ok_or_else(|| Problem::plain("units", unknown("unit", word, known())))
        };
        let words = list.split(',').map(str::trim).filter(|word| !word.is_empty());
        let cards = words.map(unit).collect::<Result<Vec<_>, Problem>>()?;
        let faction = cards.first().map_or_else(String::new, |card| card.shown.faction.clone());
        Ok(Roster {
            id: Name::of("drawn-up"),
            title: title.trim().chars().take(60).collect(),
            scenario: scenario.to_owned(),
            faction,
            origin: "house",
            units: cards.iter().map(|card| card.id).collect(),
        })
    }

    fn cost(&self, roster: &Roster) -> i32 {
        roster.units.iter().filter_map(|unit| self.card(*unit)).map(|card| card.shown.cost).sum()
    }

    fn ready(&self, roster: &Roster) -> Ready {
        Ready {
            id: roster.id.to_string(),
            title: roster.title.clone(),
            scenario: roster.scenario.clone(),
            faction: roster.faction.clone(),
            cost: self.cost(roster),
            units: roster.units.len(),
            agreed: None,
            origin: roster.origin,
            line: roster.line(),
        }
    }

    fn scenario(&self, word: &str) -> Result<&Scenario, String> {
        let found = self.scenarios.iter().find(|scenario| scenario.id == slug(word));
        found.ok_or_else(|| unknown("scenario", word, self.scenarios.iter().map(|scenario| scenario.id.as_str())))
    }
}

impl<C> Stock for Content<C> {
    fn scenarios(&self) -> Vec<Scenario> {
        self.scenarios.clone()
    }

    fn warbands(&self) -> Vec<Ready> {
        self.warbands.iter().map(|roster| self.ready(roster)).collect()
    }

    fn units(&self, warband: &str) -> Vec<String> {
        let found = self.warbands.iter().find(|roster| roster.id.text() == warband);
        let cards = found.into_iter().flat_map(|roster| &roster.units).filter_map(|unit| self.card(*unit));
        cards.map(|card| card.shown.title.clone()).collect()
    }

    fn maps(&self) -> Vec<Card> {
        self.maps.iter().map(Map::card).collect()
    }

    fn cards(&self) -> Vec<Card> {
        self.cards.iter().map(|card| card.shown.clone()).collect()
    }

    fn side(&self, name: &str, text: &str) -> Result<Ready, Vec<crate::Problem>> {
        let sources = Sources::embedded(&[(name, text)]);
        let reader = Reader::new(&sources);
        let cards: Vec<&str> = self.cards.iter().map(|card| card.id.text()).collect();
        let scenarios: Vec<&str> = self.scenarios.iter().map(|scenario| scenario.id.as_str()).collect();
        let roster = reader.roots().first().and_then(|table| Roster::read(*table, &cards, &scenarios));
        let problems = reader.finish();
        match roster {
            Some(roster) if problems.is_empty() => Ok(self.ready(&roster)),
            _ => Err(problems),
        }
    }

    fn check(&self, line: &str, scenario: &str) -> Vec<Problem> {
        let (roster, scenario) = match (self.parse(line, scenario), self.scenario(scenario)) {
            (Ok(roster), Ok(scenario)) => (roster, scenario),
            (Err(problem), _) => return vec![problem],
            (_, Err(why)) => return vec![Problem::plain("scenario", why)],
        };
        let (cost, units) = (self.cost(&roster), roster.units.len());
        let mut problems = Vec::new();
        if cost > scenario.points {
            let text = format!("{cost} points; {} may be spent", scenario.points);
            problems.push(Problem::new(self.limits.points, &roster.title, text));
        }
        if units == 0 || units > scenario.units {
            let text = format!("{units} units; it has 1 to {}", scenario.units);
            problems.push(Problem::new(self.limits.units, &roster.title, text));
        }
        problems
    }

    fn random(
        &self,
        scenario: &str,
        points: i32,
        faction: Option<&str>,
        seed: u64,
    ) -> Result<(Ready, String), Failure> {
        let scenario = self.scenario(scenario).map_err(Failure::bad)?;
        let mut factions: Vec<&str> = self.cards.iter().map(|card| card.shown.faction.as_str()).collect();
        factions.sort_unstable();
        factions.dedup();
        let mut rng = Rng::new(seed);
        let faction = match faction {
            Some(word) if !factions.contains(&slug(word).as_str()) => {
                return Err(Failure::bad(unknown("faction", word, factions)));
            }
            Some(word) => slug(word),
            None => factions.get(rng.below(factions.len())).map_or_else(String::new, |word| (*word).to_owned()),
        };
        let (mut units, mut left) = (Vec::new(), points.min(scenario.points));
        while units.len() < scenario.units {
            let fits = |card: &&crate::Held<C>| card.shown.faction == faction && card.shown.cost <= left;
            let fitting: Vec<_> = self.cards.iter().filter(fits).collect();
            let Some(card) = fitting.get(rng.below(fitting.len())) else { break };
            units.push(card.id);
            left -= card.shown.cost;
        }
        if units.is_empty() {
            return Err(Failure::no(format!("no unit can be had for {points} points")));
        }
        let (title, scenario) = ("A warband".to_owned(), scenario.id.clone());
        let roster = Roster { id: Name::of("random"), title, scenario, faction, origin: "house", units };
        Ok((self.ready(&roster), roster.file()))
    }
}
