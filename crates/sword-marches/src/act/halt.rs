//! The question of where a Charge stops: any gap from nothing to an inch that the Move allows (SM-ACTION-23).

use super::charge::{Run, at_gap};
use crate::decisions::Stopping;
use crate::field::INCH;
use crate::state::State;
use crate::terrain::Buffers;
use kernel::decision::Answers;
use kernel::{Answer, Choice, Figure, Question, Refusal, Rng, Tags};
use rulebook::SM;
use space::inches::Spot;
use std::cell::RefCell;

/// Gaps that are proposed, the best first.
const PROPOSED: [i32; 5] = [500, 0, 250, 750, 1000];

/// `stop 500`, or any other number of thousandths.
#[derive(Debug)]
pub(super) struct Halt<'a> {
    state: &'a State,
    figure: Figure,
    run: &'a Run,
    to: Spot,
    /// The proposed gaps that can be had.
    pub(super) gaps: Vec<i32>,
    pub(super) buffers: RefCell<Buffers>,
}

impl<'a> Halt<'a> {
    pub(super) fn new(state: &'a State, figure: Figure, run: &'a Run, to: Spot, buffers: Buffers) -> Halt<'a> {
        let mut halt = Halt { state, figure, run, to, gaps: Vec::new(), buffers: RefCell::new(buffers) };
        halt.gaps = PROPOSED.into_iter().filter(|gap| halt.fits(*gap)).collect();
        if halt.gaps.is_empty() {
            halt.gaps.extend(run.gap);
        }
        halt
    }

    /// Whether there is nothing to choose: a single gap can be had.
    pub(super) fn is_settled(&self) -> bool {
        self.gaps.len() == 1 && !self.fits(self.gaps[0] - 1) && (self.gaps[0] >= 1000 || !self.fits(self.gaps[0] + 1))
    }

    fn fits(&self, gap: i32) -> bool {
        (0..=INCH).contains(&gap)
            && at_gap(self.state, self.figure, self.to, self.run, gap, &mut self.buffers.borrow_mut()).is_ok()
    }
}

impl Question for Halt<'_> {
    fn tags(&self) -> &dyn Tags {
        self.state
    }

    fn len(&self) -> usize {
        self.gaps.len()
    }

    fn choice(&self, index: usize) -> Choice {
        Stopping::Stop { gap: self.gaps[index] }.choice()
    }

    fn free(&self) -> bool {
        true
    }

    fn check(&self, choice: &Choice) -> Result<(), Refusal> {
        match Stopping::read(choice) {
            Some(Stopping::Stop { gap }) if self.fits(gap) => Ok(()),
            Some(Stopping::Stop { gap }) => {
                Err(Refusal::with(SM::ACTION_23, "no stop {0″} from the target is possible", gap, 0))
            }
            None => Err(Refusal::new(SM::ACTION_23, "say where it stops: stop and the gap in thousandths")),
        }
    }

    fn sample(&self, rng: &mut Rng) -> Answer {
        crate::minds::lots::one_of(self.gaps.len(), rng)
    }
}
