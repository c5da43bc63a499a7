//! What a battle did to a warband, in one line:
//!
//! ```text
//! win vs wold-walkers silver 25 | stood 0/0/1, wounded, fled, left 0/1/0 objectives 1, absent
//! ```
//!
//! A word for each model in the order of the muster: it stood, was Wounded, fled over the table edge, left it unhurt with
//! a cache, or was absent and took no part. The three numbers are enemy Warlords, Champions and others it Wounded.

use crate::content::Pack;
use kernel::{Name, Problem};

/// How the battle ended for a side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ending {
    Win,
    Draw,
    Loss,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fate {
    /// On the table at the end.
    Stood,
    Wounded,
    /// Over the table edge: no Trauma Check (SM-AAR-02).
    Fled,
    /// Carried a cache off (SM-ADV1-04): unhurt, but not on the table at the end.
    Left,
    /// Did not take part.
    Absent,
}

/// What one model did and suffered.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Deed {
    pub fate: Fate,
    /// Enemy Warlords, Champions, and Warriors or Hirelings that it Wounded.
    pub out: [u8; 3],
    pub objectives: u8,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Report {
    pub ending: Ending,
    /// The enemy's faction.
    pub foe: Option<Name>,
    /// What the Adventure pays.
    pub silver: i16,
    pub deeds: Vec<Deed>,
}

pub(super) const ENDINGS: &[(&str, Ending)] = &[("win", Ending::Win), ("draw", Ending::Draw), ("loss", Ending::Loss)];
const FATES: &[(&str, Fate)] = &[
    ("stood", Fate::Stood),
    ("wounded", Fate::Wounded),
    ("fled", Fate::Fled),
    ("left", Fate::Left),
    ("absent", Fate::Absent),
];

fn word<T: Copy + PartialEq>(list: &[(&'static str, T)], wanted: T) -> &'static str {
    list.iter().find(|(_, meaning)| *meaning == wanted).map_or("", |(word, _)| word)
}

impl Report {
    pub fn line(&self) -> String {
        let deeds: Vec<String> = self.deeds.iter().map(Deed::line).collect();
        let foe = self.foe.map_or("-", Name::text);
        format!("{} vs {foe} silver {} | {}", word(ENDINGS, self.ending), self.silver, deeds.join(", "))
    }

    /// # Errors
    /// What cannot be understood.
    pub fn parse(pack: &Pack, line: &str) -> Result<Report, Vec<Problem>> {
        let wrong = |text: String| vec![Problem::plain("report", text)];
        let (head, deeds) = line.split_once('|').ok_or_else(|| wrong("expected ending | deeds".to_owned()))?;
        let words: Vec<&str> = head.split_whitespace().collect();
        let [ending, "vs", foe, "silver", silver] = words[..] else {
            return Err(wrong("expected: win vs FACTION silver 0".to_owned()));
        };
        let clip = |word: &str| word.chars().take(40).collect::<String>();
        let ending = ENDINGS.iter().find(|(known, _)| *known == ending).map(|(_, ending)| *ending);
        let ending = ending.ok_or_else(|| wrong("expected win, draw or loss".to_owned()))?;
        let known = pack.factions.iter().map(|faction| faction.id).find(|id| id.text() == foe);
        if known.is_none() && foe != "-" {
            return Err(wrong(format!("unknown faction \"{}\"", clip(foe))));
        }
        let silver = silver.parse().ok().filter(|silver| (0..=10_000).contains(silver));
        let silver = silver.ok_or_else(|| wrong("silver is a number from 0 to 10000".to_owned()))?;
        let parts = deeds.split(',').map(str::trim).filter(|part| !part.is_empty());
        let deeds: Result<Vec<Deed>, Vec<Problem>> =
            parts.map(|part| Deed::parse(part).ok_or_else(|| wrong(no_deed(&clip(part))))).collect();
        Ok(Report { ending, foe: known, silver, deeds: deeds? })
    }
}

fn no_deed(text: &str) -> String {
    let words: Vec<&str> = FATES.iter().map(|(word, _)| *word).collect();
    format!("\"{text}\" is no deed; expected {}, as in: stood 0/1/2 objectives 1", words.join(", "))
}

impl Deed {
    pub const STOOD: Deed = Deed { fate: Fate::Stood, out: [0; 3], objectives: 0 };

    fn line(&self) -> String {
        let mut line = word(FATES, self.fate).to_owned();
        if self.out != [0; 3] {
            let [warlords, champions, others] = self.out;
            line += &format!(" {warlords}/{champions}/{others}");
        }
        if self.objectives > 0 {
            line += &format!(" objectives {}", self.objectives);
        }
        line
    }

    fn parse(text: &str) -> Option<Deed> {
        let mut words = text.split_whitespace();
        let fate = words.next()?;
        let fate = FATES.iter().find(|(known, _)| *known == fate).map(|(_, fate)| *fate)?;
        let mut deed = Deed { fate, ..Deed::STOOD };
        while let Some(word) = words.next() {
            if word == "objectives" {
                deed.objectives = words.next()?.parse().ok()?;
                continue;
            }
            let numbers: Option<Vec<u8>> = word.split('/').map(|number| number.parse().ok()).collect();
            deed.out = numbers?.try_into().ok()?;
        }
        Some(deed)
    }
}
