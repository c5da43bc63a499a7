//! The warbands and where their reports stand.

use super::report::{Fate, Report};
use crate::content::{Kind, Pack, Stage};
use crate::muster::{self, Annals, Item, Model, Warband};
use kernel::{Digest, Figure, Name, Outcome, Rule, Seat, Speaks, Tags};
use std::sync::Arc;

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Phase {
    Trauma,
    Experience,
    Succession,
    Advancement,
    Income,
    Commerce,
    Renown,
    Stage,
    Closed,
}

impl Phase {
    pub const ALL: [(&'static str, Phase); 9] = [
        ("trauma", Phase::Trauma),
        ("experience", Phase::Experience),
        ("succession", Phase::Succession),
        ("advancement", Phase::Advancement),
        ("income", Phase::Income),
        ("commerce", Phase::Commerce),
        ("renown", Phase::Renown),
        ("stage", Phase::Stage),
        ("closed", Phase::Closed),
    ];

    pub fn word(self) -> &'static str {
        Phase::ALL[self as usize].0
    }

    fn next(self) -> Phase {
        match self {
            Phase::Trauma => Phase::Experience,
            Phase::Experience => Phase::Succession,
            Phase::Succession => Phase::Advancement,
            Phase::Advancement => Phase::Income,
            Phase::Income => Phase::Commerce,
            Phase::Commerce => Phase::Renown,
            Phase::Renown => Phase::Stage,
            Phase::Stage | Phase::Closed => Phase::Closed,
        }
    }
}

/// One player's warband in the report.
#[derive(Clone, Debug)]
pub struct Side {
    /// All models that took part or were hired since, also those that are gone: figures keep their places.
    pub warband: Warband,
    /// Models that are dead, dismissed or have left.
    pub gone: Vec<bool>,
    pub report: Report,
    /// Searches for Scarce Gear made in this report.
    pub searches: u8,
    /// Scarce Gear that was found and waits to be paid for.
    pub found: Option<Item>,
    /// The model that is being hired.
    pub recruit: Option<usize>,
    /// A new Stage was reached in this report.
    pub risen: bool,
    pub disbanded: bool,
}

#[derive(Clone, Debug)]
pub struct State {
    pub pack: Arc<Pack>,
    pub sides: Vec<Side>,
    pub phase: Phase,
    /// Whose turn in this step it is.
    pub side: usize,
    /// The model that is next, in the steps that go through all of them.
    pub next: usize,
}

/// Figures of the second side begin here; a warband holds far fewer models.
const BLOCK: u16 = 256;

impl State {
    pub fn seat(&self) -> Seat {
        Seat(self.side as u8)
    }

    pub fn mine(&self) -> &Side {
        &self.sides[self.side]
    }

    pub fn mine_mut(&mut self) -> &mut Side {
        &mut self.sides[self.side]
    }

    pub fn figure(&self, index: usize) -> Figure {
        Figure(self.side as u16 * BLOCK + index as u16)
    }

    /// The side and the place in its muster that a figure stands for.
    pub fn place(&self, figure: Figure) -> Option<(usize, usize)> {
        let (side, index) = (usize::from(figure.0 / BLOCK), usize::from(figure.0 % BLOCK));
        (index < self.sides.get(side)?.warband.models.len()).then_some((side, index))
    }

    fn model(&self, figure: Figure) -> Option<&Model> {
        let (side, index) = self.place(figure)?;
        self.sides[side].warband.models.get(index)
    }

    /// The warband as it goes into its next battle: those who are gone are left out.
    pub fn warband(&self, side: usize) -> Warband {
        self.sides[side].standing()
    }

    /// The next side has this step, or the first side the next one.
    pub(super) fn pass(&mut self) {
        self.next = 0;
        self.side += 1;
        if self.side >= self.sides.len() {
            self.side = 0;
            self.phase = self.phase.next();
        }
    }

    pub(super) fn outcome(&self) -> Option<Outcome> {
        (self.phase == Phase::Closed).then(|| Outcome {
            winner: None,
            scores: self.sides.iter().map(|side| side.annals().renown).collect(),
            rounds: self.sides.iter().map(|side| u32::from(side.annals().games)).max().unwrap_or(0),
            reason: "the report is closed",
        })
    }

    pub(super) fn worth(&self, side: usize) -> i32 {
        let Some(side) = self.sides.get(side) else { return 0 };
        let warband = side.standing();
        let annals = side.annals();
        let stash: i32 = annals.stash.iter().map(|item| muster::price(&self.pack, *item) / 2).sum();
        let experience: i32 = warband.models.iter().map(|model| i32::from(model.exp)).sum();
        muster::cost(&self.pack, &warband) + annals.treasury + stash + experience
    }

    pub(super) fn digest(&self, d: &mut Digest) {
        // Taken apart by name, so that a new field does not compile until it stands here too.
        let State { pack, sides, phase, side, next } = self;
        d.text(&pack.hash);
        d.byte(*phase as u8);
        d.number(*side as i64);
        d.number(*next as i64);
        d.list(sides, |d, side| {
            let Side { warband, gone, report, searches, found, recruit, risen, disbanded } = side;
            d.text(&muster::line(warband));
            d.text(&report.line());
            d.list(gone, |d, gone| d.flag(*gone));
            d.byte(*searches);
            d.flag(*risen);
            d.flag(*disbanded);
            d.maybe(*recruit, |d, index| d.number(index as i64));
            d.maybe(found.as_ref(), |d, item| d.text(&format!("{} {}", item.id, item.starmetal)));
        });
    }

    pub(super) fn invariants(&self) -> Result<(), String> {
        for side in &self.sides {
            if side.annals().treasury < 0 {
                return Err(format!("{} owes silver", side.warband.title));
            }
            if side.gone.len() != side.warband.models.len() {
                return Err(format!("{} has lost count of its models", side.warband.title));
            }
            if let Some(model) = side.warband.models.iter().find(|model| model.exp < 0) {
                return Err(format!("{} owes experience", model.name));
            }
            let ratings =
                |model: &Model| model.ratings.iter().all(|rating| rating.is_some_and(|value| (1..=7).contains(&value)));
            if let Some(model) = side.warband.models.iter().find(|model| !ratings(model)) {
                return Err(format!("a Rating of {} is out of bounds", model.name));
            }
        }
        Ok(())
    }
}

impl Side {
    pub fn annals(&self) -> &Annals {
        static NONE: Annals = Annals {
            treasury: 0,
            renown: 0,
            games: 0,
            mustered: Stage::Upstart,
            given_up: Vec::new(),
            stash: Vec::new(),
        };
        self.warband.annals.as_ref().unwrap_or(&NONE)
    }

    pub(super) fn annals_mut(&mut self) -> &mut Annals {
        self.warband.annals.get_or_insert_default()
    }

    /// Places of the models that are still there.
    pub fn present(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.warband.models.len()).filter(|index| !self.gone[*index])
    }

    pub fn standing(&self) -> Warband {
        let models = self.present().map(|index| self.warband.models[index].clone()).collect();
        Warband { models, ..self.warband.clone() }
    }

    pub fn fate(&self, index: usize) -> Fate {
        self.report.deeds.get(index).map_or(Fate::Absent, |deed| deed.fate)
    }

    /// The first rule that the warband would newly break after a change, none if the change may be made.
    pub(super) fn breaks(&self, pack: &Pack, change: impl FnOnce(&mut Side)) -> Option<Rule> {
        let mut before: Vec<Option<Rule>> = broken(pack, self);
        let mut after = self.clone();
        change(&mut after);
        for rule in broken(pack, &after) {
            match before.iter().position(|known| *known == rule) {
                Some(at) => {
                    before.swap_remove(at);
                }
                None => return rule,
            }
        }
        None
    }

    pub fn count(&self, kind: Kind) -> usize {
        self.present().filter(|index| self.warband.models[*index].kind == kind).count()
    }
}

fn broken(pack: &Pack, side: &Side) -> Vec<Option<Rule>> {
    muster::check(pack, &side.standing()).into_iter().map(|problem| problem.rule).collect()
}

impl Tags for State {
    fn tag(&self, figure: Figure) -> String {
        let Some((side, index)) = self.place(figure) else {
            return format!("nobody.{}", figure.0);
        };
        let models = &self.sides[side].warband.models;
        let name = kernel::slug(&models[index].name);
        let name = if name.is_empty() { "model".to_owned() } else { name };
        let same = |model: &&Model| kernel::slug(&model.name) == kernel::slug(&models[index].name);
        let earlier = models[..index].iter().filter(same).count();
        let alike = models.iter().filter(same).count();
        let letter = Seat(side as u8);
        // The number is kept apart from a name that ends in one.
        if alike > 1 { format!("{letter}.{name}.{}", earlier + 1) } else { format!("{letter}.{name}") }
    }

    fn tagged(&self, tag: &str) -> Option<Figure> {
        let figures = self.sides.iter().enumerate().flat_map(|(side, of)| {
            (0..of.warband.models.len()).map(move |index| Figure(side as u16 * BLOCK + index as u16))
        });
        figures.into_iter().find(|figure| self.tag(*figure) == tag)
    }
}

impl State {
    /// ` (2)` for the second of two warbands that have the same name, so that a reader can tell them apart.
    fn number(&self, side: usize) -> &'static str {
        let title = |at: usize| self.sides.get(at).map(|side| side.warband.title.trim());
        if side == 1 && title(0) == title(1) { " (2)" } else { "" }
    }
}

impl Speaks for State {
    fn figure_name(&self, figure: Figure) -> String {
        let number = self.place(figure).map_or("", |(side, _)| self.number(side));
        self.model(figure).map_or_else(|| "nobody".to_owned(), |model| format!("{}{number}", model.name))
    }

    fn seat_name(&self, seat: Seat) -> String {
        let title = self.sides.get(seat.index()).map(|side| side.warband.title.as_str());
        title.map_or_else(|| format!("Side {seat}"), |title| format!("{title}{}", self.number(seat.index())))
    }

    fn name_title(&self, _: Option<Figure>, name: Name) -> String {
        crate::catalog::title(&self.pack, name)
    }
}
