//! A battle as a report that can be read.

use crate::play::ended;
use kernel::{Battle, EventText, Fields, Rule, Seat, Seats, System, Told};

#[derive(Clone, Debug)]
pub struct Story {
    /// Who fought whom.
    pub title: String,
    /// The system, as it calls itself.
    pub system: &'static str,
    pub scenario: String,
    pub lines: Vec<Line>,
    pub outcome: Option<String>,
}

#[derive(Clone, Debug)]
pub enum Line {
    Event {
        number: usize,
        step: usize,
        name: &'static str,
        rule: Rule,
        notes: Vec<Rule>,
        fields: Fields,
        sentence: String,
    },
    /// How the sides stand after a round.
    Score { round: u32, sides: Vec<(String, i32)>, board: Option<String> },
}

impl Story {
    /// The report as it is printed: a sentence a line, each with the rule behind it and those that shaped it.
    pub fn report(&self) -> String {
        let mut lines = vec![format!("{} ({}, {})", self.title, self.system, self.scenario)];
        for line in &self.lines {
            match line {
                Line::Event { name, rule, notes, sentence, .. } => {
                    if name.ends_with("-began") {
                        lines.push(String::new());
                    }
                    lines.push(format!("{sentence} [{}]", ids(*rule, notes)));
                }
                Line::Score { round, sides, board } => {
                    let sides: Vec<String> = sides.iter().map(|(name, score)| format!("{name} {score}")).collect();
                    lines.push(format!("\n== Score after round {round}: {}", sides.join(", ")));
                    lines.extend(board.clone());
                }
            }
        }
        lines.push(format!("\n{}", self.outcome.as_deref().unwrap_or("The battle is not finished.")));
        lines.join("\n")
    }
}

fn ids(rule: Rule, notes: &[Rule]) -> String {
    let further = notes.iter().filter(|note| **note != rule).map(|note| note.id());
    std::iter::once(rule.id()).chain(further).collect::<Vec<&str>>().join(" ")
}

/// Every event of a battle in order, and the score after each round.
pub(crate) fn tell<S: System>(battle: &Battle<S>) -> Story {
    let (steps, told) = (battle.steps(), battle.told());
    let mut lines = Vec::new();
    let mut before = steps.start(0).map(|start| S::scene(&start, None));
    for at in 0..steps.len() {
        let next = steps.start(at + 1);
        let from = steps.told_before(at).unwrap_or(0);
        let until = steps.told_before(at + 1).unwrap_or(told.len());
        events(battle, &told, at + 1, from..until, &mut lines);
        let after = S::scene(next.as_deref().unwrap_or(battle.checkpoint()), None);
        let round = before.replace(after.clone()).map_or(0, |scene| scene.clock.round);
        let over = at + 1 == steps.len() && battle.outcome().is_some();
        if round > 0 && (after.clock.round > round || over) {
            let board = lab::sketch::sketch(&after);
            let sides = after.sides.into_iter().map(|side| (side.name, side.score)).collect();
            lines.push(Line::Score { round, sides, board });
        }
    }
    if steps.is_empty() {
        events(battle, &told, 1, 0..told.len(), &mut lines);
    }
    let names: Vec<String> = S::scene(battle.state(), None).sides.into_iter().map(|side| side.name).collect();
    let system = rulebook::book(S::NAME).map_or(S::NAME, |book| book.title);
    Story {
        title: meeting(&names, &S::sides(battle.state())),
        system,
        scenario: battle.setup().scenario.clone(),
        lines,
        outcome: battle.outcome().map(|outcome| ended::<S>(battle.state(), &outcome)),
    }
}

/// Who meets whom, by names in the order of the seats: `Wolves and Bears against Foxes`.
pub fn meeting(names: &[String], sides: &[Seats]) -> String {
    let name = |seat: Seat| names.get(seat.index()).map(String::as_str);
    let side = |side: &Seats| side.iter().filter_map(name).collect::<Vec<&str>>().join(" and ");
    sides.iter().map(side).collect::<Vec<String>>().join(" against ")
}

fn events<S: System>(
    battle: &Battle<S>,
    told: &[Told<S::Event>],
    step: usize,
    range: std::ops::Range<usize>,
    lines: &mut Vec<Line>,
) {
    let from = range.start;
    for (at, told) in told[range].iter().enumerate() {
        let mut fields = Fields::default();
        told.event.fields(battle.state(), &mut fields);
        lines.push(Line::Event {
            number: from + at,
            step,
            name: told.event.name(),
            rule: told.rule,
            notes: told.notes.clone(),
            fields,
            sentence: told.event.sentence(battle.state()),
        });
    }
}
