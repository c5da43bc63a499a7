//! The question of a carrier that has moved: whether it keeps its cache, and where it has put it down (SM-ADV1-03).

use crate::decisions::Carrying;
use crate::field::{RADIUS, TOUCH};
use crate::scenario;
use crate::state::State;
use kernel::decision::Answers;
use kernel::{Answer, Choice, Figure, Question, Refusal, Rng, Tags};
use rulebook::SM;
use space::inches::{Base, Spot, base};

/// `keep`, `drop` next to where it stands, or `drop @x,y,z` beside any point of its way.
#[derive(Debug)]
pub(crate) struct Burden<'a> {
    pub(crate) state: &'a State,
    pub(crate) model: Figure,
    pub(crate) cache: u8,
    pub(crate) track: &'a [Spot],
}

impl Burden<'_> {
    /// Free ground that the base touched at some point of its Move.
    fn may_lie(&self, at: Spot) -> Result<(), Refusal> {
        scenario::may_lie(self.state, self.model, self.cache, at)?;
        let radius = self.state.field.adventure.objectives[usize::from(self.cache)].radius;
        let cache = Base::new(at, radius);
        let beside = |a: Spot, b: Spot| {
            let there = base::nearest_on_leg(a, b, at.plan());
            there.z == at.z && cache.within(&Base::new(there, RADIUS), TOUCH)
        };
        let first = self.track.first().is_some_and(|from| beside(*from, *from));
        match first || self.track.windows(2).any(|leg| beside(leg[0], leg[1])) {
            true => Ok(()),
            false => Err(Refusal::new(SM::ADV1_03, "its way does not pass there")),
        }
    }
}

impl Question for Burden<'_> {
    fn tags(&self) -> &dyn Tags {
        self.state
    }

    fn len(&self) -> usize {
        2
    }

    fn choice(&self, index: usize) -> Choice {
        if index == 0 { Carrying::Keep.choice() } else { Carrying::Drop.choice() }
    }

    fn free(&self) -> bool {
        true
    }

    fn check(&self, choice: &Choice) -> Result<(), Refusal> {
        match Carrying::read(choice) {
            Some(Carrying::DropAt { at }) => self.may_lie(at),
            _ => Err(Refusal::new(SM::ADV1_03, "say keep, drop, or drop and a place on the way")),
        }
    }

    fn sample(&self, rng: &mut Rng) -> Answer {
        Answer::Option(usize::from(rng.below(4) == 0))
    }
}
