use crate::{Answer, Ask, Fall, Flow, Oracle, Pause, Question, Roll};
use std::collections::BTreeMap;

/// An exact chance, reduced.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Chance {
    pub ways: u128,
    pub of: u128,
}

impl Chance {
    pub const NEVER: Chance = Chance { ways: 0, of: 1 };

    pub fn new(ways: u128, of: u128) -> Chance {
        let shared = gcd(ways, of).max(1);
        Chance { ways: ways / shared, of: of / shared }
    }

    /// `None` where the exact sum needs numbers beyond 128 bits.
    pub fn plus(self, other: Chance) -> Option<Chance> {
        let shared = gcd(self.of, other.of).max(1);
        let of = self.of.checked_mul(other.of / shared)?;
        let ways = self.ways.checked_mul(of / self.of)?.checked_add(other.ways.checked_mul(of / other.of)?)?;
        Some(Chance::new(ways, of))
    }

    /// The chance of both, where one does not hang on the other.
    pub fn times(self, other: Chance) -> Option<Chance> {
        Some(Chance::new(self.ways.checked_mul(other.ways)?, self.of.checked_mul(other.of)?))
    }

    /// Parts in a million, rounded to the nearest.
    pub fn per_million(self) -> u64 {
        ((self.ways.saturating_mul(1_000_000) + self.of / 2) / self.of.max(1)) as u64
    }
}

fn gcd(mut a: u128, mut b: u128) -> u128 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

/// More dice than one run may take. Where a tie is rolled again there is a run in which it never ends.
const MOST_DICE: usize = 64;

/// Gives every outcome of every roll in turn; choices are made by a policy.
#[allow(missing_debug_implementations, reason = "a policy need not be printable")]
pub struct Enumerate<'a> {
    /// The branch taken at each roll of this run: which outcome, of which.
    path: Vec<(usize, Vec<(Fall, u64)>)>,
    next: usize,
    /// Whether this run asked for more dice than are counted.
    endless: bool,
    policy: &'a mut dyn FnMut(&Ask, &dyn Question) -> Answer,
}

impl Oracle for Enumerate<'_> {
    fn choose(&mut self, ask: &Ask, question: &dyn Question) -> Flow<Answer> {
        Ok((self.policy)(ask, question))
    }

    fn roll(&mut self, roll: &Roll) -> Flow<Fall> {
        if self.next == MOST_DICE {
            self.endless = true;
            return Err(Pause);
        }
        if self.next == self.path.len() {
            self.path.push((0, roll.cuts.join(roll.throw.outcomes())));
        }
        let (branch, outcomes) = &self.path[self.next];
        self.next += 1;
        outcomes.get(*branch).map(|(fall, _)| *fall).ok_or(Pause)
    }
}

impl Enumerate<'_> {
    fn chance(&self) -> Option<Chance> {
        let mut chance = Chance { ways: 1, of: 1 };
        for (branch, outcomes) in &self.path[..self.next] {
            let all: u64 = outcomes.iter().map(|(_, ways)| ways).sum();
            let ways = outcomes[*branch].1;
            chance = Chance::new(chance.ways.checked_mul(u128::from(ways))?, chance.of.checked_mul(u128::from(all))?);
        }
        Some(chance)
    }

    /// Moves on to the next branch in counting order; false after the last.
    fn advance(&mut self) -> bool {
        self.path.truncate(self.next);
        self.next = 0;
        while let Some((branch, outcomes)) = self.path.last_mut() {
            *branch += 1;
            if *branch < outcomes.len() {
                return true;
            }
            self.path.pop();
        }
        false
    }
}

/// Runs `play` once for every sequence of outcomes and adds up the chances of what it returns: exact odds from the very
/// rules that play. `None` when it takes more than `most` runs, a run does not end, or the numbers outgrow 128 bits.
pub fn odds<R: Ord>(
    most: u64,
    policy: &mut dyn FnMut(&Ask, &dyn Question) -> Answer,
    mut play: impl FnMut(&mut dyn Oracle) -> Flow<R>,
) -> Option<BTreeMap<R, Chance>> {
    let mut oracle = Enumerate { path: Vec::new(), next: 0, endless: false, policy };
    let mut table = BTreeMap::new();
    for _ in 0..most {
        let result = play(&mut oracle).ok().filter(|_| !oracle.endless)?;
        let chance = oracle.chance()?;
        let slot = table.entry(result).or_insert(Chance::NEVER);
        *slot = slot.plus(chance)?;
        if !oracle.advance() {
            return Some(table);
        }
    }
    None
}
