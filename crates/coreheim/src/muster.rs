//! Hiring a warband: who may be in it, what they may carry, what it costs, and how it is written down.
//!
//! `file` is the file of a player, which also keeps what a campaign did to the band; `line` is the notation of records;
//! `random` makes warbands for simulations.

mod check;
mod file;
mod line;
mod random;
#[cfg(test)]
mod tests;

pub use check::check;
pub use file::{read, write};
pub use line::{line, parse_line};
pub use random::random;

pub(crate) use check::{carried_too_much, may_carry};
pub(crate) use file::{member, written};

use crate::cards::{Fighter, Gear, Origin, Pack, STATS, Set, Skill, SkillList, Trait};
use kernel::Name;
use std::sync::Arc;

/// Gold of a new warband (CH-CAMPAIGN-01).
pub const START_GOLD: i32 = 500;
pub const FEWEST: usize = 3;
pub const MOST_HEROES: usize = 6;
pub const LARGEST_GROUP: u8 = 5;

/// A ready-made warband of a pack.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ready {
    pub id: Name,
    pub origin: Origin,
    pub warband: Warband,
}

/// A warband as it is written down; legal or not is for [`check`](fn@check) to say.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Warband {
    pub title: String,
    pub band: Name,
    /// What is unspent.
    pub gold: i32,
    /// Battles fought so far; 0 is a new warband.
    pub battles: u16,
    pub members: Vec<Member>,
    /// What belongs to the band and nobody carries.
    pub stash: Vec<Name>,
    /// Shards kept for another day (CH-CAMPAIGN-36).
    pub shards: u8,
    /// What happened from battle to battle, a line each.
    pub history: Vec<String>,
}

/// A hero, or a group of henchmen with the same equipment and experience (CH-CAMPAIGN-02).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Member {
    pub fighter: Name,
    /// A name given by the player; empty for none.
    pub called: String,
    pub count: u8,
    pub gear: Vec<Name>,
    /// Known spells, and by how much the Difficulty of each is lowered (CH-MAGIC-14).
    pub spells: Vec<(Name, u8)>,
    pub experience: u8,
    /// Changes of the profile by advances and injuries.
    pub growth: [i8; STATS],
    pub skills: Set<Skill>,
    /// A henchman who became a hero (CH-CAMPAIGN-32), and the skill lists he chose.
    pub risen: bool,
    pub lists: Set<SkillList>,
    /// Made leader when the first one died (CH-CAMPAIGN-40).
    pub leader: bool,
    /// Battles he has to miss (CH-CAMPAIGN-20).
    pub missing: u8,
    /// Warbands he hates, by their titles as slugs (CH-CAMPAIGN-23).
    pub hates: Vec<String>,
}

impl Member {
    pub fn new(fighter: &Fighter) -> Member {
        Member {
            fighter: fighter.id,
            called: String::new(),
            count: 1,
            gear: Vec::new(),
            spells: Vec::new(),
            experience: fighter.experience,
            growth: [0; STATS],
            skills: Set::EMPTY,
            risen: false,
            lists: Set::EMPTY,
            leader: false,
            missing: 0,
            hates: Vec::new(),
        }
    }

    pub fn is_hero(&self, fighter: &Fighter) -> bool {
        fighter.hero || self.risen
    }

    pub fn leads(&self, fighter: &Fighter) -> bool {
        self.leader || fighter.traits.has(Trait::Leader)
    }

    /// Skill lists open to him (CH-CAMPAIGN-41).
    pub fn open_lists(&self, fighter: &Fighter) -> Set<SkillList> {
        fighter.skills.and(self.lists)
    }
}

impl Warband {
    /// Members with their entries; those the pack does not know are left out.
    pub fn known<'a>(&'a self, pack: &'a Pack) -> impl Iterator<Item = (&'a Member, &'a Arc<Fighter>)> {
        self.members.iter().filter_map(|member| Some((member, pack.fighter(member.fighter)?)))
    }

    /// Warriors of the band, those who miss a battle included.
    pub fn size(&self) -> usize {
        self.members.iter().map(|member| usize::from(member.count)).sum()
    }

    /// 5 for each warrior, experience, 15 for each monster (CH-CAMPAIGN-03). Each henchman has the experience of his
    /// group.
    pub fn rating(&self, pack: &Pack) -> i32 {
        let one = |(member, fighter): (&Member, &Arc<Fighter>)| {
            let monster = if fighter.traits.has(Trait::Monster) { 15 } else { 0 };
            i32::from(member.count) * (5 + monster + i32::from(member.experience))
        };
        self.known(pack).map(one).sum()
    }
}

/// What a member costs with all he carries.
pub fn member_cost(pack: &Pack, member: &Member) -> i32 {
    let fighter = pack.fighter(member.fighter).map_or(0, |fighter| i32::from(fighter.cost));
    (fighter + gear_cost(pack, &member.gear)) * i32::from(member.count)
}

/// What a set of equipment costs.
pub fn gear_cost(pack: &Pack, gear: &[Name]) -> i32 {
    gear.iter().filter_map(|id| pack.gear(*id)).map(|gear: &Arc<Gear>| i32::from(gear.price)).sum()
}

pub fn cost(pack: &Pack, warband: &Warband) -> i32 {
    warband.members.iter().map(|member| member_cost(pack, member)).sum()
}

fn unknown<'c>(what: &str, word: &str, known: impl IntoIterator<Item = &'c str>) -> String {
    let shown: String = word.chars().take(60).collect();
    match pack::nearest(&shown, known) {
        Some(meant) => format!("unknown {what} \"{shown}\"; did you mean \"{meant}\"?"),
        None => format!("unknown {what} \"{shown}\""),
    }
}
