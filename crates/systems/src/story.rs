//! A battle as a report that can be read.

use kernel::record::outcome_line;
use kernel::{Battle, Fields, Rule, System, Tale};

#[derive(Clone, Debug)]
pub struct Story {
    pub title: String,
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

/// Every event of a battle in order, and the score after each round.
pub(crate) fn tell<S: System>(battle: &Battle<S>) -> Story {
    let steps = battle.steps();
    let mut lines = Vec::new();
    for (at, step) in steps.iter().enumerate() {
        let (next, until) = match steps.get(at + 1) {
            Some(next) => (&next.start, next.told_before),
            None => (battle.checkpoint(), battle.told().len()),
        };
        events(battle, at + 1, step.told_before..until, &mut lines);
        let (before, after) = (S::scene(&step.start, None), S::scene(next, None));
        let over = at + 1 == steps.len() && battle.outcome().is_some();
        if before.clock.round > 0 && (after.clock.round > before.clock.round || over) {
            let board = lab::sketch::sketch(&after);
            let sides = after.sides.into_iter().map(|side| (side.name, side.score)).collect();
            lines.push(Line::Score { round: before.clock.round, sides, board });
        }
    }
    if steps.is_empty() {
        events(battle, 1, 0..battle.told().len(), &mut lines);
    }
    let names: Vec<String> = S::scene(battle.state(), None).sides.into_iter().map(|side| side.name).collect();
    Story { title: names.join(" against "), lines, outcome: battle.outcome().map(|outcome| outcome_line(&outcome)) }
}

fn events<S: System>(battle: &Battle<S>, step: usize, range: std::ops::Range<usize>, lines: &mut Vec<Line>) {
    let from = range.start;
    for (at, told) in battle.told()[range].iter().enumerate() {
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
