//! Which figures, places and ways a mind looks at when figures are placed and moved.

use crate::act::lane::{Taste, courses};
use crate::act::lanes::Lanes;
use crate::act::onward::Onward;
use crate::act::whom::Whom;
use crate::decisions::movement::{Leg, Next, Toward};
use crate::deploy::{Zone, on};
use crate::reach;
use kernel::{Answer, Answers, Figure, Rng};
use space::grid::{Dir, Square};

impl Zone<'_> {
    pub(crate) fn any_place(&self, rng: &mut Rng) -> Answer {
        let field = self.state.field();
        let (width, height) = (usize::from(field.width()), usize::from(field.height()));
        let deep = usize::from(self.state.depth).max(1);
        for _ in 0..40 {
            let (along, off) = match self.state.edges[self.side.index()] {
                Dir::N | Dir::S => (rng.below(width), rng.below(deep)),
                _ => (rng.below(height), rng.below(deep)),
            };
            let at = match self.state.edges[self.side.index()] {
                Dir::N => Square::new(along as u8, off as u8),
                Dir::S => Square::new(along as u8, height.saturating_sub(1 + off) as u8),
                Dir::W => Square::new(off as u8, along as u8),
                _ => Square::new(width.saturating_sub(1 + off) as u8, along as u8),
            };
            if self.fits(at) {
                return Answer::Free(on(at));
            }
        }
        Answer::Free(on(self.front()))
    }

    pub(crate) fn places_worth_trying(&self, rng: &mut Rng, most: usize) -> Vec<Answer> {
        (0..most.clamp(1, 8)).map(|_| self.any_place(rng)).collect()
    }
}

impl Whom<'_> {
    /// Any figure that has not moved, starting to look anywhere in the list; hardly ever less than all of them.
    pub(crate) fn anybody(&self, rng: &mut Rng) -> Answer {
        let count = self.state.pieces.len();
        let free = |answer: Next| Answer::Free(answer.choice());
        if rng.below(50) == 0 {
            return free(Next::Done);
        }
        let start = rng.below(count);
        let found = (0..count).map(|by| Figure(((start + by) % count) as u16)).find(|figure| self.may(*figure));
        free(found.map_or(Next::Done, |figure| Next::Activate { figure }))
    }

    /// One figure after the other in the order of the list: minds compare what a figure does, not who goes first.
    pub(crate) fn next_in_line(&self, _: &mut Rng, _: usize) -> Vec<Answer> {
        vec![Answer::Option(0)]
    }
}

impl Onward<'_> {
    pub(crate) fn any_leg(&self, rng: &mut Rng) -> Answer {
        match rng.below(8) {
            0..=2 => Answer::Option(0),
            3..=4 if self.legs.len() > 1 => match self.legs[1] {
                // Hardly anybody leaves the board.
                Leg::GoOut { .. } => Answer::Option(0),
                _ => Answer::Option(1),
            },
            _ => match reach::sample(self.state, &self.going, self.left, self.diagonals, rng) {
                Some(way) => Answer::Free(Leg::Go { way }.choice()),
                None => Answer::Option(0),
            },
        }
    }

    pub(crate) fn legs_worth_trying(&self, rng: &mut Rng, most: usize) -> Vec<Answer> {
        let listed = self.legs.iter().enumerate().filter(|(_, leg)| !leg.leaves_the_board());
        let mut answers: Vec<Answer> = listed.map(|(at, _)| Answer::Option(at)).collect();
        for _ in answers.len()..most.min(12) {
            if let Some(way) = reach::sample(self.state, &self.going, self.left, self.diagonals, rng) {
                answers.push(Answer::Free(Leg::Go { way }.choice()));
            }
        }
        answers
    }
}

impl Lanes<'_> {
    pub(crate) fn any_lane(&self, rng: &mut Rng) -> Answer {
        let others = self.levels.len() + usize::from(self.stay);
        if others > 0 && (self.stay || !self.open() || rng.below(8) == 0) {
            return Answer::Option(self.list().len() + rng.below(others));
        }
        let all = courses(self.line.from, self.line.goal);
        let course = all[rng.below(all.len())];
        let all = [Taste::SECOND, Taste::ROUND, Taste::OTHER, Taste::THROUGH];
        let bits = all.into_iter().filter(|_| rng.below(2) == 0).fold(0, |bits, bit| bits | bit);
        let walk = self.line.build(course, &mut Taste::of(bits), self.left, self.diagonals);
        let walk = Some(walk).filter(|walk| !walk.is_empty()).or_else(|| self.first());
        walk.map_or(Answer::Option(0), |way| Answer::Free(Toward::By { way }.choice()))
    }
}
