//! What a Defender defends with, where not all of its arms are known of: those are in no list, but can be named.

use super::attack::may_wield;
use crate::decisions::Defending;
use crate::state::State;
use crate::terrain::Stance;
use kernel::decision::Answers;
use kernel::{Choice, Figure, Question, Refusal, Tags};
use rulebook::SM;

#[derive(Debug)]
pub(super) struct Guard<'a> {
    pub state: &'a State,
    pub figure: Figure,
    pub arms: &'a [u8],
}

impl Guard<'_> {
    /// The arm that a choice names.
    pub(super) fn read(state: &State, figure: Figure, choice: &Choice) -> Option<u8> {
        let Defending::With { weapon } = Defending::read(choice)?;
        state.sheet(figure).named(weapon)
    }
}

impl Question for Guard<'_> {
    fn tags(&self) -> &dyn Tags {
        self.state
    }

    fn len(&self) -> usize {
        self.arms.len()
    }

    fn choice(&self, index: usize) -> Choice {
        let weapon = self.state.sheet(self.figure).word(self.arms[index]);
        Defending::With { weapon }.choice()
    }

    fn check(&self, choice: &Choice) -> Result<(), Refusal> {
        let arm = Guard::read(self.state, self.figure, choice);
        let arm = arm.ok_or(Refusal::new(SM::ACTION_16, "the Defender has no such weapon"))?;
        may_wield(self.state, self.figure, arm, Stance::OnTheSpot)
    }
}
