//! The question by which way a figure charges, or to which level a flyer changes first (SC-CHARGE-02, SC-ALT-02).

use super::lane::{self, Line, Taste, courses};
use super::onward;
use crate::decisions::movement::Toward;
use crate::state::{Altitude, State};
use crate::terrain::Going;
use kernel::{Answer, Answers, Choice, Figure, Question, Refusal, Region, Rng, Tags, Walk, Way};
use rulebook::SC;
use space::grid::{Block, Course, Square};
use std::cell::OnceCell;

/// The question by which way a figure charges.
pub(crate) struct Lanes<'a> {
    pub(crate) line: Line<'a>,
    pub(crate) left: u8,
    pub(crate) diagonals: u8,
    /// Levels that a flyer may change to instead, and whether it may leave it at that.
    pub(crate) levels: Vec<Altitude>,
    pub(crate) stay: bool,
    list: OnceCell<Vec<Walk>>,
    first: OnceCell<Option<Walk>>,
}

impl<'a> Lanes<'a> {
    pub(super) fn new(state: &'a State, figure: Figure, target: Figure, left: u8, diagonals: u8) -> Option<Lanes<'a>> {
        let (from, goal) = (state.space(figure)?, state.space(target)?);
        let line = Line { state, going: Going::of(state, figure), from, goal, target };
        let (list, first) = (OnceCell::new(), OnceCell::new());
        Some(Lanes { line, left, diagonals, levels: Vec::new(), stay: false, list, first })
    }

    /// The same for a flyer, who may change its level first (SC-ALT-02); one that has `gone` a step may also stay.
    pub(super) fn or_levels(mut self, gone: bool) -> Lanes<'a> {
        let (state, figure) = (self.line.state, self.line.going.figure);
        if state.sheet(figure).flies() {
            self.levels = lane::levels(state, figure, self.line.target, self.left, self.diagonals);
            if gone {
                self.levels = onward::levels(state, figure, self.left).collect();
            }
        }
        self.stay = gone;
        self
    }

    /// Is it in contact with the target's space already?
    pub(super) fn there(&self) -> bool {
        self.line.there()
    }

    /// Is there anything to decide?
    pub(super) fn offers(&self) -> bool {
        self.open() || !self.levels.is_empty()
    }

    /// Is there any way at all?
    pub(crate) fn open(&self) -> bool {
        self.first().is_some()
    }

    /// The first way that is found: along a line whose first step is free, or else round something.
    pub(crate) fn first(&self) -> Option<Walk> {
        *self.first.get_or_init(|| {
            let all = courses(self.line.from, self.line.goal);
            let build = |course: Course, mut taste: Taste| {
                Some(self.line.build(course, &mut taste, self.left, self.diagonals)).filter(|walk| !walk.is_empty())
            };
            let free = |next: Block| {
                let step = self.line.step(self.line.from, next, self.diagonals);
                step.is_ok_and(|step| step.cost <= self.left && !step.shared)
            };
            let straight = all.iter().find_map(|course| {
                let at = self.line.ahead(*course, 1).position(free)?;
                build(*course, Taste::of(if at == 1 { Taste::SECOND } else { 0 }))
            });
            straight
                .or_else(|| all.iter().find_map(|course| build(*course, Taste::default())))
                .or_else(|| self.list().first().copied())
        })
    }

    pub(crate) fn list(&self) -> &[Walk] {
        self.list.get_or_init(|| self.line.all(self.left, self.diagonals))
    }

    /// Ways first, then levels, then staying.
    fn option(&self, index: usize) -> Toward {
        let ways = self.list();
        match (ways.get(index), index.checked_sub(ways.len()).and_then(|at| self.levels.get(at))) {
            (Some(walk), _) => Toward::By { way: *walk },
            (_, Some(level)) => Toward::Level { to: *level },
            _ => Toward::Stay,
        }
    }

    /// Does the way leave the line to go round somebody who could be passed (SC-CHARGE-03)?
    pub(super) fn rounds(&self, walk: &Walk) -> bool {
        let line = &self.line;
        let keeps = |course: &Course| {
            walk.squares().iter().all(|at| line.along(*course, Block::new(*at, line.from.side)).is_some())
        };
        let all = courses(line.from, line.goal);
        if all.iter().any(keeps) {
            return false;
        }
        let occupied = |at: &Square| {
            let block = Block::new(*at, line.from.side);
            !line.stands(block) && line.going.ground(line.state, block).is_ok()
        };
        let plain = |course: &Course| {
            line.build(*course, &mut Taste::of(Taste::THROUGH), self.left, self.diagonals)
                .squares()
                .iter()
                .any(occupied)
        };
        all.iter().any(plain)
    }
}

impl Question for Lanes<'_> {
    fn tags(&self) -> &dyn Tags {
        self.line.state
    }

    fn len(&self) -> usize {
        self.list().len() + self.levels.len() + usize::from(self.stay)
    }

    fn choice(&self, index: usize) -> Choice {
        self.option(index).choice()
    }

    fn free(&self) -> bool {
        true
    }

    fn check(&self, choice: &Choice) -> Result<(), Refusal> {
        let way = match Toward::read(choice) {
            Some(Toward::By { way }) if !way.is_empty() => way,
            _ if matches!(choice.way, Way::Walk(_)) => {
                return Err(Refusal::new(SC::CHARGE_01, "a charge moves at least one square"));
            }
            _ => return Err(Refusal::new(SC::CHARGE_02, "say the way of the charge: by >SQUARE>SQUARE")),
        };
        let mut refusal = None;
        for course in courses(self.line.from, self.line.goal) {
            match self.line.follows(course, way.squares(), self.left, self.diagonals) {
                Ok(()) => return Ok(()),
                Err(why) => refusal = refusal.or(Some(why)),
            }
        }
        Err(refusal.unwrap_or(Refusal::new(SC::CHARGE_02, "there is no straight way")))
    }

    fn sample(&self, rng: &mut Rng) -> Answer {
        self.any_lane(rng)
    }

    fn region(&self) -> Region {
        let field = self.line.state.field();
        let squares = self.list().iter().flat_map(|walk| walk.squares().iter().copied());
        Region::squares(field.width(), field.height(), squares)
    }

    fn ways(&self) -> Vec<(Square, Choice)> {
        let mut ways: Vec<(Square, Choice)> = Vec::new();
        for walk in self.list() {
            for count in 1..=walk.squares().len() {
                let way: Walk = walk.squares()[..count].iter().copied().collect();
                let at = walk.squares()[count - 1];
                let block = Block::new(at, self.line.from.side);
                if self.line.stands(block) && !ways.iter().any(|(known, _)| *known == at) {
                    ways.push((at, Toward::By { way }.choice()));
                }
            }
        }
        ways
    }
}
