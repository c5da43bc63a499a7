//! A warband as a file: a player's own, or an entry of a pack, which is written the same way.
//!
//! The file keeps the whole of a band: what it was hired with, and what battles and campaigns made of it.

use super::{Member, START_GOLD, Warband, cost};
use crate::cards::{Pack, STATS, SkillList, Stat, Word};
use kernel::{Name, slug};
use pack::{Problem, Reader, Section, Sources, Value, quoted};
use rulebook::CH;
use std::fmt::Write;

/// Reads a player's warband. `name` is the file's, for problems. Whether the band is legal is for
/// [`check`](fn@super::check) to say.
///
/// # Errors
/// Everything that is misspelt or names nothing in the pack.
pub fn read(pack: &Pack, name: &str, text: &str) -> Result<Warband, Vec<Problem>> {
    let reader = Reader::new(&Sources::embedded(&[(name, text)]));
    let warband = reader.roots().into_iter().next().and_then(|root| {
        // A ready-made warband copied out of a pack reads as it stands.
        for key in ["id", "origin"] {
            root.get(key);
        }
        written(pack, root)
    });
    let problems = reader.finish();
    match warband {
        Some(warband) if problems.is_empty() => Ok(warband),
        _ => Err(problems),
    }
}

/// The band of a table. What cannot be read is reported.
pub(crate) fn written(pack: &Pack, table: Section<'_>) -> Option<Warband> {
    let title = plain(table, "name", true);
    let band = table
        .need("band", "the id of a band")
        .and_then(|value| look(value, "band", pack.bands.iter().map(|band| band.id).collect()));
    let gold = table.get("gold").and_then(|value| value.int(0..=100_000i32));
    let battles = table.int_or("battles", 0..=9999u16, 0);
    let members: Vec<Option<Member>> = table.tables("member").into_iter().map(|table| member(pack, table)).collect();
    let members: Option<Vec<Member>> = members.into_iter().collect();
    let stash = names(table, "stash", "thing", &gear_ids(pack));
    let shards = table.int_or("shards", 0..=99u8, 0);
    let history = table.strs_or_empty("history").into_iter().map(one_line).collect();
    let mut warband =
        Warband { title: title?, band: band?, gold: 0, battles, members: members?, stash: stash?, shards, history };
    // What a new band has not spent it keeps (CH-CAMPAIGN-01).
    warband.gold = match gold {
        None if battles == 0 => (START_GOLD - cost(pack, &warband)).max(0),
        found => found.unwrap_or(0),
    };
    Some(warband)
}

pub(crate) fn member(pack: &Pack, table: Section<'_>) -> Option<Member> {
    let fighters = pack.bands.iter().flat_map(|band| &band.fighters).map(|fighter| fighter.id).collect();
    let fighter = table.need("fighter", "the id of a fighter").and_then(|value| look(value, "fighter", fighters));
    let called = plain(table, "name", false);
    let count = table.int_or("count", 0..=30u8, 1);
    let gear = names(table, "gear", "thing", &gear_ids(pack));
    let spells: Vec<Name> = pack.spell_lists.iter().flat_map(|list| &list.spells).map(|spell| spell.id).collect();
    let known = names(table, "spells", "spell", &spells);
    let eased = names(table, "eased", "spell", &spells);
    let experience = table.get("experience").and_then(|value| value.int(0..=250u8));
    let mut growth = [0; STATS];
    if let Some(changes) = table.get("changes").and_then(Value::table) {
        for (word, stat) in Stat::ALL {
            growth[*stat as usize] = changes.int_or(word, -9..=9i8, 0);
        }
    }
    let skills = table.get("skills").and_then(|value| {
        value.list_of(|item| {
            let ids = pack.skills.iter().map(|skill| skill.id).collect();
            look(item, "skill", ids).and_then(|id| pack.skill(id)).map(|skill| skill.word)
        })
    });
    if let Some(known) = &skills {
        for (_, skill) in known.iter().enumerate().filter(|(at, skill)| known[..*at].contains(skill)) {
            let text = format!("{} is there twice; a skill is learnt once", skill.text());
            table.problem("skills", text, CH::CAMPAIGN_41);
        }
    }
    let risen = table.bool_or("risen", false);
    let lists = table.words_or_empty("lists", SkillList::ALL).into_iter().collect();
    let leader = table.bool_or("leader", false);
    let missing = table.int_or("missing", 0..=50u8, 0);
    let hates = table.strs_or_empty("hates").into_iter().map(slug).collect();
    let fighter = fighter.and_then(|id| pack.fighter(id))?;
    let eased = eased?;
    let spells = known?.into_iter().map(|id| (id, eased.iter().filter(|other| **other == id).count() as u8));
    Some(Member {
        called: called?,
        count,
        gear: gear?,
        spells: spells.collect(),
        experience: experience.unwrap_or(fighter.experience),
        growth,
        skills: skills.unwrap_or_default().into_iter().collect(),
        risen,
        lists,
        leader,
        missing,
        hates,
        ..Member::new(fighter)
    })
}

fn gear_ids(pack: &Pack) -> Vec<Name> {
    pack.gear.iter().map(|gear| gear.id).collect()
}

fn look(value: Value<'_>, what: &str, known: Vec<Name>) -> Option<Name> {
    let word = value.str()?;
    let found = known.iter().copied().find(|id| id.text() == slug(word));
    if found.is_none() {
        value.unknown(what, known.iter().map(|id| id.text()));
    }
    found
}

fn names(table: Section<'_>, key: &str, what: &str, known: &[Name]) -> Option<Vec<Name>> {
    match table.get(key) {
        None => Some(Vec::new()),
        Some(value) => value.list_of(|item| look(item, what, known.to_vec())),
    }
}

/// Titles and names go into the line of a record, which has its own use for some signs.
fn plain(table: Section<'_>, key: &str, needed: bool) -> Option<String> {
    const LONGEST: usize = 60;
    let text = if needed { table.str(key)? } else { table.str_or(key, "") }.trim();
    if text.chars().any(|c| "|,+=:".contains(c) || c.is_control()) || text.chars().count() > LONGEST {
        let problem = table.place(key).problem("this is no name");
        table.report(problem.hint(format!("expected at most {LONGEST} characters, without | , + = : and line breaks")));
        return None;
    }
    Some(text.to_owned())
}

fn one_line(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { ' ' } else { c }).take(500).collect()
}

/// The file that [`read`] reads as the same warband.
pub fn write(pack: &Pack, warband: &Warband) -> String {
    let mut out = String::new();
    // Writing to a string cannot fail.
    let _ = writeln!(out, "name = {}", quoted(&warband.title));
    let _ = writeln!(out, "band = {}", quoted(warband.band.text()));
    let _ = writeln!(out, "gold = {}", warband.gold);
    if warband.battles > 0 {
        let _ = writeln!(out, "battles = {}", warband.battles);
    }
    if !warband.stash.is_empty() {
        let _ = writeln!(out, "stash = {}", list(warband.stash.iter().map(|id| id.text())));
    }
    if warband.shards > 0 {
        let _ = writeln!(out, "shards = {}", warband.shards);
    }
    if !warband.history.is_empty() {
        out.push_str("history = [\n");
        for line in &warband.history {
            let _ = writeln!(out, "  {},", quoted(line));
        }
        out.push_str("]\n");
    }
    for one in &warband.members {
        out.push('\n');
        write_member(pack, &mut out, one);
    }
    out
}

fn write_member(pack: &Pack, out: &mut String, member: &Member) {
    let _ = writeln!(out, "[[member]]\nfighter = {}", quoted(member.fighter.text()));
    if !member.called.is_empty() {
        let _ = writeln!(out, "name = {}", quoted(&member.called));
    }
    if member.count != 1 {
        let _ = writeln!(out, "count = {}", member.count);
    }
    if !member.gear.is_empty() {
        let _ = writeln!(out, "gear = {}", list(member.gear.iter().map(|id| id.text())));
    }
    if !member.spells.is_empty() {
        let _ = writeln!(out, "spells = {}", list(member.spells.iter().map(|(id, _)| id.text())));
    }
    let eased = member.spells.iter().flat_map(|(id, times)| std::iter::repeat_n(id.text(), usize::from(*times)));
    if eased.clone().next().is_some() {
        let _ = writeln!(out, "eased = {}", list(eased));
    }
    if pack.fighter(member.fighter).is_none_or(|fighter| fighter.experience != member.experience) {
        let _ = writeln!(out, "experience = {}", member.experience);
    }
    if member.growth != [0; STATS] {
        let changed = Stat::ALL.iter().filter(|(_, stat)| member.growth[*stat as usize] != 0);
        let pairs: Vec<String> =
            changed.map(|(word, stat)| format!("{word} = {}", member.growth[*stat as usize])).collect();
        let _ = writeln!(out, "changes = {{ {} }}", pairs.join(", "));
    }
    if !member.skills.is_empty() {
        let _ = writeln!(out, "skills = {}", list(member.skills.iter().map(Word::text)));
    }
    if member.risen {
        let _ = writeln!(out, "risen = true");
    }
    if !member.lists.is_empty() {
        let _ = writeln!(out, "lists = {}", list(member.lists.iter().map(Word::text)));
    }
    if member.leader {
        let _ = writeln!(out, "leader = true");
    }
    if member.missing > 0 {
        let _ = writeln!(out, "missing = {}", member.missing);
    }
    if !member.hates.is_empty() {
        let _ = writeln!(out, "hates = {}", list(member.hates.iter().map(String::as_str)));
    }
}

fn list<'a>(words: impl Iterator<Item = &'a str>) -> String {
    format!("[{}]", words.map(quoted).collect::<Vec<_>>().join(", "))
}
