//! A warband in one line, as records and the command line have it:
//! `The Red Pennant | mercenaries | 20 | captain:Aldo+sword+shield+light, 3 soldier+spear+shield`.
//!
//! Behind the gold stands the number of battles fought, if any. After a fighter come things, spells and skills by their
//! names, and what a campaign did: `xp=24`, `t=-1`, `zeal=1` (a spell made easier), `risen`, `lists=combat/speed`,
//! `leader`, `missing=1`, `hates=grave-host`.

use super::check::place;
use super::{Member, START_GOLD, Warband, cost, unknown};
use crate::cards::{Pack, SkillList, Stat, Word};
use kernel::{Name, Problem, slug};

/// Longer lines are turned down unread.
const LONGEST: usize = 16_384;

pub fn line(pack: &Pack, warband: &Warband) -> String {
    let members: Vec<String> = warband.members.iter().map(|member| one(pack, member)).collect();
    let fought = if warband.battles > 0 { format!(" {}", warband.battles) } else { String::new() };
    let title = plain(&warband.title);
    format!("{} | {} | {}{fought} | {}", title.trim(), warband.band, warband.gold, members.join(", "))
}

/// A title from elsewhere must not break the line.
fn plain(text: &str) -> String {
    text.chars().map(|c| if "|,+=:".contains(c) || c.is_control() { ' ' } else { c }).collect()
}

fn one(pack: &Pack, member: &Member) -> String {
    let mut out = String::new();
    if member.count != 1 {
        out += &format!("{} ", member.count);
    }
    out += member.fighter.text();
    if !member.called.is_empty() {
        out += &format!(":{}", plain(&member.called));
    }
    for id in &member.gear {
        out += &format!("+{id}");
    }
    for (id, eased) in &member.spells {
        out += &if *eased > 0 { format!("+{id}={eased}") } else { format!("+{id}") };
    }
    if pack.fighter(member.fighter).is_none_or(|fighter| fighter.experience != member.experience) {
        out += &format!("+xp={}", member.experience);
    }
    for (word, stat) in Stat::ALL {
        let change = member.growth[*stat as usize];
        if change != 0 {
            out += &format!("+{}={change}", word.to_lowercase());
        }
    }
    for skill in member.skills.iter() {
        out += &format!("+{}", slug(skill.text()));
    }
    if member.risen {
        out += "+risen";
    }
    if !member.lists.is_empty() {
        let lists: Vec<&str> = member.lists.iter().map(Word::text).collect();
        out += &format!("+lists={}", lists.join("/"));
    }
    if member.leader {
        out += "+leader";
    }
    if member.missing > 0 {
        out += &format!("+missing={}", member.missing);
    }
    for hated in &member.hates {
        out += &format!("+hates={hated}");
    }
    out
}

/// Reads such a line. Whether the warband is legal is for [`check`](fn@super::check) to say.
///
/// # Errors
/// Every word that means nothing.
pub fn parse_line(pack: &Pack, line: &str) -> Result<Warband, Vec<Problem>> {
    let plain = |text: String| Err(vec![Problem::plain("warband", text)]);
    if line.len() > LONGEST {
        return plain(format!("the line is longer than {LONGEST} characters"));
    }
    if line.chars().any(char::is_control) {
        return plain("a line break or another control character".to_owned());
    }
    let parts: Vec<&str> = line.split('|').map(str::trim).collect();
    let [title, band, purse, members] = parts[..] else {
        return plain(format!("{} parts; expected title | band | gold | members", parts.len()));
    };
    let mut problems = Vec::new();
    let found = pack.bands.iter().find(|known| known.id.text() == band).map(|band| band.id);
    if found.is_none() {
        let known = pack.bands.iter().map(|band| band.id.text());
        problems.push(Problem::plain("warband", unknown("band", band, known)));
    }
    let (gold, battles) = match purse.split_once(' ') {
        Some((gold, battles)) => (gold, battles.trim().parse::<u16>().ok()),
        None => (purse, Some(0)),
    };
    let kept = if gold == "-" { Some(None) } else { gold.parse::<i32>().ok().filter(|gold| *gold >= 0).map(Some) };
    if kept.is_none() || battles.is_none() {
        problems.push(Problem::plain("warband", "expected the gold, and the battles fought if there are any"));
    }
    let mut list = Vec::new();
    let entries: Vec<&str> = if members.is_empty() { Vec::new() } else { members.split(',').map(str::trim).collect() };
    for (at, entry) in entries.into_iter().enumerate() {
        list.extend(member(pack, at, entry, &mut problems));
    }
    match (found, kept, battles) {
        (Some(band), Some(kept), Some(battles)) if problems.is_empty() => {
            let mut warband = Warband {
                title: title.to_owned(),
                band,
                gold: 0,
                battles,
                members: list,
                stash: Vec::new(),
                shards: 0,
                history: Vec::new(),
            };
            warband.gold = kept.unwrap_or_else(|| (START_GOLD - cost(pack, &warband)).max(0));
            Ok(warband)
        }
        _ => Err(problems),
    }
}

fn member(pack: &Pack, at: usize, entry: &str, problems: &mut Vec<Problem>) -> Option<Member> {
    let mut words = entry.split('+').map(str::trim);
    let head = words.next().unwrap_or_default();
    let (count, head) = match head.split_once(' ') {
        Some((number, rest)) if number.chars().all(|c| c.is_ascii_digit()) => (number.parse::<u8>().ok(), rest.trim()),
        _ => (Some(1), head),
    };
    let (id, called) = head.split_once(':').unwrap_or((head, ""));
    let here = place(at, id);
    let fighters = pack.bands.iter().flat_map(|band| &band.fighters);
    let Some(fighter) = fighters.clone().find(|fighter| fighter.id.text() == id) else {
        problems.push(Problem::plain(here, unknown("fighter", id, fighters.map(|fighter| fighter.id.text()))));
        return None;
    };
    let mut found = Member { called: called.trim().to_owned(), ..Member::new(fighter) };
    match count {
        Some(count) => found.count = count,
        None => problems.push(Problem::plain(here.clone(), "more warriors than can be counted")),
    }
    for word in words {
        if !learn(pack, &mut found, word) {
            let known = pack.gear.iter().map(|gear| gear.id.text());
            let known = known.chain(pack.skills.iter().map(|skill| skill.id.text()));
            let spells = pack.spell_lists.iter().flat_map(|list| &list.spells).map(|spell| spell.id.text());
            problems.push(Problem::plain(here.clone(), unknown("thing, skill or spell", word, known.chain(spells))));
        }
    }
    Some(found)
}

/// Takes one word behind a fighter; false if it means nothing.
fn learn(pack: &Pack, member: &mut Member, word: &str) -> bool {
    let (key, value) = match word.split_once('=') {
        Some((key, value)) => (key, Some(value)),
        None => (word, None),
    };
    let number = || value.and_then(|value| value.parse::<i8>().ok());
    match (key, value) {
        ("risen", None) => member.risen = true,
        ("leader", None) => member.leader = true,
        ("xp", Some(value)) => match value.parse() {
            Ok(experience) => member.experience = experience,
            Err(_) => return false,
        },
        ("missing", Some(_)) => match number().and_then(|number| u8::try_from(number).ok()) {
            Some(battles) => member.missing = battles,
            None => return false,
        },
        ("hates", Some(title)) => member.hates.push(slug(title)),
        ("lists", Some(lists)) => {
            for list in lists.split('/') {
                match SkillList::ALL.iter().find(|(word, _)| *word == list) {
                    Some((_, list)) => member.lists.add(*list),
                    None => return false,
                }
            }
        }
        _ => return named(pack, member, key, value.is_some(), number()),
    }
    true
}

/// A characteristic that changed, a thing, a skill or a spell.
fn named(pack: &Pack, member: &mut Member, key: &str, valued: bool, number: Option<i8>) -> bool {
    if let Some((_, stat)) = Stat::ALL.iter().find(|(word, _)| word.to_lowercase() == key) {
        let Some(change) = number.filter(|change| change.abs() < 10) else { return false };
        member.growth[*stat as usize] = change;
        return true;
    }
    let Some(id) = Name::known(key) else { return false };
    if pack.spell(id).is_some() {
        let eased = if valued { number.and_then(|number| u8::try_from(number).ok()) } else { Some(0) };
        member.spells.extend(eased.map(|eased| (id, eased)));
        return eased.is_some();
    }
    if valued {
        return false;
    }
    if pack.gear(id).is_some() {
        member.gear.push(id);
    } else if let Some(skill) = pack.skill(id) {
        member.skills.add(skill.word);
    } else {
        return false;
    }
    true
}
