//! Charges worth a thought.

use crate::decisions::Declaring;
use crate::ground::INCH;
use crate::state::{Charge, State};
use crate::turn::charge::declaration::{Declarations, charge};
use crate::turn::charge::{reach, ways};
use kernel::{Answer, Figure, Question, Rng};
use space::inches::Spot;

/// Whether a charge is likely to get there: near enough in a straight line, and by the roads where both stand on one floor.
pub(crate) fn likely(state: &State, charger: Figure, target: Figure) -> bool {
    let (reach, from, to) = (reach(state, charger), state.warrior(charger).at, state.warrior(target).at);
    let bases = state.sheet(charger).radius + state.sheet(target).radius;
    state.within(charger, target, reach)
        && (from.z != to.z || state.setting.field.roads().length(from, to) <= reach + bases + INCH / 2)
}

/// Where a charge arrives as things stand, if it does: for minds, who would not know before they had spent it.
pub(crate) fn arrives(state: &State, charge: &Charge) -> Option<Spot> {
    let (level, steep) = ways(state, charge.charger, charge.target, &charge.others);
    level.or(steep)?.track.last().copied()
}

impl Declarations<'_> {
    /// Somebody within reach, if the first few that come to mind include such a one; else that is all.
    pub(crate) fn thought(&self, rng: &mut Rng) -> Declaring {
        const THOUGHTS: usize = 6;
        for _ in 0..THOUGHTS {
            if !self.due && rng.below(self.pairs.len() + 1) == 0 {
                break;
            }
            let pair = self.pairs[rng.below(self.pairs.len())];
            // Now and then somebody misjudges the distance.
            let far = !likely(self.state, pair.0, pair.1) && rng.below(16) > 0;
            if !far && self.may(pair) {
                return charge(pair);
            }
        }
        if self.due { charge(self.pairs[0]) } else { Declaring::Done }
    }

    /// The nearest first: charges from afar fail.
    pub(crate) fn nearest(&self, most: usize) -> Vec<Answer> {
        let mut by_need: Vec<usize> = (0..self.len()).collect();
        let short = |at: &usize| match self.listed().get(*at) {
            Some((figure, foe)) if likely(self.state, *figure, *foe) => {
                self.state.distance(*figure, *foe) - 2 * reach(self.state, *figure)
            }
            Some((figure, foe)) => self.state.distance(*figure, *foe),
            None => i32::MIN,
        };
        by_need.sort_by_cached_key(short);
        by_need.truncate(most);
        by_need.into_iter().map(Answer::Option).collect()
    }
}
