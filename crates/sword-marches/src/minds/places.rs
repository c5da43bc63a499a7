//! Places that a mind thinks of for its models.

use crate::decisions::Placing;
use crate::setup::Placement;
use kernel::{Answer, Answers, Figure, Rng};
use space::inches::{Point, Spot};

impl Placement<'_> {
    /// Any model that waits, anywhere in its zone.
    pub(crate) fn drawn(&self, rng: &mut Rng) -> Answer {
        let waiting: usize = self.waiting().count();
        let model = self.waiting().nth(rng.below(waiting)).unwrap_or(Figure(0));
        let bounds = self.bounds();
        let (wide, deep) = ((bounds.high.x - bounds.low.x) as usize, (bounds.high.y - bounds.low.y) as usize);
        for _ in 0..40 {
            let p = Point::new(bounds.low.x + rng.below(wide) as i64, bounds.low.y + rng.below(deep) as i64);
            if let Some(at) = self.offer(p) {
                return Answer::Free(Placing::Place { model, at }.choice());
            }
        }
        let at = self.first_free().unwrap_or(Spot::new(0, 0, 0));
        Answer::Free(Placing::Place { model, at }.choice())
    }

    pub(crate) fn considered(&self, rng: &mut Rng, most: usize) -> Vec<Answer> {
        (0..most.min(8)).map(|_| self.drawn(rng)).collect()
    }
}
