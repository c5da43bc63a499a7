//! Questions that are answered by a spot or a path of the player's own (`place a.captain @10,3,0`, `walk @10,3,0>@12,5,0`).

use crate::state::State;
use kernel::{Answer, Ask, Choice, Flow, Oracle, Question, Refusal, Region, Rng, Tags};
use space::inches::Area;

/// A free-form question: one listed answer, a check for all others, and a way to find sensible ones.
#[allow(missing_debug_implementations, reason = "closures are not printable")]
pub struct Free<'a> {
    pub state: &'a State,
    /// The one that is listed, so that there is always an answer; made when somebody looks.
    pub plain: &'a dyn Fn() -> Choice,
    pub check: &'a dyn Fn(&Choice) -> Result<(), Refusal>,
    /// Draws an answer that passes the check, if it finds one.
    pub sample: &'a dyn Fn(&mut Rng) -> Option<Choice>,
    /// Answers that somebody who compares should think of first; each passes the check.
    pub spread: &'a dyn Fn() -> Vec<Choice>,
    pub region: &'a dyn Fn() -> Area,
}

impl Free<'_> {
    /// # Errors
    /// Pauses for the answer.
    pub fn ask(&self, oracle: &mut dyn Oracle, ask: &Ask) -> Flow<Choice> {
        let answer = oracle.choose(ask, self)?;
        Ok(self.state_answer(&answer))
    }
}

impl Question for Free<'_> {
    fn tags(&self) -> &dyn Tags {
        self.state
    }

    fn len(&self) -> usize {
        1
    }

    fn choice(&self, _: usize) -> Choice {
        (self.plain)()
    }

    fn check(&self, choice: &Choice) -> Result<(), Refusal> {
        (self.check)(choice)
    }

    fn free(&self) -> bool {
        true
    }

    fn sample(&self, rng: &mut Rng) -> Answer {
        (self.sample)(rng).map_or(Answer::Option(0), Answer::Free)
    }

    fn candidates(&self, rng: &mut Rng, most: usize) -> Vec<Answer> {
        let mut found = vec![Answer::Option(0)];
        for choice in (self.spread)() {
            let answer = Answer::Free(choice);
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
