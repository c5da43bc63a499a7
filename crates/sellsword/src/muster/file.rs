//! A warband as a file: a player's own, or an entry of a pack, which is written the same way.

use crate::cards::{Origin, Pack, Pick, Warband, faction};
use kernel::{Name, Rule, slug};
use pack::{Place, Problem, Reader, Section, Sources, Value, quoted};
use rulebook::SW;
use std::fmt::Write;

/// Reads a player's warband: `name`, `faction`, `scenario`, `gridmap` and `units`. `name` is the file's, for problems.
///
/// The gridmap may be left out, and a unit may name two mods: [`check`](super::check) says that such a warband is not
/// legal, as it does of points and ratings. Its id is `own`.
///
/// # Errors
/// Everything that is misspelt or names nothing in the pack.
pub fn read(pack: &Pack, name: &str, text: &str) -> Result<Warband, Vec<Problem>> {
    let reader = Reader::new(&Sources::embedded(&[(name, text)]));
    let known = Known {
        units: pack.units.iter().map(|card| card.id.text()).collect(),
        mods: pack.mods.iter().map(|card| card.id.text()).collect(),
        maps: pack.maps.iter().map(|field| field.map.id.text()).collect(),
        scenarios: pack.scenarios.iter().map(|scenario| scenario.id.text()).collect(),
    };
    let root = reader.roots().into_iter().next();
    let warband = root.and_then(|root| written(root).resolve(root, &known));
    if let Some(root) = root {
        // A ready-made warband copied out of a pack reads as it stands.
        for key in ["id", "origin"] {
            root.get(key);
        }
        let total = root.get("total").and_then(|value| value.int(0..=i16::MAX));
        let cost = warband.as_ref().map(|(warband, _)| super::cost(pack, warband));
        if let (Some(total), Some(cost)) = (total, cost)
            && total != cost
        {
            root.problem("total", format!("the warband costs {cost}"), rulebook::SW::MOD_07);
        }
    }
    let problems = reader.finish();
    match warband {
        Some((warband, _)) if problems.is_empty() => Ok(warband),
        _ => Err(problems),
    }
}

/// The file that [`read`] reads as the same warband.
pub fn write(warband: &Warband) -> String {
    let mut out = String::new();
    // Writing to a string cannot fail.
    let _ = writeln!(out, "name = {}", quoted(&warband.title));
    let _ = writeln!(out, "faction = {}", quoted(&capital(warband.faction.text())));
    let _ = writeln!(out, "scenario = {}", quoted(warband.scenario.text()));
    if let Some(map) = warband.gridmap {
        let _ = writeln!(out, "gridmap = {}", quoted(map.text()));
    }
    out.push_str("units = [\n");
    for pick in &warband.units {
        let unit = quoted(pick.unit.text());
        let _ = match &pick.mods[..] {
            [] => writeln!(out, "  {{ unit = {unit} }},"),
            [only] => writeln!(out, "  {{ unit = {unit}, modcard = {} }},", quoted(only.text())),
            several => {
                let list: Vec<String> = several.iter().map(|modcard| quoted(modcard.text())).collect();
                writeln!(out, "  {{ unit = {unit}, mods = [{}] }},", list.join(", "))
            }
        };
    }
    out.push_str("]\n");
    out
}

/// The ids that a warband may name.
#[derive(Debug)]
pub(crate) struct Known {
    pub(crate) units: Vec<&'static str>,
    pub(crate) mods: Vec<&'static str>,
    pub(crate) maps: Vec<&'static str>,
    pub(crate) scenarios: Vec<&'static str>,
}

/// A word and where it stands.
type Spot = (Place, String);

/// A warband as it was written, its words not yet looked up. What could not be read has been reported and is missing;
/// the rest is looked up all the same, so that a mistake in one place hides none in another.
#[derive(Debug)]
pub(crate) struct Written {
    title: Option<String>,
    faction: Option<Name>,
    scenario: Option<Spot>,
    gridmap: Option<Spot>,
    units: Option<Vec<WrittenUnit>>,
}

#[derive(Debug)]
struct WrittenUnit {
    place: Place,
    unit: Option<Spot>,
    mods: Vec<Spot>,
}

pub(crate) fn written(table: Section<'_>) -> Written {
    let title = title(table);
    let faction = faction(table);
    let scenario = spot(table.need("scenario", "the id of a scenario"));
    let gridmap = spot(table.get("gridmap")).filter(|(_, word)| !word.is_empty());
    let units = table.need("units", "a list of units").and_then(Value::list);
    let units = units.map(|list| list.into_iter().filter_map(Value::table).map(unit).collect());
    Written { title, faction, scenario, gridmap, units }
}

fn unit(entry: Section<'_>) -> WrittenUnit {
    let unit = spot(entry.need("unit", "the id of a unit"));
    let mut mods: Vec<Spot> = spot(entry.get("modcard")).into_iter().collect();
    mods.extend(entry.get("mods").and_then(|value| value.list_of(|item| spot(Some(item)))).unwrap_or_default());
    mods.retain(|(_, word)| !word.is_empty());
    WrittenUnit { place: entry.here(), unit, mods }
}

fn spot(value: Option<Value<'_>>) -> Option<Spot> {
    let value = value?;
    Some((value.place(), value.str()?.to_owned()))
}

/// The title goes into the line of a record, which has its own use for `|` and line breaks.
fn title(table: Section<'_>) -> Option<String> {
    const LONGEST: usize = 60;
    let title = table.str("name")?.trim();
    if title.chars().any(|c| c == '|' || c.is_control()) || title.chars().count() > LONGEST {
        let problem = table.place("name").problem("this is no name for a warband");
        table.report(problem.hint(format!("expected at most {LONGEST} characters, without | and line breaks")));
        return None;
    }
    Some(title.to_owned())
}

impl Written {
    /// The warband, and where each of its units stands. What names nothing is reported.
    pub(crate) fn resolve(self, table: Section<'_>, known: &Known) -> Option<(Warband, Vec<Place>)> {
        let look = |what: &str, rule: Option<Rule>, (place, word): &Spot, ids: &[&'static str]| {
            let slug = slug(word);
            let found = ids.iter().copied().find(|id| *id == slug).map(Name::of);
            if found.is_none() {
                table.report(Problem { rule, ..place.unknown(what, word, ids.iter().copied()) });
            }
            found
        };
        let scenario = self.scenario.and_then(|scenario| look("scenario", None, &scenario, &known.scenarios));
        let gridmap = self.gridmap.map(|map| look("gridmap", Some(SW::BUILD_07), &map, &known.maps));
        let mut picks = Vec::new();
        let mut places = Vec::new();
        for written in self.units? {
            let unit = written.unit.and_then(|unit| look("unit", None, &unit, &known.units));
            let mods: Vec<Option<Name>> =
                written.mods.iter().map(|spot| look("mod card", None, spot, &known.mods)).collect();
            let mods: Option<Vec<Name>> = mods.into_iter().collect();
            picks.push(unit.zip(mods).map(|(unit, mods)| Pick { unit, mods }));
            places.push(written.place);
        }
        let picks: Option<Vec<Pick>> = picks.into_iter().collect();
        let gridmap = match gridmap {
            None => None,
            Some(found) => Some(found?),
        };
        let warband = Warband {
            id: Name::of("own"),
            title: self.title?,
            origin: Origin::House,
            faction: self.faction?,
            scenario: scenario?,
            gridmap,
            units: picks?,
        };
        Some((warband, places))
    }
}

/// Factions are written with a capital, as on the cards.
fn capital(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map_or_else(String::new, |first| first.to_ascii_uppercase().to_string() + letters.as_str())
}
