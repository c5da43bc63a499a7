//! The question of a way: a track of straight legs, drawn by the player and checked leg by leg.

use crate::decisions::Walking;
use crate::field::INCH;
use crate::state::State;
use crate::terrain::{self, Buffers, Going, keep_clear};
use kernel::decision::Answers;
use kernel::{Answer, Choice, Question, Refusal, Region, Rng, Tags};
use rulebook::SM;
use space::inches::{Gait, Spot};
use std::cell::RefCell;

/// `stay`, or `track @from>@next>...`.
#[derive(Debug)]
pub(crate) struct Track<'a> {
    pub(crate) state: &'a State,
    pub(crate) going: &'a Going,
    pub buffers: RefCell<Buffers>,
}

impl<'a> Track<'a> {
    pub(crate) fn new(state: &'a State, going: &'a Going, buffers: Buffers) -> Track<'a> {
        Track { state, going, buffers: RefCell::new(buffers) }
    }

    pub(crate) fn answer(spots: &[Spot]) -> Choice {
        Walking::Go { way: spots.into() }.choice()
    }
}

impl Question for Track<'_> {
    fn tags(&self) -> &dyn Tags {
        self.state
    }

    fn len(&self) -> usize {
        1
    }

    fn choice(&self, _: usize) -> Choice {
        Walking::Stay.choice()
    }

    fn free(&self) -> bool {
        true
    }

    fn check(&self, choice: &Choice) -> Result<(), Refusal> {
        match Walking::read(choice) {
            Some(Walking::Go { way }) => {
                terrain::check(self.state, self.going, &way, &mut self.buffers.borrow_mut()).map(|_| ())
            }
            _ => Err(Refusal::new(SM::ACTION_04, "say stay, or draw the way: track @from>@next>...")),
        }
    }

    /// Where a walk can lead; what crosses Obstacles or jumps down is not drawn.
    fn region(&self) -> Region {
        let (field, going) = (&*self.state.field, self.going);
        let gait = Gait { limit: going.limit, ladders: true, stairs: true, up: true };
        let mut buffers = self.buffers.borrow_mut();
        keep_clear(self.state, going.figure, INCH, going.limit, &mut buffers.keep);
        let Buffers { keep, search, .. } = &mut *buffers;
        Region::Area(field.ways(going.feet).trip(field.under(going.feet), going.from, &gait, keep).area(500, search))
    }

    fn sample(&self, rng: &mut Rng) -> Answer {
        self.drawn(rng)
    }

    fn candidates(&self, rng: &mut Rng, most: usize) -> Vec<Answer> {
        self.considered(rng, most)
    }
}
