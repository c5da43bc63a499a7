//! Numbers that can say where they come from: what a sheet shows, and what a Check adds up.

#[cfg(test)]
mod tests;

use kernel::Rule;

/// One share of a number, with the rule that gives it. A share of 0 is kept: it tells of a rule that changes nothing
/// here, such as training that does not add Base Attacks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Part {
    pub label: &'static str,
    pub rule: Rule,
    pub amount: i32,
}

/// A number and its parts, in the order in which the book adds them.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Sum {
    parts: Vec<Part>,
    total: i32,
}

impl Sum {
    pub fn of(label: &'static str, rule: Rule, amount: i32) -> Sum {
        Sum::default().with(label, rule, amount)
    }

    pub fn with(mut self, label: &'static str, rule: Rule, amount: i32) -> Sum {
        self.add(label, rule, amount);
        self
    }

    pub fn add(&mut self, label: &'static str, rule: Rule, amount: i32) {
        self.parts.push(Part { label, rule, amount });
        self.total += amount;
    }

    /// Adds all parts of another number.
    pub fn take(&mut self, other: &Sum) {
        self.parts.extend(other.parts.iter().copied());
        self.total += other.total;
    }

    /// The number so far, halved, fractions dropped, never below 0 (SM-RATING-04 to SM-RATING-06). `up` is the rule that
    /// rounds up instead.
    pub fn halve(&mut self, label: &'static str, rule: Rule, up: Option<(&'static str, Rule)>) {
        let whole = self.total.max(0);
        self.add(label, rule, whole / 2 - self.total);
        if let Some((label, rule)) = up {
            self.add(label, rule, whole % 2);
        }
    }

    /// Cuts the number down to the most it may be.
    pub fn at_most(&mut self, label: &'static str, rule: Rule, most: i32) {
        if self.total > most {
            self.add(label, rule, most - self.total);
        }
    }

    pub fn at_least(&mut self, label: &'static str, rule: Rule, least: i32) {
        if self.total < least {
            self.add(label, rule, least - self.total);
        }
    }

    pub fn total(&self) -> i32 {
        self.total
    }

    pub fn parts(&self) -> &[Part] {
        &self.parts
    }
}
