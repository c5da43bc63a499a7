//! Questions that are answered by a spot or a path of the player's own (`place a.captain @10,3,0`, `walk @10,3,0>@12,5,0`).

use crate::state::State;
use kernel::decision::Answers;
use kernel::{Answer, Choice, Question, Refusal, Region, Rng, Tags};
use space::inches::Area;

/// A free-form question: one listed answer, a check for all others, and a way to find sensible ones.
#[allow(missing_debug_implementations, reason = "closures are not printable")]
pub(crate) struct Free<'a, D> {
    pub state: &'a State,
    /// The one that is listed, so that there is always an answer; made when somebody looks.
    pub plain: &'a dyn Fn() -> D,
    pub check: &'a dyn Fn(&Choice) -> Result<(), Refusal>,
    /// Draws an answer that passes the check, if it finds one.
    pub sample: &'a dyn Fn(&mut Rng) -> Option<D>,
    /// Answers that somebody who compares should think of first; each passes the check.
    pub spread: &'a dyn Fn() -> Vec<D>,
    pub region: &'a dyn Fn() -> Area,
}

impl<D: Answers> Question for Free<'_, D> {
    fn tags(&self) -> &dyn Tags {
        self.state
    }

    fn len(&self) -> usize {
        1
    }

    fn choice(&self, _: usize) -> Choice {
        (self.plain)().choice()
    }

    fn check(&self, choice: &Choice) -> Result<(), Refusal> {
        (self.check)(choice)
    }

    fn free(&self) -> bool {
        true
    }

    fn sample(&self, rng: &mut Rng) -> Answer {
        (self.sample)(rng).map_or(Answer::Option(0), |found| Answer::Free(found.choice()))
    }

    fn candidates(&self, rng: &mut Rng, most: usize) -> Vec<Answer> {
        let mut found = vec![Answer::Option(0)];
        for path in (self.spread)() {
            let answer = Answer::Free(path.choice());
            if found.len() < most && !found.contains(&answer) {
                found.push(answer);
            }
        }
        for _ in found.len()..most {
            let answer = self.sample(rng);
            if !found.contains(&answer) {
                found.push(answer);
            }
        }
        found
    }

    fn region(&self) -> Region {
        Region::Area((self.region)())
    }
}
