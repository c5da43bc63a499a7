//! An army in one line, as setups and records have it:
//! `Grey Company | humans | 4 human-man-at-arms, human-battle-mage+fireball+heal+haste | 2 human-knight | -`.
//!
//! The parts are title, faction, core, reserve A and reserve B. The armies of several players of one side stand in one
//! line with `//` between them.

use super::{MOST_FIGURES, figure_place, unknown_word};
use crate::cards::{Army, FactionId, Origin, Pack, Pick, SpellId, TroopId};
use kernel::{Name, Problem, keep};
use rulebook::SC;

/// Longer lines are turned down unread.
const LONGEST: usize = 16_384;

/// The line of an army. The id, the origin, the scenario and the points are not in it.
pub fn line(pack: &Pack, army: &Army) -> String {
    // A title from elsewhere must not break the line.
    let title = army.title.replace("//", "/").replace(|c: char| c == '|' || c.is_control(), " ");
    let [a, b] = &army.reserves;
    let forces = [&army.core, a, b].map(|picks| force(pack, picks));
    format!("{} | {} | {}", title.trim(), pack.faction(army.faction).id, forces.join(" | "))
}

/// The line of a side, from those of its players.
pub fn side_line(pack: &Pack, armies: &[Army]) -> String {
    join(&armies.iter().map(|army| line(pack, army)).collect::<Vec<String>>())
}

/// The same from the lines of the players.
pub fn join(lines: &[String]) -> String {
    lines.join(" // ")
}

/// Figures of the same kind that stand together are counted.
fn force(pack: &Pack, picks: &[Pick]) -> String {
    let mut parts: Vec<String> = Vec::new();
    for group in picks.chunk_by(|one, next| one == next) {
        let mut text = if group.len() > 1 { format!("{} ", group.len()) } else { String::new() };
        text += pack.troop(group[0].troop).id.text();
        for spell in &group[0].spells {
            text += "+";
            text += pack.spell(*spell).id.text();
        }
        parts.push(text);
    }
    if parts.is_empty() { "-".to_owned() } else { parts.join(", ") }
}

/// Reads the line of a side: the armies of its players.
///
/// # Errors
/// Every word that names nothing in the pack.
pub fn parse_side(pack: &Pack, line: &str) -> Result<Vec<Army>, Vec<Problem>> {
    if line.len() > LONGEST {
        return Err(vec![Problem::plain("army", format!("the line is longer than {LONGEST} characters"))]);
    }
    let mut armies = Vec::new();
    let mut problems = Vec::new();
    for part in line.split("//") {
        match parse_line(pack, part) {
            Ok(army) => armies.push(army),
            Err(found) => problems.extend(found),
        }
    }
    if problems.is_empty() { Ok(armies) } else { Err(problems) }
}

/// Reads the line of one army. Whether it is legal is for [`check`](super::check) to say.
///
/// # Errors
/// Every word that names nothing in the pack.
pub fn parse_line(pack: &Pack, line: &str) -> Result<Army, Vec<Problem>> {
    let plain = |text: String| Err(vec![Problem::plain("army", text)]);
    if line.len() > LONGEST {
        return plain(format!("the line is longer than {LONGEST} characters"));
    }
    if line.chars().any(char::is_control) {
        return plain("a line break or another control character".to_owned());
    }
    let parts: Vec<&str> = line.split('|').map(str::trim).collect();
    let [title, faction, core, a, b] = parts[..] else {
        return plain(format!("{} parts; expected title | faction | core | reserve A | reserve B", parts.len()));
    };
    let mut reader = LineReader { pack, problems: Vec::new(), figures: 0 };
    let faction = reader.faction(faction);
    let [core, a, b] = [core, a, b].map(|text| reader.force(text));
    let problems = reader.problems;
    let Some(faction) = faction.filter(|_| problems.is_empty()) else {
        return Err(problems);
    };
    let mut army = Army {
        id: Name::of("own"),
        // A title of a player is kept for the life of the program, so it is cut short.
        title: keep(&title.chars().take(60).collect::<String>()),
        origin: Origin::House,
        faction,
        scenario: None,
        points: 0,
        core,
        reserves: [a, b],
    };
    army.points = u16::try_from(super::total(pack, &army)).unwrap_or(u16::MAX);
    Ok(army)
}

struct LineReader<'p> {
    pack: &'p Pack,
    problems: Vec<Problem>,
    figures: usize,
}

impl LineReader<'_> {
    fn faction(&mut self, word: &str) -> Option<FactionId> {
        let found = self.pack.factions.iter().position(|faction| faction.id.text() == word);
        if found.is_none() {
            let known = self.pack.factions.iter().map(|faction| faction.id.text());
            self.problems.push(Problem::new(SC::TROOP_25, "army", unknown_word("faction", word, known)));
        }
        found.map(|place| FactionId(place as u8))
    }

    fn force(&mut self, text: &str) -> Vec<Pick> {
        let mut picks = Vec::new();
        if matches!(text, "" | "-") {
            return picks;
        }
        for entry in text.split(',').map(str::trim) {
            let (count, rest) = match entry.split_once(' ') {
                Some((count, rest)) => (count.parse::<usize>().ok(), rest.trim()),
                None => (Some(1), entry),
            };
            let mut words = rest.split('+').map(str::trim);
            let troop = words.next().unwrap_or_default();
            let place = figure_place(self.figures, troop);
            let Some(count) = count.filter(|count| (1..=MOST_FIGURES).contains(count)) else {
                self.problems.push(Problem::plain(place, "expected a number of figures, such as 4"));
                continue;
            };
            self.figures += count;
            if self.figures > MOST_FIGURES {
                self.problems.push(Problem::plain(place, format!("more than {MOST_FIGURES} figures")));
                return picks;
            }
            let troop = self.troop(troop, &place);
            let spells: Vec<Option<SpellId>> = words.map(|word| self.spell(word, &place)).collect();
            let spells: Option<Vec<SpellId>> = spells.into_iter().collect();
            if let (Some(troop), Some(spells)) = (troop, spells) {
                picks.extend(std::iter::repeat_n(Pick { troop, spells }, count));
            }
        }
        picks
    }

    fn troop(&mut self, word: &str, place: &str) -> Option<TroopId> {
        let found = self.pack.troops.iter().position(|troop| troop.id.text() == word);
        if found.is_none() {
            let known = self.pack.troops.iter().map(|troop| troop.id.text());
            self.problems.push(Problem::plain(place, unknown_word("troop", word, known)));
        }
        found.map(|place| TroopId(place as u16))
    }

    fn spell(&mut self, word: &str, place: &str) -> Option<SpellId> {
        let found = self.pack.spells.iter().position(|spell| spell.id.text() == word);
        if found.is_none() {
            let known = self.pack.spells.iter().map(|spell| spell.id.text());
            self.problems.push(Problem::new(SC::SPELL_04, place, unknown_word("spell", word, known)));
        }
        found.map(|place| SpellId(place as u8))
    }
}
