//! A warband in one line, as records and the command line have it:
//!
//! ```text
//! Red Company | upstart | battle-sage | fighting-companies | mercenary | Captain, warlord, human/imperious, 5/5/4,
//!   man-at-arms+2 to-victory, sword shield helmet*; Archer, warrior, human/athletic, 3/1/2, marksman, bow knife
//! ```
//!
//! A star is Starmetal, a hyphen stands for what is missing. A further field of a model names its hides, one more its
//! experience. A last part of the line holds rations, the House extras switch and the chronicle:
//! `| rations=5 treasury=15 renown=4 games=1 mustered=blooded given-up=chosen-one stash=sword+helmet*`.

use super::{Item, Learnt, Model, Warband, find, unknown};
use crate::content::{Kind, Pack, Provenance, Stage};
use crate::effects::{Birth, OriginType};
use kernel::{Name, Problem, Rule};
use rulebook::SM;

/// Longer lines are turned down unread; twenty models with all their gear take less.
const LONGEST: usize = 8192;

pub fn line(warband: &Warband) -> String {
    let word = |id: Option<Name>| id.map_or("-", Name::text);
    let models: Vec<String> = warband.models.iter().map(model_line).collect();
    let mut parts = vec![
        clean(&warband.title),
        warband.stage.word().to_owned(),
        word(warband.archetype).to_owned(),
        word(warband.faction).to_owned(),
        word(warband.stronghold).to_owned(),
        models.join("; "),
    ];
    let mut more = Vec::new();
    if warband.rations > 0 {
        more.push(format!("rations={}", warband.rations));
    }
    if !warband.extras {
        more.push("no-extras".to_owned());
    }
    if let Some(annals) = &warband.annals {
        more.push(format!("treasury={} renown={} games={}", annals.treasury, annals.renown, annals.games));
        if annals.mustered != Stage::Upstart {
            more.push(format!("mustered={}", annals.mustered.word()));
        }
        if !annals.given_up.is_empty() {
            let ids: Vec<&str> = annals.given_up.iter().map(|id| id.text()).collect();
            more.push(format!("given-up={}", ids.join("+")));
        }
        if !annals.stash.is_empty() {
            let items: Vec<String> = annals.stash.iter().map(piece).collect();
            more.push(format!("stash={}", items.join("+")));
        }
    }
    if !more.is_empty() {
        parts.push(more.join(" "));
    }
    parts.join(" | ")
}

/// A title from elsewhere must not break the line.
fn clean(text: &str) -> String {
    let text: String =
        text.chars().map(|c| if matches!(c, '|' | ',' | ';') || c.is_control() { ' ' } else { c }).collect();
    text.trim().to_owned()
}

fn model_line(model: &Model) -> String {
    let birth = model.birth.map_or_else(String::new, |birth| format!("/{}", birth.word()));
    let origin = model.origin.map_or_else(|| "-".to_owned(), |origin| format!("{}{birth}", origin.word()));
    let ratings = model.ratings.map(|rating| rating.map_or_else(|| "-".to_owned(), |value| value.to_string()));
    let level = |learnt: &Learnt| match learnt.level {
        1 => learnt.id.to_string(),
        level => format!("{}+{level}", learnt.id),
    };
    let mut fields = vec![
        clean(&model.name),
        model.kind.word().to_owned(),
        origin,
        ratings.join("/"),
        words(model.traits.iter().map(level)),
        words(model.gear.iter().map(piece)),
    ];
    let chronicled = model.exp > 0 || model.away;
    if !model.hides.is_empty() || chronicled {
        fields.push(words(model.hides.iter().map(|id| id.to_string())));
    }
    if chronicled {
        fields.push(format!("{}{}", model.exp, if model.away { " away" } else { "" }));
    }
    fields.join(", ")
}

fn words(items: impl Iterator<Item = String>) -> String {
    let items: Vec<String> = items.collect();
    if items.is_empty() { "-".to_owned() } else { items.join(" ") }
}

fn piece(item: &Item) -> String {
    format!("{}{}", item.id, if item.starmetal { "*" } else { "" })
}

/// Reads such a line. Whether the warband is legal is for [`check`](super::check) to say. The id is `own`.
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
    let (title, stage, choices, models, more) = match parts[..] {
        [title, stage, a, f, s, models] => (title, stage, [a, f, s], models, ""),
        [title, stage, a, f, s, models, more] => (title, stage, [a, f, s], models, more),
        _ => {
            let expected = "title | stage | archetype | faction | stronghold | models";
            return plain(format!("{} parts; expected {expected}", parts.len()));
        }
    };
    let mut ear = Ear { pack, place: "warband".to_owned(), problems: Vec::new() };
    let stage = ear.word("stage", stage, Stage::WORDS, Some(SM::STAGE_01));
    let [archetype, faction, stronghold] = choices;
    let archetype = ear.named("archetype", archetype, SM::ARCH_01, pack.archetypes.iter().map(|entry| entry.id));
    let faction = ear.named("faction", faction, SM::FACTION_01, pack.factions.iter().map(|entry| entry.id));
    let stronghold = ear.named("stronghold", stronghold, SM::STRONGHOLD_01, pack.strongholds.iter().map(|s| s.id));
    let mut warband = Warband {
        id: Name::of("own"),
        title: title.to_owned(),
        provenance: Provenance::House,
        stage: stage.unwrap_or(Stage::Upstart),
        archetype,
        faction,
        stronghold,
        extras: true,
        rations: 0,
        models: Vec::new(),
        annals: None,
    };
    let written: Vec<&str> = if models.is_empty() { Vec::new() } else { models.split(';').map(str::trim).collect() };
    for (index, text) in written.into_iter().enumerate() {
        let name = text.split(',').next().unwrap_or_default().trim();
        ear.place = format!("model {}, {}", index + 1, name.chars().take(60).collect::<String>());
        warband.models.extend(ear.model(text));
    }
    ear.place = "warband".to_owned();
    for word in more.split(' ').filter(|word| !word.is_empty()) {
        ear.more(word, &mut warband);
    }
    if ear.problems.is_empty() { Ok(warband) } else { Err(ear.problems) }
}

/// Hears words and writes down those that mean nothing.
struct Ear<'p> {
    pack: &'p Pack,
    place: String,
    problems: Vec<Problem>,
}

impl Ear<'_> {
    fn say(&mut self, rule: Option<Rule>, text: String) {
        self.problems.push(Problem { rule, place: self.place.clone(), text });
    }

    fn word<T: Copy>(&mut self, what: &str, word: &str, list: &[(&str, T)], rule: Option<Rule>) -> Option<T> {
        let found = list.iter().find(|(known, _)| *known == word).map(|(_, meaning)| *meaning);
        if found.is_none() {
            self.say(rule, unknown(what, word, list.iter().map(|(known, _)| *known)));
        }
        found
    }

    fn named(&mut self, what: &str, word: &str, rule: Rule, ids: impl Iterator<Item = Name> + Clone) -> Option<Name> {
        if word == "-" || word.is_empty() {
            return None;
        }
        let found = find(ids.clone(), word);
        if found.is_none() {
            self.say(Some(rule), unknown(what, word, ids.map(Name::text)));
        }
        found
    }

    fn model(&mut self, text: &str) -> Option<Model> {
        let fields: Vec<&str> = text.split(',').map(str::trim).collect();
        let (&[name, kind, origin, ratings, traits, gear], rest) = fields.split_first_chunk::<6>().or_else(|| {
            let text = format!("{} fields; expected name, type, origin, ratings, traits, gear", fields.len());
            self.say(None, text);
            None
        })?;
        let kind = self.word("type", kind, Kind::WORDS, None);
        let (origin, birth) = self.origin(origin);
        let ratings = self.ratings(ratings);
        let traits = listed(traits).filter_map(|word| self.learnt(word)).collect();
        let gear = listed(gear).filter_map(|word| self.item(word)).collect();
        let ids = || self.pack.hides.iter().map(|entry| entry.id);
        let mut hides = Vec::new();
        for word in listed(rest.first().copied().unwrap_or_default()) {
            match find(ids(), word) {
                Some(id) => hides.push(id),
                None => {
                    let text = unknown("hide", word, ids().map(Name::text));
                    self.problems.push(Problem { rule: None, place: self.place.clone(), text });
                }
            }
        }
        let (exp, away) = match rest.get(1) {
            None => (0, false),
            Some(text) => {
                (text.trim_end_matches(" away").parse().unwrap_or(0).clamp(0, super::MOST_EXP), text.ends_with(" away"))
            }
        };
        Some(Model { name: name.to_owned(), kind: kind?, origin, birth, ratings, traits, gear, hides, exp, away })
    }

    fn origin(&mut self, text: &str) -> (Option<OriginType>, Option<Birth>) {
        if text == "-" || text.is_empty() {
            return (None, None);
        }
        let (of, birth) = text.split_once('/').unwrap_or((text, ""));
        let of_words: Vec<(&str, OriginType)> =
            OriginType::WORDS.iter().map(|(_, origin)| (origin.word(), *origin)).collect();
        let births: Vec<(&str, Birth)> = Birth::ALL.iter().map(|birth| (birth.word(), *birth)).collect();
        let origin = self.word("origin", of, &of_words, Some(SM::ORIGIN_01));
        let birth = match (birth, origin) {
            ("", _) | (_, None) => None,
            (birth, Some(origin)) => self.word(origin.choice().0, birth, &births, Some(origin.choice().1)),
        };
        (origin, birth)
    }

    fn ratings(&mut self, text: &str) -> [Option<u8>; 3] {
        let mut found = [None; 3];
        let mut words = text.split('/');
        for slot in &mut found {
            match words.next() {
                Some("-") | None => {}
                Some(word) => match word.parse() {
                    Ok(number) => *slot = Some(number),
                    Err(_) => self.say(None, format!("\"{}\" is no Rating", word.chars().take(20).collect::<String>())),
                },
            }
        }
        found
    }

    fn learnt(&mut self, word: &str) -> Option<Learnt> {
        let (id, level) = word.split_once('+').unwrap_or((word, "1"));
        let ids = self.pack.traits.iter().map(|entry| entry.id);
        let found = find(ids.clone(), id);
        if found.is_none() {
            self.say(None, unknown("trait", id, ids.map(Name::text)));
        }
        let level = level.parse().ok().filter(|level| (1..=9).contains(level));
        if level.is_none() {
            self.say(Some(SM::TRAITRULE_09), format!("\"{}\" has no level", word.chars().take(40).collect::<String>()));
        }
        Some(Learnt { id: found?, level: level? })
    }

    fn item(&mut self, word: &str) -> Option<Item> {
        let (id, starmetal) = word.strip_suffix('*').map_or((word, false), |id| (id, true));
        let ids = self.pack.gear.iter().map(|entry| entry.id);
        let found = find(ids.clone(), id);
        if found.is_none() {
            self.say(None, unknown("gear", id, ids.map(Name::text)));
        }
        found.map(|id| Item { id, starmetal })
    }

    fn more(&mut self, word: &str, warband: &mut Warband) {
        let (key, value) = word.split_once('=').unwrap_or((word, ""));
        let number = value.parse::<i32>().ok().filter(|number| (0..=super::MOST_KEPT).contains(number));
        match (key, number) {
            ("no-extras", _) => warband.extras = false,
            ("rations", Some(number)) => warband.rations = number.min(99) as u8,
            ("treasury", Some(number)) => warband.annals.get_or_insert_default().treasury = number,
            ("renown", Some(number)) => warband.annals.get_or_insert_default().renown = number,
            ("games", Some(number)) => warband.annals.get_or_insert_default().games = number.min(65_535) as u16,
            ("mustered", _) => {
                let stage = self.word("stage", value, Stage::WORDS, Some(SM::STAGE_01));
                warband.annals.get_or_insert_default().mustered = stage.unwrap_or_default();
            }
            ("given-up", _) => {
                let ids = || self.pack.archetypes.iter().map(|entry| entry.id);
                let found: Vec<Option<Name>> = value.split('+').map(|word| find(ids(), word)).collect();
                if found.contains(&None) {
                    self.say(Some(SM::ARCH_01), unknown("archetype", value, ids().map(Name::text)));
                }
                warband.annals.get_or_insert_default().given_up = found.into_iter().flatten().collect();
            }
            ("stash", _) => {
                let stash: Vec<Item> = value.split('+').filter_map(|word| self.item(word)).collect();
                warband.annals.get_or_insert_default().stash = stash;
            }
            _ => self.say(None, format!("\"{}\" means nothing here", word.chars().take(40).collect::<String>())),
        }
    }
}

fn listed(text: &str) -> impl Iterator<Item = &str> {
    text.split(' ').filter(|word| !word.is_empty() && *word != "-")
}

/// Kept next to its reader so that the two cannot drift apart unseen.
#[cfg(test)]
mod tests {
    use super::{line, parse_line};
    use crate::content::core;

    #[test]
    fn lines_of_ready_made_warbands_read_back() {
        let pack = core();
        for warband in &pack.warbands {
            let read = parse_line(&pack, &line(warband)).expect("a line that was just written");
            assert_eq!(line(&read), line(warband));
            assert_eq!(read.models, warband.models);
        }
    }
}
