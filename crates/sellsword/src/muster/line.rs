//! A warband in one line, as records and the command line have it:
//! `Grave March | havoc | ruined-abbey | gray-necromancer+demon-staff, skeletal-guard`.

use super::{unit_place, unknown_word};
use crate::cards::{Origin, Pack, Pick, Scenario, Warband};
use kernel::{Name, Problem};
use rulebook::SW;

/// Longer lines are turned down unread; forty units with mods take less.
const LONGEST: usize = 4096;

/// The line of a warband: title, faction, gridmap or `-`, units with their mods.
///
/// The id, the origin and the scenario are not in it: a record names the scenario once for all sides.
pub fn line(warband: &Warband) -> String {
    // A title from elsewhere must not break the line.
    let title: String = warband.title.chars().map(|c| if c == '|' || c.is_control() { ' ' } else { c }).collect();
    let units: Vec<String> = warband.units.iter().map(pick).collect();
    let map = warband.gridmap.map_or("-", Name::text);
    format!("{} | {} | {map} | {}", title.trim(), warband.faction, units.join(", "))
}

fn pick(pick: &Pick) -> String {
    let mods = pick.mods.iter().map(|modcard| format!("+{modcard}"));
    std::iter::once(pick.unit.text().to_owned()).chain(mods).collect()
}

/// Reads such a line. Whether the warband is legal is for [`check`](super::check) to say.
///
/// The id is `own` and the scenario `standard`, for the line names neither.
///
/// # Errors
/// Every word that names nothing in the pack.
pub fn parse_line(pack: &Pack, line: &str) -> Result<Warband, Vec<Problem>> {
    let plain = |text: String| Err(vec![Problem::plain("warband", text)]);
    if line.len() > LONGEST {
        return plain(format!("the line is longer than {LONGEST} characters"));
    }
    if line.chars().any(char::is_control) {
        return plain("a line break or another control character".to_owned());
    }
    let parts: Vec<&str> = line.split('|').map(str::trim).collect();
    let [title, faction, map, units] = parts[..] else {
        return plain(format!("{} parts; expected title | faction | gridmap | units", parts.len()));
    };
    let mut problems = Vec::new();

    let factions: Vec<Name> = pack.units.iter().map(|card| card.faction).collect();
    let faction = find(&factions, faction).map_err(|hint| {
        problems.push(Problem::new(SW::BUILD_04, "warband", unknown("faction", faction, hint)));
    });
    let maps: Vec<Name> = pack.maps.iter().map(|field| field.map.id).collect();
    let gridmap = match map {
        "" | "-" => Ok(None),
        map => find(&maps, map).map(Some).map_err(|hint| {
            problems.push(Problem::new(SW::BUILD_07, "warband", unknown("gridmap", map, hint)));
        }),
    };
    let cards: Vec<Name> = pack.units.iter().map(|card| card.id).collect();
    let mods: Vec<Name> = pack.mods.iter().map(|card| card.id).collect();
    let mut picks = Vec::new();
    let written: Vec<&str> = if units.is_empty() { Vec::new() } else { units.split(',').map(str::trim).collect() };
    for (index, entry) in written.into_iter().enumerate() {
        let mut words = entry.split('+').map(str::trim);
        let unit = words.next().unwrap_or_default();
        let place = unit_place(index, unit);
        let card = find(&cards, unit).map_err(|hint| {
            problems.push(Problem::plain(place.clone(), unknown("unit", unit, hint)));
        });
        let mut carried = Vec::new();
        for word in words {
            match find(&mods, word) {
                Ok(modcard) => carried.push(modcard),
                Err(hint) => problems.push(Problem::plain(place.clone(), unknown("mod card", word, hint))),
            }
        }
        if let Ok(unit) = card {
            picks.push(Pick { unit, mods: carried });
        }
    }
    match (faction, gridmap) {
        (Ok(faction), Ok(gridmap)) if problems.is_empty() => Ok(Warband {
            id: Name::of("own"),
            title: title.to_owned(),
            origin: Origin::House,
            faction,
            scenario: Name::of(Scenario::STANDARD),
            gridmap,
            units: picks,
        }),
        _ => Err(problems),
    }
}

/// The name among those of the pack, so that no word of a player is kept; else all that it could have been.
fn find<'n>(names: &'n [Name], word: &str) -> Result<Name, &'n [Name]> {
    names.iter().copied().find(|name| name.text() == word).ok_or(names)
}

fn unknown(what: &str, word: &str, names: &[Name]) -> String {
    let shown: String = word.chars().take(60).collect();
    unknown_word(what, &shown, names.iter().map(|name| name.text()))
}
