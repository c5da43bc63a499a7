//! Named values of an event, for cases, bots and programs.

use crate::{Figure, Modifiers, Name, Seat, Tags};
use space::grid::Square;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    Text(String),
    Number(i64),
    Flag(bool),
    /// A figure, and the tag by which it is written.
    Figure(Figure, String),
    /// Boxed: they are ten times as large as everything else.
    Modifiers(Box<Modifiers>),
}

impl std::fmt::Display for Value {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Value::Text(text) => f.write_str(text),
            Value::Number(number) => write!(f, "{number}"),
            Value::Flag(flag) => write!(f, "{flag}"),
            Value::Figure(_, tag) => f.write_str(tag),
            Value::Modifiers(modifiers) => {
                let all: Vec<String> = modifiers.list().iter().map(ToString::to_string).collect();
                f.write_str(&all.join(", "))
            }
        }
    }
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Fields(pub Vec<(&'static str, Value)>);

impl Fields {
    pub fn get(&self, key: &str) -> Option<&Value> {
        self.0.iter().find(|(name, _)| *name == key).map(|(_, value)| value)
    }

    pub fn text(&mut self, key: &'static str, text: impl Into<String>) -> &mut Fields {
        self.0.push((key, Value::Text(text.into())));
        self
    }

    pub fn name(&mut self, key: &'static str, name: Name) -> &mut Fields {
        self.text(key, name.text())
    }

    pub fn figure(&mut self, key: &'static str, figure: Figure, tags: &dyn Tags) -> &mut Fields {
        self.0.push((key, Value::Figure(figure, tags.tag(figure))));
        self
    }

    pub fn square(&mut self, key: &'static str, square: Square) -> &mut Fields {
        self.text(key, square.to_string())
    }

    pub fn seat(&mut self, key: &'static str, seat: Seat) -> &mut Fields {
        self.text(key, seat.to_string())
    }

    pub fn number(&mut self, key: &'static str, number: impl Into<i64>) -> &mut Fields {
        self.0.push((key, Value::Number(number.into())));
        self
    }

    pub fn flag(&mut self, key: &'static str, flag: bool) -> &mut Fields {
        self.0.push((key, Value::Flag(flag)));
        self
    }

    pub fn modifiers(&mut self, key: &'static str, modifiers: Modifiers) -> &mut Fields {
        self.0.push((key, Value::Modifiers(Box::new(modifiers))));
        self
    }
}
