//! Building a warband: what it may hold, what it costs, and how it is written down.
//!
//! `roster` is the data, `band` and `model` the rules, `cost` the prices; `file` is a player's file, `line` the notation
//! of records, `random` makes warbands for simulations.

mod band;
mod cost;
mod file;
mod line;
mod model;
mod random;
mod roster;

pub(crate) use cost::ration;
pub use cost::{band_cost, cost, model_cost, price, trait_price};
pub use file::{read, write};
pub use line::{line, parse_line};
pub use model::{Access, access, trait_limit};
pub use random::random;
pub use roster::{Annals, Item, Learnt, MOST_EXP, MOST_KEPT, Model, Warband};

pub(crate) use file::resolve;

pub(crate) use band::{is_formed, most_champions, most_hirelings, row, scarce_pieces};
pub(crate) use model::{burden, findings as model_findings, is_far_traveler, most_traits, rating_maximum};

use crate::content::Pack;
use crate::effects::Archetype;
use kernel::{Name, Problem, Rule};
use rulebook::SM;

/// Every problem of a warband; none if it may be played.
///
/// Once it has fought it is checked as one between two battles of a chronicle: silver and Scarce Gear were paid for then.
pub fn check(pack: &Pack, warband: &Warband) -> Vec<Problem> {
    findings(pack, warband).into_iter().map(|finding| finding.problem).collect()
}

/// What is allowed but likely not meant, each with the rule that makes it empty.
pub fn warnings(pack: &Pack, warband: &Warband) -> Vec<Problem> {
    let mut warnings = Vec::new();
    match warband.archetype(pack) {
        Some(Archetype::EldritchMaster) => {
            let text = "no Trait in the lists calls for a Power Check, so the Archetype does nothing";
            warnings.push(Problem::new(SM::ARCH_09, "warband", text));
        }
        Some(Archetype::MercenaryCaptain) if !warband.extras => {
            let text = "there are no Hirelings while House extras are off, so the Archetype does nothing";
            warnings.push(Problem::new(SM::ARCH_13, "warband", text));
        }
        _ => {}
    }
    warnings
}

/// What is wrong with two warbands in one game, beyond what is wrong with each: both are of one Stage, which gives both
/// the same silver (SM-STAGE-01, SM-MODEL-02), unless one has risen in its chronicle (SM-STAGE-06), and use the same content
/// (SM-MUSTER-11).
pub fn together(pack: &Pack, sides: &[&Warband]) -> Vec<Problem> {
    let mut problems = Vec::new();
    for (at, side) in sides.iter().enumerate() {
        let letter = kernel::Seat(at as u8);
        for problem in check(pack, side) {
            problems.push(Problem { place: format!("side {letter}, {}", problem.place), ..problem });
        }
        if at == 0 {
            continue;
        }
        let first = sides[0];
        let (ahead, behind) = if side.stage > first.stage { (*side, first) } else { (first, *side) };
        if side.stage != first.stage && !ahead.has_risen_above(pack, behind.stage) {
            let (mine, other) = (pack.stage(side.stage), pack.stage(first.stage));
            let place = format!("side {letter}");
            let text = format!("a warband of the Stage {} against one of the Stage {}", mine.title, other.title);
            problems.push(Problem::new(SM::STAGE_01, place.clone(), text));
            if mine.starting_sp != other.starting_sp {
                let text = format!("{} SP against {} SP", mine.starting_sp, other.starting_sp);
                problems.push(Problem::new(SM::MODEL_02, place, text));
            }
        }
        if side.extras != first.extras {
            let text = "House extras are on for one side only";
            problems.push(Problem::new(SM::MUSTER_11, format!("side {letter}"), text));
        }
    }
    problems
}

/// A problem, and which model of the list it concerns.
#[derive(Debug)]
pub(crate) struct Finding {
    pub(crate) model: Option<usize>,
    pub(crate) problem: Problem,
}

pub(crate) fn findings(pack: &Pack, warband: &Warband) -> Vec<Finding> {
    let mut book = Findings { list: Vec::new() };
    band::check(pack, warband, &mut book);
    for index in 0..warband.models.len() {
        for (rule, text) in model::findings(pack, warband, index) {
            book.model(index, &warband.models[index], rule, text);
        }
    }
    book.list
}

struct Findings {
    list: Vec<Finding>,
}

impl Findings {
    fn band(&mut self, rule: Rule, text: impl Into<String>) {
        self.list.push(Finding { model: None, problem: Problem::new(rule, "warband", text) });
    }

    fn model(&mut self, index: usize, model: &Model, rule: Option<Rule>, text: String) {
        let place = format!("model {}, {}", index + 1, model.name);
        self.list.push(Finding { model: Some(index), problem: Problem { rule, place, text } });
    }
}

/// `1 Warrior`, `2 Warriors`.
fn many(count: usize, what: &str) -> String {
    format!("{count} {what}{}", if count == 1 { "" } else { "s" })
}

fn unknown<'c>(what: &str, word: &str, known: impl IntoIterator<Item = &'c str>) -> String {
    let shown: String = word.chars().take(60).collect();
    match pack::nearest(&shown, known) {
        Some(meant) => format!("unknown {what} \"{shown}\"; did you mean \"{meant}\"?"),
        None => format!("unknown {what} \"{shown}\""),
    }
}

/// The name among those of the pack, so that no word of a player is kept.
fn find(names: impl IntoIterator<Item = Name>, word: &str) -> Option<Name> {
    let slug = kernel::slug(word);
    names.into_iter().find(|name| name.text() == slug)
}
