//! Adding up a Rating for a Check: bonuses first, then one halving, then what is added to the total (SM-CHECK-05).

use crate::Table;
use kernel::{Modifiers, Rule};
use rulebook::SM;

const MOST: usize = 8;

#[derive(Clone, Copy, Debug)]
pub(crate) struct Reckoning {
    sum: Modifiers,
    penalties: [Option<(&'static str, Rule)>; MOST],
    count: usize,
}

impl Reckoning {
    pub(crate) fn of(label: &'static str, rule: Rule, rating: i16) -> Reckoning {
        let mut sum = Modifiers::default();
        sum.add(label, rule, rating.max(0));
        Reckoning { sum, penalties: [None; MOST], count: 0 }
    }

    pub(crate) fn bonus(&mut self, label: &'static str, rule: Rule, amount: i16) {
        self.sum.add(label, rule, amount);
    }

    pub(crate) fn penalty(&mut self, label: &'static str, rule: Rule) {
        if let Some(slot) = self.penalties.get_mut(self.count) {
            *slot = Some((label, rule));
            self.count += 1;
        }
    }

    pub(crate) fn halved(&self) -> bool {
        self.count > 0
    }

    /// The rating with its bonuses, before any halving.
    pub(crate) fn whole(&self) -> i16 {
        self.sum.sum()
    }

    /// What [`Reckoning::finish`] comes to.
    pub(crate) fn total(&self, up: bool) -> i16 {
        let whole = self.whole();
        match self.halved() {
            true => whole / 2 + i16::from(up && whole % 2 == 1),
            false => whole,
        }
    }

    /// Halves once, whatever the number of penalties (SM-RATING-07). `up` rounds fractions up.
    pub(crate) fn finish(&self, t: &mut Table<'_>, up: Option<(&'static str, Rule)>) -> Modifiers {
        let mut sum = self.sum;
        let Some((label, rule)) = self.penalties[0] else {
            return sum;
        };
        let whole = sum.sum();
        let odd = whole % 2 == 1;
        let half = if odd && up.is_some() { whole / 2 + 1 } else { whole / 2 };
        if t.aloud() {
            t.note(SM::CHECK_05);
            t.note(SM::RATING_05);
            if whole <= 1 {
                t.note(SM::RATING_04);
            }
            t.note(rule);
            if let (true, Some((_, rule))) = (odd, up) {
                t.note(rule);
            }
            for (_, further) in self.penalties[1..self.count].iter().flatten() {
                t.note(SM::RATING_07);
                t.note(*further);
            }
        }
        sum.add(label, rule, half - whole);
        sum
    }
}
