//! Choosing an army: what it may hold, what it costs, and how it is written down.
//!
//! `line` is the notation of setups, `file` the file of a player, `random` makes armies for simulations. An army is one
//! player's; a side may have several players, who share its points (SC-SETUP-09).

mod file;
mod line;
mod random;
#[cfg(test)]
mod tests;

pub use file::{read, write};
pub use line::{join, line, parse_line, parse_side, side_line};
pub use random::random;

pub(crate) use file::{Known, written};

use crate::cards::{Army, Map, Pack, Pick};
use kernel::{Problem, Rule};
use rulebook::SC;

/// Spells that a caster chooses (SC-SPELL-01).
pub const SPELLS: usize = 3;

/// Points a side from which a small board gets crowded (SC-SETUP-10).
pub const CROWDED: u16 = 500;

/// Figures that one army may have in a force; far more than points allow.
pub const MOST_FIGURES: usize = 250;

/// What a force costs (SC-TROOP-04).
pub fn cost(pack: &Pack, force: &[Pick]) -> u32 {
    force.iter().map(|pick| u32::from(pack.troop(pick.troop).points)).sum()
}

/// The most that takes the field: the core and the dearer reserve.
pub fn total(pack: &Pack, army: &Army) -> u32 {
    let reserves = army.reserves.iter().map(|force| cost(pack, force));
    cost(pack, &army.core) + reserves.max().unwrap_or(0)
}

/// Every figure of an army with its place in the whole list: core, reserve A, reserve B.
pub fn picks(army: &Army) -> impl Iterator<Item = &Pick> {
    army.core.iter().chain(&army.reserves[0]).chain(&army.reserves[1])
}

/// Each player's share of the points of a side, fractions dropped (SC-SETUP-09).
pub fn share(points: u16, players: usize) -> u16 {
    let players = u16::try_from(players).unwrap_or(u16::MAX).max(1);
    points / players
}

/// Every problem of one player's army in a battle of that many points; none if it may be played.
pub fn check(pack: &Pack, points: u16, army: &Army) -> Vec<Problem> {
    findings(pack, points, army).into_iter().map(|finding| finding.problem).collect()
}

/// Every problem of the armies of one side, whose players share its points.
pub fn check_side(pack: &Pack, points: u16, armies: &[Army]) -> Vec<Problem> {
    let share = share(points, armies.len());
    let mut problems = Vec::new();
    for (player, army) in armies.iter().enumerate() {
        let mut found = check(pack, share, army);
        if armies.len() > 1 {
            let cost = total(pack, army);
            if cost > u32::from(share) {
                let text = format!("{cost} points; {} players share {points}, {share} each", armies.len());
                found.insert(0, Problem::new(SC::SETUP_09, "army", text));
            }
            for problem in &mut found {
                problem.place = format!("player {}, {}", player + 1, problem.place);
            }
        }
        problems.extend(found);
    }
    if armies.is_empty() {
        problems.push(Problem::new(SC::SETUP_15, "side", "no army"));
    }
    problems
}

/// What is allowed and yet unwise. A battle begins all the same.
pub fn advice(map: &Map, points: u16) -> Vec<Problem> {
    const SMALL: usize = 36 * 48;
    let small = usize::from(map.width) * usize::from(map.height) <= SMALL;
    let mut advice = Vec::new();
    if small && points > CROWDED {
        let text = format!("{points} points a side crowd a board of {} by {}", map.width, map.height);
        advice.push(Problem::new(SC::SETUP_10, "points", format!("{text}; up to {CROWDED} are advised")));
    }
    advice
}

/// A problem, and which figure of the whole list it concerns.
#[derive(Debug)]
pub(crate) struct Finding {
    pub(crate) pick: Option<usize>,
    pub(crate) problem: Problem,
}

pub(crate) fn findings(pack: &Pack, points: u16, army: &Army) -> Vec<Finding> {
    let mut book = Book { pack, army, findings: Vec::new() };
    book.forces(u32::from(points));
    for (index, pick) in picks(army).enumerate() {
        book.faction(index, pick);
        book.spells(index, pick);
    }
    book.findings
}

struct Book<'p> {
    pack: &'p Pack,
    army: &'p Army,
    findings: Vec<Finding>,
}

impl Book<'_> {
    /// Half of the points or more for the core, and each reserve within what is left.
    fn forces(&mut self, points: u32) {
        let core = cost(self.pack, &self.army.core);
        if core > points {
            self.force("core", SC::SETUP_14, format!("{core} points; the limit is {points}"));
        } else if core * 2 < points {
            let least = points.div_ceil(2);
            self.force("core", SC::SETUP_15, format!("{core} points; at least {least} of {points} go to the core"));
        }
        let left = points.saturating_sub(core);
        for (force, name) in self.army.reserves.iter().zip(["reserve A", "reserve B"]) {
            let cost = cost(self.pack, force);
            if cost > left {
                let text = format!("{cost} points; the core of {core} leaves {left} of {points}");
                self.force(name, SC::SETUP_16, text);
            }
        }
        if self.army.core.is_empty() && points == 0 {
            self.force("core", SC::SETUP_15, "no figures".to_owned());
        }
    }

    /// One faction for each player (SC-SETUP-08).
    fn faction(&mut self, index: usize, pick: &Pick) {
        let troop = self.pack.troop(pick.troop);
        if troop.faction != self.army.faction {
            let (theirs, ours) = (self.pack.faction(troop.faction).title, self.pack.faction(self.army.faction).title);
            let text = format!("{} is a troop of {theirs} in an army of {ours}", troop.title);
            self.pick(index, pick, SC::SETUP_08, text);
        }
    }

    fn spells(&mut self, index: usize, pick: &Pick) {
        let troop = self.pack.troop(pick.troop);
        let count = pick.spells.len();
        if troop.spellcaster == 0 {
            if count > 0 {
                self.pick(index, pick, SC::QUAL_23, "spells for a figure that casts none".to_owned());
            }
            return;
        }
        if count != SPELLS {
            self.pick(index, pick, SC::SPELL_01, format!("{count} spells; a caster knows {SPELLS}"));
        }
        let again = pick.spells.iter().enumerate().find(|(at, spell)| pick.spells[..*at].contains(spell));
        if let Some((_, spell)) = again {
            let text = format!("{} twice; the spells are different ones", self.pack.spell(*spell).title);
            self.pick(index, pick, SC::SPELL_01, text);
        }
    }

    fn force(&mut self, name: &str, rule: Rule, text: String) {
        self.findings.push(Finding { pick: None, problem: Problem::new(rule, name, text) });
    }

    fn pick(&mut self, index: usize, pick: &Pick, rule: Rule, text: String) {
        let place = figure_place(index, self.pack.troop(pick.troop).title);
        self.findings.push(Finding { pick: Some(index), problem: Problem::new(rule, place, text) });
    }
}

/// How a figure of an army is called in problems: `figure 3, Orc Raider`.
fn figure_place(index: usize, title: &str) -> String {
    format!("figure {}, {title}", index + 1)
}

fn unknown_word<'c>(what: &str, word: &str, known: impl IntoIterator<Item = &'c str>) -> String {
    let shown: String = word.chars().take(60).collect();
    match pack::nearest(&shown, known) {
        Some(meant) => format!("unknown {what} \"{shown}\"; did you mean \"{meant}\"?"),
        None => format!("unknown {what} \"{shown}\""),
    }
}
