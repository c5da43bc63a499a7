//! Any legal answer. This is the floor that every other mind must clear, and the hot path of the benchmark.

use kernel::oracle::{Mind, Situation};
use kernel::{Answer, Ask, Question, Rng, System};

/// A mind that samples.
pub fn random<S: System>(seed: u64) -> Box<dyn Mind<S>> {
    Box::new(Random { rng: Rng::new(seed) })
}

struct Random {
    rng: Rng,
}

impl<S: System> Mind<S> for Random {
    fn decide(&mut self, _: &Situation<'_, S>, _: &Ask, question: &dyn Question) -> Answer {
        question.sample(&mut self.rng)
    }
}
