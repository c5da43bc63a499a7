//! Playing on: the mind's own seat goes on as itself, in haste; the others do anything sensible.

use super::{HASTE, Veteran};
use kernel::oracle::{Fact, Mind, Situation};
use kernel::{Answer, Ask, Fall, Flow, Log, Oracle, Pause, Question, Rng, Roll, Seat, System};

/// More decisions than some steps can hold.
const MOST: u32 = 2_000;

/// What playing on needs again and again.
pub(super) struct Onward<S: System> {
    hasty: Veteran<S>,
    facts: Vec<Fact>,
}

impl<S: System> Onward<S> {
    pub(super) fn new() -> Onward<S> {
        Onward { hasty: Veteran::new(0, HASTE), facts: Vec::new() }
    }

    /// Plays some steps, or to the end of the battle. None if that does not come to an end.
    pub(super) fn play(
        &mut self,
        state: &mut S::State,
        seat: Seat,
        dice: &mut Rng,
        steps: u32,
        scratch: &mut S::Scratch,
    ) -> Option<()> {
        self.hasty.rng = Rng::new(dice.word());
        let mut others = Rng::new(dice.word());
        let mut left = MOST;
        let mut log = Log::off();
        for _ in 0..steps {
            if S::outcome(state).is_some() {
                break;
            }
            self.facts.clear();
            let checkpoint = state.clone();
            let mut oracle = Going {
                seat,
                hasty: &mut self.hasty,
                checkpoint: &checkpoint,
                facts: &mut self.facts,
                dice,
                others: &mut others,
                left: &mut left,
            };
            S::run(state, &mut oracle, &mut log, scratch).ok()?;
        }
        Some(())
    }
}

struct Going<'a, S: System> {
    seat: Seat,
    hasty: &'a mut Veteran<S>,
    checkpoint: &'a S::State,
    facts: &'a mut Vec<Fact>,
    dice: &'a mut Rng,
    others: &'a mut Rng,
    left: &'a mut u32,
}

impl<S: System> Oracle for Going<'_, S> {
    fn choose(&mut self, ask: &Ask, question: &dyn Question) -> Flow<Answer> {
        *self.left = self.left.checked_sub(1).ok_or(Pause)?;
        let answer = if ask.seat == self.seat {
            let situation = Situation { checkpoint: self.checkpoint, facts: self.facts };
            self.hasty.decide(&situation, ask, question)
        } else {
            question.sample(self.others)
        };
        self.facts.push(Fact::Choice(ask.seat, question.state_answer(&answer)));
        Ok(answer)
    }

    fn roll(&mut self, roll: &Roll) -> Flow<Fall> {
        let fall = self.dice.throw(roll.throw);
        self.facts.push(Fact::Dice(fall));
        Ok(fall)
    }
}
