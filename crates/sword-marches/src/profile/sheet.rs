//! The computed sheet: every number under a name, with its parts.

use crate::sum::Sum;
use kernel::Rule;

/// One number of a sheet.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line {
    /// `armour`, `sword.damage`, `immune.heavy`.
    pub name: String,
    pub sum: Sum,
}

/// The numbers of one model or warband. What is only had or not had is a number, too: 1 where it is had.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Sheet {
    lines: Vec<Line>,
}

impl Sheet {
    /// Writes a number down and gives its value.
    pub fn put(&mut self, name: impl Into<String>, sum: Sum) -> i16 {
        let value = sum.total();
        self.lines.push(Line { name: name.into(), sum });
        value.clamp(i16::MIN.into(), i16::MAX.into()) as i16
    }

    /// Adds a part to a flag, which is set by one part and stays set by more.
    pub fn flag(&mut self, name: impl Into<String>, label: &'static str, rule: Rule) {
        let name = name.into();
        match self.lines.iter_mut().find(|line| line.name == name) {
            Some(line) => line.sum.add(label, rule, 0),
            None => self.lines.push(Line { name, sum: Sum::of(label, rule, 1) }),
        }
    }

    pub fn lines(&self) -> &[Line] {
        &self.lines
    }

    pub fn get(&self, name: &str) -> Option<&Sum> {
        self.lines.iter().find(|line| line.name == name).map(|line| &line.sum)
    }

    /// The value, 0 where there is no such line.
    pub fn value(&self, name: &str) -> i32 {
        self.get(name).map_or(0, Sum::total)
    }
}
